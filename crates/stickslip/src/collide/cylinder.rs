//! Cylinders against everything that is not a half-space or a ball.
//!
//! Over faces, and with edges, corners and axes beside its round side, a cylinder has exact gaps. What is left, a rim across an
//! edge or another curved thing, is kept as a plane through parry's nearest points, fixed to the first body: its gap is exact at
//! the poses where it was found, and right to first order near them.

use super::analytic::{cylinder_ball, plane_ball, plane_rim};
use super::convex::plane_of;
use super::cylinder_face::{Over, Polygon};
use super::feature::Facing;
use super::ids::{Sort, code};
use super::mesh_round::{around, surface_core};
use super::narrow::Scratch;
use super::parry::Witness;
use super::part::{Ball, Capsule, Cylinder, Plane};
use super::polytope::Polytope;
use super::rounded::polytope_core;
use super::seen::Seen;
use super::surface::Surface;
use crate::vector::{cross, dot, length, minus, plus, scale};
use crate::world::Pose;

/// Directions within this angle (rad) of each other are the same: far above the accuracy of parry's normals.
const SAME_DIRECTION: f64 = 1e-3;

fn parallel(a: [f64; 3], b: [f64; 3]) -> bool {
    length(cross(a, b)) < SAME_DIRECTION
}

/// A polyhedron and a cylinder.
pub(crate) fn polytope_cylinder(
    shape: &Polytope,
    cylinder: &Cylinder,
    witness: &Witness,
    there: &Pose,
    scratch: &mut Scratch,
    out: &mut Vec<Seen>,
) {
    let reach = witness.reach;
    let placed = cylinder.placed(there);
    let n = witness.normal;
    let face = (0..shape.faces.len()).find(|&f| {
        let normal = shape.faces[f].normal;
        dot(normal, n) > 0.0 && parallel(normal, n)
    });
    if let Some(face) = face {
        let corners = &mut scratch.corners;
        corners.clear();
        let points = shape.corners(face).iter();
        corners.extend(points.map(|&i| shape.points[i as usize]));
        let polygon = Polygon {
            plane: plane_of(shape, face),
            number: face as u32,
            corners,
            triangle: None,
        };
        let over = Over {
            polygon,
            cylinder,
            there,
            reach,
        };
        over.fill(out);
    } else if parallel(placed.axis, n) {
        under_end(
            shape,
            cylinder,
            usize::from(dot(placed.axis, n) < 0.0),
            there,
            out,
        );
    } else if dot(placed.axis, n).abs() < SAME_DIRECTION {
        polytope_core(shape, &cylinder.core(), there, reach, out);
    }
    if !out.iter().any(|seen| seen.gap(there) <= reach) {
        let corner = shape
            .points
            .iter()
            .position(|p| length(minus(*p, witness.points[0])) < 1e-7 * shape.radius);
        out.push(match corner {
            Some(corner) => rim_corner(cylinder, shape.points[corner], corner as u32, &placed, n),
            None => through(witness, there),
        });
    }
}

/// The plane of an end of a cylinder, in the frame of its body.
pub(crate) fn end_plane(cylinder: &Cylinder, end: usize) -> Plane {
    Plane {
        normal: scale(if end == 1 { 1.0 } else { -1.0 }, cylinder.axis),
        on: cylinder.rims()[end],
    }
}

/// A polyhedron before a flat end: its corners, and where its edges cross the rim.
fn under_end(shape: &Polytope, cylinder: &Cylinder, end: usize, there: &Pose, out: &mut Vec<Seen>) {
    let plane = end_plane(cylinder, end);
    let from_rim = |p: [f64; 3]| {
        let d = minus(there.point_back(p), plane.on);
        minus(d, scale(dot(d, plane.normal), plane.normal))
    };
    let radius = cylinder.radius;
    for (i, point) in shape.points.iter().enumerate() {
        if length(from_rim(*point)) <= radius * (1.0 + 1e-9) {
            let seen = Seen::new(
                code(Sort::CornerFace, i as u32, end as u32),
                plane_ball(&plane, *point, 0.0),
            );
            out.push(seen.flipped());
        }
    }
    for (i, edge) in shape.edges.iter().enumerate() {
        let [from, to] = edge.ends.map(|k| shape.points[k as usize]);
        let (start, along) = (from_rim(from), minus(from_rim(to), from_rim(from)));
        let (a, b) = (dot(along, along), dot(start, along));
        let root = b * b - a * (dot(start, start) - radius * radius);
        if root <= 0.0 || a <= 0.0 {
            continue;
        }
        for (j, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let t = (-b + sign * root.sqrt()) / a;
            if t > 1e-9 && t < 1.0 - 1e-9 {
                let point = plus(from, scale(t, minus(to, from)));
                let name = code(Sort::EdgeEdge, i as u32, (2 * end + j) as u32);
                out.push(Seen::new(name, plane_ball(&plane, point, 0.0)).flipped());
            }
        }
    }
}

