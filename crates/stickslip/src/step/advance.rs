//! The algorithm box of the papers: predict, choose the active contacts, solve, check, and for the nonlinear scheme
//! repeat at the new position.

use super::assemble::{Level, gap};
use super::{Activation, LineariseAt, Scheme, Settings, Stepper};
use crate::answer::Impulse;
use crate::error::Error;
use crate::report::Note;
use crate::room::make_room;
use crate::solve::{ReducedEnd, Ways};
use crate::state::State;
use crate::system::System;
use std::mem::take;

impl Stepper {
    /// Finds v⁺ and q⁺ for a step of length h: `self.answer` and `self.end`. The state is left alone.
    pub(super) fn advance(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        h: f64,
    ) -> Result<(), Error> {
        self.predict(system, state, h);
        self.activate(system, settings, state, h)?;
        self.advance_active(system, settings, state, h, Level::Scheme)
    }

    /// The same for the contacts that are active already.
    pub(super) fn advance_active(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        h: f64,
        level: Level,
    ) -> Result<(), Error> {
        self.linearise(settings, state);
        let (tolerance, most) = match settings.scheme {
            Scheme::FixedPoint { tolerance, rounds } => (tolerance, rounds),
            // where Newton's method fails
            Scheme::TzitzourisPang { tolerance, .. } => (100.0 * tolerance, 50),
            _ => (0.0, 1),
        };
        let noise = gap_noise(&state.q) / h;
        let enlarge = settings.enlarge && level != Level::Located;
        let mut level = level;
        let mut change = 0.0;
        for round in 1..=most {
            // solve; contacts that the answer would violate join, and it is solved again [ST00 §4]
            loop {
                self.assemble(system, settings, state, h, level)?;
                let same_set =
                    round > 1 && self.problem.contacts.len() == self.previous.contacts.len();
                if same_set && self.problem.resembles(&self.previous, tolerance, noise) {
                    // the data no longer change, so the answer would not: settled
                    return Ok(());
                }
                // a step that fell back stays at velocity level, or contacts would leave and join for ever
                level = self.solve(system, settings, state, h, level)?;
                self.move_on(system, settings, state, h);
                if !(enlarge && self.add_violated(system, settings, state.t + h)?) {
                    break;
                }
                self.remember_answer();
            }
            self.ending.solution.rounds = round;
            if most == 1 && settings.locate.is_none() {
                return Ok(());
            }
            // another problem of the step begins here
            self.remember_answer();
            if most == 1 {
                return Ok(());
            }
            // everything again at the new position [ST00 3.4]
            change = relative_change(self.guess_velocity(state), &self.answer.velocity);
            std::mem::swap(&mut self.problem, &mut self.previous);
            self.guess.clone_from(&self.end);
            self.guess_velocity.clone_from(&self.answer.velocity);
        }
        // out of rounds: the last answer stands, unless it is settled now
        self.assemble(system, settings, state, h, level)?;
        if !self.problem.resembles(&self.previous, tolerance, noise) {
            std::mem::swap(&mut self.problem, &mut self.previous);
            self.notes.push(Note::NotSettled { change });
        }
        Ok(())
    }

    /// q⁺ = q + h G v⁺ [ST00 14]. Where impacts are located and nothing acts but smooth forces, the mean of the
    /// velocities is taken instead: free flight is then exact under constant forces, and so are the times of impact.
    fn move_on(&mut self, system: &dyn System, settings: &Settings, state: &State, h: f64) {
        self.end.clone_from(&state.q);
        let free = self.problem.contacts.is_empty() && self.problem.joints.is_empty();
        if settings.locate.is_some() && free {
            system.advance(&mut self.end, &state.v, 0.5 * h);
            system.advance(&mut self.end, &self.answer.velocity, 0.5 * h);
        } else {
            system.advance(&mut self.end, &self.answer.velocity, h);
        }
    }

    /// q + h G v.
    pub(super) fn predict(&mut self, system: &dyn System, state: &State, h: f64) {
        self.end.clone_from(&state.q);
        system.advance(&mut self.end, &state.v, h);
    }

    /// The active set of [ST00 §4]: contacts that carried an impulse in the step before, and those that the prediction
    /// violates. At velocity level, and with restitution, only the latter: such a contact may not approach, which is
    /// wrong for one that is still apart.
    pub(super) fn activate(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        h: f64,
    ) -> Result<(), Error> {
        let contacts = system.contacts();
        self.active.clear();
        make_room(&mut self.active, contacts.len());
        for (id, spec) in contacts.iter().enumerate() {
            let by_position =
                settings.scheme != Scheme::AnitescuPotra && spec.restitution.is_none();
            let active = match settings.activation {
                _ if self.large && by_position => true,
                Activation::All if by_position => true,
                Activation::Near { gap: near } if by_position => {
                    gap(system, id, state.t, &state.q)? <= near
                }
                _ => {
                    let known = || state.active.binary_search(&system.contact_id(id)).is_ok();
                    gap(system, id, state.t + h, &self.end)? <= settings.touch
                        || by_position && known()
                }
            };
            self.active.push(active);
        }
        Ok(())
    }

    /// Where gaps and rows are evaluated first: q̂ = q + h G v̂.
    pub(super) fn linearise(&mut self, settings: &Settings, state: &State) {
        let at_start = matches!(
            settings.scheme,
            Scheme::AnitescuPotra
                | Scheme::StewartTrinkle {
                    linearise_at: LineariseAt::Start
                }
        );
        if at_start {
            self.guess.clone_from(&state.q);
            self.guess_velocity.clear();
            self.guess_velocity.resize(state.v.len(), 0.0);
        } else {
            self.guess.clone_from(&self.end);
            self.guess_velocity.clear();
        }
    }

