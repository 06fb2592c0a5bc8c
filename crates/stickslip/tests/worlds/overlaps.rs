//! Bodies that begin inside each other.

use crate::{G, body, floor, model, rough, run, simulate};
use stickslip::world::{Joint, JointKind, Pose, Shape};

#[test]
fn overlaps_are_resolved_without_opening_joints() {
    let half = [0.1; 3];
    let low = body("low", Shape::Box { half }, Pose::at([0.0, 0.0, 0.099]));
    let high = body("high", Shape::Box { half }, Pose::at([0.3, 0.0, 0.299]));
    let mut model = model(rough(0.5), [0.0, 0.0, -G], vec![floor(), low, high]);
    model.joints.push(Joint {
        name: "corner".into(),
        bodies: [1, 2],
        frames: [Pose::at([0.15, 0.0, 0.1]), Pose::at([-0.15, 0.0, -0.1])],
        kind: JointKind::Spherical,
        axes: Vec::new(),
        collide: false,
    });
    let mut simulation = simulate(model, 1.0 / 240.0);
    let left = simulation.resolve_overlaps().unwrap();
    assert!(left <= 1e-10, "{left}");
    let z = simulation.state().q[2];
    assert!((z - 0.1).abs() < 1e-3, "{z}");
    run(&mut simulation, 10);
    assert!(simulation.report().joint_error < 1e-9);
}
