//! From files to one tree of values: includes are merged, `--set` is applied, expressions become numbers. Every value keeps
//! its place.

pub(crate) mod expression;
pub(super) mod files;
pub(super) mod flatten;
pub(super) mod include;
pub(super) mod numbers;
pub(super) mod overrides;
pub(super) mod sources;
pub(super) mod tree;
