//! A contact problem in units in which its friction sets reach to 1 and its normal rows respond by 1: u′ = S u, c = S c′, A′ = S A S, with
//! S = s for a normal and s e along the axes of the friction set. The laws stay what they are, with the same coefficients.

use super::super::cone::spectrum::eigenvalues;
use complementarity::Matrix;
use stickslip::{Error, FrictionSet, InstantProblem, ReducedContact, ReducedProblem, Slip};

/// Part of the largest eigenvalue, for each row, by which rounding may change another.
const ROUNDING: f64 = 1e-13;
/// Rows of which less than this part (of the square) is independent of the others count as dependent.
const DEFINITE: f64 = 1e-10;

/// The problem in these units.
#[derive(Debug)]
pub(crate) struct Scaled {
    pub(crate) reduced: ReducedProblem,
    /// A′.
    pub(crate) a: Matrix,
    /// S.
    pub(crate) units: Vec<f64>,
    /// Whether a contact slips already.
    pub(super) slips: bool,
}

impl Scaled {
    pub(crate) fn of(problem: &InstantProblem) -> Result<Self, Error> {
        let reduced = problem.reduce()?;
        let w = reduced.w();
        let unit = |row: usize| match w[(row, row)].abs() {
            own if own > 0.0 => 1.0 / own.sqrt(),
            _ => 1.0,
        };
        let mut units: Vec<f64> = (0..reduced.len()).map(unit).collect();
        for contact in reduced.contacts() {
            let own = units[contact.row];
            let lengths = contact.friction.shape().map_or([1.0; 3], |s| s.lengths());
            for (row, e) in reduced.friction_rows(contact).zip(lengths) {
                units[row] = own * e;
            }
        }
        let scaled = |i: usize, j: usize| units[i] * w[(i, j)] * units[j];
        Ok(Self {
            a: Matrix::from_fn(w.rows(), w.cols(), scaled),
            slips: problem.slips().iter().any(|slip| *slip != Slip::Rolling),
            units,
            reduced,
        })
    }

    /// Whether A is positive definite beyond doubt, rows being measured by themselves.
    pub(super) fn is_definite(&self) -> bool {
        let size = |i: usize| match self.a[(i, i)] {
            own if own > 0.0 => own.sqrt(),
            _ => 1.0,
        };
        let a = &self.a;
        let unit = Matrix::from_fn(a.rows(), a.cols(), |i, j| a[(i, j)] / (size(i) * size(j)));
        eigenvalues(&unit)
            .first()
            .is_none_or(|least| *least > DEFINITE)
    }
}

/// The least and the largest eigenvalue of a symmetric matrix, each as far out as rounding may have hidden it.
pub(super) fn extremes(a: &Matrix) -> Option<[f64; 2]> {
    let values = eigenvalues(a);
    let (low, high) = (values.first()?, values.last()?);
    let doubt = ROUNDING * values.len() as f64 * high.abs();
    Some([low - doubt, high + doubt])
}

/// The distance of the farthest point of a friction set from no friction, in units of its half extents.
pub(super) fn radius(contact: &ReducedContact) -> f64 {
    let Some(shape) = contact.friction.shape() else {
        return 0.0;
    };
    let lengths = shape.lengths();
    match &contact.friction.set {
        FrictionSet::None => 0.0,
        FrictionSet::Planar(_) | FrictionSet::Ellipse(_) | FrictionSet::Ellipsoid(_) => 1.0,
        // a disc times an interval
        FrictionSet::Mixed(_) => 2.0_f64.sqrt(),
        FrictionSet::Polyhedral(set) => {
            let length = |d: &[f64; 3]| {
                let used = d.iter().zip(lengths).take(shape.dimensions());
                used.map(|(d, e)| (d / e) * (d / e)).sum::<f64>().sqrt()
            };
            set.directions().iter().map(length).fold(0.0, f64::max)
        }
        // the corner of a box around it
        _ => {
            let reach = |axis: usize| {
                let mut slip = [0.0; 3];
                slip[axis] = 1.0;
                let there = shape.support(slip);
                slip[axis] = -1.0;
                there.max(shape.support(slip)) / lengths[axis]
            };
            let squares = (0..shape.dimensions()).map(|axis| reach(axis) * reach(axis));
            squares.sum::<f64>().sqrt()
        }
    }
}
