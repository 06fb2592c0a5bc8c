//! Runs a scene: step after step, recorded, until the end, an interrupt or an error. What was computed is kept.

mod arrays;
mod branch;
mod checkpoint;
mod contact_rows;
mod contacts;
mod course;
mod error;
mod exact;
mod failure;
mod folder;
mod ledger;
mod listed;
mod notes;
mod options;
mod origin;
mod places;
mod recorder;
mod rhythm;
mod roll;
mod saved;
mod settings;
mod size;
mod step_contacts;
mod step_figures;
mod summary;
mod warnings;
mod watch;

pub use branch::{Apart, Branch, Parting, Tree};
pub(crate) use checkpoint::keep_unfinished;
pub(crate) use contact_rows::contact_row;
pub use contact_rows::{ContactRow, read as read_contacts};
pub use error::RunError;
pub(crate) use folder::free_folder;
pub use folder::{FILES, REPORT};
pub use ledger::{LEDGER, Term, balance};
pub use listed::{LISTED, LeftOut};
pub use notes::{NoteGroup, by_joint};
pub use options::{Checkpoints, OnFailure, Options};
pub use origin::{Origin, Repeat, repeat, repeat_with, run_folder};
pub(crate) use places::place;
pub use recorder::Recorder;
pub use settings::{ActivationSummary, LargeSummary, NewtonSummary, SettingsSummary};
pub use size::{MUCH, ahead, written};
pub use step_contacts::Touch;
pub(crate) use step_contacts::{cross, tangent_of};
pub use step_figures::{COLUMNS as STEP_FIGURES, method as step_method, of as step_figures};
pub(crate) use summary::worst;
pub use summary::{
    AUDIT_LIMIT, CertificateSummary, ContactSummary, EnergySummary, Entry, JOINT_LIMIT, Reason,
    SWEPT_AUDIT_LIMIT, SceneSummary, Summary, SweptSummary, USEFUL_LIMIT,
};

pub use watch::{CONTACTS_LIMIT, Mark, OtherMotion, Uniqueness};

pub(crate) use warnings::{pyramids, warnings as advance_warnings};

use crate::scene::{BuiltIn, Scene};
use course::{Came, Course};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip::{ContactReport, Error, Simulation, State, StepReport, System};

/// Something that moves in steps.
pub trait Steps {
    /// The next step; its account is in [`report`](Self::report).
    fn step(&mut self) -> Result<(), Error>;
    /// The state after the last step.
    fn state(&self) -> &State;
    /// The account of the last step.
    fn report(&self) -> &StepReport;
    /// What a contact of that account is called, by its number there.
    fn contact_name(&self, contact: usize) -> String;
    /// Where a contact of that account is, if that is known.
    fn touch(&self, contact: &ContactReport) -> Option<Touch>;
}

impl Steps for Simulation<BuiltIn> {
    fn step(&mut self) -> Result<(), Error> {
        Simulation::step(self).map(|_| ())
    }

    fn state(&self) -> &State {
        Simulation::state(self)
    }

    fn report(&self) -> &StepReport {
        Simulation::report(self)
    }

    fn contact_name(&self, contact: usize) -> String {
        self.system().contact_name(contact)
    }

    fn touch(&self, contact: &ContactReport) -> Option<Touch> {
        let h = Simulation::report(self).h;
        Touch::of(self.system(), Simulation::state(self), contact, h)
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
    /// A step is not certified, and the run was to stop there: what to say.
    NotCertified(String),
}

/// Takes the steps with these numbers and shows each; stops between two steps when `stop` is set. An error of `see` ends the
/// run and is returned; an error of a step is an [`End`].
pub fn each<M: Steps, E>(
    moving: &mut M,
    steps: Range<usize>,
    stop: &AtomicBool,
    mut see: impl FnMut(usize, &M) -> Result<(), E>,
) -> Result<End, E> {
    for done in steps {
        if stop.load(Ordering::Relaxed) {
            return Ok(End::Interrupted);
        }
        if let Err(error) = moving.step() {
            return Ok(End::Failed(error));
        }
        see(done + 1, moving)?;
    }
    Ok(End::Finished)
}

/// How far a run is.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// Which branch it is, from 1.
    pub branch: usize,
    /// Steps done, those of an earlier part included.
    pub done: usize,
    /// Steps in all.
    pub of: usize,
    /// The account of the step just taken.
    pub report: &'a StepReport,
    /// The account of the run so far, without its state and contacts.
    pub so_far: &'a Summary,
}

/// What became of a run.
#[derive(Debug)]
pub enum Ran {
    /// It was run, or the rest of it.
    Now {
        /// Its account.
        summary: Box<Summary>,
        /// How many steps had been done before it was resumed; none if it was not.
        before: Option<usize>,
    },
    /// It was to be resumed and is finished already: the content of its `summary.json`.
    Before(serde_json::Value),
}

