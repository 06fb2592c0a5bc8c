//! Principal values of symmetric 3 × 3 matrices.

/// The eigenvalues, ascending, by Jacobi's rotations.
pub(crate) fn principal_values(matrix: [[f64; 3]; 3]) -> [f64; 3] {
    let mut m = matrix;
    // each sweep squares the off-diagonal part; five reach rounding from anywhere, the rest is a bound
    for _ in 0..20 {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            let (off, difference) = (m[p][q], m[q][q] - m[p][p]);
            if off.abs() <= f64::MIN_POSITIVE {
                continue;
            }
            let theta = 0.5 * difference / off;
            let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
            let c = 1.0 / t.hypot(1.0);
            let s = t * c;
            let r = 3 - p - q;
            m[p][p] -= t * off;
            m[q][q] += t * off;
            let (rp, rq) = (m[r][p], m[r][q]);
            m[r][p] = c * rp - s * rq;
            m[r][q] = s * rp + c * rq;
            m[p][q] = 0.0;
            (m[q][p], m[p][r], m[q][r]) = (0.0, m[r][p], m[r][q]);
        }
    }
    let mut values = [m[0][0], m[1][1], m[2][2]];
    values.sort_by(f64::total_cmp);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_eigenvalues_come_out() {
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-14);
        let diagonal = [[3.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
        assert_eq!(principal_values(diagonal), [1.0, 2.0, 3.0]);
        let equal = [[2.0, 1.0, 1.0], [1.0, 2.0, 1.0], [1.0, 1.0, 2.0]];
        assert!(near(principal_values(equal), [1.0, 1.0, 4.0]));
        let chain = [[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]];
        let root = 2.0_f64.sqrt();
        assert!(near(principal_values(chain), [2.0 - root, 2.0, 2.0 + root]));
    }
}
