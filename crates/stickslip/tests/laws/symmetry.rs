//! Symmetry.

use super::*;

/// Four balls as in [ST00 4.2], in another order and seen from elsewhere; velocities in the usual order and frame.
fn four_balls(
    order: [usize; 4],
    place: impl Fn([f64; 3]) -> [f64; 3],
    spin: impl Fn([f64; 3]) -> [f64; 3],
    back: [impl Fn([f64; 3]) -> [f64; 3]; 2],
    scheme: Scheme,
) -> Vec<f64> {
    let balls = Balls::new(BallsParameters::default()).unwrap();
    let (d, high) = (0.2 + 1e-5, 0.3);
    let places = [
        [0.0, 0.0, high],
        [1.0, 0.0, 0.1],
        [1.0 + d, 0.0, 0.1],
        [1.0 + 2.0 * d, 0.0, 0.1],
    ];
    let throw = [[1.5, 0.1, 0.0], [0.0; 3], [0.0; 3], [0.0; 3]];
    let spins = [[3.0, -2.0, 5.0], [0.0; 3], [0.0; 3], [0.0; 3]];
    let state = balls.spinning(
        &order.map(|i| place(places[i])),
        &order.map(|i| place(throw[i])),
        &order.map(|i| spin(spins[i])),
    );
    let settings = Settings {
        step: 0.005,
        scheme,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(balls, state, settings).unwrap();
    for _ in 0..200 {
        simulation.step().unwrap();
    }
    let mut v = vec![0.0; 24];
    for (at, &i) in order.iter().enumerate() {
        for part in 0..2 {
            let found = three(&simulation.state().v[6 * at + 3 * part..]);
            v[6 * i + 3 * part..6 * i + 3 * part + 3].copy_from_slice(&back[part](found));
        }
    }
    v
}

#[test]
fn the_frame_of_the_observer_does_not_matter() {
    let turn = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        move |x: [f64; 3]| [cos * x[0] - sin * x[1], sin * x[0] + cos * x[1], x[2]]
    };
    for scheme in [VELOCITY_LEVEL, Scheme::STEWART_TRINKLE, Scheme::FIXED_POINT] {
        let order = [0, 1, 2, 3];
        let plain = four_balls(order, turn(0.0), turn(0.0), [turn(0.0), turn(0.0)], scheme);
        // the octagon on the table has eight turns
        for eighth in 1..8 {
            let angle = std::f64::consts::FRAC_PI_4 * f64::from(eighth);
            let turned = four_balls(
                order,
                turn(angle),
                turn(angle),
                [turn(-angle), turn(-angle)],
                scheme,
            );
            close(&turned, &plain, 1e-9);
        }
        // and mirrors; a spin is turned the other way by them
        let mirror = |x: [f64; 3]| [x[0], -x[1], x[2]];
        let mirror_spin = |w: [f64; 3]| [-w[0], w[1], -w[2]];
        let back: [fn([f64; 3]) -> [f64; 3]; 2] = [mirror, mirror_spin];
        let mirrored = four_balls(order, mirror, mirror_spin, back, scheme);
        close(&mirrored, &plain, 1e-9);
    }
}

#[test]
fn the_order_of_bodies_and_contacts_does_not_matter() {
    let same = |x: [f64; 3]| x;
    for scheme in [VELOCITY_LEVEL, Scheme::STEWART_TRINKLE, Scheme::FIXED_POINT] {
        let plain = four_balls([0, 1, 2, 3], same, same, [same, same], scheme);
        for order in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 0, 3, 1]] {
            let other = four_balls(order, same, same, [same, same], scheme);
            close(&other, &plain, 1e-9);
        }
    }
}

#[test]
fn quaternions_and_matrices_tell_the_same_story() {
    // a brick turns differently in the two representations only by the error of the step, O(h³) each
    let run = |orientation: Coordinate, h: f64, steps: usize| -> Vec<Vec<f64>> {
        let brick = Brick::new(BrickParameters {
            orientation,
            ..BrickParameters::default()
        })
        .unwrap();
        let state = brick.state([0.0, 0.0, 0.08], [0.3, 0.1, 0.0], [1.0, 2.0, -1.0]);
        let settings = Settings {
            step: h,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(brick, state, settings).unwrap();
        let step = |_| {
            let report = simulation.step().unwrap();
            assert!(report.norm_error < 1e-14);
            simulation.state().v.clone()
        };
        (0..steps).map(step).collect()
    };
    let compare = |h: f64, steps: usize| {
        let (a, b) = (
            run(Coordinate::Quaternion, h, steps).concat(),
            run(Coordinate::Rotation, h, steps).concat(),
        );
        let pairs = a.iter().zip(&b);
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    // a step of 1e-4 s agrees to rounding
    assert!(compare(1e-4, 1) < 1e-14);
    assert!(compare(1e-4, 10) < 1e-12);
    // in flight the difference is of second order
    let errors = [4e-3, 2e-3, 1e-3].map(|h| compare(h, (0.04 / h).round() as usize));
    assert!(errors[0] < 1e-4, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1] - 4.0).abs() < 0.5, "{errors:?}");
    }
}