    /// v̂.
    #[inline]
    pub(super) fn guess_velocity<'a>(&'a self, state: &'a State) -> &'a [f64] {
        match self.guess_velocity.is_empty() {
            true => &state.v,
            false => &self.guess_velocity,
        }
    }

    /// Adds contacts that are open now and penetrate at the end of the step; whether there were any.
    pub(super) fn add_violated(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        t: f64,
    ) -> Result<bool, Error> {
        let mut found = false;
        for id in 0..self.active.len() {
            if !self.active[id] && gap(system, id, t, &self.end)? < -settings.touch {
                self.active[id] = true;
                found = true;
            }
        }
        Ok(found)
    }

    /// Solves the problem that is there. If it has no solution at position level or with restitution, the step is
    /// taken at velocity level, where it has one [ST00 3.3]. The level it was solved at.
    fn solve(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        h: f64,
        level: Level,
    ) -> Result<Level, Error> {
        let mut ways = Ways {
            keep_rest: settings.sleep,
            ..settings.ways()
        };
        if self.large {
            // all islands, the small ones too: what is asked of them is the same
            ways.large.contacts = 0;
        }
        // what was said of a problem to which contacts were added, or which is posed at another position now, no longer matters
        (self.notes).retain(|note| !matches!(note, Note::Unsolved { .. }));
        if !self.take_given() {
            self.solve_once(system, &ways)?;
        }
        let Some(status) = self.ending.failure else {
            return Ok(level);
        };
        // where time ran out, another law would not make it faster
        if level != Level::Velocity && status != ReducedEnd::BUDGET {
            // only contacts that would be violated may be kept from approaching
            for id in 0..self.active.len() {
                self.active[id] &= gap(system, id, state.t + h, &self.guess)? <= settings.touch;
            }
            self.remember_answer();
            self.assemble(system, settings, state, h, Level::Velocity)?;
            self.solve_once(system, &ways)?;
            self.notes.push(Note::VelocityLevel { status });
        }
        if let Some(status) = self.ending.failure {
            let residual = self.ending.solution.residual;
            self.notes.push(Note::Unsolved { status, residual });
        }
        Ok(match status {
            ReducedEnd::BUDGET => level,
            _ => Level::Velocity,
        })
    }

    /// One solve of the problem that is there, from the impulses known of its contacts. Impacts, which take no time, begin
    /// from none: what they carry is not what a step carries.
    pub(super) fn solve_once(&mut self, system: &dyn System, ways: &Ways) -> Result<(), Error> {
        let mut impulses = take(&mut self.answer.impulses);
        impulses.clear();
        let impact = self.problem.step == 0.0;
        if !impact {
            self.recall(system, &mut impulses);
        }
        self.answer.impulses = impulses;
        let Self {
            problem,
            solver,
            answer,
            ending,
            effort,
            known_joints,
            ..
        } = self;
        answer.joints.clear();
        if !impact {
            (answer.joints).extend(problem.joints.iter().map(|j| known_joints[j.id]));
        }
        solver.solve(problem, ways, answer, ending)?;
        effort.solves += ending.solution.solves;
        effort.iterations += ending.solution.iterations;
        Ok(())
    }

    /// Appends the impulses last known of the contacts of the problem, none where there is none.
    pub(super) fn recall(&self, system: &dyn System, impulses: &mut Vec<Impulse>) {
        let contacts = self.problem.contacts.iter();
        make_room(impulses, contacts.len());
        // both ascend, by name or by number
        if let Some(longer) = self.known_before {
            let before = &self.before;
            let mut known = before.active.iter().zip(&before.impulses).peekable();
            impulses.extend(contacts.map(|contact| {
                let name = system.contact_id(contact.id);
                while known.next_if(|k| *k.0 < name).is_some() {}
                let here = known.peek().filter(|k| *k.0 == name);
                here.map_or(Impulse::default(), |k| k.1.times(longer))
            }));
            return;
        }
        let mut known = self.known.iter().peekable();
        impulses.extend(contacts.map(|contact| {
            while known.next_if(|k| k.0 < contact.id).is_some() {}
            let here = known.peek().filter(|k| k.0 == contact.id);
            here.map_or(Impulse::default(), |k| k.1)
        }));
    }

    /// The impulses of the answer are what is known of contacts and joints now.
    pub(super) fn remember_answer(&mut self) {
        let Self {
            problem,
            answer,
            known,
            known_before,
            known_joints,
            ..
        } = self;
        *known_before = None;
        known.clear();
        make_room(known, problem.contacts.len());
        let ids = problem.contacts.iter().map(|c| c.id);
        known.extend(ids.zip(answer.impulses.iter().copied()));
        let joints = problem.joints.iter().zip(&answer.joints);
        joints.for_each(|(joint, c)| known_joints[joint.id] = *c);
    }
}

/// The rounding error (m) with which a gap can be known at a position.
fn gap_noise(q: &[f64]) -> f64 {
    64.0 * f64::EPSILON * q.iter().fold(0.0_f64, |m, x| m.max(x.abs()))
}

/// The largest change of a velocity, relative to the largest velocity.
fn relative_change(old: &[f64], new: &[f64]) -> f64 {
    let size = new.iter().fold(f64::MIN_POSITIVE, |m, v| m.max(v.abs()));
    let change = old.iter().zip(new).map(|(a, b)| (a - b).abs());
    change.fold(0.0, f64::max) / size
}
