//! Newton's method for the laws of contact written as one nonsmooth equation.
//!
//! With normal impulse x_n, friction x_T and velocities y = W x + q the laws are F(x) = 0 for
//!
//! ```text
//!     F_n = x_n − τ,                      τ = max(0, x_n − y_n)
//!     F_T = x_T − P(x_T − y_T; μ τ + reserve)
//!     F_ν = y_ν                           joints
//! ```
//!
//! where P(·; σ) is the nearest point of the friction set of size σ: Signorini's law, Coulomb's and maximal dissipation
//! [Ste00 3.1] in the form of Alart and Curnier. At c_n = 0 nothing is singular: an open contact is x = 0. F is
//! B-differentiable; each step solves V d = −F with V an element of its derivative.

use crate::formulate::Scaled;
use complementarity::Matrix;
use complementarity::linear::{Lu, norm2};

/// Residuals below this, relative to data and impulses, are rounding errors.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
/// Steps without gain after which a run is given up.
const PATIENCE: usize = 6;

/// Memory of the method.
#[derive(Debug, Default)]
pub(super) struct Newton {
    derivative: Matrix,
    lu: Lu,
    y: Vec<f64>,
    /// F at the last point.
    pub(super) residual: Vec<f64>,
    step: Vec<f64>,
    /// The best point so far and its residual.
    pub(super) best: Vec<f64>,
    pub(super) least: f64,
}

/// F(x) and, where asked for, V.
impl Newton {
    /// ‖F(x)‖₂; y and F are left in memory.
    pub(super) fn residual(&mut self, problem: &Scaled, x: &[f64]) -> f64 {
        self.y.resize(problem.len(), 0.0);
        self.residual.resize(problem.len(), 0.0);
        problem.velocity(x, &mut self.y);
        let (y, f) = (&self.y, &mut self.residual);
        for contact in &problem.contacts {
            let n = contact.row;
            let tau = (x[n] - y[n]).max(0.0);
            f[n] = x[n] - tau;
            if let Some(shape) = contact.shape() {
                let mut from = [0.0; 3];
                for (i, row) in contact.rows().enumerate() {
                    from[i] = x[row] - y[row];
                }
                let nearest = shape.project(from, contact.bound(tau)).point;
                for (i, row) in contact.rows().enumerate() {
                    f[row] = x[row] - nearest[i];
                }
            }
            let idle = n + 1 + contact.friction;
            f[idle..idle + contact.idle].copy_from_slice(&x[idle..idle + contact.idle]);
        }
        f[problem.joints..].copy_from_slice(&y[problem.joints..]);
        let size = norm2(f);
        if size.is_nan() { f64::INFINITY } else { size }
    }

    /// V at x, whose y is in memory.
    fn differentiate(&mut self, problem: &Scaled, x: &[f64], proximal: f64) {
        let (n, y) = (problem.len(), &self.y);
        self.derivative.reset(n, n);
        let v = &mut self.derivative;
        for contact in &problem.contacts {
            let row = contact.row;
            let closed = x[row] - y[row] > 0.0;
            if closed {
                // F_n = y_n
                write_row(problem, v, row, &[(row, 1.0)], proximal);
            } else {
                v[(row, row)] = 1.0;
            }
            if let Some(shape) = contact.shape() {
                let mut from = [0.0; 3];
                for (i, row) in contact.rows().enumerate() {
                    from[i] = x[row] - y[row];
                }
                let tau = (x[row] - y[row]).max(0.0);
                let near = shape.project(from, contact.bound(tau));
                let m = contact.friction;
                for i in 0..m {
                    // F_i = x_i − P_i: by y it is ∂P_i/∂x + μ ∂P_i/∂σ (through τ), by x one minus the same
                    let mut by_y = [(0, 0.0); 4];
                    for j in 0..m {
                        by_y[j] = (row + 1 + j, near.by_x[i][j]);
                        let one = if i == j { 1.0 } else { 0.0 };
                        v[(row + 1 + i, row + 1 + j)] += one - near.by_x[i][j];
                    }
                    let through = if closed {
                        contact.mu * near.by_bound[i]
                    } else {
                        0.0
                    };
                    by_y[m] = (row, through);
                    v[(row + 1 + i, row)] -= through;
                    write_row(problem, v, row + 1 + i, &by_y[..=m], proximal);
                }
            }
            let idle = row + 1 + contact.friction;
            (idle..idle + contact.idle).for_each(|i| v[(i, i)] = 1.0);
        }
        (problem.joints..n).for_each(|i| write_row(problem, v, i, &[(i, 1.0)], proximal));
    }

