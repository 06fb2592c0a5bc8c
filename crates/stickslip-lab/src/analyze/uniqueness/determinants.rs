//! The signs of all choices of modes of polyhedral friction. As long as every contact stays in its mode the laws are linear, and the map
//! from y to b is one with the matrix A C + 1 − C.
//!
//! If the determinants of all choices are positive the pieces of that map do not overlap: all answers have index +1. All sticking is among
//! the choices, so A is definite, the sum of the indices is +1, and there is exactly one answer for every b. (An edge between pieces is no
//! exception: the map is open, so two answers there would make two nearby.)
//!
//! A negative one proves that the map folds: for *some* loads there are several answers. About these loads it says nothing.
//!
//! A plain P-matrix test asks for all principal minors of the complementarity problem instead, and can never succeed: the rows of λ
//! [Ste00 3.2] have zeros on the diagonal.

use super::Unasked;
use super::modes::Modes;
use super::scaled::Scaled;
use super::sign::determinant_sign;
use serde::Serialize;
use stickslip::{Error, InstantProblem};

/// Choices of modes that are looked at within a second or so.
pub const MODES: usize = 200_000;

/// Signs of the determinants of all choices of modes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Determinants {
    /// How many choices there are; 0 if the question did not arise.
    pub modes: usize,
    /// How many have a positive determinant.
    pub positive: usize,
    /// How many have a negative one.
    pub negative: usize,
    /// How many are too near zero to tell.
    pub unclear: usize,
    /// Why the question did not arise.
    pub unasked: Option<Unasked>,
}

impl Determinants {
    /// Whether they prove that there is exactly one answer, for these loads and all others.
    pub fn prove_uniqueness(&self) -> bool {
        self.modes > 0 && self.positive == self.modes
    }

    /// Whether they prove that there are loads with several answers. These loads need not be among them.
    pub fn prove_folds(&self) -> bool {
        self.negative > 0
    }
}

/// The signs of all choices of modes, if there are no more than `limit`.
pub fn determinants(problem: &InstantProblem, limit: usize) -> Result<Determinants, Error> {
    let scaled = Scaled::of(problem)?;
    let without = |reason| Determinants {
        unasked: Some(reason),
        ..Determinants::default()
    };
    // without friction that is unknown it is a linear complementarity problem, and determinants decide whatever A is [CPS92]
    let mut contacts = scaled.reduced.contacts().iter();
    if scaled.slips && contacts.any(|c| c.friction.rows() > 0) {
        return Ok(without(Unasked::Slips));
    }
    let all = match Modes::of(&scaled) {
        Ok(all) => all,
        Err(reason) => return Ok(without(reason)),
    };
    let Some(modes) = all.count(limit) else {
        return Ok(without(Unasked::TooManyModes));
    };
    let mut out = Determinants {
        modes,
        ..Determinants::default()
    };
    all.visit(&mut |whole, _| {
        match determinant_sign(whole) {
            Some(1..) => out.positive += 1,
            Some(_) => out.negative += 1,
            None => out.unclear += 1,
        }
        true
    });
    Ok(out)
}
