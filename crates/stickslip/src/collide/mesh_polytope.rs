//! Convex polyhedra against surfaces of triangles.
//!
//! Each triangle near the polyhedron is treated on its own, but only by directions in which the surface around it can be touched,
//! and points that a neighbour in the same plane would see again are left out. So a box on a flat floor of many triangles has the
//! contacts it has on one large face.

use super::clip::{Clipper, Origin};
use super::convex::{PREFERENCE, SAME, SLACK, View, plane_of};
use super::feature::Facing;
use super::ids::{Sort, code};
use super::mesh_round::around;
use super::narrow::Scratch;
use super::part::Plane;
use super::polytope::Polytope;
use super::seen::Seen;
use super::surface::{Bend, Surface, Triangle};
use crate::vector::{cross, dot, minus, plus, scale, unit};
use crate::world::Pose;

/// The direction by which a triangle and a polyhedron are farthest apart.
#[derive(Clone, Copy, Debug)]
pub(crate) enum By {
    /// The triangle's normal.
    Triangle,
    /// That of a face of the polyhedron.
    Face(usize),
    /// The common normal of a side of the triangle and an edge of the polyhedron.
    Edges(usize, usize),
}

/// A surface and a polyhedron.
pub(crate) fn surface_polytope(
    surface: &Surface,
    other: &Polytope,
    there: &Pose,
    reach: f64,
    scratch: &mut Scratch,
    out: &mut Vec<Seen>,
) {
    let work = &mut scratch.convex;
    work.place(other, there);
    surface.near(&around(&work.points, reach), &mut scratch.near);
    let view = View {
        shape: other,
        points: &work.points,
        normals: &work.normals,
    };
    let pair = Meeting {
        surface,
        view,
        there,
        reach,
        centre: there.point(other.centre),
    };
    let ways = &mut scratch.ways;
    ways.clear();
    for &t in &scratch.near {
        let triangle = &surface.triangles[t as usize];
        if let Some(by) = pair.direction(triangle) {
            ways.push((triangle.region, t, by));
        }
    }
    ways.sort_unstable_by_key(|way| (way.0, way.1));
    for way in ways.chunk_by(|a, b| a.0 == b.0) {
        // A region that is touched at its rim is not touched inside: seen from a triangle in its middle, what has come in from
        // the side would have come from above.
        let at_rim = way.iter().any(|w| !matches!(w.2, By::Triangle));
        for &(_, t, by) in way {
            let triangle = &surface.triangles[t as usize];
            match by {
                By::Triangle if at_rim => {}
                By::Triangle => pair.on_triangle(triangle, &mut work.clipper, out),
                By::Face(face) => pair.on_face(triangle, face, &mut work.clipper, out),
                By::Edges(side, edge) => pair.across_edges(triangle, side, edge, out),
            }
        }
    }
}

struct Meeting<'a> {
    surface: &'a Surface,
    view: View<'a>,
    there: &'a Pose,
    reach: f64,
    centre: [f64; 3],
}

