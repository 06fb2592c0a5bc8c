//! Sweeps where they are needed. In a pile at rest a few bodies roll or settle, and all others are held by the impulses of the last step:
//! only pairs are visited whose laws are violated, or whose bodies were pushed since.

use super::island::Island;
use super::sweep::Motion;
use super::{Goal, Sparse, USEFUL, wide};
use crate::room::{copy, fill, make_room};

/// Below this part of the violation that counts as solved, a pair is left alone; below less in each further round.
const ALONE: f64 = 0.5;
const LESS: f64 = 0.25;
const ROUNDS: usize = 3;
/// Where more of the contacts than this are to be visited at first, or so many times all of them in the end, it is no matter of a few.
const FEW: f64 = 0.35;
const VISITS: usize = 4;

/// A contact may be left with so many times its share of the residual of a useful answer (1); and passes over those that have more.
const ROUGH: f64 = 2.0;
const PASSES: usize = 20;

#[derive(Debug, Default)]
pub(super) struct TouchUp {
    /// The violation of each contact (m/s).
    pub(super) wrong: Vec<f64>,
    /// How much each body was pushed so far (m/s), and what its pairs had seen of that when they were visited last.
    pushed: Vec<f64>,
    seen: Vec<f64>,
}

impl TouchUp {
    /// Marks the pairs that are to be visited; how many contacts they have.
    fn mark(&mut self, island: &Island, least: f64) -> usize {
        fill(&mut self.pushed, island.bodies + 1, 0.0);
        self.seen.clear();
        make_room(&mut self.seen, island.colours.pairs.len());
        let mut count = 0;
        for pair in &island.colours.pairs {
            let contacts = pair.first as usize..pair.end as usize;
            let many = contacts.len();
            let wrong = self.wrong[contacts].iter().any(|wrong| *wrong > least);
            count += if wrong { many } else { 0 };
            self.seen.push(if wrong { f64::NEG_INFINITY } else { 0.0 });
        }
        count
    }

    /// One sweep over what is to be visited; how many contacts were.
    fn sweep(&mut self, island: &Island, motion: &mut Motion, least: f64) -> usize {
        wide(
            #[inline(always)]
            || self.sweep_wide(island, motion, least),
        )
    }

    #[inline(always)]
    fn sweep_wide(&mut self, island: &Island, motion: &mut Motion, least: f64) -> usize {
        let mut visits = 0;
        let nobody = island.bodies;
        for (pair, seen) in island.colours.pairs.iter().zip(&mut self.seen) {
            let [a, b] = pair.bodies.map(|body| body as usize);
            let pushed = self.pushed[a] + self.pushed[b];
            if pushed - *seen <= least {
                continue;
            }
            visits += (pair.end - pair.first) as usize;
            let mut push = 0.0;
            motion.visit(island, pair, |node, changed| {
                push += (node.stiff * changed).sqrt();
            });
            self.pushed[a] += push;
            self.pushed[b] += push;
            self.pushed[nobody] = 0.0;
            // contacts of one pair push each other; a single one is at rest now
            *seen = match pair.end - pair.first {
                1 => self.pushed[a] + self.pushed[b],
                _ => pushed,
            };
        }
        visits
    }
}

impl Sparse {
    /// Sweeps over what is violated alone, as long as that is little. What it reaches is kept if it is better. Whether anything was
    /// visited.
    pub(super) fn touch_up(&mut self, goal: &Goal) -> bool {
        let aim = goal.aim(self.quiet);
        if aim.met(&self.least) || !self.island.links.is_empty() {
            return false;
        }
        let nodes = self.island.nodes.len();
        let (mut least, mut visits) = (ALONE * goal.violation, 0);
        for _ in 0..ROUNDS {
            let marked = self.touch_up.mark(&self.island, least);
            if marked == 0 || marked as f64 > FEW * nodes as f64 {
                break;
            }
            while visits < VISITS * nodes {
                let visited = (self.touch_up).sweep(&self.island, &mut self.motion, least);
                if visited == 0 {
                    break;
                }
                visits += visited;
            }
            self.motion.fall(&self.island);
            let now = (self.motion).residual_of_each(&self.island, &mut self.touch_up.wrong);
            if goal.prefers(&now, &self.least) {
                self.least = now;
                copy(&mut self.best, &self.motion.c);
            }
            if aim.met(&self.least) || visits >= VISITS * nodes {
                break;
            }
            least *= LESS;
        }
        // as many sweeps as that is
        self.iterations += visits.div_ceil(nodes);
        visits > 0
    }

    /// Mends an answer that was useful before contacts were taken in: visits them and who is pushed. Whether it is useful again. What is wrong
    /// with each contact must be in memory.
    pub(super) fn settle(&mut self, goal: &Goal) -> bool {
        if !self.island.links.is_empty() {
            return false;
        }
        let nodes = self.island.nodes.len();
        let part = USEFUL * self.least.size * self.island.stiff / (nodes as f64).sqrt();
        self.touch_up.mark(&self.island, ROUGH * part);
        let mut visits = 0;
        for _ in 0..PASSES {
            let visited = (self.touch_up).sweep(&self.island, &mut self.motion, ROUGH * part);
            if visited == 0 {
                break;
            }
            visits += visited;
        }
        self.iterations += visits.div_ceil(nodes);
        self.keep(goal);
        self.least.relative <= USEFUL
    }
}
