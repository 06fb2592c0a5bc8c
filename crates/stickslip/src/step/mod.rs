//! Time stepping: from one state to the next.
//!
//! `settings.rs` says what can be chosen; `advance.rs` is the algorithm box of the papers; `assemble.rs` asks the
//! system for the data of a step; `implicit.rs` is the fully implicit scheme; `impact.rs` and `stronge.rs` hold the laws of restitution; `locate.rs` finds
//! impact times; `choice.rs` keeps what was solved and takes answers that are given; `project.rs` removes drift, `separate.rs` penetration in large steps; `account.rs` writes the report.

mod account;
mod advance;
mod assemble;
mod choice;
mod impact;
mod implicit;
mod locate;
mod pose;
mod project;
mod separate;
mod settings;
mod stronge;

pub(crate) use assemble::{frame, friction, gap};
pub use choice::Taken;
pub use settings::{
    Activation, FrictionBound, ImpactLaw, LineariseAt, Locate, Projection, Refinement, Scheme,
    Settings,
};

use crate::answer::{Answer, Impulse};
use crate::audit::Audit;
use crate::error::Error;
use crate::problem::ContactProblem;
use crate::report::{IslandMethod, Mode, Note, StepReport};
use crate::room::Crest;
use crate::rows::Row;
use crate::solve::{Ending, Solver};
use crate::state::State;
use crate::system::{Frame, System};
use complementarity::Method;

/// Takes steps. It holds memory only: nothing in it influences a result, unless an answer is given or a force applied.
#[derive(Debug, Default)]
pub struct Stepper {
    /// The problem of the step, and the one before it in a fixed-point iteration.
    problem: ContactProblem,
    previous: ContactProblem,
    answer: Answer,
    ending: Ending,
    solver: Solver,
    audit: Audit,
    /// Which contacts are in the problem, by number.
    active: Vec<bool>,
    /// Whether so many contacts are near that islands may be swept. Such a step takes all of them from the start, because to find
    /// one more is to solve again.
    large: bool,
    /// The gaps at the end of the step, once they are known.
    gaps: Vec<f64>,
    /// Speeds below this are noise of sweeps (m/s).
    noise: f64,
    /// The state before the step, to go back to.
    before: State,
    /// Where the step is linearised: q̂ = q + h G v̂.
    guess: Vec<f64>,
    /// v̂; empty where it is that of the state.
    guess_velocity: Vec<f64>,
    /// q at the end of the step: the prediction q + h G v, until there is an answer.
    end: Vec<f64>,
    frame: Frame,
    other_frame: Frame,
    row: Row,
    other_row: Row,
    momentum: Vec<f64>,
    /// Which islands of the problem have a contact in impact.
    hit: Vec<bool>,
    /// The impulses last known, by contact: where the next solve begins. Until a problem of the step has an answer from which another goes on,
    /// those of the state before it, times this factor.
    known: Vec<(usize, Impulse)>,
    known_before: Option<f64>,
    /// The same of the joints, by number.
    known_joints: Vec<f64>,
    /// What happened at each contact of the problem.
    modes: Vec<Mode>,
    /// ε of each contact in the present impact.
    restitution: Vec<f64>,
    /// Solves and iterations not yet reported.
    effort: Effort,
    implicit: implicit::Implicit,
    separation: separate::Separation,
    shift: project::Shift,
    notes: Vec<Note>,
    /// How much memory the last step needed, in contacts, and when the worst is past.
    need: usize,
    crest: Crest,
    /// The problems of a step and their answers, and an answer that is given.
    pub(crate) choices: choice::Choices,
    /// A generalised force from outside, beside those of the system; empty if there is none.
    pub(crate) applied: Vec<f64>,
    /// The last problem that could not be solved.
    pub(crate) unsolved: Option<ContactProblem>,
}

#[derive(Debug, Default)]
struct Effort {
    solves: usize,
    iterations: usize,
}

