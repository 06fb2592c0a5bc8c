//! Contacts of one kind over u = W r + q, with W as the blocks between contacts that act on each other.
//!
//! The same problem as a [`ReducedProblem`] whose contacts all have planar, or all have round friction. Most pairs of contacts
//! share no body, and their blocks are neither kept nor looked at.

use super::reduced::ReducedProblem;
use crate::error::Error;
use crate::friction::Friction;
use complementarity::Matrix;

/// Contacts with `dim` rows each (n and t in the plane; n, t and o in space). W need be neither symmetric nor of full rank.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockProblem {
    dim: usize,
    mu: Vec<f64>,
    q: Vec<f64>,
    /// Where the blocks of each contact's columns begin, and where the last ones end.
    starts: Vec<usize>,
    /// The contact that each block acts on, in rising order within a column.
    acts_on: Vec<u32>,
    /// The blocks, each row by row.
    values: Vec<f64>,
    /// Each contact's block on itself.
    own: Vec<usize>,
}

impl BlockProblem {
    /// Contacts with these coefficients of friction; W is given by its entries (row, column, value), in any order. Entries that
    /// are given twice are added.
    pub fn new(
        dim: usize,
        mu: Vec<f64>,
        q: Vec<f64>,
        entries: &[(usize, usize, f64)],
    ) -> Result<Self, Error> {
        let friction = match dim {
            2 => Friction::planar,
            _ => Friction::round,
        };
        if dim != 2 && dim != 3 {
            return Err(Error::WrongLength {
                field: "rows of a contact".into(),
                expected: 3,
                found: dim,
            });
        }
        for &mu in &mu {
            friction(mu).check()?;
        }
        let n = dim * mu.len();
        Error::check_vector(&q, n, || "q".into())?;
        for &(row, col, value) in entries {
            Error::check_finite(value, || format!("W[{row}][{col}]"))?;
            if row.max(col) >= n {
                return Err(Error::WrongLength {
                    field: "rows of W".into(),
                    expected: n,
                    found: row.max(col) + 1,
                });
            }
        }
        let block = |&(row, col, _): &(usize, usize, f64)| (col / dim, row / dim);
        // every contact has a block on itself, even if it is zero
        let mut places: Vec<(usize, usize)> = (0..mu.len()).map(|i| (i, i)).collect();
        places.extend(entries.iter().filter(|e| e.2 != 0.0).map(block));
        places.sort_unstable();
        places.dedup();
        let mut problem = Self::begin(dim, mu, q);
        for &(col, row) in &places {
            while problem.starts.len() <= col {
                problem.end_column();
            }
            problem.push_block(row);
        }
        while problem.starts.len() <= problem.mu.len() {
            problem.end_column();
        }
        for entry in entries.iter().filter(|e| e.2 != 0.0) {
            if let Ok(place) = places.binary_search(&block(entry)) {
                let (i, j) = (entry.0 % dim, entry.1 % dim);
                problem.values[place * dim * dim + i * dim + j] += entry.2;
            }
        }
        Ok(problem)
    }

    /// A problem without blocks yet: columns follow in order, each pushed block by block and ended.
    pub(crate) fn begin(dim: usize, mu: Vec<f64>, q: Vec<f64>) -> Self {
        let contacts = mu.len();
        Self {
            dim,
            mu,
            q,
            starts: vec![0],
            acts_on: Vec::new(),
            values: Vec::new(),
            own: vec![0; contacts],
        }
    }

    /// The next block of the present column, zero at first: what it does to `contact`.
    pub(crate) fn push_block(&mut self, contact: usize) -> &mut [f64] {
        if contact + 1 == self.starts.len() {
            self.own[contact] = self.acts_on.len();
        }
        self.acts_on.push(contact as u32);
        let (from, size) = (self.values.len(), self.dim * self.dim);
        self.values.resize(from + size, 0.0);
        &mut self.values[from..]
    }

    /// The present column has all its blocks.
    pub(crate) fn end_column(&mut self) {
        self.starts.push(self.acts_on.len());
    }

