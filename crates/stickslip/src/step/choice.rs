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
        if residual > TOLERANCE || residual.is_nan() {
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

#[cfg(test)]
mod tests {
    use crate::simulation::Simulation;
    use crate::step::Settings;
    use crate::systems::{Brick, BrickParameters};

    /// A brick that falls on its face and slides.
    fn brick() -> Simulation<Brick> {
        let brick = Brick::new(BrickParameters::default()).expect("fair parameters");
        let state = brick.state([0.0, 0.0, 0.2], [1.0, 0.0, 0.0], [3.0, 2.0, 1.0]);
        let settings = Settings {
            step: 0.005,
            ..Settings::default()
        };
        Simulation::new(brick, state, settings).expect("a fair state")
    }

    #[test]
    fn an_answer_that_solves_is_taken_and_another_is_not() {
        let (mut plain, mut given, mut misled) = (brick(), brick(), brick());
        plain.keep_taken(true);
        let mut steps = 0;
        for _ in 0..150 {
            plain.step().unwrap();
            let [taken] = plain.taken() else {
                panic!("{} parts", plain.taken().len());
            };
            given.give(0, taken.answer.clone());
            given.step().unwrap();
            // a step without contacts has nothing to choose, and its answer is that of anyone
            let touches = !taken.problem.contacts.is_empty();
            steps += usize::from(touches);
            assert!(given.followed() || !touches);
            let mut wrong = taken.answer.clone();
            wrong.impulses.iter_mut().for_each(|c| c.normal += 1.0);
            misled.give(0, wrong);
            misled.step().unwrap();
            assert!(!misled.followed() || !touches);
            assert_eq!(given.state(), plain.state());
            assert_eq!(misled.state(), plain.state());
            assert_eq!(given.report().audit, plain.report().audit);
        }
        assert!(steps > 20, "{steps}");
        // it was for that step alone, and so was what is kept
        misled.step().unwrap();
        assert!(!misled.followed() && misled.taken().is_empty());
    }
}
