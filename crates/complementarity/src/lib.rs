//! Complementarity problems, solved and certified.

mod balance;
mod curve;
mod damped;
mod descent;
pub mod homotopy;
pub mod interior;
pub mod linear;
pub mod merit;
pub mod newton;
mod polish;
#[cfg(test)]
mod samples;
mod certificate;
mod outcome;
mod problem;

pub use certificate::Certificate;
pub use linear::Matrix;
pub use outcome::{Attempt, Outcome, Ray, Status};
pub use problem::{Lcp, Mlcp, Ncp, ProblemError, Scale};

/// Default bound on [`Certificate::relative`] for an answer to count as solved.
pub const TOLERANCE: f64 = 1e-9;
