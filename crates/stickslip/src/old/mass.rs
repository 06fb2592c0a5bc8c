//! The inverse mass matrix: applied to build a problem, undone to judge an answer.
//!
//! A dense matrix is kept with its Cholesky factor. The factor proves that the matrix is positive definite, and
//! gives M x without a second matrix that might disagree with the first.

use crate::error::Error;
use complementarity::Matrix;
use complementarity::linear::dot;

/// Entries that should be equal by symmetry may differ by this much of the largest entry.
const SYMMETRY: f64 = 1e-12;

/// M⁻¹ of the generalised velocities, symmetric positive definite (1/kg, 1/(kg·m²)).
#[derive(Clone, Debug, PartialEq)]
pub struct InverseMass(Kind);

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Diagonal(Vec<f64>),
    /// M⁻¹ and its lower Cholesky factor L, M⁻¹ = L Lᵀ.
    Dense {
        inverse: Matrix,
        factor: Matrix,
    },
}

impl InverseMass {
    /// A diagonal M⁻¹: particles, planar bodies, bodies in their principal axes.
    pub fn diagonal(inverse: Vec<f64>) -> Result<Self, Error> {
        Error::check_vector(&inverse, inverse.len(), || "inverse mass".into())?;
        match inverse.iter().position(|&w| w <= 0.0) {
            None => Ok(Self(Kind::Diagonal(inverse))),
            Some(index) => Err(Error::MassNotPositive {
                index,
                value: inverse[index],
            }),
        }
    }

    /// A full M⁻¹.
    pub fn dense(inverse: Matrix) -> Result<Self, Error> {
        let (rows, cols) = (inverse.rows(), inverse.cols());
        if rows != cols {
            return Err(Error::MassNotSquare { rows, cols });
        }
        for j in 0..cols {
            Error::check_vector(inverse.col(j), rows, || {
                format!("inverse mass, column {j}: entry")
            })?;
        }
        let tolerance = SYMMETRY * inverse.max_abs();
        for col in 0..cols {
            for row in 0..col {
                let (above, below) = (inverse[(row, col)], inverse[(col, row)]);
                if (above - below).abs() > tolerance {
                    return Err(Error::MassNotSymmetric {
                        row,
                        col,
                        above,
                        below,
                    });
                }
            }
        }
        let factor = cholesky(&inverse)?;
        Ok(Self(Kind::Dense { inverse, factor }))
    }

    /// Number of generalised velocities.
    pub fn len(&self) -> usize {
        match &self.0 {
            Kind::Diagonal(w) => w.len(),
            Kind::Dense { inverse, .. } => inverse.rows(),
        }
    }

    /// Whether nothing moves.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// M⁻¹ p: the velocity change (m/s) that the momentum p (N·s) causes.
    pub fn apply(&self, p: &[f64]) -> Vec<f64> {
        match &self.0 {
            Kind::Diagonal(w) => w.iter().zip(p).map(|(w, p)| w * p).collect(),
            Kind::Dense { inverse, .. } => {
                let mut v = vec![0.0; p.len()];
                inverse.mul_add(p, &mut v);
                v
            }
        }
    }

    /// M v: the momentum (N·s) of the velocity v (m/s).
    pub fn momentum(&self, v: &[f64]) -> Vec<f64> {
        match &self.0 {
            Kind::Diagonal(w) => w.iter().zip(v).map(|(w, v)| v / w).collect(),
            Kind::Dense { factor, .. } => {
                let mut p = v.to_vec();
                forward(factor, &mut p);
                backward(factor, &mut p);
                p
            }
        }
    }

    /// vᵀM v: twice the kinetic energy (J) of the velocity v (m/s).
    pub fn square(&self, v: &[f64]) -> f64 {
        match &self.0 {
            Kind::Diagonal(w) => w.iter().zip(v).map(|(w, v)| v * v / w).sum(),
            Kind::Dense { factor, .. } => {
                // vᵀ(L Lᵀ)⁻¹v = ‖L⁻¹v‖², which cannot come out negative
                let mut x = v.to_vec();
                forward(factor, &mut x);
                dot(&x, &x)
            }
        }
    }
}

