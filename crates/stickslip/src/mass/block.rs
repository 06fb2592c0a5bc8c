//! One block of the mass matrix: products with vectors, and its inverse.

use crate::error::Error;
use crate::vector::dot;

/// Entries that should be equal by symmetry may differ by this much of the largest entry of their block.
const SYMMETRY: f64 = 1e-12;

/// Where a block is: its velocities, its entries, and whether it has more than a diagonal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    first: u32,
    len: u32,
    at: u32,
    pub(super) full: bool,
}

impl Block {
    pub(super) fn new(first: usize, len: usize, at: usize, full: bool) -> Self {
        let [first, len, at] = [first, len, at].map(|x| x as u32);
        Self {
            first,
            len,
            at,
            full,
        }
    }

    /// Its first velocity.
    #[inline]
    pub(super) fn first(&self) -> usize {
        self.first as usize
    }

    /// How many velocities it has.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// Where its entries begin.
    #[inline]
    pub(super) fn at(&self) -> usize {
        self.at as usize
    }

    /// How many entries it has.
    #[inline]
    pub(super) fn entries(&self) -> usize {
        match self.full {
            true => self.len() * self.len(),
            false => self.len(),
        }
    }
}

/// xᵀ(block of the matrix) y.
#[inline]
pub(super) fn form(b: &Block, entries: &[f64], x: &[f64], y: &[f64]) -> f64 {
    let (x, y) = (
        &x[b.first()..b.first() + b.len()],
        &y[b.first()..b.first() + b.len()],
    );
    let m = &entries[b.at()..b.at() + b.entries()];
    if !b.full {
        return m.iter().zip(x).zip(y).map(|((m, x), y)| m * x * y).sum();
    }
    if let (Some(m), Some(x), Some(y)) = (nine(m), three(x), three(y)) {
        return (0..3).map(|col| y[col] * dot(m[col], *x)).sum();
    }
    let columns = y.iter().zip(m.chunks_exact(b.len()));
    columns
        .map(|(y, column)| y * column.iter().zip(x).map(|(m, x)| m * x).sum::<f64>())
        .sum()
}

/// out += (block of the matrix) x.
#[inline]
pub(super) fn add(b: &Block, entries: &[f64], x: &[f64], out: &mut [f64]) {
    let (x, out) = (
        &x[b.first()..b.first() + b.len()],
        &mut out[b.first()..b.first() + b.len()],
    );
    let m = &entries[b.at()..b.at() + b.entries()];
    if !b.full {
        let terms = m.iter().zip(x);
        (out.iter_mut().zip(terms)).for_each(|(o, (m, x))| *o += m * x);
        return;
    }
    if let (Some(m), Some(x), Ok(out)) = (nine(m), three(x), <&mut [f64; 3]>::try_from(&mut *out)) {
        for col in 0..3 {
            (0..3).for_each(|row| out[row] += m[col][row] * x[col]);
        }
        return;
    }
    for (x, column) in x.iter().zip(m.chunks_exact(b.len())) {
        out.iter_mut().zip(column).for_each(|(o, m)| *o += m * x);
    }
}

/// The three velocities of a turn: the full block of a free body, worth a path of its own.
#[inline]
fn three(x: &[f64]) -> Option<&[f64; 3]> {
    x.try_into().ok()
}

/// Its columns.
#[inline]
fn nine(m: &[f64]) -> Option<&[[f64; 3]; 3]> {
    let (columns, rest) = m.as_chunks::<3>();
    columns.try_into().ok().filter(|_| rest.is_empty())
}

/// The inverse of a symmetric positive definite matrix, through M = L D Lᵀ without square roots.
#[inline(always)]
pub(super) fn invert(m: &[f64], w: &mut [f64], n: usize, first: usize) -> Result<(), Error> {
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
