//! Contacts that are open, and left out. Where bodies are fast most of those within reach of each other do not touch in the step: they are
//! not laid out and not swept, but looked at again before an answer is given, and taken in if they would be violated.

use super::bodies::Bodies;
use super::contact::{bodies_of, fits};
use super::island::Members;
use super::{Goal, Sparse};
use crate::answer::{Answer, Impulse};
use crate::problem::ContactProblem;
use crate::room::{copy, fill, make_room};

/// Contacts that the impulses to begin with leave open by less than this times what forces change of a velocity in the step take part (1).
const NEAR: f64 = 1.0;
/// Sweeps before those that were left out are looked at for the first time.
const FIRST: usize = 10;
/// How often contacts are taken in before all are: a blow may go through many bodies that almost touch.
const ROUNDS: usize = 4;

/// Who takes part.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// All contacts and joints of the island: indices into the problem.
    contacts: Vec<usize>,
    joints: Vec<usize>,
    /// Whether nobody is left out; else the contacts that take part, ascending, and their places among all.
    whole: bool,
    inside: Vec<usize>,
    places: Vec<u32>,
    /// Places of those that are left out, ascending.
    outside: Vec<u32>,
    /// Whether anybody was taken in later.
    pub(super) grown: bool,
    /// Impulses to go on with, and velocities.
    known: Answer,
    velocity: Vec<f64>,
}

impl Parts {
    /// Takes everybody in.
    fn all(&mut self, members: Members) {
        copy(&mut self.contacts, members.contacts);
        copy(&mut self.joints, members.joints);
        self.outside.clear();
        self.grown = false;
        self.sort();
    }

    /// Leaves out who is open at a velocity.
    fn leave(&mut self, problem: &ContactProblem, velocity: &[f64], start: &Answer) {
        let near = NEAR * change(problem, &self.contacts);
        for (place, &c) in self.contacts.iter().enumerate() {
            let contact = &problem.contacts[c];
            if start.impulses[c].normal <= 0.0
                && problem.rows.dot(contact.row, velocity) - contact.target > near
                // what nothing moves is told at once
                && problem.reach_of(contact) > 0.0
            {
                self.outside.push(place as u32);
            }
        }
        self.sort();
    }

    /// Finds who takes part from who does not.
    fn sort(&mut self) {
        self.inside.clear();
        self.places.clear();
        self.whole = self.outside.is_empty();
        if self.whole {
            return;
        }
        make_room(&mut self.inside, self.contacts.len());
        make_room(&mut self.places, self.contacts.len());
        let mut outside = self.outside.iter().peekable();
        for (place, &c) in self.contacts.iter().enumerate() {
            if outside.next_if(|o| **o == place as u32).is_none() {
                self.inside.push(c);
                self.places.push(place as u32);
            }
        }
    }

    fn members(&self) -> Members<'_> {
        Members {
            contacts: match self.whole {
                true => &self.contacts,
                false => &self.inside,
            },
            joints: &self.joints,
        }
    }

    /// The place among all of one that takes part.
    fn place(&self, inside: usize) -> usize {
        match self.whole {
            true => inside,
            false => self.places[inside] as usize,
        }
    }
}

/// The largest change of a velocity that forces make in the step (m/s), of the bodies of contacts.
fn change(problem: &ContactProblem, contacts: &[usize]) -> f64 {
    let mut most = 0.0_f64;
    for &c in contacts {
        for (first, values) in problem.rows.row(problem.contacts[c].row).parts() {
            // translations come first
            for dof in first..first + values.len().min(3) {
                most = most.max((problem.free[dof] - problem.start[dof]).abs());
            }
        }
    }
    most
}

impl Sparse {
    /// Lays out an island with the impulses to begin with. Its contacts that their velocities, `start.velocity`, leave open are left out, unless the
    /// speeds of bodies are asked for one by one. False if it is none for this solver.
    pub(in crate::solve) fn take(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        members: Members,
        (start, speeds): (&Answer, bool),
    ) -> bool {
        let mut contacts = members.contacts.iter().map(|&c| &problem.contacts[c]);
        if !bodies.fit() || !contacts.all(|c| fits(c) && bodies_of(problem, bodies, c).is_some()) {
            return false;
        }
        self.parts.all(members);
        if !speeds && start.velocity.len() == problem.mass.len() {
            self.parts.leave(problem, &start.velocity, start);
        }
        self.lay_out(problem, bodies, (start, speeds))
    }

