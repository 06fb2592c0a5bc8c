//! Rounds of the interior-point method and sweeps. The one spreads load through a whole island but holds the slip; the others let the
//! slip follow and find who sticks, but carry load one contact at a time. Taken in turns they solve piles that neither solves alone.

use super::interior::{self, Start};
use super::{Bodies, Goal, Sparse, USEFUL};
use crate::problem::ContactProblem;

/// Sweeps between two runs of the interior-point method.
const BETWEEN: usize = 100;
/// How far inside the cones a round begins, times the residual it begins with.
const INSIDE: f64 = 3.0;
/// How far a round begins that knows nothing.
const COLD: Start = Start {
    slip: false,
    inside: 1.0,
};
/// What is left of the programme's own residual, times the goal.
const ENOUGH: f64 = 0.3;
/// Rounds for islands that begin from nothing and are at rest or nearly so, at least: they need them once.
const FROM_NOTHING: usize = 8;
/// Rounds for those that sweeps leave worse than useful, at least.
const TO_BE_USEFUL: usize = 2;
/// Rounds without gain, and what a gain is.
const PATIENCE: usize = 3;
const GAIN: f64 = 0.8;

impl Sparse {
    /// Rounds from where the motion is, which knows nothing yet if `cold`; whether anything is other than before.
    pub(super) fn alternate(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        goal: &Goal,
        cold: bool,
    ) -> bool {
        let least = match cold {
            true if self.quiet => FROM_NOTHING,
            false if self.least.relative > USEFUL => TO_BE_USEFUL,
            _ => 0,
        };
        let rounds = goal.rounds.max(least);
        let aim = goal.aim(self.quiet);
        let worth = rounds > 0 && !aim.met(&self.least) && self.island.links.is_empty();
        if !worth || !cold && goal.met(&self.least) {
            return false;
        }
        // what spreads load through a whole island may close any of its contacts
        self.admit_all(problem, bodies);
        let most = (interior::COST * self.island.nodes.len()).min(interior::MOST);
        if !self.matrix.fit(&self.island, most) {
            return true;
        }
        self.alternated = true;
        self.idle = 0;
        // where sweeps ended, or the last round will, is not always where they were best
        self.motion.begin(&self.island, &self.best);
        self.go_on(goal, rounds, cold);
        self.motion.begin(&self.island, &self.best);
        true
    }

    fn go_on(&mut self, goal: &Goal, rounds: usize, mut cold: bool) {
        let aim = goal.aim(self.quiet);
        let (mut gained, mut since) = (self.least.relative, 0);
        for _ in 0..rounds {
            let start = match cold {
                true => COLD,
                false => Start {
                    slip: true,
                    inside: INSIDE * self.motion.residual(&self.island).relative,
                },
            };
            cold = false;
            let enough = ENOUGH * aim.relative;
            let run = (start, enough);
            self.iterations +=
                (self.interior).run(&self.island, &mut self.matrix, &mut self.motion, run);
            self.keep(goal);
            for sweep in 1..=BETWEEN {
                if aim.met(&self.least) {
                    return;
                }
                self.iterations += 1;
                self.motion.sweep(&self.island);
                if sweep.is_multiple_of(10) {
                    self.keep(goal);
                }
            }
            if self.least.relative < GAIN * gained {
                (gained, since) = (self.least.relative, 0);
            } else {
                since += 1;
            }
            if aim.met(&self.least) || since == PATIENCE {
                return;
            }
        }
    }
}
