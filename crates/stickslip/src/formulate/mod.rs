//! Problems of mechanics as complementarity problems. Each file owns its problem and the way back.

mod polyhedral;

pub use polyhedral::Polyhedral;
