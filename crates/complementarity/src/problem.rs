//! The problems: linear, mixed linear and nonlinear complementarity.

use crate::linear::{Matrix, norm2};
use thiserror::Error;

/// Relative size of one rounding error.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Why numbers do not make a problem.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum ProblemError {
    /// The matrix is not square.
    #[error(
        "M has {rows} rows and {cols} columns; a complementarity problem needs a square matrix"
    )]
    NotSquare {
        /// Rows found.
        rows: usize,
        /// Columns found.
        cols: usize,
    },
    /// A vector does not match the matrix.
    #[error(
        "{field} has {found} entries, but M is {expected} × {expected}; give one entry per row of M"
    )]
    WrongLength {
        /// Which vector.
        field: &'static str,
        /// Length the matrix asks for.
        expected: usize,
        /// Length found.
        found: usize,
    },
    /// An entry is NaN or infinite.
    #[error("{field} is {value}; every entry must be a finite number")]
    NotFinite {
        /// The entry, like `M[2][0]` or `q[3]`.
        field: String,
        /// Its value.
        value: f64,
    },
}

/// The linear complementarity problem 0 ≤ z ⊥ w = M z + q ≥ 0.
///
/// The data are checked once, here: square, matching lengths, all finite.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Lcp {
    m: Matrix,
    q: Vec<f64>,
    scale: Scale,
}

impl Lcp {
    /// Checks the data and makes the problem.
    pub fn new(m: Matrix, q: Vec<f64>) -> Result<Self, ProblemError> {
        if m.rows() != m.cols() {
            return Err(ProblemError::NotSquare {
                rows: m.rows(),
                cols: m.cols(),
            });
        }
        if q.len() != m.rows() {
            let (expected, found) = (m.rows(), q.len());
            return Err(ProblemError::WrongLength {
                field: "q",
                expected,
                found,
            });
        }
        for j in 0..m.cols() {
            if let Some(i) = m.col(j).iter().position(|x| !x.is_finite()) {
                return Err(ProblemError::NotFinite {
                    field: format!("M[{i}][{j}]"),
                    value: m[(i, j)],
                });
            }
        }
        if let Some(i) = q.iter().position(|x| !x.is_finite()) {
            return Err(ProblemError::NotFinite {
                field: format!("q[{i}]"),
                value: q[i],
            });
        }
        let scale = Scale {
            q: norm2(&q),
            m: m.max_abs(),
        };
        Ok(Self { m, q, scale })
    }

    /// The problem in the given pairs alone, all others at z = 0.
    pub fn restricted_to(&self, pairs: &[usize]) -> Self {
        let m = self.m.select(pairs, pairs);
        let q: Vec<f64> = pairs.iter().map(|&i| self.q[i]).collect();
        let scale = Scale {
            q: norm2(&q),
            m: m.max_abs(),
        };
        Self { m, q, scale }
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.q.len()
    }

    /// Whether there are no unknowns.
    pub fn is_empty(&self) -> bool {
        self.q.is_empty()
    }

    /// The matrix M.
    pub fn m(&self) -> &Matrix {
        &self.m
    }

    /// The vector q.
    pub fn q(&self) -> &[f64] {
        &self.q
    }

    /// w ← M z + q.
    pub fn w(&self, z: &[f64], w: &mut [f64]) {
        w.copy_from_slice(&self.q);
        self.m.mul_add(z, w);
    }
}

/// The mixed problem: an [`Lcp`] some of whose rows are equations, w_i = 0 with z_i unrestricted.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Mlcp {
    lcp: Lcp,
    free: Vec<bool>,
}

impl Mlcp {
    /// Marks the rows i with `free[i]` as equations.
    pub fn new(lcp: Lcp, free: Vec<bool>) -> Result<Self, ProblemError> {
        if free.len() != lcp.len() {
            let (expected, found) = (lcp.len(), free.len());
            return Err(ProblemError::WrongLength {
                field: "free",
                expected,
                found,
            });
        }
        Ok(Self { lcp, free })
    }

    /// Matrix and vector.
    pub fn lcp(&self) -> &Lcp {
        &self.lcp
    }

    /// Which rows are equations.
    pub fn free(&self) -> &[bool] {
        &self.free
    }
}

/// The size of a problem's data: what residuals are measured against. Never the size of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Scale {
    /// ‖q‖₂, or ‖F(0)‖₂ for a nonlinear problem.
    pub q: f64,
    /// Largest absolute entry of M, or of F′(0).
    pub m: f64,
}

/// The nonlinear problem 0 ≤ z ⊥ w = F(z) ≥ 0, with free rows w_i = F_i(z) = 0.
///
/// Supplied by the user; [`Lcp`] and [`Mlcp`] implement it too.
pub trait Ncp {
    /// Number of unknowns.
    fn len(&self) -> usize;

    /// Whether there are no unknowns.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether row i is an equation and z_i unrestricted.
    fn is_free(&self, i: usize) -> bool;

    /// w ← F(z).
    fn eval(&self, z: &[f64], w: &mut [f64]);

    /// jacobian ← F′(z); the matrix comes in with the right size and arbitrary entries.
    fn jacobian(&self, z: &[f64], jacobian: &mut Matrix);

    /// rounding ← size of the rounding error in evaluating w = F(z), row by row.
    ///
    /// The default takes F for as linear as its derivative: ε (|w| + |F′(z)| |z|), with ε = 2⁻⁵³.
    fn rounding(&self, z: &[f64], w: &[f64], rounding: &mut [f64]) {
        let mut jacobian = Matrix::zeros(z.len(), z.len());
        self.jacobian(z, &mut jacobian);
        for (r, w) in rounding.iter_mut().zip(w) {
            *r = UNIT * w.abs();
        }
        jacobian.mul_add_abs(UNIT, z, rounding);
    }

    /// The size of the data. The default evaluates F and F′ at 0; give your own if F is not defined there.
    fn scale(&self) -> Scale {
        let n = self.len();
        let (zero, mut w, mut jacobian) = (vec![0.0; n], vec![0.0; n], Matrix::zeros(n, n));
        self.eval(&zero, &mut w);
        self.jacobian(&zero, &mut jacobian);
        Scale {
            q: norm2(&w),
            m: jacobian.max_abs(),
        }
    }
}

impl Ncp for Lcp {
    fn len(&self) -> usize {
        self.q.len()
    }
    fn is_free(&self, _: usize) -> bool {
        false
    }
    fn eval(&self, z: &[f64], w: &mut [f64]) {
        self.w(z, w);
    }
    fn jacobian(&self, _: &[f64], jacobian: &mut Matrix) {
        jacobian.clone_from(&self.m);
    }
    fn rounding(&self, z: &[f64], _: &[f64], rounding: &mut [f64]) {
        for (r, q) in rounding.iter_mut().zip(&self.q) {
            *r = UNIT * q.abs();
        }
        self.m.mul_add_abs(UNIT, z, rounding);
    }
    fn scale(&self) -> Scale {
        self.scale
    }
}

impl Ncp for Mlcp {
    fn len(&self) -> usize {
        self.lcp.len()
    }
    fn is_free(&self, i: usize) -> bool {
        self.free[i]
    }
    fn eval(&self, z: &[f64], w: &mut [f64]) {
        self.lcp.w(z, w);
    }
    fn jacobian(&self, z: &[f64], jacobian: &mut Matrix) {
        self.lcp.jacobian(z, jacobian);
    }
    fn rounding(&self, z: &[f64], w: &[f64], rounding: &mut [f64]) {
        self.lcp.rounding(z, w, rounding);
    }
    fn scale(&self) -> Scale {
        self.lcp.scale()
    }
}
