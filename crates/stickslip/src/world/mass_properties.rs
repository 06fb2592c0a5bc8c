//! Mass, centre and inertia of shapes.

use super::body::{Body, Collider};
use crate::error::Error;

/// Mass, centre of mass and inertia about it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MassProperties {
    /// (kg)
    pub mass: f64,
    /// Centre of mass (m).
    pub centre: [f64; 3],
    /// Inertia about the centre, along the axes of the frame (kg·m²).
    pub inertia: [[f64; 3]; 3],
}

impl MassProperties {
    /// Of a collider, in the frame of its body.
    pub fn of_collider(collider: &Collider) -> Result<Self, Error> {
        let _ = collider;
        todo!()
    }

    /// Of a free body, in its frame.
    pub fn of_body(body: &Body) -> Result<Self, Error> {
        let _ = body;
        todo!()
    }
}
