//! The mass matrix M(q): blocks along the diagonal, one for each body or mechanism, rebuilt in place every step.
//!
//! M itself is kept as given and judges answers; its inverse, computed here, is used to build problems. Velocities of
//! different blocks interact only through contacts and joints, which is what makes islands.

use crate::error::Error;
use crate::rows::RowView;

/// Entries that should be equal by symmetry may differ by this much of the largest entry of their block.
const SYMMETRY: f64 = 1e-12;

/// M and M⁻¹ (kg, kg·m², and their inverses).
#[derive(Clone, Debug, Default)]
pub struct Mass {
    blocks: Vec<Block>,
    /// Entries of M: a diagonal block has one for each velocity, a full block its columns.
    m: Vec<f64>,
    /// Entries of M⁻¹ in the same places.
    w: Vec<f64>,
    /// To which block a velocity belongs.
    owner: Vec<usize>,
    /// Whether nobody asks for the inverse.
    plain: bool,
    /// The first thing found wrong.
    problem: Option<Error>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    first: usize,
    len: usize,
    at: usize,
    full: bool,
}

impl PartialEq for Mass {
    fn eq(&self, other: &Self) -> bool {
        let shape =
            |mass: &Self| -> Vec<_> { mass.blocks.iter().map(|b| (b.len, b.full)).collect() };
        shape(self) == shape(other) && self.m == other.m
    }
}

impl Mass {
    /// A diagonal mass matrix as one block.
    pub fn diagonal(masses: &[f64]) -> Result<Self, Error> {
        let mut mass = Self::default();
        mass.push_diagonal(masses);
        mass.check().map(|()| mass)
    }

    /// The same for a matrix of which no inverse is asked.
    pub(crate) fn clear_for_energy(&mut self) {
        self.clear();
        self.plain = true;
    }

    /// Forgets all blocks and keeps the memory.
    pub fn clear(&mut self) {
        self.plain = false;
        self.blocks.clear();
        self.m.clear();
        self.w.clear();
        self.owner.clear();
        self.problem = None;
    }

    /// Appends a diagonal block: a particle, a planar body, a body in principal axes.
    pub fn push_diagonal(&mut self, masses: &[f64]) {
        let first = self.begin(masses.len(), false);
        for (i, &m) in masses.iter().enumerate() {
            if !(m.is_finite() && m > 0.0) {
                self.blame(Error::MassNotPositive {
                    index: first + i,
                    value: m,
                });
            }
            self.m.push(m);
            self.w.push(1.0 / m);
        }
    }

    /// Appends a full block of n velocities with entries from a function of row and column.
    pub fn push_full(&mut self, n: usize, mut entry: impl FnMut(usize, usize) -> f64) {
        let first = self.begin(n, true);
        let at = self.m.len();
        for col in 0..n {
            for row in 0..n {
                self.m.push(entry(row, col));
            }
        }
        self.w.resize(self.m.len(), 0.0);
        if self.plain {
            return;
        }
        if let Err(error) = invert(&self.m[at..], &mut self.w[at..], n, first) {
            self.blame(error);
        }
    }

    fn begin(&mut self, len: usize, full: bool) -> usize {
        let first = self.owner.len();
        let block = self.blocks.len();
        self.owner.resize(first + len, block);
        self.blocks.push(Block {
            first,
            len,
            at: self.m.len(),
            full,
        });
        first
    }

    fn blame(&mut self, error: Error) {
        self.problem.get_or_insert(error);
    }

    /// Whether M is symmetric positive definite.
    pub fn check(&self) -> Result<(), Error> {
        self.problem.clone().map_or(Ok(()), Err)
    }

    /// Number of velocities.
    pub fn len(&self) -> usize {
        self.owner.len()
    }

