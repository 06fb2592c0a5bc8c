//! Newton's method for what sweeps leave of an island in which bodies still strike and slide. Sweeps settle who sticks and who slides only one
//! contact after the other; where that is almost known, a few factorisations of all contacts at once find the rest.

use super::island::{Island, Node};
use super::{Bodies, Goal, Sparse};
use crate::formulate::BlockProblem;
use crate::problem::ContactProblem;
use crate::solve::blocks::Blocks;

/// Rows of a contact with friction in a plane.
const ROWS: usize = 3;
/// How much better than the goal an answer is to be (1): the method gains that in its last step.
const MARGIN: f64 = 0.1;
/// How often it begins again with contacts that the answer would violate.
const AGAIN: usize = 3;

/// Memory of the method.
#[derive(Debug, Default)]
pub(super) struct Newton {
    problem: BlockProblem,
    blocks: Blocks,
    impulses: Vec<f64>,
    /// Where the contacts of each body begin in `contacts`, and where the last ones end.
    starts: Vec<u32>,
    contacts: Vec<u32>,
    neighbours: Vec<u32>,
}

impl Newton {
    /// The contacts of each body.
    fn meet(&mut self, island: &Island) {
        self.starts.clear();
        self.starts.resize(island.bodies + 2, 0);
        for node in &island.nodes {
            node.bodies
                .iter()
                .for_each(|&b| self.starts[b as usize + 1] += 1);
        }
        for body in 0..=island.bodies {
            self.starts[body + 1] += self.starts[body];
        }
        self.contacts.clear();
        self.contacts.resize(2 * island.nodes.len(), 0);
        let mut next = self.starts.clone();
        for (contact, node) in island.nodes.iter().enumerate() {
            for &body in &node.bodies {
                self.contacts[next[body as usize] as usize] = contact as u32;
                next[body as usize] += 1;
            }
        }
    }

    /// The island over its impulses, in units in which contacts give way by 1 in the mean.
    fn pose(&mut self, island: &Island) {
        self.meet(island);
        let unit = 1.0 / island.stiff;
        let mu = island.nodes.iter().map(|n| n.own.coefficient).collect();
        let given = |node: &Node| [0, 1, 2].map(|k| -unit * node.given[k]);
        let q = island.nodes.iter().flat_map(given).collect();
        self.problem = BlockProblem::begin(ROWS, mu, q);
        let nobody = island.bodies;
        for one in &island.nodes {
            self.neighbours.clear();
            for &body in one.bodies.iter().filter(|b| **b as usize != nobody) {
                let range = self.starts[body as usize]..self.starts[body as usize + 1];
                let contacts = &self.contacts[range.start as usize..range.end as usize];
                self.neighbours.extend_from_slice(contacts);
            }
            self.neighbours.sort_unstable();
            self.neighbours.dedup();
            for &other in &self.neighbours {
                let node = &island.nodes[other as usize];
                let block = self.problem.push_block(other as usize);
                for (side, &body) in one.bodies.iter().enumerate() {
                    let Some(place) = node.bodies.iter().position(|b| *b == body) else {
                        continue;
                    };
                    if body as usize == nobody {
                        continue;
                    }
                    for i in 0..ROWS {
                        for j in 0..ROWS {
                            let to = island.rows[node.at as usize + i].as_chunks::<6>().0[place];
                            let from = island.rows[one.at as usize + j].as_chunks::<6>().0[side];
                            let sum: f64 = (0..6).map(|d| to[d] * from[d]).sum();
                            block[ROWS * i + j] += unit * sum;
                        }
                    }
                }
            }
            self.problem.end_column();
        }
    }
}

impl Sparse {
    /// Newton's method from the best impulses, and again with whoever was left out and would be violated, where more than sweeps is asked for.
    pub(super) fn press(&mut self, problem: &ContactProblem, bodies: &Bodies, goal: &Goal) {
        for _ in 0..AGAIN {
            let island = &self.island;
            let fits = |node: &Node| node.own.rows + 1 == ROWS;
            let fits = island.links.is_empty() && island.nodes.iter().all(fits);
            if goal.rounds == 0 || goal.met(&self.least) || !fits {
                return;
            }
            self.idle = 0;
            let newton = &mut self.newton;
            newton.pose(island);
            newton.impulses.clone_from(&self.best);
            // in units in which contacts give way by 1, velocities are impulses
            let goal_there = (goal.relative * self.least.size).min(goal.violation / island.stiff);
            let enough = MARGIN * goal_there;
            let steps = (newton.blocks).press(&newton.problem, enough, &mut newton.impulses);
            self.iterations += steps;
            self.motion.begin(island, &self.newton.impulses);
            self.keep(goal);
            self.pressed = goal.met(&self.least);
            if !self.admit(problem, bodies, false) {
                return;
            }
        }
    }
}
