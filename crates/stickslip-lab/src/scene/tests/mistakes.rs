//! Mistakes in a world: each is found at its line and said in words that help.

use super::worlds::WORLD;
use super::*;

/// What is changed, into what, the line of the complaint within what it is changed into (from 0), and words it must have.
type Mistake = (&'static str, &'static str, usize, &'static [&'static str]);

const MISTAKES: &[Mistake] = &[
    // numbers that overflow
    (
        "velocity = [1, 0, 0]",
        "velocity = [1e308, 0, 0]",
        0,
        &["velocity", "1e308", "at most 1e50"],
    ),
    // keys
    (
        "velocity = [1, 0, 0]",
        "velocty = [1, 0, 0]",
        0,
        &[
            "no key `velocty` in [bodies[1]]",
            "did you mean `velocity`?",
        ],
    ),
    (
        "fixed = true",
        "fixed = true\nquat_xyzw = [0, 0, 0, 1]",
        1,
        &["`quat_xyzw`", "did you mean `quat_wxyz`?"],
    ),
    ("[world]", "[wrld]", 0, &["`wrld`", "did you mean `world`?"]),
    (
        "[[joints]]\nname = \"guide\"",
        "[[joint]]\nname = \"guide\"",
        0,
        &["`joint`", "did you mean `joints`?"],
    ),
    (
        "size = [0.2",
        "sise = [0.2",
        0,
        &["`sise`", "did you mean `size`?"],
    ),
    (
        "lower_deg = -90",
        "lower_degrees = -90",
        0,
        &["`lower_degrees`", "did you mean `lower_deg`?"],
    ),
    (
        "half_length = 0.1 }",
        "half_length = 0.1, size = [1, 1, 1] }",
        0,
        &["a shape of kind \"capsule\" has no `size`"],
    ),
    (
        "kind = \"revolute\"",
        "kind = \"revolute\"\nlength = 2",
        1,
        &["has no `length`", "its keys are bodies"],
    ),
    (
        "angle = { damping = 0.1 }",
        "x = { damping = 0.1 }",
        0,
        &["cylindrical joint has no coordinate `x`", "slide, angle"],
    ),
    // types
    (
        "mass = 2.0",
        "mass = [2.0]",
        0,
        &["`bodies[1].mass` is [2.0]", "must be a number"],
    ),
    (
        "gravity = [0, 0, -9.81]",
        "gravity = -9.81",
        0,
        &["`world.gravity` is -9.81", "a list of 3 numbers"],
    ),
    (
        "gravity = [0, 0, -9.81]",
        "gravity = [0, -9.81]",
        0,
        &["a list of 3 numbers"],
    ),
    (
        "at = [5, 0, 1]",
        "at = [5, 0, 1, 2]",
        0,
        &["a list of 3 numbers"],
    ),
    ("fixed = true", "fixed = 1", 0, &["true or false"]),
    (
        "shape = { kind = \"half-space\" }",
        "shape = \"half-space\"",
        0,
        &["a table of keys and values"],
    ),
    (
        "inertia = [0.1, 0.2, 0.25]",
        "inertia = [0.1, 0.2]",
        0,
        &["2 entries", "3 (xx, yy, zz) or 6"],
    ),
    (
        "force = [{ sine",
        "force = [{ sinus",
        0,
        &["`sinus`", "did you mean `sine`?"],
    ),
    ("0, \"-mu\"]", "0]", 0, &["a list of 3 entries"]),
    // words
    (
        "missing_pairs = \"mean\"",
        "missing_pairs = \"average\"",
        0,
        &["\"average\"", "\"geometric\""],
    ),
    (
        "kind = \"half-space\"",
        "kind = \"plane\"",
        0,
        &["`kind` is \"plane\"", "\"half-space\""],
    ),
    (
        "kind = \"cylindrical\"",
        "kind = \"cylindrcal\"",
        0,
        &["did you mean \"cylindrical\"?"],
    ),
    // names
    (
        "bodies = [\"world\", \"crank\"]",
        "bodies = [\"world\", \"krank\"]",
        0,
        &["no body \"krank\"", "did you mean \"crank\"?"],
    ),
    (
        "bodies = [\"crank\", \"slider\"]",
        "bodies = [\"crank\", \"crank\"]",
        0,
        &["with itself"],
    ),
    (
        "body = \"brick[0][1][1]\"",
        "body = \"brick\"",
        0,
        &["\"brick\" is an array", "\"brick[0][0][0]\""],
    ),
    (
        "material = \"rubber\"\nmass",
        "material = \"ruber\"\nmass",
        0,
        &["no material \"ruber\"", "did you mean \"rubber\"?"],
    ),
    (
        "shape = { kind = \"half-space\" }\nmaterial = \"steel\"",
        "shape = { kind = \"half-space\" }",
        0,
        &["no `material` of \"floor\""],
    ),
    (
        "between = [\"steel\", \"rubber\"]",
        "between = [\"steel\", \"glass\"]",
        0,
        &["no material \"glass\""],
    ),
    (
        "between = [\"steel\", \"rubber\"]",
        "between = [\"steel\"]",
        0,
        &["two materials"],
    ),
    (
        "name = \"slider\"",
        "name = \"crank\"",
        0,
        &["\"crank\" is given twice"],
    ),
    (
        "name = \"slider\"",
        "name = \"world\"",
        0,
        &["choose another"],
    ),
    (
        "name = \"guide\"",
        "name = \"bearing\"",
        0,
        &["\"bearing\" is given twice"],
    ),
    (
        "collides_with = [\"default\"]",
        "collides_with = [\"defalt\"]",
        0,
        &["no group \"defalt\"", "did you mean \"default\"?"],
    ),
    (
        "name = \"slider\"",
        "name = \"slider, left\"",
        0,
        &["leave out commas"],
    ),
    // numbers
    (
        "mass = 2.0",
        "mass = -2.0",
        0,
        &["`mass` is -2; it must be positive"],
    ),
    ("mass = 2.0", "mass = 0", 0, &["`mass` is 0"]),
    ("density = 1000", "density = -1", 0, &["`density` is -1"]),
    (
        "density = 1200",
        "density = -1200",
        0,
        &["`density` is -1200"],
    ),
    (
        "size = [0.2, 0.1, 0.05]",
        "size = [0.2, 0, 0.05]",
        0,
        &["`size[1]` is 0"],
    ),
    (
        "half_length = 0.1 }",
        "half_length = -0.1 }",
        0,
        &["`half_length` is -0.1"],
    ),
    (
        "friction = \"$mu\"",
        "friction = -0.1",
        0,
        &["friction is -0.1"],
    ),
    ("restitution = 0.2", "restitution = 1.2", 0, &["1.2"]),
    (
        "rotation_vector_deg = [0, 0, 90]",
        "quat_wxyz = [0, 0, 0, 90]",
        0,
        &["has length 1, and this has 90"],
    ),
    (
        "rotation_vector_deg = [0, 0, 90]",
        "rotation_vector_deg = [0, 0, 90]\nrotation_vector = [0, 0, 1]",
        0,
        &["given twice"],
    ),
    (
        "count = [1, 2, \"$n\"]",
        "count = [1, 0, \"$n\"]",
        0,
        &["makes 0 bodies", "1 or more"],
    ),
    (
        "count = [1, 2, \"$n\"]",
        "count = [1000, 1000, 1000]",
        0,
        &["makes 1000000000 bodies"],
    ),
    (
        "count = [1, 2, \"$n\"]",
        "count = [1, 2, 1.5]",
        0,
        &["whole number"],
    ),
    (
        "count = [1, 2, \"$n\"]",
        "count = [1, -2, 1]",
        0,
        &["whole number"],
    ),
    (
        "inertia = [0.1, 0.2, 0.25]",
        "inertia = [0.1, 0.2, 25]",
        0,
        &["inertia"],
    ),
    (
        "inertia = [0.1, 0.2, 0.25]",
        "inertia = [0.1, -0.2, 0.25]",
        0,
        &["inertia"],
    ),
    (
        "lower_deg = -90",
        "lower_deg = 100",
        0,
        &["`lower` is above `upper`"],
    ),
    (
        "restitution = 0.1 }",
        "restitution = 2 }",
        0,
        &["`restitution` is 2"],
    ),
    (
        "stiffness = 10",
        "stiffness = -10",
        0,
        &["`stiffness` is -10"],
    ),
    (
        "damping = 0.02",
        "damping = -0.02",
        0,
        &["`damping` is -0.02"],
    ),
    (
        "axis = [0, 1, 0]",
        "axis = [0, 0, 0]",
        0,
        &["`axis` is a direction"],
    ),
    ("duration = 1.0", "duration = 1e400", 0, &["must be finite"]),
    (
        "[[bodies]]\nname = \"slider\"\nmaterial = \"steel\"\nposition = [6, 0, 1]",
        "[[bodies]]\nname = \"slider\"\nmaterial = \"steel\"\nposition = [6, 0, 0.05]",
        0,
        &["overlap by", "at t = 0; move one of them"],
    ),
    // expressions
    (
        "friction = \"$mu\"",
        "friction = \"$nu\"",
        0,
        &[
            "`materials.steel.friction`",
            "no parameter `nu`",
            "did you mean `mu`?",
        ],
    ),
    (
        "step = \"1/240\"",
        "step = \"1/0\"",
        0,
        &["`run.step`", "divides by zero"],
    ),
    (
        "step = \"1/240\"",
        "step = \"1/240 s\"",
        0,
        &["`s` where an operator"],
    ),
    (
        "step = \"1/240\"",
        "step = \"(1/240\"",
        0,
        &["`)` should be"],
    ),
    (
        "step = \"1/240\"",
        "step = \"\"",
        0,
        &["ends where a number"],
    ),
    (
        "mu = 0.3",
        "mu = \"2*n + mu\"",
        0,
        &["`mu` depends on itself"],
    ),
    ("mu = 0.3", "mu = true", 0, &["`parameters.mu` is true"]),
    ("mu = 0.3", "sqrt = 0.3", 0, &["`sqrt` cannot be the name"]),
    ("mu = 0.3", "m-u = 0.3", 0, &["`m-u` cannot be the name"]),
    // company
    (
        "fixed = true",
        "fixed = true\nvelocity = [1, 0, 0]",
        1,
        &["\"floor\" is fixed and has no `velocity`"],
    ),
    (
        "fixed = true\n",
        "",
        0,
        &["a half-space is for bodies that are fixed or driven"],
    ),
    (
        "position = [5, 0, 1]\nmass = 1.0",
        "position = [5, 0, 1]",
        1,
        &["`inertia` needs `mass`"],
    ),
    (
        "inertia = [0.1, 0.2, 0.25]\ncentre = [0.1, 0, 0]\n",
        "",
        0,
        &["\"crank\" has no shape to take its inertia from"],
    ),
    (
        "mass = 1.0\ninertia = [0.1, 0.2, 0.25]",
        "mass = 1.0",
        1,
        &["`centre` belongs to `mass` and `inertia`"],
    ),
    (
        "max_torque = 2.0",
        "max_force = 2.0",
        0,
        &["a joint that turns has a `max_torque`"],
    ),
    (
        "slide = { motor = { position =",
        "slide = { motor = { position_deg =",
        0,
        &["`position_deg` is an angle", "slides"],
    ),
    (
        "motor = { velocity = 6.25,",
        "motor = { velocity = 6.25, position = 1,",
        0,
        &["a `velocity` or a `position`"],
    ),
    (
        "motor = { velocity = 6.25,",
        "motor = { velocity = 6.25, stiffness = 1,",
        0,
        &["`stiffness` is for a motor with a `position`"],
    ),
    (
        "axis = [0, 1, 0]\n",
        "",
        0,
        &["there is no `axis` in `joints[0]`"],
    ),
    (
        "axis = [0, 0, 2], angle_deg",
        "angle_deg",
        0,
        &["no `axis` that the angle is about"],
    ),
    (
        "{ ramp = { slope = 90 } }",
        "{ ramp = { slope = 90 }, table = [[0, 1]] }",
        0,
        &["one of the keys"],
    ),
    (
        "{ ramp = { slope = 90 } }",
        "{ table = [[0, 1], [0, 2]] }",
        0,
        &["later than the time"],
    ),
    ("schema_version = 1", "schema_version = 0", 0, &["write 1"]),
    (
        "schema_version = 1",
        "schema_version = 2",
        0,
        &["reads schema_version = 1"],
    ),
    (
        "[world]",
        "[initial]\nx = 1\n[world]",
        0,
        &["leave [initial] out"],
    ),
    (
        "[world]",
        "[system]\nkind = \"rod\"\n[world]",
        0,
        &["has both; keep one"],
    ),
    (
        "[world]\ngravity = [0, 0, -9.81]\nmissing_pairs = \"mean\"\n",
        "",
        0,
        &["there is no [world]"],
    ),
    (
        "gravity = [0, 0, -9.81]\n",
        "",
        0,
        &["no `gravity` in [world]"],
    ),
    ("step = \"1/240\"\n", "", 0, &["no `step` in [run]"]),
    (
        "step = \"1/240\"\n",
        "step = 0.1\nh = 0.1\n",
        1,
        &["keep one"],
    ),
    (
        "missing_pairs = \"mean\"",
        "missing_pairs = \"refuse\"",
        0,
        &[],
    ),
];

