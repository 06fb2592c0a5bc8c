//! A problem as the iterative methods see it: balanced to entries of size one, with a record of the best answer.
//!
//! Complementarity survives any positive scaling of z_i and w_i, but norms, line searches and pivot thresholds do
//! not. With z_i = γ d_i y_i and v_i = d_i w_i / γ the methods work on v = γ⁻¹ D F(γ D y), where D F′ D has
//! rows and columns of largest entry near 1 and γ makes D F(0) of that size too. The same d on both sides keeps
//! symmetry and definiteness; all factors are powers of two, so that balancing rounds nothing.
//!
//! Answers are judged in the user's units: [`Balanced::offer`] takes a certificate of each candidate and keeps
//! the best one.

use crate::certificate::{Certificate, Judge};
use crate::linear::Matrix;
use crate::outcome::{Outcome, Status};
use crate::problem::{Ncp, Scale};
use crate::scaling::{Balance, Scaling};

/// A balanced problem and the best answer to it so far.
pub(crate) struct Balanced<'a, P: ?Sized> {
    problem: &'a P,
    free: Vec<bool>,
    /// z_i = col_i y_i.
    col: Vec<f64>,
    /// v_i = row_i w_i.
    row: Vec<f64>,
    /// The user's starting point.
    start: Vec<f64>,
    scale: Scale,
    tolerance: f64,
    judge: Judge,
    best: Vec<f64>,
    certificate: Certificate,
    z: Vec<f64>,
    w: Vec<f64>,
}

impl<'a, P: Ncp + ?Sized> Balanced<'a, P> {
    /// Balances with the derivative at z = `start` and the values at z = 0; offers both points as answers.
    ///
    /// Entries of `start` that are missing or not finite count as 0.
    pub(crate) fn new(problem: &'a P, start: &[f64], tolerance: f64) -> Self {
        let n = problem.len();
        let z: Vec<f64> = (0..n)
            .map(|i| {
                start
                    .get(i)
                    .copied()
                    .filter(|x| x.is_finite())
                    .unwrap_or(0.0)
            })
            .collect();
        let (zero, mut w) = (vec![0.0; n], vec![0.0; n]);
        problem.eval(&zero, &mut w);
        let mut derivative = Matrix::zeros(n, n);
        problem.jacobian(&z, &mut derivative);
        let mut d = equilibrate(&derivative);
        let mut gamma = size(&w, &d);

        // a nonlinear problem may hide entries at the start: look again at y = 1, and keep the larger ones
        let ones: Vec<f64> = (0..n).map(|i| z[i] + gamma * d[i]).collect();
        let mut elsewhere = Matrix::zeros(n, n);
        problem.jacobian(&ones, &mut elsewhere);
        if elsewhere != derivative {
            let larger = Matrix::from_fn(n, n, |i, j| {
                derivative[(i, j)].abs().max(elsewhere[(i, j)].abs())
            });
            if larger.max_abs().is_finite() {
                d = equilibrate(&larger);
                gamma = size(&w, &d);
            }
        }

        let scale = problem.scale();
        let free = (0..n).map(|i| problem.is_free(i)).collect();
        let col = d.iter().map(|d| gamma * d).collect();
        let row = d.iter().map(|d| d / gamma).collect();
        let mut judge = Judge::default();
        let certificate = judge.measure(problem, scale, &zero, &w);
        let start = z.clone();
        let mut this = Self {
            problem,
            free,
            col,
            row,
            start,
            scale,
            tolerance,
            judge,
            best: zero,
            certificate,
            z,
            w,
        };
        let y = this.start();
        this.offer(&y);
        this
    }

    /// Number of unknowns.
    pub(crate) fn len(&self) -> usize {
        self.free.len()
    }

    /// Which rows are equations.
    pub(crate) fn free(&self) -> &[bool] {
        &self.free
    }

    /// The user's starting point in balanced coordinates.
    pub(crate) fn start(&self) -> Vec<f64> {
        self.start
            .iter()
            .zip(&self.col)
            .map(|(z, c)| z / c)
            .collect()
    }

    /// v ← balanced F at y; false if a value is not finite.
    pub(crate) fn eval(&mut self, y: &[f64], v: &mut [f64]) -> bool {
        for i in 0..y.len() {
            self.z[i] = self.col[i] * y[i];
        }
        self.problem.eval(&self.z, v);
        let mut finite = true;
        for i in 0..y.len() {
            v[i] *= self.row[i];
            finite &= v[i].is_finite() && y[i].is_finite();
        }
        finite
    }

