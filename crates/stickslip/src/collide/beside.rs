//! Polyhedra that are apart and face each other across a corner of space: with corners and edges, not with faces.

use super::convex::View;
use super::feature::Facing;
use super::ids::{Sort, code};
use super::polytope::Polytope;
use super::seen::Seen;
use crate::vector::{dot, minus, plus, scale, unit};
use crate::world::Pose;

/// The nearest corner and edge, or two corners, of polyhedra that are apart and face each other with neither faces nor crossing
/// edges. `normal` is a direction that separates them, from the first to the second.
pub(super) fn nearest(
    first: &View<'_>,
    second: &View<'_>,
    normal: [f64; 3],
    there: &Pose,
    reach: f64,
) -> Option<Seen> {
    let height = |p: [f64; 3]| dot(normal, p);
    let top = first
        .points
        .iter()
        .map(|p| height(*p))
        .fold(f64::NEG_INFINITY, f64::max);
    let bottom = second
        .points
        .iter()
        .map(|p| height(*p))
        .fold(f64::INFINITY, f64::min);
    let mut best: Option<(f64, Seen)> = None;
    for flip in [false, true] {
        let (points, edges) = if flip {
            (second, first)
        } else {
            (first, second)
        };
        // nothing beyond this height can be within reach of the other
        let near = |p: [f64; 3], of_first: bool| {
            if of_first {
                height(p) >= bottom - reach
            } else {
                height(p) <= top + reach
            }
        };
        for (i, p) in points.points.iter().enumerate() {
            if !near(*p, !flip) {
                continue;
            }
            for j in 0..edges.shape.edges.len() {
                let (on, along) = edges.edge(j);
                if !near(on, flip) && !near(plus(on, along), flip) {
                    continue;
                }
                let t = (dot(minus(*p, on), along) / dot(along, along)).clamp(0.0, 1.0);
                let apart = minus(*p, plus(on, scale(t, along)));
                let square = dot(apart, apart);
                if best.as_ref().is_some_and(|(least, _)| square >= *least) {
                    continue;
                }
                let seen = beside(points.shape, i, edges.shape, j, t);
                // `beside` has the edge first; the view that holds the edge is the first body's only when flipped
                best = Some((square, if flip { seen } else { seen.flipped() }));
            }
        }
    }
    best.map(|(_, seen)| seen)
        .filter(|seen| seen.gap(there) <= reach)
}

/// An edge (first) at parameter t, and a corner.
fn beside(of_corner: &Polytope, corner: usize, of_edge: &Polytope, edge: usize, t: f64) -> Seen {
    let centre = of_corner.points[corner];
    let ends = of_edge.edges[edge].ends;
    let [from, to] = ends.map(|k| of_edge.points[k as usize]);
    if t > 0.0 && t < 1.0 {
        let facing = Facing::LineBall {
            on: from,
            along: unit(minus(to, from)).unwrap_or([0.0, 0.0, 1.0]),
            centre,
            radii: [0.0; 2],
        };
        return Seen::new(code(Sort::Other, edge as u32, corner as u32), facing);
    }
    let end = if t <= 0.0 { 0 } else { 1 };
    let facing = Facing::BallBall {
        centres: [[from, to][end], centre],
        radii: [0.0; 2],
    };
    Seen::new(code(Sort::Other, ends[end], corner as u32), facing)
}
