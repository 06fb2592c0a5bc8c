//! Large islands: sweeps with exact local answers, accelerated, on sparse data [APS98 §2.4], and the method of multipliers for
//! those that begin from nothing. What they find is judged by the
//! natural map of the cone from the data; a budget that runs out is told, with the residual of the best iterate.

mod admm;
mod anderson;
mod cholesky;
mod island;
pub(super) mod local;
mod sweep;

use super::ReducedEnd;
use crate::answer::Answer;
use crate::problem::ContactProblem;
use admm::Admm;
use anderson::Anderson;
pub(super) use island::Bodies;
use island::Island;
use sweep::{Motion, Residual};

/// How well, and for how long.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Goal {
    /// The residual to reach, relative to the impulses (1).
    pub(super) relative: f64,
    /// And the largest violation (m/s).
    pub(super) violation: f64,
    /// And the largest violation of a contact relative to the speeds of its own bodies (1).
    pub(super) each: f64,
    /// Sweeps.
    pub(super) sweeps: usize,
}

impl Goal {
    fn met(&self, residual: &Residual) -> bool {
        residual.relative <= self.relative
            && residual.violation <= self.violation
            && residual.each <= self.each
    }
}

/// Memory of the sparse solver.
#[derive(Debug, Default)]
pub(super) struct Sparse {
    island: Island,
    motion: Motion,
    /// The best impulses so far, how good they are, and the sweeps and iterations until now.
    best: Vec<f64>,
    least: Residual,
    iterations: usize,
    anderson: Anderson,
    admm: Admm,
}

/// An island whose residual at the start is larger than this begins from nothing: its load must first find its way.
const COLD: f64 = 1e-2;

impl Sparse {
    /// Lays out an island with the impulses to begin with. False if it is none for this solver.
    pub(super) fn take(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        parts: (&[usize], &[usize]),
        answer: &Answer,
    ) -> bool {
        bodies.fit() && self.island.take(problem, bodies, parts, answer)
    }

    /// A few sweeps for the island that was taken; the impulses are appended to `answer` if they reach the goal.
    pub(super) fn look(&mut self, goal: &Goal, answer: &mut Answer) -> Option<ReducedEnd> {
        self.begin();
        self.sweep(goal);
        goal.met(&self.least).then(|| self.end(goal, answer))
    }

    /// Solves the island that was taken; the best impulses are appended to `answer`. What begins from nothing, and what sweeps do
    /// not solve, is left to multipliers where they are cheap.
    pub(super) fn solve(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        goal: &Goal,
        answer: &mut Answer,
    ) -> ReducedEnd {
        self.begin();
        let cold = self.least.relative > COLD;
        if cold {
            self.spread(problem, bodies, goal);
        }
        self.sweep(goal);
        if !cold {
            self.spread(problem, bodies, goal);
        }
        let mut end = self.end(goal, answer);
        end.violation = Some(self.least.violation);
        end
    }

    fn begin(&mut self) {
        self.motion.begin(&self.island, &self.island.start);
        self.best.clone_from(&self.motion.c);
        self.least = self.motion.residual(&self.island);
        self.iterations = 0;
    }

    fn end(&self, goal: &Goal, answer: &mut Answer) -> ReducedEnd {
        self.island.give(&self.best, answer);
        let solved = goal.met(&self.least);
        ReducedEnd {
            solved,
            status: if solved { "solved" } else { ReducedEnd::BUDGET },
            method: "sweeps",
            residual: self.least.relative,
            violation: None,
            unknowns: self.best.len(),
            solves: 1,
            iterations: self.iterations,
            refined: 0,
            angle: 0.0,
        }
    }

    /// The method of multipliers from the best impulses.
    fn spread(&mut self, problem: &ContactProblem, bodies: &Bodies, goal: &Goal) {
        if goal.met(&self.least) || !self.admm.fits(&self.island) {
            return;
        }
        self.island.weigh(problem, bodies);
        self.motion.begin(&self.island, &self.best);
        let met = |residual: &Residual| goal.met(residual);
        let (residual, iterations) = self.admm.run(&self.island, &mut self.motion, met);
        self.iterations += iterations;
        if residual.relative < self.least.relative {
            self.least = residual;
            self.best.clone_from(&self.motion.c);
        }
    }

    /// Accelerated sweeps from where the motion is.
    fn sweep(&mut self, goal: &Goal) {
        if goal.met(&self.least) {
            return;
        }
        let Self {
            island,
            motion,
            best,
            least,
            anderson,
            ..
        } = self;
        anderson.begin(island);
        let (mut last, mut plain, mut patience) = (f64::INFINITY, 0, 5);
        for sweep in 1..=goal.sweeps {
            self.iterations += 1;
            anderson.before(motion);
            let changed = motion.sweep(island);
            if sweep <= 4 || sweep % 5 == 0 || sweep == goal.sweeps {
                let mut now = motion.residual(island);
                if goal.met(&now) {
                    // velocities that were carried along differ from those of the impulses by rounding
                    motion.fall(island);
                    now = motion.residual(island);
                }
                if now.relative < least.relative || goal.met(&now) {
                    *least = now;
                    best.clone_from(&motion.c);
                }
                if goal.met(least) {
                    return;
                }
            }
            if plain > 0 {
                plain -= 1;
            } else if changed > 4.0 * last {
                // led astray: plain sweeps for a while, longer each time
                anderson.forget();
                plain = patience;
                patience = (2 * patience).min(200);
            } else {
                anderson.mix(motion);
            }
            last = changed;
        }
    }
}
