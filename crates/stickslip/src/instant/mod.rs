//! Contacts at one instant, before any time has passed: what accelerations and forces does the rigid model allow?
//!
//! `problem.rs` is the problem as data; `look.rs` poses it for a state of a system, `joints.rs` what joints add to it; `drift.rs` says how
//! rows turn along the motion; `sliding.rs` looks at one sliding contact alone.

mod drift;
mod joints;
mod look;
mod problem;
mod sliding;

pub use look::{Apart, Instant, Look, StepLaw, Touching};
pub use problem::{InstantProblem, Level, Motion, Slip};
pub use sliding::{SlidingContact, Verdict};
