//! Complementarity problems, solved and certified.

pub mod classify;
pub mod double_description;
pub mod enumerate;
pub mod linear;
mod certificate;
mod outcome;
mod problem;

pub use certificate::Certificate;
pub use linear::Matrix;
pub use outcome::{Attempt, Outcome, Ray, Status};
pub use problem::{Lcp, Mlcp, Ncp, ProblemError, Scale};

/// Default bound on [`Certificate::relative`] for an answer to count as solved.
pub const TOLERANCE: f64 = 1e-9;
