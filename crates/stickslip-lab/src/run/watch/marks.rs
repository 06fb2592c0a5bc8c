//! What a watched run tells: the steps whose motion is indeterminate.

use super::CONTACTS_LIMIT;
use crate::analyze::search::{ContactMode, Solution};
use serde::{Deserialize, Serialize};
use stickslip::InstantProblem;

/// Marks that are kept; those of later steps are counted.
const KEPT: usize = 500;

/// What was found about the uniqueness of the motion.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Uniqueness {
    /// Every so many steps one is looked at.
    pub every: usize,
    /// The number of the first step that could be.
    pub first_step: usize,
    /// Problems of more contacts are not searched.
    pub contacts_limit: usize,
    /// Steps that were looked at.
    pub steps_looked_at: usize,
    /// Steps that were not, or not in all of their parts, because of that limit.
    pub steps_too_large: usize,
    /// Steps that were not because they are not solved: there is no motion for others to differ from.
    pub steps_unsolved: usize,
    /// Steps with other motions than the one that was taken.
    pub steps_marked: usize,
    /// Those steps, a mark for each part; the first of them if there are many.
    pub marks: Vec<Mark>,
}

/// A step whose motion is indeterminate.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct Mark {
    /// Its number, from 1.
    pub step: usize,
    /// The time at its start (s).
    pub t: f64,
    /// Which part of the step, from 0.
    pub part: usize,
    /// The contacts of its problem.
    pub contacts: Vec<String>,
    /// What they do in the motion that was taken.
    pub taken: Vec<ContactMode>,
    /// The other motions that were found, from the slowest to the fastest.
    pub others: Vec<OtherMotion>,
    /// Whether some of them are ends of a continuum of motions.
    pub continuum: bool,
}

/// Another motion.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[non_exhaustive]
pub struct OtherMotion {
    /// The largest difference of a relative velocity at a contact from that of the motion taken (m/s). It is zero only if the motions are the
    /// same: Δv = M⁻¹JᵀΔc, and JΔv = 0 makes it vanish.
    pub distance: f64,
    /// What the contacts do.
    pub modes: Vec<ContactMode>,
    /// The natural map of its impulses, relative to the data.
    pub residual: f64,
}

impl OtherMotion {
    pub(super) fn new(problem: &InstantProblem, taken: &[f64], other: &Solution) -> Self {
        let data = problem.data();
        let apart = |(contact, there): (&stickslip::Contact, &[f64; 4])| {
            let here = data.relative_velocity(contact, taken);
            let part = |k: usize| (there[k] - here[k]).powi(2);
            (0..3).map(part).sum::<f64>().sqrt()
        };
        let contacts = data.contacts.iter().zip(&other.motion.contacts);
        Self {
            distance: contacts.map(apart).fold(0.0, f64::max),
            modes: other.modes.clone(),
            residual: other.residual,
        }
    }
}

impl Uniqueness {
    /// Nothing yet, for a run that is looked at after every so many steps from a step on.
    pub(in crate::run) fn new(every: usize, first_step: usize) -> Self {
        Self {
            every: every.max(1),
            first_step,
            contacts_limit: CONTACTS_LIMIT,
            steps_looked_at: 0,
            steps_too_large: 0,
            steps_unsolved: 0,
            steps_marked: 0,
            marks: Vec::new(),
        }
    }

    /// Whether a step is to be looked at: the first, and then every so many.
    pub(in crate::run) fn is_due(&self, step: usize) -> bool {
        step >= self.first_step && (step - self.first_step).is_multiple_of(self.every)
    }

    /// Keeps a mark, if there are not too many.
    pub(super) fn mark(&mut self, mark: Mark) {
        if self.marks.len() < KEPT {
            self.marks.push(mark);
        }
    }
}