#[test]
fn every_mistake_is_found_at_its_line_and_said_in_words_that_help() {
    // the last is no mistake, for the only pair that meets is listed
    let (fine, mistakes) = MISTAKES.split_last().unwrap();
    assert!(read(&WORLD.replace(fine.0, fine.1), "f").is_ok());
    let mut faults = Vec::new();
    for (from, to, below, words) in mistakes {
        assert!(WORLD.contains(from), "{from:?} is not there");
        let wrong = WORLD.replacen(from, to, 1);
        let error = match read(&wrong, "my.toml") {
            Err(error) => error,
            Ok(_) => {
                faults.push(format!("{to:?} is accepted"));
                continue;
            }
        };
        let said = error.to_string();
        let Some(place) = &error.place else {
            faults.push(format!("no place: {said}"));
            continue;
        };
        let at = WORLD.find(from).unwrap();
        let line = 1 + WORLD[..at].matches('\n').count() + below;
        // what is missing is looked for in the table around it
        if place.line != line && !said.contains("there is no") && !to.is_empty() {
            faults.push(format!("{to:?} is in line {line}: {said}"));
        }
        if !said.starts_with(&format!("my.toml:{}:{}: ", place.line, place.column)) {
            faults.push(said.clone());
        }
        let missing = words.iter().filter(|word| !said.contains(**word));
        faults.extend(missing.map(|word| format!("no {word:?} in {said:?}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(mistakes.len() > 70);
}

#[test]
fn no_cut_of_a_world_makes_it_panic() {
    for cut in (0..WORLD.len()).step_by(11) {
        let _ = read(&WORLD[..cut], "cut");
        let _ = read(&WORLD[cut..], "cut");
    }
}
