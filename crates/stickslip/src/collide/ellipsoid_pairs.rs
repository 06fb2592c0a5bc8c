//! Ellipsoids against everything that is convex: one contact each, for they bend everywhere.
//!
//! Planes, balls, corners and lines face an ellipsoid with exact gaps. Two things are kept to first order only, with a gap that is
//! exact at the poses where they were found and a row that is its derivative everywhere: a rim, as its tangent where it is
//! nearest, and the first of two ellipsoids, as the ball that bends as it does there in the mean. Of a sphere that is exact.

use super::convex::plane_of;
use super::cylinder::end_plane;
use super::ellipsoid::{Ellipsoid, Nearest};
use super::ellipsoid_normal::normal_between;
use super::feature::Facing;
use super::ids::{Sort, code};
use super::part::{Ball, Capsule, Cylinder, Plane};
use super::polytope::Polytope;
use super::rounded::{leaves, line, over_face, peaks};
use super::seen::Seen;
use crate::vector::{cross, dot, length, minus, plus, scale};
use crate::world::Pose;

/// A plane and an ellipsoid of another body.
pub(crate) fn plane_ellipsoid(plane: &Plane, ellipsoid: &Ellipsoid) -> Facing {
    Facing::PlaneEllipsoid {
        normal: plane.normal,
        on: plane.on,
        ellipsoid: *ellipsoid,
    }
}

/// A half-space and an ellipsoid.
pub(crate) fn half_space_ellipsoid(plane: &Plane, ellipsoid: &Ellipsoid, out: &mut Vec<Seen>) {
    let facing = plane_ellipsoid(plane, ellipsoid);
    out.push(Seen::new(code(Sort::FaceCorner, 0, 0), facing));
}

/// A ball and an ellipsoid.
pub(crate) fn ball_ellipsoid(ball: &Ball, ellipsoid: &Ellipsoid, out: &mut Vec<Seen>) {
    let facing = Facing::BallEllipsoid {
        centre: ball.centre,
        radius: ball.radius,
        ellipsoid: *ellipsoid,
    };
    out.push(Seen::new(code(Sort::Other, 0, 0), facing));
}

/// A capsule and an ellipsoid: its side, or the ball at the end beyond which the nearest point of its axis would be.
pub(crate) fn capsule_ellipsoid(
    capsule: &Capsule,
    ellipsoid: &Ellipsoid,
    there: &Pose,
    out: &mut Vec<Seen>,
) {
    let [start, end] = capsule.ends;
    let found = ellipsoid
        .placed(there)
        .nearest_to_line(start, capsule.along);
    let foot = dot(capsule.along, minus(found.point, start));
    if foot > 0.0 && foot < dot(capsule.along, minus(end, start)) {
        let facing = Facing::LineEllipsoid {
            on: start,
            along: capsule.along,
            radius: capsule.radius,
            ellipsoid: *ellipsoid,
        };
        out.push(Seen::new(code(Sort::Other, 0, 0), facing));
        return;
    }
    let ball = Ball {
        centre: if foot <= 0.0 { start } else { end },
        radius: capsule.radius,
    };
    ball_ellipsoid(&ball, ellipsoid, out);
}

/// Of several ways in which two bodies face each other the one with the largest gap: of bodies that are apart there is only one
/// that holds, of others it is the shortest way out.
#[derive(Default)]
struct Widest(Option<(f64, Seen)>);

impl Widest {
    fn offer(&mut self, gap: f64, code: u32, facing: Facing) {
        if self.0.as_ref().is_none_or(|(most, _)| gap > *most) {
            self.0 = Some((gap, Seen::new(code, facing)));
        }
    }
}

/// A polyhedron and an ellipsoid: the face under its lowest point, or else an edge or a corner.
pub(crate) fn polytope_ellipsoid(
    shape: &Polytope,
    ellipsoid: &Ellipsoid,
    there: &Pose,
    reach: f64,
    out: &mut Vec<Seen>,
) {
    let placed = ellipsoid.placed(there);
    let (mut any, mut widest) = (Widest::default(), Widest::default());
    for (i, face) in shape.faces.iter().enumerate() {
        let low = placed.farthest(scale(-1.0, face.normal));
        let gap = dot(face.normal, low) - face.offset;
        if gap > reach {
            return;
        }
        let facing = plane_ellipsoid(&plane_of(shape, i), ellipsoid);
        let name = code(Sort::FaceCorner, i as u32, 0);
        any.offer(gap, name, facing);
        if over_face(shape, i, low) {
            widest.offer(gap, name, facing);
        }
    }
    // No face's plane is farther away than the bodies are apart: if the farthest one holds, nothing else is wider.
    let highest = any.0.map(|(gap, _)| gap);
    if widest.0.map(|(gap, _)| gap) < highest {
        beside(shape, &placed, ellipsoid, &mut widest);
    }
    let seen = widest.0.or(any.0);
    out.extend(seen.map(|(_, seen)| seen));
}

