//! Half-spaces, balls, capsules and cylinders against each other, wherever the gap has a closed form.

use super::feature::{Facing, lowest_of_rim};
use super::ids::{Sort, code};
use super::part::{Ball, Capsule, Cylinder, Plane};
use super::polytope::Polytope;
use super::seen::Seen;
use crate::vector::{cross, dot, length, minus, plus, scale};
use crate::world::Pose;

/// A plane and a ball of another body.
pub(crate) fn plane_ball(plane: &Plane, centre: [f64; 3], radius: f64) -> Facing {
    Facing::PlaneBall {
        normal: plane.normal,
        on: plane.on,
        centre,
        radius,
    }
}

/// A half-space and a ball.
pub(crate) fn half_space_ball(plane: &Plane, ball: &Ball, out: &mut Vec<Seen>) {
    let facing = plane_ball(plane, ball.centre, ball.radius);
    out.push(Seen::new(code(Sort::FaceCorner, 0, 0), facing));
}

/// A half-space and a capsule: its two ends are balls.
pub(crate) fn half_space_capsule(plane: &Plane, capsule: &Capsule, out: &mut Vec<Seen>) {
    for (i, end) in capsule.ends.iter().enumerate() {
        let facing = plane_ball(plane, *end, capsule.radius);
        out.push(Seen::new(code(Sort::FaceCorner, 0, i as u32), facing));
    }
}

/// A half-space and a polyhedron: its corners.
pub(crate) fn half_space_polytope(
    plane: &Plane,
    polytope: &Polytope,
    there: &Pose,
    reach: f64,
    out: &mut Vec<Seen>,
) {
    // the height of a corner is linear in its own frame, so there is nothing to transform
    let normal = there.direction_back(plane.normal);
    let level = dot(plane.normal, minus(plane.on, there.position));
    // a little generous, because the caller measures what is found
    let limit = level + reach + 1e-9 * polytope.radius;
    for (i, point) in polytope.points.iter().enumerate() {
        if dot(normal, *point) <= limit {
            let facing = plane_ball(plane, *point, 0.0);
            out.push(Seen::new(code(Sort::FaceCorner, 0, i as u32), facing));
        }
    }
}

/// Below this sine of the tilt the end of a cylinder lies flat: which of its points is lowest is rounding.
const FLAT_RIM: f64 = 1e-7;

/// The points of one rim over a plane. Tilted: the lowest point, exactly, and three more a quarter of a turn apart. Flat: four
/// points that are fixed to the cylinder, so that they stay where they are from step to step. `there` is the frame of the
/// cylinder's body in that of the plane; numbers begin at `first`.
pub(crate) fn plane_rim(
    plane: &Plane,
    cylinder: &Cylinder,
    rim: [f64; 3],
    there: &Pose,
) -> [Facing; 4] {
    let normal = there.direction_back(plane.normal);
    let radius = cylinder.radius;
    let fixed = |direction: [f64; 3]| plane_ball(plane, plus(rim, scale(radius, direction)), 0.0);
    let tilt = length(cross(normal, cylinder.axis));
    if tilt < FLAT_RIM {
        let [x, y] = cylinder.across;
        return [x, y, scale(-1.0, x), scale(-1.0, y)].map(fixed);
    }
    let low = lowest_of_rim(normal, [0.0; 3], cylinder.axis, 1.0);
    let side = cross(cylinder.axis, low);
    let lowest = Facing::PlaneRim {
        normal: plane.normal,
        on: plane.on,
        centre: rim,
        axis: cylinder.axis,
        radius,
    };
    [
        lowest,
        fixed(side),
        fixed(scale(-1.0, low)),
        fixed(scale(-1.0, side)),
    ]
}

/// A half-space and a cylinder: its two rims.
pub(crate) fn half_space_cylinder(
    plane: &Plane,
    cylinder: &Cylinder,
    there: &Pose,
    out: &mut Vec<Seen>,
) {
    for (i, rim) in cylinder.rims().into_iter().enumerate() {
        for (k, facing) in plane_rim(plane, cylinder, rim, there)
            .into_iter()
            .enumerate()
        {
            out.push(Seen::new(
                code(Sort::FaceCorner, 0, (4 * i + k) as u32),
                facing,
            ));
        }
    }
}

/// Two balls.
pub(crate) fn ball_ball(a: &Ball, b: &Ball, out: &mut Vec<Seen>) {
    let facing = Facing::BallBall {
        centres: [a.centre, b.centre],
        radii: [a.radius, b.radius],
    };
    out.push(Seen::new(code(Sort::Other, 0, 0), facing));
}

/// A capsule and a ball.
pub(crate) fn capsule_ball(capsule: &Capsule, ball: &Ball, there: &Pose, out: &mut Vec<Seen>) {
    let facing = segment_ball(capsule, ball.centre, ball.radius, there.point(ball.centre));
    out.push(Seen::new(code(Sort::Other, 0, 0), facing));
}

