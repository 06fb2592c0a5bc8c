//! The implicit scheme on systems with turning frames, changing masses, joints and impacts.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use stickslip::systems::ttp01::{IN_SEAM, sphere_in_seam};
use stickslip::systems::{
    Anchor, Balls, BallsParameters, Brick, BrickParameters, DoublePendulum,
    DoublePendulumParameters, Obstacle, PlanarBodies, PlanarBodiesParameters, PlanarBody,
    PlanarJoint, Rod, RodParameters,
};
use stickslip::{
    Activation, Friction, FrictionBound, ImpactLaw, Locate, Mode, Note, Restitution, Scheme,
    Settings, Simulation, State, System,
};

/// The fixed-point scheme, settled to rounding: impacts would amplify what is left.
const TIGHT: Scheme = Scheme::FixedPoint {
    tolerance: 1e-14,
    rounds: 100,
};

/// The state after a duration, every step certified; what the steps had to tell.
fn run<S: System>(
    system: S,
    state: State,
    scheme: Scheme,
    h: f64,
    duration: f64,
) -> (State, Vec<Note>) {
    let settings = Settings {
        step: h,
        scheme,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(system, state, settings).unwrap();
    let mut notes = Vec::new();
    for _ in 0..(duration / h).round() as usize {
        let report = simulation.step().unwrap();
        assert!(report.solution.solved && report.audit <= 1e-9, "{report:?}");
        assert!(report.penetration <= 1e-12, "{report:?}");
        notes.extend(report.notes.clone());
    }
    (simulation.state().clone(), notes)
}

fn distance(a: &State, b: &State) -> f64 {
    let both = |s: &State| [s.q.clone(), s.v.clone()].concat();
    let pairs = both(a).into_iter().zip(both(b));
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn rod() -> (Rod, State) {
    let rod = Rod::new(RodParameters::default()).unwrap();
    let state = rod.state(0.0, 1.0, 30_f64.to_radians(), [0.0, 0.0, 4.0]);
    (rod, state)
}

#[test]
fn newton_and_the_fixed_point_iteration_end_at_the_same_motion() {
    // a rod that falls, sticks, slides and slaps down
    let (system, state) = rod();
    let fixed = run(system.clone(), state.clone(), TIGHT, 0.0025, 0.8);
    let newton = run(system, state, Scheme::TZITZOURIS_PANG, 0.0025, 0.8);
    assert!(newton.1.is_empty(), "{:?}", newton.1);
    assert!(distance(&fixed.0, &newton.0) < 1e-7);

    // a brick that lands on a corner and slides, with turning frames and round cones; until it slaps down on four corners
    // at once, where there are several answers and both schemes certify theirs
    let brick = Brick::new(BrickParameters {
        friction: Friction::round(0.3),
        ..BrickParameters::default()
    })
    .unwrap();
    let state = brick.state([0.0, 0.0, 0.6], [0.4, 0.1, 0.0], [1.0, 0.5, -2.0]);
    let fixed = run(brick.clone(), state.clone(), TIGHT, 0.002, 0.34);
    let newton = run(brick, state, Scheme::TZITZOURIS_PANG, 0.002, 0.34);
    assert!(distance(&fixed.0, &newton.0) < 1e-6);

    // a mass matrix that changes along the motion
    let pendulum = DoublePendulum::new(DoublePendulumParameters::default()).unwrap();
    let state = pendulum.state([0.8, 0.3], [0.0, 1.0]);
    let fixed = run(pendulum.clone(), state.clone(), TIGHT, 0.002, 0.3);
    let newton = run(pendulum, state, Scheme::TZITZOURIS_PANG, 0.002, 0.3);
    assert!(distance(&fixed.0, &newton.0) < 1e-7);
}

#[test]
fn a_step_that_newton_cannot_take_is_taken_in_parts_and_says_so() {
    let (system, state) = rod();
    let (end, notes) = run(system, state, Scheme::TZITZOURIS_PANG, 0.2, 0.8);
    assert!(
        notes
            .iter()
            .any(|n| matches!(n, Note::Halved { pieces, .. } if *pieces > 1)),
        "{notes:?}"
    );
    assert_eq!(end.t, 0.8);
    // it lies on the table
    assert!((end.q[1] - 0.05).abs() < 1e-12);
}

#[test]
fn large_steps_keep_four_balls_apart() {
    let balls = Balls::new(BallsParameters {
        table_friction: Friction::round(0.4),
        ball_friction: Friction::round(0.4),
        ..BallsParameters::default()
    })
    .unwrap();
    let state = balls.state(
        &[
            [0.0, 0.0, 1.0],
            [0.6, 0.0, 0.1],
            [0.81, 0.0, 0.1],
            [1.02, 0.0, 0.1],
        ],
        &[[1.0, 0.1, 0.0], [0.0; 3], [0.0; 3], [0.0; 3]],
    );
    for h in [0.05, 0.1, 0.2] {
        run(
            balls.clone(),
            state.clone(),
            Scheme::TZITZOURIS_PANG,
            h,
            1.0,
        );
    }
}

/// The sphere in the seam of TTP01 after one second, with more obstacles and balls that it never meets.
fn seam(far: Option<f64>, heavy: bool, h: f64) -> (Vec<f64>, f64) {
    let friction = Friction::ellipsoid(0.2, [1.0, 1.0, 0.3]).unwrap();
    let mut parameters = sphere_in_seam(friction);
    (parameters.obstacles).extend(far.map(|x| Obstacle {
        centre: [x, 0.0, 0.0],
        radius: 1.0,
    }));
    let count = if heavy { 2 } else { 1 };
    parameters.radii = vec![1.0; count];
    parameters.masses = vec![1.0, 1e6][..count].to_vec();
    let balls = Balls::new(parameters).unwrap();
    let places = [IN_SEAM, [0.0, 0.0, 1e4]];
    let speeds = [[0.0; 3], [100.0, 0.0, 0.0]];
    let state = balls.state(&places[..count], &speeds[..count]);
    let settings = Settings {
        step: h,
        scheme: Scheme::TZITZOURIS_PANG,
        // an obstacle far away is in the problem from the start; bodies that share no contact share no measure
        activation: match far {
            Some(_) => Activation::All,
            None => Activation::Predicted,
        },
        ..Settings::default()
    };
    let mut simulation = Simulation::new(balls, state, settings).unwrap();
    let mut gap = 0.0_f64;
    while simulation.state().t < 1.0 - 0.5 * h {
        let report = simulation.step().unwrap();
        assert!(report.solution.solved && report.audit <= 1e-9, "{report:?}");
        for contact in report
            .contacts
            .iter()
            .filter(|c| c.mode != Mode::Separating)
        {
            gap = gap.max(contact.gap.abs());
        }
    }
    (simulation.state().v[..6].to_vec(), gap)
}

#[test]
fn what_is_far_away_does_not_change_the_motion() {
    let (alone, gap) = seam(None, false, 0.1);
    assert!(gap <= 1e-12, "{gap}");
    for (far, heavy) in [(Some(100.0), false), (Some(1e6), false), (None, true)] {
        let (v, gap) = seam(far, heavy, 0.1);
        assert!(gap <= 1e-12, "{far:?} {heavy}: {gap}");
        for (a, b) in v.iter().zip(&alone) {
            assert!((a - b).abs() < 1e-9, "{far:?} {heavy}: {v:?} {alone:?}");
        }
    }
}

#[test]
fn the_energy_of_an_impact_is_booked_as_in_the_other_schemes() {
    let ball = Balls::new(BallsParameters {
        radii: vec![0.1],
        masses: vec![1.0],
        ..BallsParameters::default()
    })
    .unwrap();
    let books = |scheme| {
        let state = ball.state(&[[0.0, 0.0, 0.105]], &[[0.0, 0.0, -2.0]]);
        let settings = Settings {
            step: 0.01,
            scheme,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(ball.clone(), state, settings).unwrap();
        simulation.step().unwrap().energy
    };
    let (fixed, newton) = (books(TIGHT), books(Scheme::TZITZOURIS_PANG));
    assert!(newton.impact_loss > 1.0);
    assert!((fixed.impact_loss - newton.impact_loss).abs() < 1e-9);
    assert!((fixed.numerical_loss - newton.numerical_loss).abs() < 1e-9);
}

#[test]
fn impacts_between_islands_that_come_and_go() {
    let balls = Balls::new(BallsParameters {
        radii: vec![0.1; 3],
        masses: vec![1.0; 3],
        table_friction: Friction::round(0.0),
        ball_friction: Friction::round(0.4),
        table_restitution: Restitution::Constant(0.8),
        ..BallsParameters::default()
    })
    .unwrap();
    let places = [[0.0, 0.0, 0.3], [0.8, 0.0, 0.3], [3.0, 0.0, 0.3]];
    let state = balls.state(&places, &[[1.0, 0.0, 0.0], [0.0; 3], [0.0; 3]]);
    let settings = Settings {
        step: 0.01,
        scheme: Scheme::TZITZOURIS_PANG,
        impact: ImpactLaw::Poisson(FrictionBound::Corrected),
        ..Settings::default()
    };
    let mut simulation = Simulation::new(balls, state, settings).unwrap();
    for _ in 0..150 {
        let report = simulation.step().unwrap();
        assert!(report.solution.solved && report.audit <= 1e-9, "{report:?}");
    }
    assert!(simulation.state().v[6] > 0.1, "the second ball was hit");
}

/// A pendulum of two rods on pins, under gravity.
fn pinned(copies: usize) -> (PlanarBodies, State) {
    let pin = |name: &str, a, point_a, b| PlanarJoint::Pin {
        name: name.into(),
        a,
        b,
        point_a,
        point_b: [-0.5, 0.0],
    };
    let mut joints = vec![
        pin("pivot", Anchor::Ground, [0.0, 0.0], 0),
        pin("elbow", Anchor::Body(0), [0.5, 0.0], 1),
    ];
    (1..copies).for_each(|_| joints.push(joints[0].clone()));
    let bodies = PlanarBodies::new(PlanarBodiesParameters {
        bodies: vec![
            PlanarBody::new("upper", 1.0, 1.0 / 12.0),
            PlanarBody::new("lower", 2.0, 1.0 / 6.0),
        ],
        joints,
        gravity: [0.0, -9.81],
        ..PlanarBodiesParameters::default()
    })
    .unwrap();
    let state = State::new(vec![0.5, 0.0, 0.0, 1.5, 0.0, 0.0], vec![0.0; 6]);
    (bodies, state)
}

#[test]
fn joints_hold_without_projection_and_steps_depend_on_the_state_alone() {
    let (system, start) = pinned(1);
    let settings = Settings {
        step: 0.01,
        scheme: Scheme::TZITZOURIS_PANG,
        projection: stickslip::Projection::Off,
        ..Settings::default()
    };
    let fresh =
        |state: &State| Simulation::new(system.clone(), state.clone(), settings.clone()).unwrap();
    let mut simulation = fresh(&start);
    for _ in 0..100 {
        let mut again = fresh(simulation.state());
        let report = simulation.step().unwrap();
        assert!(report.joint_error <= 1e-12, "{}", report.joint_error);
        again.step().unwrap();
        assert_eq!(again.state(), simulation.state());
    }
    // a joint that is there twice is told
    let (system, start) = pinned(2);
    let mut doubled = Simulation::new(system, start, settings).unwrap();
    let notes = &doubled.step().unwrap().notes;
    assert!(
        notes
            .iter()
            .any(|n| matches!(n, Note::DependentJoints { .. })),
        "{notes:?}"
    );
}

#[test]
fn impact_times_are_refused() {
    let (system, state) = rod();
    let settings = Settings {
        scheme: Scheme::TZITZOURIS_PANG,
        locate: Some(Locate::default()),
        ..Settings::default()
    };
    let error = Simulation::new(system, state, settings).err().unwrap();
    assert!(error.to_string().contains("fixed-point"), "{error}");
}
