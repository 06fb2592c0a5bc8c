//! A contact problem with its bodies: M v = q + H r and u = Hᵀ v + b, with the laws of contact between r and u.
//!
//! M falls into parts that have nothing to do with each other (bodies, or single coordinates). Each is factorised by itself,
//! and the velocities v are eliminated: W = Hᵀ M⁻¹ H in blocks, and the velocities at the contacts without impulses.

use super::blocks::BlockProblem;
use super::sparse_rows::SparseRows;
use crate::error::Error;
use complementarity::Matrix;
use complementarity::linear::Lu;

/// A contact problem with the velocities of its bodies. M need not be symmetric.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalProblem {
    dim: usize,
    mu: Vec<f64>,
    q: Vec<f64>,
    b: Vec<f64>,
    m: SparseRows,
    /// H by rows: one for each velocity, one column for each row of a contact.
    h: SparseRows,
    /// The same by columns.
    columns: SparseRows,
    /// The parts of M: the velocities of each, and the part and place of each velocity.
    parts: Vec<Vec<usize>>,
    places: Vec<(usize, usize)>,
}

impl GlobalProblem {
    /// Contacts of `dim` rows each (2 or 3) with these coefficients of friction. M and H are given by their entries (row, column,
    /// value); those given twice are added.
    pub fn new(
        dim: usize,
        mu: Vec<f64>,
        [q, b]: [Vec<f64>; 2],
        m: &[(usize, usize, f64)],
        h: &[(usize, usize, f64)],
    ) -> Result<Self, Error> {
        // what is wrong with the contacts is found as for any other problem
        let rows = dim * mu.len();
        BlockProblem::new(dim, mu.clone(), b.clone(), &[])?;
        let dofs = q.len();
        Error::check_vector(&q, dofs, || "q".into())?;
        let (m, h) = (
            SparseRows::new("M", [dofs, dofs], m)?,
            SparseRows::new("H", [dofs, rows], h)?,
        );
        let parts = m.parts();
        let mut places = vec![(0, 0); dofs];
        for (part, members) in parts.iter().enumerate() {
            for (place, &dof) in members.iter().enumerate() {
                places[dof] = (part, place);
            }
        }
        Ok(Self {
            columns: h.transposed(),
            dim,
            mu,
            q,
            b,
            m,
            h,
            parts,
            places,
        })
    }

    /// Rows of one contact: 2 or 3.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The coefficient of friction of each contact.
    pub fn mu(&self) -> &[f64] {
        &self.mu
    }

    /// The momentum that v has without impulses.
    pub fn q(&self) -> &[f64] {
        &self.q
    }

    /// What u has beside Hᵀ v.
    pub fn b(&self) -> &[f64] {
        &self.b
    }

    /// M, row by row.
    pub fn m(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        self.m.entries()
    }

    /// H, row by row.
    pub fn h(&self) -> impl Iterator<Item = (usize, usize, f64)> {
        self.h.entries()
    }

    /// Number of velocities.
    pub fn velocities(&self) -> usize {
        self.q.len()
    }

    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.mu.len()
    }

    /// Velocities in the largest part of M: it is factorised as a dense matrix.
    pub fn largest_part(&self) -> usize {
        self.parts.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// u ← Hᵀ v + b.
    pub fn contact_velocity(&self, v: &[f64], u: &mut [f64]) {
        u.copy_from_slice(&self.b);
        self.columns.mul_add(v, u);
    }

    /// The largest part of M v − q − H r, entry by entry beside the terms that it sums: how well v and r balance (1).
    pub(crate) fn imbalance(&self, v: &[f64], r: &[f64]) -> f64 {
        let mut worst = 0.0_f64;
        for (dof, q) in self.q.iter().enumerate() {
            let (mut sum, mut size) = (-q, q.abs());
            for (j, m) in self.m.row(dof) {
                sum += m * v[j];
                size += (m * v[j]).abs();
            }
            for (j, h) in self.h.row(dof) {
                sum -= h * r[j];
                size += (h * r[j]).abs();
            }
            let ratio = if sum == 0.0 { 0.0 } else { sum.abs() / size };
            worst = if ratio.is_nan() {
                f64::INFINITY
            } else {
                worst.max(ratio)
            };
        }
        worst
    }

    /// Eliminates the velocities; none if M is singular.
    pub fn reduce(&self) -> Option<Reduction<'_>> {
        let mut mass = Inverse {
            factors: Vec::with_capacity(self.parts.len()),
            right: Vec::new(),
        };
        for part in &self.parts {
            let factor = match part[..] {
                [dof] => {
                    let inverse = 1.0 / self.m.row(dof).map(|(_, m)| m).sum::<f64>();
                    inverse.is_finite().then_some(Factor::One(inverse))?
                }
                _ => {
                    let mut dense = Matrix::zeros(part.len(), part.len());
                    for (i, &dof) in part.iter().enumerate() {
                        for (j, m) in self.m.row(dof) {
                            dense[(i, self.places[j].1)] += m;
                        }
                    }
                    let lu = Lu::new(&dense);
                    (lu.pivot_ratio() > 0.0).then_some(Factor::Many(lu))?
                }
            };
            mass.factors.push(factor);
        }
        let mut free = self.q.clone();
        mass.solve(self, &mut free)?;
        let mut q = vec![0.0; self.b.len()];
        self.contact_velocity(&free, &mut q);
        let mut problem = BlockProblem::begin(self.dim, self.mu.clone(), q);
        Columns::new(self).fill(self, &mut mass, &mut problem)?;
        Some(Reduction {
            global: self,
            mass,
            free,
            problem,
        })
    }
}

