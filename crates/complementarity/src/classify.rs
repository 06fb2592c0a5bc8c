//! Matrix classes, and what theory promises for a complementarity problem whose matrix is in them.
//!
//! Every "no" comes with a witness that can be checked by hand, every "yes" from a finite test, and what
//! neither could be settled within the limits is "unknown". Signs are judged relative to the matrix: with
//! every pair scaled so that its diagonal entry (or, if that is zero, its largest entry) is 1 in size —
//! which changes none of the classes, only symmetry is judged before it — a number within
//! [`Settings::tolerance`] of zero counts as zero. So "positive semidefinite" means up to rounding,
//! while "positive definite", P and "strictly copositive" must hold with a margin; in
//! between, a matrix is on the boundary and the stricter property is "no".

mod copositive;
mod definite;
mod p_matrix;

use crate::linear::Matrix;

/// How far to go.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Settings {
    /// Size of a number that counts as zero, relative to the scaled matrix, 1e-13 to 1e-8. Larger values call
    /// matrices semidefinite or copositive that are slightly not, smaller ones take rounding for a witness.
    pub tolerance: f64,
    /// Largest order for the tests that visit all principal submatrices; 20 means a million of them.
    pub max_exhaustive: usize,
    /// Starts of the descent that looks for a witness against copositivity in larger matrices.
    pub starts: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tolerance: 1e-11,
            max_exhaustive: 20,
            starts: 64,
        }
    }
}

/// Data that disprove a property.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Witness {
    /// The entry in this row and column has the wrong sign, or differs from its mirror image.
    Entry(usize, usize),
    /// xᵀMx is negative — or zero, where it must be positive. For copositivity x ≥ 0.
    Vector(Vec<f64>),
    /// The principal minor on these indices is not positive.
    Minor(Vec<usize>),
}

/// Whether a matrix has a property.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Verdict {
    /// It has.
    Yes,
    /// It has not, as can be checked.
    No(Witness),
    /// Not settled within the limits.
    Unknown,
}

impl Verdict {
    /// Whether the property is established.
    pub fn is_yes(&self) -> bool {
        matches!(self, Self::Yes)
    }

    /// Whether the property is disproved.
    pub fn is_no(&self) -> bool {
        matches!(self, Self::No(_))
    }
}

/// What a matrix is.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Classes {
    /// M = Mᵀ.
    pub symmetric: Verdict,
    /// xᵀMx > 0 for all x ≠ 0.
    pub positive_definite: Verdict,
    /// xᵀMx ≥ 0 for all x.
    pub positive_semidefinite: Verdict,
    /// All principal minors are positive.
    pub p: Verdict,
    /// All off-diagonal entries are ≤ 0.
    pub z: Verdict,
    /// Both Z and P: a (nonsingular) M-matrix.
    pub m: Verdict,
    /// xᵀMx ≥ 0 for all x ≥ 0.
    pub copositive: Verdict,
    /// xᵀMx > 0 for all x ≥ 0, x ≠ 0.
    pub strictly_copositive: Verdict,
}

/// Classifies a square matrix.
///
/// ```
/// use complementarity::{Matrix, classify};
/// let m = Matrix::from_rows(&[[2.0, -1.0], [-1.0, 2.0]]).expect("rows of equal length");
/// let classes = classify::classify(&m, &classify::Settings::default());
/// assert!(classes.positive_definite.is_yes() && classes.m.is_yes());
/// ```
///
/// # Panics
/// If the matrix is not square.
pub fn classify(m: &Matrix, settings: &Settings) -> Classes {
    assert_eq!(
        m.rows(),
        m.cols(),
        "only square matrices have principal minors"
    );
    let scale = scales(m);
    let n = m.rows();
    let scaled = Matrix::from_fn(n, n, |i, j| m[(i, j)] * scale[i] * scale[j]);
    let sym = Matrix::from_fn(n, n, |i, j| scaled[(i, j)] / 2.0 + scaled[(j, i)] / 2.0);
    let (positive_definite, positive_semidefinite) = definite::test(&sym, settings);
    let (copositive, strictly_copositive) = if positive_definite.is_yes() {
        (Verdict::Yes, Verdict::Yes)
    } else {
        copositive::test(&sym, settings)
    };
    let z = z_matrix(&scaled, settings);
    let p = if positive_definite.is_yes() {
        Verdict::Yes
    } else {
        p_matrix::test(&scaled, z.is_yes(), settings)
    };
    // x of the scaled matrix belongs to S x of the given one
    let back = |verdict| match verdict {
        Verdict::No(Witness::Vector(x)) => {
            let x: Vec<f64> = x.iter().zip(&scale).map(|(x, s)| x * s).collect();
            let size = crate::linear::max_abs(&x);
            Verdict::No(Witness::Vector(x.iter().map(|x| x / size).collect()))
        }
        other => other,
    };
    Classes {
        symmetric: symmetric(m, settings),
        positive_definite: back(positive_definite),
        positive_semidefinite: back(positive_semidefinite),
        m: if z.is_yes() { p.clone() } else { z.clone() },
        p,
        z,
        copositive: back(copositive),
        strictly_copositive: back(strictly_copositive),
    }
}