/// A corner of the first body outside the nearer rim of a cylinder.
fn rim_corner(
    cylinder: &Cylinder,
    corner: [f64; 3],
    number: u32,
    placed: &Cylinder,
    normal: [f64; 3],
) -> Seen {
    let end = usize::from(dot(placed.axis, normal) < 0.0);
    let facing = Facing::RimBall {
        rim: cylinder.rims()[end],
        axis: cylinder.axis,
        rim_radius: cylinder.radius,
        centre: corner,
        radius: 0.0,
    };
    Seen::new(code(Sort::CornerFace, number, 2 + end as u32), facing).flipped()
}

/// A plane through parry's nearest points, fixed to the first body.
fn through(witness: &Witness, there: &Pose) -> Seen {
    let facing = Facing::PlaneBall {
        normal: witness.normal,
        on: witness.points[0],
        centre: there.point_back(witness.points[1]),
        radius: 0.0,
    };
    Seen::new(code(Sort::Other, 0, 0), facing)
}

/// A surface and a cylinder: over each triangle, and beside sides and corners that can be touched.
pub(crate) fn surface_cylinder(
    surface: &Surface,
    cylinder: &Cylinder,
    there: &Pose,
    reach: f64,
    scratch: &mut Scratch,
    out: &mut Vec<Seen>,
) {
    let placed = cylinder.placed(there);
    let size = cylinder.half_length.hypot(cylinder.radius);
    surface.near(&around(&[placed.centre], size + reach), &mut scratch.near);
    for &t in &scratch.near {
        let triangle = &surface.triangles[t as usize];
        // a surface has one side
        if dot(triangle.normal, placed.centre) <= triangle.offset {
            continue;
        }
        let corners = surface.corners(triangle);
        let polygon = Polygon {
            plane: surface.plane(triangle),
            number: triangle.region,
            corners: &corners,
            triangle: Some(triangle),
        };
        let over = Over {
            polygon,
            cylinder,
            there,
            reach,
        };
        over.fill(out);
        for end in 0..2 {
            let plane = end_plane(&placed, end);
            for (k, &corner) in triangle.corners.iter().enumerate() {
                let point = surface.points[corner as usize];
                let d = minus(point, plane.on);
                let height = dot(d, plane.normal);
                let aside = length(minus(d, scale(height, plane.normal)));
                let depth = -0.5 * cylinder.half_length;
                if !triangle.sharp[k]
                    || height > reach
                    || height < depth
                    || aside > cylinder.radius
                    || !surface.peaks(corner, scale(-1.0, plane.normal))
                {
                    continue;
                }
                let facing = plane_ball(&end_plane(cylinder, end), point, 0.0);
                Seen::new(code(Sort::CornerFace, corner, end as u32), facing)
                    .flipped()
                    .join(out, there, 1e-6 * cylinder.radius);
            }
        }
    }
    surface_core(surface, &scratch.near, &cylinder.core(), there, reach, out);
}

/// Where the axes of two round things cross, and, where they are nearly parallel, the ends of each beside the other.
fn side_by_side(a: &Capsule, b: &Capsule, there: &Pose, out: &mut Vec<Seen>) {
    let ends = b.ends.map(|p| there.point(p));
    let (u, v) = (minus(a.ends[1], a.ends[0]), minus(ends[1], ends[0]));
    let (normal, apart) = (cross(u, v), minus(ends[0], a.ends[0]));
    let square = dot(normal, normal);
    let sine_square = square / (dot(u, u) * dot(v, v));
    let within = |t: f64| (0.0..=1.0).contains(&t);
    if sine_square > 1e-6 {
        let s = dot(cross(apart, v), normal) / square;
        let t = dot(cross(apart, u), normal) / square;
        if within(s) && within(t) {
            let facing = Facing::LineLine {
                on: [a.ends[0], b.ends[0]],
                along: [a.along, b.along],
                radii: [a.radius, b.radius],
                sign: if dot(normal, apart) < 0.0 { -1.0 } else { 1.0 },
            };
            out.push(Seen::new(code(Sort::EdgeEdge, 0, 0), facing));
        }
        return;
    }
    let back = there.inverse();
    for k in 0..2 {
        for (line, other, at, flip) in [(a, b, ends[k], false), (b, a, back.point(a.ends[k]), true)]
        {
            let along = minus(line.ends[1], line.ends[0]);
            let t = dot(minus(at, line.ends[0]), along) / dot(along, along);
            if !within(t) {
                continue;
            }
            let facing = Facing::LineBall {
                on: line.ends[0],
                along: line.along,
                centre: other.ends[k],
                radii: [line.radius, other.radius],
            };
            let seen = Seen::new(code(Sort::FaceCorner, u32::from(flip), k as u32), facing);
            let seen = if flip { seen.flipped() } else { seen };
            seen.join(out, there, 1e-6 * a.radius);
        }
    }
}

