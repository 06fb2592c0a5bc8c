//! Finds the contacts of a world: pairs that are close, and the features by which they face each other.

use super::feature::Feature;
use crate::error::Error;
use crate::world::{Body, Pose};

/// A contact that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Found {
    /// The name by which it is found again in the next step: ascending with the colliders, then by feature.
    pub(crate) id: u64,
    /// The bodies A and B.
    pub(crate) bodies: [usize; 2],
    /// Their colliders, as indices into the colliders of each body.
    pub(crate) colliders: [usize; 2],
    /// How they face each other.
    pub(crate) feature: Feature,
}

/// Looks for contacts. It holds shapes made ready for queries, and memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {}

impl Search {
    /// Makes the shapes of all bodies ready. `apart` are pairs of bodies that never touch, because a joint connects them.
    pub(crate) fn new(bodies: &[Body], apart: &[[usize; 2]]) -> Result<Self, Error> {
        let _ = (bodies, apart);
        Ok(Self {})
    }

    /// All contacts between colliders whose gap is at most the sum of the reaches of their bodies (m), at the poses given,
    /// ascending by id.
    pub(crate) fn find(&mut self, poses: &[Pose], reach: &[f64], found: &mut Vec<Found>) {
        let _ = (poses, reach);
        found.clear();
    }
}
