//! What drives ask of a step.

use super::*;
use std::f64::consts::PI;

fn acts(axis: Axis, is_angle: bool) -> Vec<(&'static str, Act)> {
    Act::all(&axis, is_angle)
}

fn only(axis: Axis, is_angle: bool) -> Act {
    let mut all = acts(axis, is_angle);
    assert_eq!(all.len(), 1);
    all.remove(0).1
}

fn spring(stiffness: f64, rest: f64) -> Option<Spring> {
    Some(Spring { stiffness, rest })
}

#[test]
fn what_has_no_force_has_no_row() {
    assert!(acts(Axis::default(), false).is_empty());
    let still = Axis {
        motor: Some(Motor {
            goal: Goal::Velocity(Signal::Constant(1.0)),
            force: 0.0,
        }),
        ..Axis::default()
    };
    assert!(acts(still, false).is_empty());
    let names = |axis| -> Vec<&str> { acts(axis, false).iter().map(|(word, _)| *word).collect() };
    let viscous = Axis {
        viscosity: 1.0,
        ..Axis::default()
    };
    assert_eq!(names(viscous), ["damper"]);
    let all = Axis {
        friction: 1.0,
        viscosity: 1.0,
        spring: spring(1.0, 0.0),
        motor: Some(Motor {
            goal: Goal::Velocity(Signal::ZERO),
            force: f64::INFINITY,
        }),
        ..Axis::default()
    };
    assert_eq!(names(all), ["friction", "spring", "motor"]);
}

#[test]
fn dry_friction_wants_rest_with_a_bounded_impulse() {
    let act = only(
        Axis {
            friction: 3.0,
            ..Axis::default()
        },
        false,
    );
    let expected = Drive {
        target: 0.0,
        low: -0.03,
        high: 0.03,
        softness: 0.0,
    };
    assert_eq!(act.drive(7.0, 0.4, 0.01), expected);
    assert_eq!(act.stored(0.4), 0.0);
}

#[test]
fn springs_and_dampers_push_with_what_holds_at_the_end_of_the_step() {
    let (k, d, rest, x, h) = (50.0, 2.0, 0.3, 0.7, 0.02);
    let act = only(
        Axis {
            viscosity: d,
            spring: spring(k, rest),
            ..Axis::default()
        },
        false,
    );
    let drive = act.drive(0.0, x, h);
    assert_eq!((drive.low, drive.high), (f64::NEG_INFINITY, f64::INFINITY));
    // any impulse that the drive allows is the force at the end of the step, times h
    for u in [-2.0, 0.0, 3.0] {
        let c = (drive.target - u) / drive.softness;
        let force = -k * (x + h * u - rest) - d * u;
        assert!((c - h * force).abs() < 1e-14);
    }
    assert!((act.stored(x) - 0.5 * k * 0.16).abs() < 1e-14);
    // in an impact it has no time to act
    assert_eq!(act.drive(0.0, x, 0.0), Drive::NONE);
}

#[test]
fn springs_and_position_motors_on_angles_take_the_shorter_way_round() {
    // rest at 3 rad, angle at −3 rad: 2π − 6 away, in the negative direction
    let act = only(
        Axis {
            spring: spring(10.0, 3.0),
            ..Axis::default()
        },
        true,
    );
    let away = 6.0 - 2.0 * PI;
    assert!((act.stored(-3.0) - 5.0 * away * away).abs() < 1e-14);
    assert!(act.drive(0.0, -3.0, 0.1).target < 0.0);
    // a goal that goes on turning is reached from any angle in (−π, π]
    let motor = Motor {
        goal: Goal::Position {
            place: Signal::Ramp {
                offset: 0.0,
                slope: 2.0,
            },
            stiffness: f64::INFINITY,
            damping: 0.0,
        },
        force: f64::INFINITY,
    };
    let act = only(
        Axis {
            motor: Some(motor),
            ..Axis::default()
        },
        true,
    );
    let (h, t) = (0.01, 500.0);
    let x = wrap(2.0 * (t - h));
    assert!((act.drive(t, x, h).target - 2.0).abs() < 1e-9);
}

#[test]
fn motors_want_what_holds_at_the_end_of_the_step() {
    let ramp = |offset, slope| Signal::Ramp { offset, slope };
    let motor = |goal, force| {
        let motor = Some(Motor { goal, force });
        only(
            Axis {
                motor,
                ..Axis::default()
            },
            false,
        )
    };
    let h = 0.1;
    let speed = motor(Goal::Velocity(ramp(1.0, 2.0)), 5.0);
    let drive = speed.drive(3.0, 0.2, h);
    assert_eq!((drive.target, drive.softness), (7.0, 0.0));
    assert_eq!((drive.low, drive.high), (-0.5, 0.5));

    let position = |stiffness, damping, force| {
        let place = ramp(0.5, 0.25);
        let goal = Goal::Position {
            place,
            stiffness,
            damping,
        };
        motor(goal, force)
    };
    let (k, d, x, t) = (40.0, 3.0, 0.1, 2.0);
    let drive = position(k, d, 6.0).drive(t, x, h);
    for u in [-1.0, 0.5] {
        let c = (drive.target - u) / drive.softness;
        let force = k * (1.0 - x - h * u) + d * (0.25 - u);
        assert!((c - h * force).abs() < 1e-13);
    }
    assert!((drive.high - 0.6).abs() < 1e-15 && (drive.low + 0.6).abs() < 1e-15);

    let hard = position(f64::INFINITY, 0.0, 6.0);
    let drive = hard.drive(t, x, h);
    assert!((drive.target - 9.0).abs() < 1e-12 && drive.softness == 0.0);
    assert!((drive.high - 0.6).abs() < 1e-15);
}

#[test]
fn in_an_impact_only_infinitely_strong_motors_act() {
    let goal = |position: bool| match position {
        false => Goal::Velocity(Signal::Constant(2.0)),
        true => Goal::Position {
            place: Signal::Ramp {
                offset: 0.0,
                slope: 2.0,
            },
            stiffness: f64::INFINITY,
            damping: 0.0,
        },
    };
    for position in [false, true] {
        for force in [1.0, f64::INFINITY] {
            let motor = Some(Motor {
                goal: goal(position),
                force,
            });
            let act = only(
                Axis {
                    motor,
                    ..Axis::default()
                },
                false,
            );
            let drive = act.drive(1.0, 0.0, 0.0);
            let reach = if force.is_infinite() { force } else { 0.0 };
            assert_eq!(
                (drive.target, drive.low, drive.high),
                (2.0, -reach, reach),
                "{position} {force}"
            );
        }
    }
}

#[test]
fn rows_are_named_after_what_they_do() {
    let mut random = Random(8);
    let names = |kind, random: &mut Random| -> Vec<String> {
        let (model, _) = model(kind, random);
        let rows = Constraint::all(&with_axes(model)).unwrap();
        rows.into_iter().map(|(_, spec)| spec.name).collect()
    };
    assert_eq!(
        names(JointKind::Revolute, &mut random),
        [
            "knee, x",
            "knee, y",
            "knee, z",
            "knee, about x",
            "knee, about y",
            "knee, lower limit",
            "knee, upper limit",
            "knee, friction",
            "knee, spring",
            "knee, motor",
        ]
    );
    let sleeve = names(JointKind::Cylindrical, &mut random);
    assert_eq!(sleeve[4], "knee, slide lower limit");
    assert_eq!(sleeve[13], "knee, turn motor");
}