/// A global problem without its velocities, and the way back.
#[derive(Debug)]
pub struct Reduction<'a> {
    global: &'a GlobalProblem,
    mass: Inverse,
    free: Vec<f64>,
    problem: BlockProblem,
}

impl Reduction<'_> {
    /// The problem in impulses alone.
    pub fn problem(&self) -> &BlockProblem {
        &self.problem
    }

    /// v without impulses: M⁻¹ q.
    pub fn free(&self) -> &[f64] {
        &self.free
    }

    /// v = M⁻¹ (q + H r); not finite where numbers overflow.
    pub fn velocity(&mut self, r: &[f64]) -> Vec<f64> {
        let mut v = self.global.q.clone();
        self.global.h.mul_add(r, &mut v);
        if self.mass.solve(self.global, &mut v).is_none() {
            v.fill(f64::NAN);
        }
        v
    }
}

/// M⁻¹, part by part.
#[derive(Debug)]
struct Inverse {
    factors: Vec<Factor>,
    right: Vec<f64>,
}

#[derive(Debug)]
enum Factor {
    One(f64),
    Many(Lu),
}

impl Inverse {
    /// x ← M⁻¹ x; none if the result is not finite.
    fn solve(&mut self, global: &GlobalProblem, x: &mut [f64]) -> Option<()> {
        (0..self.factors.len()).try_for_each(|part| self.solve_part(global, part, x))
    }

    /// The same for the velocities of one part.
    fn solve_part(&mut self, global: &GlobalProblem, part: usize, x: &mut [f64]) -> Option<()> {
        let members = &global.parts[part];
        match &self.factors[part] {
            Factor::One(inverse) => {
                x[members[0]] *= inverse;
                x[members[0]].is_finite().then_some(())
            }
            Factor::Many(lu) => {
                self.right.clear();
                self.right.extend(members.iter().map(|&dof| x[dof]));
                let regular = lu.solve(&mut self.right);
                members
                    .iter()
                    .zip(&self.right)
                    .for_each(|(&dof, y)| x[dof] = *y);
                regular.then_some(())
            }
        }
    }
}

/// W = Hᵀ M⁻¹ H, one contact's columns after the other.
struct Columns {
    /// M⁻¹ times one column of H, zero but for the velocities of the parts touched.
    response: Vec<f64>,
    touched: Vec<usize>,
    /// Whether each part is among those.
    marked: Vec<bool>,
    /// The contacts that the columns act on, and where they are among these.
    others: Vec<usize>,
    place: Vec<usize>,
    values: Vec<f64>,
}

const NOWHERE: usize = usize::MAX;

impl Columns {
    fn new(global: &GlobalProblem) -> Self {
        Self {
            response: vec![0.0; global.velocities()],
            touched: Vec::new(),
            marked: vec![false; global.parts.len()],
            others: Vec::new(),
            place: vec![NOWHERE; global.contacts()],
            values: Vec::new(),
        }
    }

    fn fill(
        &mut self,
        global: &GlobalProblem,
        mass: &mut Inverse,
        problem: &mut BlockProblem,
    ) -> Option<()> {
        let (dim, size) = (global.dim, global.dim * global.dim);
        for contact in 0..global.contacts() {
            self.others.clear();
            self.values.clear();
            self.see(contact, size);
            for col in 0..dim {
                for (dof, h) in global.columns.row(dim * contact + col) {
                    self.response[dof] += h;
                    let part = global.places[dof].0;
                    if !std::mem::replace(&mut self.marked[part], true) {
                        self.touched.push(part);
                    }
                }
                for touched in 0..self.touched.len() {
                    let part = self.touched[touched];
                    self.marked[part] = false;
                    mass.solve_part(global, part, &mut self.response)?;
                    for &dof in &global.parts[part] {
                        let response = std::mem::take(&mut self.response[dof]);
                        for (j, h) in global.h.row(dof) {
                            let at = self.see(j / dim, size);
                            self.values[at * size + j % dim * dim + col] += h * response;
                        }
                    }
                }
                self.touched.clear();
            }
            // blocks come in rising order of the contacts that they act on
            let mut order: Vec<usize> = self.others.clone();
            order.sort_unstable();
            for other in order {
                let at = std::mem::replace(&mut self.place[other], NOWHERE);
                let block = &self.values[at * size..(at + 1) * size];
                problem.push_block(other).copy_from_slice(block);
            }
            problem.end_column();
        }
        problem.is_finite().then_some(())
    }

    /// Where a contact is among those that the present columns act on.
    fn see(&mut self, contact: usize, size: usize) -> usize {
        if self.place[contact] == NOWHERE {
            self.place[contact] = self.others.len();
            self.others.push(contact);
            self.values.resize(self.values.len() + size, 0.0);
        }
        self.place[contact]
    }
}
