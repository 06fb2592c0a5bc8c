//! The index of an answer, +1 or −1, and the sum over all that were found.

use super::super::search::Solution;
use super::Unasked;
use super::law::{derivative, jacobian, point};
use super::scaled::Scaled;
use super::sign::determinant_sign;
use complementarity::linear::max_abs;
use serde::Serialize;
use stickslip::{Error, InstantProblem};

/// Answers closer than this to the edge between two modes, beside the largest force, have no index.
const EDGE: f64 = 1e-6;
/// More than a smooth law changes over that distance.
const JUMP: f64 = 1e-2;

/// Indices of answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IndexSum {
    /// The sign of det(A C + 1 − C) at each; nothing on the edge between modes, or where forces are not unique.
    pub indices: Vec<Option<i32>>,
    /// Their sum, if all have one.
    pub sum: Option<i32>,
    /// Why the indices of all answers need not sum up to +1.
    pub unasked: Option<Unasked>,
}

impl IndexSum {
    /// Whether it is proven that an answer is missing. `Some(false)`: the sum is +1, as it should be, and none is provably missing; a pair of
    /// them still may be. `None`: nothing is proven.
    pub fn is_one_missing(&self) -> Option<bool> {
        match (self.unasked, self.sum) {
            (None, Some(sum)) => Some(sum != 1),
            _ => None,
        }
    }
}

/// The indices of answers that were found.
pub fn index_sum(problem: &InstantProblem, found: &[Solution]) -> Result<IndexSum, Error> {
    let scaled = Scaled::of(problem)?;
    let unasked = match (scaled.slips, scaled.is_definite()) {
        (true, _) => Some(Unasked::Slips),
        (_, false) => Some(Unasked::Dependent),
        _ => None,
    };
    let fits = |s: &&Solution| s.unknowns.len() == scaled.units.len();
    let indices: Vec<Option<i32>> = (found.iter())
        .map(|s| {
            Some(s)
                .filter(fits)
                .and_then(|s| index(&scaled, &s.unknowns))
        })
        .collect();
    Ok(IndexSum {
        sum: indices.iter().copied().sum(),
        indices,
        unasked,
    })
}

/// The index of the answer with forces c.
fn index(scaled: &Scaled, c: &[f64]) -> Option<i32> {
    let mut y = point(scaled, c);
    let here = derivative(scaled, &y);
    // near the edge between two modes the law changes suddenly
    let width = EDGE * max_abs(&y);
    for k in 0..y.len() {
        let own = y[k];
        for there in [own - width, own + width] {
            y[k] = there;
            let other = derivative(scaled, &y);
            let change = other.as_slice().iter().zip(here.as_slice());
            if change.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max) > JUMP {
                return None;
            }
        }
        y[k] = own;
    }
    determinant_sign(&mut jacobian(&scaled.a, &here))
}
