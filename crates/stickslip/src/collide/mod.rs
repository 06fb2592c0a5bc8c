//! Where bodies meet: pairs that are close, and between them features with an exact gap.

pub(crate) mod feature;
pub(crate) mod search;
