//! Gauss–Seidel sweeps with exact local answers, contact by contact, where something changed since the last visit.

use super::node::Node;
use crate::formulate::{BlockProblem, add_product};

/// Changes of an impulse below this part of it are rounding.
const ROUNDING: f64 = 1e-16;

/// Impulses with their velocities, and which contacts are to be looked at again.
#[derive(Debug, Default)]
pub(super) struct Sweep {
    pub(super) x: Vec<f64>,
    pub(super) y: Vec<f64>,
    /// Whether something a contact depends on has changed.
    open: Vec<bool>,
    /// Made when a contact is first solved.
    nodes: Vec<Option<Node>>,
}

impl Sweep {
    /// From impulses x and their velocities y, which are set.
    pub(super) fn begin(&mut self, problem: &BlockProblem) {
        let contacts = problem.contacts();
        self.open.clear();
        self.open.resize(contacts, true);
        self.nodes.clear();
        self.nodes.resize(contacts, None);
    }

    /// One sweep over the contacts in order; √Σ of how much each changed, as an impulse or a velocity, whichever is less: about
    /// the natural map before it.
    pub(super) fn pass<const D: usize>(&mut self, problem: &BlockProblem, order: impl Iterator<Item = usize>) -> f64 {
        let (x, _) = self.x.as_chunks_mut::<D>();
        let (y, _) = self.y.as_chunks_mut::<D>();
        let mut changed = 0.0;
        for contact in order {
            if !self.open[contact] {
                continue;
            }
            self.open[contact] = false;
            let old = x[contact];
            let before = y[contact];
            if before[0] >= 0.0 && old == [0.0; D] {
                continue;
            }
            let node = match &self.nodes[contact] {
                Some(node) => node,
                None => {
                    let node = Node::new(problem.own::<D>(contact), problem.mu()[contact]);
                    let Some(node) = node else { continue };
                    self.nodes[contact].insert(node)
                }
            };
            let new = node.solve(&old, &before);
            let (mut step, mut small) = ([0.0; D], true);
            let most = new.iter().chain(&old).fold(0.0_f64, |m, x| m.max(x.abs()));
            for i in 0..D {
                step[i] = new[i] - old[i];
                small &= step[i].abs() <= ROUNDING * most;
            }
            if small {
                continue;
            }
            x[contact] = new;
            for (other, block) in problem.column::<D>(contact) {
                add_product(block, &step, &mut y[other]);
                self.open[other] |= other != contact || !node.exact;
            }
            let after = &y[contact];
            let (mut impulse, mut velocity) = (0.0, 0.0);
            for i in 0..D {
                impulse += step[i] * step[i];
                velocity += (after[i] - before[i]) * (after[i] - before[i]);
            }
            changed += f64::min(impulse, velocity);
        }
        changed.sqrt()
    }
}
