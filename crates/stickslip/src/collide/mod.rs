//! Where bodies meet: pairs that are close, and between them features with an exact gap.

pub(crate) mod feature;
pub(crate) mod parry;
pub(crate) mod polytope;
#[cfg(test)]
pub(crate) mod random;
pub(crate) mod search;
