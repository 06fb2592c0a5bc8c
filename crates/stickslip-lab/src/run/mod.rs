//! Runs a scene: step after step, recorded, until the end, an interrupt or an error. What was computed is kept.

mod contacts;
mod error;
mod folder;
mod ledger;
mod notes;
mod recorder;
mod settings;
mod summary;
mod warnings;

pub use error::RunError;
pub use folder::FILES;
pub use ledger::{LEDGER, Term, balance};
pub use notes::NoteGroup;
pub use recorder::Recorder;
pub use settings::{ActivationSummary, NewtonSummary, SettingsSummary};
pub use summary::{
    AUDIT_LIMIT, CertificateSummary, ContactSummary, EnergySummary, Entry, Reason, SceneSummary,
    Summary,
};

use crate::scene::Scene;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip::{Error, Simulation, State, StepReport, System};

/// Something that moves in steps.
pub trait Steps {
    /// The next step; its account is in [`report`](Self::report).
    fn step(&mut self) -> Result<(), Error>;
    /// The state after the last step.
    fn state(&self) -> &State;
    /// The account of the last step.
    fn report(&self) -> &StepReport;
}

impl<S: System> Steps for Simulation<S> {
    fn step(&mut self) -> Result<(), Error> {
        Simulation::step(self).map(|_| ())
    }

    fn state(&self) -> &State {
        Simulation::state(self)
    }

    fn report(&self) -> &StepReport {
        Simulation::report(self)
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// All steps were taken.
    Finished,
    /// It was stopped from outside.
    Interrupted,
    /// A step could not be taken.
    Failed(Error),
}

/// Takes up to `steps` steps and shows each; stops between two steps when `stop` is set. An error of `see` ends the
/// run and is returned; an error of a step is an [`End`].
pub fn each<E>(
    moving: &mut impl Steps,
    steps: usize,
    stop: &AtomicBool,
    mut see: impl FnMut(usize, &State, &StepReport) -> Result<(), E>,
) -> Result<End, E> {
    for done in 0..steps {
        if stop.load(Ordering::Relaxed) {
            return Ok(End::Interrupted);
        }
        if let Err(error) = moving.step() {
            return Ok(End::Failed(error));
        }
        see(done + 1, moving.state(), moving.report())?;
    }
    Ok(End::Finished)
}

/// Runs a scene and writes its folder. `progress` is told how many steps are done, of how many.
///
/// The folder is created; an old run of the same scene in it is replaced, anything else is left alone and an error.
pub fn scene(
    scene: &Scene,
    folder: &Path,
    stop: &AtomicBool,
    mut progress: impl FnMut(usize, usize),
) -> Result<Summary, RunError> {
    let steps = scene.steps().map_err(RunError::Duration)?;
    let mut simulation = Simulation::new(
        scene.system.clone(),
        scene.initial.clone(),
        scene.settings.clone(),
    )?;
    let mut recorder = Recorder::create(folder, scene, steps)?;
    let end = each(&mut simulation, steps, stop, |done, state, report| {
        recorder.step(state, report)?;
        progress(done, steps);
        Ok::<(), RunError>(())
    })?;
    recorder.finish(&end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts, and fails or asks to stop after a given number of steps.
    struct Counter<'a> {
        state: State,
        report: StepReport,
        taken: usize,
        fail_after: usize,
        stop_after: usize,
        stop: &'a AtomicBool,
    }

    impl Steps for Counter<'_> {
        fn step(&mut self) -> Result<(), Error> {
            if self.taken == self.fail_after {
                let field = "step".into();
                let value = f64::NAN;
                return Err(Error::NotFinite { field, value });
            }
            self.taken += 1;
            self.state.t += 1.0;
            if self.taken == self.stop_after {
                self.stop.store(true, Ordering::Relaxed);
            }
            Ok(())
        }

        fn state(&self) -> &State {
            &self.state
        }

        fn report(&self) -> &StepReport {
            &self.report
        }
    }

    fn ends(fail_after: usize, stop_after: usize) -> (usize, Result<End, &'static str>) {
        let stop = AtomicBool::new(false);
        let mut counter = Counter {
            state: State::new(vec![], vec![]),
            report: StepReport::default(),
            taken: 0,
            fail_after,
            stop_after,
            stop: &stop,
        };
        let mut seen = 0;
        let end = each(&mut counter, 10, &stop, |done, state, _| {
            assert_eq!(state.t, done as f64);
            seen = done;
            Ok(())
        });
        (seen, end)
    }

    #[test]
    fn every_way_to_end_keeps_what_was_done() {
        assert_eq!(ends(99, 99), (10, Ok(End::Finished)));
        assert_eq!(ends(99, 4), (4, Ok(End::Interrupted)));
        let (seen, end) = ends(3, 99);
        assert!(seen == 3 && matches!(end, Ok(End::Failed(_))));
    }

    #[test]
    fn an_error_of_the_recorder_ends_the_run() {
        let stop = AtomicBool::new(false);
        let mut counter = Counter {
            state: State::new(vec![], vec![]),
            report: StepReport::default(),
            taken: 0,
            fail_after: 99,
            stop_after: 99,
            stop: &stop,
        };
        let full = |done, _: &State, _: &StepReport| match done {
            2 => Err("disk full"),
            _ => Ok(()),
        };
        assert_eq!(each(&mut counter, 10, &stop, full), Err("disk full"));
        assert_eq!(counter.taken, 2);
    }
}