    /// Lays out who takes part. What was best makes room for the impulses to begin with.
    fn lay_out(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        given: (&Answer, bool),
    ) -> bool {
        if self.island.start.capacity() == 0 {
            std::mem::swap(&mut self.island.start, &mut self.best);
        }
        (self.island).take(problem, bodies, self.parts.members(), given)
    }

    /// Sweeps, and takes in who was left out and would be violated, until nobody is.
    pub(super) fn sweep_all(&mut self, problem: &ContactProblem, bodies: &Bodies, goal: &Goal) {
        if !self.parts.outside.is_empty() && !goal.met(&self.least) {
            let first = Goal {
                sweeps: FIRST.min(goal.sweeps),
                ..*goal
            };
            self.sweep(&first);
            self.admit(problem, bodies, false);
        }
        for round in 0..=ROUNDS {
            let settled = round > 0 && self.progress.hopeless && self.settle(goal);
            if !settled {
                self.sweep(goal);
            }
            // in the last round everybody is in
            if !self.admit(problem, bodies, round + 1 == ROUNDS) {
                return;
            }
        }
    }

    /// Takes in who would be violated by the best impulses, or everybody if there is anyone; whether there is.
    pub(super) fn admit(
        &mut self,
        problem: &ContactProblem,
        bodies: &Bodies,
        everybody: bool,
    ) -> bool {
        if self.parts.outside.is_empty() {
            return false;
        }
        self.motion.begin(&self.island, &self.best);
        let velocity = &mut self.parts.velocity;
        (self.island).velocities(problem, bodies, &self.motion.w, velocity);
        let (velocity, contacts) = (&self.parts.velocity, &self.parts.contacts);
        let before = self.parts.outside.len();
        self.parts.outside.retain(|&place| {
            let contact = &problem.contacts[contacts[place as usize]];
            problem.rows.dot(contact.row, velocity) >= contact.target
        });
        if self.parts.outside.len() == before {
            return false;
        }
        if everybody {
            self.parts.outside.clear();
        }
        self.parts.grown = true;
        self.lay_out_again(problem, bodies);
        true
    }

    /// Takes everybody in.
    pub(super) fn admit_all(&mut self, problem: &ContactProblem, bodies: &Bodies) {
        if !self.parts.outside.is_empty() {
            self.parts.outside.clear();
            self.lay_out_again(problem, bodies);
        }
    }

    /// The island of who takes part now, from the best impulses.
    fn lay_out_again(&mut self, problem: &ContactProblem, bodies: &Bodies) {
        let mut known = std::mem::take(&mut self.parts.known);
        self.know(problem, &mut known);
        self.parts.sort();
        self.lay_out(problem, bodies, (&known, false));
        self.parts.known = known;
        if self.soft > 0.0 {
            self.island.soften(self.soft);
        }
        self.start_again(self.soft > 0.0);
        // it is another problem now, whose progress is its own
        self.progress.then = 0.0;
        self.progress.left = self.progress.left.max(FIRST);
    }

    /// The best impulses, by index in the problem, as impulses to begin with are given.
    fn know(&self, problem: &ContactProblem, known: &mut Answer) {
        fill(
            &mut known.impulses,
            problem.contacts.len(),
            Impulse::default(),
        );
        fill(&mut known.joints, problem.joints.len(), 0.0);
        let inside = self.parts.members().contacts;
        (self.island).give(&self.best, |i| inside[i], &mut known.impulses);
        let joints = &self.best[self.island.first_link()..];
        for (&j, c) in self.parts.joints.iter().zip(joints) {
            known.joints[j] = *c;
        }
    }

    /// The best impulses of all contacts and joints of the island, appended to an answer.
    pub(super) fn give(&self, answer: &mut Answer) {
        let first = answer.impulses.len();
        make_room(&mut answer.impulses, self.parts.contacts.len());
        (answer.impulses).resize(first + self.parts.contacts.len(), Impulse::default());
        let impulses = &mut answer.impulses[first..];
        (self.island).give(&self.best, |i| self.parts.place(i), impulses);
        (answer.joints).extend_from_slice(&self.best[self.island.first_link()..]);
    }
}
