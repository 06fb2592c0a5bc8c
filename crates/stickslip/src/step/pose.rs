//! The problem of one step at velocity level, posed and not solved: for those who want to know more of it than one answer.

use super::assemble::{Level, gap};
use super::{ImpactLaw, Scheme, Settings, Stepper};
use crate::error::Error;
use crate::problem::ContactProblem;
use crate::state::State;
use crate::system::System;

impl Stepper {
    /// The step of [APS98 14] from a state, of the length in the settings: all contacts that touch or that the prediction closes may not
    /// approach; with `newton` those that approach faster than the rest speed rebound [Ste00 3.11].
    pub(crate) fn pose(
        mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        newton: bool,
    ) -> Result<ContactProblem, Error> {
        state.check(system)?;
        let settings = Settings {
            scheme: Scheme::AnitescuPotra,
            impact: ImpactLaw::Newton,
            locate: None,
            ..settings.clone()
        };
        let h = settings.step;
        self.predict(system, state, h);
        for id in 0..system.contacts().len() {
            let reach = settings.touch;
            let active = gap(system, id, state.t, &state.q)? <= reach
                || gap(system, id, state.t + h, &self.end)? <= reach;
            self.active.push(active);
        }
        let level = match newton {
            true => Level::Scheme,
            false => Level::Velocity,
        };
        self.linearise(&settings, state);
        self.assemble(system, &settings, state, h, level)?;
        Ok(self.problem)
    }
}
