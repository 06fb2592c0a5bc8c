//! The geometry of one contact between two bodies, as a smooth function of their poses.
//!
//! What the search finds at one instant is kept as points, lines, planes and rims fixed to the bodies, so that the gap, the
//! normal and the rows can be evaluated at every pose a scheme asks for and belong together: the normal row is the derivative
//! of the gap.

use super::ellipsoid::{Ellipsoid, Nearest};
use crate::vector::{cross, dot, length, minus, plus, scale, tangent, unit};
use crate::world::Pose;

/// How two bodies face each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Feature {
    /// What faces what.
    pub(crate) facing: Facing,
    /// Whether the first part of `facing` belongs to body B, not to body A.
    pub(crate) swapped: bool,
}

/// A primitive of a first body and one of a second. Points, lines and normals are in the frames of their own bodies, directions
/// have length 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Facing {
    /// A ball (a corner if its radius is 0) over a plane, whose normal points out of the first body.
    PlaneBall {
        normal: [f64; 3],
        /// A point of the plane.
        on: [f64; 3],
        centre: [f64; 3],
        radius: f64,
    },
    /// The lowest point of a circle over a plane: of an end of a cylinder that does not lie flat.
    PlaneRim {
        normal: [f64; 3],
        on: [f64; 3],
        centre: [f64; 3],
        /// The axis of the circle.
        axis: [f64; 3],
        radius: f64,
    },
    /// Two balls, or a ball and a corner.
    BallBall {
        centres: [[f64; 3]; 2],
        radii: [f64; 2],
    },
    /// A line and a ball.
    LineBall {
        on: [f64; 3],
        along: [f64; 3],
        centre: [f64; 3],
        /// About the line, and of the ball.
        radii: [f64; 2],
    },
    /// Two lines that cross, each with a radius about it.
    LineLine {
        on: [[f64; 3]; 2],
        along: [[f64; 3]; 2],
        radii: [f64; 2],
        /// On which side of along₁ × along₂ the second body is, 1 or −1.
        sign: f64,
    },
    /// A circle and a ball outside the cylinder that the circle bounds.
    RimBall {
        rim: [f64; 3],
        axis: [f64; 3],
        rim_radius: f64,
        centre: [f64; 3],
        radius: f64,
    },
    /// The lowest point of an ellipsoid over a plane.
    PlaneEllipsoid {
        normal: [f64; 3],
        on: [f64; 3],
        ellipsoid: Ellipsoid,
    },
    /// A ball or a corner, and an ellipsoid.
    BallEllipsoid {
        centre: [f64; 3],
        radius: f64,
        ellipsoid: Ellipsoid,
    },
    /// A line with a radius about it, and an ellipsoid.
    LineEllipsoid {
        on: [f64; 3],
        along: [f64; 3],
        radius: f64,
        ellipsoid: Ellipsoid,
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
        if !self.swapped {
            return self.facing.at(a, b);
        }
        let mut touch = self.facing.at(b, a);
        touch.normal = touch.normal.map(|x| -x);
        touch
    }
}

