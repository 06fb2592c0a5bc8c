//! Islands at rest: one that stood still, and whose last impulses still hold it, stays as it is and is not solved again.
//!
//! Nothing is remembered for that but the state itself. An island that comes to rest gets the velocity zero, exactly; at the
//! beginning of the next step the impulses of the last one are judged as the answer "v⁺ = 0" by the laws of the audit. As
//! soon as a force, a neighbour or a surface changes they fail, and the island is solved like any other.

use crate::answer::Answer;
use crate::audit::{Worst, contact_laws, joint_error};
use crate::islands::Islands;
use crate::problem::ContactProblem;
use crate::rows::Bundle;

/// The largest violation of static equilibrium, and the largest velocity taken for rest, relative to the velocity that the forces
/// and impulses of the step would give each body on their own (1).
const TOLERANCE: f64 = 1e-10;

/// Which islands are at rest.
#[derive(Debug, Default)]
pub(super) struct Rest {
    /// For each island the worst violation of its equilibrium; none if it moves.
    residual: Vec<Option<f64>>,
    /// For each block of the mass matrix the size of what acts on it, forces and impulses (√J).
    acting: Vec<f64>,
    left_over: Vec<f64>,
    still: Vec<f64>,
    worst: Vec<Worst>,
    /// The fastest block of each island, with its speed (√J).
    fastest: Vec<(f64, usize)>,
    /// The blocks for which `acting` is wanted.
    watched: Vec<bool>,
}

impl Rest {
    /// Nothing rests.
    pub(super) fn clear(&mut self, islands: &Islands) {
        self.residual.clear();
        self.residual.resize(islands.len(), None);
    }

    /// The residual of an island at rest.
    pub(super) fn of(&self, island: usize) -> Option<f64> {
        self.residual[island]
    }

    /// Finds the islands that the impulses in `answer` hold at rest.
    pub(super) fn find(&mut self, problem: &ContactProblem, islands: &Islands, answer: &Answer) {
        self.clear(islands);
        let mut worst = std::mem::take(&mut self.worst);
        self.judge(problem, islands, answer, &mut worst);
        self.worst = worst;
    }

    fn judge(
        &mut self,
        problem: &ContactProblem,
        islands: &Islands,
        answer: &Answer,
        worst: &mut Vec<Worst>,
    ) {
        let mass = &problem.mass;
        worst.clear();
        worst.resize(islands.len(), Worst(0.0));
        for block in 0..mass.blocks() {
            let moves = || problem.start[mass.block(block)].iter().any(|&v| v != 0.0);
            if let Some(island) = islands.of_block(block).filter(|_| moves()) {
                worst[island] = Worst(f64::INFINITY);
            }
        }
        if worst.iter().all(|w| w.0 > 0.0) {
            return;
        }
        self.watched.clear();
        self.watched.resize(mass.blocks(), true);
        self.measure(problem, answer);

        // momentum: M (0 − b) = p
        self.left_over.clear();
        self.left_over.resize(mass.len(), 0.0);
        mass.momentum(&problem.free, &mut self.left_over);
        problem.add_contact_momentum(&answer.impulses, &mut self.left_over);
        problem.add_joint_momentum(&answer.joints, &mut self.left_over);
        for block in 0..mass.blocks() {
            if let Some(island) = islands.of_block(block) {
                let square = mass.block_inverse_square(block, &self.left_over);
                worst[island].see(square.max(0.0).sqrt(), self.acting[block]);
            }
        }
        // the laws at v⁺ = 0
        self.still.clear();
        self.still.resize(mass.len(), 0.0);
        for (island, worst) in worst.iter_mut().enumerate() {
            if worst.0 > TOLERANCE {
                continue;
            }
            for &c in islands.contacts(island) {
                let (contact, impulse) = (&problem.contacts[c], &answer.impulses[c]);
                let u = problem.relative_velocity(contact, &self.still);
                let mut audit = contact_laws(problem, contact, impulse, u);
                audit.scale = self.least(problem, contact.row);
                audit.see(worst);
            }
            for &j in islands.joints(island) {
                let (joint, c) = (&problem.joints[j], answer.joints[j]);
                let size = self.least(problem, joint.row) * problem.reach(joint.row);
                worst.see(joint_error(problem, joint, c, &self.still), size);
            }
            self.residual[island] = Some(worst.0).filter(|&w| w <= TOLERANCE);
        }
    }

