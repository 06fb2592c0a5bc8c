//! Bad scenes: every fault is found at its line and said in words that help.

mod friction;
mod mistakes;
mod schema;
mod settings;
mod texts;
mod worlds;

use super::*;

/// A shipped scene with one thing changed: the line number and words that the message must have.
struct Case(
    &'static str,
    &'static str,
    &'static str,
    &'static [&'static str],
);

fn check(Case(scene, from, to, words): &Case) {
    let text = catalogue::text(scene).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{scene}: {from:?} once");
    let wrong = text.replace(from, to);
    let error = match read(&wrong, "my.toml") {
        Err(error) => error,
        Ok(_) => panic!("{scene}: {to:?} is accepted"),
    };
    let said = error.to_string();
    // where the wrong text stands, unless something is missing
    let at = wrong.find(to).unwrap();
    let line = 1 + wrong[..at].matches('\n').count();
    let place = error.place.unwrap_or_else(|| panic!("no place: {said}"));
    if !to.is_empty() && !said.contains("there is no") {
        assert_eq!(
            place.line,
            line + to.trim_end().matches('\n').count(),
            "{said}"
        );
    }
    assert!(said.starts_with(&format!("my.toml:{}:{}: ", place.line, place.column)));
    for word in *words {
        assert!(said.contains(word), "no {word:?} in {said:?}");
    }
    let (start, length) = place.mark;
    assert!(place.excerpt.get(start..start + length).is_some());
}

#[test]
fn unknown_keys_are_named_and_the_right_ones_offered() {
    for case in [
        Case(
            "falling-rod",
            "mass = 1.0",
            "mas = 1.0",
            &["no key `mas` in [system]", "did you mean `mass`?"],
        ),
        Case(
            "falling-rod",
            "gravity = 9.81",
            "gravity = 9.81\ngarvity = 9",
            &["`garvity`", "`gravity`"],
        ),
        Case(
            "falling-rod",
            "about =",
            "abuot =",
            &["at the top level", "did you mean `about`?"],
        ),
        Case(
            "falling-rod",
            "[run]",
            "[runs]",
            &["`runs`", "did you mean `run`?"],
        ),
        Case(
            "falling-rod",
            "h = 0.0025",
            "dt = 0.0025",
            &["no key `dt` in [run]", "the keys are step, h, duration"],
        ),
        Case(
            "four-balls",
            "table_friction = { coefficient = 0.4, facets = 8 }",
            "table_friction = { mu = 0.4 }",
            &["no key `mu` in [system.table_friction]", "coefficient"],
        ),
        Case(
            "wedge",
            "name = \"right wall\"",
            "nam = \"right wall\"",
            &["no key `nam` in [system.planes[1]]"],
        ),
        Case(
            "slider-crank",
            "body = \"slider\"\npoint = [0.05",
            "bdy = \"slider\"\npoint = [0.05",
            &["`bdy`", "`body`"],
        ),
        Case(
            "falling-rod",
            "angle_deg = 30",
            "angle_degrees = 30",
            &["no key `angle_degrees` in [initial]"],
        ),
        Case(
            "block-on-belt",
            "[initial.block]",
            "[initial.blokc]",
            &["no body \"blokc\"", "did you mean \"block\"?"],
        ),
    ] {
        let said = read(
            &catalogue::text(case.0).unwrap().replace(case.1, case.2),
            "f",
        )
        .unwrap_err();
        let line = catalogue::text(case.0).unwrap().find(case.1).unwrap();
        let line = 1 + catalogue::text(case.0).unwrap()[..line]
            .matches('\n')
            .count();
        let place = said.place.clone().unwrap();
        assert!(place.line >= line && place.line <= line + 1, "{said}");
        check(&Case(case.0, case.1, case.2, case.3));
    }
}

