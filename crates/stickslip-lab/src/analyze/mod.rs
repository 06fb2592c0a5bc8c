//! "Can it jam?": what the rigid model says about the contacts of one instant, or of one step. Does a solution exist, is it unique, which
//! motions are possible, how far is the design from jamming, and what would change it.
//!
//! A [`Posed`] problem is looked at from several sides, each with a proof that can be checked without the solver that found it: [`cone`]
//! asks convex questions (jamming, force ranges, wedging, existence), [`branch`] finds solutions by the modes of their contacts and follows
//! them in a parameter, [`search`] looks for solutions from many starts and with several methods, [`uniqueness`] proves that there is no
//! other.

pub mod branch;
pub mod cone;
mod posed;
pub mod search;
pub mod uniqueness;
mod verdict;

pub use posed::{FrictionLaw, Posed};
pub use verdict::{Evidence, Proof, Verdict, verdict};
