//! A step with polyhedral friction as a linear complementarity problem, and the way back.
//!
//! The unknowns of a contact are z = (c_n, β, λ): the normal impulse, the impulses along the k friction directions
//! (all N·s) and the slip speed λ (m/s); a contact without friction has c_n alone. With D the rows of the friction
//! directions, E a column of ones and W = M⁻¹,
//!
//! ```text
//!     [ nᵀWn  nᵀWD   0 ] [c_n]   [ n·b − target ]
//!     [ DᵀWn  DᵀWD   E ] [ β ] + [  D·b − D·w   ]  ≥ 0  ⊥  z ≥ 0
//!     [  μ    −Eᵀ    0 ] [ λ ]   [   reserve    ]
//! ```
//!
//! with w the velocity of the surface. The first row is the normal law [ST00 15], [APS98 14]; the second lets friction
//! act only along directions that oppose the slip best [ST00 16]; the third keeps it inside the pyramid [ST00 17].
//! Contacts follow each other in z, and all blocks nᵀWn … DᵀWD couple different contacts through the bodies they
//! share. Joints come last, with free unknowns and equations instead of inequalities [APS98 15]. A joint with one bound has the
//! distance of its impulse from it as an unknown, complementary to its velocity; one with two has a second unknown, by how much
//! the velocity falls short at the upper one.
//!
//! The matrix is copositive. If no target is positive and no surface moves the problem therefore has a solution, and
//! Lemke's method finds it; with restitution, or with penetrations to be pushed out, there need not be one.

use super::bounded::{Bounds, JointPlace};
use super::reduced::{ReducedContact, ReducedProblem};
use crate::error::Error;
use complementarity::{Lcp, Matrix, Method, Mlcp, Outcome, Workspace};

/// Unit directions closer than this are one: the square of the angle between two columns is what a pivot sees of it,
/// and 1e-4 of the matrix is far above every tolerance.
const COINCIDENT: f64 = 1e-2;

/// A step, or an island of it, as a complementarity problem. The memory is reused.
#[derive(Debug, Default)]
pub struct Polyhedral {
    places: Vec<Place>,
    /// Friction directions of all contacts.
    directions: Vec<[f64; 3]>,
    joints: Vec<JointPlace>,
    /// Rows of the reduced problem before those of the joints.
    first_joint: usize,
    problem: Unknowns,
}

/// Where a contact is in z and among the rows of the reduced problem.
#[derive(Clone, Copy, Debug)]
struct Place {
    unknown: usize,
    row: usize,
    rows: usize,
    first_direction: usize,
    directions: usize,
}

/// Without equations the problem is an LCP, with some a mixed one.
#[derive(Debug, Default)]
struct Unknowns {
    lcp: Lcp,
    mixed: Mlcp,
}

impl Polyhedral {
    /// Writes a problem as z ≥ 0 ⊥ M z + q ≥ 0 [Ste00 3.2], with the directions of each contact's friction; for curved
    /// sets those of an inscribed pyramid.
    pub fn new(reduced: &ReducedProblem) -> Result<Self, Error> {
        let mut step = Self::default();
        step.begin(reduced);
        step.fill(reduced)?;
        Ok(step)
    }

    /// Takes up the contacts of a problem, each with the directions of its friction.
    pub(crate) fn begin(&mut self, reduced: &ReducedProblem) {
        self.places.clear();
        self.directions.clear();
        for contact in reduced.contacts() {
            let first_direction = self.directions.len();
            contact.friction.append_directions(&mut self.directions);
            self.places.push(Place {
                unknown: 0,
                row: contact.row,
                rows: contact.friction.rows(),
                first_direction,
                directions: self.directions.len() - first_direction,
            });
        }
        self.first_joint = reduced.first_joint();
        self.joints.clear();
        let joints = (self.first_joint..).zip(reduced.bounds());
        (self.joints).extend(joints.map(|(row, bounds)| JointPlace::new(row, *bounds)));
    }

