//! Rigid bodies with exact contact: impact and friction as complementarity problems, every step certified.
//!
//! One step of a mechanical system with contacts is four moves, each a value you can look at:
//!
//! 1. [`ContactProblem`]: the plain data of a step: inverse mass, free motion, contact rows, friction;
//! 2. [`Polyhedral`](formulate::Polyhedral): the same step as a linear complementarity problem;
//! 3. a solver of the crate `complementarity` finds z;
//! 4. [`recover`](formulate::Polyhedral::recover) goes back to impulses (N·s) and velocities (m/s), and
//!    [`Audit::of`] judges them by the laws of mechanics, from the data of the step alone.
//!
//! A block of 2 kg slides at 1 m/s on a floor with μ = 0.5; after a step of 10 ms it has lost μ g h:
//!
//! ```
//! use complementarity::{Method, Workspace};
//! use stickslip::{Audit, Contact, ContactProblem, FreeMotion, InverseMass, formulate::Polyhedral};
//!
//! let (mass, gravity, friction, h) = (2.0, 9.81, 0.5, 0.01);
//! let inverse_mass = InverseMass::diagonal(vec![1.0 / mass; 2])?;
//! // velocity (1, 0) m/s and weight (0, −mg) N
//! let free = FreeMotion::under(&inverse_mass, vec![1.0, 0.0], &[0.0, -mass * gravity], h)?;
//! let contact = Contact::planar(vec![0.0, 1.0], vec![1.0, 0.0], friction);
//! let problem = ContactProblem::new(inverse_mass, free, vec![contact])?;
//!
//! let step = Polyhedral::new(&problem)?;
//! let outcome = Method::Auto.solve(step.lcp(), &mut Workspace::default());
//! let answer = step.recover(&outcome.z)?;
//!
//! assert!((answer.velocity[0] - (1.0 - friction * gravity * h)).abs() < 1e-12);
//! assert!((answer.impulses[0].normal - mass * gravity * h).abs() < 1e-12);
//! assert!(Audit::of(&problem, &answer)?.passes(1e-9));
//! # Ok::<(), stickslip::Error>(())
//! ```
//!
//! This crate does no input or output, reads no clock and draws no random numbers: the same data give the same
//! step. A step without a solution is a result, told by the solver's status; [`Error`] is for bad data only.
//!
//! Tags such as `[ST00 13]` name equations of the papers; the repository's `docs/papers.md` resolves the keys,
//! `docs/equations.md` lists where each equation lives, and `docs/notation.md` is the dictionary of symbols.

mod answer;
mod audit;
mod contact;
mod error;
pub mod formulate;
mod mass;
mod problem;
#[cfg(test)]
mod samples;

pub use answer::{Answer, Impulse};
pub use audit::{Audit, ContactAudit, EnergyBooks};
pub use contact::{Contact, GapAt, NormalLaw};
pub use error::Error;
pub use mass::InverseMass;
pub use problem::{ContactProblem, FreeMotion};
