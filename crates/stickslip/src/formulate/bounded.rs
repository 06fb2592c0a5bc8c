//! Joints with bounds among the unknowns of a complementarity problem.
//!
//! Without bounds the unknown is the impulse itself, and free. With one it is the distance from that bound, complementary to the
//! velocity; with two there is a second unknown, by how much the velocity falls short at the upper bound, complementary to the
//! distance from there.

/// Where a joint is in z and among the rows of the reduced problem: its impulse is shift + sign · z.
#[derive(Clone, Copy, Debug)]
pub(super) struct JointPlace {
    pub(super) unknown: usize,
    pub(super) row: usize,
    pub(super) shift: f64,
    pub(super) sign: f64,
    pub(super) bounds: Bounds,
}

/// Which bounds a joint has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bounds {
    None,
    One,
    /// How far they are from each other.
    Two(f64),
}

impl JointPlace {
    pub(super) fn new(row: usize, [low, high]: [f64; 2]) -> Self {
        let (shift, sign, bounds) = match (low.is_finite(), high.is_finite()) {
            (false, false) => (0.0, 1.0, Bounds::None),
            (true, false) => (low, 1.0, Bounds::One),
            (false, true) => (high, -1.0, Bounds::One),
            (true, true) => (low, 1.0, Bounds::Two(high - low)),
        };
        Self {
            unknown: 0,
            row,
            shift,
            sign,
            bounds,
        }
    }

    pub(super) fn unknowns(&self) -> usize {
        match self.bounds {
            Bounds::Two(_) => 2,
            _ => 1,
        }
    }

    /// The impulse, within its bounds even by rounding.
    pub(super) fn impulse(&self, z: &[f64]) -> f64 {
        let c = self.shift + self.sign * z[self.unknown];
        match self.bounds {
            Bounds::Two(width) => c.min(self.shift + width),
            _ => c,
        }
    }
}
