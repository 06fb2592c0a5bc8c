//! Two convex polyhedra: the direction that separates them best, and the patch where they face each other.
//!
//! Directions are tried exhaustively (normals of faces, and common normals of pairs of edges that can touch), so that a normal is
//! always that of a face to the last bit, or the cross product of two edges: nothing is iterated.

use super::clip::{Clipped, Clipper, Origin};
use super::feature::Facing;
use super::ids::{Sort, code};
use super::part::Plane;
use super::polytope::Polytope;
use super::seen::Seen;
use crate::vector::{cross, dot, length, minus, plus, scale, unit};
use crate::world::Pose;

/// Memory for pairs of polyhedra.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    /// The second polyhedron in the frame of the first.
    pub(super) points: Vec<[f64; 3]>,
    pub(super) normals: Vec<[f64; 3]>,
    first_normals: Vec<[f64; 3]>,
    pub(super) clipper: Clipper,
}

/// A polyhedron as seen in the frame in which a pair is looked at.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) shape: &'a Polytope,
    pub(crate) points: &'a [[f64; 3]],
    pub(crate) normals: &'a [[f64; 3]],
}

/// A face is preferred to an edge, and the first body's face to the second's, when it separates the bodies worse by no more than
/// this fraction of their size: faces give whole patches, and patches that do not change their minds.
pub(super) const PREFERENCE: f64 = 1e-3;
/// Corners this far outside a face, as a fraction of the size, are still over it: equal boxes on each other are common.
pub(super) const SLACK: f64 = 1e-9;
/// Points of a patch that are this close, as a fraction of the size, are one.
pub(super) const SAME: f64 = 1e-6;

/// Faces whose normals differ by less (one minus the cosine of the angle between them) look the same way.
const ALIKE: f64 = 1e-6;

/// The contacts of two polyhedra.
pub(crate) fn polytope_polytope(
    a: &Polytope,
    b: &Polytope,
    there: &Pose,
    reach: f64,
    work: &mut Workspace,
    out: &mut Vec<Seen>,
) {
    let between = minus(there.point(b.centre), a.centre);
    let far = a.radius + b.radius + reach;
    if dot(between, between) > far * far {
        return;
    }
    work.place(b, there);
    let Workspace {
        points,
        normals,
        first_normals,
        clipper,
    } = work;
    first_normals.clear();
    first_normals.extend(a.faces.iter().map(|f| f.normal));
    let first = View {
        shape: a,
        points: &a.points,
        normals: first_normals,
    };
    let second = View {
        shape: b,
        points,
        normals,
    };
    let over_a = first.best_face(&second);
    let over_b = second.best_face(&first);
    if over_a.0.max(over_b.0) > reach {
        return;
    }
    let edges = best_edges(&first, &second, reach);
    if edges.as_ref().is_some_and(|e| e.separation > reach) {
        return;
    }
    let size = a.radius.min(b.radius);
    let faces = over_a.0.max(over_b.0);
    let separation = edges.as_ref().map_or(faces, |e| faces.max(e.separation));
    let before = out.len();
    if let Some(crossing) = &edges
        && crossing.separation > faces + PREFERENCE * size
    {
        out.extend(crossing.seen(&first, &second));
    }
    let least = |out: &Vec<Seen>| {
        let gaps = out[before..].iter().map(|s| s.gap(there));
        gaps.fold(f64::INFINITY, f64::min)
    };
    if least(out) > reach {
        let mut patch = Patch {
            there,
            slack: SLACK * size,
            same: SAME * size,
            reference_is_first: over_a.0 + PREFERENCE * size >= over_b.0,
            overlap: separation <= 0.0,
        };
        let faces = [over_a.1, over_b.1];
        let face = |patch: &Patch| faces[usize::from(!patch.reference_is_first)];
        patch.fill(&first, &second, face(&patch), clipper, out);
        // Edge on edge: a face of each separates them as well as that of the other, and any force between the two normals is
        // possible. With one of them alone two cards that lean on each other would slip off.
        let across = dot(first.normals[faces[0]], second.normals[faces[1]]);
        if (over_a.0 - over_b.0).abs() <= SAME * size && across > ALIKE - 1.0 {
            patch.reference_is_first = !patch.reference_is_first;
            patch.fill(&first, &second, face(&patch), clipper, out);
        }
    }
    // No distance is less than the largest separation; when what was found is clearly more, something else is nearer: corners and
    // edges beside each other.
    if separation > 0.0 && least(out) > separation + PREFERENCE * size {
        let normal = if over_a.0 >= over_b.0 {
            first.normals[over_a.1]
        } else {
            scale(-1.0, second.normals[over_b.1])
        };
        let crossing = edges.and_then(|e| e.seen(&first, &second));
        for seen in [crossing, nearest(&first, &second, normal, there, reach)] {
            out.extend(seen.filter(|seen| seen.gap(there) < least(out)));
        }
    }
}

