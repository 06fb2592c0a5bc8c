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
//! share. Joints come last, with free unknowns and equations instead of inequalities [APS98 15].
//!
//! The matrix is copositive. If no target is positive and no surface moves the problem therefore has a solution, and
//! Lemke's method finds it; with restitution, or with penetrations to be pushed out, there need not be one.

use crate::answer::{Answer, Impulse};
use crate::error::Error;
use crate::problem::ContactProblem;
use complementarity::{Lcp, Matrix, Method, Mlcp, Outcome, Workspace};

/// Unit directions closer than this are one: the square of the angle between two columns is what a pivot sees of it,
/// and 1e-4 of the matrix is far above every tolerance.
const COINCIDENT: f64 = 1e-2;

/// A step, or an island of it, as a complementarity problem. The memory is reused.
#[derive(Debug, Default)]
pub struct Polyhedral {
    places: Vec<Place>,
    joints: Vec<usize>,
    /// Friction directions of all contacts.
    directions: Vec<[f64; 3]>,
    /// The rows in use: indices into the problem's rows.
    rows: Vec<usize>,
    /// JᵀM⁻¹J between them.
    delassus: Matrix,
    /// Row·b of each.
    free: Vec<f64>,
    response: Response,
    problem: Unknowns,
}

/// Where a contact is in z and among the rows.
#[derive(Clone, Copy, Debug)]
struct Place {
    contact: usize,
    unknown: usize,
    row: usize,
    rows: usize,
    first_direction: usize,
    directions: usize,
}

/// Without joints the problem is an LCP, with joints a mixed one.
#[derive(Debug, Default)]
struct Unknowns {
    lcp: Lcp,
    mixed: Mlcp,
}

impl Polyhedral {
    /// Writes a whole problem as z ≥ 0 ⊥ M z + q ≥ 0 [Ste00 3.2].
    pub fn new(problem: &ContactProblem) -> Result<Self, Error> {
        let mut step = Self::default();
        let contacts: Vec<usize> = (0..problem.contacts.len()).collect();
        let joints: Vec<usize> = (0..problem.joints.len()).collect();
        step.begin(problem, &contacts, &joints);
        step.fill(problem)?;
        Ok(step)
    }

    /// Takes up contacts and joints of a problem, each contact with the directions of its friction.
    pub(crate) fn begin(&mut self, problem: &ContactProblem, contacts: &[usize], joints: &[usize]) {
        self.places.clear();
        self.directions.clear();
        self.rows.clear();
        for &contact in contacts {
            let c = &problem.contacts[contact];
            self.places.push(Place {
                contact,
                unknown: 0,
                row: self.rows.len(),
                rows: c.friction.rows(),
                first_direction: self.directions.len(),
                directions: c.friction.generators().len(),
            });
            self.directions.extend_from_slice(c.friction.generators());
            self.rows.extend(c.row..=c.row + c.friction.rows());
        }
        self.joints.clear();
        self.joints.extend_from_slice(joints);
        self.rows
            .extend(joints.iter().map(|&j| problem.joints[j].row));
        self.couple(problem);
    }