#[test]
fn what_is_missing_is_named_with_its_table() {
    for case in [
        Case(
            "falling-rod",
            "schema_version = 1",
            "",
            &["schema_version = 1"],
        ),
        Case(
            "falling-rod",
            "mass = 1.0 ",
            "#",
            &["there is no `mass` in [system]; add it"],
        ),
        Case(
            "falling-rod",
            "name = \"falling-rod\"",
            "",
            &["there is no `name`"],
        ),
        Case(
            "falling-rod",
            "kind = \"rod\"",
            "",
            &["no `kind` in [system]", "\"rod\"", "\"brick\""],
        ),
        Case(
            "falling-rod",
            "angle_deg = 30",
            "",
            &["no `initial.angle`", "angle_deg"],
        ),
        Case("falling-rod", "[run]", "", &["there is no [run]"]),
        Case(
            "wedge",
            "normal = [0.0, -1.0, 1.0]",
            "",
            &["no `normal` in [system.planes[1]]"],
        ),
        Case(
            "four-balls",
            "position = [1.40002, 0.0, 0.1]",
            "",
            &["no `position` in [initial.balls[3]]"],
        ),
        Case(
            "block-on-belt",
            "[initial.block]",
            "[initial]\n#",
            &["`initial.position`", "a table"],
        ),
    ] {
        let text = catalogue::text(case.0).unwrap().replace(case.1, case.2);
        let said = read(&text, "f").map(|_| ()).unwrap_err().to_string();
        for word in case.3 {
            assert!(said.contains(word), "no {word:?} in {said:?}");
        }
        assert!(said.starts_with("f:"), "{said}");
    }
}

#[test]
fn wrong_types_say_what_would_do() {
    for case in [
        Case(
            "falling-rod",
            "mass = 1.0",
            "mass = \"1 kg\"",
            &["`system.mass` is \"1 kg\"; it must be a number"],
        ),
        Case(
            "falling-rod",
            "mass = 1.0 ",
            "mass = 1 kg ",
            &["1 kg", "without its unit"],
        ),
        Case("falling-rod", "mass = 1.0 ", "mass = ", &["no value"]),
        Case(
            "falling-rod",
            "mass = 1.0",
            "mass = nan",
            &["`system.mass` is nan", "finite"],
        ),
        Case(
            "falling-rod",
            "mass = 1.0",
            "mass = 1e999",
            &["`system.mass` is 1e999", "finite"],
        ),
        Case(
            "falling-rod",
            "position = [0.0, 1.0]",
            "position = [0.0, 1.0, 2.0]",
            &["`initial.position`", "a list of 2 numbers"],
        ),
        Case(
            "falling-rod",
            "position = [0.0, 1.0]",
            "position = [0.0]",
            &["a list of 2 numbers"],
        ),
        Case(
            "falling-rod",
            "position = [0.0, 1.0]",
            "position = [0.0, true]",
            &["`initial.position[1]` is true"],
        ),
        Case(
            "falling-rod",
            "friction = 0.6",
            "friction = \"rough\"",
            &["`system.friction`", "no parameter `rough`"],
        ),
        Case(
            "falling-rod",
            "friction = 0.6",
            "friction = { coefficient = \"a\" }",
            &["`system.friction.coefficient` is \"a\""],
        ),
        Case(
            "falling-rod",
            "scheme = \"fixed-point\"",
            "scheme = 3",
            &["`run.scheme` is 3; it must be a word in quotes"],
        ),
        Case(
            "four-balls",
            "radii = [0.1, 0.1, 0.1, 0.1]",
            "radii = 0.1",
            &["`system.radii` is 0.1", "a [list]"],
        ),
        Case(
            "bouncing-ball",
            "locate = true",
            "locate = 1",
            &["`run.locate` is 1", "true, false, or a table"],
        ),
        Case(
            "falling-rod",
            "kind = \"rod\"",
            "kind = 7",
            &["`kind` must be a word in quotes"],
        ),
        Case(
            "falling-rod",
            "mass = 1.0 ",
            "mass = 1.0\nmass = 2.0 ",
            &["`mass` is given twice"],
        ),
        Case(
            "slider-crank",
            "torque = -1.0",
            "torque = { amplitude = 1.0 }",
            &["no `angular_frequency` in [system.torques[0].torque]"],
        ),
    ] {
        check(&case);
    }
}

