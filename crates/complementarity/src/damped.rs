//! Steps for singular systems: Levenberg–Marquardt damping with refinement.
//!
//! (AᵀA + νI) x = Aᵀb has one solution whatever the rank of A. Repeating it on the residual b − A x is a proximal
//! point iteration: it converges to the least-squares solution nearest to 0, and it returns the digits that
//! squaring A has cost.

use crate::linear::{Lu, Matrix, dot, max_abs, norm2};

/// Most repetitions on the residual.
const REFINEMENTS: usize = 8;

/// The solution of (AᵀA + νI) x = Aᵀb with ν = `damping` · max |AᵀA|, refined while that halves the residual;
/// `None` if a number is not finite.
pub(crate) fn solve(a: &Matrix, b: &[f64], damping: f64, refine: bool) -> Option<Vec<f64>> {
    let n = a.cols();
    let mut normal = Matrix::zeros(n, n);
    for j in 0..n {
        for i in 0..=j {
            let entry = dot(a.col(i), a.col(j));
            normal[(i, j)] = entry;
            normal[(j, i)] = entry;
        }
    }
    let size = normal.max_abs();
    let nu = if size > 0.0 { damping * size } else { 1.0 };
    for i in 0..n {
        normal[(i, i)] += nu;
    }
    let lu = Lu::new(&normal);

    let (mut x, mut residual) = (vec![0.0; n], b.to_vec());
    let mut size = norm2(&residual);
    for _ in 0..if refine { REFINEMENTS } else { 1 } {
        let mut step = a.transpose_mul(&residual);
        if !lu.solve(&mut step) {
            return None;
        }
        // x ← x + s, then residual ← residual − A s
        for (x, s) in x.iter_mut().zip(&mut step) {
            *x += *s;
            *s = -*s;
        }
        a.mul_add(&step, &mut residual);
        let smaller = norm2(&residual);
        if smaller.is_nan() || smaller >= 0.5 * size {
            break;
        }
        size = smaller;
    }
    max_abs(&x).is_finite().then_some(x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn singular_consistent_system_gives_the_shortest_solution() {
        let a = Matrix::from_rows(&[[1.0, 1.0], [1.0, 1.0]]).unwrap();
        let x = solve(&a, &[2.0, 2.0], 1e-10, true).unwrap();
        assert!(
            (x[0] + x[1] - 2.0).abs() < 1e-14 && (x[0] - x[1]).abs() < 1e-9,
            "{x:?}"
        );
    }

    #[test]
    fn refinement_returns_the_digits_that_damping_took() {
        let a = Matrix::from_rows(&[[1.0, 1.0], [1.0, 1.0 + 1e-4]]).unwrap();
        let x = solve(&a, &[2.0, 2.0], 1e-11, true).unwrap();
        assert!((x[0] - 2.0).abs() < 1e-10 && x[1].abs() < 1e-10, "{x:?}");
    }

    #[test]
    fn zero_matrix_gives_zero() {
        assert_eq!(
            solve(&Matrix::zeros(2, 2), &[1.0, 1.0], 1e-10, true),
            Some(vec![0.0, 0.0])
        );
    }
}
