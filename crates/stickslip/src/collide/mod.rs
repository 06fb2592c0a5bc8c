//! Where bodies meet: pairs that are close, and between them features with an exact gap.

mod advance;
pub(crate) mod again;
mod analytic;
mod beside;
mod clip;
mod convex;
mod crossing;
mod cylinder;
mod cylinder_face;
mod ellipsoid;
mod ellipsoid_normal;
mod ellipsoid_pairs;
pub(crate) mod feature;
mod ids;
mod mesh_ellipsoid;
mod mesh_polytope;
mod mesh_round;
mod narrow;
pub(crate) mod parry;
mod part;
pub(crate) mod polytope;
#[cfg(test)]
pub(crate) mod random;
mod rounded;
pub(crate) mod search;
mod seen;
mod surface;
