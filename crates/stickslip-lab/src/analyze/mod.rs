//! "Can it jam?": what the rigid model says about the contacts of one instant, or of one step. Does a solution exist, is it unique, which
//! motions are possible, how far is the design from jamming, and what would change it [TP97], [TTP01].
//!
//! A [`Posed`] problem is looked at from several sides, each with a proof that can be checked without the solver that found it: [`cone`] asks
//! convex questions (jamming, force ranges, wedging, existence), [`search`] looks for all solutions, [`uniqueness`] says how many there
//! can be, [`branch`] follows solutions as friction changes.

pub mod branch;
pub mod cone;
mod posed;
pub mod search;
pub mod uniqueness;

pub use posed::{FrictionLaw, Posed};
