//! Independent parts of a problem [APS98 §2.4]: bodies that no chain of contacts and joints connects do not feel each
//! other within a step, and are solved on their own.

use crate::problem::ContactProblem;
use crate::room::{fill, make_room};
use crate::rows::Bundle;

/// A partition of the contacts and joints of a problem. The memory is reused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Islands {
    /// Union–find over the mass blocks.
    parent: Vec<u32>,
    /// Island of a root, or none yet.
    label: Vec<u32>,
    /// Island of each contact, then of each joint.
    member: Vec<u32>,
    /// Island of each mass block, or none.
    of_block: Vec<u32>,
    contacts: Grouped,
    joints: Grouped,
}

/// Members sorted by group: `order[starts[g]..starts[g + 1]]` are those of group g, ascending.
#[derive(Clone, Debug, Default, PartialEq)]
struct Grouped {
    starts: Vec<usize>,
    order: Vec<usize>,
}

const NONE: u32 = u32::MAX;

impl Islands {
    /// Finds the islands of a problem, numbered by their first contact (then joint): the order, and with it every
    /// result, depends on nothing else.
    pub fn split(&mut self, problem: &ContactProblem) {
        let mass = &problem.mass;
        self.parent.clear();
        self.parent.extend(0..mass.blocks() as u32);

        // a contact or joint ties together all blocks its rows touch
        let mut last = Bundle::Mixed;
        for contact in &problem.contacts {
            match contact.bundle {
                Bundle::Mixed => {
                    for row in contact.row..=contact.row + contact.friction.rows() {
                        self.tie(problem, contact.row, row);
                    }
                }
                // contacts of the same bodies follow each other, and tie them once
                same if same == last => {}
                Bundle::One(body) => self.tie_bodies(problem, &[body]),
                Bundle::Two(bodies) => self.tie_bodies(problem, &bodies),
            }
            last = contact.bundle;
        }
        for joint in &problem.joints {
            self.tie(problem, joint.row, joint.row);
        }

        // number the islands in the order in which they are met
        self.label.clear();
        self.label.resize(mass.blocks(), NONE);
        self.member.clear();
        make_room(
            &mut self.member,
            problem.contacts.len() + problem.joints.len(),
        );
        let mut count = 0;
        let mut last = (Bundle::Mixed, NONE);
        for contact in &problem.contacts {
            if contact.bundle == Bundle::Mixed || contact.bundle != last.0 {
                last = (
                    contact.bundle,
                    self.number(problem, contact.row, &mut count),
                );
            }
            self.member.push(last.1);
        }
        for joint in &problem.joints {
            let island = self.number(problem, joint.row, &mut count);
            self.member.push(island);
        }
        self.of_block.clear();
        for block in 0..mass.blocks() {
            let root = self.root(block);
            self.of_block.push(self.label[root]);
        }
        let (contacts, joints) = self.member.split_at(problem.contacts.len());
        self.contacts.sort(contacts, count as usize);
        self.joints.sort(joints, count as usize);
    }

