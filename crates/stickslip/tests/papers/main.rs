//! The worked examples of the papers, number by number. Tables are quoted by tag; `docs/errata.md` says where the
//! papers are read differently from how they are printed.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod bouncing_ball;
mod cube_and_rods;
mod falling_rod;
mod four_balls;
mod impacts;
mod open_cone;
mod painleve;
mod puck;
mod sphere_in_seam;
mod spinning_sphere;
mod stick_slip;

use stickslip::{Settings, Simulation, State, StepReport, System};

/// Whether numbers agree, each within a tolerance.
#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= tolerance, "{found:?} is not {expected:?}");
    }
}

/// One step of a system: the state after it and its report. The step is certified.
fn one_step<S: System>(system: S, state: State, settings: Settings) -> (State, StepReport) {
    let mut simulation = Simulation::new(system, state, settings).unwrap();
    let report = simulation.step().unwrap().clone();
    assert!(
        report.solution.solved && report.solution.residual <= 1e-9,
        "{report:?}"
    );
    assert!(report.audit <= 1e-9, "{report:?}");
    (simulation.state().clone(), report)
}
