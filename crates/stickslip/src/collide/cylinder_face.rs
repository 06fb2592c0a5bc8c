//! A cylinder over a flat polygon: a face of a polyhedron or a triangle of a surface.

use super::analytic::{plane_ball, plane_rim};
use super::feature::{Facing, lowest_of_rim};
use super::ids::{Sort, code};
use super::part::{Cylinder, Plane};
use super::seen::Seen;
use super::surface::{Bend, Triangle};
use crate::vector::{cross, dot, minus, plus, scale, unit};
use crate::world::Pose;

/// A flat polygon, counter-clockwise as seen from outside.
pub(crate) struct Polygon<'a> {
    pub(crate) plane: Plane,
    /// Its number, for names.
    pub(crate) number: u32,
    pub(crate) corners: &'a [[f64; 3]],
    /// The triangle that it is, if it is one of a surface.
    pub(crate) triangle: Option<&'a Triangle>,
}

impl Polygon<'_> {
    /// How the surface goes on beyond the side from corner k to the next.
    fn bend(&self, k: usize) -> Bend {
        self.triangle.map_or(Bend::Convex, |t| t.sides[k].bend)
    }

    /// Whether corner k is a corner of the whole face.
    fn sharp(&self, k: usize) -> bool {
        self.triangle.is_none_or(|t| t.sharp[k])
    }
}

/// A cylinder over a polygon.
pub(crate) struct Over<'a> {
    pub(crate) polygon: Polygon<'a>,
    pub(crate) cylinder: &'a Cylinder,
    /// The frame of the cylinder's body in that of the polygon.
    pub(crate) there: &'a Pose,
    pub(crate) reach: f64,
}

impl Over<'_> {
    /// All points by which the cylinder can stand or lie on the polygon.
    pub(crate) fn fill(&self, out: &mut Vec<Seen>) {
        let placed = self.cylinder.placed(self.there);
        let upright = dot(placed.axis, self.polygon.plane.normal);
        for (i, rim) in self.cylinder.rims().into_iter().enumerate() {
            let points = plane_rim(&self.polygon.plane, self.cylinder, rim, self.there);
            for (k, facing) in points.into_iter().enumerate() {
                self.add(facing, 4 * i + k, None, out);
            }
        }
        if upright.abs() > 0.5 {
            self.stand(&placed, usize::from(upright < 0.0), out);
        } else {
            self.lie(&placed, out);
        }
    }

    /// Adds a contact if it is within reach and over the polygon; sides of the polygon on which it lies do not count.
    fn add(&self, facing: Facing, number: usize, on_side: Option<usize>, out: &mut Vec<Seen>) {
        let seen = Seen::new(
            code(Sort::FaceCorner, self.polygon.number, number as u32),
            facing,
        );
        let touch = seen.feature().at(&Pose::IDENTITY, self.there);
        if touch.gap <= self.reach && self.over(touch.point, on_side) {
            seen.join(out, self.there, 1e-6 * self.cylinder.radius);
        }
    }

    fn over(&self, point: [f64; 3], except: Option<usize>) -> bool {
        let polygon = &self.polygon;
        (0..polygon.corners.len()).all(|k| {
            let from = polygon.corners[k];
            let side = minus(polygon.corners[(k + 1) % polygon.corners.len()], from);
            let Some(away) = unit(cross(side, polygon.plane.normal)) else {
                return true;
            };
            let slack = match polygon.bend(k) {
                Bend::Concave => self.reach,
                _ => 1e-9 * self.cylinder.radius,
            };
            except == Some(k) || dot(away, minus(point, from)) <= slack
        })
    }

    /// Standing: where sides of the polygon cross the rim, and corners below the end. These are fixed to the cylinder, which is
    /// exact for as long as it does not turn about its axis.
    fn stand(&self, placed: &Cylinder, end: usize, out: &mut Vec<Seen>) {
        let polygon = &self.polygon;
        let (rim, normal) = (placed.rims()[end], polygon.plane.normal);
        let fixed =
            |on_end: [f64; 3]| plane_ball(&polygon.plane, self.there.point_back(on_end), 0.0);
        // up from a point of the polygon to the plane of the end
        let lift = |p: [f64; 3]| {
            let height = dot(placed.axis, minus(rim, p)) / dot(placed.axis, normal);
            plus(p, scale(height, normal))
        };
        let count = polygon.corners.len();
        for k in 0..count {
            let from = minus(lift(polygon.corners[k]), rim);
            let along = minus(minus(lift(polygon.corners[(k + 1) % count]), rim), from);
            let inside = dot(from, from) < placed.radius * placed.radius;
            if inside && polygon.sharp(k) {
                self.add(fixed(plus(rim, from)), 8 + k, Some(k), out);
            }
            if polygon.bend(k) == Bend::Flat {
                continue;
            }
            // |from + t along| = radius
            let (a, b) = (dot(along, along), dot(from, along));
            let c = dot(from, from) - placed.radius * placed.radius;
            let root = b * b - a * c;
            if root <= 0.0 {
                continue;
            }
            for (j, sign) in [-1.0, 1.0].into_iter().enumerate() {
                let t = (-b + sign * root.sqrt()) / a;
                if t > 0.0 && t < 1.0 {
                    let facing = fixed(plus(rim, plus(from, scale(t, along))));
                    self.add(facing, 8 + count + 2 * k + j, Some(k), out);
                }
            }
        }
    }

    /// Lying: where sides of the polygon cross below the lowest line. The circle of the cylinder there is a rim like those at the
    /// ends, so that it may roll.
    fn lie(&self, placed: &Cylinder, out: &mut Vec<Seen>) {
        let polygon = &self.polygon;
        let normal = polygon.plane.normal;
        let [low, high] = placed
            .rims()
            .map(|rim| lowest_of_rim(normal, rim, placed.axis, placed.radius));
        for k in 0..polygon.corners.len() {
            if polygon.bend(k) == Bend::Flat {
                continue;
            }
            let from = polygon.corners[k];
            let side = minus(polygon.corners[(k + 1) % polygon.corners.len()], from);
            let away = cross(side, normal);
            let (a, b) = (dot(away, minus(low, from)), dot(away, minus(high, from)));
            if a * b >= 0.0 {
                continue;
            }
            let station =
                -self.cylinder.half_length + 2.0 * self.cylinder.half_length * a / (a - b);
            let facing = Facing::PlaneRim {
                normal,
                on: polygon.plane.on,
                centre: plus(self.cylinder.centre, scale(station, self.cylinder.axis)),
                axis: self.cylinder.axis,
                radius: self.cylinder.radius,
            };
            self.add(facing, 8 + k, Some(k), out);
        }
    }
}