    /// Whether nothing moves.
    pub fn is_empty(&self) -> bool {
        self.owner.is_empty()
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The velocities of a block.
    pub fn block(&self, block: usize) -> std::ops::Range<usize> {
        let b = self.blocks[block];
        b.first..b.first + b.len
    }

    /// The block of a velocity.
    pub fn block_of(&self, dof: usize) -> usize {
        self.owner[dof]
    }

    /// v += M⁻¹ p within one block: what the momentum p (N·s) does to its velocities.
    pub fn add_response(&self, block: usize, p: &[f64], v: &mut [f64]) {
        add(&self.blocks[block], &self.w, p, v);
    }

    /// M⁻¹ p (m/s).
    pub fn response(&self, p: &[f64], v: &mut [f64]) {
        v.fill(0.0);
        self.blocks.iter().for_each(|b| add(b, &self.w, p, v));
    }

    /// M v (N·s).
    pub fn momentum(&self, v: &[f64], p: &mut [f64]) {
        p.fill(0.0);
        self.blocks.iter().for_each(|b| add(b, &self.m, v, p));
    }

    /// xᵀM x: twice the kinetic energy (J) of a velocity.
    pub fn square(&self, x: &[f64]) -> f64 {
        self.form(&self.m, x, x)
    }

    /// xᵀM y (J).
    pub fn product(&self, x: &[f64], y: &[f64]) -> f64 {
        self.form(&self.m, x, y)
    }

    /// pᵀM⁻¹p of a momentum (J).
    pub fn inverse_square(&self, p: &[f64]) -> f64 {
        self.form(&self.w, p, p)
    }

    /// rᵀM⁻¹r of a sparse row (1/kg). Each velocity occurs once in it.
    pub fn row_square(&self, row: RowView) -> f64 {
        let mut parts = row.parts();
        if let (Some(first), second, None) = (parts.next(), parts.next(), parts.next()) {
            let squares = match second {
                None => self.six_square(first),
                Some(second) => (self.six_square(first).zip(self.six_square(second)))
                    .filter(|_| first.0 != second.0)
                    .map(|(a, b)| a + b),
            };
            if let Some(square) = squares {
                return square;
            }
        }
        let blocks = |(first, values): (usize, &[f64])| {
            [self.owner[first], self.owner[first + values.len() - 1]]
        };
        let mut sum = 0.0;
        for (i, part) in row.parts().enumerate() {
            let [low, high] = blocks(part);
            let mut before = row.parts().take(i).map(blocks);
            if before.any(|[first, last]| first <= high && low <= last) {
                return self.entry_square(row);
            }
            self.pieces(part.0, part.1, |block, offset, values| {
                sum += self.piece_square(block, offset, values);
            });
        }
        sum
    }

    /// rᵀM⁻¹r of the six velocities of a free body: a diagonal of six, or of three before a full block.
    fn six_square(&self, (first, values): (usize, &[f64])) -> Option<f64> {
        let a: &[f64; 6] = values.try_into().ok()?;
        let block = self.owner[first];
        let b = &self.blocks[block];
        if b.first != first || b.full {
            return None;
        }
        let w = &self.w[b.at..b.at + b.len];
        let diagonal = |n: usize| (0..n).map(|i| a[i] * a[i] * w[i]).sum::<f64>();
        if b.len == 6 {
            return Some(diagonal(6));
        }
        let turn = self.blocks.get(block + 1)?;
        if b.len != 3 || turn.len != 3 || !turn.full {
            return None;
        }
        let w = self.w[turn.at..].first_chunk::<9>()?;
        let [x, y, z] = [a[3], a[4], a[5]];
        let full = x * (w[0] * x + 2.0 * (w[1] * y + w[2] * z))
            + y * (w[4] * y + 2.0 * w[5] * z)
            + z * w[8] * z;
        Some(diagonal(3) + full)
    }

    /// The same entry by entry, for rows with several parts in one block.
    fn entry_square(&self, row: RowView) -> f64 {
        let mut sum = 0.0;
        for (i, a) in row.entries() {
            let b = self.blocks[self.owner[i]];
            if !b.full {
                sum += a * a * self.w[b.at + i - b.first];
                continue;
            }
            for (j, c) in row.entries() {
                if self.owner[j] == self.owner[i] {
                    sum += a * c * self.w[b.at + (j - b.first) * b.len + i - b.first];
                }
            }
        }
        sum
    }

    /// The pieces of neighbouring coefficients by block: the block, where in it they begin, and themselves.
    pub(crate) fn pieces<'a>(
        &self,
        first: usize,
        mut values: &'a [f64],
        mut see: impl FnMut(usize, usize, &'a [f64]),
    ) {
        let mut first = first;
        while !values.is_empty() {
            let block = self.owner[first];
            let range = self.block(block);
            let (piece, rest) = values.split_at(values.len().min(range.end - first));
            see(block, first - range.start, piece);
            first += piece.len();
            values = rest;
        }
    }

    /// rᵀM⁻¹r of neighbouring coefficients within one block.
    pub(crate) fn piece_square(&self, block: usize, offset: usize, values: &[f64]) -> f64 {
        let b = &self.blocks[block];
        let mut sum = 0.0;
        if b.full {
            for (col, a) in values.iter().enumerate() {
                let column = &self.w[b.at + (offset + col) * b.len + offset..];
                sum += a * column.iter().zip(values).map(|(w, a)| w * a).sum::<f64>();
            }
        } else {
            let w = &self.w[b.at + offset..];
            sum = values.iter().zip(w).map(|(a, w)| a * a * w).sum();
        }
        sum
    }

    /// M⁻¹ of neighbouring coefficients within one block, for all velocities of the block.
    pub(crate) fn piece_response(
        &self,
        block: usize,
        offset: usize,
        values: &[f64],
        out: &mut [f64],
    ) {
        let b = &self.blocks[block];
        if b.full {
            for (col, a) in values.iter().enumerate() {
                let at = b.at + (offset + col) * b.len;
                let column = &self.w[at..at + b.len];
                out.iter_mut().zip(column).for_each(|(o, w)| *o += a * w);
            }
        } else {
            let w = &self.w[b.at + offset..];
            let pairs = values.iter().zip(w);
            (out[offset..].iter_mut().zip(pairs)).for_each(|(o, (a, w))| *o += a * w);
        }
    }

    /// M_ii of a velocity (kg, kg·m²).
    pub(crate) fn own(&self, dof: usize) -> f64 {
        self.entry(dof, dof)
    }

    /// M_ij of two velocities (kg, kg·m²).
    pub(crate) fn entry(&self, i: usize, j: usize) -> f64 {
        let b = self.blocks[self.owner[i]];
        match (self.owner[i] == self.owner[j], b.full) {
            (true, true) => self.m[b.at + (j - b.first) * b.len + i - b.first],
            (true, false) if i == j => self.m[b.at + i - b.first],
            _ => 0.0,
        }
    }

    /// (M⁻¹)_ij of two velocities (1/kg, 1/(kg·m²)).
    pub(crate) fn inverse_entry(&self, i: usize, j: usize) -> f64 {
        let b = self.blocks[self.owner[i]];
        match (self.owner[i] == self.owner[j], b.full) {
            (true, true) => self.w[b.at + (j - b.first) * b.len + i - b.first],
            (true, false) if i == j => self.w[b.at + i - b.first],
            _ => 0.0,
        }
    }

    /// xᵀM x within one block (J).
    pub(crate) fn block_square(&self, block: usize, x: &[f64]) -> f64 {
        form(&self.blocks[block], &self.m, x, x)
    }

    /// pᵀM⁻¹p within one block (J).
    pub(crate) fn block_inverse_square(&self, block: usize, p: &[f64]) -> f64 {
        form(&self.blocks[block], &self.w, p, p)
    }

    /// Whether another mass matrix has the same entries, relative to the largest of each block.
    pub fn resembles(&self, other: &Self, tolerance: f64) -> bool {
        self.blocks.len() == other.blocks.len()
            && self.m.len() == other.m.len()
            && self.blocks.iter().all(|b| {
                let entries = b.at..b.at + if b.full { b.len * b.len } else { b.len };
                let size = self.m[entries.clone()]
                    .iter()
                    .fold(0.0_f64, |s, m| s.max(m.abs()));
                let near = |i: usize| (self.m[i] - other.m[i]).abs() <= tolerance * size;
                entries.into_iter().all(near)
            })
    }

    fn form(&self, entries: &[f64], x: &[f64], y: &[f64]) -> f64 {
        self.blocks.iter().map(|b| form(b, entries, x, y)).sum()
    }
}

/// xᵀ(block of the matrix) y.
fn form(b: &Block, entries: &[f64], x: &[f64], y: &[f64]) -> f64 {
    let (x, y) = (&x[b.first..b.first + b.len], &y[b.first..b.first + b.len]);
    if b.full {
        let columns = y.iter().enumerate();
        return columns
            .map(|(col, y)| {
                let column = &entries[b.at + col * b.len..b.at + (col + 1) * b.len];
                y * column.iter().zip(x).map(|(m, x)| m * x).sum::<f64>()
            })
            .sum();
    }
    let m = &entries[b.at..b.at + b.len];
    (0..b.len).map(|i| m[i] * x[i] * y[i]).sum()
}

/// out += (block of the matrix) x.
fn add(b: &Block, entries: &[f64], x: &[f64], out: &mut [f64]) {
    let (x, out) = (
        &x[b.first..b.first + b.len],
        &mut out[b.first..b.first + b.len],
    );
    if b.full {
        for (col, x) in x.iter().enumerate() {
            let column = &entries[b.at + col * b.len..b.at + (col + 1) * b.len];
            out.iter_mut().zip(column).for_each(|(o, m)| *o += m * x);
        }
    } else {
        for i in 0..b.len {
            out[i] += entries[b.at + i] * x[i];
        }
    }
}

/// The inverse of a symmetric positive definite matrix, through M = L D Lᵀ without square roots.
fn invert(m: &[f64], w: &mut [f64], n: usize, first: usize) -> Result<(), Error> {
    let largest = m.iter().fold(0.0_f64, |a, x| a.max(x.abs()));
    for col in 0..n {
        for row in 0..n {
            let (above, below) = (m[col * n + row], m[row * n + col]);
            if !above.is_finite() {
                return Err(Error::NotFinite {
                    field: format!("mass[{}][{}]", first + row, first + col),
                    value: above,
                });
            }
            if (above - below).abs() > SYMMETRY * largest {
                return Err(Error::MassNotSymmetric {
                    row: first + row,
                    col: first + col,
                    above,
                    below,
                });
            }
        }
    }
    // Gauss–Jordan without exchanges: stable for positive definite matrices, and each pivot must be positive
    w.copy_from_slice(m);
    for k in 0..n {
        let pivot = w[k * n + k];
        if !(pivot > 0.0 && pivot > 1e-14 * m[k * n + k]) {
            return Err(Error::MassNotPositive {
                index: first + k,
                value: pivot,
            });
        }
        let inverse = 1.0 / pivot;
        w[k * n + k] = 1.0;
        for col in 0..n {
            w[col * n + k] *= inverse;
        }
        for row in 0..n {
            if row == k {
                continue;
            }
            let factor = w[k * n + row];
            w[k * n + row] = 0.0;
            for col in 0..n {
                w[col * n + row] -= factor * w[col * n + k];
            }
        }
    }
    // symmetric to the last bit, which the copositivity of contact problems rests on
    for col in 0..n {
        for row in 0..col {
            let mean = 0.5 * (w[col * n + row] + w[row * n + col]);
            w[col * n + row] = mean;
            w[row * n + col] = mean;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_blocks() -> Mass {
        let mut mass = Mass::default();
        mass.push_diagonal(&[2.0, 4.0]);
        let full = [[4.0, 1.0, 0.5], [1.0, 3.0, -0.2], [0.5, -0.2, 2.0]];
        mass.push_full(3, |i, j| full[i][j]);
        mass.check().unwrap();
        mass
    }

    #[test]
    fn response_undoes_momentum() {
        let mass = two_blocks();
        let v = [1.0, -2.0, 0.3, 0.7, -1.1];
        let (mut p, mut back) = ([0.0; 5], [0.0; 5]);
        mass.momentum(&v, &mut p);
        assert_eq!(&p[..2], &[2.0, -8.0]);
        mass.response(&p, &mut back);
        for (a, b) in v.iter().zip(back) {
            assert!((a - b).abs() < 1e-15);
        }
        let energy: f64 = p.iter().zip(v).map(|(p, v)| p * v).sum();
        assert!((mass.square(&v) - energy).abs() < 1e-14);
        assert!((mass.inverse_square(&p) - energy).abs() < 1e-14);
    }

    #[test]
    fn blocks_know_their_velocities() {
        let mass = two_blocks();
        assert_eq!((mass.len(), mass.blocks()), (5, 2));
        assert_eq!(
            (mass.block(1), mass.block_of(1), mass.block_of(4)),
            (2..5, 0, 1)
        );
        let mut v = [0.0; 5];
        mass.add_response(0, &[2.0, 2.0, 9.0, 9.0, 9.0], &mut v);
        assert_eq!(v, [1.0, 0.5, 0.0, 0.0, 0.0]);
    }

    #[test]
    fn what_is_no_mass_is_named() {
        let error = Mass::diagonal(&[1.0, -2.0]).unwrap_err();
        assert!(matches!(error, Error::MassNotPositive { index: 1, .. }));
        let full = |entries: [[f64; 2]; 2]| {
            let mut mass = Mass::default();
            mass.push_diagonal(&[1.0]);
            mass.push_full(2, |i, j| entries[i][j]);
            mass.check().unwrap_err()
        };
        let singular = full([[1.0, 2.0], [2.0, 4.0]]);
        assert!(matches!(singular, Error::MassNotPositive { index: 2, .. }));
        let skew = full([[1.0, 0.5], [0.2, 4.0]]);
        assert!(matches!(
            skew,
            Error::MassNotSymmetric { row: 2, col: 1, .. }
        ));
        assert!(matches!(
            full([[f64::NAN, 0.0], [0.0, 1.0]]),
            Error::NotFinite { .. }
        ));
    }

    #[test]
    fn clearing_forgets_problems() {
        let mut mass = Mass::default();
        mass.push_diagonal(&[0.0]);
        assert!(mass.check().is_err());
        mass.clear();
        mass.push_diagonal(&[1.0]);
        assert!(mass.check().is_ok());
    }
}