/// The edges and corners of a polyhedron that an ellipsoid can touch.
fn beside(shape: &Polytope, placed: &Ellipsoid, ellipsoid: &Ellipsoid, widest: &mut Widest) {
    for (i, edge) in shape.edges.iter().enumerate() {
        let (on, along) = line(shape, i);
        let found = placed.nearest_to_line(on, along);
        let foot = dot(along, minus(found.point, on));
        let size = dot(along, minus(shape.points[edge.ends[1] as usize], on));
        let [left, right] = edge.faces.map(|f| shape.faces[f as usize].normal);
        let away = scale(-1.0, found.normal);
        if foot > 0.0 && foot < size && leaves(along, left, right, away) {
            let facing = Facing::LineEllipsoid {
                on,
                along,
                radius: 0.0,
                ellipsoid: *ellipsoid,
            };
            widest.offer(found.distance, code(Sort::Other, i as u32, 0), facing);
        }
    }
    for (i, point) in shape.points.iter().enumerate() {
        let found = placed.nearest_to_point(*point);
        if peaks(shape, i, scale(-1.0, found.normal)) {
            let facing = Facing::BallEllipsoid {
                centre: *point,
                radius: 0.0,
                ellipsoid: *ellipsoid,
            };
            widest.offer(found.distance, code(Sort::Other, i as u32, 2), facing);
        }
    }
}

/// A cylinder and an ellipsoid: an end, the curved side, or the rim between them.
pub(crate) fn cylinder_ellipsoid(
    cylinder: &Cylinder,
    ellipsoid: &Ellipsoid,
    there: &Pose,
    out: &mut Vec<Seen>,
) {
    let placed = ellipsoid.placed(there);
    let (mut any, mut widest) = (Widest::default(), Widest::default());
    for end in 0..2 {
        let plane = end_plane(cylinder, end);
        let low = placed.farthest(scale(-1.0, plane.normal));
        let from = minus(low, plane.on);
        let gap = dot(plane.normal, from);
        let name = code(Sort::Other, 1 + end as u32, 0);
        let facing = plane_ellipsoid(&plane, ellipsoid);
        any.offer(gap, name, facing);
        if length(minus(from, scale(gap, plane.normal))) <= cylinder.radius {
            widest.offer(gap, name, facing);
        }
    }
    let found = placed.nearest_to_line(cylinder.centre, cylinder.axis);
    let foot = dot(cylinder.axis, minus(found.point, cylinder.centre));
    let (gap, name) = (found.distance - cylinder.radius, code(Sort::Other, 0, 0));
    let facing = Facing::LineEllipsoid {
        on: cylinder.centre,
        along: cylinder.axis,
        radius: cylinder.radius,
        ellipsoid: *ellipsoid,
    };
    any.offer(gap, name, facing);
    if foot.abs() <= cylinder.half_length {
        widest.offer(gap, name, facing);
    }
    if widest.0.map(|(gap, _)| gap) < any.0.map(|(gap, _)| gap) {
        for end in 0..2 {
            let (radial, found) = nearest_of_rim(cylinder, end, &placed);
            let plane = end_plane(cylinder, end);
            let away = scale(-1.0, found.normal);
            if dot(away, plane.normal) >= 0.0 && dot(away, radial) >= 0.0 {
                let facing = Facing::LineEllipsoid {
                    on: plus(plane.on, scale(cylinder.radius, radial)),
                    along: cross(plane.normal, radial),
                    radius: 0.0,
                    ellipsoid: *ellipsoid,
                };
                let name = code(Sort::Other, 3 + end as u32, 0);
                widest.offer(found.distance, name, facing);
            }
        }
    }
    let seen = widest.0.or(any.0);
    out.extend(seen.map(|(_, seen)| seen));
}

/// Points of a rim that are tried before the nearest is sought between them.
const TRIED: usize = 24;

/// The direction from the middle of a rim to its point nearest to an ellipsoid, and what of the ellipsoid is nearest there.
fn nearest_of_rim(cylinder: &Cylinder, end: usize, placed: &Ellipsoid) -> ([f64; 3], Nearest) {
    let rim = cylinder.rims()[end];
    let [x, y] = cylinder.across;
    let at = |angle: f64| {
        let (sin, cos) = angle.sin_cos();
        let radial = plus(scale(cos, x), scale(sin, y));
        let found = placed.nearest_to_point(plus(rim, scale(cylinder.radius, radial)));
        (radial, found)
    };
    let part = std::f64::consts::TAU / TRIED as f64;
    let mut least = (f64::INFINITY, 0.0);
    for k in 0..TRIED {
        let angle = part * k as f64;
        let distance = at(angle).1.distance;
        if distance < least.0 {
            least = (distance, angle);
        }
    }
    // between its neighbours the distance falls and then rises: halve until there is no number left between
    let (mut low, mut high) = (least.1 - part, least.1 + part);
    loop {
        let middle = 0.5 * (low + high);
        let (radial, found) = at(middle);
        if middle <= low || middle >= high {
            return (radial, found);
        }
        let forward = minus(scale(dot(radial, x), y), scale(dot(radial, y), x));
        if dot(found.normal, forward) > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
}

/// Two ellipsoids.
pub(crate) fn ellipsoid_ellipsoid(a: &Ellipsoid, b: &Ellipsoid, there: &Pose, out: &mut Vec<Seen>) {
    let placed = b.placed(there);
    let normal = normal_between(a, &placed);
    let on = a.farthest(normal);
    let gap = dot(normal, minus(placed.farthest(scale(-1.0, normal)), on));
    let radius = a.mean_radius(normal);
    if gap > -0.5 * radius {
        let ball = Ball {
            centre: minus(on, scale(radius, normal)),
            radius,
        };
        ball_ellipsoid(&ball, b, out);
    } else {
        // so deep that a ball could be on the other side of everything: the tangent plane
        let facing = plane_ellipsoid(&Plane { normal, on }, b);
        out.push(Seen::new(code(Sort::Other, 0, 0), facing));
    }
}
