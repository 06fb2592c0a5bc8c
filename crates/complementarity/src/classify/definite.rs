//! Positive definite and positive semidefinite, by symmetric elimination with diagonal pivoting.

use super::{Settings, Verdict, Witness};
use crate::linear::Matrix;

/// Both verdicts for a symmetric matrix.
///
/// Eliminates the largest diagonal entry again and again. A negative diagonal entry of a Schur complement
/// gives a direction of negative curvature at once; so does a zero one with a nonzero entry beside it.
pub(super) fn test(sym: &Matrix, settings: &Settings) -> (Verdict, Verdict) {
    let n = sym.rows();
    let mut a = sym.clone();
    let mut open: Vec<usize> = (0..n).collect();
    let mut done: Vec<usize> = Vec::new();
    while let Some(&p) = open
        .iter()
        .max_by(|&&i, &&j| a[(i, i)].total_cmp(&a[(j, j)]))
    {
        // rounding grows with every elimination
        let zero = settings.tolerance * (1.0 + done.len() as f64);
        if let Some(seed) = negative_direction(&a, &open, zero) {
            let x = lift(sym, &done, seed);
            let no = Verdict::No(Witness::Vector(x));
            return (no.clone(), no);
        }
        if a[(p, p)] <= zero {
            // nothing but zeros is left: the kernel
            let mut seed = vec![0.0; n];
            seed[p] = 1.0;
            return (
                Verdict::No(Witness::Vector(lift(sym, &done, seed))),
                Verdict::Yes,
            );
        }
        open.retain(|&i| i != p);
        for &i in &open {
            let factor = a[(i, p)] / a[(p, p)];
            for &j in &open {
                a[(i, j)] -= factor * a[(p, j)];
            }
        }
        done.push(p);
    }
    (Verdict::Yes, Verdict::Yes)
}

/// A vector on the open indices with xᵀAx < 0, from one diagonal entry or one 2 × 2 block.
fn negative_direction(a: &Matrix, open: &[usize], zero: f64) -> Option<Vec<f64>> {
    let mut x = vec![0.0; a.rows()];
    if let Some(&i) = open.iter().find(|&&i| a[(i, i)] < -zero) {
        x[i] = 1.0;
        return Some(x);
    }
    for &i in open.iter().filter(|&&i| a[(i, i)] <= zero) {
        // diagonal a ≤ zero and d, entry b beside them: x = (−(d + |b|)/b, 1) gives a x_i² − d − 2|b|, which is
        // negative if b² is well above zero · d
        let entry = |j: usize| a[(i, j)].abs();
        let beside = open
            .iter()
            .filter(|&&j| j != i)
            .max_by(|&&j, &&k| entry(j).total_cmp(&entry(k)));
        if let Some(&j) = beside {
            let (b, d) = (a[(i, j)], a[(j, j)].max(0.0));
            if b.abs() > zero.sqrt() * d.max(zero).sqrt() * 4.0 && b.abs() > 4.0 * zero {
                x[i] = -(d + b.abs()) / b;
                x[j] = 1.0;
                return Some(x);
            }
        }
    }
    None
}

/// Extends a vector on the open indices by the minimising values on the eliminated ones, A_dd x_d = −A_do x_o.
fn lift(sym: &Matrix, done: &[usize], mut x: Vec<f64>) -> Vec<f64> {
    if !done.is_empty() {
        let mut b: Vec<f64> = done
            .iter()
            .map(|&i| -(0..x.len()).map(|j| sym[(i, j)] * x[j]).sum::<f64>())
            .collect();
        if crate::linear::Lu::new(&sym.select(done, done)).solve(&mut b) {
            done.iter().zip(&b).for_each(|(&i, &b)| x[i] = b);
        }
    }
    x
}
