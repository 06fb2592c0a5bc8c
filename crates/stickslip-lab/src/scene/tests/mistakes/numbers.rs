//! Numbers that make no sense, and expressions.

use super::Mistake;

pub(super) const LIST: &[Mistake] = &[
    // numbers that overflow
    (
        "velocity = [1, 0, 0]",
        "velocity = [1e308, 0, 0]",
        0,
        &["velocity", "1e308", "at most 1e50"],
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
];