    /// Adds a friction direction to the contact at a place, at the end of those it has [APS98 23]. It replaces those
    /// that nearly coincide with it: a solver cannot tell them apart, and might keep to the worse one.
    /// `lengths` are those of the friction set, by which directions are compared.
    pub(crate) fn put_direction(&mut self, place: usize, direction: [f64; 3], lengths: [f64; 3]) {
        let first = self.places[place].first_direction;
        let mut end = first + self.places[place].directions;
        let before = self.directions.len();
        for at in (first..end).rev() {
            let d = self.directions[at];
            if (0..3).all(|i| (d[i] - direction[i]).abs() <= COINCIDENT * lengths[i]) {
                self.directions.remove(at);
                end -= 1;
            }
        }
        self.directions.insert(end, direction);
        self.places[place].directions = end + 1 - first;
        let after = self.directions.len();
        for later in &mut self.places[place + 1..] {
            later.first_direction = later.first_direction + after - before;
        }
    }

    /// Writes the complementarity problem for the directions that are there.
    pub(crate) fn fill(&mut self, reduced: &ReducedProblem) -> Result<(), Error> {
        let mut size = 0;
        for place in &mut self.places {
            place.unknown = size;
            size += unknowns(place);
        }
        for joint in &mut self.joints {
            joint.unknown = size;
            size += joint.unknowns();
        }
        let mixed = self.is_mixed();
        let Self {
            places,
            directions,
            joints,
            problem: out,
            ..
        } = self;
        let (w, velocities) = (reduced.w(), reduced.q());
        let write = |m: &mut Matrix, q: &mut [f64]| {
            for (at, x) in places.iter().enumerate() {
                write_contact(&reduced.contacts()[at], x, (directions, velocities), (m, q));
                for y in &places[..=at] {
                    write_pair((x, y), directions, reduced, m);
                }
            }
            // joints: row·v⁺ = target, coupled with each other and with the contacts
            for joint in joints.iter() {
                let (unknown, row, sign, shift) =
                    (joint.unknown, joint.row, joint.sign, joint.shift);
                q[unknown] += sign * velocities[row];
                for other in joints.iter() {
                    // what the part of the other's impulse that is always there does
                    let entry = sign * w[(row, other.row)];
                    q[unknown] += entry * other.shift;
                    m[(unknown, other.unknown)] = entry * other.sign;
                }
                if let Bounds::Two(width) = joint.bounds {
                    m[(unknown, unknown + 1)] = 1.0;
                    m[(unknown + 1, unknown)] = -1.0;
                    q[unknown + 1] = width;
                }
                for x in places.iter() {
                    let mut couple = |u: usize, on_contact: f64, on_joint: f64| {
                        q[u] += shift * on_contact;
                        m[(u, unknown)] = sign * on_contact;
                        m[(unknown, u)] = sign * on_joint;
                    };
                    couple(x.unknown, w[(x.row, row)], w[(row, x.row)]);
                    for (k, d) in directions_of(x, directions).iter().enumerate() {
                        let sum = |entry: &dyn Fn(usize) -> f64| -> f64 {
                            (0..x.rows).map(|r| d[r] * entry(x.row + 1 + r)).sum()
                        };
                        let (a, b) = (sum(&|r| w[(r, row)]), sum(&|r| w[(row, r)]));
                        couple(x.unknown + 1 + k, a, b);
                    }
                }
            }
        };
        if mixed {
            out.mixed.refill(size, |m, q, is_free| {
                write(m, q);
                let free = joints.iter().filter(|j| j.bounds == Bounds::None);
                free.for_each(|j| is_free[j.unknown] = true);
            })?;
        } else {
            out.lcp.refill(size, write)?;
        }
        Ok(())
    }

    /// Whether there are joints without bounds.
    fn is_mixed(&self) -> bool {
        self.joints.iter().any(|j| j.bounds == Bounds::None)
    }

    /// The problem to hand to a solver, if there are no equations.
    pub fn lcp(&self) -> Option<&Lcp> {
        (!self.is_mixed()).then_some(&self.problem.lcp)
    }

    /// The problem to hand to a solver, if there are equations.
    pub fn mixed(&self) -> Option<&Mlcp> {
        self.is_mixed().then_some(&self.problem.mixed)
    }

    /// Solves it.
    pub fn solve(&self, method: &Method, workspace: &mut Workspace, outcome: &mut Outcome) {
        match self.mixed() {
            Some(mixed) => method.solve_mixed_into(mixed, workspace, outcome),
            None => {
                let start = complementarity::lemke::Start::Zero;
                method.solve_into(&self.problem.lcp, start, workspace, outcome);
            }
        }
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        match self.mixed() {
            Some(mixed) => mixed.lcp().len(),
            None => self.problem.lcp.len(),
        }
    }

