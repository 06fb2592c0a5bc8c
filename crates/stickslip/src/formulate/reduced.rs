//! A contact problem in impulses alone: u = W c + q, with W = JᵀM⁻¹J between the rows of the contacts and joints.
//!
//! Every formulation starts here. u holds, for each contact, the normal velocity beyond its target and the slip relative
//! to the surface; for each joint row·v⁺ − target, which must vanish. A problem can also be given by W and q: it then
//! need not come from bodies, and W need not be symmetric.

use crate::answer::{Answer, Impulse};
use crate::error::Error;
use crate::friction::Friction;
use crate::problem::ContactProblem;
use complementarity::Matrix;

/// A joint row of which less than this part (of its square) is independent of the others counts as dependent.
const DEPENDENT: f64 = 1e-10;

/// The laws of contact over u = W c + q. The memory is reused.
#[derive(Clone, Debug, Default)]
pub struct ReducedProblem {
    w: Matrix,
    q: Vec<f64>,
    contacts: Vec<ReducedContact>,
    /// Joints, as indices into the problem; their rows come last.
    joints: Vec<usize>,
    /// The least and the largest impulse of each.
    bounds: Vec<[f64; 2]>,
    /// Which of them are equations that do not give way.
    rigid: Vec<bool>,
    /// The rows in use: indices into the problem's rows.
    rows: Vec<usize>,
    symmetric: bool,
    /// The factor of the joints' block.
    factor: Vec<f64>,
    response: Response,
}

/// A contact of a reduced problem. Its rows (n, t, o, r) are neighbours.
#[derive(Clone, Debug, PartialEq)]
pub struct ReducedContact {
    /// Its index in the problem.
    pub index: usize,
    /// Its normal row in u.
    pub row: usize,
    /// How many rows after n belong to it: those that friction uses, and those of a set whose coefficient is 0.
    pub rows: usize,
    /// Its friction.
    pub friction: Friction,
    /// Friction bound that is there without normal impulse (N·s): the bound is μ c_n + reserve.
    pub reserve: f64,
}

impl ReducedProblem {
    /// Contacts with these frictions over u = W c + q. Rows follow each other contact by contact: n, then as many of
    /// t, o, r as the friction *set* has dimensions, even if μ = 0.
    pub fn new(w: Matrix, q: Vec<f64>, frictions: Vec<Friction>) -> Result<Self, Error> {
        let mut contacts = Vec::with_capacity(frictions.len());
        let mut row = 0;
        for (index, friction) in frictions.into_iter().enumerate() {
            friction.check()?;
            let rows = friction.set.shape().map_or(0, |s| s.dimensions());
            contacts.push(ReducedContact {
                index,
                row,
                rows,
                friction,
                reserve: 0.0,
            });
            row += 1 + rows;
        }
        Error::check_vector(&q, row, || "q".into())?;
        for (what, found) in [("rows of W", w.rows()), ("columns of W", w.cols())] {
            if found != row {
                return Err(Error::WrongLength {
                    field: what.into(),
                    expected: row,
                    found,
                });
            }
        }
        for j in 0..row {
            for i in 0..row {
                Error::check_finite(w[(i, j)], || format!("W[{i}][{j}]"))?;
            }
        }
        let symmetric = (0..row).all(|j| (0..j).all(|i| w[(i, j)] == w[(j, i)]));
        Ok(Self {
            symmetric,
            w,
            q,
            contacts,
            ..Self::default()
        })
    }

    /// Contacts, each with its friction and reserve, and after them joints with their bounds, over u = W c + q: for callers
    /// that know their numbers. A contact has the rows that its friction uses.
    pub(crate) fn linearised(
        w: Matrix,
        q: Vec<f64>,
        frictions: Vec<(Friction, f64)>,
        bounds: Vec<[f64; 2]>,
    ) -> Result<Self, Error> {
        for (i, value) in q.iter().chain(w.as_slice()).enumerate() {
            Error::check_finite(*value, || format!("number {i} of the linearised step"))?;
        }
        let mut row = 0;
        let contacts = (frictions.into_iter().enumerate())
            .map(|(index, (friction, reserve))| {
                let first = row;
                row += 1 + friction.rows();
                ReducedContact {
                    index,
                    row: first,
                    rows: friction.rows(),
                    friction,
                    reserve,
                }
            })
            .collect();
        Ok(Self {
            w,
            q,
            contacts,
            joints: (0..bounds.len()).collect(),
            rigid: vec![false; bounds.len()],
            bounds,
            ..Self::default()
        })
    }

