//! What can be measured between two frames, and how it changes when they move.

use crate::rows::Row;
use crate::vector::{cross, dot, minus, scale, unit};
use crate::world::placement::Placement;
use crate::world::pose::Pose;
use std::f64::consts::{PI, TAU};

/// sin² of the angle to the pose where an angle is not defined, below which its slope no longer grows.
const GIMBAL: f64 = 1e-12;

/// A scalar function of two frames. Axes are numbered: x is 0, y is 1, z is 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Measure {
    /// Where the second anchor lies along an axis of the first frame (m).
    Offset(usize),
    /// sign · a · b for an axis a of the first frame and an axis b of the second: near zero, an angle (rad).
    Lean { axes: [usize; 2], sign: f64 },
    /// The angle in (−π, π] whose sine and cosine are, up to a common factor, products of such axes (rad).
    Angle {
        sine: [usize; 2],
        cosine: [usize; 2],
    },
    /// The distance of the anchors (m).
    Distance,
}

/// Two frames in the world.
pub(super) struct Frames {
    pub(super) axes: [[[f64; 3]; 3]; 2],
    pub(super) anchors: [[f64; 3]; 2],
}

/// How a measure changes: its rate is a direction times a relative velocity of the two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slope {
    /// The relative velocity where the second anchor is. There the turning of the first body's axes is included.
    Point([f64; 3]),
    /// The relative angular velocity.
    Turn([f64; 3]),
}

impl Frames {
    /// The frames `inner` of two bodies.
    pub(super) fn new(bodies: [&Pose; 2], inner: &[Pose; 2]) -> Self {
        let poses = [bodies[0].then(&inner[0]), bodies[1].then(&inner[1])];
        Self {
            axes: poses.map(|pose| pose.axes()),
            anchors: poses.map(|pose| pose.position),
        }
    }

    /// From the first anchor to the second (m).
    fn across(&self) -> [f64; 3] {
        minus(self.anchors[1], self.anchors[0])
    }

    /// a · b for axes of the first and the second frame, and its slope: d/dt (a · b) = (b × a) · (ω_B − ω_A).
    pub(super) fn product(&self, [i, j]: [usize; 2]) -> (f64, [f64; 3]) {
        let (a, b) = (self.axes[0][i], self.axes[1][j]);
        (dot(a, b), cross(b, a))
    }
}

impl Measure {
    /// The angle about the common z.
    pub(super) const TURN: Self = Self::Angle {
        sine: [1, 0],
        cosine: [0, 0],
    };

    /// Whether whole turns do not change it.
    pub(super) fn is_angle(self) -> bool {
        matches!(self, Self::Angle { .. })
    }

    /// Whether it is a length (m) and not an angle (rad).
    pub(super) fn is_length(self) -> bool {
        matches!(self, Self::Offset(_) | Self::Distance)
    }

    /// Its value and its slope, exact at every pose.
    pub(super) fn of(self, frames: &Frames) -> (f64, Slope) {
        match self {
            Self::Offset(axis) => {
                let axis = frames.axes[0][axis];
                (dot(axis, frames.across()), Slope::Point(axis))
            }
            Self::Lean { axes, sign } => {
                let (value, slope) = frames.product(axes);
                (sign * value, Slope::Turn(scale(sign, slope)))
            }
            Self::Angle { sine, cosine } => {
                let (s, slope_s) = frames.product(sine);
                let (c, slope_c) = frames.product(cosine);
                let size = (s * s + c * c).max(GIMBAL);
                let slope = minus(scale(c / size, slope_s), scale(s / size, slope_c));
                (s.atan2(c), Slope::Turn(slope))
            }
            Self::Distance => {
                let across = frames.across();
                // anchors in one place: any direction leads apart
                let direction = unit(across).unwrap_or(frames.axes[0][2]);
                (dot(direction, across), Slope::Point(direction))
            }
        }
    }
}

impl Slope {
    /// Adds `sign` times the row between two bodies; the part of its velocity that is given in advance.
    pub(super) fn add(
        &self,
        frames: &Frames,
        [a, b]: [&Placement; 2],
        sign: f64,
        row: &mut Row,
    ) -> f64 {
        match *self {
            Self::Point(direction) => {
                let point = frames.anchors[1];
                b.push_point(row, point, direction, sign)
                    + a.push_point(row, point, direction, -sign)
            }
            Self::Turn(direction) => {
                b.push_turn(row, direction, sign) + a.push_turn(row, direction, -sign)
            }
        }
    }
}

/// The angle in (−π, π] that differs from this one by whole turns (rad).
pub(super) fn wrap(angle: f64) -> f64 {
    let rest = angle - TAU * (angle / TAU).round();
    if rest <= -PI { rest + TAU } else { rest }
}
