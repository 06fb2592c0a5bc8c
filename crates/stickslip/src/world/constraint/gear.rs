//! Wheels that roll on each other.

use super::measure::{Frames, Measure, wrap};
use crate::rows::Row;
use crate::world::placement::Placement;
use crate::world::pose::Pose;

/// Two wheels in a carrier.
#[derive(Clone, Debug)]
pub(super) struct Gear {
    /// The frames of the wheels in their bodies, and of their axles in the carrier.
    frames: [Pose; 2],
    axles: [Pose; 2],
    /// Numbers of teeth; that of the second wheel is negative for a ring.
    teeth: [f64; 2],
    /// What teeth · angles was at t = 0 (rad).
    reference: f64,
}

impl Gear {
    /// The gear that meshes at the placements of wheel, wheel and carrier at t = 0.
    pub(super) fn new(
        teeth: [u32; 2],
        internal: bool,
        frames: [Pose; 2],
        axles: [Pose; 2],
        start: &[Placement; 3],
    ) -> Self {
        let sign = if internal { -1.0 } else { 1.0 };
        let mut gear = Self {
            frames,
            axles,
            teeth: [f64::from(teeth[0]), sign * f64::from(teeth[1])],
            reference: 0.0,
        };
        let seen = [0, 1].map(|wheel| gear.wheel(wheel, start));
        gear.reference = gear.phase(&seen);
        gear
    }

    /// How far the first wheel is ahead of where the second one wants it (rad), and its row.
    ///
    /// Angles are known up to whole turns, which are whole teeth, and teeth · angle up to 2π: what is wrapped is exact for any
    /// number of turns.
    pub(super) fn evaluate(&self, placements: &[Placement; 3], row: &mut Row) -> (f64, f64) {
        let seen = [0, 1].map(|wheel| self.wheel(wheel, placements));
        let mut rate = 0.0;
        for (wheel, frames) in seen.iter().enumerate() {
            let (_, slope) = Measure::TURN.of(frames);
            let bodies = [&placements[2], &placements[wheel]];
            let weight = self.teeth[wheel] / self.teeth[0];
            rate += slope.add(frames, bodies, weight, row);
        }
        let error = wrap(self.phase(&seen) - self.reference);
        (error / self.teeth[0], rate)
    }

    /// Axle and wheel, in the world.
    pub(super) fn wheel(&self, wheel: usize, placements: &[Placement; 3]) -> Frames {
        let poses = [&placements[2].pose, &placements[wheel].pose];
        Frames::new(poses, &[self.axles[wheel], self.frames[wheel]])
    }

    fn phase(&self, seen: &[Frames; 2]) -> f64 {
        let turn = |wheel: usize| self.teeth[wheel] * Measure::TURN.of(&seen[wheel]).0;
        turn(0) + turn(1)
    }
}