    /// Makes zero what is zero: the velocities of islands at rest, and of those that came to rest in this step.
    pub(super) fn settle(
        &mut self,
        problem: &ContactProblem,
        islands: &Islands,
        answer: &mut Answer,
    ) {
        let mass = &problem.mass;
        if mass.blocks() == 0 {
            return;
        }
        let moving = |&island: &usize| self.residual[island].is_none();
        let speed = |block: usize| mass.block_square(block, &answer.velocity).max(0.0).sqrt();
        // one body that moves is enough, so the fastest of each island is looked at before all the others
        self.fastest.clear();
        self.fastest.resize(islands.len(), (0.0, 0));
        for block in 0..mass.blocks() {
            if let Some(island) = islands.of_block(block).filter(moving) {
                let speed = speed(block);
                if speed >= self.fastest[island].0 {
                    self.fastest[island] = (speed, block);
                }
            }
        }
        self.watched.clear();
        self.watched.resize(mass.blocks(), false);
        (self.fastest.iter()).for_each(|fastest| self.watched[fastest.1] = true);
        self.measure(problem, answer);
        self.worst.clear();
        for &(speed, block) in &self.fastest {
            let mut worst = Worst(0.0);
            worst.see(speed, self.acting[block]);
            self.worst.push(worst);
        }
        if self.worst.iter().all(|worst| worst.0 > TOLERANCE) {
            return;
        }
        self.watched.fill(true);
        self.measure(problem, answer);
        for block in 0..mass.blocks() {
            let moving = |&island: &usize| self.residual[island].is_none();
            if let Some(island) = islands.of_block(block).filter(moving) {
                let speed = mass.block_square(block, &answer.velocity).max(0.0).sqrt();
                self.worst[island].see(speed, self.acting[block]);
            }
        }
        let v = &mut answer.velocity;
        for block in 0..mass.blocks() {
            let island = islands.of_block(block);
            if island.is_some_and(|island| self.worst[island].0 <= TOLERANCE) {
                v[mass.block(block)].fill(0.0);
            }
        }
    }

    /// What acts on each block that is watched, as a speed in the mass norm: the forces of the step, and every impulse for itself. A light body is
    /// measured by what acts on it alone, whatever heavy ones carry beside it.
    fn measure(&mut self, problem: &ContactProblem, answer: &Answer) {
        let mass = &problem.mass;
        self.left_over.clear();
        let change = problem.free.iter().zip(&problem.start).map(|(b, v)| b - v);
        self.left_over.extend(change);
        self.acting.clear();
        let blocks = 0..mass.blocks();
        let push = blocks.map(|b| mass.block_square(b, &self.left_over).max(0.0).sqrt());
        self.acting.extend(push);
        for (contact, impulse) in problem.contacts.iter().zip(&answer.impulses) {
            let c = impulse.parts();
            for (k, c) in c.iter().enumerate().take(1 + contact.friction.rows()) {
                let seen = self.add(problem, contact.row + k, *c);
                // the others are over the same bodies
                if !seen && contact.bundle != Bundle::Mixed {
                    break;
                }
            }
        }
        for (joint, &c) in problem.joints.iter().zip(&answer.joints) {
            self.add(problem, joint.row, c);
        }
    }

    /// Adds the size of an impulse along a row to the blocks that it acts on; entries of one block follow each other. Whether any
    /// of them is watched.
    fn add(&mut self, problem: &ContactProblem, row: usize, c: f64) -> bool {
        let mass = &problem.mass;
        let mut seen = false;
        for (first, values) in problem.rows.row(row).parts() {
            mass.pieces(first, values, |block, offset, values| {
                if self.watched[block] {
                    seen = true;
                    let square = mass.piece_square(block, offset, values);
                    self.acting[block] += c.abs() * square.max(0.0).sqrt();
                }
            });
        }
        seen
    }

    /// The smaller size of what acts on the blocks of a row.
    fn least(&self, problem: &ContactProblem, row: usize) -> f64 {
        let entries = problem.rows.row(row).entries();
        let blocks = entries.map(|e| self.acting[problem.mass.block_of(e.0)]);
        let acted = blocks.filter(|size| *size > 0.0);
        acted.reduce(f64::min).unwrap_or(0.0)
    }
}
