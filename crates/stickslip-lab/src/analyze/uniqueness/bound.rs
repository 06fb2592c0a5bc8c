//! A coefficient of friction below which there is exactly one answer, whatever the loads.
//!
//! Let a contact be alone and respond by 1 to every force: u = c + x. Its laws then have one answer, c = C(x), for every μ: c_n = max(0,
//! −x_n), and c_T is the point of the friction set of size μ c_n that is nearest to −x_T. Where C has a derivative,
//!
//! ```text
//!     dc_n = −dx_n or 0,    dc_T = (1 − P) p μ dc_n − P dx_T,
//! ```
//!
//! with p a point of the set of size 1 and P the derivative of "nearest", symmetric with 0 ≤ P ≤ 1. By convexity of the square along the
//! axes of P |dc|² ≤ (1 + μ² r²)|dx|², r being the largest |p|: 1 for segments, ellipses and ellipsoids, √2 for a disc times an interval.
//!
//! All contacts together, in scaled units, respond by A = ω(1 + R). With c′ = ω c, for which the laws are the same, u = c′ + (R c′ + b):
//! answers are the fixed points of c′ ↦ C(R c′ + b). With ω half way between the least and the largest eigenvalue of A, |R| = (κ − 1)/(κ +
//! 1), κ their ratio. (Joints are nearest points between bounds, with |dc| ≤ |dx|.) So if
//!
//! ```text
//!     √(1 + μ² r²) (κ − 1)/(κ + 1) < 1,    that is    μ r < 2 √κ/(κ − 1),
//! ```
//!
//! the map is a contraction: one answer exists, in forces and motion, and no other, for every b. (It is more than 4κ/(κ² − 1), which
//! c ↦ P_K(c − ρ û) gives.)
//!
//! The laws allow units of their own for the normal force, s, and for the friction, t, of each contact; μ then becomes μ s/t. The best of
//! them are searched for. For one planar contact with A_nn A_tt > 2 A_nt² they give A_nn/|A_nt|, beyond which there are indeed loads with
//! several answers. In general the bound is sufficient only: above it nothing is said.

use super::Unasked;
use super::scaled::{Scaled, extremes, radius};
use complementarity::Matrix;
use serde::Serialize;
use stickslip::{Error, InstantProblem};

/// How much less than 1 makes a contraction, for rounding's sake.
const MARGIN: f64 = 1e-9;
/// Units are searched in steps between these, as logarithms.
const STEPS: [f64; 2] = [1.0, 1e-4];
/// Tries of units, for matrices up to 16 rows; fewer for larger ones.
const TRIES: usize = 3_000;

/// What is known of coefficients of friction with which the answer is unique for every load. Zero, and a reason, if nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bound {
    /// μ̄: the answer exists and is unique if every coefficient is below it; infinite if none can be too large.
    pub coefficient: f64,
    /// It also is if all coefficients are multiplied by less than this.
    pub factor: f64,
    /// κ, the ratio of the eigenvalues of A, in the units that gave the factor.
    pub condition: f64,
    /// Whether the coefficients of the problem are small enough.
    pub holds: bool,
    /// Why nothing is known.
    pub unasked: Option<Unasked>,
}

/// The bound of a problem.
pub fn bound(problem: &InstantProblem) -> Result<Bound, Error> {
    let scaled = Scaled::of(problem)?;
    let without = |reason| Bound {
        coefficient: 0.0,
        factor: 0.0,
        condition: f64::INFINITY,
        holds: false,
        unasked: Some(reason),
    };
    if scaled.slips {
        return Ok(without(Unasked::Slips));
    }
    if !scaled.is_definite() {
        return Ok(without(Unasked::Dependent));
    }
    let coefficients: Vec<f64> = (scaled.reduced.contacts().iter())
        .map(|contact| contact.friction.coefficient)
        .collect();
    let rough =
        || (0..coefficients.len()).filter(|&i| scaled.reduced.contacts()[i].friction.rows() > 0);
    let largest = rough().map(|i| coefficients[i]).fold(0.0, f64::max);
    if largest == 0.0 {
        // normal forces alone, or joints: definite is enough
        return Ok(Bound {
            // with friction sets it says nothing about coefficients other than 0
            coefficient: match (scaled.reduced.contacts().iter())
                .any(|contact| contact.friction.set.shape().is_some())
            {
                true => 0.0,
                false => f64::INFINITY,
            },
            factor: f64::INFINITY,
            condition: Units::new(&scaled, &coefficients).judge().condition,
            holds: true,
            unasked: None,
        });
    }
    let common = Units::best(&scaled, &vec![1.0; coefficients.len()]);
    // with different coefficients each may have a bound of its own
    let each = match rough().all(|i| coefficients[i] == largest) {
        true => Best {
            bound: common.bound / largest,
            ..common
        },
        false => Units::best(&scaled, &coefficients),
    };
    let factor = each.bound.max(common.bound / largest);
    Ok(Bound {
        coefficient: common.bound,
        factor,
        condition: each.condition,
        holds: factor > 1.0 + MARGIN,
        unasked: None,
    })
}

