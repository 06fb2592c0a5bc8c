//! What can be wrong with a file, and that it is said with place, value and what to do.

use super::*;

const GOOD: &str = r#"{
  "format": "contact-problem-1",
  "name": "block",
  "parameters": {"mu": 0.5},
  "mass": [2, 3],
  "force": [1, -20],
  "contacts": [
    {"name": "floor", "n": [0, 1], "t": [1, 0], "friction": {"coefficient": "$mu", "set": "planar"}}
  ]
}"#;

fn fault(text: &str, set: &[&str]) -> String {
    let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
    match read_posed_text(text, "block.json", &set) {
        Ok(_) => panic!("it is valid:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// What is replaced, by what, where the complaint points, and what it says.
const MISTAKES: [(&str, &str, &str, &str); 45] = [
    (
        r#""format": "contact-problem-1","#,
        "",
        "1:1",
        "there is no format; add it (write \"format\": \"contact-problem-1\")",
    ),
    (
        "contact-problem-1",
        "contact-problem-2",
        "2:13",
        "format is \"contact-problem-2\"; `stickslip analyze` reads \"contact-problem-1\"",
    ),
    (
        "contact-problem-1",
        "lcp-1",
        "2:13",
        "`stickslip solve` \"lcp-1\"",
    ),
    (
        r#""name": "block""#,
        r#""name": 7"#,
        "3:11",
        "name is 7; it must be a string",
    ),
    (
        r#""mass": [2, 3],"#,
        "",
        "1:1",
        "there is no mass; add it (a contact-problem-1 needs mass",
    ),
    (
        r#""force": [1, -20],"#,
        "",
        "1:1",
        "there is no force; add it",
    ),
    (
        r#""force""#,
        r#""forces""#,
        "6:13",
        "there is no field `forces`; did you mean `force`? the fields here are format, name",
    ),
    (
        "[2, 3]",
        "[2, -3]",
        "5:15",
        "mass[1] is -3; a mass is positive; leave out what cannot move",
    ),
    (
        "[2, 3]",
        "[2, 0]",
        "5:15",
        "mass[1] is 0; a mass is positive",
    ),
    (
        "[2, 3]",
        "[2, [3]]",
        "5:11",
        "mass is a list of 2; it must be a list of masses (the diagonal), or a list of rows",
    ),
    ("[2, 3]", "[]", "5:11", "it must be a list of masses"),
    (
        "[2, 3]",
        "[[2, 1], [0, 3]]",
        "5:20",
        "mass[1]: the mass matrix is not symmetric: entry [1][0] is 0, its mirror image 1",
    ),
    (
        "[2, 3]",
        "[[2, 3], [3, 2]]",
        "5:20",
        "mass[1]: the mass matrix is not positive definite: pivot 1 is -2.5",
    ),
    (
        "[2, 3]",
        "[[2, 0], [3]]",
        "5:20",
        "mass[1] has 1 entries, expected 2; a mass matrix is square",
    ),
    (
        "[2, 3]",
        "{\"blocks\": [[2], [-1]]}",
        "5:29",
        "mass.blocks[1][0] is -1; a mass is positive",
    ),
    (
        "[1, -20]",
        "[1]",
        "6:12",
        "force has 1 entries, expected 2; give one entry per velocity (row of mass)",
    ),
    (
        "[1, -20]",
        "[1, true]",
        "6:16",
        "force[1] is true; it must be a number, or an expression in quotes",
    ),
    (
        "[1, -20]",
        "[1, NaN]",
        "6:16",
        "force[1] is NaN, which JSON does not know",
    ),
    (
        "[1, -20]",
        "[1, 1e999]",
        "6:16",
        "force[1] is 1e999, too large for a 64-bit float",
    ),
    (
        r#""force""#,
        r#""free": [0, 0], "force""#,
        "6:11",
        "free is a list of 2; `force` says the same; keep one of the two",
    ),
    (
        r#""$mu""#,
        r#""$nu""#,
        "8:77",
        "contacts[0].friction.coefficient is \"$nu\"; it must be a number or an expression, and there is no parameter `nu`; did you mean `mu`?",
    ),
    (
        r#""$mu""#,
        r#""mu +""#,
        "8:77",
        "it ends where a number, a parameter or a bracket should be",
    ),
    (
        r#""$mu""#,
        "-0.1",
        "8:77",
        "contacts[0].friction.coefficient is -0.1; a coefficient of friction is not negative, 0 is none",
    ),
    (
        r#""$mu""#,
        "[0.1]",
        "8:77",
        "it must be a number, or an expression in quotes",
    ),
    (
        r#"{"mu": 0.5}"#,
        r#"{"mu": "mu/2"}"#,
        "4:24",
        "the parameter `mu` depends on itself; give it a number",
    ),
    (
        r#"{"mu": 0.5}"#,
        r#"{"mu": 0.5, "sin": 1}"#,
        "4:36",
        "parameters.sin is 1; a parameter is named with letters, digits and _, and not like a function",
    ),
    (
        r#"{"mu": 0.5}"#,
        r#"{"mu": 0.5, "mu": 0.6}"#,
        "4:",
        "mu is given twice; keep one",
    ),
    (
        r#"{"mu": 0.5}"#,
        r#"{"mu": null}"#,
        "4:24",
        "parameters.mu is null; it must be a number, or an expression in quotes",
    ),
    (
        r#""planar""#,
        r#""plane""#,
        "8:91",
        "contacts[0].friction.set is \"plane\"; it must be \"disc\", \"planar\", \"none\"",
    ),
    (
        r#""planar""#,
        r#""disc""#,
        "8:5",
        "there is no contacts[0].o; add it (a row of the friction set)",
    ),
    (
        r#""planar""#,
        r#"{"ellipse": [1]}"#,
        "8:103",
        "contacts[0].friction.set.ellipse has 1 entries, expected 2; give e_t and e_o",
    ),
    (
        r#""planar""#,
        r#"{"ellipse": [1, -1]}"#,
        "8:103",
        "it must be a positive finite number",
    ),
    (
        r#""planar""#,
        r#"{"polygon": 7}"#,
        "8:103",
        "contacts[0].friction.set.polygon:",
    ),
    (
        r#""planar""#,
        r#"{"polygon": 7.5}"#,
        "8:103",
        "polygon is 7.5; a polygon has an even number of directions",
    ),
    (
        r#""planar""#,
        r#"{"polygon": 8, "ellipse": [1, 1]}"#,
        "8:91",
        "an object with one of ellipse",
    ),
    (
        r#""n": [0, 1]"#,
        r#""n": [0, 1, 0]"#,
        "8:28",
        "contacts[0].n has 3 entries, expected 2",
    ),
    (
        r#""n": [0, 1]"#,
        r#""n": [0, 0]"#,
        "8:28",
        "contacts[0].n is zero; the normal row must have an entry that is not 0",
    ),
    (
        r#""n": [0, 1], "#,
        "",
        "8:5",
        "there is no contacts[0].n; add it (the normal row)",
    ),
    (
        r#""t": [1, 0], "#,
        "",
        "8:5",
        "there is no contacts[0].t; add it",
    ),
    (
        r#""t": [1, 0], "#,
        r#""t": [1, 0], "slipp": [1], "#,
        "8:58",
        "there is no field `contacts[0].slipp`; did you mean `slip`?",
    ),
    (
        r#""t": [1, 0], "#,
        r#""t": [1, 0], "slip": [1, 0, 0, 0], "#,
        "8:57",
        "contacts[0].slip has 4 entries, expected 3",
    ),
    (
        r#""t": [1, 0], "#,
        r#""t": [1, 0], "point": [1, 0, 0], "#,
        "8:5",
        "there is no contacts[0].normal; add it (a place in space is a point and a normal",
    ),
    (
        r#""planar"}}"#,
        r#""planar"}}, {"name": "floor", "n": [1, 0]}"#,
        "8:112",
        "contacts[1].name is \"floor\"; another has the same name",
    ),
    (
        "  ]\n}",
        "  ],\n  \"joints\": [{\"row\": [1, 0], \"low\": 2, \"high\": 1}]\n}",
        "10:14",
        "bounds in ascending order",
    ),
    (
        "  ]\n}",
        "  ]\n",
        "10:",
        "the file is truncated, write it again",
    ),
];

#[test]
fn a_mistake_is_told_with_its_place_and_what_to_do() {
    let mut wrong = Vec::new();
    for (from, to, place, words) in MISTAKES {
        assert!(GOOD.contains(from), "{from}");
        let told = fault(&GOOD.replacen(from, to, 1), &[]);
        if !told.starts_with(&format!("block.json:{place}")) || !told.contains(words) {
            wrong.push(format!("{to}: not {place} … {words}, but {told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn other_mistakes() {
    let add = |field: &str| GOOD.replacen("\"mass\"", &format!("{field}, \"mass\""), 1);
    for (field, words) in [
        (
            r#""level": "speed""#,
            "level is \"speed\"; it must be \"acceleration\", or { \"velocity\"",
        ),
        (
            r#""level": {"velocity": {"step": 0.1}}"#,
            "there is no level.velocity.start; add it",
        ),
        (
            r#""level": {"velocity": {"step": -1, "start": [0, 0]}}"#,
            "level.velocity.step is -1; a step is positive",
        ),
        (
            r#""level": {"velocity": {"step": 1, "start": [0]}}"#,
            "level.velocity.start has 1 entries, expected 2",
        ),
        (
            r#""law": "coulomb""#,
            "law is \"coulomb\"; it must be \"maximal-dissipation\" or \"collinear\"",
        ),
        (
            r#""velocities": ["x"]"#,
            "velocities has 1 entries, expected 2; give one name per velocity",
        ),
        (
            r#""velocities": ["x", "x"]"#,
            "velocities[1] is \"x\"; another has the same name",
        ),
        (
            r#""velocities": ["x", ""]"#,
            "velocities[1] is \"\"; a name has letters",
        ),
        (
            r#""joints": [{"row": [0, 0]}]"#,
            "joints[0].row is zero; the row of a joint must have an entry that is not 0",
        ),
        (
            r#""joints": {"row": [0, 0]}"#,
            "joints is an object; it must be a list of objects",
        ),
    ] {
        let told = fault(&add(field), &[]);
        assert!(
            told.starts_with("block.json:5:") && told.contains(words),
            "{field}: {told}"
        );
    }
    let slip = GOOD.replacen("\"t\"", "\"slip\": [1], \"t\"", 1);
    let slip = slip.replacen(
        "\"mass\"",
        r#""level": {"velocity": {"step": 1, "start": [0, 0]}}, "mass""#,
        1,
    );
    assert!(fault(&slip, &[]).contains("in a step the slip is what is asked for; leave it out"));
    assert!(fault("  \n", &[]).contains("holds no problem"));
    assert!(fault("[1, 2]", &[]).contains("the problem is a list of 2; it must be an object"));
    assert!(fault(&"[".repeat(100_000), &[]).contains("not valid JSON: recursion limit"));
    assert!(fault(&format!("{GOOD}{GOOD}"), &[]).contains("trailing characters"));
}

#[test]
fn a_mistake_on_the_command_line_is_one_of_the_command_line() {
    for (setting, words) in [
        (
            "mu",
            "--set: problem \"block\": \"mu\": write name=value, like mu=0.4",
        ),
        (
            "nu=1",
            "there is no parameter `nu`; did you mean `mu`? the parameters are mu",
        ),
        (
            "contacts[1].n=[1,0]",
            "the problem has no field `contacts[1].n`; lists count from 0",
        ),
        ("mu=-1", "contacts[0].friction.coefficient is -1"),
        (
            "mu=2*",
            "--set: problem \"block\": parameters.mu is \"2*\"; it must be a number or an expression",
        ),
        (
            "force=[1]",
            "--set: problem \"block\": force has 1 entries, expected 2",
        ),
    ] {
        let told = fault(GOOD, &[setting]);
        assert!(told.contains(words), "{setting}: {told}");
    }
}

#[test]
fn files_that_cannot_be_read_say_why() {
    let told = |path: &Path| read_posed(path, &[]).unwrap_err().to_string();
    assert!(told(Path::new("no/such.json")).contains("there is no such file; check the path"));
    assert!(told(Path::new(env!("CARGO_MANIFEST_DIR"))).contains("is a directory"));
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems");
    assert!(
        told(&shipped.join("squeeze.json"))
            .contains("format is \"lcp-1\"; `stickslip analyze` reads")
    );
    let cube = read_posed(&shipped.join("tp97-example-2.json"), &["mu=0.75".into()]).unwrap();
    assert_eq!(cube.parameters[0].value, 0.75);
    // and the other way round
    let read = super::super::read_path(&shipped.join("tp97-example-2.json"));
    assert!(
        read.unwrap_err()[0]
            .to_string()
            .contains("use `stickslip analyze`")
    );
}

/// Cut or mangled anywhere, a file is refused or read: it never ends in a panic.
#[test]
fn mangled_files_are_survived() {
    let text = catalogue::text("tp97-example-2").unwrap();
    for cut in (0..text.len()).step_by(7) {
        let _ = read_posed_text(&text[..cut], "cut", &[]).unwrap_err();
        for with in ["-", "\"", "{}", "1e300", "null"] {
            let mut mangled = text.to_owned();
            mangled.replace_range(cut..cut + 1, with);
            let _ = read_posed_text(&mangled, "mangled", &[]);
        }
    }
}
