//! What a step solved, kept for those who look for other solutions; and an answer given to a step, for those who found one.
//!
//! Where the motion is indeterminate the solver returns one solution, and which is its choice. A given answer makes it somebody else's. It is
//! believed only if it solves the problem of the step, by the same natural map that judges every other answer.

use super::Stepper;
use crate::answer::Answer;
use crate::formulate::ReducedProblem;
use crate::natural::NaturalMap;
use crate::problem::ContactProblem;
use crate::solve::ReducedEnd;

/// A given answer may be as far from a solution, relative to the data.
const TOLERANCE: f64 = 1e-9;

/// The problem of a step, or of a part of one, and the answer that was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Taken {
    /// Masses, free motion, contacts and joints.
    pub problem: ContactProblem,
    /// Impulses and the velocity at the end.
    pub answer: Answer,
}

/// Which answers were taken, and which is to be.
#[derive(Debug, Default)]
pub(crate) struct Choices {
    /// Whether problems are kept.
    pub(crate) keep: bool,
    /// Those of the present step.
    pub(crate) taken: Vec<Taken>,
    /// How many parts of the present step have been accepted.
    parts: usize,
    /// The answer for one part of the present step.
    pub(crate) given: Option<(usize, Answer)>,
    /// Whether it is the one that was accepted.
    pub(crate) followed: bool,
    /// Whether the answer that is there is the given one.
    is_given: bool,
}

impl Choices {
    /// A new step, without parts so far.
    pub(crate) fn begin(&mut self) {
        self.back_to(0);
        self.followed = false;
    }

    /// How many parts have been accepted.
    pub(crate) fn parts(&self) -> usize {
        self.parts
    }

    /// Forgets later parts: they are taken again.
    pub(crate) fn back_to(&mut self, parts: usize) {
        self.taken.truncate(parts);
        self.parts = parts;
        self.followed &= self.given.as_ref().is_some_and(|(part, _)| *part < parts);
    }

    /// A part is accepted.
    pub(super) fn accept(&mut self, problem: &ContactProblem, answer: &Answer) {
        if self.keep {
            self.taken.push(Taken {
                problem: problem.clone(),
                answer: answer.clone(),
            });
        }
        self.followed |= self.is_given;
        self.is_given = false;
        self.parts += 1;
    }
}

impl Stepper {
    /// Takes the answer that was given for this part, if there is one and it solves the problem that is there; whether it did.
    pub(super) fn take_given(&mut self) -> bool {
        self.choices.is_given = false;
        let part = self.choices.parts;
        let Some((_, given)) = self.choices.given.as_ref().filter(|g| g.0 == part) else {
            return false;
        };
        let problem = &self.problem;
        let sizes = (problem.contacts.len(), problem.joints.len());
        if (given.impulses.len(), given.joints.len()) != sizes {
            return false;
        }
        let reduced = ReducedProblem::of(problem);
        let mut c = Vec::with_capacity(reduced.len());
        for (contact, impulse) in problem.contacts.iter().zip(&given.impulses) {
            c.extend_from_slice(&impulse.parts()[..=contact.friction.rows()]);
        }
        c.extend_from_slice(&given.joints);
        let residual = NaturalMap::of(&reduced, &c).relative;
        // not a number is no solution
        if !(residual <= TOLERANCE) {
            return false;
        }
        self.answer.impulses.clone_from(&given.impulses);
        self.answer.joints.clone_from(&given.joints);
        problem.set_velocity(&mut self.answer, &mut self.momentum);
        self.ending.begin();
        self.ending.see(&ReducedEnd::given(residual, reduced.len()));
        self.remember_answer();
        self.choices.is_given = true;
        true
    }
}
