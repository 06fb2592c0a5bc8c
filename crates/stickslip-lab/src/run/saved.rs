//! The parts of a checkpoint: a state and a tally, exact to the last bit.

use super::exact::{Exact, list, numbers};
use super::ledger;
use super::notes::{Notes, SavedNotes};
use super::summary::{Tally, index};
use super::watch::Uniqueness;
use serde::{Deserialize, Serialize};
use stickslip::{ContactId, Impulse, IslandMethods, Mode, State};

/// A state.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct SavedState {
    t: Exact,
    q: Vec<Exact>,
    v: Vec<Exact>,
    active: Vec<u64>,
    impulses: Vec<[Exact; 4]>,
    joints: Vec<Exact>,
    span: Exact,
    sticking: Vec<u64>,
}

impl SavedState {
    pub(super) fn new(state: &State) -> Self {
        Self {
            t: Exact(state.t),
            q: list(&state.q),
            v: list(&state.v),
            active: names(&state.active),
            impulses: (state.impulses.iter())
                .map(|c| c.parts().map(Exact))
                .collect(),
            joints: list(&state.joints),
            span: Exact(state.span),
            sticking: names(&state.sticking),
        }
    }

    pub(super) fn state(&self) -> State {
        State {
            t: self.t.0,
            q: numbers(&self.q),
            v: numbers(&self.v),
            active: contacts(&self.active),
            impulses: (self.impulses.iter())
                .map(|c| Impulse::from_parts(c.map(|x| x.0)))
                .collect(),
            joints: numbers(&self.joints),
            span: self.span.0,
            sticking: contacts(&self.sticking),
        }
    }
}

/// The names of contacts as they are saved.
fn names(contacts: &[ContactId]) -> Vec<u64> {
    contacts.iter().map(|c| c.0).collect()
}

/// The contacts that were saved under these names.
fn contacts(names: &[u64]) -> Vec<ContactId> {
    names.iter().copied().map(ContactId).collect()
}

/// What a tally has counted so far. What it knows from the scene is not repeated.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct SavedTally {
    steps_certified: usize,
    steps_useful: usize,
    worst_residual: Exact,
    worst_audit: Exact,
    swept_steps: usize,
    /// Worst residual, violation and audit of those.
    swept_worst: [Exact; 3],
    largest_problem: usize,
    solves: usize,
    iterations: usize,
    islands: [usize; 7],
    penetration: Exact,
    joint_error: Exact,
    norm_error: Exact,
    impacts: usize,
    ledger: Option<Vec<Exact>>,
    notes: Vec<SavedNotes>,
    /// Contacts that have appeared: name from step to step, name for people.
    roll: Vec<(u64, String)>,
    contacts: Vec<SavedContact>,
    #[serde(default)]
    uniqueness: Option<Uniqueness>,
}

/// A contact that was in a problem.
#[derive(Debug, Deserialize, Serialize)]
struct SavedContact {
    number: usize,
    steps: [usize; 4],
    impulse: Exact,
    mode: usize,
}

impl SavedTally {
    pub(super) fn new(tally: &Tally) -> Self {
        let summary = &tally.summary;
        let certificate = &summary.certificate;
        let swept = &certificate.swept;
        let contacts = (tally.contacts.iter().enumerate())
            .filter(|(_, (steps, _, _))| steps.iter().any(|&n| n > 0))
            .map(|(number, &(steps, impulse, mode))| SavedContact {
                number,
                steps,
                impulse: Exact(impulse),
                mode: index(mode),
            });
        Self {
            steps_certified: certificate.steps_certified,
            steps_useful: certificate.steps_useful,
            worst_residual: Exact(certificate.worst_residual),
            worst_audit: Exact(certificate.worst_audit),
            swept_steps: swept.steps,
            swept_worst: [
                swept.worst_residual,
                swept.worst_violation,
                swept.worst_audit,
            ]
            .map(Exact),
            largest_problem: certificate.largest_problem,
            solves: certificate.solves,
            iterations: certificate.iterations,
            islands: certificate.islands.0,
            penetration: Exact(summary.penetration),
            joint_error: Exact(summary.joint_error),
            norm_error: Exact(summary.norm_error),
            impacts: summary.impacts,
            ledger: tally.ledger.as_ref().map(|l| list(&ledger::row(l))),
            notes: tally.notes.save(),
            roll: tally.roll.save(),
            contacts: contacts.collect(),
            uniqueness: summary.uniqueness.clone(),
        }
    }

    /// Puts the counts into a fresh tally of the same scene; whether they fit.
    pub(super) fn restore(&self, steps: usize, t: f64, tally: &mut Tally) -> bool {
        tally.ledger = match &self.ledger {
            None => None,
            Some(row) => match numbers(row).try_into() {
                Ok(row) => Some(ledger::from_row(row)),
                Err(_) => return false,
            },
        };
        tally.roll.restore(&self.roll);
        tally.make_room();
        for saved in &self.contacts {
            let (Some(contact), Some(&mode)) = (
                tally.contacts.get_mut(saved.number),
                Mode::ALL.get(saved.mode),
            ) else {
                return false;
            };
            *contact = (saved.steps, saved.impulse.0, mode);
        }
        tally.notes = Notes::restore(&self.notes);
        let summary = &mut tally.summary;
        summary.steps = steps;
        summary.t = t;
        summary.penetration = self.penetration.0;
        summary.joint_error = self.joint_error.0;
        summary.norm_error = self.norm_error.0;
        summary.impacts = self.impacts;
        summary.uniqueness.clone_from(&self.uniqueness);
        let certificate = &mut summary.certificate;
        certificate.steps_certified = self.steps_certified;
        certificate.steps_useful = self.steps_useful;
        certificate.worst_residual = self.worst_residual.0;
        certificate.worst_audit = self.worst_audit.0;
        let swept = &mut certificate.swept;
        swept.steps = self.swept_steps;
        [
            swept.worst_residual,
            swept.worst_violation,
            swept.worst_audit,
        ] = [0, 1, 2].map(|i| self.swept_worst[i].0);
        certificate.largest_problem = self.largest_problem;
        certificate.solves = self.solves;
        certificate.iterations = self.iterations;
        certificate.islands = IslandMethods(self.islands);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_comes_back_to_the_bit() {
        let state = State {
            t: 0.1 + 0.2,
            q: vec![1.0 / 3.0, -0.0, 5e-324],
            v: vec![f64::MAX, 2f64.sqrt()],
            active: vec![ContactId(2), ContactId(u64::MAX)],
            impulses: vec![
                Impulse::from_parts([0.1, -0.0, 1e-17, 3.0]),
                Impulse::default(),
            ],
            joints: vec![-0.1],
            span: 1.0 / 240.0,
            sticking: vec![ContactId(u64::MAX)],
        };
        let text = serde_json::to_string(&SavedState::new(&state)).unwrap();
        let back: SavedState = serde_json::from_str(&text).unwrap();
        let back = back.state();
        assert_eq!(back, state);
        assert!(back.q[1].is_sign_negative() && back.impulses[0].tangent.is_sign_negative());
    }
}
