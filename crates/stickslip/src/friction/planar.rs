//! Friction in the plane: |c_t| ≤ σ [TTP01 §2].

use super::shape::{Constraint, Projection, Shape, ball};

/// The segment from −t to t.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planar;

impl Shape for Planar {
    fn dimensions(&self) -> usize {
        1
    }

    fn lengths(&self) -> [f64; 3] {
        [1.0; 3]
    }

    fn gauge(&self, c: [f64; 3]) -> f64 {
        ball::gauge(c, [1.0; 3], 1)
    }

    fn argmax(&self, slip: [f64; 3]) -> [f64; 3] {
        ball::argmax(slip, [1.0; 3], 1)
    }

    fn project(&self, x: [f64; 3], bound: f64) -> Projection {
        ball::project(x, bound, 1)
    }

    fn constraints(&self) -> usize {
        1
    }

    fn constraint(&self, _: usize, c: [f64; 3]) -> Constraint {
        ball::constraint(c, 0..1)
    }

    fn facets(&self, _: usize) -> Vec<[f64; 3]> {
        vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]
    }
}
