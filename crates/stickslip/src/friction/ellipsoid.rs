//! Elliptic friction with torsion: (c_t/e_t)² + (c_o/e_o)² + (c_r/e_r)² ≤ σ² [TTP01 1].

use super::directions;
use super::shape::{Constraint, Projection, Shape, ball};
use crate::error::Error;

/// An ellipsoid with half axes along t, o (1) and r (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid {
    axes: [f64; 3],
}

impl Ellipsoid {
    /// Half axes e_t, e_o (1) and e_r (m), all positive.
    pub fn new(axes: [f64; 3]) -> Result<Self, Error> {
        super::check_lengths(&axes)?;
        Ok(Self { axes })
    }
}

impl Shape for Ellipsoid {
    fn dimensions(&self) -> usize {
        3
    }

    fn lengths(&self) -> [f64; 3] {
        self.axes
    }

    fn gauge(&self, c: [f64; 3]) -> f64 {
        ball::gauge(c, self.axes, 3)
    }

    fn argmax(&self, slip: [f64; 3]) -> [f64; 3] {
        ball::argmax(slip, self.axes, 3)
    }

    fn project(&self, x: [f64; 3], bound: f64) -> Projection {
        ball::project(x, bound, 3)
    }

    fn constraints(&self) -> usize {
        1
    }

    fn constraint(&self, _: usize, c: [f64; 3]) -> Constraint {
        ball::constraint(c, 0..3)
    }

    /// Rings of latitude and the poles.
    fn facets(&self, k: usize) -> Vec<[f64; 3]> {
        let stretch = |d: &[f64; 3]| std::array::from_fn(|i| d[i] * self.axes[i]);
        directions::around(3, k).iter().map(stretch).collect()
    }
}