    /// A whole contact problem.
    pub fn of(problem: &ContactProblem) -> Self {
        let mut reduced = Self::default();
        let contacts: Vec<usize> = (0..problem.contacts.len()).collect();
        let joints: Vec<usize> = (0..problem.joints.len()).collect();
        reduced.reduce(problem, &contacts, &joints);
        reduced
    }

    /// Takes up contacts and joints of a problem: W is symmetric to the last bit, which the copositivity argument for
    /// pyramids needs.
    pub(crate) fn reduce(
        &mut self,
        problem: &ContactProblem,
        contacts: &[usize],
        joints: &[usize],
    ) {
        self.contacts.clear();
        self.rows.clear();
        self.q.clear();
        for &index in contacts {
            let c = &problem.contacts[index];
            self.contacts.push(ReducedContact {
                index,
                row: self.rows.len(),
                rows: c.friction.rows(),
                friction: c.friction.clone(),
                reserve: c.reserve,
            });
            for i in 0..=c.friction.rows() {
                self.rows.push(c.row + i);
                let asked = if i == 0 { c.target } else { c.surface[i] };
                self.q
                    .push(problem.rows.dot(c.row + i, &problem.free) - asked);
            }
        }
        self.joints.clear();
        self.joints.extend_from_slice(joints);
        self.bounds.clear();
        self.rigid.clear();
        for &joint in joints {
            let joint = &problem.joints[joint];
            self.bounds.push([joint.low, joint.high]);
            self.rigid.push(joint.is_rigid());
            self.rows.push(joint.row);
            self.q
                .push(problem.rows.dot(joint.row, &problem.free) - joint.target);
        }
        self.symmetric = true;
        let size = self.rows.len();
        self.w.reset(size, size);
        for j in 0..size {
            self.response.of(problem, self.rows[j]);
            for i in 0..=j {
                let a = problem.rows.dot(self.rows[i], &self.response.velocity);
                self.w[(i, j)] = a;
                self.w[(j, i)] = a;
            }
        }
        self.response.clear(problem);
        let first = self.first_joint();
        for (i, &joint) in joints.iter().enumerate() {
            self.w[(first + i, first + i)] += problem.joints[joint].softness;
        }
    }

    /// W.
    pub fn w(&self) -> &Matrix {
        &self.w
    }

    /// Whether W is symmetric to the last bit.
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// q: the velocities if no impulse acted (m/s, rad/s).
    pub fn q(&self) -> &[f64] {
        &self.q
    }

    /// The contacts.
    pub fn contacts(&self) -> &[ReducedContact] {
        &self.contacts
    }

    /// The joints, as indices into the problem.
    pub fn joints(&self) -> &[usize] {
        &self.joints
    }

    /// The least and the largest impulse of each joint (N·s, N·m·s); infinite where there is no bound.
    pub fn bounds(&self) -> &[[f64; 2]] {
        &self.bounds
    }

    /// The first row that belongs to a joint; those after it do too.
    pub fn first_joint(&self) -> usize {
        self.q.len() - self.joints.len()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.q.len()
    }

    /// Whether there is nothing to solve.
    pub fn is_empty(&self) -> bool {
        self.q.is_empty()
    }

    /// u ← W c + q.
    pub fn velocity(&self, c: &[f64], u: &mut [f64]) {
        u.copy_from_slice(&self.q);
        self.w.mul_add(c, u);
    }

    /// The rows of a contact after n that its friction uses.
    pub fn friction_rows(&self, contact: &ReducedContact) -> std::ops::Range<usize> {
        contact.row + 1..contact.row + 1 + contact.friction.rows()
    }

