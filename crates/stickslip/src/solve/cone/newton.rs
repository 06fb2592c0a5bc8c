//! Newton's method for the laws of contact written as one nonsmooth equation.
//!
//! With normal impulse x_n, friction x_T and velocities y = W x + q the laws are F(x) = 0 for
//!
//! ```text
//!     F_n = x_n − τ,                      τ = max(0, x_n − y_n)
//!     F_T = x_T − P(x_T − y_T; μ τ + reserve)
//!     F_ν = x_ν − P(x_ν − y_ν)            joints, P onto their bounds: F_ν = y_ν where there are none
//! ```
//!
//! where P(·; σ) is the nearest point of the friction set of size σ: Signorini's law, Coulomb's and maximal dissipation
//! [Ste00 3.1] in the form of Alart and Curnier. At c_n = 0 nothing is singular: an open contact is x = 0. F is
//! B-differentiable; each step solves V d = −F with V an element of its derivative.
//!
//! V = A + B W with small blocks A and B, one for each contact. The rows of open contacts read d = −x and are eliminated
//! before the rest is factored.

use crate::formulate::{Scaled, ScaledContact};
use complementarity::Matrix;
use complementarity::linear::{Lu, norm2};

/// Residuals below this, relative to data and impulses, are rounding errors.
const ROUNDING: f64 = 4.0 * f64::EPSILON;
/// Steps without gain after which a run is given up.
const PATIENCE: usize = 6;

/// Memory of the method.
#[derive(Debug, Default)]
pub(super) struct Newton {
    y: Vec<f64>,
    /// F at the last point.
    pub(super) residual: Vec<f64>,
    blocks: Vec<Block>,
    /// The rows that are not open.
    closed: Vec<usize>,
    derivative: Matrix,
    lu: Lu,
    step: Vec<f64>,
    right: Vec<f64>,
    /// The best point so far and its residual.
    pub(super) best: Vec<f64>,
    pub(super) least: f64,
}