    /// Whether there is nothing to solve.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// From z to the impulses c of the reduced problem.
    ///
    /// λ and the single β are dropped: they need not be unique even where the motion is.
    pub fn recover(&self, z: &[f64], c: &mut Vec<f64>) {
        c.clear();
        for place in &self.places {
            c.resize(place.row, 0.0);
            c.push(z[place.unknown]);
            let mut friction = [0.0; 3];
            let beta = &z[place.unknown + 1..];
            for (d, b) in directions_of(place, &self.directions).iter().zip(beta) {
                (0..3).for_each(|i| friction[i] += b * d[i]);
            }
            c.extend_from_slice(&friction[..place.rows]);
        }
        // the last contact may have rows that it does not use, if its μ is 0
        c.resize(self.first_joint, 0.0);
        for joint in &self.joints {
            c.push(joint.impulse(z));
        }
    }
}

/// c_n, and with friction the β and λ.
fn unknowns(place: &Place) -> usize {
    match place.directions {
        0 => 1,
        k => k + 2,
    }
}

fn directions_of<'a>(place: &Place, directions: &'a [[f64; 3]]) -> &'a [[f64; 3]] {
    &directions[place.first_direction..place.first_direction + place.directions]
}

/// What belongs to one contact alone: q, the friction bound and the slip speed.
fn write_contact(
    contact: &ReducedContact,
    place: &Place,
    (directions, velocities): (&[[f64; 3]], &[f64]),
    (m, q): (&mut Matrix, &mut [f64]),
) {
    let at = place.unknown;
    q[at] = velocities[place.row];
    if place.directions == 0 {
        return;
    }
    let bound = at + place.directions + 1;
    for (k, d) in directions_of(place, directions).iter().enumerate() {
        q[at + 1 + k] = (0..place.rows)
            .map(|r| d[r] * velocities[place.row + 1 + r])
            .sum();
        m[(at + 1 + k, bound)] = 1.0;
        m[(bound, at + 1 + k)] = -1.0;
    }
    m[(bound, at)] = contact.friction.coefficient;
    q[bound] = contact.reserve;
}

/// W between the impulses of two contacts: what those of y do at x, and the other way round. Where W is symmetric both are
/// the same to the last bit.
fn write_pair(
    (x, y): (&Place, &Place),
    directions: &[[f64; 3]],
    reduced: &ReducedProblem,
    m: &mut Matrix,
) {
    let symmetric = reduced.is_symmetric();
    write_block((x, y), directions, reduced.w(), symmetric, m);
    if !symmetric {
        write_block((y, x), directions, reduced.w(), false, m);
    }
}

fn write_block(
    (x, y): (&Place, &Place),
    directions: &[[f64; 3]],
    a: &Matrix,
    mirror: bool,
    m: &mut Matrix,
) {
    let mut write = |i: usize, j: usize, value: f64| {
        m[(x.unknown + i, y.unknown + j)] = value;
        if mirror {
            m[(y.unknown + j, x.unknown + i)] = value;
        }
    };
    let (dx, dy) = (directions_of(x, directions), directions_of(y, directions));
    write(0, 0, a[(x.row, y.row)]);
    for (j, e) in dy.iter().enumerate() {
        let value = (0..y.rows).map(|s| e[s] * a[(x.row, y.row + 1 + s)]).sum();
        write(0, 1 + j, value);
    }
    for (i, d) in dx.iter().enumerate() {
        // d·(rows of x) against each row of y
        let mut mix = [0.0; 4];
        for (s, value) in mix.iter_mut().enumerate().take(y.rows + 1) {
            *value = (0..x.rows)
                .map(|r| d[r] * a[(x.row + 1 + r, y.row + s)])
                .sum();
        }
        write(1 + i, 0, mix[0]);
        for (j, e) in dy.iter().enumerate() {
            write(1 + i, 1 + j, e[0] * mix[1] + e[1] * mix[2] + e[2] * mix[3]);
        }
    }
}

#[cfg(test)]
mod tests;
