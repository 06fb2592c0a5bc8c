//! A contact problem solved: islands, each reduced to its impulses, and the method that fits.

mod refine;

use crate::answer::{Answer, Impulse};
use crate::error::Error;
use crate::formulate::ReducedProblem;
use crate::islands::Islands;
use crate::natural::NaturalMap;
use crate::problem::ContactProblem;
use crate::report::Solution;
use crate::step::Refinement;
use complementarity::Method;
use refine::Pivoting;

/// Memory for solving one contact problem after the other. It never influences a result.
#[derive(Debug, Default)]
pub struct Solver {
    islands: Islands,
    reduced: ReducedProblem,
    pivoting: Pivoting,
    impulses: Vec<f64>,
    momentum: Vec<f64>,
}

/// How the solution of a problem ended, beyond its figures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ending {
    /// The figures.
    pub solution: Solution,
    /// The status of the first island that was not solved.
    pub failure: Option<&'static str>,
    /// The largest angle (rad) left by refinements that ran out of rounds; 0 if none did.
    pub angle: f64,
    /// Joints whose rows depend on others: indices into the problem.
    pub dependent: Vec<usize>,
}

/// How the solution of a reduced problem ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReducedEnd {
    /// Whether the certificate passes.
    pub solved: bool,
    /// The status in one word.
    pub status: &'static str,
    /// The method that gave the answer.
    pub method: &'static str,
    /// Iterations or pivots in all.
    pub iterations: usize,
    /// The certificate.
    pub natural: NaturalMap,
}

impl Ending {
    fn clear(&mut self) {
        self.solution = Solution::default();
        self.failure = None;
        self.angle = 0.0;
        self.dependent.clear();
    }
}

impl Solver {
    /// Solves a problem: impulses and end velocity are written into `answer`, what happened into `ending`.
    pub fn solve(
        &mut self,
        problem: &ContactProblem,
        method: &Method,
        refinement: &Refinement,
        answer: &mut Answer,
        ending: &mut Ending,
    ) -> Result<(), Error> {
        ending.clear();
        answer.impulses.clear();
        answer
            .impulses
            .resize(problem.contacts.len(), Impulse::default());
        answer.joints.clear();
        answer.joints.resize(problem.joints.len(), 0.0);

        self.islands.split(problem);
        for i in 0..self.islands.len() {
            let joints = self.islands.joints(i);
            self.reduced
                .reduce(problem, self.islands.contacts(i), joints);
            let effort =
                self.pivoting
                    .solve(&self.reduced, method, refinement, &mut self.impulses)?;
            self.reduced.recover_into(&self.impulses, answer);

            let (used, outcome) = (&mut ending.solution, &self.pivoting.outcome);
            used.islands += 1;
            used.largest = used.largest.max(self.pivoting.len());
            used.residual = used.residual.max(outcome.certificate.relative);
            used.solves += effort.solves;
            used.iterations += effort.iterations;
            used.refined += effort.refined;
            ending.angle = ending.angle.max(effort.angle);
            if !outcome.status.is_solved() {
                used.solved = false;
                ending.failure.get_or_insert(outcome.status.word());
            }
            let first = self.pivoting.len() - joints.len();
            let dependent = outcome.dependent.iter().filter(|&&row| row >= first);
            ending
                .dependent
                .extend(dependent.map(|row| joints[row - first]));
        }
        problem.set_velocity(answer, &mut self.momentum);
        Ok(())
    }

    /// Solves a reduced problem as one island. The impulses are written into `c`, which is also where it starts from if its
    /// length fits.
    pub fn solve_reduced(
        &mut self,
        reduced: &ReducedProblem,
        method: &Method,
        refinement: &Refinement,
        c: &mut Vec<f64>,
    ) -> Result<ReducedEnd, Error> {
        let effort = self.pivoting.solve(reduced, method, refinement, c)?;
        let outcome = &self.pivoting.outcome;
        Ok(ReducedEnd {
            solved: outcome.status.is_solved(),
            status: outcome.status.word(),
            method: "pivoting",
            iterations: effort.iterations,
            natural: NaturalMap::of(reduced, c),
        })
    }

    /// The islands of the last problem.
    pub fn islands(&self) -> &Islands {
        &self.islands
    }
}

#[cfg(test)]
mod tests;
