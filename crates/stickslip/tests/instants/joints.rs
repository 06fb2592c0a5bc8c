//! Joints, limits and drives at an instant.

use super::*;
use std::f64::consts::FRAC_PI_2;
use stickslip::world::{
    Axis, Body, Goal, Inertia, Joint, JointKind, Motion as Moves, Motor, Pose, Signal, Spring,
};
use stickslip::{Error, JointLaw, Touching};

fn body(name: &str, mass: f64, pose: Pose) -> Body {
    Body {
        name: name.into(),
        motion: if mass > 0.0 {
            Moves::Free
        } else {
            Moves::Fixed
        },
        pose,
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders: Vec::new(),
        inertia: match mass > 0.0 {
            false => Inertia::default(),
            true => Inertia::Given {
                mass,
                centre: [0.0; 3],
                inertia: [[0.1, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]],
            },
        },
    }
}

fn joint(name: &str, kind: JointKind, a: (usize, Pose), b: (usize, Pose), axis: Axis) -> Joint {
    Joint {
        name: name.into(),
        bodies: [a.0, b.0],
        frames: [a.1, b.1],
        kind,
        axes: vec![axis],
        collide: false,
    }
}

const MASS: f64 = 2.0;

/// A mass on a slide along x, with something acting along it, pulled along x by a gravity.
fn slide(x: f64, speed: f64, pull: f64, axis: Axis) -> Model {
    let along_x = Pose::turned([0.0; 3], [0.0, FRAC_PI_2, 0.0]);
    let mut slider = body("slider", MASS, Pose::at([x, 0.0, 0.0]));
    slider.velocity = [speed, 0.0, 0.0];
    Model {
        gravity: [pull, -G, 0.0],
        bodies: vec![body("ground", 0.0, Pose::IDENTITY), slider],
        joints: vec![joint(
            "slide",
            JointKind::Prismatic,
            (0, along_x),
            (1, along_x),
            axis,
        )],
        ..Model::default()
    }
}

fn acceleration(model: Model) -> Result<f64, Error> {
    let (world, state) = world(model);
    let found = Instant::of(&world, &state, &Look::default())?;
    Ok(solve(&found.problem).acceleration[0])
}

fn motor(goal: Goal, force: f64) -> Axis {
    Axis {
        motor: Some(Motor { goal, force }),
        ..Axis::default()
    }
}

fn speed(offset: f64, slope: f64) -> Goal {
    Goal::Velocity(Signal::Ramp { offset, slope })
}

#[test]
fn springs_and_dampers_are_forces() {
    let axis = Axis {
        viscosity: 3.0,
        spring: Some(Spring {
            stiffness: 500.0,
            rest: 0.1,
        }),
        ..Axis::default()
    };
    let a = acceleration(slide(0.25, 0.8, 1.0, axis)).unwrap();
    close(
        &[a],
        &[1.0 + (500.0 * (0.1 - 0.25) - 3.0 * 0.8) / MASS],
        1e-6,
    );
}

#[test]
fn dry_friction_holds_up_to_its_force_and_pushes_with_it_in_motion() {
    let axis = || Axis {
        friction: 5.0,
        ..Axis::default()
    };
    // at rest, pulled by less and by more; and sliding either way
    let cases = [
        (0.0, 2.4, 0.0),
        (0.0, 2.6, 0.1),
        (0.3, 0.0, -2.5),
        (-0.3, 0.0, 2.5),
    ];
    for (v, pull, expected) in cases {
        let a = acceleration(slide(0.0, v, pull, axis())).unwrap();
        close(&[a], &[expected], 1e-9);
    }
}

#[test]
fn a_motor_at_its_speed_follows_its_target_as_far_as_it_can() {
    for (force, expected) in [(f64::INFINITY, 1.5), (20.0, 1.5), (7.0, 0.5)] {
        let axis = motor(speed(0.4, 1.5), force);
        let a = acceleration(slide(0.0, 0.4, -3.0, axis)).unwrap();
        close(&[a], &[expected], 1e-8);
    }
}

#[test]
fn a_motor_off_its_speed_pushes_with_all_it_has_or_cannot_be_asked() {
    let a = acceleration(slide(0.0, 0.1, 0.0, motor(speed(0.4, 0.0), 7.0))).unwrap();
    close(&[a], &[7.0 / MASS], 1e-9);
    let error = acceleration(slide(0.0, 0.1, 0.0, motor(speed(0.4, 0.0), f64::INFINITY)));
    let Err(Error::MotorOff { joint, off }) = error else {
        panic!("{error:?}");
    };
    assert_eq!(joint, "slide, motor");
    close(&[off], &[0.3], 1e-12);
}