impl Meeting<'_> {
    fn size(&self) -> f64 {
        self.view.shape.radius
    }

    fn join(&self, seen: Seen, out: &mut Vec<Seen>) {
        if seen.gap(self.there) <= self.reach {
            seen.join(out, self.there, SAME * self.size());
        }
    }

    /// The direction of largest separation among those by which the surface can be touched here; `None` if the triangle is out
    /// of reach, or the polyhedron behind it.
    fn direction(&self, triangle: &Triangle) -> Option<By> {
        let view = &self.view;
        let low = view
            .points
            .iter()
            .map(|p| dot(triangle.normal, *p))
            .fold(f64::INFINITY, f64::min);
        let own = low - triangle.offset;
        if own > self.reach || dot(triangle.normal, self.centre) <= triangle.offset {
            return None;
        }
        // the triangle's own face is preferred, as in pairs of polyhedra
        let mut best = (own + PREFERENCE * self.size(), By::Triangle);
        let corners = self.surface.corners(triangle);
        for (face, normal) in view.normals.iter().enumerate() {
            let heights = corners.map(|c| dot(*normal, c));
            let least = heights[0].min(heights[1]).min(heights[2]);
            let separation = least - view.level(face);
            if separation > self.reach {
                return None;
            }
            if separation <= best.0 {
                continue;
            }
            let from = scale(-1.0, *normal);
            let touchable = (0..3)
                .filter(|&k| heights[k] <= least + self.surface.rounding)
                .all(|k| self.surface.peaks(triangle.corners[k], from));
            if touchable {
                best = (separation, By::Face(face));
            }
        }
        for side in 0..3 {
            if !matches!(triangle.sides[side].bend, Bend::Convex | Bend::Border) {
                continue;
            }
            for edge in 0..view.shape.edges.len() {
                if let Some(normal) = self.arcs_cross(triangle, side, edge) {
                    let separation = dot(normal, minus(view.edge(edge).0, corners[side]));
                    if separation > self.reach {
                        return None;
                    }
                    if separation > best.0 {
                        best = (separation, By::Edges(side, edge));
                    }
                }
            }
        }
        Some(best.1)
    }

    /// The common normal of a side and an edge, out of the surface, if they can touch.
    fn arcs_cross(&self, triangle: &Triangle, side: usize, edge: usize) -> Option<[f64; 3]> {
        let corners = self.surface.corners(triangle);
        let u = minus(corners[(side + 1) % 3], corners[side]);
        let (left, right) = (triangle.normal, triangle.sides[side].beyond);
        let [other_left, other_right] = self.view.shape.edges[edge]
            .faces
            .map(|f| self.view.normals[f as usize]);
        let (cl, cr) = (dot(other_left, u), dot(other_right, u));
        let v = self.view.edge(edge).1;
        let (al, ar) = (dot(left, v), dot(right, v));
        if cl * cr >= 0.0 || al * ar >= 0.0 || cl * ar >= 0.0 {
            return None;
        }
        let normal = cross(u, v);
        if dot(normal, normal) < 1e-6 * dot(u, u) * dot(v, v) {
            return None;
        }
        let sign = if dot(normal, plus(left, right)) < 0.0 {
            -1.0
        } else {
            1.0
        };
        unit(scale(sign, normal))
    }

    /// The face of the polyhedron that looks most against the triangle, cut by the triangle's sides.
    fn on_triangle(&self, triangle: &Triangle, clipper: &mut Clipper, out: &mut Vec<Seen>) {
        let view = &self.view;
        let face = view.opposite(triangle.normal);
        let corners = view.shape.corners(face);
        clipper.begin(corners.iter().map(|&i| view.points[i as usize]));
        let outline = self.surface.corners(triangle);
        for k in 0..3 {
            let away = cross(minus(outline[(k + 1) % 3], outline[k]), triangle.normal);
            let Some(normal) = unit(away) else { continue };
            let plane = Plane {
                normal,
                on: outline[k],
            };
            // where a wall begins, the floor goes on under it: what has sunk into the wall by a little stands on the floor still
            let slack = match triangle.sides[k].bend {
                Bend::Concave => self.reach + SLACK * self.size(),
                _ => SLACK * self.size(),
            };
            clipper.cut(&plane, k as u32, 3, slack);
        }
        clipper.thin(SAME * self.size());
        let plane = self.surface.plane(triangle);
        for clipped in &clipper.points {
            let (centre, code) = match clipped.origin {
                Origin::Corner(i) => {
                    let corner = corners[i as usize];
                    let centre = view.shape.points[corner as usize];
                    (centre, code(Sort::FaceCorner, triangle.region, corner))
                }
                Origin::Crossing(own, side) => {
                    let side = &triangle.sides[side as usize];
                    if side.bend == Bend::Flat {
                        continue;
                    }
                    let edge = view.shape.sides(face)[own as usize];
                    let centre = self.there.point_back(clipped.point);
                    (centre, code(Sort::EdgeEdge, side.number, edge))
                }
                Origin::Cutter(k) => {
                    if !triangle.sharp[k as usize] {
                        continue;
                    }
                    let corner = triangle.corners[k as usize];
                    let centre = self.there.point_back(clipped.point);
                    (centre, code(Sort::CornerFace, corner, face as u32))
                }
            };
            let facing = Facing::PlaneBall {
                normal: plane.normal,
                on: plane.on,
                centre,
                radius: 0.0,
            };
            self.join(Seen::new(code, facing), out);
        }
    }

    /// The triangle cut by the sides of a face of the polyhedron.
    fn on_face(
        &self,
        triangle: &Triangle,
        face: usize,
        clipper: &mut Clipper,
        out: &mut Vec<Seen>,
    ) {
        let view = &self.view;
        clipper.begin(self.surface.corners(triangle).into_iter());
        let outline = view.shape.corners(face);
        for k in 0..outline.len() {
            let on = view.points[outline[k] as usize];
            let next = view.points[outline[(k + 1) % outline.len()] as usize];
            let Some(normal) = unit(cross(minus(next, on), view.normals[face])) else {
                continue;
            };
            let (k, sides) = (k as u32, outline.len() as u32);
            clipper.cut(&Plane { normal, on }, k, sides, SLACK * self.size());
        }
        clipper.thin(SAME * self.size());
        let plane = plane_of(view.shape, face);
        let from = scale(-1.0, view.normals[face]);
        for clipped in &clipper.points {
            let code = match clipped.origin {
                Origin::Corner(k) => {
                    let corner = triangle.corners[k as usize];
                    if !triangle.sharp[k as usize] || !self.surface.peaks(corner, from) {
                        continue;
                    }
                    code(Sort::CornerFace, corner, face as u32)
                }
                Origin::Crossing(own, side) => {
                    let own = &triangle.sides[own as usize];
                    if !matches!(own.bend, Bend::Convex | Bend::Border) {
                        continue;
                    }
                    let edge = view.shape.sides(face)[side as usize];
                    code(Sort::EdgeEdge, own.number, edge)
                }
                Origin::Cutter(k) => {
                    let corner = outline[k as usize];
                    code(Sort::FaceCorner, triangle.region, corner)
                }
            };
            let facing = Facing::PlaneBall {
                normal: plane.normal,
                on: plane.on,
                centre: clipped.point,
                radius: 0.0,
            };
            self.join(Seen::new(code, facing).flipped(), out);
        }
    }

    /// A side of the triangle and an edge of the polyhedron, if they pass each other between their ends.
    fn across_edges(&self, triangle: &Triangle, side: usize, edge: usize, out: &mut Vec<Seen>) {
        let corners = self.surface.corners(triangle);
        let (a, u) = (corners[side], minus(corners[(side + 1) % 3], corners[side]));
        let (b, v) = self.view.edge(edge);
        let (apart, normal) = (minus(b, a), cross(u, v));
        let square = dot(normal, normal);
        let s = dot(cross(apart, v), normal) / square;
        let t = dot(cross(apart, u), normal) / square;
        let within = |x: f64| (-1e-9..=1.0 + 1e-9).contains(&x);
        let Some(away) = self.arcs_cross(triangle, side, edge) else {
            return;
        };
        if !(within(s) && within(t)) {
            return;
        }
        let shape = self.view.shape;
        let [from, to] = shape.edges[edge].ends.map(|k| shape.points[k as usize]);
        let (on, along) = self.surface.line(triangle, side);
        let facing = Facing::LineLine {
            on: [on, from],
            along: [along, unit(minus(to, from)).unwrap_or([0.0, 0.0, 1.0])],
            radii: [0.0; 2],
            sign: if dot(cross(along, v), away) < 0.0 {
                -1.0
            } else {
                1.0
            },
        };
        let number = triangle.sides[side].number;
        self.join(
            Seen::new(code(Sort::EdgeEdge, number, edge as u32), facing),
            out,
        );
    }
}
