//! The friendly bundle: a system, its state, the settings, and the memory that steps reuse.

use crate::answer::Answer;
use crate::error::Error;
use crate::problem::ContactProblem;
use crate::report::{Note, StepReport};
use crate::state::State;
use crate::step::{Projection, Settings, Stepper, Taken, clock};
use crate::system::{Part, System};

/// No part of a step is shorter than this part of the whole, unless it is halved.
const SHORTEST: f64 = 1e-3;
/// Overlaps below this are left (m), and after so many rounds those that remain.
const OVERLAP: f64 = 1e-10;
const OVERLAP_ROUNDS: usize = 50;
/// Steps of a single part after which the memory for going back further is given back.
const SPARED: usize = 100;

/// A system in motion.
pub struct Simulation<S: System> {
    system: S,
    settings: Settings,
    state: State,
    report: StepReport,
    stepper: Stepper,
    /// The state before a step that has several parts, and before its present part; whether the step is one of these, and how many were
    /// not since the last.
    before: State,
    kept: bool,
    idle: usize,
    part_before: State,
    /// The settings with the length of the present part, and its report.
    part_settings: Settings,
    part: StepReport,
    /// The report of its present substep, after the first.
    substep: StepReport,
    parts: Vec<(f64, usize)>,
}

impl<S: System> Simulation<S> {
    /// Checks system, state and settings, and makes ready.
    pub fn new(system: S, state: State, settings: Settings) -> Result<Self, Error> {
        settings.validate()?;
        state.check(&system)?;
        for (contact, spec) in system.contacts().iter().enumerate() {
            spec.check().map_err(|source| Error::AtContact {
                contact,
                name: spec.name.clone(),
                source: Box::new(source),
            })?;
        }
        Ok(Self {
            system,
            part_settings: settings.clone(),
            settings,
            state,
            report: StepReport::default(),
            stepper: Stepper::default(),
            before: State::default(),
            kept: false,
            idle: 0,
            part_before: State::default(),
            part: StepReport::default(),
            substep: StepReport::default(),
            parts: Vec::new(),
        })
    }

    /// One step of the length in the settings, in parts where it must be: see [`System::clear_time`] and
    /// [`Settings::halvings`]. Contacts are looked for once in each part, which may have several [`Settings::substeps`]. After an
    /// error the state is as before.
    pub fn step(&mut self) -> Result<&StepReport, Error> {
        self.kept = false;
        self.stepper.choices.begin();
        let taken = self.take();
        self.stepper.choices.given = None;
        if taken.is_err() && self.kept {
            self.state.clone_from(&self.before);
        }
        self.idle = if self.kept { 0 } else { self.idle + 1 };
        if self.idle == SPARED {
            self.before = State::default();
        }
        taken?;
        Ok(&self.report)
    }

    fn take(&mut self) -> Result<(), Error> {
        let (whole, began) = (self.settings.step, self.state.t);
        self.stepper.unsolved = None;
        // parts still to do, the next one last, each with the halvings that led to it
        self.parts.clear();
        self.parts.push((whole, 0));
        let (mut done, mut failed) = (0, false);
        while let Some((h, depth)) = self.parts.pop() {
            let clear = self.system.clear_time(&self.state, h).max(SHORTEST * whole);
            let h = match clear < h - 1e-9 * whole {
                true => {
                    self.parts.push((h - clear, depth));
                    clear
                }
                false => h,
            };
            if depth < self.settings.halvings {
                self.part_before.clone_from(&self.state);
            }
            // substeps are as long in a part as in the whole, unless it was halved
            let share = h / whole * 2f64.powi(depth as i32);
            let substeps = (share * self.settings.substeps as f64 - 1e-9).ceil();
            let accepted = self.stepper.choices.parts();
            let substeps = substeps.max(1.0) as usize;
            let single = self.parts.is_empty() && substeps == 1 && self.settings.halvings == 0;
            if !self.kept && !single {
                // a single one goes back by itself
                self.before.clone_from(&self.state);
                self.kept = true;
            }
            self.take_part(h, substeps, done == 0)?;
            let report = if done == 0 { &self.report } else { &self.part };
            if !report.solution.solved && depth < self.settings.halvings {
                failed = true;
                self.state.clone_from(&self.part_before);
                self.stepper.choices.back_to(accepted);
                self.parts.extend([(0.5 * h, depth + 1); 2]);
                continue;
            }
            if done > 0 {
                let Self {
                    report,
                    part,
                    system,
                    ..
                } = self;
                report.add(part, |key| system.find_contact(key));
            }
            done += 1;
        }
        if done > 1 || self.settings.substeps > 1 {
            self.state.t = clock(began, whole);
        }
        if done > 1 {
            let note = Note::Parts {
                parts: done,
                failed,
            };
            self.report.notes.push(note);
        }
        Ok(())
    }

