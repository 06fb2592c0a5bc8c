//! Scaling by powers of two, so that one set of zero tests serves problems in any units.

use crate::linear::{Matrix, max_abs};
use crate::problem::Lcp;
use crate::scaling::{Balance, Scaling, inverse_size};

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
    /// No number of any tableau lies strictly between 0 and this; see [`grain`].
    pub(super) grain: f64,
}

impl Scaled {
    /// Brings the largest entry of every row and column of M, and of q, near 1.
    pub(super) fn new(lcp: &Lcp) -> Self {
        let n = lcp.len();
        let mut factors = Scaling::default();
        factors.set(lcp.m(), Balance::RowsAndColumns);
        let (row, column) = (factors.row, factors.col);
        let m = Matrix::from_fn(n, n, |i, j| lcp.m()[(i, j)] * row[i] * column[j]);
        let q: Vec<f64> = lcp.q().iter().zip(&row).map(|(q, r)| q * r).collect();
        let unit = 1.0 / inverse_size(max_abs(&q));
        let q: Vec<f64> = q.iter().map(|q| q / unit).collect();
        Self {
            grain: grain(&m, &q),
            m,
            q,
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

/// A lower bound on every nonzero number in a tableau of w = M z + q.
///
/// With row i in units of g_i, a power of two that makes it integer, each such number is a quotient of two
/// integer determinants (times g_i for a w_i). The upper one is at least 1, and the lower one at most the
/// product of the lengths of the rows. So a number known to be smaller is exactly zero: for small
/// integers that is far above the rounding errors, for data with long mantissas far below.
fn grain(m: &Matrix, q: &[f64]) -> f64 {
    let n = q.len();
    let (mut unit, mut bound) = (1.0_f64, 1.0_f64);
    for i in 0..n {
        let row = (0..n).map(|j| m[(i, j)]);
        let lowest = (row.clone().chain([q[i]]))
            .map(lowest_bit)
            .fold(f64::INFINITY, f64::min);
        if lowest.is_finite() {
            let length = row.map(|a| (a / lowest) * (a / lowest)).sum::<f64>().sqrt();
            unit = unit.min(lowest);
            // a little more than the length, for the rounding errors made here
            bound *= (1.0 + 1e-10) * length.max(1.0);
        }
    }
    unit / bound
}

/// The largest power of two of which x is an integer multiple; infinite for 0.
fn lowest_bit(x: f64) -> f64 {
    if x == 0.0 {
        return f64::INFINITY;
    }
    // all set bits of the mantissa but the last one removed, in two steps as the leading one is implicit
    let bits = x.abs().to_bits();
    let mantissa = bits & ((1 << 52) - 1);
    if mantissa == 0 {
        return f64::from_bits(bits);
    }
    let without = f64::from_bits(bits & !(1 << mantissa.trailing_zeros()));
    f64::from_bits(bits) - without
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_below_the_grain_are_zero() {
        for (x, bit) in [
            (1.0, 1.0),
            (-6.0, 2.0),
            (0.75, 0.25),
            (1.0 + f64::EPSILON, f64::EPSILON),
        ] {
            assert_eq!(lowest_bit(x), bit);
        }
        assert_eq!(lowest_bit(f64::from_bits(6)), f64::from_bits(2));
        let m = Matrix::from_rows(&[[3.0, 4.0], [0.0, 1.5]]).expect("rows");
        // in units of 1 and ½ the rows have lengths 5 and 3
        let found = grain(&m, &[7.0, 0.0]);
        assert!((found - 0.5 / 15.0).abs() < 1e-9, "{found}");
    }

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
                .all(|&a| (0.1..=10.0).contains(&a)),
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
