//! Is the motion the only one? Three questions, each with what its answer proves:
//!
//! * [`bound`]: friction so small that the laws are a contraction. Existence and uniqueness for every load; sufficient only.
//! * [`determinants`]: polyhedral friction, the determinant of every choice of modes. All positive: existence and uniqueness for every load.
//! * [`index_sum`]: the indices of solutions that were found. Where their sum must be +1 and is not, one is missing.
//!
//! None of them is a test of the whole matrix for being P: with (c_n, β, λ) [Ste00 3.2] the rows of λ have zeros on the diagonal, and no
//! such matrix is one.

mod bound;
mod determinants;
mod index;
pub(crate) mod law;
pub(crate) mod modes;
pub(crate) mod scaled;
mod sign;
#[cfg(test)]
mod tests;

pub use bound::{Bound, bound};
pub use determinants::{Determinants, MODES, determinants};
pub use index::{IndexSum, index_sum};

use serde::Serialize;

/// Why a question does not arise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unasked {
    /// A contact slips already: the set N is not empty, and A not symmetric.
    Slips,
    /// The rows of contacts and joints depend on each other: A is not definite.
    Dependent,
    /// A friction set is not a segment or a polygon.
    Curved,
    /// A contact has friction without normal force.
    Reserve,
    /// There are more choices of modes than were to be looked at.
    TooManyModes,
}

impl Unasked {
    /// The reason in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Slips => "a contact slips already",
            Self::Dependent => "the rows of contacts and joints depend on each other",
            Self::Curved => "a friction set is neither a segment nor a polygon",
            Self::Reserve => "a contact has friction without normal force",
            Self::TooManyModes => "there are too many choices of modes",
        }
    }
}
