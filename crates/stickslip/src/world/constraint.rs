//! Joints taken apart into scalar equations, limits and drives.

use super::Model;
use super::placement::Placement;
use crate::error::Error;
use crate::rows::Row;
use crate::system::{Drive, JointSpec};

/// One scalar row of a joint.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    /// Index of the joint in the model.
    pub(crate) joint: usize,
    /// The bodies its row can touch; the third is the carrier of a gear, else the same as the first.
    pub(crate) bodies: [usize; 3],
}

impl Constraint {
    /// Takes all joints of a model apart; checks them first.
    pub(crate) fn all(model: &Model) -> Result<Vec<(Self, JointSpec)>, Error> {
        let _ = model;
        Ok(Vec::new())
    }

    /// g at the placements of `bodies`; its row is added, and ∂g/∂t, the part of ġ that is given in advance, comes second.
    pub(crate) fn evaluate(&self, placements: &[Placement; 3], row: &mut Row) -> (f64, f64) {
        let _ = (placements, row);
        todo!()
    }

    /// What a drive does in a step of length h that ends at t, from its coordinate at the beginning.
    pub(crate) fn drive(&self, t: f64, along: f64, h: f64) -> Drive {
        let _ = (t, along, h);
        todo!()
    }

    /// The energy (J) stored in springs along this row, at a value of its coordinate.
    pub(crate) fn stored(&self, along: f64) -> f64 {
        let _ = along;
        0.0
    }
}
