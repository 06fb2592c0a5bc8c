//! Complementarity problems, solved and certified.
//!
//! A linear complementarity problem asks for z with 0 ≤ z ⊥ w = M z + q ≥ 0: nothing negative, and of each pair
//! (z_i, w_i) at least one zero. Contact with friction, optimality conditions and games are of this form.
//! [`Mlcp`] adds equations with free unknowns, [`Ncp`] is the nonlinear problem.
//!
//! ```
//! use complementarity::{Lcp, Matrix, Method, Workspace};
//!
//! let m = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).expect("rows of equal length");
//! let lcp = Lcp::new(m, vec![-5.0, -6.0])?;
//! let outcome = Method::Auto.solve(&lcp, &mut Workspace::default());
//!
//! assert!(outcome.status.is_solved());
//! assert!(outcome.certificate.relative < 1e-15);
//! # Ok::<(), complementarity::ProblemError>(())
//! ```
//!
//! Three promises:
//!
//! - **The certificate is the judge.** [`Certificate`] is computed from problem data and answer alone, relative to
//!   the data and never to the answer, rounding errors included. [`Status::Solved`] means that it passed.
//! - **Not being solvable is a result.** A [`Status`] says how a solve ended, with a Farkas vector or an exhaustive
//!   search where insolvability is proven. Bad input is an error ([`ProblemError`]), before any solving.
//! - **Nothing is hidden.** Solutions can be several; what may choose between them (method, settings, start) is
//!   an argument, and the [`Workspace`] never is.
//!
//! [`Method::Auto`] is for everyday use; [`lemke`], [`newton`], [`interior`], [`homotopy`] and [`mod@enumerate`] are the
//! methods it draws on, [`mod@classify`] says what theory guarantees for a matrix, and [`generate`] makes test problems.

mod auto;
mod balance;
mod blocks;
mod certificate;
pub mod classify;
mod curve;
mod damped;
mod descent;
mod double_description;
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
mod sequence;
mod sparse;

pub use certificate::Certificate;
pub use linear::Matrix;
pub use method::{Method, SettingsError, Workspace};
pub use outcome::{Attempt, Outcome, Ray, Status};
pub use problem::{Lcp, Mlcp, Ncp, ProblemError, Scale};
pub use sparse::SparseCholesky;

/// Default bound on [`Certificate::relative`] for an answer to count as solved.
pub const TOLERANCE: f64 = 1e-9;
