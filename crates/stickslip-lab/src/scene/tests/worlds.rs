//! Worlds: what is written arrives in the model.

use super::*;
use stickslip::world::{Goal, Inertia, JointKind, Model, Motion, Shape, Signal};

/// A world with a bit of everything.
pub(super) const WORLD: &str = include_str!("../../../tests/worlds/many-keys.toml");

pub(super) fn model(text: &str) -> Model {
    let scene = read(text, "my.toml").unwrap_or_else(|error| panic!("{error}"));
    match &scene.system {
        BuiltIn::World(world) => world.model().clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn materials_and_pairs_arrive() {
    let model = model(WORLD);
    let materials = &model.materials;
    let names: Vec<&str> = materials
        .materials
        .iter()
        .map(|m| m.name.as_str())
        .collect();
    assert_eq!(names, ["rubber", "steel"]);
    assert_eq!(materials.materials[1].surface.friction.coefficient, 0.3);
    let pair = &materials.pairs[0];
    assert_eq!(pair.materials, [1, 0]);
    assert_eq!(pair.surface.friction.coefficient, 2.0 * 0.3 + 0.2);
    assert_eq!(pair.surface.axis, Some([1.0, 0.0, 0.0]));
    assert_eq!(materials.rule, stickslip::world::Rule::Mean);
}

#[test]
fn bodies_arrive_and_arrays_are_laid_out() {
    let model = model(WORLD);
    let names: Vec<&str> = model.bodies.iter().map(|b| b.name.as_str()).collect();
    let bricks = [
        "brick[0][0][0]",
        "brick[0][1][0]",
        "brick[0][0][1]",
        "brick[0][1][1]",
    ];
    assert_eq!(names[1..5], bricks);
    assert_eq!(names[5..], ["plate", "crank", "slider", "world"]);
    let at = |i: usize| model.bodies[i].pose.position;
    assert_eq!(at(1), [0.0, 0.0, 1.0]);
    assert_eq!(at(2), [0.0, 0.5, 1.0]);
    assert_eq!(at(4), [0.1, 0.5, 1.051]);
    let brick = &model.bodies[1];
    assert_eq!(brick.inertia, Inertia::Mass(2.0));
    assert_eq!(brick.spin, [0.0, 0.0, 0.5]);
    assert_eq!(
        brick.colliders[0].shape,
        Shape::Box {
            half: [0.1, 0.05, 0.025]
        }
    );
    let turned = brick.pose.direction([1.0, 0.0, 0.0]);
    assert!((turned[1] - 1.0).abs() < 1e-15);
    assert_eq!(model.bodies[0].motion, Motion::Fixed);
    assert_eq!(model.bodies[0].colliders[0].belt, [0.2, 0.0, 0.0]);
    let given = &model.bodies[6].inertia;
    assert!(matches!(given, Inertia::Given { centre, .. } if *centre == [0.1, 0.0, 0.0]));
    assert_eq!(model.bodies[7].colliders[0].density, 1000.0);
}

#[test]
fn motions_and_groups_arrive() {
    let model = model(WORLD);
    let plate = &model.bodies[5];
    let Motion::Driven(path) = &plate.motion else {
        panic!("{:?}", plate.motion);
    };
    assert_eq!(path.axis, [0.0, 0.0, 1.0]);
    assert!((path.angle.at(2.0) - std::f64::consts::PI).abs() < 1e-15);
    assert!((path.shift[2].at(0.005) - 0.001).abs() < 1e-15);
    let [cylinder, knob] = plate.colliders.as_slice() else {
        panic!("{:?}", plate.colliders);
    };
    let length = |shape: &Shape| match shape {
        Shape::Cylinder { half_length, .. } => *half_length,
        other => panic!("{other:?}"),
    };
    assert_eq!(length(&cylinder.shape), 0.05);
    assert_eq!(
        (cylinder.groups.member, cylinder.groups.minds),
        (1, u32::MAX)
    );
    assert_eq!((knob.groups.member, knob.groups.minds), (2, 1));
    assert_eq!((cylinder.material, knob.material), (1, 0));
}

#[test]
fn joints_are_where_they_are_said_to_be() {
    let model = model(WORLD);
    let [bearing, guide] = model.joints.as_slice() else {
        panic!("{:?}", model.joints);
    };
    assert_eq!(bearing.bodies, [8, 6]);
    let axis = &bearing.axes[0];
    assert_eq!(axis.upper, Some(std::f64::consts::FRAC_PI_2));
    assert_eq!(
        (axis.friction, axis.viscosity, axis.restitution),
        (0.01, 0.02, 0.1)
    );
    assert_eq!(axis.spring.as_ref().unwrap().rest, 30f64.to_radians());
    let motor = axis.motor.as_ref().unwrap();
    assert_eq!(motor.force, 2.0);
    assert_eq!(motor.goal, Goal::Velocity(Signal::Constant(6.25)));
    for joint in &model.joints {
        for (body, frame) in joint.bodies.iter().zip(&joint.frames) {
            let placed = model.bodies[*body].pose.then(frame);
            let expected = match joint.kind {
                JointKind::Revolute => ([5.0, 0.0, 1.0], [0.0, 1.0, 0.0]),
                _ => ([5.5, 0.0, 1.0], [1.0, 0.0, 0.0]),
            };
            for i in 0..3 {
                assert!((placed.position[i] - expected.0[i]).abs() < 1e-15);
                assert!((placed.axes()[2][i] - expected.1[i]).abs() < 1e-15);
            }
        }
    }
    let numbers: Vec<usize> = guide.axes.iter().map(|a| a.coordinate).collect();
    assert_eq!(numbers, [0, 1]);
    assert!(guide.axes[0].motor.is_some() && guide.axes[1].viscosity == 0.1);
}

#[test]
fn forces_arrive() {
    let model = model(WORLD);
    let load = &model.loads[0];
    assert_eq!(load.body, 4);
    assert_eq!(load.force[2], Signal::Constant(-0.3));
    assert!((load.force[0].at(0.125) - 3.0).abs() < 1e-15);
    assert_eq!(load.at, [0.0, 0.0, 0.01]);
}

#[test]
fn gears_take_their_frames_from_the_joints_of_their_wheels() {
    let gears = format!(
        "{}\n{}",
        WORLD,
        r#"
[[bodies]]
name = "wheel"
material = "steel"
position = [8, 0, 5]
shape = { kind = "cylinder", radius = 0.2, length = 0.02 }
[[bodies]]
name = "pinion"
material = "steel"
position = [8.3, 0, 5]
shape = { kind = "cylinder", radius = 0.1, length = 0.02 }
[[joints]]
name = "axle 1"
kind = "revolute"
bodies = ["world", "wheel"]
at = [8, 0, 5]
axis = [0, 0, 1]
[[joints]]
name = "axle 2"
kind = "revolute"
bodies = ["pinion", "world"]
at = [8.3, 0, 5]
axis = [0, 0, 1]
[[joints]]
name = "mesh"
kind = "gear"
joints = ["axle 1", "axle 2"]
teeth = [40, 20]
"#
    );
    let model = model(&gears);
    let body = |name: &str| model.bodies.iter().position(|b| b.name == name).unwrap();
    let gear = model.joints.last().unwrap();
    assert_eq!(gear.bodies, [body("wheel"), body("pinion")]);
    let JointKind::Gear {
        teeth,
        carrier,
        axles,
        internal,
    } = &gear.kind
    else {
        panic!("{gear:?}");
    };
    assert_eq!(
        (*teeth, *carrier, *internal),
        ([40, 20], body("world"), false)
    );
    assert_eq!(axles[1].position, [8.3, 0.0, 5.0]);
    let opposite = gears.replace(
        "at = [8.3, 0, 5]\naxis = [0, 0, 1]",
        "at = [8.3, 0, 5]\naxis = [0, 0, -1]",
    );
    let error = read(&opposite, "f").unwrap_err().to_string();
    assert!(error.contains("opposite directions"), "{error}");
}

#[test]
fn an_ellipsoid_is_given_by_its_diameters_or_its_semi_axes() {
    let with = |shape: &str| {
        let slider = r#"{ kind = "capsule", radius = 0.05, half_length = 0.1 }"#;
        assert!(WORLD.contains(slider));
        read(&WORLD.replace(slider, shape), "f")
    };
    for shape in [
        r#"{ kind = "ellipsoid", size = [0.2, 0.1, 0.05] }"#,
        r#"{ kind = "ellipsoid", half_extents = [0.1, 0.05, 0.025] }"#,
    ] {
        let BuiltIn::World(world) = with(shape).unwrap().system else {
            panic!("no world");
        };
        let half = [0.1, 0.05, 0.025];
        let found = &world.model().bodies[7].colliders[0].shape;
        assert_eq!(*found, Shape::Ellipsoid { half });
    }
    let error = |shape: &str| with(shape).unwrap_err().to_string();
    let flat = error(r#"{ kind = "ellipsoid", half_extents = [0.1, 0, 0.1] }"#);
    assert!(flat.contains("`half_extents[1]` is 0"), "{flat}");
    let round = error(r#"{ kind = "ellipsoid", radius = 0.1 }"#);
    assert!(round.contains("radius"), "{round}");
}

/// A prism over an L: two boxes in one surface.
fn bracket() -> String {
    let outline = [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]];
    let mut points = Vec::new();
    for z in [0.0, 2.0] {
        points.extend(outline.map(|[x, y]| format!("[{x}, {y}, {z}]")));
    }
    // the two ends, counter-clockwise as seen from outside, and the sides
    let mut triangles = Vec::new();
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        triangles.push(format!("[{a}, {c}, {b}]"));
        triangles.push(format!("[{}, {}, {}]", a + 6, b + 6, c + 6));
    }
    for i in 0..6 {
        let next = (i + 1) % 6;
        triangles.push(format!("[{i}, {next}, {}]", next + 6));
        triangles.push(format!("[{i}, {}, {}]", next + 6, i + 6));
    }
    format!(
        "schema_version = 1\nname = \"bracket\"\nabout = \"a bracket\"\n[world]\ngravity = [0, 0, 0]\n[materials.steel]\ndensity = 100\n\
         [[bodies]]\nname = \"bracket\"\nmaterial = \"steel\"\nshape = {{ kind = \"mesh\", parts = \"convex-decomposition\", \
         points = [{}], triangles = [{}] }}\n[run]\nh = 0.01\nduration = 0.1\n",
        points.join(", "),
        triangles.join(", ")
    )
}

#[test]
fn a_mesh_in_pieces_weighs_what_the_mesh_does() {
    let scene = read(&bracket(), "bracket.toml").unwrap();
    let BuiltIn::World(world) = &scene.system else {
        panic!("{:?}", scene.system);
    };
    let mass = world.mass_of(0);
    // 4·1·2 + 1·3·2 m³ of 100 kg/m³
    assert!((mass.mass - 1400.0).abs() < 1e-9, "{}", mass.mass);
    let x = (8.0 * 2.0 + 6.0 * 0.5) / 14.0;
    assert!((mass.centre[0] - x).abs() < 1e-12, "{:?}", mass.centre);
    assert!(world.model().bodies[0].colliders.len() > 1);
}

#[test]
fn limits_are_told_in_the_unit_they_are_written_in() {
    let text = r#"
schema_version = 1
name = "door"
about = "A door."
run = { step = 0.01, duration = 1 }
world = { gravity = [0, 0, -9.81] }
materials = { wood = { friction = 0.5 } }

[[bodies]]
name = "door"
shape = { kind = "box", size = [1, 0.1, 2] }
mass = 1
material = "wood"
position = [0.5, 0, 0]

[[joints]]
name = "hinge"
kind = "revolute"
bodies = ["world", "door"]
at = [0, 0, 0]
axis = [0, 0, 1]
limits = { lower_deg = 10, upper_deg = 90 }
"#;
    let fault = |text: &str| read(text, "door.toml").unwrap_err();
    let told = fault(text);
    let said = "`limits.lower_deg` of joint \"hinge\" is 10° while the coordinate at t = 0 is 0°";
    assert!(told.fault.starts_with(said), "{told}");
    assert_eq!(told.place.unwrap().line, 22);
    let told = fault(&text.replace(
        "lower_deg = 10, upper_deg = 90",
        "lower = -1, upper = -0.25",
    ));
    let said = "`limits.upper` of joint \"hinge\" is -0.25 while the coordinate at t = 0 is 0;";
    assert!(told.fault.starts_with(said), "{told}");
    // of a joint with several coordinates, wherever they are written
    let slide = text.replace("revolute", "cylindrical").replace(
        "limits = { lower_deg = 10, upper_deg = 90 }",
        "coordinates.angle.limits = { lower_deg = 20, upper_deg = 90 }",
    );
    let told = fault(&slide).fault;
    assert!(
        told.starts_with("`coordinates.angle.limits.lower_deg` of joint"),
        "{told}"
    );
    for (other, meant) in [
        ("hinge", "revolute"),
        ("Slider", "prismatic"),
        ("weld", "fixed"),
        ("ball", "spherical"),
    ] {
        let told = fault(&text.replace("\"revolute\"", &format!("{other:?}"))).fault;
        assert!(told.contains(&format!("did you mean {meant:?}?")), "{told}");
    }
    let far = text.replace("[0.5, 0, 0]", "[0.5, 0, 1e300]");
    let told = fault(&far);
    assert!(
        told.fault
            .contains("position is 1e300; it must be at most 1e50"),
        "{told}"
    );
    assert_eq!(told.place.unwrap().line, 14);
}
