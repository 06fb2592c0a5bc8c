//! Impact times found inside a step [ST00 §5]: the step goes up to the first contact, the impact is solved with h = 0,
//! and the rest of the step follows. What accumulates (Zeno) is cut off by the rest speed and a limit of impacts.

use super::assemble::{Level, frame, gap};
use super::impact::{approach, coefficient};
use super::{Locate, Settings, Stepper};
use crate::error::Error;
use crate::report::{ImpactReport, Note, StepReport};
use crate::state::State;
use crate::system::System;

impl Stepper {
    pub(super) fn step_locating(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        locate: Locate,
        state: &mut State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        let end = state.t + settings.step;
        for impacts in 0.. {
            let remaining = end - state.t;
            if impacts == locate.impacts {
                // too many: what is left of the step is inelastic
                let contact = self.active.iter().position(|&a| a).unwrap_or(0);
                report.notes.push(Note::Zeno {
                    t: state.t,
                    contact,
                });
                self.advance(system, settings, state, remaining)?;
                return self.accept(system, settings, state, remaining, report);
            }
            // what touches and approaches is an impact now: in a state given so, or after a drive has reversed
            if self.close_touching(system, settings, state)? {
                self.located_impact(system, settings, locate, state, report)?;
                continue;
            }
            let time = self.first_impact(system, settings, locate, state, remaining)?;
            self.accept(system, settings, state, time, report)?;
            if time >= remaining {
                return Ok(());
            }
            state.t += time;
            self.located_impact(system, settings, locate, state, report)?;
        }
        Ok(())
    }

    /// The impact at the present position: closed contacts take part, and rebound if they are fast enough.
    fn located_impact(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        locate: Locate,
        state: &mut State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        self.active.clear();
        for id in 0..system.contacts().len() {
            let closed = gap(system, id, state.t, &state.q)? <= settings.touch + locate.tolerance;
            self.active.push(closed);
        }
        // the Zeno cut-off: a rebound below the rest speed is none
        let mut elastic = false;
        for id in (0..self.active.len()).filter(|&id| self.active[id]) {
            let approach = approach(&mut self.frame, system, state, id)?.max(0.0);
            let rebound = approach * coefficient(system, state.t, id, approach)?;
            elastic |= rebound > settings.rest_speed;
        }
        let bouncy = |id: usize| !system.contacts()[id].restitution.is_none();
        let first = (0..self.active.len()).find(|&id| self.active[id] && bouncy(id));
        if let (false, Some(contact)) = (elastic, first) {
            report.notes.push(Note::Zeno {
                t: state.t,
                contact,
            });
        }
        let before = report.energy.kinetic;
        self.impact(system, settings, state, elastic, report)?;
        report.impacts.push(ImpactReport {
            t: state.t,
            contacts: (0..self.active.len())
                .filter(|&id| self.active[id])
                .collect(),
            kinetic: [before, report.energy.kinetic],
        });
        Ok(())
    }

    /// The contacts that are closed now and not about to leave: they are in the problem, the others are watched.
    /// Whether one of them approaches.
    fn close_touching(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
    ) -> Result<bool, Error> {
        self.active.clear();
        let mut approaches = false;
        for id in 0..system.contacts().len() {
            let mut closed = gap(system, id, state.t, &state.q)? <= settings.touch;
            if closed {
                let leaving = -approach(&mut self.frame, system, state, id)?;
                closed = leaving <= settings.rest_speed;
                approaches |= -leaving > settings.rest_speed;
            }
            self.active.push(closed);
        }
        Ok(approaches)
    }

    /// Advances by `remaining`, or to the first time at which a watched contact closes; how far it came.
    fn first_impact(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        locate: Locate,
        state: &State,
        remaining: f64,
    ) -> Result<f64, Error> {
        let closed = self.active.clone();
        // closed, but about to leave: such a contact may be deep inside, and closes only if it turns back
        let mut leaving = Vec::with_capacity(closed.len());
        for (id, closed) in closed.iter().enumerate() {
            let inside = gap(system, id, state.t, &state.q)? <= settings.touch;
            leaving.push(!closed && inside);
        }
        // the smallest gap of the watched contacts after a step of length h
        let lowest = |this: &mut Self, h: f64| -> Result<f64, Error> {
            this.active.clone_from(&closed);
            // what a trial has to tell is not what happens
            this.notes.clear();
            this.predict(system, state, h);
            this.advance_active(system, settings, state, h, Level::Located)?;
            let mut lowest = f64::INFINITY;
            for id in (0..closed.len()).filter(|&id| !closed[id]) {
                let gap = gap(system, id, state.t + h, &this.end)?;
                // a contact that is just leaving has next to no gap, and does not close
                let near = gap >= -locate.tolerance && gap <= locate.tolerance;
                if near || (leaving[id] && gap < 0.0) {
                    frame(system, id, state.t + h, &this.end, &mut this.frame)?;
                    let u = this.frame.normal.dot(&this.answer.velocity) - this.frame.surface[0];
                    if u > 0.0 {
                        continue;
                    }
                }
                lowest = lowest.min(gap);
            }
            Ok(lowest)
        };
        let mut high = (remaining, lowest(self, remaining)?);
        if high.1 > locate.tolerance {
            return Ok(remaining);
        }
        // a time before the impact: now, unless a contact is just leaving; then go back until it is clear
        let mut low = (0.0, f64::NAN);
        for halving in 1..60 {
            let h = remaining * 0.5_f64.powi(halving);
            let value = lowest(self, h)?;
            if value > locate.tolerance {
                low = (h, value);
                break;
            }
            high = (h, value);
        }
        if low.1.is_nan() {
            // closed at once, within all accuracy: an impact now
            lowest(self, high.0)?;
            return Ok(high.0);
        }
        // regula falsi with the Illinois rule: |gap| within the tolerance, or the times indistinguishable
        let mut side = 0;
        for _ in 0..200 {
            let slope = high.1 - low.1;
            let mut h = low.0 - low.1 * (high.0 - low.0) / slope;
            if !(h > low.0 && h < high.0) {
                h = 0.5 * (low.0 + high.0);
            }
            let value = lowest(self, h)?;
            if value.abs() <= locate.tolerance {
                return Ok(h);
            }
            if high.0 - low.0 <= 4.0 * f64::EPSILON * remaining {
                // gaps are not known that well so far from the origin: the later time, at which it is closed
                break;
            }
            if value > 0.0 {
                low = (h, value);
                if side == 1 {
                    high.1 *= 0.5;
                }
                side = 1;
            } else {
                high = (h, value);
                if side == -1 {
                    low.1 *= 0.5;
                }
                side = -1;
            }
        }
        lowest(self, high.0)?;
        Ok(high.0)
    }
}