/// The core of a capsule and a ball whose centre is `at` in the capsule's frame.
fn segment_ball(capsule: &Capsule, centre: [f64; 3], radius: f64, at: [f64; 3]) -> Facing {
    let radii = [capsule.radius, radius];
    let foot = dot(capsule.along, minus(at, capsule.ends[0]));
    let length = dot(capsule.along, minus(capsule.ends[1], capsule.ends[0]));
    if foot > 0.0 && foot < length {
        return Facing::LineBall {
            on: capsule.ends[0],
            along: capsule.along,
            centre,
            radii,
        };
    }
    let end = if foot <= 0.0 { 0 } else { 1 };
    Facing::BallBall {
        centres: [capsule.ends[end], centre],
        radii,
    }
}

/// Two capsules are nearly parallel below this sine: then ends count beside the crossing.
const NEARLY_PARALLEL: f64 = 0.1;
/// And as good as parallel below this one: the crossing is ill-defined, and the ends say the same.
const PARALLEL: f64 = 1e-3;

/// Two capsules: where their cores cross, or where the ends of one are beside the other.
pub(crate) fn capsule_capsule(a: &Capsule, b: &Capsule, there: &Pose, out: &mut Vec<Seen>) {
    let (ends, v) = (b.ends.map(|p| there.point(p)), there.direction(b.along));
    let u = a.along;
    let normal = cross(u, v);
    let sine = length(normal);
    let apart = minus(ends[0], a.ends[0]);
    let lengths = [
        length(minus(a.ends[1], a.ends[0])),
        length(minus(ends[1], ends[0])),
    ];
    if sine > PARALLEL {
        let s = dot(cross(apart, v), normal) / (sine * sine);
        let t = dot(cross(apart, u), normal) / (sine * sine);
        if s > 0.0 && s < lengths[0] && t > 0.0 && t < lengths[1] {
            let facing = Facing::LineLine {
                on: [a.ends[0], b.ends[0]],
                along: [a.along, b.along],
                radii: [a.radius, b.radius],
                sign: if dot(normal, apart) < 0.0 { -1.0 } else { 1.0 },
            };
            out.push(Seen::new(code(Sort::EdgeEdge, 0, 0), facing));
            if sine > NEARLY_PARALLEL {
                return;
            }
        }
    }
    // four ends, each with the nearest of the other capsule; an end that faces an end is seen from both, so only once
    let back = there.inverse();
    let mut nearest: Option<(f64, Seen)> = None;
    let before = out.len();
    for k in 0..4 {
        let seen = if k < 2 {
            let facing = segment_ball(a, b.ends[k], b.radius, ends[k]);
            Seen::new(code(Sort::FaceCorner, 0, k as u32), facing)
        } else {
            let facing = segment_ball(b, a.ends[k - 2], a.radius, back.point(a.ends[k - 2]));
            Seen::new(code(Sort::CornerFace, k as u32 - 2, 0), facing).flipped()
        };
        let gap = seen.gap(there);
        if nearest.as_ref().is_none_or(|(least, _)| gap < *least) {
            nearest = Some((gap, seen));
        }
        if sine <= NEARLY_PARALLEL && matches!(seen.facing, Facing::LineBall { .. }) {
            out.push(seen);
        }
    }
    if out.len() == before {
        out.extend(nearest.map(|(_, seen)| seen));
    }
}

/// A cylinder and a ball: the curved side, an end, or the rim between them.
pub(crate) fn cylinder_ball(cylinder: &Cylinder, ball: &Ball, there: &Pose, out: &mut Vec<Seen>) {
    let from = minus(there.point(ball.centre), cylinder.centre);
    let height = dot(from, cylinder.axis);
    let out_from_axis = length(minus(from, scale(height, cylinder.axis)));
    let (over_end, over_side) = (
        height.abs() - cylinder.half_length,
        out_from_axis - cylinder.radius,
    );
    let end = usize::from(height > 0.0);
    let side = if end == 1 { 1.0 } else { -1.0 };
    let rim = cylinder.rims()[end];
    let (number, facing) = if over_end > 0.0 && over_side > 0.0 {
        let facing = Facing::RimBall {
            rim,
            axis: cylinder.axis,
            rim_radius: cylinder.radius,
            centre: ball.centre,
            radius: ball.radius,
        };
        (3 + end, facing)
    } else if over_end > over_side {
        let plane = Plane {
            normal: scale(side, cylinder.axis),
            on: rim,
        };
        (1 + end, plane_ball(&plane, ball.centre, ball.radius))
    } else {
        let facing = Facing::LineBall {
            on: cylinder.centre,
            along: cylinder.axis,
            centre: ball.centre,
            radii: [cylinder.radius, ball.radius],
        };
        (0, facing)
    };
    out.push(Seen::new(code(Sort::Other, number as u32, 0), facing));
}
