//! Outlines of bodies and surfaces in a picture.

use super::arrow::magnitude;
use super::axis::Scale;
use super::frame::Frame;
use super::plane::scale;
use super::shape::{Shape, capsule};
use super::svg::{Path, Svg};

/// Depth of hatching.
pub(super) const HATCH: f64 = 7.0;

/// How a shape is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A body: filled, a little transparent.
    Body,
    /// An edge of a body that is seen.
    Edge,
    /// An edge behind it.
    Hidden,
    /// A surface at rest, from the first point to the second, hatched on its right.
    Wall,
    /// What reaches from a body to a place away from it.
    Arm,
    /// Where a force may point: a tinted wedge.
    Cone,
}

/// The classes of a friction cone: pale, in the colour of friction, with a line around it.
pub(super) const CONE: &str = "cone c1";

/// A shape of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// The shape, in metres.
    pub shape: Shape,
    /// How it is drawn.
    pub look: Look,
}

/// Draws an outline; what has no place on the page is left out.
pub(super) fn draw_outline(svg: &mut Svg, frame: &Frame, outline: &Outline) {
    let pixels: Vec<[f64; 2]> = outline.shape.outline(frame);
    let far = |point: &[f64; 2]| point.iter().any(|x| !Scale::Linear.shows(*x));
    if pixels.iter().any(far) {
        return;
    }
    match (&outline.shape, outline.look) {
        (Shape::Circle { c, r, .. }, Look::Body) => {
            svg.circle(
                "solid",
                frame.at(*c),
                (r.abs() * scale(frame)).clamp(1.0, 1e5),
            );
        }
        (Shape::Capsule { a, b, r }, Look::Body) => {
            let radius = (r.abs() * scale(frame)).max(1.0);
            svg.path("solid", &capsule(frame.at(*a), frame.at(*b), radius));
        }
        (_, Look::Body) => svg.path("solid", &Path::closed(&pixels)),
        (_, Look::Cone) => svg.path(CONE, &Path::closed(&pixels)),
        (_, Look::Arm) => svg.path("axis dash", &Path::open(&pixels)),
        (_, Look::Edge) => svg.path("table", &Path::open(&pixels)),
        (_, Look::Hidden) => svg.path("axis far", &Path::open(&pixels)),
        (_, Look::Wall) => {
            if let [from, .., to] = pixels.as_slice() {
                draw_wall(svg, *from, *to);
            }
        }
    }
}

/// A line with hatching on its right.
fn draw_wall(svg: &mut Svg, from: [f64; 2], to: [f64; 2]) {
    let along = [to[0] - from[0], to[1] - from[1]];
    let long = magnitude(along);
    if !(1e-9..1e5).contains(&long) {
        return;
    }
    let [tx, ty] = along.map(|part| part / long);
    let mut hatch = Path::default();
    let mut at = HATCH;
    while at <= long {
        let foot = [from[0] + at * tx, from[1] + at * ty];
        // to the right on the page, and back a little
        let end = [foot[0] - HATCH * (ty + tx), foot[1] + HATCH * (tx - ty)];
        hatch.add(&[foot, end]);
        at += HATCH;
    }
    svg.path("hatch", &hatch);
    svg.line("table", from, to);
}
