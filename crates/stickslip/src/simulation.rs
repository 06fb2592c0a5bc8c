//! The friendly bundle: a system, its state, the settings, and the memory that steps reuse.

use crate::error::Error;
use crate::report::StepReport;
use crate::state::State;
use crate::step::{Settings, Stepper};
use crate::system::System;

/// A system in motion.
pub struct Simulation<S: System> {
    system: S,
    settings: Settings,
    state: State,
    report: StepReport,
    stepper: Stepper,
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
            settings,
            state,
            report: StepReport::default(),
            stepper: Stepper::default(),
        })
    }

    /// One step of the length in the settings.
    pub fn step(&mut self) -> Result<&StepReport, Error> {
        self.system.prepare(&self.state, self.settings.step)?;
        self.stepper.step(
            &self.system,
            &self.settings,
            &mut self.state,
            &mut self.report,
        )?;
        Ok(&self.report)
    }

    /// The state after the last step.
    pub fn state(&self) -> &State {
        &self.state
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
