//! Which measures a kind of joint keeps, and which it lets free.

use super::measure::Measure;
use crate::world::joint::JointKind;

const X: (&str, Measure) = ("x", Measure::Offset(0));
const Y: (&str, Measure) = ("y", Measure::Offset(1));
const Z: (&str, Measure) = ("z", Measure::Offset(2));

// Signs are such that a small turn of the second frame about an axis of the first is positive. About x and y both rows compare
// the z of the second frame with axes of the first, so that they stay independent however far it has turned about z.
const ABOUT_X: (&str, Measure) = (
    "about x",
    Measure::Lean {
        axes: [1, 2],
        sign: -1.0,
    },
);
const ABOUT_Y: (&str, Measure) = (
    "about y",
    Measure::Lean {
        axes: [0, 2],
        sign: 1.0,
    },
);
const ABOUT_Z: (&str, Measure) = (
    "about z",
    Measure::Lean {
        axes: [1, 0],
        sign: 1.0,
    },
);
/// The x of the first frame and the y of the second at right angles.
const CROSS: (&str, Measure) = (
    "cross",
    Measure::Lean {
        axes: [0, 1],
        sign: -1.0,
    },
);

impl JointKind {
    /// What it keeps at zero (a distance: at its length), with names.
    pub(super) fn kept(&self) -> &'static [(&'static str, Measure)] {
        match self {
            Self::Fixed => &[X, Y, Z, ABOUT_X, ABOUT_Y, ABOUT_Z],
            Self::Revolute => &[X, Y, Z, ABOUT_X, ABOUT_Y],
            Self::Prismatic => &[X, Y, ABOUT_X, ABOUT_Y, ABOUT_Z],
            Self::Spherical => &[X, Y, Z],
            Self::Universal => &[X, Y, Z, CROSS],
            Self::Cylindrical => &[X, Y, ABOUT_X, ABOUT_Y],
            Self::Planar => &[Z, ABOUT_X, ABOUT_Y],
            Self::Distance { .. } => &[("length", Measure::Distance)],
            // what gears keep needs a third body
            Self::Link | Self::Gear { .. } => &[],
        }
    }

    /// Its coordinates, with names.
    pub(super) fn free(&self) -> &'static [(&'static str, Measure)] {
        // the second frame is turned by R_x(α) R_y(β): the first frame sees its y at (0, cos α, sin α), and it sees the x of the
        // first frame at (cos β, 0, sin β)
        const BEND_X: Measure = Measure::Angle {
            sine: [2, 1],
            cosine: [1, 1],
        };
        const BEND_Y: Measure = Measure::Angle {
            sine: [0, 2],
            cosine: [0, 0],
        };
        match self {
            Self::Fixed | Self::Spherical | Self::Distance { .. } | Self::Gear { .. } => &[],
            Self::Revolute => &[("turn", Measure::TURN)],
            Self::Prismatic => &[("slide", Measure::Offset(2))],
            Self::Universal => &[("about x", BEND_X), ("about y", BEND_Y)],
            Self::Cylindrical => &[("slide", Measure::Offset(2)), ("turn", Measure::TURN)],
            Self::Planar => &[X, Y, ("turn", Measure::TURN)],
            Self::Link => &[("length", Measure::Distance)],
        }
    }

    /// Axes that must face the same way in both frames. Equations that compare axes by their products also hold for frames that
    /// are turned back to front.
    pub(super) fn facing(&self) -> &'static [usize] {
        match self {
            Self::Fixed | Self::Prismatic => &[0, 2],
            Self::Revolute | Self::Cylindrical | Self::Planar => &[2],
            _ => &[],
        }
    }
}