/// What units gave.
struct Best {
    bound: f64,
    condition: f64,
}

/// Units of normal force and friction for each contact, and of the force of each joint, as logarithms.
struct Units<'a> {
    a: &'a Matrix,
    /// The rows that have a unit in common.
    blocks: Vec<std::ops::Range<usize>>,
    /// For each block of friction the block of its normal, and μ r.
    frictions: Vec<(usize, usize, f64)>,
    logs: Vec<f64>,
}

impl<'a> Units<'a> {
    /// The largest factor of the coefficients, by trying longer and shorter units one after the other.
    fn best(scaled: &'a Scaled, coefficients: &[f64]) -> Best {
        let mut units = Self::new(scaled, coefficients);
        let mut best = units.judge();
        let n = scaled.a.rows().max(1);
        let mut tries = (TRIES * 4096 / (n * n * n)).clamp(TRIES / 15, TRIES);
        let mut step = STEPS[0];
        while step > STEPS[1] && best.bound.is_finite() && tries > 0 {
            let mut better = false;
            for block in 0..units.logs.len() {
                let before = units.logs[block];
                for ahead in [before + step, before - step] {
                    units.logs[block] = ahead;
                    let there = units.judge();
                    tries = tries.saturating_sub(1);
                    if there.bound > best.bound {
                        (best, better) = (there, true);
                        break;
                    }
                    units.logs[block] = before;
                }
            }
            if !better {
                step *= 0.5;
            }
        }
        best
    }

    /// Units in which the rows respond to themselves by 1, on average over the friction of a contact.
    fn new(scaled: &'a Scaled, coefficients: &[f64]) -> Self {
        let (a, reduced) = (&scaled.a, &scaled.reduced);
        let (mut blocks, mut frictions) = (Vec::new(), Vec::new());
        for (contact, mu) in reduced.contacts().iter().zip(coefficients) {
            let rows = reduced.friction_rows(contact);
            blocks.push(contact.row..contact.row + 1);
            if !rows.is_empty() {
                frictions.push((blocks.len(), blocks.len() - 1, mu * radius(contact)));
                blocks.push(rows);
            }
        }
        blocks.extend((reduced.first_joint()..reduced.len()).map(|row| row..row + 1));
        let own = |rows: &std::ops::Range<usize>| {
            let sum: f64 = rows.clone().map(|i| a[(i, i)]).sum();
            -0.5 * (sum / rows.len() as f64).ln()
        };
        Self {
            logs: blocks.iter().map(own).collect(),
            a,
            blocks,
            frictions,
        }
    }

    /// By how much coefficients may be multiplied in these units: 2 √κ/(κ − 1) over the largest of μ r s/t.
    fn judge(&self) -> Best {
        let mut unit = vec![1.0; self.a.rows()];
        for (rows, log) in self.blocks.iter().zip(&self.logs) {
            unit[rows.clone()].fill(log.exp());
        }
        let a = Matrix::from_fn(unit.len(), unit.len(), |i, j| {
            unit[i] * self.a[(i, j)] * unit[j]
        });
        let ratio = |&(friction, normal, mu): &(usize, usize, f64)| {
            mu * (self.logs[normal] - self.logs[friction]).exp()
        };
        let largest = self.frictions.iter().map(ratio).fold(0.0, f64::max);
        let condition = match extremes(&a) {
            None => 1.0,
            Some([low, high]) if low > 0.0 => high / low,
            Some(_) => f64::INFINITY,
        };
        let bound = match (condition, largest) {
            (k, _) if k.is_infinite() => 0.0,
            (_, 0.0) => f64::INFINITY,
            (k, largest) => 2.0 * k.sqrt() / (k - 1.0) / largest,
        };
        Best { bound, condition }
    }
}
