//! The examples in the format document are valid, and solve or can be analyzed; what it says of mistakes is what is said.

use std::sync::atomic::AtomicBool;
use stickslip_lab::analyze::cone;
use stickslip_lab::problem_file::contact_problem::FORMAT;
use stickslip_lab::problem_file::{read, read_posed_text};
use stickslip_lab::solve::{Memory, Task, one};

const DOCUMENT: &str = "../../docs/problem-format.md";

#[test]
fn the_documented_examples_are_read_and_solved() {
    // the document is not part of the published crate
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED 4 examples: {DOCUMENT} is not there"));
        return;
    };
    let mut names = Vec::new();
    for block in blocks(&text).filter(|block| !block.contains(FORMAT)) {
        for problem in read(block.as_bytes(), DOCUMENT).unwrap_or_else(|e| panic!("{}", e[0])) {
            let stop = AtomicBool::new(false);
            let record = one(&problem, &Task::default(), &stop, &mut Memory::default());
            assert!(record.is_solved(), "{record:?}");
            names.push(problem.name);
        }
    }
    assert_eq!(names, ["two-blocks", "ball-and-wall", "puck", "block"]);
}

/// Both contacts of the ladder are at their bound at mu = tan(15°).
#[test]
fn the_documented_contact_problem_is_analyzed() {
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED 1 example: {DOCUMENT} is not there"));
        return;
    };
    let block = blocks(&text).find(|block| block.contains(FORMAT));
    let block = block.expect("the document has an example of every format");
    let stands = |mu: f64, angle: &str| {
        let set = [format!("mu={mu}"), format!("angle={angle}")];
        let file = read_posed_text(block, DOCUMENT, &set).unwrap_or_else(|e| panic!("{e}"));
        cone::stick(&file.posed.problem).map(|stick| stick.is_jam())
    };
    for (angle, degrees) in [("deg(60)", 60.0), ("pi/4", 45.0_f64)] {
        let least = (0.5 * (90.0 - degrees).to_radians()).tan();
        assert_eq!(stands(least * (1.0 + 1e-6), angle), Ok(true));
        assert_eq!(stands(least * (1.0 - 1e-6), angle), Ok(false));
    }
}

#[test]
fn documented_mistakes_are_told_so() {
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED 7 messages: {DOCUMENT} is not there"));
        return;
    };
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
    for (from, to, set) in [
        ("$mu", "$nu", None),
        ("\"force\"", "\"forces\"", None),
        ("[1, -20]", "[1]", None),
        ("planar", "disc", None),
        ("", "", Some("nu=1")),
        (FORMAT, "lcp-1", None),
    ] {
        let wrong = GOOD.replacen(from, to, 1);
        let set: Vec<String> = set.map(str::to_owned).into_iter().collect();
        let told = read_posed_text(&wrong, "block.json", &set).expect_err("a mistake");
        assert!(text.contains(&format!("{told}\n")), "not there: {told}");
    }
    let cube = GOOD.replacen("block", "cube", 1);
    let told = &read(cube.as_bytes(), "cube.json").expect_err("not to be solved")[0];
    assert!(text.contains(&format!("{told}\n")), "not there: {told}");
}

/// What stands in blocks of JSON.
fn blocks(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split("```json\n").skip(1);
    parts.filter_map(|rest| rest.split("```").next())
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
