//! Dense linear algebra: the one file that names a linear-algebra library.
//!
//! Matrices are column-major because every solver here walks columns (an entering column, a Jacobian
//! column). Small systems are factored here, in memory that is used again, large ones by faer's blocked kernels.
//! Everything is sequential, so results are repeatable.

use crate::kernels;
use crate::scaling::inverse_size;
use pulp::Arch;
use std::ops::{Index, IndexMut};

/// Order above which factorisations use faer's blocked kernels.
const LARGE: usize = 48;

/// A dense column-major matrix of `f64`.
#[derive(Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

impl Matrix {
    /// The zero matrix.
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Self {
            rows,
            cols,
            data: vec![0.0; rows * cols],
        }
    }

    /// The identity matrix.
    pub fn identity(n: usize) -> Self {
        Self::from_fn(n, n, |i, j| f64::from(u8::from(i == j)))
    }

    /// The matrix with entry `f(i, j)` in row i, column j.
    pub fn from_fn(rows: usize, cols: usize, mut f: impl FnMut(usize, usize) -> f64) -> Self {
        let mut data = Vec::with_capacity(rows * cols);
        for j in 0..cols {
            for i in 0..rows {
                data.push(f(i, j));
            }
        }
        Self { rows, cols, data }
    }

    /// The matrix whose rows are given; `None` if they differ in length.
    ///
    /// ```
    /// # use complementarity::Matrix;
    /// let m = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).expect("rows of equal length");
    /// assert_eq!(m[(0, 1)], 1.0);
    /// ```
    pub fn from_rows<R: AsRef<[f64]>>(rows: &[R]) -> Option<Self> {
        let cols = rows.first().map_or(0, |r| r.as_ref().len());
        if rows.iter().any(|r| r.as_ref().len() != cols) {
            return None;
        }
        Some(Self::from_fn(rows.len(), cols, |i, j| rows[i].as_ref()[j]))
    }

    /// Becomes the zero matrix of that size, in the memory it has if that suffices.
    pub fn reset(&mut self, rows: usize, cols: usize) {
        (self.rows, self.cols) = (rows, cols);
        self.data.clear();
        self.data.resize(rows * cols, 0.0);
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Column j as a slice.
    pub fn col(&self, j: usize) -> &[f64] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// Column j as a mutable slice.
    pub fn col_mut(&mut self, j: usize) -> &mut [f64] {
        &mut self.data[j * self.rows..(j + 1) * self.rows]
    }

    /// All entries, column after column.
    pub fn as_slice(&self) -> &[f64] {
        &self.data
    }

    /// Sets every entry.
    pub fn fill(&mut self, value: f64) {
        self.data.fill(value);
    }

    /// y ← y + A x, skipping zero entries of x.
    pub fn mul_add(&self, x: &[f64], y: &mut [f64]) {
        for (j, &xj) in x.iter().enumerate() {
            if xj != 0.0 {
                for (yi, &a) in y.iter_mut().zip(self.col(j)) {
                    *yi += a * xj;
                }
            }
        }
    }

    /// y ← y + s |A| |x|, entry by entry: s times the size of the terms that A x sums.
    pub fn mul_add_abs(&self, s: f64, x: &[f64], y: &mut [f64]) {
        for (j, &xj) in x.iter().enumerate() {
            if xj != 0.0 {
                for (yi, &a) in y.iter_mut().zip(self.col(j)) {
                    *yi += s * (a * xj).abs();
                }
            }
        }
    }

    /// Aᵀ x.
    pub fn transpose_mul(&self, x: &[f64]) -> Vec<f64> {
        (0..self.cols).map(|j| dot(self.col(j), x)).collect()
    }

    /// The transposed matrix.
    pub fn transpose(&self) -> Self {
        Self::from_fn(self.cols, self.rows, |i, j| self[(j, i)])
    }

    /// The submatrix with the given rows and columns, in that order.
    pub fn select(&self, rows: &[usize], cols: &[usize]) -> Self {
        let mut part = Self::default();
        self.select_into(rows, cols, &mut part);
        part
    }

    /// The same in the memory of another matrix.
    pub(crate) fn select_into(&self, rows: &[usize], cols: &[usize], part: &mut Self) {
        (part.rows, part.cols) = (rows.len(), cols.len());
        part.data.clear();
        for &j in cols {
            let col = self.col(j);
            part.data.extend(rows.iter().map(|&i| col[i]));
        }
    }

    /// Largest absolute entry (0 for an empty matrix).
    pub fn max_abs(&self) -> f64 {
        max_abs(&self.data)
    }
}

