//! Ways to write a step as a complementarity problem. Each owns its problem and the way back to mechanics.

mod polyhedral;

pub use polyhedral::Polyhedral;
