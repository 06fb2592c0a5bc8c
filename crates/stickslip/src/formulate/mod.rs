//! Problems of mechanics as complementarity problems. Each file owns its problem and the way back.

mod polyhedral;
mod reduced;

pub use polyhedral::Polyhedral;
pub use reduced::{ReducedContact, ReducedProblem};
