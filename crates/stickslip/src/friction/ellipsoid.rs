//! Elliptic friction with torsion: (c_t/e_t)² + (c_o/e_o)² + (c_r/e_r)² ≤ σ² [TTP01 1].

use super::shape::{Constraint, Projection, Shape, ball};
use crate::error::Error;
use std::f64::consts::{FRAC_PI_4, PI};

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

    /// Rings of latitude, every one with opposites, and the poles.
    fn facets(&self, k: usize) -> Vec<[f64; 3]> {
        let around = (k + k % 2).max(4);
        let mut directions = Vec::new();
        let mut ring = |latitude: f64| {
            let (up, out) = latitude.sin_cos();
            for i in 0..around {
                let (s, c) = (2.0 * PI * i as f64 / around as f64).sin_cos();
                directions.push([out * c, out * s, up]);
            }
        };
        ring(0.0);
        ring(FRAC_PI_4);
        ring(-FRAC_PI_4);
        directions.extend([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]);
        for d in &mut directions {
            (0..3).for_each(|i| d[i] *= self.axes[i]);
        }
        directions
    }
}
