//! Once warm, a step takes no memory from the heap: buffers grow to the largest step and stay.

use allocation_counter::measure;
use stickslip::systems::{
    Balls, BallsParameters, Brick, BrickParameters, Cradle, CradleParameters, Rod, RodParameters,
};
use stickslip::{Scheme, Settings, State, StepReport, Stepper, System};

/// Allocations of a second run from the same state, after a first one has warmed all memory.
fn allocations<S: System>(system: &S, start: &State, settings: &Settings, steps: usize) -> u64 {
    let (mut stepper, mut report) = (Stepper::default(), StepReport::default());
    let mut state = start.clone();
    let mut contacts = 0;
    let mut run = |contacts: &mut usize| {
        state.clone_from(start);
        for _ in 0..steps {
            stepper
                .step(system, settings, &mut state, &mut report)
                .expect("the scene is sound");
            *contacts = (*contacts).max(report.contacts.len());
        }
    };
    // cold it does take memory, or nothing is counted
    assert!(measure(|| run(&mut contacts)).count_total > 0);
    assert!(contacts > 0, "a run without contact shows little");
    measure(|| run(&mut contacts)).count_total
}

fn each_scheme<S: System>(system: &S, start: &State, steps: usize) {
    for scheme in [
        Scheme::AnitescuPotra,
        Scheme::STEWART_TRINKLE,
        Scheme::FIXED_POINT,
    ] {
        let settings = Settings {
            step: 0.005,
            scheme,
            ..Settings::default()
        };
        let count = allocations(system, start, &settings, steps);
        assert_eq!(count, 0, "{scheme:?}");
    }
}

#[test]
fn four_balls_step_without_allocating() {
    let balls = Balls::new(BallsParameters::default()).unwrap();
    let (gap, d) = (1e-5, 0.2);
    let places = [
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.1],
        [1.0 + d + gap, 0.0, 0.1],
        [1.0 + 2.0 * (d + gap), 0.0, 0.1],
    ];
    let throw = [[1.5, 0.1, 0.0], [0.0; 3], [0.0; 3], [0.0; 3]];
    let state = balls.state(&places, &throw);
    each_scheme(&balls, &state, 200);
}

#[test]
fn a_falling_rod_and_a_brick_step_without_allocating() {
    let rod = Rod::new(RodParameters::default()).unwrap();
    let state = rod.state(0.0, 1.0, 0.5236, [0.0, 0.0, 4.0]);
    each_scheme(&rod, &state, 140);
    let brick = Brick::new(BrickParameters::default()).unwrap();
    let state = brick.state([0.0, 0.0, 0.2], [1.0, 0.0, 0.0], [3.0, 2.0, 1.0]);
    each_scheme(&brick, &state, 150);
}

#[test]
fn newtons_restitution_steps_without_allocating() {
    // it is part of the step's own problem
    let cradle = Cradle::new(CradleParameters::default()).unwrap();
    let state = cradle.state(&[-0.15, 0.0, 0.1], &[1.0, 0.0, 0.0]);
    each_scheme(&cradle, &state, 40);
}
