//! Problems of one instant, and of one step, made from states of systems: against closed forms and against what steps do.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod contacts;
mod joints;
mod papers;

use complementarity::Method;
use stickslip::world::{Model, World};
use stickslip::{
    Instant, InstantProblem, Look, Motion, NaturalMap, Part, Refinement, Solver, State, System,
};

const G: f64 = 9.81;

/// A solution of a problem, judged by its data.
#[track_caller]
fn solve(problem: &InstantProblem) -> Motion {
    let reduced = problem.reduce().unwrap();
    let mut c = vec![0.0; reduced.len()];
    let refinement = Refinement::default();
    Solver::default()
        .solve_reduced(&reduced, &Method::Auto, &refinement, &mut c)
        .unwrap();
    let judged = NaturalMap::of(&reduced, &c).relative;
    assert!(judged < 1e-9, "{judged:e}");
    problem.motion(&reduced, &c).unwrap()
}

/// A world at its start, with its contacts.
fn world(model: Model) -> (World, State) {
    let mut world = World::new(model).unwrap();
    let state = world.initial();
    world.prepare(&state, 1e-3, Part::First).unwrap();
    (world, state)
}

/// The instant of a system's state, with nothing about to happen.
#[track_caller]
fn instant(system: &dyn System, state: &State) -> Instant {
    let instant = Instant::of(system, state, &Look::default()).unwrap();
    assert!(instant.approaching.is_empty(), "{:?}", instant.approaching);
    instant
}

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= tolerance, "{found:?} is not {expected:?}");
    }
}
