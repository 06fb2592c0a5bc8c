//! Complementarity problems, solved and certified.

mod auto;
mod balance;
mod blocks;
mod certificate;
pub mod classify;
mod curve;
mod damped;
mod descent;
pub mod double_description;
pub mod enumerate;
mod farkas;
pub mod generate;
pub mod homotopy;
pub mod interior;
mod kernels;
pub mod lemke;
pub mod linear;
pub mod merit;
mod method;
mod mixed;
pub mod newton;
mod outcome;
mod polish;
mod problem;
#[cfg(test)]
mod samples;
mod scaling;

pub use certificate::Certificate;
pub use linear::Matrix;
pub use method::{Method, Workspace};
pub use outcome::{Attempt, Outcome, Ray, Status};
pub use problem::{Lcp, Mlcp, Ncp, ProblemError, Scale};

/// Default bound on [`Certificate::relative`] for an answer to count as solved.
pub const TOLERANCE: f64 = 1e-9;
