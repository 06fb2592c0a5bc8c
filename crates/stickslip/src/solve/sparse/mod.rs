//! Large islands: sweeps with exact local answers, accelerated, on sparse data [APS98 §2.4], and the method of multipliers for
//! those that begin from nothing. What they find is judged by the
//! natural map of the cone from the data; a budget that runs out is told, with the residual of the best iterate.

mod admm;
mod anderson;
mod bodies;
mod cholesky;
mod colour;
mod contact;
mod island;
pub(super) mod local;
mod nncg;
mod sweep;

use super::ReducedEnd;
use crate::answer::Answer;
use crate::problem::ContactProblem;
use admm::Admm;
use anderson::Anderson;
pub(super) use bodies::Bodies;
use island::Island;
pub(super) use island::Members;
use nncg::Gradients;
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
    /// How many times too large a residual is.
    fn away(&self, residual: &Residual) -> f64 {
        (residual.relative / self.relative).max(residual.violation / self.violation)
    }

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
    gradients: Gradients,
    admm: Admm,
}

/// Once an answer is this good, relative to the impulses, sweeps that will not reach the goal within the budget are not made (1).
const USEFUL: f64 = 1e-3;
/// An answer so many times too far from the goal is worth all the sweeps there are, and the method of multipliers after them (1).
const NEAR: f64 = 30.0;
/// Sweeps between two looks at the progress, and how many times the budget they may promise to need.
const WINDOW: usize = 20;
const PATIENCE: f64 = 3.0;
/// Mixtures that led astray before another acceleration is tried.
const ASTRAY: usize = 3;

impl Sparse {
    /// Lays out an island with the impulses to begin with, and with the speeds of bodies if they are asked for one by one. False if it
    /// is none for this solver.
    pub(super) fn take(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        members: Members,
        start: (&Answer, bool),
    ) -> bool {
        bodies.fit() && self.island.take(problem, bodies, members, start)
    }

    /// A few sweeps for the island that was taken; the impulses are appended to `answer` if they reach the first goal, or at least
    /// the second.
    pub(super) fn look(
        &mut self,
        exact: &Goal,
        good: Option<&Goal>,
        answer: &mut Answer,
    ) -> Option<ReducedEnd> {
        self.begin();
        self.sweep(exact);
        if exact.met(&self.least) {
            let mut end = self.end(exact, answer);
            end.violation = end.violation.filter(|_| good.is_some());
            return Some(end);
        }
        let good = good.filter(|good| good.met(&self.least))?;
        Some(self.end(good, answer))
    }

    /// Solves the island that was taken; the best impulses are appended to `answer`. Where most of the contacts begin from nothing,
    /// load must find its way through many layers: multipliers, if they are cheap, go before the sweeps there, and after them where
    /// these almost reach the goal.
    pub(super) fn solve(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        goal: &Goal,
        answer: &mut Answer,
    ) -> ReducedEnd {
        self.begin();
        let cold = self.motion.is_cold(&self.island);
        if cold {
            self.spread(problem, bodies, goal);
        }
        self.sweep(goal);
        let near = !goal.met(&self.least) && goal.away(&self.least) < NEAR;
        if !cold && near && self.spread(problem, bodies, goal) {
            self.sweep(goal);
        }
        self.end(goal, answer)
    }

    fn begin(&mut self) {
        self.motion.begin(&self.island, &self.island.start);
        self.best.clone_from(&self.motion.c);
        self.least = self.motion.residual(&self.island);
        self.iterations = 0;
    }

    /// The best impulses so far are appended to `answer`.
    pub(super) fn end(&self, goal: &Goal, answer: &mut Answer) -> ReducedEnd {
        self.island.give(&self.best, answer);
        let solved = goal.met(&self.least);
        ReducedEnd {
            solved,
            status: if solved { "solved" } else { ReducedEnd::BUDGET },
            method: "sweeps",
            residual: self.least.relative,
            violation: Some(self.least.violation),
            unknowns: self.best.len(),
            solves: 1,
            iterations: self.iterations,
            refined: 0,
            angle: 0.0,
        }
    }

    /// The method of multipliers from the best impulses; whether it was tried.
    fn spread(&mut self, problem: &ContactProblem, bodies: &Bodies, goal: &Goal) -> bool {
        if goal.met(&self.least) || !self.admm.fits(&self.island) {
            return false;
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
        true
    }

    /// Accelerated sweeps from where the motion is, until the goal is met or is out of reach.
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
            gradients,
            ..
        } = self;
        anderson.begin(island);
        gradients.begin();
        let (mut last, mut plain, mut astray) = (f64::INFINITY, 0, 0);
        let mut progress = Progress::default();
        for sweep in 1..=goal.sweeps {
            self.iterations += 1;
            let mixing = astray < ASTRAY;
            match mixing {
                true => anderson.before(motion),
                false => gradients.before(motion),
            }
            let changed = motion.sweep(island);
            if sweep <= 4 || sweep.is_multiple_of(5) || sweep == goal.sweeps {
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
                if goal.met(least) || progress.is_hopeless(goal, least, sweep) {
                    return;
                }
            }
            if !mixing {
                gradients.push(motion, changed);
            } else if plain > 0 {
                plain -= 1;
            } else if changed > 4.0 * last {
                // led astray: plain sweeps for a while
                anderson.forget();
                plain = 5;
                astray += 1;
            } else {
                anderson.mix(motion);
            }
            last = changed;
        }
    }
}

/// How fast the residual falls.
#[derive(Debug, Default)]
struct Progress {
    then: f64,
}

impl Progress {
    /// Whether the goal will not be met within the sweeps that are left, going on as in the last window, while the answer is useful.
    fn is_hopeless(&mut self, goal: &Goal, least: &Residual, sweep: usize) -> bool {
        if !sweep.is_multiple_of(WINDOW) {
            return false;
        }
        let away = goal.away(least);
        let fell = (self.then / away).ln();
        self.then = away;
        if sweep == WINDOW || least.relative > USEFUL || away < NEAR {
            return false;
        }
        let left = (goal.sweeps - sweep) as f64;
        let needed = match fell > 0.0 {
            true => away.ln() / fell * WINDOW as f64,
            false => f64::INFINITY,
        };
        needed > PATIENCE * left
    }
}