impl Facing {
    pub(super) fn at(&self, first: &Pose, second: &Pose) -> Touch {
        // Along the line through the closest points every point has the same velocity along n, on either body; the one halfway
        // between the surfaces is where friction acts.
        match *self {
            Self::PlaneBall {
                normal,
                on,
                centre,
                radius,
            } => {
                let n = first.direction(normal);
                let centre = second.point(centre);
                // the plane turns about its own body: n·(velocity at the ball) is what its gap changes by
                let gap = dot(n, minus(centre, first.point(on))) - radius;
                Touch {
                    gap,
                    normal: n,
                    point: minus(centre, scale(radius, n)),
                }
            }
            Self::PlaneRim {
                normal,
                on,
                centre,
                axis,
                radius,
            } => {
                let n = first.direction(normal);
                let point = lowest_of_rim(n, second.point(centre), second.direction(axis), radius);
                Touch {
                    gap: dot(n, minus(point, first.point(on))),
                    normal: n,
                    point,
                }
            }
            Self::BallBall { centres, radii } => {
                let a = first.point(centres[0]);
                let apart = minus(second.point(centres[1]), a);
                let n = unit(apart).unwrap_or_else(|| first.direction([0.0, 0.0, 1.0]));
                between(a, n, dot(n, apart), radii)
            }
            Self::LineBall {
                on,
                along,
                centre,
                radii,
            } => {
                let (on, along) = (first.point(on), first.direction(along));
                let from = minus(second.point(centre), on);
                let foot = dot(from, along);
                let apart = minus(from, scale(foot, along));
                let n = unit(apart).unwrap_or_else(|| tangent(along, [0.0, 0.0, 1.0]));
                between(plus(on, scale(foot, along)), n, dot(n, apart), radii)
            }
            Self::LineLine {
                on,
                along,
                radii,
                sign,
            } => {
                let (a, u) = (first.point(on[0]), first.direction(along[0]));
                let (b, v) = (second.point(on[1]), second.direction(along[1]));
                let (foot, n) = crossing(a, u, b, v);
                let n = scale(sign, n);
                between(plus(a, scale(foot, u)), n, dot(n, minus(b, a)), radii)
            }
            Self::RimBall {
                rim,
                axis,
                rim_radius,
                centre,
                radius,
            } => {
                let (rim, axis) = (first.point(rim), first.direction(axis));
                let centre = second.point(centre);
                let from = minus(centre, rim);
                let flat = minus(from, scale(dot(from, axis), axis));
                let out = unit(flat).unwrap_or_else(|| tangent(axis, [1.0, 0.0, 0.0]));
                let near = plus(rim, scale(rim_radius, out));
                let apart = minus(centre, near);
                let n = unit(apart).unwrap_or(out);
                between(near, n, dot(n, apart), [0.0, radius])
            }
            Self::PlaneEllipsoid {
                normal,
                on,
                ellipsoid,
            } => {
                let n = first.direction(normal);
                let it = ellipsoid.placed(second);
                // The lowest point moves over the surface while the body turns, but along its tangents: n·(velocity of the
                // body there) is what the gap changes by.
                Touch {
                    gap: dot(n, minus(it.place.position, first.point(on))) - it.extent(n),
                    normal: n,
                    point: it.farthest(scale(-1.0, n)),
                }
            }
            Self::BallEllipsoid {
                centre,
                radius,
                ellipsoid,
            } => {
                let it = ellipsoid.placed(second);
                before(it.nearest_to_point(first.point(centre)), radius)
            }
            Self::LineEllipsoid {
                on,
                along,
                radius,
                ellipsoid,
            } => {
                let it = ellipsoid.placed(second);
                let (on, along) = (first.point(on), first.direction(along));
                before(it.nearest_to_line(on, along), radius)
            }
        }
    }
}

/// The contact of two rounded primitives whose closest points are `distance` apart along n, the first of them at `a`.
fn between(a: [f64; 3], n: [f64; 3], distance: f64, radii: [f64; 2]) -> Touch {
    let gap = distance - radii[0] - radii[1];
    Touch {
        gap,
        normal: n,
        point: plus(a, scale(radii[0] + 0.5 * gap, n)),
    }
}

/// The contact of something with a radius before an ellipsoid.
fn before(nearest: Nearest, radius: f64) -> Touch {
    let gap = nearest.distance - radius;
    Touch {
        gap,
        normal: scale(-1.0, nearest.normal),
        point: plus(nearest.point, scale(0.5 * gap, nearest.normal)),
    }
}

/// The point of a circle that is lowest along n. A circle that lies flat has none of its own: then any.
pub(crate) fn lowest_of_rim(
    n: [f64; 3],
    centre: [f64; 3],
    axis: [f64; 3],
    radius: f64,
) -> [f64; 3] {
    let down = minus(scale(dot(n, axis), axis), n);
    let down = unit(down).unwrap_or_else(|| tangent(axis, [1.0, 0.0, 0.0]));
    plus(centre, scale(radius, down))
}

/// Where on the first of two lines the second is nearest, and the unit normal of both, along u × v. For parallel lines: the
/// foot of b, and the direction to it.
fn crossing(a: [f64; 3], u: [f64; 3], b: [f64; 3], v: [f64; 3]) -> (f64, [f64; 3]) {
    let apart = minus(b, a);
    let normal = cross(u, v);
    let size = dot(normal, normal);
    if size < 1e-24 {
        let foot = dot(apart, u);
        let aside = minus(apart, scale(foot, u));
        let n = unit(aside).unwrap_or_else(|| tangent(u, [0.0, 0.0, 1.0]));
        return (foot, n);
    }
    let foot = dot(cross(apart, v), normal) / size;
    (foot, scale(1.0 / length(normal), normal))
}

#[cfg(test)]
mod tests;
