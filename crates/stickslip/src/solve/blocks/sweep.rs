//! Gauss–Seidel sweeps with exact local answers, contact by contact, where something changed since the last visit.

use super::node::Node;
use crate::formulate::{BlockProblem, add_product};

/// Changes of an impulse below this part of it are rounding.
const ROUNDING: f64 = 1e-16;

/// Impulses x with their velocities y, and which contacts are to be looked at again.
#[derive(Debug, Default)]
pub(super) struct Sweep<const D: usize> {
    pub(super) x: Vec<[f64; D]>,
    pub(super) y: Vec<[f64; D]>,
    /// Whether something a contact depends on has changed.
    pending: Vec<bool>,
    /// Made when a contact is first solved.
    nodes: Vec<Option<Node>>,
}

impl<const D: usize> Sweep<D> {
    /// Begins a problem with impulses r.
    pub(super) fn begin(&mut self, problem: &BlockProblem, r: &[f64]) {
        let contacts = problem.contacts();
        self.pending.clear();
        self.pending.resize(contacts, true);
        self.nodes.clear();
        self.nodes.resize(contacts, None);
        self.y.clear();
        self.y.extend_from_slice(problem.q().as_chunks::<D>().0);
        self.x.clear();
        self.x.resize(contacts, [0.0; D]);
        for (contact, r) in r.as_chunks::<D>().0.iter().enumerate() {
            if *r != [0.0; D] {
                self.shift(problem, contact, r);
            }
        }
    }

    /// Adds to the impulse of a contact.
    pub(super) fn shift(&mut self, problem: &BlockProblem, contact: usize, step: &[f64; D]) {
        (0..D).for_each(|i| self.x[contact][i] += step[i]);
        for (other, block) in problem.column::<D>(contact) {
            add_product(block, step, &mut self.y[other]);
            self.pending[other] = true;
        }
    }

    /// One pass over contacts; √Σ of how much each changed, as an impulse or a velocity, whichever is less: about the natural map
    /// before it.
    pub(super) fn pass(
        &mut self,
        problem: &BlockProblem,
        order: impl Iterator<Item = usize>,
    ) -> f64 {
        let mut changed = 0.0;
        for contact in order {
            if !self.pending[contact] {
                continue;
            }
            self.pending[contact] = false;
            let (old, before) = (self.x[contact], self.y[contact]);
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
            let exact = node.exact;
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
            self.shift(problem, contact, &step);
            self.x[contact] = new;
            self.pending[contact] = !exact;
            let after = &self.y[contact];
            let (mut impulse, mut velocity) = (0.0, 0.0);
            for i in 0..D {
                impulse += step[i] * step[i];
                velocity += (after[i] - before[i]) * (after[i] - before[i]);
            }
            changed += f64::min(impulse, velocity);
        }
        changed.sqrt()
    }

    /// The natural map of some contacts at ρ = 1.
    pub(super) fn natural_map(&self, problem: &BlockProblem, contacts: &[u32]) -> f64 {
        let contacts = contacts.iter().map(|&contact| contact as usize);
        let maps = contacts.map(|i| square_map(problem.mu()[i], &self.x[i], &self.y[i]));
        maps.sum::<f64>().sqrt()
    }

    /// The natural map of all contacts.
    pub(super) fn whole_map(&self, problem: &BlockProblem) -> f64 {
        let contacts = self.x.iter().zip(&self.y).zip(problem.mu());
        let maps = contacts.map(|((x, y), &mu)| square_map(mu, x, y));
        maps.sum::<f64>().sqrt()
    }
}

/// The square of the natural map of a contact.
fn square_map<const D: usize>(mu: f64, x: &[f64; D], y: &[f64; D]) -> f64 {
    let (mut slip, mut size) = (0.0, 0.0);
    for i in 1..D {
        slip += y[i] * y[i];
        size += (x[i] - y[i]) * (x[i] - y[i]);
    }
    let (slip, size): (f64, f64) = (slip.sqrt(), size.sqrt());
    let normal = x[0] - y[0] - mu * slip;
    if mu * size <= -normal {
        return x.iter().map(|x| x * x).sum();
    }
    let (onto, shrink) = match size <= mu * normal {
        true => (normal, 1.0),
        false => {
            let onto = (normal + mu * size) / (1.0 + mu * mu);
            (onto, mu * onto / size)
        }
    };
    let mut square = (x[0] - onto) * (x[0] - onto);
    for i in 1..D {
        let rest = x[i] - shrink * (x[i] - y[i]);
        square += rest * rest;
    }
    square
}