    /// Adds a friction direction to the contact at a place, at the end of those it has [APS98 23]. It replaces those
    /// that nearly coincide with it: a solver cannot tell them apart, and might keep to the worse one.
    pub(crate) fn put_direction(&mut self, place: usize, direction: [f64; 3]) {
        let first = self.places[place].first_direction;
        let mut end = first + self.places[place].directions;
        let before = self.directions.len();
        for at in (first..end).rev() {
            let d = self.directions[at];
            if (0..3).all(|i| (d[i] - direction[i]).abs() <= COINCIDENT) {
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

    /// The block of JᵀM⁻¹J between the rows (t, o) of the contacts at two places, which have both.
    pub(crate) fn tangent_block(&self, a: usize, b: usize) -> [[f64; 2]; 2] {
        let (i, j) = (self.places[a].row + 1, self.places[b].row + 1);
        [i, i + 1].map(|i| [self.delassus[(i, j)], self.delassus[(i, j + 1)]])
    }

    /// The contacts taken up, as indices into the problem.
    pub(crate) fn contacts(&self) -> impl ExactSizeIterator<Item = usize> {
        self.places.iter().map(|p| p.contact)
    }

    /// JᵀM⁻¹J between the rows: symmetric to the last bit, which the copositivity argument needs.
    fn couple(&mut self, problem: &ContactProblem) {
        let size = self.rows.len();
        self.delassus.reset(size, size);
        self.free.clear();
        for j in 0..size {
            self.free
                .push(problem.rows.dot(self.rows[j], &problem.free));
            self.response.of(problem, self.rows[j]);
            for i in 0..=j {
                let a = problem.rows.dot(self.rows[i], &self.response.velocity);
                self.delassus[(i, j)] = a;
                self.delassus[(j, i)] = a;
            }
        }
        self.response.clear(problem);
    }

    /// Writes the complementarity problem for the directions that are there.
    pub(crate) fn fill(&mut self, problem: &ContactProblem) -> Result<(), Error> {
        let mut size = 0;
        for place in &mut self.places {
            place.unknown = size;
            size += unknowns(place);
        }
        let first_joint = size;
        size += self.joints.len();
        let Self {
            places,
            joints,
            directions,
            delassus,
            free,
            problem: out,
            ..
        } = self;
        let write = |m: &mut Matrix, q: &mut [f64]| {
            for (at, x) in places.iter().enumerate() {
                write_contact(problem, x, (directions, free), (m, q));
                for y in &places[..=at] {
                    write_pair((x, y), directions, delassus, m);
                }
            }
            // joints: row·v⁺ = target, coupled with each other and with the contacts
            let first_row = delassus.rows() - joints.len();
            for (i, &joint) in joints.iter().enumerate() {
                let (unknown, row) = (first_joint + i, first_row + i);
                q[unknown] = free[row] - problem.joints[joint].target;
                for j in 0..joints.len() {
                    m[(unknown, first_joint + j)] = delassus[(row, first_row + j)];
                }
                for x in places.iter() {
                    let mut couple = |u: usize, a: f64| {
                        m[(u, unknown)] = a;
                        m[(unknown, u)] = a;
                    };
                    couple(x.unknown, delassus[(x.row, row)]);
                    for (k, d) in directions_of(x, directions).iter().enumerate() {
                        let a = (0..x.rows)
                            .map(|r| d[r] * delassus[(x.row + 1 + r, row)])
                            .sum();
                        couple(x.unknown + 1 + k, a);
                    }
                }
            }
        };
        if joints.is_empty() {
            out.lcp.refill(size, write)?;
        } else {
            out.mixed.refill(size, |m, q, is_free| {
                write(m, q);
                is_free[first_joint..].fill(true);
            })?;
        }
        Ok(())
    }

    /// The problem to hand to a solver, if there are no joints.
    pub fn lcp(&self) -> Option<&Lcp> {
        self.joints.is_empty().then_some(&self.problem.lcp)
    }

    /// The problem to hand to a solver, if there are joints.
    pub fn mixed(&self) -> Option<&Mlcp> {
        (!self.joints.is_empty()).then_some(&self.problem.mixed)
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

    /// From z to the impulses of the contacts and joints taken up; the others are left alone.
    ///
    /// λ and the single β are dropped: they need not be unique even where the motion is.
    pub(crate) fn recover_into(&self, z: &[f64], answer: &mut Answer) {
        for place in &self.places {
            let mut friction = [0.0; 3];
            let beta = &z[place.unknown + 1..];
            for (d, b) in directions_of(place, &self.directions).iter().zip(beta) {
                (0..3).for_each(|i| friction[i] += b * d[i]);
            }
            answer.impulses[place.contact] = Impulse {
                normal: z[place.unknown],
                tangent: friction[0],
                binormal: friction[1],
                torsion: friction[2],
            };
        }
        let first_joint = self.len() - self.joints.len();
        for (i, &joint) in self.joints.iter().enumerate() {
            answer.joints[joint] = z[first_joint + i];
        }
    }

    /// From z back to impulses and to v⁺ = b + M⁻¹ Σ (c_n n + c_t t + c_o o + c_r r) [ST00 13].
    pub fn recover(&self, problem: &ContactProblem, z: &[f64]) -> Result<Answer, Error> {
        if z.len() != self.len() {
            return Err(Error::WrongUnknowns {
                expected: self.len(),
                found: z.len(),
            });
        }
        let mut answer = Answer {
            impulses: vec![Impulse::default(); problem.contacts.len()],
            joints: vec![0.0; problem.joints.len()],
            velocity: Vec::new(),
        };
        self.recover_into(z, &mut answer);
        problem.set_velocity(&mut answer, &mut Vec::new());
        Ok(answer)
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
    problem: &ContactProblem,
    place: &Place,
    (directions, free): (&[[f64; 3]], &[f64]),
    (m, q): (&mut Matrix, &mut [f64]),
) {
    let contact = &problem.contacts[place.contact];
    let at = place.unknown;
    q[at] = free[place.row] - contact.target;
    if place.directions == 0 {
        return;
    }
    let bound = at + place.directions + 1;
    for (k, d) in directions_of(place, directions).iter().enumerate() {
        q[at + 1 + k] = (0..place.rows)
            .map(|r| d[r] * (free[place.row + 1 + r] - contact.surface[1 + r]))
            .sum();
        m[(at + 1 + k, bound)] = 1.0;
        m[(bound, at + 1 + k)] = -1.0;
    }
    m[(bound, at)] = contact.friction.coefficient;
    q[bound] = contact.reserve;
}

/// JᵀM⁻¹J between the impulses of two contacts.
fn write_pair((x, y): (&Place, &Place), directions: &[[f64; 3]], a: &Matrix, m: &mut Matrix) {
    let (dx, dy) = (directions_of(x, directions), directions_of(y, directions));
    let mut write = |i: usize, j: usize, value: f64| {
        m[(x.unknown + i, y.unknown + j)] = value;
        m[(y.unknown + j, x.unknown + i)] = value;
    };
    write(0, 0, a[(x.row, y.row)]);
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
    // a contact with itself is symmetric already
    if x.contact != y.contact {
        for (j, e) in dy.iter().enumerate() {
            let value = (0..y.rows).map(|s| e[s] * a[(x.row, y.row + 1 + s)]).sum();
            write(0, 1 + j, value);
        }
    }
}

/// M⁻¹ times a row, in a vector of which only the touched blocks are ever non-zero.
#[derive(Debug, Default)]
struct Response {
    momentum: Vec<f64>,
    velocity: Vec<f64>,
    touched: Vec<usize>,
}

impl Response {
    fn of(&mut self, problem: &ContactProblem, row: usize) {
        let mass = &problem.mass;
        self.clear(problem);
        if self.velocity.len() != mass.len() {
            self.velocity.clear();
            self.velocity.resize(mass.len(), 0.0);
            self.momentum.clear();
            self.momentum.resize(mass.len(), 0.0);
        }
        problem.rows.scatter(row, 1.0, &mut self.momentum);
        for &(dof, _) in problem.rows.row(row) {
            let block = mass.block_of(dof);
            if !self.touched.contains(&block) {
                self.touched.push(block);
                mass.add_response(block, &self.momentum, &mut self.velocity);
            }
        }
        for &(dof, _) in problem.rows.row(row) {
            self.momentum[dof] = 0.0;
        }
    }

    /// Zeroes what the last row left.
    fn clear(&mut self, problem: &ContactProblem) {
        for block in self.touched.drain(..) {
            self.velocity[problem.mass.block(block)].fill(0.0);
        }
    }
}

#[cfg(test)]
mod tests;
