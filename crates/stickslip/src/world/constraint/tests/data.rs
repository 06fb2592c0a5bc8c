//! Bad data are named.

use super::*;

/// What is said about a revolute joint that something was done to.
fn message(change: impl FnOnce(&mut Model)) -> String {
    message_about(JointKind::Revolute, change)
}

fn message_about(kind: JointKind, change: impl FnOnce(&mut Model)) -> String {
    let (mut model, _) = model(kind, &mut Random(9));
    change(&mut model);
    Constraint::all(&model).unwrap_err().to_string()
}

fn axis(change: impl FnOnce(&mut Axis)) -> String {
    message(|model| {
        let mut axis = Axis::default();
        change(&mut axis);
        model.joints[0].axes = vec![Axis::default(), axis];
    })
}

#[track_caller]
fn says(text: &str, words: &[&str]) {
    assert!(words.iter().all(|w| text.contains(w)), "{text}");
}

#[test]
fn bodies_must_exist_differ_and_move() {
    let text = message(|m| m.joints[0].bodies = [0, 5]);
    says(
        &text,
        &["joint \"knee\": bodies[1] is 5", "index of a body"],
    );
    let text = message(|m| m.joints[0].bodies = [1, 1]);
    says(&text, &["bodies[1] is 1", "different bodies"]);
    let text = message(|m| m.bodies[1].motion = Motion::Fixed);
    says(&text, &["bodies is all fixed or driven", "moves freely"]);
}

#[test]
fn frames_are_poses() {
    let text = message(|m| m.joints[0].frames[1].quat_wxyz = [1.0, 0.1, 0.0, 0.0]);
    says(
        &text,
        &["frames[1].quat_wxyz", "unit quaternion w, x, y, z"],
    );
    let text = message(|m| m.joints[0].frames[0].quat_wxyz[2] = f64::NAN);
    says(&text, &["frames[0].quat_wxyz", "NaN"]);
    let text = message(|m| m.joints[0].frames[0].position[2] = f64::INFINITY);
    says(&text, &["frames[0].position[2] is inf"]);
    // and a little too long does not matter
    let (mut model, _) = model(JointKind::Fixed, &mut Random(10));
    let quat = &mut model.joints[0].frames[0].quat_wxyz;
    *quat = quat.map(|x| x * (1.0 + 9e-7));
    for (row, _) in Constraint::all(&model).unwrap() {
        let all: Vec<Placement> = (0..2).map(|b| at_start(&model, b)).collect();
        assert!(evaluate(&row, &all).0.abs() < 1e-14);
    }
}

#[test]
fn frames_must_meet_at_the_start() {
    let text = message(|m| {
        let frame = &mut m.joints[0].frames[0];
        *frame = frame.then(&Pose::at([-0.003, 0.001, 0.0]));
    });
    says(
        &text,
        &["joint \"knee\": error of its frames at t = 0 is 3.000e-3 m (x)"],
    );
    says(
        &text,
        &["anchor 0 on \"driven\" is at [", "anchor 1 on \"free\""],
    );
    let turned = |rotation: [f64; 3]| {
        message(|m| {
            let frame = &mut m.joints[0].frames[0];
            *frame = frame.then(&Pose::turned([0.0; 3], rotation));
        })
    };
    says(&turned([0.0, 0.01, 0.0]), &["e-2 rad (about"]);
    // back to front, which products of axes do not see
    says(
        &turned([std::f64::consts::PI, 0.0, 0.0]),
        &["3.142 rad between z and z"],
    );
    let text = message_about(JointKind::Fixed, |m| {
        let frame = &mut m.joints[0].frames[0];
        *frame = frame.then(&Pose::turned([0.0; 3], [0.0, 0.0, std::f64::consts::PI]));
    });
    says(&text, &["3.142 rad between x and x"]);
    let text = message_about(JointKind::Distance { length: 0.7 }, |m| {
        m.joints[0].kind = JointKind::Distance { length: 0.75 };
    });
    says(&text, &["5.000e-2 m (length)"]);
    let text = message(|m| m.bodies[1].pose.position[1] = f64::NAN);
    says(&text, &["NaN m"]);
    let gear = JointKind::Gear {
        teeth: [10, 20],
        internal: false,
        carrier: 2,
        axles: [Pose::IDENTITY; 2],
    };
    let text = message_about(gear, |m| {
        let frame = &mut m.joints[0].frames[1];
        *frame = frame.then(&Pose::turned([0.0; 3], [0.0, 0.01, 0.0]));
    });
    says(&text, &["1.000e-2 rad between wheel 1 and its axle"]);
}

