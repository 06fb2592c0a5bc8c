//! Keys, types and words that a scene does not know.

use super::Mistake;

pub(super) const LIST: &[Mistake] = &[
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
];
