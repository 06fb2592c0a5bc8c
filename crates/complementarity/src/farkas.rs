//! Proofs that no z ≥ 0 has M z + q ≥ 0.
//!
//! A vector y ≥ 0 with Mᵀy ≤ 0 and qᵀy < 0 is one (Farkas): yᵀ(M z + q) = (Mᵀy)ᵀz + qᵀy < 0 for every z ≥ 0.
//! The check uses problem data only; what proposes y does not matter.

use crate::problem::Lcp;

/// Relative size below which a sum of cancelling terms counts as zero.
const CANCELLED: f64 = 1e-12;

/// `candidate`, cleaned and normalised, if it proves infeasibility.
///
/// Each (Mᵀy)_j may exceed zero only by what its own terms leave over in cancelling, so that a small but
/// genuine positive entry is never overlooked.
pub(crate) fn proof(lcp: &Lcp, candidate: &[f64]) -> Option<Vec<f64>> {
    let size = candidate.iter().copied().fold(0.0, f64::max);
    if !(size > 0.0 && size.is_finite()) {
        return None;
    }
    // entries of rounding size would only blur the proof
    let y: Vec<f64> = candidate
        .iter()
        .map(|x| x / size)
        .map(|x| if x > 1e-13 { x } else { 0.0 })
        .collect();
    let sum = |col: &[f64]| {
        col.iter()
            .zip(&y)
            .fold((0.0, 0.0), |(s, a), (m, y)| (s + m * y, a + (m * y).abs()))
    };
    for j in 0..lcp.len() {
        let (total, absolute) = sum(lcp.m().col(j));
        if total.is_nan() || total > CANCELLED * absolute {
            return None;
        }
    }
    let (total, absolute) = sum(lcp.q());
    (total < -1e-9 * absolute).then_some(y)
}
