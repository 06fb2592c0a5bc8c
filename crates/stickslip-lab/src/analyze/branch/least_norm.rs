//! Least squares with the smallest answer, for matrices of any shape and rank: sticking contacts hold more than motion determines.
//!
//! QR with column exchange finds the rank; a second QR, of the transposed triangle, picks of all answers the one of least norm.

use complementarity::Matrix;
use complementarity::linear::{dot, norm2};

/// A pivot smaller than this part of the largest counts as nothing.
const DEPENDENT: f64 = 1e-11;

/// A factored matrix.
pub(super) struct LeastNorm {
    rows: usize,
    left: Vec<Vec<f64>>,
    order: Vec<usize>,
    right: Vec<Vec<f64>>,
    /// The upper triangle of the transposed triangle.
    triangle: Matrix,
}

impl LeastNorm {
    /// Factors a matrix.
    pub(super) fn new(a: &Matrix) -> Self {
        let (m, n) = (a.rows(), a.cols());
        let mut first = a.clone();
        let mut order: Vec<usize> = (0..n).collect();
        let mut left = Vec::new();
        let mut largest = 0.0;
        for k in 0..m.min(n) {
            // the column with the largest rest comes next
            let rest = |j: usize| norm2(&first.col(j)[k..]);
            let mut best = k;
            for j in k + 1..n {
                if rest(j) > rest(best) {
                    best = j;
                }
            }
            let size = rest(best);
            largest = f64::max(largest, size);
            if size <= DEPENDENT * largest || !size.is_finite() {
                break;
            }
            if best != k {
                order.swap(k, best);
                for i in 0..m {
                    let kept = first[(i, k)];
                    first[(i, k)] = first[(i, best)];
                    first[(i, best)] = kept;
                }
            }
            left.push(reflect(&mut first, k));
        }
        let rank = left.len();
        let mut triangle =
            Matrix::from_fn(n, rank, |i, j| if i >= j { first[(j, i)] } else { 0.0 });
        let right = (0..rank).map(|k| reflect(&mut triangle, k)).collect();
        Self {
            rows: m,
            left,
            order,
            right,
            triangle,
        }
    }

    /// How many rows are independent.
    pub(super) fn rank(&self) -> usize {
        self.left.len()
    }

    /// The smallest of the x with the least |A x − b|.
    pub(super) fn solve(&self, b: &[f64]) -> Vec<f64> {
        debug_assert_eq!(b.len(), self.rows);
        let mut b = b.to_vec();
        self.left.iter().for_each(|v| mirror(v, &mut b));
        let mut x = vec![0.0; self.order.len()];
        for k in 0..self.rank() {
            let known: f64 = (0..k).map(|i| self.triangle[(i, k)] * x[i]).sum();
            x[k] = (b[k] - known) / self.triangle[(k, k)];
        }
        self.right.iter().rev().for_each(|v| mirror(v, &mut x));
        let mut out = vec![0.0; x.len()];
        (self.order.iter().zip(&x)).for_each(|(&place, &x)| out[place] = x);
        out
    }
}

/// Zeroes column k below its diagonal by a reflection 1 − 2 v vᵀ, and returns v.
fn reflect(a: &mut Matrix, k: usize) -> Vec<f64> {
    let mut v = vec![0.0; a.rows()];
    v[k..].copy_from_slice(&a.col(k)[k..]);
    v[k] += norm2(&v[k..]).copysign(v[k]);
    let size = norm2(&v);
    if size > 0.0 {
        v.iter_mut().for_each(|x| *x /= size);
    }
    (k..a.cols()).for_each(|j| mirror(&v, a.col_mut(j)));
    v
}

/// x ← x − 2 v (v·x).
fn mirror(v: &[f64], x: &mut [f64]) {
    let twice = 2.0 * dot(v, x);
    x.iter_mut().zip(v).for_each(|(x, v)| *x -= twice * v);
}

#[cfg(test)]
mod tests {
    use super::*;
    use complementarity::generate::Random;

    /// A = B C of rank r: the answer reproduces what can be, its error is orthogonal to A, and it has no part that A does not see.
    #[test]
    fn the_answer_is_the_smallest_of_the_best() {
        let mut random = Random::new(3);
        for (m, n, r) in [(5, 5, 5), (6, 4, 2), (4, 7, 3), (7, 8, 7), (3, 3, 0)] {
            let b = Matrix::from_fn(m, r, |_, _| random.normal());
            let c = Matrix::from_fn(r, n, |_, _| random.normal());
            let a = Matrix::from_fn(m, n, |i, j| (0..r).map(|k| b[(i, k)] * c[(k, j)]).sum());
            let right: Vec<f64> = (0..m).map(|_| random.normal()).collect();
            let factored = LeastNorm::new(&a);
            assert_eq!(factored.rank(), r);
            let x = factored.solve(&right);
            let mut error: Vec<f64> = right.iter().map(|b| -b).collect();
            a.mul_add(&x, &mut error);
            assert!(a.transpose_mul(&error).iter().all(|e| e.abs() < 1e-12));
            // x = Aᵀ y for some y: taking off its projection on the rows leaves nothing
            let y = LeastNorm::new(&a.transpose()).solve(&x);
            let back = a.transpose_mul(&y);
            assert!(x.iter().zip(&back).all(|(x, b)| (x - b).abs() < 1e-12));
        }
    }
}