    /// Whether all numbers are.
    pub(crate) fn is_finite(&self) -> bool {
        self.values.iter().chain(&self.q).all(|x| x.is_finite())
    }

    /// Rows of one contact: 2 or 3.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// The coefficient of friction of each contact.
    pub fn mu(&self) -> &[f64] {
        &self.mu
    }

    /// The velocities if no impulse acted (m/s).
    pub fn q(&self) -> &[f64] {
        &self.q
    }

    /// Number of contacts.
    pub fn contacts(&self) -> usize {
        self.mu.len()
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.q.len()
    }

    /// Whether there is nothing to solve.
    pub fn is_empty(&self) -> bool {
        self.q.is_empty()
    }

    /// u ← W r + q.
    pub fn velocity(&self, r: &[f64], u: &mut [f64]) {
        u.copy_from_slice(&self.q);
        match self.dim {
            2 => self.add_response::<2>(r, u),
            _ => self.add_response::<3>(r, u),
        }
    }

    fn add_response<const D: usize>(&self, r: &[f64], u: &mut [f64]) {
        let (u, _) = u.as_chunks_mut::<D>();
        for (contact, r) in r.as_chunks::<D>().0.iter().enumerate() {
            if r.iter().any(|&r| r != 0.0) {
                for (other, block) in self.column::<D>(contact) {
                    add_product(block, r, &mut u[other]);
                }
            }
        }
    }

    /// What a contact's impulse does: the contacts it acts on, with the blocks.
    pub(crate) fn column<const D: usize>(
        &self,
        contact: usize,
    ) -> impl Iterator<Item = (usize, &[[f64; D]; D])> {
        let range = self.starts[contact]..self.starts[contact + 1];
        let blocks = self.blocks::<D>()[range.clone()].iter();
        (self.acts_on[range].iter().map(|&c| c as usize)).zip(blocks)
    }

    /// The contacts that a contact's impulse acts on.
    pub(crate) fn neighbours(&self, contact: usize) -> &[u32] {
        &self.acts_on[self.starts[contact]..self.starts[contact + 1]]
    }

    /// A contact's block on itself.
    pub(crate) fn own<const D: usize>(&self, contact: usize) -> &[[f64; D]; D] {
        &self.blocks::<D>()[self.own[contact]]
    }

    fn blocks<const D: usize>(&self) -> &[[[f64; D]; D]] {
        self.values.as_chunks::<D>().0.as_chunks::<D>().0
    }

    /// Some of the contacts as a problem of their own, with a dense W: `place` tells where each contact is among them.
    pub(crate) fn part(&self, contacts: &[u32], place: &[u32]) -> Result<ReducedProblem, Error> {
        let dim = self.dim;
        let mut w = Matrix::zeros(dim * contacts.len(), dim * contacts.len());
        let (mut q, mut frictions) = (Vec::new(), Vec::new());
        for (j, &contact) in contacts.iter().enumerate() {
            let contact = contact as usize;
            q.extend_from_slice(&self.q[dim * contact..dim * (contact + 1)]);
            frictions.push(match dim {
                2 => Friction::planar(self.mu[contact]),
                _ => Friction::round(self.mu[contact]),
            });
            for at in self.starts[contact]..self.starts[contact + 1] {
                let i = place[self.acts_on[at] as usize] as usize;
                let block = &self.values[at * dim * dim..(at + 1) * dim * dim];
                for (k, &value) in block.iter().enumerate() {
                    w[(dim * i + k / dim, dim * j + k % dim)] = value;
                }
            }
        }
        ReducedProblem::new(w, q, frictions)
    }

    /// The whole problem with a dense W.
    pub fn dense(&self) -> Result<ReducedProblem, Error> {
        let all: Vec<u32> = (0..self.contacts() as u32).collect();
        self.part(&all, &all)
    }
}

/// y ← y + A x.
#[inline]
pub(crate) fn add_product<const D: usize>(a: &[[f64; D]; D], x: &[f64; D], y: &mut [f64; D]) {
    for i in 0..D {
        for j in 0..D {
            y[i] += a[i][j] * x[j];
        }
    }
}
