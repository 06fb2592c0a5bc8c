//! Two convex polyhedra: the direction that separates them best, and the patch where they face each other.
//!
//! Directions are tried exhaustively (normals of faces, and common normals of pairs of edges that can touch), so that a normal is
//! always that of a face to the last bit, or the cross product of two edges: nothing is iterated.

use super::beside::nearest;
use super::clip::{Clipped, Clipper, Origin};
use super::crossing::{Known, best_edges};
use super::feature::Facing;
use super::ids::{Sort, code};
use super::part::Plane;
use super::polytope::Polytope;
use super::seen::Seen;
use crate::vector::{cross, dot, minus, plus, scale, unit};
use crate::world::Pose;

/// Memory for pairs of polyhedra.
#[derive(Clone, Debug, Default)]
pub(crate) struct Workspace {
    /// The second polyhedron in the frame of the first.
    pub(super) points: Vec<[f64; 3]>,
    pub(super) normals: Vec<[f64; 3]>,
    first_normals: Vec<[f64; 3]>,
    slopes: Vec<f64>,
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
pub(super) const SLACK: f64 = 1e-5;
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
        slopes,
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
    let over_a = first.best_face(&second, reach);
    if over_a.0 > reach {
        return;
    }
    let over_b = second.best_face(&first, reach);
    if over_b.0 > reach {
        return;
    }
    let size = a.radius.min(b.radius);
    let faces = over_a.0.max(over_b.0);
    let flat =
        first.carries(&second, over_a, faces, size) || second.carries(&first, over_b, faces, size);
    let edges = match flat {
        true => None,
        false => {
            let known = Known {
                between,
                faces,
                reach,
            };
            best_edges(&first, &second, &known, slopes)
        }
    };
    if edges.as_ref().is_some_and(|e| e.separation > reach) {
        return;
    }
    let separation = edges.as_ref().map_or(faces, |e| faces.max(e.separation));
    let before = out.len();
    let mut patch = Patch {
        there,
        slack: SLACK * size,
        same: SAME * size,
        reference_is_first: over_a.0 + PREFERENCE * size >= over_b.0,
        overlap: separation <= 0.0,
    };
    let crossing = edges
        .as_ref()
        .filter(|crossing| crossing.separation > faces + PREFERENCE * size)
        .and_then(|crossing| Some((crossing, crossing.seen(&first, &second)?)));
    if let Some((crossing, seen)) = crossing {
        // The bodies can turn about the crossing: what faces each other beside it may be closed before they are searched again.
        let face;
        (patch.reference_is_first, face) = crossing.face(&first, &second);
        patch.overlap = false;
        patch.fill(&first, &second, face, clipper, out);
        // the crossing itself is no point of the patch, and what is deeper than it leaves along its normal sooner
        let mut place = 0;
        out.retain(|point| {
            place += 1;
            let beside = || point.code != seen.code && point.gap(there) >= crossing.separation;
            place <= before || beside()
        });
        out.push(seen);
    } else {
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
    let least = |out: &Vec<Seen>| {
        let gaps = out[before..].iter().map(|s| s.gap(there));
        gaps.fold(f64::INFINITY, f64::min)
    };
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
    /// The face that has all of the other farthest in front of it, or the first that has it out of reach: by how much, and its
    /// number.
    fn best_face(&self, other: &View<'_>, reach: f64) -> (f64, usize) {
        let mut best = (f64::NEG_INFINITY, 0);
        let mut last: Option<([f64; 3], f64)> = None;
        for (i, &normal) in self.normals.iter().enumerate() {
            // the faces of a box come in pairs: one look along a normal does for both
            let low = match last.take() {
                Some((opposite, high)) if scale(-1.0, opposite) == normal => -high,
                _ => {
                    let (low, high) = other.extent(normal);
                    last = Some((normal, high));
                    low
                }
            };
            let separation = low - self.level(i);
            if separation > best.0 {
                best = (separation, i);
                if separation > reach {
                    break;
                }
            }
        }
        best
    }

    /// The least and the largest height of its corners along a direction.
    #[inline]
    fn extent(&self, normal: [f64; 3]) -> (f64, f64) {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for p in self.points {
            let height = dot(normal, *p);
            low = if height < low { height } else { low };
            high = if height > high { height } else { high };
        }
        (low, high)
    }

    /// Whether a corner of the other stands so close over the inside of a face that no pair of edges can separate the two better
    /// than faces do, by more than faces are preferred: along a direction e two points of the bodies, the corner b and its foot a,
    /// are e·(b − a) ≤ |b − a| apart, and a separation is no more than that.
    fn carries(&self, other: &View<'_>, over: (f64, usize), faces: f64, size: f64) -> bool {
        let (separation, face) = over;
        if separation < faces - SAME * size {
            return false;
        }
        let (normal, level) = (self.normals[face], self.level(face));
        let outline = self.shape.corners(face);
        let most = faces + 0.5 * PREFERENCE * size;
        other.points.iter().any(|p| {
            (dot(normal, *p) - level).abs() <= most
                && (0..outline.len()).all(|k| {
                    let on = self.points[outline[k] as usize];
                    let next = self.points[outline[(k + 1) % outline.len()] as usize];
                    let along = minus(next, on);
                    let outside = dot(cross(along, normal), minus(*p, on));
                    // equal boxes on each other are common
                    outside <= 0.0
                        || outside * outside <= SLACK * SLACK * size * size * dot(along, along)
                })
        })
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
    #[inline]
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
