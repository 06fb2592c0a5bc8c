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
mod tests {
    use super::*;
    use crate::audit::Audit;
    use crate::friction::Friction;
    use crate::mass::Mass;
    use crate::problem::NormalLaw;
    use crate::samples::{
        G, block_frame, block_on_floor, box_on_four_corners, close, painleve_rod,
    };
    use crate::system::Frame;

    /// Solves, recovers, and insists on the certificate.
    fn solve(problem: &ContactProblem) -> Answer {
        let step = Polyhedral::new(problem).unwrap();
        let mut outcome = Outcome::empty();
        step.solve(&Method::Auto, &mut Workspace::default(), &mut outcome);
        assert!(outcome.status.is_solved(), "{:?}", outcome.status);
        let answer = step.recover(problem, &outcome.z).unwrap();
        let audit = Audit::of(problem, &answer).unwrap();
        assert!(audit.passes(1e-9), "{audit:?}");
        answer
    }

    /// A unit mass in the plane over a floor.
    fn block(velocity: [f64; 2], force: [f64; 2], h: f64, law: NormalLaw) -> ContactProblem {
        let mass = Mass::diagonal(&[1.0; 2]).unwrap();
        let mut problem = ContactProblem::new(mass, &velocity, &force, h).unwrap();
        let friction = Friction::planar(0.5);
        let added = problem.add_contact(0, &block_frame(), friction, law);
        added.unwrap();
        problem
    }