#[test]
fn numbers_have_their_signs_and_ranges() {
    let text = axis(|a| a.coordinate = 1);
    says(
        &text,
        &["joint \"knee\": axes[1].coordinate is 1", "one coordinate"],
    );
    let text = axis(|a| (a.lower, a.upper) = (Some(0.2), Some(0.1)));
    says(&text, &["axes[1].upper is 0.1", "above the lower limit"]);
    let text = axis(|a| (a.lower, a.upper) = (Some(-4.0), Some(4.0)));
    says(&text, &["axes[1].upper is 8 rad", "less than a turn"]);
    let text = axis(|a| a.lower = Some(0.2));
    says(&text, &["axes[1].upper is missing", "whole turns"]);
    let text = axis(|a| (a.lower, a.upper) = (Some(f64::NAN), Some(1.0)));
    says(&text, &["axes[1].lower is NaN"]);
    let text = axis(|a| (a.lower, a.upper) = (Some(1.5), Some(2.0)));
    says(
        &text,
        &[
            "axes[1].lower is 1.5 while the coordinate",
            "poses at t = 0",
        ],
    );
    says(
        &axis(|a| a.restitution = 1.1),
        &["axes[1].restitution is 1.1", "[0, 1]"],
    );
    says(
        &axis(|a| a.friction = -1.0),
        &["axes[1].friction is -1", "≥ 0"],
    );
    says(
        &axis(|a| a.friction = f64::INFINITY),
        &["axes[1].friction is inf"],
    );
    says(
        &axis(|a| a.viscosity = f64::NAN),
        &["axes[1].viscosity is NaN"],
    );
    let spring = |stiffness, rest| axis(|a| a.spring = Some(Spring { stiffness, rest }));
    says(
        &spring(0.0, 0.0),
        &["axes[1].spring.stiffness is 0", "positive"],
    );
    says(&spring(1.0, f64::NAN), &["axes[1].spring.rest is NaN"]);
    let motor = |goal, force| axis(|a| a.motor = Some(Motor { goal, force }));
    let place = |stiffness, damping| Goal::Position {
        place: Signal::ZERO,
        stiffness,
        damping,
    };
    let speed = Goal::Velocity(Signal::Constant(f64::NAN));
    says(&motor(speed, 1.0), &["axes[1].motor.goal.velocity is NaN"]);
    says(
        &motor(place(1.0, 0.0), -1.0),
        &["axes[1].motor.force is -1"],
    );
    says(
        &motor(place(-1.0, 0.0), 1.0),
        &["motor.goal.stiffness is -1"],
    );
    says(&motor(place(1.0, -1.0), 1.0), &["motor.goal.damping is -1"]);

    let gear = |teeth, carrier| JointKind::Gear {
        teeth,
        internal: false,
        carrier,
        axles: [Pose::IDENTITY; 2],
    };
    let good = gear([10, 20], 2);
    let text = message_about(good.clone(), |m| m.joints[0].kind = gear([10, 0], 2));
    says(&text, &["teeth[1] is 0"]);
    let text = message_about(good, |m| m.joints[0].kind = gear([10, 20], 1));
    says(&text, &["carrier is 1", "different bodies"]);
    let text = message_about(JointKind::Link, |m| {
        m.joints[0].axes = vec![Axis {
            upper: Some(-1.0),
            ..Axis::default()
        }];
    });
    says(&text, &["axes[0].upper is -1", "distance"]);
    let text = message_about(JointKind::Distance { length: 0.7 }, |m| {
        m.joints[0].kind = JointKind::Distance { length: 0.0 };
    });
    says(&text, &["joint \"knee\": length is 0", "positive"]);
    let text = message_about(JointKind::Spherical, |m| {
        m.joints[0].axes = vec![Axis::default()];
    });
    says(&text, &["coordinate is 0", "no coordinate"]);
}