    /// How many islands have contacts or joints.
    pub fn len(&self) -> usize {
        self.contacts.starts.len().saturating_sub(1)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The contacts of an island: indices into the problem's contacts, ascending.
    pub fn contacts(&self, island: usize) -> &[usize] {
        self.contacts.group(island)
    }

    /// The joints of an island: indices into the problem's joints, ascending.
    pub fn joints(&self, island: usize) -> &[usize] {
        self.joints.group(island)
    }

    /// The island of a block of the mass matrix; none if no contact and no joint acts on it.
    pub fn of_block(&self, block: usize) -> Option<usize> {
        let island = Some(self.of_block[block]).filter(|&island| island != NONE);
        island.map(|island| island as usize)
    }

    /// The island of a row, the next one if it has none yet. A row of zeros ties nothing: it is an island of its own.
    fn number(&mut self, problem: &ContactProblem, row: usize, count: &mut u32) -> u32 {
        let mut next = || {
            *count += 1;
            *count - 1
        };
        let Some(dof) = problem.rows.row(row).first() else {
            return next();
        };
        let root = self.root(problem.mass.block_of(dof));
        if self.label[root] == NONE {
            self.label[root] = next();
        }
        self.label[root]
    }

    fn tie(&mut self, problem: &ContactProblem, first: usize, row: usize) {
        let Some(anchor) = problem.rows.row(first).first() else {
            return;
        };
        let mut root = self.root(problem.mass.block_of(anchor));
        for (first, values) in problem.rows.row(row).parts() {
            root = self.join(problem, root, (first, values.len()));
        }
    }

    /// The same for free bodies, by their first velocities.
    fn tie_bodies(&mut self, problem: &ContactProblem, bodies: &[u32]) {
        let mut root = self.root(problem.mass.block_of(bodies[0] as usize));
        for &first in bodies {
            root = self.join(problem, root, (first as usize, 6));
        }
    }

    /// Joins the blocks of neighbouring velocities, so many from the first on, to those of a root; the root of all.
    #[inline]
    fn join(
        &mut self,
        problem: &ContactProblem,
        mut root: usize,
        (first, len): (usize, usize),
    ) -> usize {
        let last = problem.mass.block_of(first + len - 1);
        for block in problem.mass.block_of(first)..=last {
            let other = self.root(block);
            // the smaller number becomes the root
            let (low, high) = (root.min(other), root.max(other));
            self.parent[high] = low as u32;
            root = low;
        }
        root
    }

    fn root(&mut self, mut block: usize) -> usize {
        while self.parent[block] as usize != block {
            self.parent[block] = self.parent[self.parent[block] as usize];
            block = self.parent[block] as usize;
        }
        block
    }
}

impl Grouped {
    /// A counting sort: stable, so members stay ascending.
    fn sort(&mut self, groups: &[u32], count: usize) {
        fill(&mut self.starts, count + 1, 0);
        for &g in groups {
            self.starts[g as usize + 1] += 1;
        }
        for g in 0..count {
            self.starts[g + 1] += self.starts[g];
        }
        fill(&mut self.order, groups.len(), 0);
        // place from the back and let each group's end move down, then shift the ends back to starts
        for (member, &g) in groups.iter().enumerate().rev() {
            let end = &mut self.starts[g as usize + 1];
            *end -= 1;
            self.order[*end] = member;
        }
        for g in 0..count {
            self.starts[g] = self.starts[g + 1];
        }
        self.starts[count] = groups.len();
    }

    fn group(&self, g: usize) -> &[usize] {
        &self.order[self.starts[g]..self.starts[g + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::Friction;
    use crate::mass::Mass;
    use crate::problem::NormalLaw;
    use crate::system::Frame;

    /// Six bodies of two velocities each; contacts and joints between given pairs.
    fn split(contacts: &[(usize, usize)], joints: &[(usize, usize)]) -> Islands {
        let mut mass = Mass::default();
        (0..6).for_each(|_| mass.push_diagonal(&[1.0, 1.0]));
        let mut problem = ContactProblem::new(mass, &[0.0; 12], &[0.0; 12], 0.1).unwrap();
        for (id, &(a, b)) in contacts.iter().enumerate() {
            let mut frame = Frame::default();
            frame.normal.push(2 * a, -1.0);
            // the second body enters through the tangent alone
            frame.tangent.push(2 * b + 1, 1.0);
            let friction = Friction::planar(0.5);
            problem
                .add_contact(id, &frame, friction, NormalLaw::Velocity)
                .unwrap();
        }
        for (id, &(a, b)) in joints.iter().enumerate() {
            problem
                .add_joint(id, [(2 * a, 1.0), (2 * b, -1.0)], 0.0)
                .unwrap();
        }
        let mut islands = Islands::default();
        islands.split(&problem);
        islands
    }

    #[test]
    fn chains_are_islands_in_the_order_of_their_first_contact() {
        let islands = split(&[(4, 5), (0, 1), (5, 3), (1, 0)], &[]);
        assert_eq!(islands.len(), 2);
        assert_eq!(islands.contacts(0), [0, 2]);
        assert_eq!(islands.contacts(1), [1, 3]);
    }

    #[test]
    fn joints_tie_and_make_islands_of_their_own() {
        let islands = split(&[(0, 0), (2, 2)], &[(4, 5), (0, 2)]);
        assert_eq!(islands.len(), 2);
        assert_eq!(
            (islands.contacts(0), islands.joints(0)),
            (&[0, 1][..], &[1][..])
        );
        assert_eq!(
            (islands.contacts(1), islands.joints(1)),
            (&[][..], &[0][..])
        );
    }

    #[test]
    fn without_contacts_there_are_no_islands() {
        assert!(split(&[], &[]).is_empty());
    }
}