    /// derivative ← balanced F′ at y; false if an entry is not finite.
    pub(crate) fn jacobian(&mut self, y: &[f64], derivative: &mut Matrix) -> bool {
        for i in 0..y.len() {
            self.z[i] = self.col[i] * y[i];
        }
        self.problem.jacobian(&self.z, derivative);
        let mut finite = true;
        for j in 0..y.len() {
            for (x, row) in derivative.col_mut(j).iter_mut().zip(&self.row) {
                *x *= self.col[j] * row;
                finite &= x.is_finite();
            }
        }
        finite
    }

    /// Judges y (its negative restricted entries set to 0), keeps it if it is the best so far, and tells whether
    /// the best answer passes.
    pub(crate) fn offer(&mut self, y: &[f64]) -> bool {
        for i in 0..y.len() {
            let z = self.col[i] * y[i];
            self.z[i] = if self.free[i] { z } else { z.max(0.0) };
        }
        self.problem.eval(&self.z, &mut self.w);
        let judge = &mut self.judge;
        let certificate = judge.measure(self.problem, self.scale, &self.z, &self.w);
        if certificate.relative < self.certificate.relative {
            self.certificate = certificate;
            self.best.copy_from_slice(&self.z);
        }
        self.solved()
    }

    /// Whether the best answer passes.
    pub(crate) fn solved(&self) -> bool {
        self.certificate.passes(self.tolerance)
    }

    /// The relative residual of the best answer.
    pub(crate) fn residual(&self) -> f64 {
        self.certificate.relative
    }

    /// The end: the best answer, judged.
    pub(crate) fn finish(self, claim: Status, method: &'static str, iterations: usize) -> Outcome {
        Outcome::judge(self.best, claim, self.certificate, self.tolerance).by(method, iterations)
    }
}

/// γ = ‖D w‖∞ for w = F(0), rounded; 1 where that says nothing.
fn size(w: &[f64], d: &[f64]) -> f64 {
    let size = w
        .iter()
        .zip(d)
        .fold(0.0_f64, |m, (w, d)| m.max((w * d).abs()));
    if size > 0.0 && size.is_finite() {
        power_of_two(size)
    } else {
        1.0
    }
}

/// d > 0 such that the largest entry of each row and column pair of D A D is near 1; all ones if A is not finite.
fn equilibrate(a: &Matrix) -> Vec<f64> {
    if !a.max_abs().is_finite() {
        return vec![1.0; a.rows()];
    }
    let mut scaling = Scaling::default();
    scaling.set(a, Balance::Symmetric);
    scaling.row
}

/// The power of two nearest to a positive finite number, kept away from overflow.
fn power_of_two(x: f64) -> f64 {
    x.log2().round().clamp(-300.0, 300.0).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Lcp;

    #[test]
    fn twenty_four_decades_become_one() {
        let m = Matrix::from_rows(&[[1e12, 1.0], [1.0, 2e-12]]).unwrap();
        let d = equilibrate(&m);
        for (i, j) in [(0, 0), (0, 1), (1, 1)] {
            let size = d[i] * m[(i, j)] * d[j];
            assert!((0.1..10.0).contains(&size), "entry {i}{j}: {size}");
        }
    }

    #[test]
    fn balancing_is_exact_and_invertible() {
        let m = Matrix::from_rows(&[[3.0, -1e-3], [0.0, 5e4]]).unwrap();
        let lcp = Lcp::new(m, vec![-1.0, 7.0]).unwrap();
        let start = [0.3, 0.1];
        let balanced = Balanced::new(&lcp, &start, 1e-9);
        let back: Vec<f64> = balanced
            .start()
            .iter()
            .zip(&balanced.col)
            .map(|(y, c)| y * c)
            .collect();
        assert_eq!(back, start);
    }

    #[test]
    fn the_best_answer_is_kept() {
        let lcp = Lcp::new(Matrix::identity(1), vec![-1.0]).unwrap();
        let mut balanced = Balanced::new(&lcp, &[0.5], 1e-9);
        assert!(!balanced.offer(&[0.9]));
        assert!(!balanced.offer(&[3.0]));
        assert!(!balanced.offer(&[f64::NAN]));
        assert_eq!(balanced.best, [0.9]);
    }
}