#[test]
fn numbers_that_the_library_refuses_are_traced_to_their_key() {
    for case in [
        Case(
            "falling-rod",
            "mass = 1.0",
            "mass = -1.0",
            &["mass is -1; it must be positive"],
        ),
        Case(
            "falling-rod",
            "friction = 0.6",
            "friction = -0.6",
            &["friction is -0.6", "≥ 0"],
        ),
        Case(
            "four-balls",
            "radii = [0.1, 0.1, 0.1, 0.1]",
            "radii = [0.1, 0.1, -0.1, 0.1]",
            &["radii[2] is -0.1"],
        ),
        Case(
            "four-balls",
            "masses = [1.0, 1.0, 1.0, 1.0]",
            "masses = [1.0, 1.0]",
            &["masses", "as long as"],
        ),
        Case(
            "four-balls",
            "ball_friction = { coefficient = 0.4, facets = 8 }",
            "ball_friction = { coefficient = 0.4, facets = 7 }",
            &["7 friction directions", "even number"],
        ),
        Case(
            "falling-rod",
            "friction = 0.6",
            "friction = { coefficient = 0.6, facets = 8 }",
            &["moves in a plane"],
        ),
        Case(
            "falling-rod",
            "duration = 0.8",
            "duration = 0.8\nfixed_point = [1e-8, 7]",
            &["`run.fixed_point` is [1e-8, 7]; it must be a table"],
        ),
        Case(
            "tumbling-brick",
            "restitution = 0.3",
            "restitution = 1.3",
            &["1.3", "[0, 1]"],
        ),
        Case(
            "tumbling-brick",
            "restitution = 0.3",
            "restitution = { slow = 0.5, yield_speed = 0.0 }",
            &["a yield speed is positive"],
        ),
        Case(
            "tumbling-brick",
            "restitution = 0.3",
            "restitution = [[1.0, 0.5], [0.5, 0.4]]",
            &["0.5", "increase"],
        ),
        Case(
            "falling-rod",
            "friction = 0.6",
            "friction = 0.6\ntangential_restitution = 0.5",
            &["tangential restitution"],
        ),
        Case(
            "wedge",
            "normal = [0.0, -1.0, 1.0]",
            "normal = [0.0, 0.0, 0.0]",
            &["planes[1].normal is zero"],
        ),
        Case(
            "slider-crank",
            "mass = 2.0",
            "mass = 0.0",
            &["bodies[2].mass is 0"],
        ),
        Case(
            "slider-crank",
            "line_normal = [-1.0, 0.0]",
            "line_normal = [0.0, 0.0]",
            &["line_normal is zero"],
        ),
        Case(
            "slider-crank",
            "a = \"rod\"\nb = \"slider\"",
            "a = \"rod\"\nb = \"rod\"",
            &["another body than a"],
        ),
        Case(
            "slider-crank",
            "a = \"rod\"",
            "a = \"rdo\"",
            &["no body \"rdo\"", "did you mean \"rod\"?"],
        ),
        Case(
            "block-on-belt",
            "stiffness = 20.0",
            "stiffness = -20.0",
            &["springs[0].stiffness is -20"],
        ),
        Case(
            "tumbling-brick",
            "rotation_vector_deg = [20, 35, 10]",
            "quat_wxyz = [1.0, 1.0, 0.0, 0.0]",
            &["length 1", "1.4142"],
        ),
        Case(
            "tumbling-brick",
            "rotation_vector_deg = [20, 35, 10]\n",
            "rotation_vector = [0, 0, 1]\nrotation_vector_deg = [20, 35, 10]\n",
            &["given twice"],
        ),
        Case(
            "falling-rod",
            "angle_deg = 30",
            "angle = 1.0\nangle_deg = 30",
            &["both given"],
        ),
        Case(
            "newtons-cradle",
            "velocities = [1.0, 0.0, 0.0]",
            "velocities = [1.0]",
            &["1 entries, expected 3"],
        ),
    ] {
        check(&case);
    }
}

#[test]
fn initial_states_arrive() {
    let rod = catalogue::find("falling-rod").unwrap();
    assert_eq!(rod.initial.q, [0.0, 1.0, 30f64.to_radians()]);
    assert_eq!(rod.initial.v, [0.0, 0.0, 4.0]);
    let brick = catalogue::find("tumbling-brick").unwrap();
    assert!((brick.initial.q[3..].iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-15);
    let text = catalogue::text("tumbling-brick").unwrap();
    let matrix = text.replace("restitution = 0.3", "orientation = \"rotation\"");
    assert_eq!(read(&matrix, "f").unwrap().initial.q.len(), 12);
}

#[test]
fn no_cut_of_a_scene_makes_it_panic() {
    for name in catalogue::names() {
        let text = catalogue::text(name).unwrap();
        for cut in (0..text.len())
            .step_by(7)
            .filter(|&i| text.is_char_boundary(i))
        {
            let _ = read(&text[..cut], "cut");
            let _ = read(&text[cut..], "cut");
        }
    }
}
