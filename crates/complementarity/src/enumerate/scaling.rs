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
