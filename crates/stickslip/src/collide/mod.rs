//! Where bodies meet: pairs that are close, and between them features with an exact gap.

mod analytic;
pub(crate) mod feature;
mod ids;
mod narrow;
pub(crate) mod parry;
mod part;
pub(crate) mod polytope;
#[cfg(test)]
pub(crate) mod random;
pub(crate) mod search;
mod seen;
mod surface;