/// The derivative of a contact's part of F by its own x (A) and y (B), in the order n, t, o, r.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    row: usize,
    len: usize,
    /// Where its rows begin among those that are not open.
    place: usize,
    by_x: [[f64; 4]; 4],
    by_y: [[f64; 4]; 4],
}

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
                let nearest = shape.project(ahead(contact, x, y), contact.bound(tau));
                for (i, row) in contact.rows().enumerate() {
                    f[row] = x[row] - nearest.point[i];
                }
            }
            let idle = contact.idle_rows();
            f[idle.clone()].copy_from_slice(&x[idle]);
        }
        for (row, [low, high]) in (problem.joints..).zip(&problem.bounds) {
            let ahead = x[row] - y[row];
            f[row] = match (ahead < *low, ahead > *high) {
                (true, _) => x[row] - low,
                (_, true) => x[row] - high,
                _ => y[row],
            };
        }
        let size = norm2(f);
        if size.is_nan() { f64::INFINITY } else { size }
    }

    /// The blocks of V at x, whose y is in memory, and the rows that are not open.
    fn differentiate(&mut self, problem: &Scaled, x: &[f64]) {
        let y = &self.y;
        self.blocks.clear();
        self.closed.clear();
        for contact in &problem.contacts {
            let row = contact.row;
            let tau = (x[row] - y[row]).max(0.0);
            let bound = contact.bound(tau);
            if tau == 0.0 && bound == 0.0 {
                continue;
            }
            let m = contact.friction;
            let mut block = Block {
                row,
                len: 1 + m,
                place: self.closed.len(),
                ..Block::default()
            };
            // F_n is y_n, or x_n where only a reserve of friction acts
            match tau > 0.0 {
                true => block.by_y[0][0] = 1.0,
                false => block.by_x[0][0] = 1.0,
            }
            if let Some(shape) = contact.shape() {
                let near = shape.project(ahead(contact, x, y), bound);
                for i in 0..m {
                    // F_i = x_i − P_i: by y it is ∂P_i/∂x + μ ∂P_i/∂σ (through τ), by x one minus the same
                    for j in 0..m {
                        block.by_y[1 + i][1 + j] = near.by_x[i][j];
                        let one = if i == j { 1.0 } else { 0.0 };
                        block.by_x[1 + i][1 + j] = one - near.by_x[i][j];
                    }
                    if tau > 0.0 {
                        let through = contact.mu * near.by_bound[i];
                        block.by_y[1 + i][0] = through;
                        block.by_x[1 + i][0] = -through;
                    }
                }
            }
            self.closed.extend(row..=row + m);
            self.blocks.push(block);
        }
        for (row, [low, high]) in (problem.joints..).zip(&problem.bounds) {
            let ahead = x[row] - y[row];
            if ahead < *low || ahead > *high {
                // at its bound: d = −F
                continue;
            }
            let mut block = Block {
                row,
                len: 1,
                place: self.closed.len(),
                ..Block::default()
            };
            block.by_y[0][0] = 1.0;
            self.closed.push(row);
            self.blocks.push(block);
        }
    }

    /// `self.step` ← d with V d = −F; whether V is regular.
    fn direction(&mut self, problem: &Scaled, proximal: f64) -> bool {
        let size = self.closed.len();
        // open rows: d = −F
        self.step.clear();
        self.step.extend(self.residual.iter().map(|f| -f));
        self.right.clear();
        self.right
            .extend(self.closed.iter().map(|&row| self.step[row]));
        // what the steps of open rows do to y, seen by the others
        self.y.fill(0.0);
        let mut next = 0;
        let mut moved = false;
        for (row, &d) in self.step.iter().enumerate() {
            if next < size && self.closed[next] == row {
                next += 1;
            } else if d != 0.0 {
                moved = true;
                let column = problem.w.col(row);
                self.y.iter_mut().zip(column).for_each(|(y, w)| *y += w * d);
            }
        }
        if moved {
            for block in &self.blocks {
                for i in 0..block.len {
                    let seen: f64 = (0..block.len)
                        .map(|j| block.by_y[i][j] * self.y[block.row + j])
                        .sum();
                    self.right[block.place + i] -= seen;
                }
            }
        }
        // A + B (W + ε) between the rows that are not open
        self.derivative.reset(size, size);
        for (j, &row) in self.closed.iter().enumerate() {
            let (from, to) = (problem.w.col(row), self.derivative.col_mut(j));
            for block in &self.blocks {
                let (from, to) = (&from[block.row..], &mut to[block.place..]);
                for i in 0..block.len {
                    let factors = &block.by_y[i];
                    to[i] = (0..block.len).map(|k| factors[k] * from[k]).sum();
                }
            }
        }
        for block in &self.blocks {
            for i in 0..block.len {
                for j in 0..block.len {
                    let own = block.by_x[i][j] + proximal * block.by_y[i][j];
                    self.derivative[(block.place + i, block.place + j)] += own;
                }
            }
        }
        self.lu.factor(&self.derivative);
        if !self.lu.solve(&mut self.right) {
            return false;
        }
        for (&row, d) in self.closed.iter().zip(&self.right) {
            self.step[row] = *d;
        }
        true
    }

    /// Full steps from x, which becomes the last point, until ‖F‖ is rounding, or several steps in a row find nothing
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
        x: &mut [f64],
        proximal: f64,
        limit: usize,
    ) -> usize {
        let mut size = self.residual(problem, x);
        let (mut since, mut lowest) = (0, size);
        self.offer(x, size);
        for steps in 0..limit {
            let floor = ROUNDING * (problem.size + norm2(x));
            if size <= floor || since > PATIENCE || !size.is_finite() {
                return steps;
            }
            self.differentiate(problem, x);
            if !self.direction(problem, proximal) {
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
        if size < self.least || self.best.is_empty() {
            self.least = size;
            self.best.clear();
            self.best.extend_from_slice(x);
        }
    }

    /// Forgets the best point.
    pub(super) fn forget(&mut self) {
        self.least = f64::INFINITY;
        self.best.clear();
    }
}

/// x_T − y_T.
fn ahead(contact: &ScaledContact, x: &[f64], y: &[f64]) -> [f64; 3] {
    let mut ahead = [0.0; 3];
    for (i, row) in contact.rows().enumerate() {
        ahead[i] = x[row] - y[row];
    }
    ahead
}
