//! The geometry of one contact between two bodies, as a smooth function of their poses.
//!
//! What the search finds at one instant is kept as points, lines and planes fixed to the bodies, so that the gap, the normal and
//! the rows can be evaluated at every pose a scheme asks for and belong together: the normal row is the derivative of the gap.

use crate::world::Pose;

/// How two bodies face each other. Points, lines and normals are in the frames of their own bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Feature {
    /// A ball of body B (a corner if its radius is 0) over a plane of body A, whose normal points out of A.
    PlaneBall {
        normal: [f64; 3],
        /// A point of the plane.
        on: [f64; 3],
        centre: [f64; 3],
        radius: f64,
    },
    /// The same with the plane on body B.
    BallPlane {
        centre: [f64; 3],
        radius: f64,
        normal: [f64; 3],
        on: [f64; 3],
    },
    /// Two balls (or a ball and a corner); `reach` is the sum of their radii.
    BallBall {
        a: [f64; 3],
        b: [f64; 3],
        reach: f64,
    },
    /// A line of A (through `a` along `along_a`) and a line of B that cross; `reach` is the sum of the radii about them. `sign`
    /// tells on which side of along_a × along_b body B is.
    LineLine {
        a: [f64; 3],
        along_a: [f64; 3],
        b: [f64; 3],
        along_b: [f64; 3],
        reach: f64,
        sign: f64,
    },
    /// A line of A and a ball of B.
    LineBall {
        on: [f64; 3],
        along: [f64; 3],
        centre: [f64; 3],
        reach: f64,
    },
    /// A ball of A and a line of B.
    BallLine {
        centre: [f64; 3],
        on: [f64; 3],
        along: [f64; 3],
        reach: f64,
    },
}

/// A contact as it is at two poses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Touch {
    /// The distance (m), negative when the bodies overlap.
    pub(crate) gap: f64,
    /// The unit normal, from body A to body B, in the world frame.
    pub(crate) normal: [f64; 3],
    /// The point of the world whose velocity on both bodies makes the normal row the exact derivative of the gap (m).
    pub(crate) point: [f64; 3],
}

impl Feature {
    /// The contact at two poses.
    pub(crate) fn at(&self, a: &Pose, b: &Pose) -> Touch {
        let _ = (a, b);
        todo!()
    }
}
