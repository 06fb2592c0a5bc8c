//! Joints between bodies, and what acts along the motions they leave free.

use super::pose::Pose;
use super::signal::Signal;

/// A joint between two bodies.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name, unique in its world.
    pub name: String,
    /// Indices of the bodies. At least one of them moves freely.
    pub bodies: [usize; 2],
    /// The frame of the joint in the frame of each body: the origin is the anchor, z the axis.
    pub frames: [Pose; 2],
    /// What it lets free.
    pub kind: JointKind,
    /// What acts along the coordinates it lets free.
    pub axes: Vec<Axis>,
    /// Whether the two bodies can touch.
    pub collide: bool,
}

/// What a joint lets free. Coordinates are those of the second frame as seen from the first.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum JointKind {
    /// Nothing.
    Fixed,
    /// Turning about z: one coordinate, the angle (rad).
    Revolute,
    /// Sliding along z: one coordinate (m).
    Prismatic,
    /// Turning about the anchor: no coordinate.
    Spherical,
    /// Turning about the x of the first frame and the y of the second, which stay at right angles: two coordinates, the angle
    /// about x and the angle about y (rad).
    Universal,
    /// Sliding along z and turning about it: two coordinates (m, rad).
    Cylindrical,
    /// Sliding in the plane x, y of the first frame and turning about its z: three coordinates (m, m, rad).
    Planar,
    /// The anchors keep their distance: no coordinate.
    Distance {
        /// (m), positive.
        length: f64,
    },
    /// Nothing is kept; one coordinate, the distance of the anchors (m). A rope is a link with an upper limit, a spring between
    /// two points a link with a spring.
    Link,
    /// Two wheels that roll on each other without slip, each turning about the z of a revolute joint with a common partner:
    /// teeth₁ · angle₁ + sign · teeth₂ · angle₂ stays what it was. No coordinate. `bodies` and `frames` are those of the wheels;
    /// `carrier` is what both turn in.
    Gear {
        /// Numbers of teeth, positive.
        teeth: [u32; 2],
        /// Whether the second is an inner gear (ring), which turns the same way.
        internal: bool,
        /// Index of the body that carries both axles.
        carrier: usize,
        /// The frames of the two axles in the carrier's frame.
        axles: [Pose; 2],
    },
}

impl JointKind {
    /// How many coordinates it lets free for an [`Axis`].
    pub fn coordinates(&self) -> usize {
        match self {
            Self::Fixed | Self::Spherical | Self::Distance { .. } | Self::Gear { .. } => 0,
            Self::Revolute | Self::Prismatic | Self::Link => 1,
            Self::Universal | Self::Cylindrical => 2,
            Self::Planar => 3,
        }
    }
}

/// What acts along one coordinate of a joint.
#[derive(Clone, Debug, Default)]
pub struct Axis {
    /// Which coordinate.
    pub coordinate: usize,
    /// Lowest value (m, rad).
    pub lower: Option<f64>,
    /// Highest value (m, rad).
    pub upper: Option<f64>,
    /// Restitution ε at the limits.
    pub restitution: f64,
    /// Dry friction: the largest force or torque (N, N·m) [ST00 §2].
    pub friction: f64,
    /// Viscous friction (N·s/m, N·m·s/rad) [ST00 §2].
    pub viscosity: f64,
    /// A spring.
    pub spring: Option<Spring>,
    /// A motor.
    pub motor: Option<Motor>,
}

/// A linear spring: force = −stiffness · (x − rest).
#[derive(Clone, Debug, PartialEq)]
pub struct Spring {
    /// (N/m, N·m/rad), positive.
    pub stiffness: f64,
    /// Where it pulls to (m, rad).
    pub rest: f64,
}

/// A motor with a limited force.
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    /// What it wants.
    pub goal: Goal,
    /// The largest force or torque (N, N·m); infinite for a motor that always gets its will.
    pub force: f64,
}

/// What a motor wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// A speed (m/s, rad/s).
    Velocity(Signal),
    /// A place (m, rad), with a force stiffness · (goal − x) + damping · (goal's speed − speed) up to the largest; an infinite
    /// stiffness is there at the end of each step.
    Position {
        /// The place as a function of time.
        place: Signal,
        /// (N/m, N·m/rad), positive; may be infinite.
        stiffness: f64,
        /// (N·s/m, N·m·s/rad).
        damping: f64,
    },
}
