//! A solution of a contact problem: forces, accelerations, and what each contact does.

use serde::{Deserialize, Serialize};
use stickslip::Motion;

/// What a contact does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ContactMode {
    /// It neither slips nor breaks, and the bodies at it stay as they are.
    Stick,
    /// It neither slips nor breaks, but the bodies at it accelerate.
    Roll,
    /// It slips: its slip acceleration is not zero, or it slips at the instant already (the set N).
    Slide,
    /// It carries no force.
    Break,
}

impl ContactMode {
    /// The mode in one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stick => "stick",
            Self::Roll => "roll",
            Self::Slide => "slide",
            Self::Break => "break",
        }
    }
}

/// What found a solution first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Finder {
    /// A solver that began without forces.
    Zero,
    /// A solver that began at forces given to the search.
    Seed,
    /// A solver that began at random forces.
    Random,
    /// The search of all complementary bases.
    Enumeration,
    /// The equations of a combination of contact modes.
    Modes,
}

/// Forces and accelerations that passed the natural map and the audit of each law.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Forces and accelerations.
    pub motion: Motion,
    /// The unknowns of the reduced problem (N, N·m): where continuation begins.
    pub unknowns: Vec<f64>,
    /// What each contact does.
    pub modes: Vec<ContactMode>,
    /// How far inside its friction set each contact's friction lies (N); 0 where it slides.
    pub slack: Vec<f64>,
    /// Whether nothing accelerates, whether it touches or not.
    pub still: bool,
    /// The natural map, relative to the data.
    pub residual: f64,
    /// The worst violation of a single law, relative to the data.
    pub violation: f64,
    /// What found it first.
    pub found_by: Finder,
    /// How many searches ended at this acceleration.
    pub hits: usize,
}

impl Solution {
    /// Whether every contact that carries force sticks, and nothing accelerates.
    pub fn is_stuck(&self) -> bool {
        let at_rest = |mode: &ContactMode| matches!(mode, ContactMode::Stick | ContactMode::Break);
        self.still && self.modes.iter().all(at_rest) && self.modes.contains(&ContactMode::Stick)
    }
}
