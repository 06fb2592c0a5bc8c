//! One run from its first step to its last: resumed, watched, and led where the motion is indeterminate, as far as that is asked.

use super::checkpoint::{self, Found, Identity};
use super::options::{OnFailure, Options};
use super::recorder::Recorder;
use super::watch::{self, Alternative, Uniqueness};
use super::{Progress, RunError, Steps, Summary, Touch, each, failure, is_certified};
use crate::scene::{BuiltIn, Scene};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use stickslip::{Answer, ContactReport, Error, Simulation, State, StepReport};

/// A run to be made.
pub(super) struct Course<'a> {
    /// The scene, as it is run.
    pub(super) scene: &'a Scene,
    pub(super) steps: usize,
    pub(super) folder: &'a Path,
    pub(super) options: &'a Options,
    /// Which branch it is, from 1.
    pub(super) branch: usize,
    /// Where it leaves what the solver would choose.
    pub(super) choices: &'a [Choice],
}

/// A motion to be taken in a part of a step.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// The number of the step, from 1.
    pub(super) step: usize,
    pub(super) part: usize,
    pub(super) answer: Answer,
}

/// Another motion than the one that a step took.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// The number of the step, from 1.
    pub(super) step: usize,
    /// The time at its start (s).
    pub(super) t: f64,
    pub(super) other: Alternative,
}

/// What became of it.
pub(super) enum Came {
    /// It was finished before: its summary.
    Before(serde_json::Value),
    /// It was run, or the rest of it.
    Now {
        summary: Box<Summary>,
        before: Option<usize>,
        /// Where it could go elsewhere after its last choice: the first of them.
        points: Vec<Point>,
        /// How many of them there are.
        count: usize,
    },
    /// The step with its last choice did not take it: it would violate a contact that was not in its problem.
    Astray,
}

/// Why stepping ends early.
enum Break {
    /// What was computed cannot be kept.
    Run(RunError),
    /// A step is not certified, and the run is to stop there.
    NotCertified,
    /// A choice was not taken.
    Astray,
}

impl From<RunError> for Break {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

impl Course<'_> {
    /// Runs it. Of the points where it could go elsewhere no more are kept than branches may be followed.
    pub(super) fn run(
        &self,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Came, RunError> {
        let Self {
            scene,
            steps,
            folder,
            options,
            choices,
            branch,
        } = *self;
        let identity = Identity::new(scene, steps, options.on_failure).with(options);
        let found = match options.resume {
            true => checkpoint::find(folder, scene, &identity)?,
            false => Found::Nothing,
        };
        let (mut recorder, before) = match found {
            Found::Finished(summary) => return Ok(Came::Before(summary)),
            Found::Nothing => {
                // what cannot be begun must not replace an old run
                simulation(scene, scene.initial.clone())?;
                if !options.overwrite {
                    checkpoint::keep_unfinished(folder, &scene.name)?;
                }
                let recorder = Recorder::create(folder, scene, steps, options)?;
                (recorder, None)
            }
            Found::Here(checkpoint) => {
                let step = checkpoint.step;
                let recorder = Recorder::resume(folder, scene, steps, options, *checkpoint)?;
                (recorder, Some(step))
            }
        };
        let first = before.unwrap_or(0);
        let last_choice = choices.last().map_or(0, |choice| choice.step);
        if let (Some(every), None) = (options.watch, recorder.uniqueness()) {
            *recorder.uniqueness() = Some(Uniqueness::new(every, (first + 1).max(last_choice)));
        }
        let mut led = Led {
            simulation: simulation(scene, recorder.state().clone())?,
            choices,
            taken: first,
            watch: recorder.uniqueness().clone(),
        };
        let (mut points, mut count) = (Vec::new(), 0);
        let end = each(&mut led, first..steps, stop, |done, moved| {
            if options.on_failure == OnFailure::Stop && !is_certified(moved.report()) {
                return Err(Break::NotCertified);
            }
            if moved.choice(done).is_some() && !moved.simulation.followed() {
                return Err(Break::Astray);
            }
            if let Some(log) = recorder
                .uniqueness()
                .as_mut()
                .filter(|log| log.is_due(done))
            {
                let found = watch::look(log, done, &moved.simulation, stop);
                for other in found.map_err(RunError::Simulation)? {
                    if done <= last_choice {
                        continue;
                    }
                    count += 1;
                    if points.len() < options.branches {
                        let (step, t) = (done, moved.report().t);
                        points.push(Point { step, t, other });
                    }
                }
            }
            recorder.step(moved)?;
            progress(&Progress {
                branch,
                done,
                of: steps,
                report: moved.report(),
                so_far: recorder.so_far(),
            });
            Ok(())
        });
        let end = match end {
            Ok(end) => end,
            Err(Break::Run(error)) => return Err(error),
            Err(Break::Astray) => return Ok(Came::Astray),
            Err(Break::NotCertified) => {
                let step = recorder.so_far().steps + 1;
                failure::end(folder, step, &led.simulation)?
            }
        };
        let summary = Box::new(recorder.finish(&end)?);
        Ok(Came::Now {
            summary,
            before,
            points,
            count,
        })
    }
}

/// A simulation that takes the choices of a run.
struct Led<'a> {
    simulation: Simulation<BuiltIn>,
    choices: &'a [Choice],
    /// How many steps were taken.
    taken: usize,
    /// Which steps are looked at.
    watch: Option<Uniqueness>,
}

impl Led<'_> {
    fn choice(&self, step: usize) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.step == step)
    }
}

impl Steps for Led<'_> {
    fn step(&mut self) -> Result<(), Error> {
        let next = self.taken + 1;
        if let Some(Choice { part, answer, .. }) = self.choice(next).cloned() {
            self.simulation.give(part, answer);
        }
        let due = self.watch.as_ref().is_some_and(|log| log.is_due(next));
        self.simulation.keep_taken(due);
        Steps::step(&mut self.simulation)?;
        self.taken = next;
        Ok(())
    }

    fn state(&self) -> &State {
        Steps::state(&self.simulation)
    }

    fn report(&self) -> &StepReport {
        Steps::report(&self.simulation)
    }

    fn contact_name(&self, contact: usize) -> String {
        self.simulation.contact_name(contact)
    }

    fn touch(&self, contact: &ContactReport) -> Option<Touch> {
        self.simulation.touch(contact)
    }
}

fn simulation(scene: &Scene, state: State) -> Result<Simulation<BuiltIn>, Error> {
    Simulation::new(scene.system.clone(), state, scene.settings.clone())
}
