//! Rows seen in coordinates in which the mass matrix is the identity: x = Lᵀv with M = L Lᵀ. Ranks and dependencies of rows do not depend
//! on units there.

use complementarity::Matrix;
use complementarity::linear::{dot, norm2};
use stickslip::{Mass, RowView};

/// A unit row of which less than this is left by the others depends on them.
const DEPENDENT: f64 = 1e-9;

/// L of M = L Lᵀ.
#[derive(Clone, Debug)]
pub(super) struct Whitening {
    factor: Matrix,
}

impl Whitening {
    /// M and, for each row, its square times a stiffness: what gives way softly adds to the mass.
    pub(super) fn of(mass: &Mass, soft: &[(RowView, f64)]) -> Self {
        let n = mass.len();
        let mut m = Matrix::zeros(n, n);
        for j in 0..n {
            let mut unit = vec![0.0; n];
            unit[j] = 1.0;
            mass.momentum(&unit, m.col_mut(j));
        }
        for &(row, stiffness) in soft {
            for (j, b) in row.entries() {
                row.scatter(stiffness * b, m.col_mut(j));
            }
        }
        // Cholesky by columns; a mass matrix is positive definite
        for j in 0..n {
            for k in 0..j {
                let share = m[(j, k)];
                if share != 0.0 {
                    for i in j..n {
                        let known = m[(i, k)] * share;
                        m[(i, j)] -= known;
                    }
                }
            }
            let pivot = m[(j, j)].max(f64::MIN_POSITIVE).sqrt();
            m.col_mut(j)[j..].iter_mut().for_each(|x| *x /= pivot);
        }
        Self { factor: m }
    }

    /// L⁻¹ p of a force.
    pub(super) fn force(&self, p: &[f64]) -> Vec<f64> {
        let mut x = p.to_vec();
        for j in 0..x.len() {
            x[j] /= self.factor[(j, j)];
            for i in j + 1..x.len() {
                x[i] -= self.factor[(i, j)] * x[j];
            }
        }
        x
    }

    /// v = L⁻ᵀ x.
    pub(super) fn velocity(&self, x: &[f64]) -> Vec<f64> {
        let mut v = x.to_vec();
        for j in (0..v.len()).rev() {
            let known = dot(&self.factor.col(j)[j + 1..], &v[j + 1..]);
            v[j] = (v[j] - known) / self.factor[(j, j)];
        }
        v
    }
}

/// Pushes in coordinates in which the mass matrix of a problem is the identity.
pub(super) fn whitened(mass: &Mass, pushes: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let white = Whitening::of(mass, &[]);
    pushes.iter().map(|p| white.force(p)).collect()
}

/// Orthonormal vectors that span given ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Basis {
    /// The vectors.
    pub(super) vectors: Vec<Vec<f64>>,
    /// Which of the given ones brought each.
    pub(super) pivots: Vec<usize>,
}

impl Basis {
    /// Gram and Schmidt's method, the most independent one first; lengths do not count.
    pub(super) fn of<V: AsRef<[f64]>>(given: &[V]) -> Self {
        let mut left: Vec<Vec<f64>> = given.iter().map(|v| unit(v.as_ref())).collect();
        let mut basis = Self::default();
        while basis.vectors.len() < left.first().map_or(0, Vec::len) {
            let mut next = (0, DEPENDENT);
            for (i, v) in left.iter().enumerate() {
                let size = norm2(v);
                // ties go to the first, whatever rounding says
                if size > next.1 * (1.0 + 1e-6) {
                    next = (i, size);
                }
            }
            if next.1 == DEPENDENT {
                break;
            }
            let mut q = left[next.0].clone();
            basis.vectors.iter().for_each(|b| remove(b, &mut q));
            let q = unit(&q);
            left.iter_mut().for_each(|v| remove(&q, v));
            left[next.0].fill(0.0);
            basis.vectors.push(q);
            basis.pivots.push(next.0);
        }
        basis
    }

    /// How many vectors are independent.
    pub(super) fn rank(&self) -> usize {
        self.vectors.len()
    }

    /// Q t.
    pub(super) fn point(&self, t: &[f64], len: usize) -> Vec<f64> {
        let mut x = vec![0.0; len];
        for (q, t) in self.vectors.iter().zip(t) {
            x.iter_mut().zip(q).for_each(|(x, q)| *x += t * q);
        }
        x
    }
}

fn unit(v: &[f64]) -> Vec<f64> {
    let size = norm2(v);
    let factor = if size > 0.0 { 1.0 / size } else { 0.0 };
    v.iter().map(|x| factor * x).collect()
}

fn remove(q: &[f64], v: &mut [f64]) {
    let along = dot(q, v);
    v.iter_mut().zip(q).for_each(|(v, q)| *v -= along * q);
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip::Row;

    #[test]
    fn whitened_rows_have_the_metric_of_the_inverse_mass() {
        let mut mass = Mass::default();
        let m = [[4.0, 1.0, 0.5], [1.0, 3.0, -0.2], [0.5, -0.2, 2.0]];
        mass.push_full(3, |i, j| m[i][j]);
        let mut row = Row::default();
        row.extend(0, &[1.0, -2.0, 0.5]);
        let white = Whitening::of(&mass, &[]);
        let square: f64 = white.force(&[1.0, -2.0, 0.5]).iter().map(|x| x * x).sum();
        assert!((square - mass.row_square(row.view())).abs() < 1e-14);
        // L⁻ᵀL⁻¹ p = M⁻¹ p
        let p = [1.0, 2.0, 3.0];
        let mut v = vec![0.0; 3];
        mass.response(&p, &mut v);
        let ours = white.velocity(&white.force(&p));
        assert!(ours.iter().zip(&v).all(|(a, b)| (a - b).abs() < 1e-14));
    }

    #[test]
    fn ranks_do_not_depend_on_lengths() {
        let rows = [
            [1.0, 0.0, 0.0],
            [1e-7, 1e-7, 0.0],
            [3e5, -2e5, 0.0],
            [0.0; 3],
        ];
        let basis = Basis::of(&rows);
        assert_eq!(basis.rank(), 2);
        let along: Vec<f64> = basis.vectors.iter().map(|q| dot(q, &rows[2])).collect();
        let x = basis.point(&along, 3);
        assert!((x[0] - 3e5).abs() < 1e-8 && (x[1] + 2e5).abs() < 1e-8);
    }
}
