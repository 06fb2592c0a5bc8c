//! Balls and capsules against surfaces of triangles: faces first, then the sides and corners that can be touched.

use super::analytic::plane_ball;
use super::feature::Facing;
use super::ids::{Sort, code};
use super::narrow::Scratch;
use super::part::{Ball, Bounds, Capsule};
use super::rounded::leaves;
use super::seen::Seen;
use super::surface::{Bend, Surface, Triangle};
use crate::vector::{cross, dot, length, minus, plus, scale};
use crate::world::Pose;

/// A surface and a ball.
pub(crate) fn surface_ball(
    surface: &Surface,
    ball: &Ball,
    there: &Pose,
    reach: f64,
    scratch: &mut Scratch,
    out: &mut Vec<Seen>,
) {
    let at = there.point(ball.centre);
    surface.near(&around(&[at], ball.radius + reach), &mut scratch.near);
    end(surface, &scratch.near, ball, 0, there, out);
}

/// A surface and a capsule: the balls at its ends, and its side where sides and corners of the surface face it.
pub(crate) fn surface_capsule(
    surface: &Surface,
    capsule: &Capsule,
    there: &Pose,
    reach: f64,
    scratch: &mut Scratch,
    out: &mut Vec<Seen>,
) {
    let ends = capsule.ends.map(|p| there.point(p));
    let near = capsule.radius + reach;
    surface.near(&around(&ends, near), &mut scratch.near);
    for k in 0..2 {
        let ball = Ball {
            centre: capsule.ends[k],
            radius: capsule.radius,
        };
        end(surface, &scratch.near, &ball, k as u32, there, out);
    }
    surface_core(surface, &scratch.near, capsule, there, reach, out);
}

/// Triangles and the round side of a capsule or cylinder: sides that cross its axis, and corners beside it.
pub(crate) fn surface_core(
    surface: &Surface,
    triangles: &[u32],
    capsule: &Capsule,
    there: &Pose,
    reach: f64,
    out: &mut Vec<Seen>,
) {
    let ends = capsule.ends.map(|p| there.point(p));
    let near = capsule.radius + reach;
    let same = 1e-7 * capsule.radius;
    let v = minus(ends[1], ends[0]);
    // a hair off the ends, whose balls see what is beside them
    let within = |t: f64| (1e-9..=1.0 - 1e-9).contains(&t);
    for &t in triangles {
        let triangle = &surface.triangles[t as usize];
        for k in 0..3 {
            let side = &triangle.sides[k];
            if !matches!(side.bend, Bend::Convex | Bend::Border) {
                continue;
            }
            let corners = surface.corners(triangle);
            let u = minus(corners[(k + 1) % 3], corners[k]);
            let (normal, apart) = (cross(u, v), minus(ends[0], corners[k]));
            let square = dot(normal, normal);
            if square < 1e-6 * dot(u, u) * dot(v, v) {
                continue;
            }
            let s = dot(cross(apart, v), normal) / square;
            let r = dot(cross(apart, u), normal) / square;
            let away = scale(dot(apart, normal) / square, normal);
            if !(within(s) && within(r))
                || length(away) > near
                || !leaves(
                    scale(1.0 / length(u), u),
                    triangle.normal,
                    side.beyond,
                    away,
                )
            {
                continue;
            }
            let (on, along) = surface.line(triangle, k);
            let facing = Facing::LineLine {
                on: [on, capsule.ends[0]],
                along: [along, capsule.along],
                radii: [0.0, capsule.radius],
                sign: if dot(cross(along, v), away) < 0.0 {
                    -1.0
                } else {
                    1.0
                },
            };
            Seen::new(code(Sort::EdgeEdge, side.number, 0), facing).join(out, there, same);
        }
        for corner in triangle.corners {
            let point = surface.points[corner as usize];
            let r = dot(minus(point, ends[0]), v) / dot(v, v);
            let away = minus(plus(ends[0], scale(r, v)), point);
            let front = dot(away, triangle.normal) >= 0.0;
            if !within(r) || length(away) > near || !front || !surface.peaks(corner, away) {
                continue;
            }
            let facing = Facing::LineBall {
                on: capsule.ends[0],
                along: capsule.along,
                centre: point,
                radii: [capsule.radius, 0.0],
            };
            Seen::new(code(Sort::CornerFace, corner, 0), facing)
                .flipped()
                .join(out, there, same);
        }
    }
}

