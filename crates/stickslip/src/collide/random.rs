//! Repeatable numbers for tests.

use crate::world::Pose;

/// A stream of numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// From −1 to 1.
    pub(crate) fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) as f64 / u64::MAX as f64 * 2.0 - 1.0
    }

    /// Each from −1 to 1.
    pub(crate) fn vector(&mut self) -> [f64; 3] {
        std::array::from_fn(|_| self.number())
    }

    /// A direction.
    pub(crate) fn unit(&mut self) -> [f64; 3] {
        crate::vector::unit(self.vector()).unwrap()
    }

    /// Any turn, each coordinate within `range`.
    pub(crate) fn pose(&mut self, range: f64) -> Pose {
        let place = self.vector().map(|x| range * x);
        Pose::turned(place, self.vector().map(|x| 3.0 * x))
    }
}
