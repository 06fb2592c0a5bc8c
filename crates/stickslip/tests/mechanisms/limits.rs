//! Limits: ends of slides, ropes.

use super::*;

/// A mass falls along its slide onto the lower limit at 0; the state of each step.
fn fall(restitution: f64, h: f64, t: f64) -> Vec<(f64, f64, f64)> {
    let axis = Axis {
        lower: Some(0.0),
        restitution,
        ..Axis::default()
    };
    let mut model = slider(2.0, 0.3, 0.0, axis);
    model.gravity = [-G, 0.0, 0.0];
    let mut run = Run::new(model, h);
    let mut seen = Vec::new();
    while run.t() < t {
        run.step();
        seen.push((run.t(), run.pose(1).position[0], run.velocity(0)[0]));
    }
    seen
}

#[test]
fn an_inelastic_limit_holds_what_falls_on_it() {
    let (h, landing) = (1e-3, f64::sqrt(2.0 * 0.3 / G));
    for (t, x, v) in fall(0.0, h, 0.6) {
        assert!(x >= -1e-8, "{x} at {t}");
        if t > landing + 2.0 * h {
            near(x, 0.0, 1e-8);
            near(v, 0.0, 1e-10);
        }
    }
}

#[test]
fn a_limit_gives_back_its_restitution_of_the_speed() {
    let (h, e) = (1e-3, 0.5);
    let seen = fall(e, h, 0.6);
    let mut rebounds = 0;
    for pair in seen.windows(2) {
        let (before, after) = (pair[0].2, pair[1].2);
        if after > before + 0.1 {
            // the speed of approach is that of the start of the step
            near(after, -e * before, 1e-9);
            rebounds += 1;
        }
    }
    // landings after 0.247 s and 0.495 s
    assert_eq!(rebounds, 2);
    let top = seen.iter().filter(|s| s.0 > 0.26 && s.0 < 0.49);
    near(top.map(|s| s.1).fold(0.0, f64::max), e * e * 0.3, 0.01);
    assert!(seen.iter().all(|s| s.1 > -1e-2));
}

#[test]
fn limits_of_an_angle_hold_on_both_sides() {
    // from −0.5 to 4 rad, so that the upper limit lies behind half a turn
    let axis = Axis {
        lower: Some(-0.5),
        upper: Some(4.0),
        motor: speed_motor(3.0, 2.0),
        ..Axis::default()
    };
    let mut run = Run::new(wheel(0.3, 0.0, axis.clone()), 5e-3);
    run.until(3.0);
    near(run.angle(1), 4.0 - TAU, 1e-8);
    let back = Axis {
        motor: speed_motor(-3.0, 2.0),
        ..axis
    };
    let mut run = Run::new(wheel(0.3, 0.0, back), 5e-3);
    run.until(3.0);
    near(run.angle(1), -0.5, 1e-8);
}

/// A ball on a rope of length 1 from the origin.
fn rope(place: [f64; 3], velocity: [f64; 3], gravity: [f64; 3], restitution: f64) -> Model {
    let axis = Axis {
        upper: Some(1.0),
        restitution,
        ..Axis::default()
    };
    let mut ball = lump("ball", 0.5, 0.01, Pose::at(place));
    ball.velocity = velocity;
    let frames = [(0, Pose::IDENTITY), (1, Pose::IDENTITY)];
    Model {
        gravity,
        bodies: vec![ground(), ball],
        joints: vec![joint(
            "rope",
            JointKind::Link,
            frames[0],
            frames[1],
            Some(axis),
        )],
        ..Model::default()
    }
}

#[test]
fn a_rope_goes_taut_and_then_leads_in_a_circle() {
    let (speed, h) = (2.0, 1e-3);
    let mut run = Run::new(rope([0.5, 0.0, 0.0], [0.0, speed, 0.0], [0.0; 3], 0.0), h);
    let taut = f64::sqrt(0.75) / speed;
    while run.t() < 4.0 {
        run.step();
        let ([x, y, _], v) = (run.pose(1).position, run.velocity(0));
        let distance = x.hypot(y);
        assert!(distance <= 1.0 + 1e-8, "{distance} at {}", run.t());
        if run.t() < taut - h {
            near(x, 0.5, 1e-12);
            near(v[1], speed, 1e-12);
        } else if run.t() > taut + 2.0 * h {
            near(distance, 1.0, 1e-5);
            // what is left is the speed along the circle, half of it
            near(v[0].hypot(v[1]), 0.5 * speed, 0.02);
        }
    }
}

#[test]
fn a_rope_goes_slack_again() {
    // thrown up from beside its peg, stopped by the rope, and falling back
    let (speed, h) = (5.0, 1e-3);
    for e in [0.0, 0.5] {
        let model = rope([0.0, 0.2, 0.0], [0.0, speed, 0.0], [0.0, -G, 0.0], e);
        let mut run = Run::new(model, h);
        let arrival = f64::sqrt(speed * speed - 2.0 * G * 0.8);
        let taut = (speed - arrival) / G;
        run.until(taut + 0.1);
        near(run.velocity(0)[1], -e * arrival - 0.1 * G, 0.03);
        assert!(run.pose(1).position[1] < 1.0);
        // not even the last step was held
        let pull = *run.simulation.report().joints.last().unwrap();
        near(pull, 0.0, 1e-12);
    }
}
