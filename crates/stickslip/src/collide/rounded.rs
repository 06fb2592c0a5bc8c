//! Balls and capsules against convex polyhedra: faces, edges and corners with a radius, all with exact gaps.

use super::analytic::plane_ball;
use super::convex::plane_of;
use super::feature::Facing;
use super::ids::{Sort, code};
use super::part::{Ball, Capsule};
use super::polytope::Polytope;
use super::seen::Seen;
use crate::vector::{cross, dot, length, minus, plus, scale, unit};
use crate::world::Pose;

/// What of a polyhedron is nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nearest {
    Face(usize),
    Edge(usize),
    Corner(usize),
}

/// The feature of a polyhedron that is nearest to a point; for a point inside, the face it is nearest to leaving by.
fn nearest(shape: &Polytope, point: [f64; 3]) -> Nearest {
    let mut best = (f64::NEG_INFINITY, 0);
    for (i, face) in shape.faces.iter().enumerate() {
        let height = dot(face.normal, point) - face.offset;
        if height > best.0 {
            best = (height, i);
        }
    }
    // If the foot is in a face, its height is the distance, and no other face can be farther below: the highest is the only one.
    if best.0 <= 0.0 || over_face(shape, best.1, point) {
        return Nearest::Face(best.1);
    }
    let mut nearest = (f64::INFINITY, Nearest::Face(best.1));
    for (i, edge) in shape.edges.iter().enumerate() {
        let [from, to] = edge.ends.map(|k| shape.points[k as usize]);
        let along = minus(to, from);
        let t = (dot(minus(point, from), along) / dot(along, along)).clamp(0.0, 1.0);
        let apart = minus(point, plus(from, scale(t, along)));
        let square = dot(apart, apart);
        if square < nearest.0 {
            let what = if t <= 0.0 {
                Nearest::Corner(edge.ends[0] as usize)
            } else if t >= 1.0 {
                Nearest::Corner(edge.ends[1] as usize)
            } else {
                Nearest::Edge(i)
            };
            nearest = (square, what);
        }
    }
    nearest.1
}

/// Whether the foot of a point is within a face.
pub(crate) fn over_face(shape: &Polytope, face: usize, point: [f64; 3]) -> bool {
    let corners = shape.corners(face);
    let normal = shape.faces[face].normal;
    (0..corners.len()).all(|k| {
        let from = shape.points[corners[k] as usize];
        let to = shape.points[corners[(k + 1) % corners.len()] as usize];
        dot(cross(minus(to, from), minus(point, from)), normal) >= 0.0
    })
}

/// A ball of another body, number `number` of it, against the nearest feature.
fn ball(shape: &Polytope, ball: &Ball, at: [f64; 3], number: u32) -> Seen {
    match nearest(shape, at) {
        Nearest::Face(face) => {
            let facing = plane_ball(&plane_of(shape, face), ball.centre, ball.radius);
            Seen::new(code(Sort::FaceCorner, face as u32, number), facing)
        }
        Nearest::Edge(edge) => {
            let (on, along) = line(shape, edge);
            let facing = Facing::LineBall {
                on,
                along,
                centre: ball.centre,
                radii: [0.0, ball.radius],
            };
            Seen::new(code(Sort::Other, edge as u32, number), facing)
        }
        Nearest::Corner(corner) => {
            let facing = Facing::BallBall {
                centres: [shape.points[corner], ball.centre],
                radii: [0.0, ball.radius],
            };
            Seen::new(code(Sort::Other, corner as u32, 2 + number), facing)
        }
    }
}

/// A corner of an edge, and the direction to the other.
pub(crate) fn line(shape: &Polytope, edge: usize) -> ([f64; 3], [f64; 3]) {
    let [from, to] = shape.edges[edge].ends.map(|k| shape.points[k as usize]);
    (from, unit(minus(to, from)).unwrap_or([0.0, 0.0, 1.0]))
}

/// A polyhedron and a ball.
pub(crate) fn polytope_ball(shape: &Polytope, other: &Ball, there: &Pose, out: &mut Vec<Seen>) {
    out.push(ball(shape, other, there.point(other.centre), 0));
}