/// A ball, number `number` of its body, against triangles.
fn end(
    surface: &Surface,
    near: &[u32],
    ball: &Ball,
    number: u32,
    there: &Pose,
    out: &mut Vec<Seen>,
) {
    let at = there.point(ball.centre);
    let same = 1e-7 * ball.radius;
    // a surface has one side: what has its centre deeper behind it than its radius is on the other side of something thin
    let in_front = |t: &Triangle| dot(t.normal, at) - t.offset >= -ball.radius;
    for &t in near {
        let triangle = &surface.triangles[t as usize];
        if in_front(triangle) && over(surface, triangle, at) {
            let facing = plane_ball(&surface.plane(triangle), ball.centre, ball.radius);
            Seen::new(code(Sort::FaceCorner, triangle.region, number), facing)
                .join(out, there, same);
        }
    }
    for &t in near {
        let triangle = &surface.triangles[t as usize];
        if !over(surface, triangle, at)
            && let Some(seen) = beside(surface, triangle, at, ball, number)
        {
            seen.join(out, there, same);
        }
    }
}

/// Whether the foot of a point is within a triangle; a point over a side is over both of its triangles.
pub(crate) fn over(surface: &Surface, triangle: &Triangle, at: [f64; 3]) -> bool {
    let corners = surface.corners(triangle);
    (0..3).all(|k| {
        let side = minus(corners[(k + 1) % 3], corners[k]);
        let inside = dot(cross(side, minus(at, corners[k])), triangle.normal);
        inside >= -surface.rounding * length(side)
    })
}

/// The side or corner of a triangle nearest to a point, if it can be touched from there.
fn beside(
    surface: &Surface,
    triangle: &Triangle,
    at: [f64; 3],
    ball: &Ball,
    number: u32,
) -> Option<Seen> {
    let corners = surface.corners(triangle);
    let mut best = (f64::INFINITY, 0, 0.0, [0.0; 3]);
    for k in 0..3 {
        let u = minus(corners[(k + 1) % 3], corners[k]);
        let t = (dot(minus(at, corners[k]), u) / dot(u, u)).clamp(0.0, 1.0);
        let away = minus(at, plus(corners[k], scale(t, u)));
        let square = dot(away, away);
        if square < best.0 {
            best = (square, k, t, away);
        }
    }
    let (_, k, t, away) = best;
    if dot(away, triangle.normal) < -surface.rounding {
        return None;
    }
    if t > 0.0 && t < 1.0 {
        let side = &triangle.sides[k];
        let u = minus(corners[(k + 1) % 3], corners[k]);
        let along = scale(1.0 / length(u), u);
        let open = matches!(side.bend, Bend::Convex | Bend::Border);
        if !open || !leaves(along, triangle.normal, side.beyond, away) {
            return None;
        }
        let (on, along) = surface.line(triangle, k);
        let facing = Facing::LineBall {
            on,
            along,
            centre: ball.centre,
            radii: [0.0, ball.radius],
        };
        return Some(Seen::new(code(Sort::Other, side.number, number), facing));
    }
    let corner = triangle.corners[if t <= 0.0 { k } else { (k + 1) % 3 }];
    surface.peaks(corner, away).then(|| {
        let facing = Facing::BallBall {
            centres: [surface.points[corner as usize], ball.centre],
            radii: [0.0, ball.radius],
        };
        Seen::new(code(Sort::Other, corner, 2 + number), facing)
    })
}

/// The box around points, loosened.
pub(crate) fn around(points: &[[f64; 3]], margin: f64) -> Bounds {
    let mut bounds = [[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]];
    for p in points {
        for k in 0..3 {
            bounds[0][k] = bounds[0][k].min(p[k] - margin);
            bounds[1][k] = bounds[1][k].max(p[k] + margin);
        }
    }
    bounds
}