/// Powers of two that bring the diagonal of S M S near ±1. A pair with zero diagonal gets its largest
/// entry near 1 instead.
fn scales(m: &Matrix) -> Vec<f64> {
    let n = m.rows();
    let power = |x: f64| {
        if x > 0.0 {
            (-x.log2()).round().clamp(-400.0, 400.0)
        } else {
            0.0
        }
    };
    let mut exponent: Vec<f64> = (0..n)
        .map(|i| (power(m[(i, i)].abs()) / 2.0).round())
        .collect();
    for i in (0..n).filter(|&i| m[(i, i)] == 0.0) {
        let entry = |j: usize| m[(i, j)].abs().max(m[(j, i)].abs());
        let others = (0..n).filter(|&j| m[(j, j)] != 0.0);
        let largest = others
            .map(|j| entry(j) * exponent[j].exp2())
            .fold(0.0, f64::max);
        exponent[i] = power(largest);
    }
    exponent.iter().map(|e| e.exp2()).collect()
}

/// Compares M with its transpose, entry by entry, relative to the largest entry.
fn symmetric(m: &Matrix, settings: &Settings) -> Verdict {
    let zero = settings.tolerance * m.max_abs();
    find(m.rows(), |i, j| {
        i < j && (m[(i, j)] - m[(j, i)]).abs() > zero
    })
}

/// Looks for a positive off-diagonal entry.
fn z_matrix(m: &Matrix, settings: &Settings) -> Verdict {
    find(m.rows(), |i, j| i != j && m[(i, j)] > settings.tolerance)
}

/// No at the first entry that is bad.
fn find(n: usize, bad: impl Fn(usize, usize) -> bool) -> Verdict {
    let mut entries = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    match entries.find(|&(i, j)| bad(i, j)) {
        Some((i, j)) => Verdict::No(Witness::Entry(i, j)),
        None => Verdict::Yes,
    }
}

impl Classes {
    /// What the established properties promise for 0 ≤ z ⊥ Mz + q ≥ 0, strongest first, in plain words.
    pub fn guarantees(&self) -> Vec<&'static str> {
        let implied = [
            (&self.p, "P: exactly one solution for every q [CPS92 3.3.7]"),
            (
                &self.m,
                "M: the solution is the least feasible point, and grows as q falls [CPS92 3.11]; \
                 projected Gauss–Seidel converges to it",
            ),
            (
                &self.z,
                "Z: if any z ≥ 0 has Mz + q ≥ 0, the least such z is a solution, \
                 found in at most n principal pivots [CPS92 3.11, 4.7]",
            ),
            (
                &self.positive_definite,
                "positive definite: exactly one solution for every q; interior-point methods \
                 need polynomially many steps",
            ),
            (
                &self.positive_semidefinite,
                "positive semidefinite: if some z ≥ 0 has Mz + q ≥ 0 there is a solution, the solutions \
                 form one convex set, and Lemke finds one or proves there is none [CPS92 3.1, 4.4]",
            ),
            (
                &self.strictly_copositive,
                "strictly copositive: a solution for every q, found by Lemke; the set of solutions is \
                 bounded [CPS92 3.8, 4.4]",
            ),
            (
                &self.copositive,
                "copositive: solvable if sᵀq ≥ 0 for all s ≥ 0 with Ms ≥ 0 and sᵀMs = 0, \
                 and then Lemke finds a solution [Ste00, CPS92 4.4]",
            ),
        ];
        let mut sentences: Vec<&str> = implied
            .iter()
            .filter(|(v, _)| v.is_yes())
            .map(|&(_, sentence)| sentence)
            .collect();
        if sentences.is_empty() {
            sentences.push(
                "none of the known classes: there may be no solution or several, and a ray of Lemke's \
                 method proves nothing; enumerate if n is small",
            );
        }
        sentences
    }
}

#[cfg(test)]
mod tests;