impl Workspace {
    /// The second polyhedron in the frame of the first.
    pub(super) fn place(&mut self, b: &Polytope, there: &Pose) {
        self.points.clear();
        self.points.extend(b.points.iter().map(|p| there.point(*p)));
        self.normals.clear();
        self.normals
            .extend(b.faces.iter().map(|f| there.direction(f.normal)));
    }
}

impl View<'_> {
    /// The face that has all of the other farthest in front of it: by how much, and its number.
    fn best_face(&self, other: &View<'_>) -> (f64, usize) {
        let mut best = (f64::NEG_INFINITY, 0);
        for (i, normal) in self.normals.iter().enumerate() {
            let low = other
                .points
                .iter()
                .map(|p| dot(*normal, *p))
                .fold(f64::INFINITY, f64::min);
            let separation = low - self.level(i);
            if separation > best.0 {
                best = (separation, i);
            }
        }
        best
    }

    /// The face that looks most against a direction, among those at the corner that is farthest against it.
    pub(super) fn opposite(&self, normal: [f64; 3]) -> usize {
        let mut lowest = (f64::INFINITY, 0);
        for (i, p) in self.points.iter().enumerate() {
            let height = dot(normal, *p);
            if height < lowest.0 {
                lowest = (height, i as u32);
            }
        }
        let mut against = (f64::INFINITY, 0);
        for (i, n) in self.normals.iter().enumerate() {
            let slope = dot(*n, normal);
            if slope < against.0 && self.shape.corners(i).contains(&lowest.1) {
                against = (slope, i);
            }
        }
        against.1
    }

    /// How far along its normal a face is.
    pub(super) fn level(&self, face: usize) -> f64 {
        let corner = self.shape.corners(face)[0];
        dot(self.normals[face], self.points[corner as usize])
    }

    /// An edge: where it begins, and to where it runs from there.
    pub(super) fn edge(&self, edge: usize) -> ([f64; 3], [f64; 3]) {
        let [from, to] = self.shape.edges[edge].ends.map(|i| self.points[i as usize]);
        (from, minus(to, from))
    }
}

/// Two edges that face each other.
struct Crossing {
    separation: f64,
    edges: [usize; 2],
    /// 1 if the normal from the first to the second is along first × second.
    sign: f64,
}

