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
///
/// ```
/// use complementarity::Lcp;
/// // step after step in the same memory
/// let mut lcp = Lcp::default();
/// for step in 1..=3 {
///     lcp.refill(2, |m, q| {
///         (m[(0, 0)], m[(1, 1)]) = (2.0, f64::from(step));
///         q[0] = -1.0;
///     })?;
/// }
/// assert_eq!((lcp.m()[(1, 1)], lcp.q()), (3.0, [-1.0, 0.0].as_slice()));
/// # Ok::<(), complementarity::ProblemError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Lcp {
    m: Matrix,
    q: Vec<f64>,
    scale: Scale,
}

impl Lcp {
    /// Checks the data and makes the problem.
    pub fn new(m: Matrix, q: Vec<f64>) -> Result<Self, ProblemError> {
        let scale = check(&m, &q)?;
        Ok(Self { m, q, scale })
    }

    /// Makes another problem, of n unknowns, in the memory of this one. `fill` gets M and q full of zeros.
    /// After an error the problem is empty.
    pub fn refill(
        &mut self,
        n: usize,
        fill: impl FnOnce(&mut Matrix, &mut [f64]),
    ) -> Result<(), ProblemError> {
        self.m.reset(n, n);
        self.q.clear();
        self.q.resize(n, 0.0);
        fill(&mut self.m, &mut self.q);
        let checked = check(&self.m, &self.q);
        if checked.is_err() {
            self.m.reset(0, 0);
            self.q.clear();
        }
        self.scale = checked.clone().unwrap_or_default();
        checked.map(|_| ())
    }

    /// The problem in the given pairs alone, all others at z = 0.
    pub fn restricted_to(&self, pairs: &[usize]) -> Self {
        let mut part = Self::default();
        part.restrict(self, pairs);
        part
    }

    /// Becomes the given pairs of the whole.
    pub(crate) fn restrict(&mut self, whole: &Self, pairs: &[usize]) {
        whole.m.select_into(pairs, pairs, &mut self.m);
        self.q.clear();
        self.q.extend(pairs.iter().map(|&i| whole.q[i]));
        self.scale = Scale {
            q: norm2(&self.q),
            m: self.m.max_abs(),
        };
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

/// The size of the data, if they make a problem.
fn check(m: &Matrix, q: &[f64]) -> Result<Scale, ProblemError> {
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
    let scale = Scale {
        q: norm2(q),
        m: m.max_abs(),
    };
    // one size tells whether it is worth looking at the entries one by one
    if !scale.m.is_finite() {
        for j in 0..m.cols() {
            if let Some(i) = m.col(j).iter().position(|x| !x.is_finite()) {
                return Err(ProblemError::NotFinite {
                    field: format!("M[{i}][{j}]"),
                    value: m[(i, j)],
                });
            }
        }
    }
    if let Some(i) = q.iter().position(|x| !x.is_finite()) {
        return Err(ProblemError::NotFinite {
            field: format!("q[{i}]"),
            value: q[i],
        });
    }
    Ok(scale)
}

/// The mixed problem: an [`Lcp`] some of whose rows are equations, w_i = 0 with z_i unrestricted.
#[derive(Clone, Debug, Default, PartialEq)]
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

    /// Makes another problem, of n unknowns, in the memory of this one. `fill` gets M, q and the marks of the
    /// equations, full of zeros and `false`. After an error the problem is empty.
    pub fn refill(
        &mut self,
        n: usize,
        fill: impl FnOnce(&mut Matrix, &mut [f64], &mut [bool]),
    ) -> Result<(), ProblemError> {
        self.free.clear();
        self.free.resize(n, false);
        let free = &mut self.free;
        let filled = self.lcp.refill(n, |m, q| fill(m, q, free));
        self.free.truncate(self.lcp.len());
        filled
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
