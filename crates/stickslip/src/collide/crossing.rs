//! Pairs of edges of two polyhedra that can touch.

use super::convex::View;
use super::feature::Facing;
use super::ids::{Sort, code};
use super::polytope::Polytope;
use super::seen::Seen;
use crate::vector::{cross, dot, minus, scale, unit};

/// Two edges that face each other.
pub(super) struct Crossing {
    pub(super) separation: f64,
    edges: [usize; 2],
    /// 1 if the normal from the first to the second is along first × second.
    sign: f64,
}

/// What is known of two polyhedra before their edges are looked at.
#[derive(Clone, Copy)]
pub(super) struct Known {
    /// From the centre of the first to that of the second.
    pub(super) between: [f64; 3],
    /// How far faces separate them.
    pub(super) faces: f64,
    pub(super) reach: f64,
}

impl Known {
    /// Whether edges with a common normal of this direction can separate better than faces do: not if each body's ball inside it
    /// is in the way.
    fn can_separate(&self, first: &Polytope, second: &Polytope, normal: [f64; 3]) -> bool {
        let inside = first.inner + second.inner;
        let least = self.faces + inside - 1e-9 * (first.radius + second.radius);
        let along = dot(normal, self.between);
        least <= 0.0 || along * along > least * least * dot(normal, normal)
    }
}

/// The pair of edges that separates best, among those that can touch: whose arcs of normals cross on the sphere of directions. Those
/// that faces outdo are left out.
pub(super) fn best_edges(
    first: &View<'_>,
    second: &View<'_>,
    known: &Known,
    slopes: &mut Vec<f64>,
) -> Option<Crossing> {
    let mut best: Option<Crossing> = None;
    for edges in first.shape.groups() {
        let (_, u) = first.edge(edges[0] as usize);
        // how the faces of the second lean along these edges, each once
        slopes.clear();
        slopes.extend(second.normals.iter().map(|n| dot(*n, u)));
        for others in second.shape.groups() {
            let (_, v) = second.edge(others[0] as usize);
            if !known.can_separate(first.shape, second.shape, cross(u, v)) {
                continue;
            }
            let lean = |j: u32| {
                second.shape.edges[j as usize]
                    .faces
                    .map(|f| slopes[f as usize])
            };
            let across = |j: u32| {
                let [left, right] = lean(j);
                left * right < 0.0
            };
            if !others.iter().any(|&j| across(j)) {
                continue;
            }
            for &i in edges {
                let faces = first.shape.edges[i as usize].faces;
                let [left, right] = faces.map(|f| dot(first.normals[f as usize], v));
                if left * right >= 0.0 {
                    continue;
                }
                for &j in others.iter().filter(|&&j| across(j)) {
                    if lean(j)[0] * right >= 0.0 {
                        continue;
                    }
                    let edges = [i as usize, j as usize];
                    let Some(crossing) = Crossing::of(first, second, edges) else {
                        continue;
                    };
                    // of equals the first
                    let better = |best: &Crossing| {
                        crossing.separation > best.separation
                            || crossing.separation == best.separation && edges < best.edges
                    };
                    if best.as_ref().is_none_or(better) {
                        let apart = crossing.separation > known.reach;
                        best = Some(crossing);
                        if apart {
                            return best;
                        }
                    }
                }
            }
        }
    }
    best
}

impl Crossing {
    /// How two edges separate the bodies; nearly parallel ones have no normal of their own, and the faces beside them say the same.
    #[inline]
    fn of(first: &View<'_>, second: &View<'_>, edges: [usize; 2]) -> Option<Self> {
        let ((a, u), (b, v)) = (first.edge(edges[0]), second.edge(edges[1]));
        let normal = cross(u, v);
        let square = dot(normal, normal);
        if square < 1e-6 * dot(u, u) * dot(v, v) {
            return None;
        }
        let outward = dot(normal, minus(a, first.shape.centre));
        let sign = if outward < 0.0 { -1.0 } else { 1.0 };
        Some(Self {
            separation: sign * dot(normal, minus(b, a)) / square.sqrt(),
            edges,
            sign,
        })
    }

    /// The face that looks most along the common normal, of those at the edges: whether it is the first body's, and its number.
    pub(super) fn face(&self, first: &View<'_>, second: &View<'_>) -> (bool, usize) {
        let [i, j] = self.edges;
        let normal = scale(self.sign, cross(first.edge(i).1, second.edge(j).1));
        let along = |view: &View<'_>, edge: usize, sign: f64| {
            let faces = view.shape.edges[edge].faces.map(|f| f as usize);
            let [left, right] = faces.map(|f| sign * dot(view.normals[f], normal));
            if left >= right {
                (left, faces[0])
            } else {
                (right, faces[1])
            }
        };
        let (a, b) = (along(first, i, 1.0), along(second, j, -1.0));
        if a.0 >= b.0 {
            (true, a.1)
        } else {
            (false, b.1)
        }
    }

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collide::random::Random;

    /// What `best_edges` finds if nothing is left out.
    fn exhaustive(first: &View<'_>, second: &View<'_>) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for i in 0..first.shape.edges.len() {
            for j in 0..second.shape.edges.len() {
                let ((_, u), (_, v)) = (first.edge(i), second.edge(j));
                let arc = |view: &View<'_>, edge: usize, along: [f64; 3]| {
                    let faces = view.shape.edges[edge].faces;
                    faces.map(|f| dot(view.normals[f as usize], along))
                };
                let ([al, ar], [cl, cr]) = (arc(first, i, v), arc(second, j, u));
                if al * ar < 0.0 && cl * cr < 0.0 && cl * ar < 0.0 {
                    let crossing = Crossing::of(first, second, [i, j]);
                    best = best.max(crossing.map_or(best, |c| c.separation));
                }
            }
        }
        best
    }

    #[test]
    fn edges_that_are_left_out_separate_no_better_than_faces() {
        let a = Polytope::cuboid([0.5, 0.3, 0.2]);
        let b = Polytope::cuboid([0.25, 0.4, 0.6]);
        let mut random = Random(5);
        let mut better = 0;
        for _ in 0..500 {
            let there = random.pose(1.2);
            let placed = b.clone().placed(&there);
            let normals = |p: &Polytope| p.faces.iter().map(|f| f.normal).collect::<Vec<_>>();
            let (na, nb) = (normals(&a), normals(&placed));
            let view = |shape, points, normals| View {
                shape,
                points,
                normals,
            };
            let first = view(&a, &a.points[..], &na[..]);
            let second = view(&placed, &placed.points[..], &nb[..]);
            let separation = |over: &View<'_>, other: &View<'_>| {
                let over_one = |i: usize| {
                    let heights = other.points.iter().map(|p| dot(over.normals[i], *p));
                    heights.fold(f64::INFINITY, f64::min) - over.level(i)
                };
                (0..6).map(over_one).fold(f64::NEG_INFINITY, f64::max)
            };
            let faces = separation(&first, &second).max(separation(&second, &first));
            let known = Known {
                between: minus(there.point(b.centre), a.centre),
                faces,
                reach: f64::INFINITY,
            };
            let found = best_edges(&first, &second, &known, &mut Vec::new());
            let best = exhaustive(&first, &second);
            if best > faces {
                better += 1;
                let found = found.map_or(f64::NAN, |c| c.separation);
                assert!((found - best).abs() < 1e-12, "{found} {best} {there:?}");
            }
        }
        assert!(better > 20, "{better}");
    }
}