/// A polyhedron and a capsule: the balls at its ends, and its side where edges and corners face it.
pub(crate) fn polytope_capsule(
    shape: &Polytope,
    capsule: &Capsule,
    there: &Pose,
    reach: f64,
    out: &mut Vec<Seen>,
) {
    let ends = capsule.ends.map(|p| there.point(p));
    for k in 0..2 {
        let end = Ball {
            centre: capsule.ends[k],
            radius: capsule.radius,
        };
        out.push(ball(shape, &end, ends[k], k as u32));
    }
    polytope_core(shape, capsule, there, reach, out);
    if let Some(face) = pierced(shape, ends) {
        for k in 0..2 {
            let facing = plane_ball(&plane_of(shape, face), capsule.ends[k], capsule.radius);
            let seen = Seen::new(code(Sort::FaceCorner, face as u32, k as u32), facing);
            seen.join(out, there, 1e-7 * capsule.radius);
        }
    }
}

/// The face by which a line that goes right through a polyhedron gets out soonest; `None` if it does not.
fn pierced(shape: &Polytope, ends: [[f64; 3]; 2]) -> Option<usize> {
    let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
    let mut best = (f64::NEG_INFINITY, 0);
    for (i, face) in shape.faces.iter().enumerate() {
        let [a, b] = ends.map(|p| dot(face.normal, p) - face.offset);
        if a.min(b) > best.0 {
            best = (a.min(b), i);
        }
        if a > 0.0 && b > 0.0 {
            return None;
        }
        let t = a / (a - b);
        if a > 0.0 {
            enters = enters.max(t);
        } else if b > 0.0 {
            leaves = leaves.min(t);
        }
    }
    (enters > 0.0 && enters < leaves && leaves < 1.0).then_some(best.1)
}

/// A polyhedron and the round side of a capsule or cylinder: edges that cross its axis, and corners beside it.
pub(crate) fn polytope_core(
    shape: &Polytope,
    capsule: &Capsule,
    there: &Pose,
    reach: f64,
    out: &mut Vec<Seen>,
) {
    let ends = capsule.ends.map(|p| there.point(p));
    let near = capsule.radius + reach;
    let v = minus(ends[1], ends[0]);
    let size = length(v);
    // a hair off the ends, whose balls see what is beside them
    let within = |t: f64| (1e-9..=1.0 - 1e-9).contains(&t);
    for (i, edge) in shape.edges.iter().enumerate() {
        let (from, along) = line(shape, i);
        let u = minus(shape.points[edge.ends[1] as usize], from);
        let (normal, apart) = (cross(u, v), minus(ends[0], from));
        let square = dot(normal, normal);
        if square < 1e-6 * dot(u, u) * dot(v, v) {
            continue;
        }
        let s = dot(cross(apart, v), normal) / square;
        let t = dot(cross(apart, u), normal) / square;
        if !(within(s) && within(t)) {
            continue;
        }
        let out_of = scale(dot(apart, normal) / square, normal);
        let [left, right] = edge.faces.map(|f| shape.faces[f as usize].normal);
        if length(out_of) > near || !leaves(along, left, right, out_of) {
            continue;
        }
        let facing = Facing::LineLine {
            on: [from, capsule.ends[0]],
            along: [along, capsule.along],
            radii: [0.0, capsule.radius],
            sign: if dot(apart, normal) < 0.0 { -1.0 } else { 1.0 },
        };
        out.push(Seen::new(code(Sort::EdgeEdge, i as u32, 0), facing));
    }
    for (i, point) in shape.points.iter().enumerate() {
        let t = dot(minus(*point, ends[0]), v) / (size * size);
        let out_of = minus(plus(ends[0], scale(t, v)), *point);
        if !within(t) || length(out_of) > near || !peaks(shape, i, out_of) {
            continue;
        }
        let facing = Facing::LineBall {
            on: capsule.ends[0],
            along: capsule.along,
            centre: *point,
            radii: [capsule.radius, 0.0],
        };
        out.push(Seen::new(code(Sort::CornerFace, i as u32, 0), facing).flipped());
    }
}

/// Whether a direction leaves an edge between the normals of its two faces.
pub(crate) fn leaves(
    along: [f64; 3],
    left: [f64; 3],
    right: [f64; 3],
    direction: [f64; 3],
) -> bool {
    let rounding = 1e-12 * length(direction);
    dot(cross(left, along), direction) <= rounding
        && dot(cross(along, right), direction) <= rounding
}

/// Whether no corner around one is farther along a direction.
pub(crate) fn peaks(shape: &Polytope, corner: usize, direction: [f64; 3]) -> bool {
    let at = shape.points[corner];
    let rounding = 1e-12 * length(direction) * shape.radius;
    shape.edges.iter().all(|edge| {
        let [from, to] = edge.ends.map(|i| i as usize);
        let other = if from == corner {
            to
        } else if to == corner {
            from
        } else {
            return true;
        };
        dot(minus(shape.points[other], at), direction) <= rounding
    })
}
