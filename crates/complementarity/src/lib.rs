//! Complementarity problems, solved and certified.

mod blocks;
mod certificate;
mod farkas;
pub mod generate;
mod kernels;
pub mod lemke;
pub mod linear;
mod mixed;
mod outcome;
mod problem;
mod scaling;

pub use certificate::Certificate;
pub use linear::Matrix;
pub use outcome::{Attempt, Outcome, Ray, Status};
pub use problem::{Lcp, Mlcp, Ncp, ProblemError, Scale};

/// Default bound on [`Certificate::relative`] for an answer to count as solved.
pub const TOLERANCE: f64 = 1e-9;