    /// Appends the joints whose rows depend on those of joints before them, as indices into the problem: their impulses
    /// are not unique.
    pub(crate) fn dependent_joints(&mut self, out: &mut Vec<usize>) {
        let (first, n) = (self.first_joint(), self.joints.len());
        // Cholesky on the joints' block; a pivot of nothing is a dependent row
        let factor = &mut self.factor;
        factor.clear();
        factor.resize(n * n, 0.0);
        for i in 0..n {
            if !self.rigid[i] {
                // what can give way depends on nothing
                continue;
            }
            for j in 0..=i {
                let inner: f64 = (0..j).map(|k| factor[i * n + k] * factor[j * n + k]).sum();
                let rest = self.w[(first + i, first + j)] - inner;
                if i > j {
                    let pivot = factor[j * n + j];
                    factor[i * n + j] = if pivot > 0.0 { rest / pivot } else { 0.0 };
                } else if rest > DEPENDENT * self.w[(first + i, first + i)] {
                    factor[i * n + i] = rest.sqrt();
                } else {
                    out.push(self.joints[i]);
                }
            }
        }
    }

    /// The impulse of a contact within c.
    fn impulse(&self, contact: &ReducedContact, c: &[f64]) -> Impulse {
        let mut parts = [0.0; 4];
        parts[0] = c[contact.row];
        for (part, row) in parts[1..].iter_mut().zip(self.friction_rows(contact)) {
            *part = c[row];
        }
        Impulse::from_parts(parts)
    }

    /// From c to the impulses of the contacts and joints taken up, appended in their order.
    pub(crate) fn append(&self, c: &[f64], answer: &mut Answer) {
        let contacts = self.contacts.iter();
        (answer.impulses).extend(contacts.map(|contact| self.impulse(contact, c)));
        answer.joints.extend_from_slice(&c[self.first_joint()..]);
    }

    /// From c to the impulses of the contacts and joints taken up; the others are left alone.
    pub(crate) fn recover_into(&self, c: &[f64], answer: &mut Answer) {
        for contact in &self.contacts {
            answer.impulses[contact.index] = self.impulse(contact, c);
        }
        for (joint, c) in self.joints.iter().zip(&c[self.first_joint()..]) {
            answer.joints[*joint] = *c;
        }
    }

    /// From c to an answer of the problem: impulses and v⁺ = b + M⁻¹ Σ (c_n n + c_t t + c_o o + c_r r) [ST00 13]. What was
    /// not taken up has no impulse.
    pub fn answer(&self, problem: &ContactProblem, c: &[f64]) -> Result<Answer, Error> {
        if c.len() != self.len() {
            return Err(Error::WrongUnknowns {
                expected: self.len(),
                found: c.len(),
            });
        }
        let mut answer = Answer {
            impulses: vec![Impulse::default(); problem.contacts.len()],
            joints: vec![0.0; problem.joints.len()],
            velocity: Vec::new(),
        };
        self.recover_into(c, &mut answer);
        problem.set_velocity(&mut answer, &mut Vec::new());
        Ok(answer)
    }

    /// From impulses of the problem to c.
    pub(crate) fn gather(&self, answer: &Answer, c: &mut Vec<f64>) {
        c.clear();
        c.resize(self.len(), 0.0);
        for contact in &self.contacts {
            let parts = answer.impulses[contact.index].parts();
            for (i, part) in parts.iter().enumerate().take(1 + contact.friction.rows()) {
                c[contact.row + i] = *part;
            }
        }
        let first = self.first_joint();
        for (i, &joint) in self.joints.iter().enumerate() {
            c[first + i] = answer.joints[joint];
        }
    }
}

/// M⁻¹ times a row, in a vector of which only the touched blocks are ever non-zero.
#[derive(Clone, Debug, Default)]
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
        for (first, values) in problem.rows.row(row).parts() {
            for block in mass.block_of(first)..=mass.block_of(first + values.len() - 1) {
                if !self.touched.contains(&block) {
                    self.touched.push(block);
                    mass.add_response(block, &self.momentum, &mut self.velocity);
                }
            }
        }
        for (first, values) in problem.rows.row(row).parts() {
            self.momentum[first..first + values.len()].fill(0.0);
        }
    }

    /// Zeroes what the last row left.
    fn clear(&mut self, problem: &ContactProblem) {
        for block in self.touched.drain(..) {
            self.velocity[problem.mass.block(block)].fill(0.0);
        }
    }
}
