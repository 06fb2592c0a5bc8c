//! Problems of mechanics as complementarity problems. Each file owns its problem and the way back.

mod blocks;
mod bounded;
mod conic;
mod global;
mod polyhedral;
mod reduced;
mod scaled;
mod sparse_rows;

pub use blocks::BlockProblem;
pub(crate) use blocks::add_product;
pub use conic::Conic;
pub use global::{GlobalProblem, Reduction};
pub use polyhedral::Polyhedral;
pub use reduced::{ReducedContact, ReducedProblem};
pub(crate) use scaled::{Scaled, ScaledContact};
