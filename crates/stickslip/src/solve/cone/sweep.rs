//! Projected Gauss–Seidel sweeps: a cheap way towards the answer, and out of the corners where Newton's method is stuck.

use crate::formulate::Scaled;
use complementarity::linear::dot;

/// One sweep over all contacts and joints, in order. `rows` is Wᵀ, whose columns are the rows of W.
pub(super) fn sweep(problem: &Scaled, rows: &complementarity::Matrix, x: &mut [f64]) {
    for contact in &problem.contacts {
        let n = contact.row;
        let y = dot(rows.col(n), x) + problem.q[n];
        let own = problem.w[(n, n)];
        if own > 0.0 {
            x[n] = (x[n] - y / own).max(0.0);
        }
        let Some(shape) = contact.shape() else {
            continue;
        };
        // a bound for the largest eigenvalue of the friction block
        let mut own = 0.0_f64;
        let (mut y, mut from) = ([0.0; 3], [0.0; 3]);
        for (i, row) in contact.rows().enumerate() {
            y[i] = dot(rows.col(row), x) + problem.q[row];
            let sum: f64 = contact.rows().map(|j| problem.w[(row, j)].abs()).sum();
            own = own.max(sum);
        }
        if own <= 0.0 {
            continue;
        }
        for (i, row) in contact.rows().enumerate() {
            from[i] = x[row] - y[i] / own;
        }
        let near = shape.project(from, contact.bound(x[n])).point;
        for (i, row) in contact.rows().enumerate() {
            x[row] = near[i];
        }
    }
    for (row, [low, high]) in (problem.joints..).zip(&problem.bounds) {
        let own = problem.w[(row, row)];
        if own > 0.0 {
            let y = dot(rows.col(row), x) + problem.q[row];
            x[row] = (x[row] - y / own).clamp(*low, *high);
        }
    }
}
