//! The mass matrix M(q): blocks along the diagonal, one for each body or mechanism, rebuilt in place every step.
//!
//! M itself is kept as given and judges answers; its inverse, computed here, is used to build problems. Velocities of
//! different blocks interact only through contacts and joints, which is what makes islands.

mod block;

use crate::error::Error;
use crate::room::make_room;
use crate::rows::RowView;
use block::{Block, add, form, invert};

/// M and M⁻¹ (kg, kg·m², and their inverses).
#[derive(Clone, Debug, Default)]
pub struct Mass {
    blocks: Vec<Block>,
    /// Entries of M: a diagonal block has one for each velocity, a full block its columns.
    m: Vec<f64>,
    /// Entries of M⁻¹ in the same places.
    w: Vec<f64>,
    /// To which block a velocity belongs.
    owner: Vec<u32>,
    /// Whether nobody asks for the inverse.
    plain: bool,
    /// The first thing found wrong.
    problem: Option<Error>,
}

impl PartialEq for Mass {
    fn eq(&self, other: &Self) -> bool {
        let shape =
            |mass: &Self| -> Vec<_> { mass.blocks.iter().map(|b| (b.len(), b.full)).collect() };
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

    /// Forgets all blocks and keeps the memory.
    pub fn clear(&mut self) {
        self.plain = false;
        self.blocks.clear();
        self.m.clear();
        self.w.clear();
        self.owner.clear();
        self.problem = None;
    }

    /// Forgets all blocks, for a matrix whose energies alone are asked for: inverses take longer than all the rest.
    pub(crate) fn clear_for_energy(&mut self) {
        self.clear();
        self.plain = true;
    }

    /// Appends a diagonal block: a particle, a planar body, a body in principal axes.
    pub fn push_diagonal(&mut self, masses: &[f64]) {
        let first = self.begin(masses.len(), false);
        let is_bad = |m: &f64| !(m.is_finite() && *m > 0.0);
        if let Some(i) = masses.iter().position(is_bad) {
            self.blame(Error::MassNotPositive {
                index: first + i,
                value: masses[i],
            });
        }
        self.m.extend_from_slice(masses);
        match self.plain {
            true => self.w.resize(self.m.len(), 0.0),
            false => self.w.extend(masses.iter().map(|m| 1.0 / m)),
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
        let (m, w) = (&self.m[at..], &mut self.w[at..]);
        let done = match (m.first_chunk::<9>(), w.first_chunk_mut::<9>()) {
            // lengths that are known make it several times as fast
            (Some(m), Some(w)) if n == 3 => invert(m, w, 3, first),
            _ => invert(m, w, n, first),
        };
        if let Err(error) = done {
            self.blame(error);
        }
    }

    fn begin(&mut self, len: usize, full: bool) -> usize {
        let first = self.owner.len();
        let block = self.blocks.len();
        make_room(&mut self.owner, len);
        self.owner.resize(first + len, block as u32);
        let entries = if full { len * len } else { len };
        make_room(&mut self.m, entries);
        make_room(&mut self.w, entries);
        make_room(&mut self.blocks, 1);
        (self.blocks).push(Block::new(first, len, self.m.len(), full));
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
        b.first()..b.first() + b.len()
    }

    /// Whether a block was given with all its entries, rather than by its diagonal.
    pub fn is_full(&self, block: usize) -> bool {
        self.blocks[block].full
    }

    /// The block of a velocity.
    #[inline]
    pub fn block_of(&self, dof: usize) -> usize {
        self.owner[dof] as usize
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
            let six = |(first, values): (usize, &[f64])| {
                let values = values.try_into().ok()?;
                self.six_square(first, values)
            };
            let squares = match second {
                None => six(first),
                Some(second) => (six(first).zip(six(second)))
                    .filter(|_| first.0 != second.0)
                    .map(|(a, b)| a + b),
            };
            if let Some(square) = squares {
                return square;
            }
        }
        let blocks = |(first, values): (usize, &[f64])| {
            [
                self.block_of(first),
                self.block_of(first + values.len() - 1),
            ]
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
    #[inline]
    pub(crate) fn six_square(&self, first: usize, a: &[f64; 6]) -> Option<f64> {
        let block = self.block_of(first);
        let b = &self.blocks[block];
        if b.first() != first || b.full {
            return None;
        }
        // the entries of neighbouring blocks are neighbours
        let w = &self.w[b.at()..];
        if b.len() == 6 {
            let w = w.first_chunk::<6>()?;
            return Some((0..6).map(|i| a[i] * a[i] * w[i]).sum());
        }
        let turn = self.blocks.get(block + 1)?;
        if b.len() != 3 || turn.len() != 3 || !turn.full {
            return None;
        }
        let w = w.first_chunk::<12>()?;
        let along = a[0] * a[0] * w[0] + a[1] * a[1] * w[1] + a[2] * a[2] * w[2];
        let [x, y, z] = [a[3], a[4], a[5]];
        let turn = x * (w[3] * x + 2.0 * (w[4] * y + w[5] * z))
            + y * (w[7] * y + 2.0 * w[8] * z)
            + z * w[11] * z;
        Some(along + turn)
    }

    /// The same entry by entry, for rows with several parts in one block.
    fn entry_square(&self, row: RowView) -> f64 {
        let mut sum = 0.0;
        for (i, a) in row.entries() {
            let b = self.blocks[self.block_of(i)];
            if !b.full {
                sum += a * a * self.w[b.at() + i - b.first()];
                continue;
            }
            for (j, c) in row.entries() {
                if self.block_of(j) == self.block_of(i) {
                    sum += a * c * self.w[b.at() + (j - b.first()) * b.len() + i - b.first()];
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
            let block = self.block_of(first);
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
                let column = &self.w[b.at() + (offset + col) * b.len() + offset..];
                sum += a * column.iter().zip(values).map(|(w, a)| w * a).sum::<f64>();
            }
        } else {
            let w = &self.w[b.at() + offset..];
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
                let at = b.at() + (offset + col) * b.len();
                let column = &self.w[at..at + b.len()];
                out.iter_mut().zip(column).for_each(|(o, w)| *o += a * w);
            }
        } else {
            let w = &self.w[b.at() + offset..];
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
        let entries = &self.m;
        let b = self.blocks[self.block_of(i)];
        match (self.block_of(i) == self.block_of(j), b.full) {
            (true, true) => entries[b.at() + (j - b.first()) * b.len() + i - b.first()],
            (true, false) if i == j => entries[b.at() + i - b.first()],
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

    /// The entries of M⁻¹ in a block: its diagonal, or its columns if it is full.
    pub(crate) fn inverse_block(&self, block: usize) -> (&[f64], bool) {
        let b = &self.blocks[block];
        (&self.w[b.at()..b.at() + b.entries()], b.full)
    }

    /// Whether another mass matrix has the same entries, relative to the largest of each block.
    pub fn resembles(&self, other: &Self, tolerance: f64) -> bool {
        self.blocks.len() == other.blocks.len()
            && self.m.len() == other.m.len()
            && self.blocks.iter().all(|b| {
                let entries = b.at()..b.at() + b.entries();
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

#[cfg(test)]
mod tests;