/// The pair of edges that separates best, among those that can touch: whose arcs of normals cross on the sphere of directions.
fn best_edges(first: &View<'_>, second: &View<'_>, reach: f64) -> Option<Crossing> {
    let mut best: Option<Crossing> = None;
    for i in 0..first.shape.edges.len() {
        let (a, u) = first.edge(i);
        let [left, right] = first.shape.edges[i]
            .faces
            .map(|f| first.normals[f as usize]);
        for j in 0..second.shape.edges.len() {
            let [other_left, other_right] = second.shape.edges[j]
                .faces
                .map(|f| second.normals[f as usize]);
            let (cl, cr) = (dot(other_left, u), dot(other_right, u));
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
    fn seen(&self, first: &View<'_>, second: &View<'_>) -> Option<Seen> {
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

/// How a patch is to be made.
struct Patch<'a> {
    there: &'a Pose,
    slack: f64,
    same: f64,
    reference_is_first: bool,
    /// Whether the polyhedra overlap, so that there must be a contact.
    overlap: bool,
}

impl Patch<'_> {
    /// The face of the other polyhedron that looks most against the reference face, cut by the sides of that. All points of a
    /// patch have the normal of the reference face, which is fixed to its body; the points are fixed to the other body. A point
    /// that is not a corner slides along the edges as they move, which its gap sees to first order only.
    fn fill(
        &self,
        first: &View<'_>,
        second: &View<'_>,
        face: usize,
        clipper: &mut Clipper,
        out: &mut Vec<Seen>,
    ) {
        let (reference, incident) = if self.reference_is_first {
            (first, second)
        } else {
            (second, first)
        };
        let normal = reference.normals[face];
        let opposite = incident.opposite(normal);
        let corners = incident.shape.corners(opposite);
        clipper.begin(corners.iter().map(|&i| incident.points[i as usize]));
        let outline = reference.shape.corners(face);
        for k in 0..outline.len() {
            let on = reference.points[outline[k] as usize];
            let next = reference.points[outline[(k + 1) % outline.len()] as usize];
            let Some(normal) = unit(cross(minus(next, on), normal)) else {
                continue;
            };
            clipper.cut(
                &Plane { normal, on },
                k as u32,
                outline.len() as u32,
                self.slack,
            );
        }
        clipper.thin(self.same);
        let plane = plane_of(reference.shape, face);
        if clipper.points.is_empty() && self.overlap {
            // corners pushed through corners: the deepest one is left
            let depth = |i: &u32| dot(normal, incident.points[*i as usize]);
            let places = (0..corners.len()).map(|k| (k, &corners[k]));
            let deepest = places.min_by(|a, b| depth(a.1).total_cmp(&depth(b.1)));
            clipper.begin(corners.iter().map(|&i| incident.points[i as usize]));
            let kept = deepest.map_or(0, |d| d.0);
            clipper
                .points
                .retain(|c| c.origin == Origin::Corner(kept as u32));
        }
        for clipped in &clipper.points {
            let code = self.code(reference, incident, [face, opposite], clipped.origin);
            let facing = Facing::PlaneBall {
                normal: plane.normal,
                on: plane.on,
                centre: self.own_point(incident, opposite, clipped),
                radius: 0.0,
            };
            let seen = Seen::new(code, facing);
            out.push(if self.reference_is_first {
                seen
            } else {
                seen.flipped()
            });
        }
    }

    /// A clipped point in the frame of the body it belongs to; corners come back unrounded.
    fn own_point(&self, incident: &View<'_>, face: usize, clipped: &Clipped) -> [f64; 3] {
        match clipped.origin {
            Origin::Corner(i) => {
                let corner = incident.shape.corners(face)[i as usize];
                incident.shape.points[corner as usize]
            }
            _ if self.reference_is_first => self.there.point_back(clipped.point),
            _ => clipped.point,
        }
    }

    /// The same features have the same code, whichever of the faces is the reference.
    fn code(
        &self,
        reference: &View<'_>,
        incident: &View<'_>,
        [face, opposite]: [usize; 2],
        origin: Origin,
    ) -> u32 {
        let (sort, of_reference, of_incident) = match origin {
            Origin::Corner(i) => {
                let corner = incident.shape.corners(opposite)[i as usize];
                (Sort::FaceCorner, face as u32, corner)
            }
            Origin::Crossing(own, side) => (
                Sort::EdgeEdge,
                reference.shape.sides(face)[side as usize],
                incident.shape.sides(opposite)[own as usize],
            ),
            Origin::Cutter(i) => {
                let corner = reference.shape.corners(face)[i as usize];
                (Sort::CornerFace, corner, opposite as u32)
            }
        };
        if self.reference_is_first {
            return code(sort, of_reference, of_incident);
        }
        let sort = match sort {
            Sort::FaceCorner => Sort::CornerFace,
            Sort::CornerFace => Sort::FaceCorner,
            other => other,
        };
        code(sort, of_incident, of_reference)
    }
}

/// The plane of a face, in the frame of its body.
pub(crate) fn plane_of(shape: &Polytope, face: usize) -> Plane {
    let normal = shape.faces[face].normal;
    let corner = shape.points[shape.corners(face)[0] as usize];
    // onto the mean plane of the face, which its first corner can miss by rounding
    let miss = shape.faces[face].offset - dot(normal, corner);
    Plane {
        normal,
        on: plus(corner, scale(miss, normal)),
    }
}

/// The nearest corner and edge, or two corners, of polyhedra that are apart and face each other with neither faces nor crossing
/// edges. `normal` is a direction that separates them, from the first to the second.
fn nearest(
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