    /// Full steps from x, which becomes the last point, until ‖F‖ is rounding, or `patience` steps in a row find nothing
    /// better, or `limit` steps are done. The number of steps.
    ///
    /// `proximal` is added to the diagonal of W in the derivative: where impulses are not unique it picks a direction, and
    /// elsewhere it costs a factor of about its size in the speed of convergence.
    ///
    /// There is no line search: the modes of contacts have to change on the way, and F grows where they do. What leads
    /// nowhere is given up soon instead.
    pub(super) fn run(
        &mut self,
        problem: &Scaled,
        x: &mut Vec<f64>,
        proximal: f64,
        limit: usize,
    ) -> usize {
        let mut size = self.residual(problem, x);
        let (mut since, mut lowest) = (0, size);
        self.offer(x, size);
        for steps in 0..limit {
            let floor = ROUNDING * (problem.size + norm2(x));
            if size <= floor || since > PATIENCE {
                return steps;
            }
            self.differentiate(problem, x, proximal);
            self.lu.factor(&self.derivative);
            self.step.clear();
            self.step.extend(self.residual.iter().map(|f| -f));
            if !self.lu.solve(&mut self.step) {
                return steps;
            }
            x.iter_mut().zip(&self.step).for_each(|(x, d)| *x += d);
            size = self.residual(problem, x);
            self.offer(x, size);
            // close to the floor nothing more can be gained
            if size > 0.5 * lowest && lowest <= 1e3 * floor {
                return steps + 1;
            }
            since = if size < 0.9 * lowest { 0 } else { since + 1 };
            lowest = lowest.min(size);
        }
        limit
    }

    /// Moves the best point to P(x − y), where friction lies exactly on the boundary of its set, as long as that is better:
    /// where impulses are large beside velocities, rounding in Newton's step leaves it a little off. F at the best point is
    /// left in memory.
    pub(super) fn snap(&mut self, problem: &Scaled, x: &mut Vec<f64>) {
        for _ in 0..4 {
            x.clone_from(&self.best);
            self.residual(problem, x);
            x.iter_mut()
                .zip(&self.residual)
                .take(problem.joints)
                .for_each(|(x, f)| *x -= f);
            let size = self.residual(problem, x);
            if size >= self.least {
                break;
            }
            self.offer(x, size);
        }
        x.clone_from(&self.best);
        self.residual(problem, x);
    }

    /// Keeps the best point.
    pub(super) fn offer(&mut self, x: &[f64], size: f64) {
        if size < self.least {
            self.least = size;
            self.best.clear();
            self.best.extend_from_slice(x);
        }
    }

    /// Forgets the best point.
    pub(super) fn forget(&mut self) {
        self.least = f64::INFINITY;
    }
}

/// v[i, :] += Σ factor · (W + ε 1)[row, :].
fn write_row(problem: &Scaled, v: &mut Matrix, i: usize, parts: &[(usize, f64)], proximal: f64) {
    for &(row, factor) in parts {
        if factor == 0.0 {
            continue;
        }
        for j in 0..problem.len() {
            v[(i, j)] += factor * problem.w[(row, j)];
        }
        v[(i, row)] += factor * proximal;
    }
}
