//! Dense linear algebra: the one file that names a linear-algebra library.
//!
//! Matrices are column-major because every solver here walks columns (an entering column, a Jacobian
//! column). Small systems go to nalgebra, large ones to faer: at n = 6 the former is sixteen times
//! faster, at n = 400 the latter three times. Everything is sequential, so results are repeatable.

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
        Self::from_fn(rows.len(), cols.len(), |i, j| self[(rows[i], cols[j])])
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
    let (mut high, mut poison) = (0.0, 0.0);
    for x in v {
        let size = x.abs();
        high = if size > high { size } else { high };
        poison += if x.is_nan() { 1.0 } else { 0.0 };
    }
    if poison > 0.0 { f64::NAN } else { high }
}

/// Euclidean norm that neither overflows nor underflows.
pub fn norm2(v: &[f64]) -> f64 {
    let m = max_abs(v);
    if m == 0.0 || !m.is_finite() {
        return m;
    }
    m * v.iter().map(|x| (x / m) * (x / m)).sum::<f64>().sqrt()
}

/// LU factors of a square matrix with partial pivoting.
#[derive(Debug)]
pub struct Lu(Factors);

#[derive(Debug)]
enum Factors {
    Small(nalgebra::LU<f64, nalgebra::Dyn, nalgebra::Dyn>),
    Large(faer::linalg::solvers::PartialPivLu<f64>),
}

impl Lu {
    /// Factors a square matrix.
    pub fn new(a: &Matrix) -> Self {
        let n = a.rows;
        if n < LARGE {
            Self(Factors::Small(
                nalgebra::DMatrix::from_column_slice(n, n, &a.data).lu(),
            ))
        } else {
            let view = faer::MatRef::from_column_major_slice(&a.data, n, n);
            Self(Factors::Large(view.partial_piv_lu()))
        }
    }

    /// Overwrites b with A⁻¹ b; false (b then meaningless) if A is singular to working precision or the result is not finite.
    pub fn solve(&self, b: &mut [f64]) -> bool {
        use faer::linalg::solvers::Solve;
        if b.is_empty() {
            return true;
        }
        match &self.0 {
            Factors::Small(lu) => {
                let mut x = nalgebra::DVectorViewMut::from_slice(b, b.len());
                if !lu.solve_mut(&mut x) {
                    return false;
                }
            }
            Factors::Large(lu) => {
                let n = b.len();
                lu.solve_in_place(faer::MatMut::from_column_major_slice_mut(b, n, 1));
            }
        }
        b.iter().all(|x| x.is_finite())
    }

    /// A⁻¹; `None` if A is singular to working precision.
    pub fn inverse(&self) -> Option<Matrix> {
        use faer::linalg::solvers::DenseSolveCore;
        let inverse = match &self.0 {
            Factors::Small(lu) => {
                let inverse = lu.try_inverse()?;
                Matrix::from_fn(inverse.nrows(), inverse.ncols(), |i, j| inverse[(i, j)])
            }
            Factors::Large(lu) => {
                let inverse = lu.inverse();
                Matrix::from_fn(inverse.nrows(), inverse.ncols(), |i, j| inverse[(i, j)])
            }
        };
        inverse
            .data
            .iter()
            .all(|x| x.is_finite())
            .then_some(inverse)
    }

    /// Ratio of the smallest to the largest pivot: a cheap sign of (near) singularity, 0 if singular.
    pub fn pivot_ratio(&self) -> f64 {
        let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
        let mut see = |p: f64| {
            low = low.min(p.abs());
            high = high.max(p.abs());
        };
        match &self.0 {
            Factors::Small(lu) => lu.u().diagonal().iter().for_each(|&p| see(p)),
            Factors::Large(lu) => (0..lu.U().nrows()).for_each(|i| see(lu.U()[(i, i)])),
        }
        if high == 0.0 || !high.is_finite() {
            0.0
        } else {
            low / high
        }
    }
}
