//! The implicit scheme on systems with turning frames, changing masses, joints and impacts.

use stickslip::systems::{
    Balls, BallsParameters, Brick, BrickParameters, DoublePendulum, DoublePendulumParameters, Rod,
    RodParameters,
};
use stickslip::{Friction, Note, Scheme, Settings, Simulation, State, System};

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
            .any(|n| matches!(n, Note::Halved { pieces } if *pieces > 1)),
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