/// A cylinder and a capsule: the balls at the capsule's ends, the sides, and what parry finds nearer than these.
pub(crate) fn cylinder_capsule(
    a: &Cylinder,
    b: &Capsule,
    witness: &Witness,
    there: &Pose,
    out: &mut Vec<Seen>,
) {
    for k in 0..2 {
        let ball = Ball {
            centre: b.ends[k],
            radius: b.radius,
        };
        let before = out.len();
        cylinder_ball(a, &ball, there, out);
        for seen in &mut out[before..] {
            seen.code += 8 * k as u32;
        }
    }
    side_by_side(&a.core(), b, there, out);
    nearer(witness, a.radius, there, out);
}

/// Two cylinders: end on end, side by side, or what parry finds.
pub(crate) fn cylinder_cylinder(
    a: &Cylinder,
    b: &Cylinder,
    witness: &Witness,
    there: &Pose,
    out: &mut Vec<Seen>,
) {
    let (placed, n) = (b.placed(there), witness.normal);
    if parallel(a.axis, n) {
        end_on_end(a, b, usize::from(dot(a.axis, n) > 0.0), there, out);
    } else if parallel(placed.axis, n) {
        // the plane belongs to the second: the same from the other side
        let end = usize::from(dot(placed.axis, n) < 0.0);
        let back = there.inverse();
        end_on_end(b, a, end, &back, out);
        for seen in out.iter_mut() {
            *seen = seen.flipped();
        }
    } else if dot(a.axis, n).abs() < SAME_DIRECTION && dot(placed.axis, n).abs() < SAME_DIRECTION {
        side_by_side(&a.core(), &b.core(), there, out);
    }
    nearer(witness, a.radius.min(b.radius), there, out);
}

/// A flat end of the first cylinder under the rims of the second: rim points over the end, points of its own rim under a flat end
/// of the other, and where the two rims cross.
fn end_on_end(a: &Cylinder, b: &Cylinder, end: usize, there: &Pose, out: &mut Vec<Seen>) {
    let plane = end_plane(a, end);
    let over = |point: [f64; 3], centre: [f64; 3], radius: f64| {
        let d = minus(point, centre);
        let flat = minus(d, scale(dot(d, plane.normal), plane.normal));
        length(flat) <= radius * (1.0 + 1e-9)
    };
    let same = 1e-6 * a.radius.min(b.radius);
    for (i, rim) in b.rims().into_iter().enumerate() {
        for (k, facing) in plane_rim(&plane, b, rim, there).into_iter().enumerate() {
            let seen = Seen::new(
                code(Sort::FaceCorner, end as u32, (4 * i + k) as u32),
                facing,
            );
            let touch = seen.feature().at(&Pose::IDENTITY, there);
            if over(touch.point, plane.on, a.radius) {
                seen.join(out, there, same);
            }
        }
    }
    let placed = b.placed(there);
    if !parallel(placed.axis, plane.normal) {
        return;
    }
    let facing_end = usize::from(dot(placed.axis, plane.normal) < 0.0);
    let centre = placed.rims()[facing_end];
    // up from the plane of the first end to that of the second
    let lift = |p: [f64; 3]| {
        let height = dot(placed.axis, minus(centre, p)) / dot(placed.axis, plane.normal);
        plus(p, scale(height, plane.normal))
    };
    let mut add = |point: [f64; 3], number: usize| {
        let facing = plane_ball(&plane, there.point_back(lift(point)), 0.0);
        let name = code(Sort::CornerFace, number as u32, facing_end as u32);
        Seen::new(name, facing).join(out, there, same);
    };
    let [x, y] = a.across;
    for (k, d) in [x, y, scale(-1.0, x), scale(-1.0, y)]
        .into_iter()
        .enumerate()
    {
        let point = plus(plane.on, scale(a.radius, d));
        if over(point, centre, b.radius) {
            add(point, k);
        }
    }
    let d = minus(centre, plane.on);
    let apart = minus(d, scale(dot(d, plane.normal), plane.normal));
    let distance = length(apart);
    if distance > 1e-9 * a.radius && distance < a.radius + b.radius {
        let along =
            (distance * distance + a.radius * a.radius - b.radius * b.radius) / (2.0 * distance);
        let square = a.radius * a.radius - along * along;
        if square > 0.0 {
            let u = scale(1.0 / distance, apart);
            let v = cross(plane.normal, u);
            for (k, sign) in [-1.0, 1.0].into_iter().enumerate() {
                let offset = plus(scale(along, u), scale(sign * square.sqrt(), v));
                add(plus(plane.on, offset), 4 + k);
            }
        }
    }
}

/// Adds parry's nearest points if they are clearly nearer than everything seen so far.
fn nearer(witness: &Witness, size: f64, there: &Pose, out: &mut Vec<Seen>) {
    let seen = through(witness, there);
    let least = out
        .iter()
        .map(|s| s.gap(there))
        .fold(f64::INFINITY, f64::min);
    if seen.gap(there) < least - 1e-6 * size {
        out.push(seen);
    }
}
