//! Contacts that give way to what is new in their impulses: u + E (c − c₀), with c₀ the impulses to begin with. Where nothing moves, impulses
//! hardly change from step to step and so hardly anything gives way, but sweeps converge sooner. It is another law while impulses
//! change (a ball that falls rebounds), so it is for those who ask for it, and what comes out is judged by the rigid law.

use super::island::{Island, Node};
use super::local::Own;
use super::{Bodies, Goal, Sparse};
use crate::problem::ContactProblem;

impl Sparse {
    /// Sweeps with contacts that give way; the residual afterwards is that of rigid ones.
    pub(super) fn sweep_soft(&mut self, problem: &ContactProblem, bodies: &Bodies, goal: &Goal) {
        self.soft = goal.proximal;
        self.island.soften(self.soft);
        self.start_again(true);
        self.touch_up(goal);
        self.sweep_all(problem, bodies, goal);
        self.soft = 0.0;
        self.island.harden();
        self.motion.begin(&self.island, &self.best);
        self.least = self.motion.residual(&self.island);
    }
}

impl Island {
    /// Makes the contacts give way by a part of their mean response.
    pub(super) fn soften(&mut self, part: f64) {
        self.soft = part;
        for node in &mut self.nodes {
            node.give_way(part * node.stiff);
        }
    }

    /// Makes the contacts rigid again, as far as velocities are concerned.
    fn harden(&mut self) {
        self.soft = 0.0;
    }
}

impl Node {
    /// W + E.
    fn give_way(&mut self, soft: f64) {
        let Own {
            normal,
            coupling,
            slide,
            rows,
            ..
        } = self.own;
        let own = &mut self.own;
        own.normal += soft;
        // S = W_TT − w wᵀ/W_nn
        let change = 1.0 / normal - 1.0 / own.normal;
        for i in 0..rows {
            own.slide[i] = slide[i] + soft + change * coupling[i] * coupling[i];
        }
        if rows == 2 {
            own.slide[2] += change * coupling[0] * coupling[1];
            self.stick = own.stick();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W of a contact that gives way is W + E.
    #[test]
    fn a_soft_contact_responds_more() {
        for rows in 0..=2 {
            let own = Own {
                normal: 0.7,
                coupling: [0.2, -0.3, 0.0],
                slide: [0.5, 0.9, 0.1],
                coefficient: 0.6,
                rows,
            };
            let mut node = Node {
                bodies: [0; 2],
                at: 0,
                own,
                given: [0.0; 4],
                stiff: 0.0,
                stick: [f64::NAN; 6],
            };
            node.give_way(0.05);
            let c = [1.0, 0.4, -0.2, 0.0];
            let (rigid, soft) = (own.response(&c), node.own.response(&c));
            for k in 0..=rows {
                assert!((soft[k] - rigid[k] - 0.05 * c[k]).abs() < 1e-15);
            }
        }
    }
}
