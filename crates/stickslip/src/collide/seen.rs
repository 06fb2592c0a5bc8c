//! What the narrow phase sees of one pair of colliders.

use super::feature::{Facing, Feature};
use crate::world::Pose;

/// A contact of a pair: its code, how the shapes face each other, and whether the first part of that is the second shape's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Seen {
    pub(crate) code: u32,
    pub(crate) facing: Facing,
    pub(crate) swapped: bool,
}

impl Seen {
    pub(crate) fn new(code: u32, facing: Facing) -> Self {
        Self {
            code,
            facing,
            swapped: false,
        }
    }

    /// The same, seen from the other shape.
    pub(crate) fn flipped(self) -> Self {
        Self {
            swapped: !self.swapped,
            ..self
        }
    }

    pub(crate) fn feature(&self) -> Feature {
        Feature {
            facing: self.facing,
            swapped: self.swapped,
        }
    }

    /// Adds it to others, unless one of them is at the same place with the same normal: triangles that meet see the same contact.
    pub(crate) fn join(self, others: &mut Vec<Self>, there: &Pose, same: f64) {
        let at = |seen: &Self| seen.feature().at(&Pose::IDENTITY, there);
        let here = at(&self);
        let twin = |seen: &Self| {
            let touch = at(seen);
            let near =
                |a: [f64; 3], b: [f64; 3], limit: f64| (0..3).all(|k| (a[k] - b[k]).abs() < limit);
            near(touch.normal, here.normal, 1e-7) && near(touch.point, here.point, same)
        };
        if !others.iter().any(twin) {
            others.push(self);
        }
    }

    /// Its gap (m), with the second body at `there` in the frame of the first.
    pub(crate) fn gap(&self, there: &Pose) -> f64 {
        match self.swapped {
            false => self.facing.at(&Pose::IDENTITY, there).gap,
            true => self.facing.at(there, &Pose::IDENTITY).gap,
        }
    }
}