/// Runs a scene and writes its folder. `progress` is told how many steps are done, of how many.
///
/// The folder is created; an old run of the same scene in it is replaced if it has ended, anything else is left alone and an error.
pub fn scene(
    scene: &Scene,
    folder: &Path,
    stop: &AtomicBool,
    mut progress: impl FnMut(usize, usize),
) -> Result<Summary, RunError> {
    let options = Options::default();
    match with(scene, folder, &options, stop, |p| progress(p.done, p.of))? {
        Ran::Now { summary, .. } => Ok(*summary),
        Ran::Before(_) => unreachable!("only a run that is resumed can have ended before"),
    }
}

/// The same with options.
pub fn with(
    scene: &Scene,
    folder: &Path,
    options: &Options,
    stop: &AtomicBool,
    mut progress: impl FnMut(&Progress<'_>),
) -> Result<Ran, RunError> {
    let scene = &options.on_failure.applied_to(scene);
    let steps = scene.steps().map_err(RunError::Duration)?;
    branch::check(options, &scene.settings)?;
    let options = &match options.branches > 1 {
        true => options.watching(),
        false => options.clone(),
    };
    let course = Course {
        branch: 1,
        scene,
        steps,
        folder,
        options,
        choices: &[],
    };
    match course.run(stop, &mut progress)? {
        Came::Before(summary) => Ok(Ran::Before(summary)),
        Came::Now {
            mut summary,
            before,
            points,
            count,
        } => {
            if options.branches > 1 {
                branch::follow(&course, &mut summary, (points, count), stop, &mut progress)?;
            }
            Ok(Ran::Now { summary, before })
        }
        Came::Astray => unreachable!("a run without choices cannot leave them"),
    }
}

/// What a step is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All its problems were solved, and its audit passes.
    Certified,
    /// Sweeps over large groups of contacts ended before their goal, at a residual that is still useful, and nothing else is wrong.
    Useful,
    /// Neither.
    Failed,
}

/// Judges a step; what is not a number does not pass.
pub fn verdict(report: &StepReport) -> Verdict {
    // the laws may hold between bodies that no longer hang together
    if report.joint_error.is_nan() || report.joint_error > JOINT_LIMIT {
        return Verdict::Failed;
    }
    let limit = match report.solution.swept {
        0 => AUDIT_LIMIT,
        _ => SWEPT_AUDIT_LIMIT,
    };
    if report.solution.solved && report.audit <= limit {
        return Verdict::Certified;
    }
    // the audit of an answer that is less accurate is worse with it, by up to a hundred times here
    let useful = report.solution.residual <= USEFUL_LIMIT && report.audit.is_finite();
    match report.ran_out_of_sweeps() && useful {
        true => Verdict::Useful,
        false => Verdict::Failed,
    }
}

/// Whether all problems of a step were solved and its audit passes.
pub fn is_certified(report: &StepReport) -> bool {
    verdict(report) == Verdict::Certified
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip::Note;

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

        fn contact_name(&self, contact: usize) -> String {
            contact.to_string()
        }

        fn touch(&self, _contact: &ContactReport) -> Option<Touch> {
            None
        }
    }

    #[test]
    fn a_step_is_certified_useful_or_failed() {
        let unsolved = |status, residual| {
            let mut report = StepReport::default();
            report.solution.solved = false;
            report.solution.swept = 1;
            report.solution.residual = residual;
            report.audit = 0.1;
            report.notes.push(Note::Unsolved { status, residual });
            report
        };
        let budget = "budget exhausted";
        assert_eq!(verdict(&StepReport::default()), Verdict::Certified);
        assert_eq!(verdict(&unsolved(budget, 1e-3)), Verdict::Useful);
        assert_eq!(verdict(&unsolved(budget, 1.1e-3)), Verdict::Failed);
        assert_eq!(verdict(&unsolved(budget, f64::NAN)), Verdict::Failed);
        assert_eq!(verdict(&unsolved("ray", 1e-5)), Verdict::Failed);
        // what has no solution is not hidden by what was merely slow
        let mut both = unsolved(budget, 1e-4);
        let (status, residual) = ("ray", 1e-4);
        both.notes.push(Note::Unsolved { status, residual });
        assert_eq!(verdict(&both), Verdict::Failed);
        // solved, and yet the audit fails
        let mut misread = StepReport::default();
        misread.audit = 1e-2;
        assert_eq!(verdict(&misread), Verdict::Failed);
        // solved, and yet a joint is open
        let mut open = StepReport::default();
        open.joint_error = 0.9 * JOINT_LIMIT;
        assert_eq!(verdict(&open), Verdict::Certified);
        open.joint_error = 0.06;
        assert_eq!(verdict(&open), Verdict::Failed);
        open.joint_error = f64::NAN;
        assert_eq!(verdict(&open), Verdict::Failed);
        let mut endless = unsolved(budget, 1e-4);
        endless.audit = f64::INFINITY;
        assert_eq!(verdict(&endless), Verdict::Failed);
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
        let end = each(&mut counter, 0..10, &stop, |done, moved| {
            assert_eq!(moved.state().t, done as f64);
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
        let full = |done, _: &Counter<'_>| match done {
            2 => Err("disk full"),
            _ => Ok(()),
        };
        assert_eq!(each(&mut counter, 0..10, &stop, full), Err("disk full"));
        assert_eq!(counter.taken, 2);
    }
}
