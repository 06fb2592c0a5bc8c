//! Proofs that no z ≥ 0 has M z + q ≥ 0.
//!
//! A vector y ≥ 0 with Mᵀy ≤ 0 and qᵀy < 0 is one (Farkas): yᵀ(M z + q) = (Mᵀy)ᵀz + qᵀy < 0 for every z ≥ 0.
//! On equations y may have either sign, and for free unknowns (Mᵀy)_j must vanish. The check uses problem
//! data only; what proposes y does not matter.
//!
//! In floating point a sum that should cancel leaves a remainder. A remainder of [`CANCELLED`] against a margin
//! of [`MARGIN`] in qᵀy means that a solution, if there were one, would be some 10⁸ times larger than the
//! data suggest; evaluating M z there loses more digits than the certificate allows, so that no answer could pass
//! as solved.

use crate::problem::{Lcp, Mlcp};

/// Relative size below which a sum of cancelling terms counts as zero.
const CANCELLED: f64 = 1e-14;
/// How far below zero qᵀy must be, relative to its terms.
const MARGIN: f64 = 1e-6;
/// Largest denominator of the fractions that rounding errors are removed with.
const DENOMINATOR: f64 = 64.0;

/// `candidate`, cleaned and normalised, if it proves infeasibility.
pub(crate) fn proof(lcp: &Lcp, candidate: &[f64]) -> Option<Vec<f64>> {
    check(lcp, &|_| false, candidate)
}

/// The same for a mixed problem.
pub(crate) fn mixed_proof(mlcp: &Mlcp, candidate: &[f64]) -> Option<Vec<f64>> {
    check(mlcp.lcp(), &|i| mlcp.free()[i], candidate)
}

fn check(lcp: &Lcp, is_free: &dyn Fn(usize) -> bool, candidate: &[f64]) -> Option<Vec<f64>> {
    let size = crate::linear::max_abs(candidate);
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    // negative entries and those of rounding size would only blur the proof
    let clean = |(i, x): (usize, &f64)| {
        let x = x / size;
        if x > 1e-13 || (is_free(i) && x < -1e-13) {
            x
        } else {
            0.0
        }
    };
    let plain: Vec<f64> = candidate.iter().enumerate().map(clean).collect();
    let snapped: Vec<f64> = plain.iter().copied().map(nearest_fraction).collect();
    [snapped, plain]
        .into_iter()
        .find(|y| proves(lcp, is_free, y))
}

fn proves(lcp: &Lcp, is_free: &dyn Fn(usize) -> bool, y: &[f64]) -> bool {
    let sum = |col: &[f64]| {
        let terms = col.iter().zip(y).map(|(m, y)| m * y);
        terms.fold((0.0, 0.0), |(total, size), t: f64| {
            (total + t, size + t.abs())
        })
    };
    let columns_hold = (0..lcp.len()).all(|j| {
        let (total, size) = sum(lcp.m().col(j));
        total <= CANCELLED * size && (!is_free(j) || total >= -CANCELLED * size)
    });
    let (total, size) = sum(lcp.q());
    columns_hold && total < -MARGIN * size
}

/// The fraction with a small denominator that x is a rounding error away from, otherwise x itself.
fn nearest_fraction(x: f64) -> f64 {
    let mut denominator = 1.0;
    while denominator <= DENOMINATOR {
        let fraction = (x * denominator).round() / denominator;
        if (x - fraction).abs() <= 1e-11 * x.abs() {
            return fraction;
        }
        denominator += 1.0;
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::Matrix;

    fn lcp(rows: [[f64; 2]; 2], q: [f64; 2]) -> Lcp {
        Lcp::new(Matrix::from_rows(&rows).unwrap(), q.to_vec()).unwrap()
    }

    #[test]
    fn cancelling_columns_are_accepted_with_their_rounding_errors() {
        let squeeze = lcp([[1.0, -1.0], [-1.0, 1.0]], [-1.0, -1.0]);
        assert_eq!(proof(&squeeze, &[3.0, 3.0 + 1e-14]), Some(vec![1.0, 1.0]));
        let thirds = lcp([[1.0, -1.0], [-3.0, 3.0]], [-1.0, -1.0]);
        assert!(proof(&thirds, &[3.0, 1.0 + 1e-13]).is_some());
    }

    #[test]
    fn a_small_but_genuine_positive_entry_is_no_rounding_error() {
        // a P-matrix with determinant 10⁻¹²: solvable for every q
        let almost = lcp([[1.0, -1.0], [-1.0 + 1e-12, 1.0]], [-1.0, 1.0 - 4e-9]);
        assert_eq!(proof(&almost, &[1.0, 1.0 - 5e-13]), None);
        let tiny = lcp([[1.0, 0.0], [0.0, 1e-13]], [1.0, -1.0]);
        assert_eq!(proof(&tiny, &[0.0, 1.0]), None);
    }

    #[test]
    fn signs_matter_where_rows_are_restricted() {
        let free = Mlcp::new(lcp([[0.0, 0.0], [0.0, 1.0]], [1.0, 1.0]), vec![true, false]).unwrap();
        assert_eq!(mixed_proof(&free, &[-1.0, 0.0]), Some(vec![-1.0, 0.0]));
        assert_eq!(proof(free.lcp(), &[-1.0, 0.0]), None);
    }

    #[test]
    fn nonsense_proves_nothing() {
        let squeeze = lcp([[1.0, -1.0], [-1.0, 1.0]], [-1.0, -1.0]);
        for bad in [
            [0.0, 0.0],
            [f64::NAN, 1.0],
            [f64::INFINITY, 1.0],
            [-1.0, -1.0],
            [1.0, 0.5],
        ] {
            assert_eq!(proof(&squeeze, &bad), None, "{bad:?}");
        }
    }
}
