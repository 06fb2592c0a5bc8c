//! Ellipsoids against surfaces of triangles: faces under their lowest point, sides and corners that can be touched.

use super::ellipsoid::Ellipsoid;
use super::ellipsoid_pairs::plane_ellipsoid;
use super::feature::Facing;
use super::ids::{Sort, code};
use super::mesh_round::{around, over};
use super::narrow::Scratch;
use super::rounded::leaves;
use super::seen::Seen;
use super::surface::{Bend, Surface, Triangle};
use crate::vector::{dot, length, minus, scale};
use crate::world::Pose;

/// A surface and an ellipsoid.
pub(crate) fn surface_ellipsoid(
    surface: &Surface,
    ellipsoid: &Ellipsoid,
    there: &Pose,
    reach: f64,
    scratch: &mut Scratch,
    out: &mut Vec<Seen>,
) {
    let placed = ellipsoid.placed(there);
    let largest = placed.half.iter().fold(0.0_f64, |m, x| x.max(m));
    let same = 1e-7 * largest;
    let box_around = around(&[placed.place.position], largest + reach);
    surface.near(&box_around, &mut scratch.near);
    for &t in &scratch.near {
        let triangle = &surface.triangles[t as usize];
        let low = placed.farthest(scale(-1.0, triangle.normal));
        // a surface has one side: what has its centre deeper behind it than it is thick is on the other side of something thin
        let height = dot(triangle.normal, placed.place.position) - triangle.offset;
        let in_front = height >= -placed.extent(triangle.normal);
        if in_front && over(surface, triangle, low) {
            let facing = plane_ellipsoid(&surface.plane(triangle), ellipsoid);
            Seen::new(code(Sort::FaceCorner, triangle.region, 0), facing).join(out, there, same);
        }
    }
    for &t in &scratch.near {
        let triangle = &surface.triangles[t as usize];
        for k in 0..3 {
            if let Some(seen) = side(surface, triangle, k, &placed, ellipsoid) {
                seen.join(out, there, same);
            }
            if let Some(seen) = corner(surface, triangle, k, &placed, ellipsoid) {
                seen.join(out, there, same);
            }
        }
    }
}

/// Side k of a triangle, if the ellipsoid can touch it between its ends.
fn side(
    surface: &Surface,
    triangle: &Triangle,
    k: usize,
    placed: &Ellipsoid,
    ellipsoid: &Ellipsoid,
) -> Option<Seen> {
    let side = &triangle.sides[k];
    if !matches!(side.bend, Bend::Convex | Bend::Border) {
        return None;
    }
    let corners = surface.corners(triangle);
    let u = minus(corners[(k + 1) % 3], corners[k]);
    let size = length(u);
    let forward = scale(1.0 / size, u);
    let (on, along) = surface.line(triangle, k);
    let found = placed.nearest_to_line(on, along);
    let foot = dot(along, minus(found.point, on));
    let away = scale(-1.0, found.normal);
    let open = foot > 0.0
        && foot < size
        && dot(away, triangle.normal) >= -1e-12
        && leaves(forward, triangle.normal, side.beyond, away);
    open.then(|| {
        let facing = Facing::LineEllipsoid {
            on,
            along,
            radius: 0.0,
            ellipsoid: *ellipsoid,
        };
        Seen::new(code(Sort::Other, side.number, 0), facing)
    })
}

/// Corner k of a triangle, if the ellipsoid can touch it.
fn corner(
    surface: &Surface,
    triangle: &Triangle,
    k: usize,
    placed: &Ellipsoid,
    ellipsoid: &Ellipsoid,
) -> Option<Seen> {
    let corner = triangle.corners[k];
    let centre = surface.points[corner as usize];
    let away = scale(-1.0, placed.nearest_to_point(centre).normal);
    let open = dot(away, triangle.normal) >= -1e-12 && surface.peaks(corner, away);
    open.then(|| {
        let facing = Facing::BallEllipsoid {
            centre,
            radius: 0.0,
            ellipsoid: *ellipsoid,
        };
        Seen::new(code(Sort::Other, corner, 2), facing)
    })
}