    /// A part of length h, in so many steps after one search: into `self.report` if it is the first, else into `self.part`.
    fn take_part(&mut self, h: f64, substeps: usize, first: bool) -> Result<(), Error> {
        let part = if first { Part::First } else { Part::Later };
        self.system.prepare(&self.state, h, part)?;
        self.part_settings.step = h / substeps as f64;
        let Self {
            system,
            state,
            stepper,
            substep,
            part_settings: settings,
            ..
        } = self;
        let report = match first {
            true => &mut self.report,
            false => &mut self.part,
        };
        stepper.step(system, settings, state, report)?;
        for _ in 1..substeps {
            stepper.step(system, settings, state, substep)?;
            report.add(substep, |key| system.find_contact(key));
        }
        Ok(())
    }

    /// Moves bodies apart where they overlap, by the smallest displacements in the norm of M, and leaves velocities alone: for a
    /// beginning that was not quite right. The deepest overlap that is left (m).
    pub fn resolve_overlaps(&mut self) -> Result<f64, Error> {
        let settings = Settings {
            projection: Projection::All,
            ..self.settings.clone()
        };
        let mut depth = f64::INFINITY;
        for _ in 0..OVERLAP_ROUNDS {
            // what lies deep is looked for again once it has moved: other faces may be nearer then
            self.system
                .prepare(&self.state, settings.step, Part::First)?;
            let left = self.stepper.deepest(&self.system, &self.state)?;
            if left <= OVERLAP || left >= depth {
                return Ok(left);
            }
            depth = left;
            self.stepper
                .project(&self.system, &settings, &mut self.state, &mut self.report)?;
        }
        Ok(depth)
    }

    /// The state after the last step.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether to keep the problems of each step and the answers that were taken, for [`taken`](Self::taken).
    pub fn keep_taken(&mut self, keep: bool) {
        self.stepper.choices.keep = keep;
    }

    /// The problems of the last step and the answers that were taken, a part of the step after the other: as many as it has substeps, or located
    /// impacts divide it into. Impacts that take no time are not among them. Empty unless they are kept.
    pub fn taken(&self) -> &[Taken] {
        &self.stepper.choices.taken
    }

    /// Gives an answer for one part of the next step, counted as in [`taken`](Self::taken). It is taken if it solves the problem of that part, and
    /// decides there which of several motions the system goes on with; else the part is solved as ever, and [`followed`](Self::followed)
    /// tells. Schemes that solve a step in several rounds, each at another position, do not take it.
    pub fn give(&mut self, part: usize, answer: Answer) {
        self.stepper.choices.given = Some((part, answer));
    }

    /// Whether the last step took the answer that was given to it.
    pub fn followed(&self) -> bool {
        self.stepper.choices.followed
    }

    /// Applies a generalised force from outside (N, N·m), one number for each velocity, in all steps until it is set again; an empty one is
    /// none. It is a force like those of the system: contacts answer it, the audit judges it, and its work is external work. It is the
    /// same at all positions within a step.
    pub fn apply(&mut self, force: &[f64]) -> Result<(), Error> {
        let expected = self.state.v.len();
        if !force.is_empty() && force.len() != expected {
            return Err(Error::WrongLength {
                field: "applied force".into(),
                expected,
                found: force.len(),
            });
        }
        if let Some(i) = force.iter().position(|f| !f.is_finite()) {
            return Err(Error::NotFinite {
                field: format!("applied force[{i}]"),
                value: force[i],
            });
        }
        self.stepper.applied.clear();
        self.stepper.applied.extend_from_slice(force);
        Ok(())
    }

    /// The problem of the last step that could not be solved, if there was one: for a closer look.
    pub fn unsolved(&self) -> Option<&ContactProblem> {
        self.stepper.unsolved.as_ref()
    }

    /// The system.
    pub fn system(&self) -> &S {
        &self.system
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The account of the last step.
    pub fn report(&self) -> &StepReport {
        &self.report
    }
}
