//! Friction described by any convex gauge ψ(β) ≤ σ of the user's own [Ste00 3.1].

use super::shape::{Constraint, Projection, Shape};
use crate::error::Error;
use std::fmt;
use std::sync::Arc;

/// A user's gauge: given scaled impulses, ψ and its gradient.
type Gauge = dyn Fn([f64; 3]) -> (f64, [f64; 3]) + Send + Sync;

/// The set {ψ ≤ 1} of a convex function ψ that is homogeneous of degree 1 and positive except at 0.
#[derive(Clone)]
pub struct Convex {
    gauge: Arc<Gauge>,
    dimensions: usize,
    lengths: [f64; 3],
}

impl Convex {
    /// ψ and its gradient as a function of (c_t, c_o, c_r) (N·s, N·m·s), in the first `dimensions` of these.
    pub fn new(
        dimensions: usize,
        gauge: impl Fn([f64; 3]) -> (f64, [f64; 3]) + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        let _ = (dimensions, &gauge);
        unimplemented!()
    }
}

impl fmt::Debug for Convex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Convex {{ dimensions: {} }}", self.dimensions)
    }
}

impl PartialEq for Convex {
    /// Functions cannot be compared: the same one is equal.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.gauge, &other.gauge) && self.dimensions == other.dimensions
    }
}

impl Shape for Convex {
    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn lengths(&self) -> [f64; 3] {
        self.lengths
    }

    fn gauge(&self, _c: [f64; 3]) -> f64 {
        unimplemented!()
    }

    fn argmax(&self, _slip: [f64; 3]) -> [f64; 3] {
        unimplemented!()
    }

    fn project(&self, _x: [f64; 3], _bound: f64) -> Projection {
        unimplemented!()
    }

    fn constraints(&self) -> usize {
        1
    }

    fn constraint(&self, _: usize, _c: [f64; 3]) -> Constraint {
        unimplemented!()
    }

    fn facets(&self, _k: usize) -> Vec<[f64; 3]> {
        unimplemented!()
    }
}
