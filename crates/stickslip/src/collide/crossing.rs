//! Pairs of edges of two polyhedra that can touch.

use super::convex::View;
use super::feature::Facing;
use super::ids::{Sort, code};
use super::polytope::Polytope;
use super::seen::Seen;
use crate::vector::{cross, dot, length, minus, unit};

/// Two edges that face each other.
pub(super) struct Crossing {
    pub(super) separation: f64,
    edges: [usize; 2],
    /// 1 if the normal from the first to the second is along first × second.
    sign: f64,
}

/// The pair of edges that separates best, among those that can touch: whose arcs of normals cross on the sphere of directions.
pub(super) fn best_edges(
    first: &View<'_>,
    second: &View<'_>,
    slopes: &mut Vec<f64>,
    reach: f64,
) -> Option<Crossing> {
    let mut best: Option<Crossing> = None;
    for i in 0..first.shape.edges.len() {
        let (a, u) = first.edge(i);
        let [left, right] = first.shape.edges[i]
            .faces
            .map(|f| first.normals[f as usize]);
        // how the faces of the second lean along this edge, each once
        slopes.clear();
        slopes.extend(second.normals.iter().map(|n| dot(*n, u)));
        for (j, other) in second.shape.edges.iter().enumerate() {
            let [cl, cr] = other.faces.map(|f| slopes[f as usize]);
            if cl * cr >= 0.0 {
                continue;
            }
            let (b, v) = second.edge(j);
            let (al, ar) = (dot(left, v), dot(right, v));
            if al * ar >= 0.0 || cl * ar >= 0.0 {
                continue;
            }
            let normal = cross(u, v);
            // nearly parallel edges have no normal of their own, and the faces beside them say the same
            if dot(normal, normal) < 1e-6 * dot(u, u) * dot(v, v) {
                continue;
            }
            let outward = dot(normal, minus(a, first.shape.centre));
            let sign = if outward < 0.0 { -1.0 } else { 1.0 };
            let separation = sign * dot(normal, minus(b, a)) / length(normal);
            if best.as_ref().is_none_or(|x| separation > x.separation) {
                best = Some(Crossing {
                    separation,
                    edges: [i, j],
                    sign,
                });
                if separation > reach {
                    return best;
                }
            }
        }
    }
    best
}

impl Crossing {
    /// The contact, if the edges really pass each other between their ends.
    pub(super) fn seen(&self, first: &View<'_>, second: &View<'_>) -> Option<Seen> {
        let [i, j] = self.edges;
        let ((a, u), (b, v)) = (first.edge(i), second.edge(j));
        let (apart, normal) = (minus(b, a), cross(u, v));
        let square = dot(normal, normal);
        let s = dot(cross(apart, v), normal) / square;
        let t = dot(cross(apart, u), normal) / square;
        let within = |x: f64| (-1e-9..=1.0 + 1e-9).contains(&x);
        if !(within(s) && within(t)) {
            return None;
        }
        let line = |shape: &Polytope, edge: usize| {
            let [from, to] = shape.edges[edge].ends.map(|k| shape.points[k as usize]);
            (from, unit(minus(to, from)).unwrap_or([0.0, 0.0, 1.0]))
        };
        let (on_a, along_a) = line(first.shape, i);
        let (on_b, along_b) = line(second.shape, j);
        let facing = Facing::LineLine {
            on: [on_a, on_b],
            along: [along_a, along_b],
            radii: [0.0; 2],
            sign: self.sign,
        };
        Some(Seen::new(code(Sort::EdgeEdge, i as u32, j as u32), facing))
    }
}