/// Two rods hanging from a pin, the free end just over the table: in minimal coordinates, and as bodies with joints.
fn two_pendulums(e: f64, mu: f64, angles: [f64; 2]) -> (DoublePendulum, PlanarBodies) {
    let height = angles[0].cos() + angles[1].cos();
    let (friction, restitution) = (Friction::planar(mu), Restitution::Constant(e));
    let minimal = DoublePendulum::new(DoublePendulumParameters {
        pivot_height: height,
        friction: friction.clone(),
        restitution: restitution.clone(),
        ..DoublePendulumParameters::default()
    })
    .unwrap();
    let pin = |a: Anchor, b: usize, point_a: [f64; 2]| PlanarJoint::Pin {
        name: format!("pin {b}"),
        a,
        b,
        point_a,
        point_b: [0.0, 0.5],
    };
    let jointed = PlanarBodies::new(PlanarBodiesParameters {
        bodies: ["upper", "lower"]
            .map(|name| PlanarBody::new(name, 1.0, 1.0 / 12.0))
            .to_vec(),
        joints: vec![
            pin(Anchor::Ground, 0, [0.0, height]),
            pin(Anchor::Body(0), 1, [0.0, -0.5]),
        ],
        contacts: vec![PlanarContact::PointOnLine {
            name: "free end".into(),
            body: 1,
            point: [0.0, -0.5],
            line_point: [0.0; 2],
            line_normal: [0.0, 1.0],
            velocity: 0.0,
            friction,
            restitution,
        }],
        ..PlanarBodiesParameters::default()
    })
    .unwrap();
    (minimal, jointed)
}

/// The same motion of the rods, hanging down the y axis of each, in absolute coordinates.
fn absolute(height: f64, angles: [f64; 2], rates: [f64; 2]) -> ([[f64; 3]; 2], [[f64; 3]; 2]) {
    let (mut x, mut v) = ([0.0, height], [0.0, 0.0]);
    let (mut poses, mut velocities) = ([[0.0; 3]; 2], [[0.0; 3]; 2]);
    for i in 0..2 {
        let (sin, cos) = angles[i].sin_cos();
        poses[i] = [x[0] + 0.5 * sin, x[1] - 0.5 * cos, angles[i]];
        velocities[i] = [
            v[0] + 0.5 * rates[i] * cos,
            v[1] + 0.5 * rates[i] * sin,
            rates[i],
        ];
        x = [x[0] + sin, x[1] - cos];
        v = [v[0] + rates[i] * cos, v[1] + rates[i] * sin];
    }
    (poses, velocities)
}

#[test]
fn joints_and_minimal_coordinates_agree_in_impacts_under_every_law() {
    let (angles, rates) = ([0.35, 0.6], [-1.2, -2.0]);
    for law in ImpactLaw::NAMES.map(|name| ImpactLaw::parse(name).unwrap()) {
        for (e, mu) in [(0.5, 0.5), (1.0, 0.2), (0.8, 1.5), (0.0, 0.5)] {
            for locate in [None, Some(Locate::default())] {
                let (minimal, jointed) = two_pendulums(e, mu, angles);
                let height = minimal.parameters().pivot_height;
                let settings = Settings {
                    // too short for anything but the impact
                    step: 1e-9,
                    scheme: VELOCITY_LEVEL,
                    impact: law,
                    locate,
                    ..Settings::default()
                };
                let state = minimal.state(angles, rates);
                let mut one = Simulation::new(minimal, state, settings.clone()).unwrap();
                let (poses, velocities) = absolute(height, angles, rates);
                let state = jointed.state(&poses, &velocities);
                let mut two = Simulation::new(jointed, state, settings).unwrap();
                one.step().unwrap();
                two.step().unwrap();
                let name = (law, e, mu, locate.is_some());
                let (q, v) = (&one.state().q, &one.state().v);
                let (_, expected) = absolute(height, [q[0], q[1]], [v[0], v[1]]);
                for (a, b) in expected.concat().iter().zip(&two.state().v) {
                    assert!(
                        (a - b).abs() < 1e-7,
                        "{name:?}: {expected:?} {:?}",
                        two.state().v
                    );
                }
                for report in [one.report(), two.report()] {
                    assert!(report.solution.solved && report.audit < 1e-9, "{report:?}");
                    assert!(report.contacts[0].velocity[0] > -1e-9, "{report:?}");
                    let energy = report.energy;
                    let gain = energy.kinetic - energy.kinetic_before;
                    let flagged = |n: &Note| matches!(n, Note::EnergyGain { .. });
                    let flag = report.notes.iter().any(flagged);
                    assert_eq!(gain > 1e-7, flag, "{name:?} {gain}: {report:?}");
                }
            }
        }
    }
}

#[test]
fn a_linkage_swings_without_drift_and_converges_to_minimal_coordinates() {
    // no contact in reach: the pins only
    let (angles, rates) = ([1.0, 0.5], [0.0, 0.0]);
    let difference = |h: f64| {
        let (minimal, jointed) = two_pendulums(0.0, 0.5, [0.0, 0.0]);
        let minimal = DoublePendulum::new(DoublePendulumParameters {
            pivot_height: 10.0,
            ..minimal.parameters().clone()
        })
        .unwrap();
        let mut parameters = jointed.parameters().clone();
        parameters.contacts.clear();
        let jointed = PlanarBodies::new(parameters).unwrap();
        let settings = Settings {
            step: h,
            ..Settings::default()
        };
        let state = minimal.state(angles, rates);
        let mut one = Simulation::new(minimal, state, settings.clone()).unwrap();
        let (poses, velocities) = absolute(2.0, angles, rates);
        let state = jointed.state(&poses, &velocities);
        let mut two = Simulation::new(jointed, state, settings).unwrap();
        for _ in 0..(1.0 / h).round() as usize {
            one.step().unwrap();
            let report = two.step().unwrap();
            assert!(
                report.joint_error < 1e-11 && report.notes.is_empty(),
                "{report:?}"
            );
            assert!(report.audit < 1e-9, "{report:?}");
        }
        let (a, b) = (&one.state().q, &two.state().q);
        (a[0] - b[2]).abs().max((a[1] - b[5]).abs())
    };
    let errors = [0.004, 0.002, 0.001].map(difference);
    assert!(errors[0] < 0.1, "{errors:?}");
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1] - 2.0).abs() < 0.3, "{errors:?}");
    }
}