impl Stepper {
    /// One step of length `settings.step`: the state moves on, the report says how.
    ///
    /// An error means that settings, state or the system's functions gave bad numbers; the state is then as before.
    pub fn step(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &mut State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        if self.crest.is_past(self.need) {
            self.give_back(report);
        }
        self.before.clone_from(state);
        let taken = self.take(system, settings, state, report);
        self.need = need(report);
        if taken.is_err() {
            state.clone_from(&self.before);
        }
        taken
    }

    /// Gives back what earlier steps needed. Nothing here but the last unsolved problem and what is kept of a step outlives it.
    fn give_back(&mut self, report: &mut StepReport) {
        report.contacts.shrink_to_fit();
        *self = Self {
            crest: self.crest,
            unsolved: self.unsolved.take(),
            choices: std::mem::take(&mut self.choices),
            applied: std::mem::take(&mut self.applied),
            ..Self::default()
        };
    }

    /// The step itself; if it fails the state is somewhere on the way.
    fn take(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &mut State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        settings.validate()?;
        state.check(system)?;
        let h = settings.step;
        self.large = system.has_changing_contacts()
            && system.contacts().len() > settings.large.contacts
            && settings.method == Method::Auto;
        self.open(system, state, h, report)?;
        match settings.locate {
            None if matches!(settings.scheme, Scheme::TzitzourisPang { .. }) => {
                self.impact_before_step(system, settings, state, report)?;
                self.step_implicit(system, settings, state, report)?;
            }
            Some(locate) => self.step_locating(system, settings, locate, state, report)?,
            None => {
                self.impact_before_step(system, settings, state, report)?;
                self.advance(system, settings, state, h)?;
                self.accept(system, settings, state, h, report)?;
            }
        }
        state.t = clock(report.t, h);
        self.gaps.clear();
        let by_position = settings.scheme != Scheme::AnitescuPotra;
        if self.large && by_position && settings.projection != Projection::Off {
            self.separate(system, state, report)?;
        }
        if !system.joints().is_empty() || settings.projection == Projection::All {
            // positions may change
            self.gaps.clear();
        }
        self.project(system, settings, state, report)?;
        // numbers so large that they overflow must not go on into the next step
        if let Some(value) = state.q.iter().chain(&state.v).find(|x| !x.is_finite()) {
            return Err(Error::Overflow {
                t: report.t,
                value: *value,
            });
        }
        self.close(system, state, report)
    }
}

/// For how many contacts a step needed memory; the factorisation of a pile takes as much as its contacts, or more.
fn need(report: &StepReport) -> usize {
    let factored = report.solution.methods.by(IslandMethod::InteriorPoint) > 0;
    report.contacts.len() * if factored { 2 } else { 1 }
}

/// t + h, as a multiple of h where it is one: a clock that does not drift, and that a restart cannot change.
pub(crate) fn clock(t: f64, h: f64) -> f64 {
    let steps = ((t + h) / h).round();
    let tidy = steps * h;
    match (tidy - (t + h)).abs() <= 1e-9 * h {
        true => tidy,
        false => t + h,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::{Brick, BrickParameters};

    #[test]
    fn memory_given_back_changes_nothing() {
        let brick = Brick::new(BrickParameters::default()).unwrap();
        let start = brick.state([0.0, 0.0, 0.2], [1.0, 0.0, 0.0], [3.0, 2.0, 1.0]);
        let settings = Settings {
            step: 0.005,
            ..Settings::default()
        };
        let run = |forgetful: bool| {
            let (mut stepper, mut report) = (Stepper::default(), StepReport::default());
            let mut state = start.clone();
            let mut reports = Vec::new();
            for _ in 0..150 {
                if forgetful {
                    stepper.give_back(&mut report);
                }
                let taken = stepper.step(&brick, &settings, &mut state, &mut report);
                taken.unwrap();
                reports.push(report.clone());
            }
            (state, reports)
        };
        let kept = run(false);
        assert!(kept.1.iter().any(|report| report.contacts.len() > 2));
        assert!(run(true) == kept);
    }
}
