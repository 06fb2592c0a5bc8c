//! Worlds: bodies with real shapes, joints and drives, made from plain data.

mod body;
mod check_shape;
mod constraint;
mod hull;
mod joint;
mod load;
mod mass_properties;
mod material;
mod mesh;
mod placement;
mod pose;
mod ready;
mod shape;
mod signal;
mod simulated;
mod spin;
mod symmetric;

pub use body::{Body, Collider, Groups, Inertia, Motion, Path};
pub use joint::{Axis, Goal, Joint, JointKind, Motor, Spring};
pub use load::Load;
pub use mass_properties::MassProperties;
pub use material::{Material, Materials, Pair, Rule, Surface};
pub use pose::Pose;
pub use shape::{Hull, Mesh, Shape};
pub use signal::Signal;
pub use simulated::World;

/// Everything a [`World`] is made of.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Acceleration of gravity (m/s²).
    pub gravity: [f64; 3],
    /// Materials and their pairs.
    pub materials: Materials,
    /// The bodies.
    pub bodies: Vec<Body>,
    /// The joints.
    pub joints: Vec<Joint>,
    /// Forces besides gravity.
    pub loads: Vec<Load>,
}
