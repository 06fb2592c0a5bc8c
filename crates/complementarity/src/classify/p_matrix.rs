//! P-matrices: all principal minors positive.

use super::{Settings, Verdict, Witness};
use crate::linear::Matrix;

/// The verdict; Z-matrices by one elimination, others by visiting all principal submatrices [TL00].
pub(super) fn test(m: &Matrix, is_z: bool, settings: &Settings) -> Verdict {
    let n = m.rows();
    if is_z {
        return leading(m, settings.tolerance);
    }
    // the one and two element sets settle most matrices of any size
    for i in 0..n {
        if m[(i, i)] <= settings.tolerance {
            return Verdict::No(Witness::Minor(vec![i]));
        }
    }
    for i in 0..n {
        for j in 0..i {
            if m[(i, i)] * m[(j, j)] - m[(i, j)] * m[(j, i)] <= settings.tolerance {
                return Verdict::No(Witness::Minor(vec![j, i]));
            }
        }
    }
    if n > settings.max_exhaustive {
        return Verdict::Unknown;
    }
    let mut chosen = Vec::new();
    let a: Vec<f64> = (0..n * n).map(|k| m[(k / n, k % n)]).collect();
    match bad_minor(&a, n, 0, &mut chosen, settings.tolerance) {
        true => Verdict::No(Witness::Minor(chosen)),
        false => Verdict::Yes,
    }
}

/// A Z-matrix is P exactly if its leading principal minors are positive.
fn leading(m: &Matrix, zero: f64) -> Verdict {
    let n = m.rows();
    let mut a = m.clone();
    for p in 0..n {
        if a[(p, p)] <= zero {
            return Verdict::No(Witness::Minor((0..=p).collect()));
        }
        for i in p + 1..n {
            let factor = a[(i, p)] / a[(p, p)];
            for j in p + 1..n {
                a[(i, j)] -= factor * a[(p, j)];
            }
        }
    }
    Verdict::Yes
}

/// Whether the k × k matrix (rows first) has a principal minor that is not positive. Its indices are the
/// last k of the whole; `chosen` are eliminated ones, completed to the offending set.
///
/// A matrix is P exactly if its first entry is positive and both the rest without the first index and
/// the Schur complement of the first entry are P.
fn bad_minor(a: &[f64], k: usize, offset: usize, chosen: &mut Vec<usize>, zero: f64) -> bool {
    if k == 0 {
        return false;
    }
    if a[0] <= zero {
        chosen.push(offset);
        return true;
    }
    let mut rest = Vec::with_capacity((k - 1) * (k - 1));
    for i in 1..k {
        rest.extend_from_slice(&a[i * k + 1..(i + 1) * k]);
    }
    if bad_minor(&rest, k - 1, offset + 1, chosen, zero) {
        return true;
    }
    for i in 1..k {
        let factor = a[i * k] / a[0];
        for j in 1..k {
            rest[(i - 1) * (k - 1) + j - 1] -= factor * a[j];
        }
    }
    chosen.push(offset);
    if bad_minor(&rest, k - 1, offset + 1, chosen, zero) {
        return true;
    }
    chosen.pop();
    false
}
