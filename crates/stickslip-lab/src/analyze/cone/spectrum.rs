//! Eigenvalues of a small symmetric matrix, by Jacobi's rotations.

use complementarity::Matrix;

/// All of them, ascending. Only the mean of the two halves counts.
pub(crate) fn eigenvalues(matrix: &Matrix) -> Vec<f64> {
    let n = matrix.rows();
    let mut a = Matrix::from_fn(n, n, |i, j| 0.5 * (matrix[(i, j)] + matrix[(j, i)]));
    let size = a.max_abs();
    // converges quadratically: ten sweeps are more than any matrix needs
    for _ in 0..30 {
        let mut off = 0.0_f64;
        for p in 0..n {
            for q in p + 1..n {
                off = off.max(a[(p, q)].abs());
                rotate(&mut a, p, q);
            }
        }
        if off <= f64::EPSILON * size {
            break;
        }
    }
    let mut values: Vec<f64> = (0..n).map(|i| a[(i, i)]).collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The rotation in the plane (p, q) that makes that entry zero.
fn rotate(a: &mut Matrix, p: usize, q: usize) {
    if a[(p, q)] == 0.0 {
        return;
    }
    let theta = 0.5 * (a[(q, q)] - a[(p, p)]) / a[(p, q)];
    let tan = 1.0_f64.copysign(theta) / (theta.abs() + theta.hypot(1.0));
    let cos = 1.0 / tan.hypot(1.0);
    let sin = tan * cos;
    for k in 0..a.rows() {
        let (x, y) = (a[(k, p)], a[(k, q)]);
        a[(k, p)] = cos * x - sin * y;
        a[(k, q)] = sin * x + cos * y;
    }
    for k in 0..a.rows() {
        let (x, y) = (a[(p, k)], a[(q, k)]);
        a[(p, k)] = cos * x - sin * y;
        a[(q, k)] = sin * x + cos * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second difference of n points: 2 − 2 cos(kπ/(n + 1)).
    #[test]
    fn a_chain_has_its_frequencies() {
        let n = 12;
        let chain = Matrix::from_fn(n, n, |i, j| match i.abs_diff(j) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        });
        for (k, value) in eigenvalues(&chain).iter().enumerate() {
            let angle = (k + 1) as f64 * std::f64::consts::PI / (n + 1) as f64;
            assert!((value - (2.0 - 2.0 * angle.cos())).abs() < 1e-13);
        }
    }
}