impl Clone for Matrix {
    fn clone(&self) -> Self {
        let (rows, cols, data) = (self.rows, self.cols, self.data.clone());
        Self { rows, cols, data }
    }

    /// In the memory it has, which a derived `Clone` would throw away.
    fn clone_from(&mut self, other: &Self) {
        (self.rows, self.cols) = (other.rows, other.cols);
        self.data.clone_from(&other.data);
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.data[j * self.rows + i]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.data[j * self.rows + i]
    }
}

/// Inner product.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// Largest absolute entry; NaN if one is NaN.
pub fn max_abs(v: &[f64]) -> f64 {
    let size = kernels::size(Arch::new(), v);
    if size.is_nan() && !v.iter().any(|x| x.is_nan()) {
        return f64::INFINITY;
    }
    size
}

/// Euclidean norm that neither overflows nor underflows.
pub fn norm2(v: &[f64]) -> f64 {
    let sum = kernels::square(Arch::new(), v);
    if (1e-280..1e280).contains(&sum) {
        return sum.sqrt();
    }
    let m = max_abs(v);
    if m == 0.0 || !m.is_finite() {
        return m;
    }
    // a power of two near 1/m scales without rounding
    let unit = inverse_size(m.max(f64::MIN_POSITIVE));
    let sum: f64 = v.iter().map(|x| (x * unit) * (x * unit)).sum();
    sum.sqrt() / unit
}

/// LU factors of a square matrix with partial pivoting.
#[derive(Debug, Default)]
pub struct Lu {
    /// Of a small matrix: L below the diagonal (its own is 1), U on and above.
    factors: Matrix,
    /// The row that was exchanged with row k in step k.
    swaps: Vec<usize>,
    large: Option<faer::linalg::solvers::PartialPivLu<f64>>,
}

impl Lu {
    /// Factors a square matrix.
    pub fn new(a: &Matrix) -> Self {
        let mut lu = Self::default();
        lu.factor(a);
        lu
    }

    /// Factors another matrix. A small one takes no more memory than is there.
    pub fn factor(&mut self, a: &Matrix) {
        let n = a.rows;
        self.large = (n >= LARGE).then(|| {
            let view = faer::MatRef::from_column_major_slice(&a.data, n, n);
            view.partial_piv_lu()
        });
        self.swaps.clear();
        if self.large.is_some() {
            return;
        }
        self.factors.clone_from(a);
        for k in 0..n {
            let pivot = (k + 1..n).fold(k, |p, i| {
                let larger = self.factors[(i, k)].abs() > self.factors[(p, k)].abs();
                if larger { i } else { p }
            });
            self.swaps.push(pivot);
            if pivot != k {
                (0..n).for_each(|j| self.factors.col_mut(j).swap(k, pivot));
            }
            // a zero pivot is left for `solve` to find
            let (done, rest) = self.factors.data.split_at_mut((k + 1) * n);
            let col = &mut done[k * n + k..];
            let pivot = col[0];
            if pivot == 0.0 {
                continue;
            }
            col[1..].iter_mut().for_each(|x| *x /= pivot);
            for other in rest.chunks_exact_mut(n) {
                let (head, tail) = other.split_at_mut(k + 1);
                subtract(tail, head[k], &col[1..]);
            }
        }
    }

    /// Overwrites b with A⁻¹ b; false (b then meaningless) if A is singular to working precision or the result is not finite.
    pub fn solve(&self, b: &mut [f64]) -> bool {
        use faer::linalg::solvers::Solve;
        if b.is_empty() {
            return true;
        }
        let n = b.len();
        if let Some(lu) = &self.large {
            lu.solve_in_place(faer::MatMut::from_column_major_slice_mut(b, n, 1));
        } else {
            self.swaps
                .iter()
                .enumerate()
                .for_each(|(k, &p)| b.swap(k, p));
            for k in 0..n {
                let (head, tail) = b.split_at_mut(k + 1);
                subtract(tail, head[k], &self.factors.col(k)[k + 1..]);
            }
            for k in (0..n).rev() {
                let pivot = self.factors[(k, k)];
                if pivot == 0.0 {
                    return false;
                }
                b[k] /= pivot;
                let (head, tail) = b.split_at_mut(k);
                subtract(head, tail[0], &self.factors.col(k)[..k]);
            }
        }
        b.iter().all(|x| x.is_finite())
    }