#[test]
fn a_motor_that_wants_a_place_follows_it_or_pushes_towards_it() {
    let place = Signal::Sine {
        offset: 0.2,
        amplitude: 0.05,
        frequency: 2.0,
        phase: FRAC_PI_2,
    };
    let goal = Goal::Position {
        place,
        stiffness: f64::INFINITY,
        damping: 0.0,
    };
    let follows = -0.05 * (2.0 * std::f64::consts::TAU).powi(2);
    let there = |force| acceleration(slide(0.25, 0.0, 1.0, motor(goal.clone(), force)));
    close(&[there(f64::INFINITY).unwrap()], &[follows], 1e-5);
    close(&[there(100.0).unwrap()], &[follows], 1e-5);
    let before = |force| acceleration(slide(0.1, 0.0, 1.0, motor(goal.clone(), force)));
    close(&[before(100.0).unwrap()], &[51.0], 1e-9);
    assert!(
        matches!(before(f64::INFINITY), Err(Error::MotorOff { off, .. }) if (off - 0.15).abs() < 1e-6)
    );
}

#[test]
fn a_limit_that_touches_pushes_and_one_that_opens_or_closes_is_listed() {
    let axis = || Axis {
        lower: Some(0.0),
        ..Axis::default()
    };
    for (pull, expected) in [(-3.0, 0.0), (3.0, 3.0)] {
        close(
            &[acceleration(slide(0.0, 0.0, pull, axis())).unwrap()],
            &[expected],
            1e-12,
        );
    }
    for v in [-0.2, 0.2] {
        let (world, state) = world(slide(0.0, v, 1.0, axis()));
        let found = Instant::of(&world, &state, &Look::default()).unwrap();
        let listed = if v > 0.0 {
            &found.leaving
        } else {
            &found.approaching
        };
        assert_eq!(listed.len(), 1);
        let Touching::Limit(joint) = listed[0].what else {
            panic!("{listed:?}");
        };
        assert!(matches!(world.joints()[joint].law, JointLaw::Limit { .. }));
        close(&[listed[0].speed], &[v], 1e-12);
    }
}

/// x = r cos θ + √(l² − r² sin² θ), θ = ωt: differentiated twice by hand. No force is known in advance, and J̇v is all there is.
#[test]
fn a_slider_crank_accelerates_as_trigonometry_says() {
    let (r, l, omega) = (0.12, 0.31, 8.0);
    for theta in [0.0_f64, 0.7, 2.0, 4.4] {
        let (sin, cos) = theta.sin_cos();
        let phi = -(r * sin / l).asin();
        let root = l * phi.cos();
        let turned = |x: f64, y: f64, angle: f64| Pose::turned([x, y, 0.0], [0.0, 0.0, angle]);
        let mut crank = body("crank", 0.3, turned(0.0, 0.0, theta));
        crank.spin = [0.0, 0.0, omega];
        let mut rod = body("rod", 0.4, turned(r * cos, r * sin, phi));
        rod.velocity = [-r * omega * sin, r * omega * cos, 0.0];
        rod.spin = [0.0, 0.0, -r * omega * cos / root];
        let x = r * cos + root;
        let slope = -r * sin - r * r * sin * cos / root;
        let mut slider = body("slider", 0.8, Pose::at([x, 0.0, 0.0]));
        slider.velocity = [omega * slope, 0.0, 0.0];
        let along_x = Pose::turned([0.0; 3], [0.0, FRAC_PI_2, 0.0]);
        let at = |x: f64| Pose::at([x, 0.0, 0.0]);
        let pin = |name: &str, a, b, axis| joint(name, JointKind::Revolute, a, b, axis);
        let model = Model {
            gravity: [0.0, -G, 0.0],
            bodies: vec![body("ground", 0.0, Pose::IDENTITY), crank, rod, slider],
            joints: vec![
                pin(
                    "bearing",
                    (0, at(0.0)),
                    (1, at(0.0)),
                    motor(speed(omega, 0.0), f64::INFINITY),
                ),
                pin("crank pin", (1, at(r)), (2, at(0.0)), Axis::default()),
                pin("wrist", (2, at(l)), (3, at(0.0)), Axis::default()),
                joint(
                    "slide",
                    JointKind::Prismatic,
                    (0, along_x),
                    (3, along_x),
                    Axis::default(),
                ),
            ],
            ..Model::default()
        };
        let (world, state) = world(model);
        let found = instant(&world, &state);
        assert!(found.joint_error < 1e-12, "{:e}", found.joint_error);
        let motion = solve(&found.problem);
        // d²x/dθ²
        let bend = -r * cos
            - r * r * (cos * cos - sin * sin) / root
            - (r * r * sin * cos).powi(2) / root.powi(3);
        let a = &motion.acceleration;
        close(
            &[a[5], a[12], a[13]],
            &[0.0, omega * omega * bend, 0.0],
            1e-6,
        );
    }
}
