//! Problems of mechanics as complementarity problems. Each file owns its problem and the way back.

mod blocks;
mod bounded;
mod conic;
mod polyhedral;
mod reduced;
mod scaled;

pub use blocks::BlockProblem;
pub(crate) use blocks::add_product;
pub use conic::Conic;
pub use polyhedral::Polyhedral;
pub use reduced::{ReducedContact, ReducedProblem};
pub(crate) use scaled::{Scaled, ScaledContact};
