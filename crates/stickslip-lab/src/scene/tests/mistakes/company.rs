//! Keys that do not go together, or lack another.

use super::Mistake;

pub(super) const LIST: &[Mistake] = &[
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
];
