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

/// Two balls that come towards each other, one of them across what a crowd does, each nearly as fast as it is large; how far apart they are after the step in which
/// they meet, and how many contacts were seen.
fn across(crowd: usize) -> (f64, usize) {
    let (radius, step) = (0.0935, 0.01);
    let most = 0.99 * radius / step;
    let ball = |name: &str, at: [f64; 3], velocity: [f64; 3]| Body {
        velocity,
        ..body(name, Shape::Sphere { radius }, Pose::at(at))
    };
    let towards = [1.0 / 1.25_f64.sqrt(), -0.5 / 1.25_f64.sqrt()];
    let far = 2.0 * radius + 1.06 * most * step;
    let mut balls = vec![
        ball(
            "one",
            [-far * towards[0], -far * towards[1], 0.0],
            [most, 0.0, 0.0],
        ),
        ball("other", [0.0; 3], [0.0, 0.5 * most, 0.0]),
        ball("opposite", [-50.0, 0.0, 0.0], [-most, 0.0, 0.0]),
    ];
    for i in 0..crowd {
        let at = [10.0 + (i % 16) as f64, (i / 16) as f64, 0.0];
        balls.push(ball(&format!("{i}"), at, [0.0, most, 0.0]));
    }
    let mut simulation = simulate(model(rough(0.0), [0.0; 3], balls), step);
    let contacts = simulation.step().unwrap().contacts.len();
    let q = &simulation.state().q;
    ((q[0] - q[7]).hypot(q[1] - q[8]) - 2.0 * radius, contacts)
}

/// Also where bodies look as one sees them who moves with the crowd.
#[test]
fn nothing_is_missed_that_crosses_a_crowd() {
    let alone = across(150);
    assert!(alone.0 >= -1e-9 && alone.1 == 1, "{alone:?}");
    assert_eq!(across(250), alone);
}
