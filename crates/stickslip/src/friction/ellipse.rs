//! Elliptic friction: (c_t/e_t)² + (c_o/e_o)² ≤ σ²; the isotropic disc is e_t = e_o = 1 [APS98 19].
//!
//! The axes are those of the contact's frame. A system that turns its frame with one of the bodies makes a skate, a wheel
//! or a brushed surface.

use super::directions;
use super::shape::{Constraint, Projection, Shape, ball};
use crate::error::Error;

/// An ellipse with half axes along t and o.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipse {
    axes: [f64; 2],
}

impl Ellipse {
    /// The isotropic disc.
    pub const DISC: Self = Self { axes: [1.0, 1.0] };

    /// Half axes e_t, e_o (1), both positive.
    pub fn new(axes: [f64; 2]) -> Result<Self, Error> {
        super::check_lengths(&axes)?;
        Ok(Self { axes })
    }
}

impl Shape for Ellipse {
    fn dimensions(&self) -> usize {
        2
    }

    fn lengths(&self) -> [f64; 3] {
        [self.axes[0], self.axes[1], 1.0]
    }

    fn gauge(&self, c: [f64; 3]) -> f64 {
        ball::gauge(c, self.lengths(), 2)
    }

    fn argmax(&self, slip: [f64; 3]) -> [f64; 3] {
        ball::argmax(slip, self.lengths(), 2)
    }

    fn project(&self, x: [f64; 3], bound: f64) -> Projection {
        ball::project(x, bound, 2)
    }

    fn constraints(&self) -> usize {
        1
    }

    fn constraint(&self, _: usize, c: [f64; 3]) -> Constraint {
        ball::constraint(c, 0..2)
    }

    fn facets(&self, k: usize) -> Vec<[f64; 3]> {
        let stretch = |d: &[f64; 3]| [d[0] * self.axes[0], d[1] * self.axes[1], 0.0];
        directions::around(2, k).iter().map(stretch).collect()
    }
}
