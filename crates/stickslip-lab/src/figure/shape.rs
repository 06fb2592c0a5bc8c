//! The shapes that move through a film strip.

use super::arrow::draw_arrow;
use super::axis::Scale;
use super::decimate::spaced;
use super::frame::Frame;
use super::plane::{Bounds, scale};
use super::svg::{Path, Svg};

/// A planar shape in metres, y upwards.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A rod with round ends: all points within r of the segment from a to b.
    Capsule {
        /// One end.
        a: [f64; 2],
        /// The other end.
        b: [f64; 2],
        /// Half the width, and the radius of the ends.
        r: f64,
    },
    /// A disc.
    Circle {
        /// Its centre.
        c: [f64; 2],
        /// Its radius.
        r: f64,
        /// Where to draw a spoke that shows its rotation, in radians from the x axis.
        mark: Option<f64>,
    },
    /// Lines through points.
    Polyline(Vec<[f64; 2]>),
    /// A closed outline.
    Polygon(Vec<[f64; 2]>),
    /// A vector, such as a force at a scale of its own.
    Arrow {
        /// Where it begins.
        at: [f64; 2],
        /// From there to its tip.
        vector: [f64; 2],
    },
    /// A table top or floor: everything below y.
    Ground {
        /// Its height.
        y: f64,
    },
}

impl Shape {
    /// Whether all its numbers can be drawn.
    pub(super) fn is_finite(&self) -> bool {
        let shown = |values: &[f64]| values.iter().all(|value| Scale::Linear.shows(*value));
        match self {
            Shape::Capsule { a, b, r } => shown(a) && shown(b) && shown(&[*r]),
            Shape::Circle { c, r, mark } => shown(c) && shown(&[*r, mark.unwrap_or(0.0)]),
            Shape::Polyline(points) | Shape::Polygon(points) => {
                points.iter().all(|point| shown(point))
            }
            Shape::Arrow { at, vector } => shown(at) && shown(vector),
            Shape::Ground { y } => shown(&[*y]),
        }
    }

    /// The height, if it is a ground.
    pub(super) fn ground(&self) -> Option<f64> {
        if let Shape::Ground { y } = self {
            Some(*y)
        } else {
            None
        }
    }

    /// Makes room for the shape.
    pub(super) fn extend(&self, bounds: &mut Bounds) {
        match self {
            Shape::Capsule { a, b, r } => {
                bounds.include(*a, r.abs());
                bounds.include(*b, r.abs());
            }
            Shape::Circle { c, r, .. } => bounds.include(*c, r.abs()),
            Shape::Polyline(points) | Shape::Polygon(points) => {
                points.iter().for_each(|point| bounds.include(*point, 0.0));
            }
            Shape::Arrow { at, vector } => {
                bounds.include(*at, 0.0);
                bounds.include(tip(*at, *vector), 0.0);
            }
            // a ground has no sides; it only shifts the lower edge once the sides are known
            Shape::Ground { .. } => {}
        }
    }

    /// Its outline on the page, the end at which a label likes to stand first. Empty for the ground.
    pub(super) fn outline(&self, frame: &Frame) -> Vec<[f64; 2]> {
        let closed = |mut points: Vec<[f64; 2]>| {
            points.extend(points.first().copied());
            points
        };
        match self {
            Shape::Capsule { a, b, r } => {
                let radius = r.abs() * scale(frame);
                let [a, b] = [frame.at(*a), frame.at(*b)];
                let [tx, ty] = direction(a, b);
                let side = |p: [f64; 2], s: f64| [p[0] - s * ty * radius, p[1] + s * tx * radius];
                let tip = |p: [f64; 2], s: f64| [p[0] + s * tx * radius, p[1] + s * ty * radius];
                let tips = [tip(a, -1.0), tip(b, 1.0)];
                closed(vec![
                    tips[1],
                    side(b, 1.0),
                    side(a, 1.0),
                    tips[0],
                    side(a, -1.0),
                    side(b, -1.0),
                ])
            }
            Shape::Circle { c, r, .. } => {
                let (centre, radius) = (frame.at(*c), r.abs() * scale(frame));
                let at = |k: i32| {
                    let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 24.0).sin_cos();
                    [centre[0] + radius * sin, centre[1] - radius * cos]
                };
                (0..=24).map(at).collect()
            }
            Shape::Polyline(points) => points.iter().map(|point| frame.at(*point)).collect(),
            Shape::Polygon(points) => closed(points.iter().map(|point| frame.at(*point)).collect()),
            Shape::Arrow { at, vector } => vec![frame.at(tip(*at, *vector)), frame.at(*at)],
            Shape::Ground { .. } => Vec::new(),
        }
    }

    /// Draws it in the current colour; the ground is drawn elsewhere, once for all frames.
    pub(super) fn draw(&self, svg: &mut Svg, frame: &Frame) {
        match self {
            Shape::Capsule { a, b, r } => {
                // an invisibly thin rod is still a rod
                let radius = (r.abs() * scale(frame)).max(0.8);
                svg.path("pale", &capsule(frame.at(*a), frame.at(*b), radius));
            }
            Shape::Circle { c, r, mark } => {
                let (centre, radius) = (frame.at(*c), (r.abs() * scale(frame)).max(0.8));
                svg.circle("pale", centre, radius);
                if let Some(angle) = mark {
                    let (sin, cos) = angle.sin_cos();
                    let rim = [centre[0] + radius * cos, centre[1] - radius * sin];
                    svg.line("thin", centre, rim);
                    svg.circle("ink", centre, 1.3);
                }
            }
            Shape::Polyline(_) => {
                svg.path("line", &Path::open(&spaced(&self.outline(frame), 0.3)));
            }
            Shape::Polygon(points) => {
                let points: Vec<_> = points.iter().map(|point| frame.at(*point)).collect();
                svg.path("pale", &Path::closed(&points));
            }
            Shape::Arrow { at, vector } => {
                draw_arrow(svg, frame.at(*at), frame.at(tip(*at, *vector)));
            }
            Shape::Ground { .. } => {}
        }
    }
}

fn tip(at: [f64; 2], vector: [f64; 2]) -> [f64; 2] {
    [at[0] + vector[0], at[1] + vector[1]]
}

/// The unit vector from a to b, or to the right if they coincide.
fn direction(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    let [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    let length = dx.hypot(dy);
    if length > 1e-9 {
        [dx / length, dy / length]
    } else {
        [1.0, 0.0]
    }
}

/// Two straight sides and two half circles.
pub(super) fn capsule(a: [f64; 2], b: [f64; 2], radius: f64) -> Path {
    let [tx, ty] = direction(a, b);
    let side = |p: [f64; 2], s: f64| [p[0] + s * ty * radius, p[1] - s * tx * radius];
    let mut path = Path::open(&[side(a, 1.0), side(b, 1.0)]);
    path.arc(radius, side(b, -1.0));
    path.to(side(a, -1.0));
    path.arc(radius, side(a, 1.0));
    path.close();
    path
}
