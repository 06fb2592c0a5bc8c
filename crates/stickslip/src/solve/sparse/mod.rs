//! Large islands: sweeps with exact local answers, accelerated, on sparse data [APS98 §2.4]. What it finds is judged by the
//! natural map of the cone from the data; a budget that runs out is told, with the residual of the best iterate.

mod anderson;
mod island;
mod local;
mod sweep;

use super::ReducedEnd;
use crate::answer::Answer;
use crate::problem::ContactProblem;
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
    best: Vec<f64>,
    anderson: Anderson,
}

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

    /// Solves the island that was taken; the impulses are appended to `answer`. If the goal is not met, the best are given if
    /// they are wanted, else nothing.
    pub(super) fn solve(
        &mut self,
        goal: &Goal,
        or_best: bool,
        answer: &mut Answer,
    ) -> Option<ReducedEnd> {
        let (residual, sweeps) = self.iterate(goal);
        let solved = goal.met(&residual);
        if !solved && !or_best {
            return None;
        }
        self.island.give(&self.best, answer);
        Some(ReducedEnd {
            solved,
            status: if solved { "solved" } else { ReducedEnd::BUDGET },
            method: "sweeps",
            residual: residual.relative,
            violation: Some(residual.violation).filter(|_| or_best),
            unknowns: self.best.len(),
            solves: 1,
            iterations: sweeps,
            refined: 0,
            angle: 0.0,
        })
    }

    /// The residual of the best impulses and the sweeps it took.
    fn iterate(&mut self, goal: &Goal) -> (Residual, usize) {
        let Self {
            island,
            motion,
            best,
            anderson,
            ..
        } = self;
        motion.begin(island, &island.start);
        let mut least = motion.residual(island);
        best.clone_from(&motion.c);
        if goal.met(&least) {
            return (least, 0);
        }
        anderson.begin(island);
        let (mut last, mut plain, mut patience) = (f64::INFINITY, 0, 5);
        for sweep in 1..=goal.sweeps {
            anderson.before(motion);
            let changed = motion.sweep(island);
            // the sweeps themselves tell when it is worth to look
            if sweep <= 4 || sweep % 5 == 0 || sweep == goal.sweeps {
                // velocities that were carried along differ from those of the impulses by rounding
                let carried = motion.residual(island);
                if carried.relative < least.relative {
                    least = carried;
                    best.clone_from(&motion.c);
                }
                if goal.met(&carried) {
                    motion.fall(island);
                    least = motion.residual(island);
                    best.clone_from(&motion.c);
                    if goal.met(&least) {
                        return (least, sweep);
                    }
                }
            }
            if plain > 0 {
                plain -= 1;
                last = changed;
                continue;
            }
            if changed > 4.0 * last {
                // led astray: plain sweeps for a while, longer each time
                anderson.forget();
                plain = patience;
                patience = (2 * patience).min(200);
            } else {
                anderson.mix(motion);
            }
            last = changed;
        }
        (least, goal.sweeps)
    }
}
