//! Contacts at one instant, before any time has passed: what accelerations and forces does the rigid model allow?

mod problem;
mod sliding;

pub use problem::{InstantProblem, Motion, Slip};
pub use sliding::{SlidingContact, Verdict};
