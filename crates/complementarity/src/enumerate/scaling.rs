//! Scaling by powers of two, so that one set of zero tests serves problems in any units.

use crate::linear::{Matrix, max_abs};
use crate::problem::Lcp;

/// Sweeps of simultaneous row and column scaling; each halves the logarithmic spread.
const SWEEPS: usize = 24;
/// Bound on the exponents, so that products of two scales stay finite.
const MAX_EXPONENT: f64 = 400.0;

/// The problem R M C, γ R q with positive diagonal R, C and a number γ, all powers of two (hence exact).
///
/// Its solutions are γ C⁻¹ z: signs and products of z and w are unchanged.
#[derive(Debug)]
pub(super) struct Scaled {
    pub(super) m: Matrix,
    pub(super) q: Vec<f64>,
    /// Diagonal of C.
    column: Vec<f64>,
    /// 1/γ.
    unit: f64,
}

impl Scaled {
    /// Brings the largest entry of every row and column of M, and of q, near 1.
    pub(super) fn new(lcp: &Lcp) -> Self {
        let n = lcp.len();
        let logs = Matrix::from_fn(n, n, |i, j| lcp.m()[(i, j)].abs().log2());
        let (mut row, mut column) = (vec![0.0; n], vec![0.0; n]);
        for _ in 0..SWEEPS {
            // −∞ is the logarithm of a zero entry: a zero row or column keeps its scale
            let of_rows: Vec<f64> = (0..n)
                .map(|i| largest((0..n).map(|j| row[i] + logs[(i, j)] + column[j])))
                .collect();
            let of_columns: Vec<f64> = (0..n)
                .map(|j| largest((0..n).map(|i| row[i] + logs[(i, j)] + column[j])))
                .collect();
            row.iter_mut()
                .zip(&of_rows)
                .for_each(|(r, t)| *r -= t / 2.0);
            column
                .iter_mut()
                .zip(&of_columns)
                .for_each(|(c, t)| *c -= t / 2.0);
        }
        let (row, column) = (powers(&row), powers(&column));
        let m = Matrix::from_fn(n, n, |i, j| lcp.m()[(i, j)] * row[i] * column[j]);
        let q: Vec<f64> = lcp.q().iter().zip(&row).map(|(q, r)| q * r).collect();
        let size = max_abs(&q);
        let unit = if size > 0.0 {
            powers(&[size.log2()])[0]
        } else {
            1.0
        };
        Self {
            m,
            q: q.iter().map(|q| q / unit).collect(),
            column,
            unit,
        }
    }

    /// The z of the original problem.
    pub(super) fn unscale(&self, z: &[f64]) -> Vec<f64> {
        z.iter()
            .zip(&self.column)
            .map(|(z, c)| z * c * self.unit)
            .collect()
    }

    /// The direction in the original problem, with largest entry 1.
    pub(super) fn unscale_ray(&self, z: &[f64]) -> Vec<f64> {
        let ray: Vec<f64> = z.iter().zip(&self.column).map(|(z, c)| z * c).collect();
        let size = max_abs(&ray);
        ray.iter().map(|x| x / size).collect()
    }
}

/// Largest finite logarithm, 0 if there is none.
fn largest(logs: impl Iterator<Item = f64>) -> f64 {
    let top = logs.fold(f64::NEG_INFINITY, f64::max);
    if top.is_finite() { top } else { 0.0 }
}

/// The powers of two nearest to given logarithms.
fn powers(logs: &[f64]) -> Vec<f64> {
    logs.iter()
        .map(|l| l.round().clamp(-MAX_EXPONENT, MAX_EXPONENT).exp2())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_over_24_decades_come_near_one() {
        let m = Matrix::from_rows(&[[1e12, 1.0], [1.0, 2e-12]]).expect("rows");
        let lcp = Lcp::new(m, vec![-1e12, -1.0]).expect("valid");
        let scaled = Scaled::new(&lcp);
        assert!(
            scaled
                .m
                .as_slice()
                .iter()
                .all(|&a| (0.25..=4.0).contains(&a)),
            "{scaled:?}"
        );
        // R (M C z + q/γ) of the scaled point is w of the original one, up to the positive R and γ
        let (z, row) = (
            scaled.unscale(&[1.0, 0.0]),
            scaled.m[(0, 0)] / (1e12 * scaled.column[0]),
        );
        assert_eq!(row * lcp.m()[(0, 0)] * z[0], scaled.m[(0, 0)] * scaled.unit);
    }
}