    /// A⁻¹; `None` if A is singular to working precision.
    pub fn inverse(&self) -> Option<Matrix> {
        let mut inverse = Matrix::default();
        self.inverse_into(&mut inverse).then_some(inverse)
    }

    /// inverse ← A⁻¹; false (it is then meaningless) if A is singular to working precision.
    pub fn inverse_into(&self, inverse: &mut Matrix) -> bool {
        use faer::linalg::solvers::DenseSolveCore;
        if let Some(lu) = &self.large {
            let large = lu.inverse();
            *inverse = Matrix::from_fn(large.nrows(), large.ncols(), |i, j| large[(i, j)]);
            return inverse.data.iter().all(|x| x.is_finite());
        }
        let n = self.factors.rows;
        inverse.reset(n, n);
        (0..n).all(|j| {
            inverse[(j, j)] = 1.0;
            self.solve(inverse.col_mut(j))
        })
    }

    /// Ratio of the smallest to the largest pivot: a cheap sign of (near) singularity, 0 if singular.
    pub fn pivot_ratio(&self) -> f64 {
        let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
        let mut see = |p: f64| {
            low = low.min(p.abs());
            high = high.max(p.abs());
        };
        match &self.large {
            Some(lu) => (0..lu.U().nrows()).for_each(|i| see(lu.U()[(i, i)])),
            None => (0..self.factors.rows).for_each(|i| see(self.factors[(i, i)])),
        }
        if high == 0.0 || !high.is_finite() {
            0.0
        } else {
            low / high
        }
    }
}

/// y ← y − s x.
fn subtract(y: &mut [f64], s: f64, x: &[f64]) {
    if s != 0.0 {
        y.iter_mut().zip(x).for_each(|(y, x)| *y -= s * x);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn norms_of_all_sizes() {
        for size in [5e-324, 1e-310, 1e-200, 1.0, 1e200, 1e307] {
            assert_eq!(norm2(&[3.0 * size, -4.0 * size]), 5.0 * size);
        }
        for length in [1, 7, 8, 9, 40] {
            let mut v = vec![-1.0; length];
            assert!((norm2(&v) - (length as f64).sqrt()).abs() < 1e-14);
            assert_eq!(max_abs(&v), 1.0);
            v[length - 1] = f64::NEG_INFINITY;
            assert_eq!((max_abs(&v), norm2(&v)), (f64::INFINITY, f64::INFINITY));
            v[0] = f64::NAN;
            assert!(max_abs(&v).is_nan() && norm2(&v).is_nan());
        }
        assert_eq!((max_abs(&[]), norm2(&[])), (0.0, 0.0));
    }

    #[test]
    fn one_matrix_after_another_is_factored_in_the_same_memory() {
        let mut lu = Lu::default();
        for n in [5, 60, 3, 0, 20] {
            // rows in reverse, so that every step exchanges
            let a = Matrix::from_fn(n, n, |i, j| {
                let own = if i + j + 1 == n { 3.0 + n as f64 } else { 0.0 };
                own + ((i * 7 + j * 3) % 5) as f64 / 5.0
            });
            lu.factor(&a);
            let x: Vec<f64> = (0..n).map(|i| i as f64 - 2.0).collect();
            let mut b = vec![0.0; n];
            a.mul_add(&x, &mut b);
            assert!(lu.solve(&mut b));
            assert!(b.iter().zip(&x).all(|(b, x)| (b - x).abs() < 1e-11), "{n}");
            let inverse = lu.inverse().expect("regular");
            for j in 0..n {
                let mut e = vec![0.0; n];
                a.mul_add(inverse.col(j), &mut e);
                e[j] -= 1.0;
                assert!(max_abs(&e) < 1e-12, "{n}");
            }
        }
        lu.factor(&Matrix::from_fn(4, 4, |i, j| (i + j) as f64));
        assert!(!lu.solve(&mut [1.0, 2.0, 3.0, 5.0]) || lu.pivot_ratio() < 1e-15);
        lu.factor(&Matrix::zeros(2, 2));
        assert!(!lu.solve(&mut [1.0, 1.0]) && lu.inverse().is_none());
        assert_eq!(lu.pivot_ratio(), 0.0);
    }
}