/// The lower factor L of A = L Lᵀ, column by column.
fn cholesky(a: &Matrix) -> Result<Matrix, Error> {
    let n = a.rows();
    let mut l = Matrix::zeros(n, n);
    for j in 0..n {
        let pivot = a[(j, j)] - (0..j).map(|k| l[(j, k)] * l[(j, k)]).sum::<f64>();
        if pivot.is_nan() || pivot <= 0.0 {
            return Err(Error::MassNotPositive {
                index: j,
                value: pivot,
            });
        }
        let root = pivot.sqrt();
        l[(j, j)] = root;
        for i in j + 1..n {
            let sum: f64 = (0..j).map(|k| l[(i, k)] * l[(j, k)]).sum();
            l[(i, j)] = (a[(i, j)] - sum) / root;
        }
    }
    Ok(l)
}

/// x ← L⁻¹x.
fn forward(l: &Matrix, x: &mut [f64]) {
    for j in 0..x.len() {
        x[j] /= l[(j, j)];
        for i in j + 1..x.len() {
            x[i] -= l[(i, j)] * x[j];
        }
    }
}

/// x ← L⁻ᵀx.
fn backward(l: &Matrix, x: &mut [f64]) {
    for j in (0..x.len()).rev() {
        let sum: f64 = (j + 1..x.len()).map(|i| l[(i, j)] * x[i]).sum();
        x[j] = (x[j] - sum) / l[(j, j)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dense_and_diagonal_agree() {
        let diagonal = InverseMass::diagonal(vec![0.5, 4.0]).unwrap();
        let dense =
            InverseMass::dense(Matrix::from_rows(&[[0.5, 0.0], [0.0, 4.0]]).unwrap()).unwrap();
        let v = [3.0, -2.0];
        assert_eq!(diagonal.apply(&v), dense.apply(&v));
        assert_eq!(diagonal.square(&v), 19.0);
        assert!((dense.square(&v) - 19.0).abs() < 1e-14);
        let (p, r) = (diagonal.momentum(&v), dense.momentum(&v));
        assert!((p[0] - r[0]).abs() < 1e-14 && (p[1] - r[1]).abs() < 1e-14);
    }

    #[test]
    fn momentum_undoes_apply() {
        let inverse =
            Matrix::from_rows(&[[2.0, 0.5, 0.1], [0.5, 1.0, -0.3], [0.1, -0.3, 3.0]]).unwrap();
        let mass = InverseMass::dense(inverse).unwrap();
        let p = [1.0, -2.0, 0.5];
        let back = mass.momentum(&mass.apply(&p));
        for (x, y) in p.iter().zip(&back) {
            assert!((x - y).abs() < 1e-14);
        }
    }

    #[test]
    fn what_is_no_mass_is_refused() {
        let zero = InverseMass::diagonal(vec![1.0, 0.0]);
        assert_eq!(
            zero,
            Err(Error::MassNotPositive {
                index: 1,
                value: 0.0
            })
        );
        let indefinite = Matrix::from_rows(&[[1.0, 2.0], [2.0, 1.0]]).unwrap();
        assert!(matches!(
            InverseMass::dense(indefinite),
            Err(Error::MassNotPositive { index: 1, value }) if value == -3.0
        ));
        let lopsided = Matrix::from_rows(&[[1.0, 0.5], [0.0, 1.0]]).unwrap();
        assert!(matches!(
            InverseMass::dense(lopsided),
            Err(Error::MassNotSymmetric { row: 0, col: 1, .. })
        ));
        let flat = Matrix::zeros(2, 3);
        assert!(matches!(
            InverseMass::dense(flat),
            Err(Error::MassNotSquare { .. })
        ));
    }
}