    #[test]
    fn the_matrix_is_the_printed_one() {
        // unit block, unit inertia: nᵀWn = 1, DᵀWD = [1 −1; −1 1], nᵀWD = 0
        let problem = block_on_floor(1.0, 0.5, 0.1);
        let step = Polyhedral::new(&problem).unwrap();
        let expected = Matrix::from_rows(&[
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, -1.0, 1.0],
            [0.0, -1.0, 1.0, 1.0],
            [0.5, -1.0, -1.0, 0.0],
        ])
        .unwrap();
        let lcp = step.lcp().unwrap();
        assert!(step.mixed().is_none());
        assert_eq!(lcp.m(), &expected);
        close(lcp.q(), &[-0.1 * G, 1.0, -1.0, 0.0], 1e-15);
    }

    #[test]
    fn coupled_contacts_and_joints_give_the_matrix_of_the_formula() {
        // two bodies, two contacts of different friction, one joint: every entry against dᵀWe of whole rows
        let mut mass = Mass::default();
        mass.push_full(3, |i, j| if i == j { 2.0 + i as f64 } else { 0.3 });
        mass.push_diagonal(&[1.0, 0.5, 0.25]);
        let w = |p: &[f64]| {
            let mut v = vec![0.0; 6];
            mass.response(p, &mut v);
            v
        };
        let row =
            |seed: f64| -> Vec<f64> { (0..6).map(|i| (seed + 1.7 * i as f64).sin()).collect() };
        let velocity = row(0.4);
        let mut problem = ContactProblem::new(mass.clone(), &velocity, &row(0.9), 0.1).unwrap();
        let frictions = [
            Friction::polygon(0.3, 4).unwrap(),
            Friction::directions(0.7, vec![[1.0, 0.2, 0.1], [-1.0, 0.0, -0.4]]).unwrap(),
        ];
        // the columns of all unknowns as whole rows; λ has none
        let mut columns: Vec<Option<Vec<f64>>> = Vec::new();
        for (id, friction) in frictions.iter().enumerate() {
            let rows = [0, 1, 2, 3].map(|k| row(10.0 * id as f64 + k as f64));
            let mut frame = Frame::default();
            frame.normal.extend(0, &rows[0]);
            frame.tangent.extend(0, &rows[1]);
            frame.binormal.extend(0, &rows[2]);
            frame.torsion.extend(0, &rows[3]);
            columns.push(Some(rows[0].clone()));
            for d in friction.generators() {
                let mix = |i: usize| (0..3).map(|k| d[k] * rows[k + 1][i]).sum();
                columns.push(Some((0..6).map(mix).collect()));
            }
            columns.push(None);
            let law = NormalLaw::Velocity;
            problem
                .add_contact(id, &frame, friction.clone(), law)
                .unwrap();
        }
        let joint = row(99.0);
        let entries: Vec<(usize, f64)> = joint.iter().copied().enumerate().collect();
        problem.add_joint(0, &entries, 0.25).unwrap();
        columns.push(Some(joint.clone()));

        let step = Polyhedral::new(&problem).unwrap();
        assert!(step.lcp().is_none());
        let mixed = step.mixed().unwrap();
        let lcp = mixed.lcp();
        let dot = complementarity::linear::dot;
        assert_eq!(lcp.len(), columns.len());
        for (i, x) in columns.iter().enumerate() {
            assert_eq!(mixed.free()[i], i + 1 == columns.len());
            for (j, y) in columns.iter().enumerate() {
                if let (Some(x), Some(y)) = (x, y) {
                    close(&[lcp.m()[(i, j)]], &[dot(x, &w(y))], 1e-13);
                    // the copositivity argument needs symmetry to the last bit
                    assert_eq!(lcp.m()[(i, j)], lcp.m()[(j, i)]);
                }
            }
            let target = if i + 1 == columns.len() { 0.25 } else { 0.0 };
            let expected = x.as_ref().map_or(0.0, |x| dot(x, &problem.free) - target);
            close(&[lcp.q()[i]], &[expected], 1e-13);
        }
    }

    #[test]
    fn a_sliding_block_loses_mu_g_h_a_step_and_stops_at_v2_over_2_mu_g() {
        let (mu, h) = (0.4, 1e-3);
        let (mut speed, mut way, mut steps) = (2.0, 0.0, 0);
        loop {
            let after = solve(&block_on_floor(speed, mu, h)).velocity[0];
            close(&[after], &[(speed - mu * G * h).max(0.0)], 1e-12);
            way += h * after;
            steps += 1;
            speed = after;
            if after.abs() < 1e-12 {
                break;
            }
        }
        assert_eq!(steps, (2.0 / (mu * G * h)).ceil() as usize);
        // right-hand sum of a falling ramp: short by h v/2, up to the last step
        let exact = 2.0 * 2.0 / (2.0 * mu * G);
        assert!((way - (exact - 0.5 * h * 2.0)).abs() < mu * G * h * h);
    }

    #[test]
    fn friction_in_space_opposes_the_slip_along_a_direction() {
        // slip along a vertex of the octagon: the full μ c_n against it
        let h = 0.01;
        let d = 0.5_f64.sqrt();
        let mass = Mass::diagonal(&[2.0; 3]).unwrap();
        let weight = [0.0, 0.0, -2.0 * G];
        let mut problem = ContactProblem::new(mass, &[d, d, 0.0], &weight, h).unwrap();
        let mut frame = Frame::default();
        frame.normal.push(2, 1.0);
        frame.tangent.push(0, 1.0);
        frame.binormal.push(1, 1.0);
        let friction = Friction::polygon(0.3, 8).unwrap();
        let added = problem.add_contact(0, &frame, friction, NormalLaw::Velocity);
        added.unwrap();
        let after = (1.0 - 0.3 * G * h) * d;
        close(&solve(&problem).velocity, &[after, after, 0.0], 1e-12);
    }

    #[test]
    fn a_block_pulled_below_the_limit_sticks() {
        let (h, pull) = (0.01, 0.9 * 0.5 * G);
        let answer = solve(&block([0.0; 2], [pull, -G], h, NormalLaw::Velocity));
        close(&answer.velocity, &[0.0, 0.0], 1e-14);
        close(&[answer.impulses[0].tangent], &[-pull * h], 1e-14);
    }

    #[test]
    fn a_box_rests_on_four_corners_though_the_forces_are_not_unique() {
        let answer = solve(&box_on_four_corners(0.01));
        close(&answer.velocity, &[0.0; 6], 1e-12);
        let weight: f64 = answer.impulses.iter().map(|c| c.normal).sum();
        close(&[weight], &[3.0 * G * 0.01], 1e-12);
    }

    #[test]
    fn what_takes_off_is_let_go() {
        let problem = block([1.0, 2.0], [0.0, -G], 0.01, NormalLaw::Velocity);
        let answer = solve(&problem);
        assert_eq!(answer.impulses[0], Impulse::default());
        assert_eq!(answer.velocity, problem.free);
    }

    #[test]
    fn newton_rebounds_with_the_coefficient_of_restitution() {
        let law = NormalLaw::Newton { restitution: 0.8 };
        let answer = solve(&block([0.0, -3.0], [0.0; 2], 0.0, law));
        close(&answer.velocity, &[0.0, 2.4], 1e-14);
        close(&[answer.impulses[0].normal], &[5.4], 1e-14);
    }

    #[test]
    fn at_position_level_the_gap_is_closed_exactly() {
        let (h, gap) = (0.1, 0.05);
        let fall = |gap, along| {
            let law = NormalLaw::Position { gap, along };
            solve(&block([0.0, -2.0], [0.0, -G], h, law)).velocity
        };
        let start = fall(gap, 0.0);
        // a flat floor: the gap ahead is gap + h v, and both linearisations agree
        let predicted = fall(gap - 2.0 * h, -2.0);
        close(&[gap + h * start[1]], &[0.0], 1e-15);
        close(&start, &predicted, 1e-14);
    }

    /// The rod of [Ste00 1.3] has no acceleration, but an impulse without impact.
    #[test]
    fn painleves_rod_gets_an_impulse_without_impact() {
        for h in [1e-2, 1e-3, 1e-4, 1e-5, 1e-6] {
            let answer = solve(&painleve_rod(h));
            let limit = [-0.5625, 0.324_759_526_4, 1.299_038_105_7];
            let error = (0..3)
                .map(|i| (answer.velocity[i] - limit[i]).abs())
                .fold(0.0, f64::max);
            assert!((error / h - 7.36).abs() < 0.01, "{}", error / h);
        }
        let answer = solve(&painleve_rod(1e-9));
        close(&answer.velocity, &[-0.5625, 0.324_760, 1.299_038], 1e-6);
        let impulse = answer.impulses[0];
        close(
            &[impulse.normal, impulse.tangent],
            &[0.324_760, 0.4375],
            1e-6,
        );
    }

    #[test]
    fn coordinates_do_not_matter() {
        // the rod in coordinates u = T v: rows n T⁻¹, mass T⁻ᵀ M T⁻¹ as a full block
        let h = 1e-3;
        let rod = painleve_rod(h);
        let t = [[1.0, 0.5, 0.0], [0.0, 2.0, 0.3], [0.0, 0.0, 1.0]];
        let map = |v: &[f64]| -> Vec<f64> {
            (0..3)
                .map(|i| (0..3).map(|j| t[i][j] * v[j]).sum())
                .collect()
        };
        // r T = n
        let pull = |n: &[f64]| {
            let a = n[0];
            let b = (n[1] - 0.5 * a) / 2.0;
            [a, b, n[2] - 0.3 * b]
        };
        // column j of T⁻¹ is what the unit rows give there
        let unit = |i: usize| [0, 1, 2].map(|j| f64::from(u8::from(i == j)));
        let inverse = [0, 1, 2].map(|i| pull(&unit(i)));
        let masses = [1.0, 1.0, 1.0 / 12.0];
        let mut mass = Mass::default();
        mass.push_full(3, |i, j| {
            (0..3)
                .map(|k| inverse[k][i] * masses[k] * inverse[k][j])
                .sum()
        });
        mass.check().unwrap();
        let mut mapped = ContactProblem::new(mass, &map(&rod.start), &[0.0; 3], h).unwrap();
        mapped.free = map(&rod.free);
        let dense = |row: usize| {
            let mut n = [0.0; 3];
            rod.rows.scatter(row, 1.0, &mut n);
            pull(&n)
        };
        let mut frame = Frame::default();
        frame.normal.extend(0, &dense(0));
        frame.tangent.extend(0, &dense(1));
        let added = mapped.add_contact(0, &frame, Friction::planar(2.0), NormalLaw::Velocity);
        added.unwrap();
        let (one, two) = (solve(&rod), solve(&mapped));
        close(&map(&one.velocity), &two.velocity, 1e-12);
        close(&[one.impulses[0].normal], &[two.impulses[0].normal], 1e-12);
    }

    #[test]
    fn an_answer_of_the_wrong_length_is_refused() {
        let problem = block_on_floor(1.0, 0.5, 0.1);
        let step = Polyhedral::new(&problem).unwrap();
        assert_eq!(
            step.recover(&problem, &[0.0; 3]),
            Err(Error::WrongUnknowns {
                expected: 4,
                found: 3
            })
        );
    }
}
