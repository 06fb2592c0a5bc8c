//! Fast things and thin things.

use super::*;

/// A ball of 5 mm at 100 m/s towards a plate of 1 mm, offset sideways; where the ball is after the time it needs twice over.
fn shot(offset: f64) -> f64 {
    let half = [0.0005, 0.1, 0.1];
    let plate = Body {
        motion: Motion::Fixed,
        ..body("plate", Shape::Box { half }, Pose::at([0.3, 0.0, 0.0]))
    };
    let mut ball = body(
        "ball",
        Shape::Sphere { radius: 0.0025 },
        Pose::at([0.0, offset, 0.0]),
    );
    ball.velocity = [100.0, 0.0, 0.0];
    let mut simulation = simulate(model(rough(0.3), [0.0; 3], vec![plate, ball]), 1.0 / 240.0);
    run(&mut simulation, 2);
    simulation.state().q[0]
}

#[test]
fn a_shot_does_not_pass_a_thin_plate_but_passes_beside_it() {
    let stopped = shot(0.0);
    assert!(
        (stopped - (0.3 - 0.0005 - 0.0025)).abs() < 1e-9,
        "{stopped}"
    );
    assert!((shot(0.11) - 200.0 / 240.0).abs() < 1e-12);
}

#[test]
fn a_spinning_stick_does_not_pass_a_thin_plate() {
    // the plate stands where the end of the stick sweeps by at 60 m/s
    let half = [0.1, 0.0005, 0.1];
    let plate = Body {
        motion: Motion::Fixed,
        ..body("plate", Shape::Box { half }, Pose::at([0.45, 0.3, 0.0]))
    };
    let half = [0.5, 0.005, 0.005];
    let mut stick = body("stick", Shape::Box { half }, Pose::IDENTITY);
    stick.spin = [0.0, 0.0, 120.0];
    let mut simulation = simulate(model(rough(0.3), [0.0; 3], vec![plate, stick]), 1.0 / 240.0);
    for _ in 0..4 {
        run(&mut simulation, 1);
        let depth = simulation.report().penetration;
        assert!(depth < 1e-4, "{depth:e}");
    }
    // how much of its spin it keeps depends on the step, which turns it by half a radian; more than half is lost
    let spin = simulation.state().v[5];
    assert!(spin.abs() < 60.0, "{spin}");
}
