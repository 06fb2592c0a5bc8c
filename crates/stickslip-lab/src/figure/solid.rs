//! Convex bodies in space, as wires and points in a parallel projection: what lies behind is drawn lighter.

use super::axis::{Axis, Scale};
use super::curve::draw_marker;
use super::frame::Frame;
use super::heading::{Heading, MARGIN, length};
use super::key::{Key, Legend};
use super::place::{Placer, around, draw_label};
use super::plane::{Bounds, fit};
use super::series::{Mark, Series};
use super::svg::{Path, Svg};
use super::text::short;
use super::theme::{COLOURS, Theme};

/// A point of a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spot {
    /// Where it is.
    pub at: [f64; 3],
    /// The outward normals of the surfaces that meet there, of any length: it is in front if one of them is turned
    /// towards the eye.
    pub normals: Vec<[f64; 3]>,
}

/// Lines and points on a body, in one colour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wires {
    /// What the legend calls it; empty for none.
    pub name: String,
    /// Lines through spots. A spot that is not finite is left out.
    pub lines: Vec<Vec<Spot>>,
    /// Single points.
    pub dots: Vec<Spot>,
    /// Number of its colour; its place among the wires if `None`.
    pub colour: Option<usize>,
}

/// Bodies around the origin with three axes, seen from above and from the side, as in Figures 3 and 6 of TTP01.
///
/// Axes may have different units. The body is drawn to scale as long as it is then neither flat nor a pole; otherwise
/// the third axis is stretched. The numbers at the axes are those of the body's half extents.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// What the figure shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// The axes, the third upwards.
    pub axes: [Axis; 3],
    /// The bodies, the first drawn first.
    pub wires: Vec<Wires>,
    /// Width of the whole figure in px.
    pub width: f64,
    /// Largest height of the picture in px.
    pub height: f64,
}

impl Default for Solid {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            axes: ["x", "y", "z"].map(|name| Axis::new(name, "")),
            wires: Vec::new(),
            width: 760.0,
            height: 440.0,
        }
    }
}

/// Where the eye is: turned about the third axis from the first, and raised (rad).
const AZIMUTH: f64 = 0.61;
const ELEVATION: f64 = 0.40;
/// How far the axes go beyond the body: the upright one must clear the rim behind it.
const REACH: [f64; 3] = [1.3, 1.3, 2.0];
/// Between these ratios of height to width a body is drawn to scale; otherwise it gets the ratio in the middle.
const TO_SCALE: [f64; 3] = [0.25, 0.4, 1.5];

/// From space to the plane of the picture.
struct View {
    /// Factor of each axis.
    stretch: [f64; 3],
}

impl View {
    /// Half extents of a body around the origin.
    fn new(extents: [f64; 3]) -> Self {
        let wide = extents[0].max(extents[1]);
        let ratio = extents[2] / wide;
        let up = match (TO_SCALE[0]..=TO_SCALE[2]).contains(&ratio) {
            true => 1.0,
            false => TO_SCALE[1] / ratio,
        };
        Self {
            stretch: [1.0, 1.0, if up.is_finite() { up } else { 1.0 }],
        }
    }

    /// Right and up in the picture.
    fn place(&self, point: [f64; 3]) -> [f64; 2] {
        let [x, y, z] = [0, 1, 2].map(|i| point[i] * self.stretch[i]);
        let ((sin, cos), (rise, level)) = (AZIMUTH.sin_cos(), ELEVATION.sin_cos());
        [cos * y - sin * x, level * z - rise * (cos * x + sin * y)]
    }

    /// Whether one of the surfaces at a spot is turned towards the eye.
    fn is_front(&self, spot: &Spot) -> bool {
        let ((sin, cos), (rise, level)) = (AZIMUTH.sin_cos(), ELEVATION.sin_cos());
        spot.normals.iter().any(|normal| {
            // normals change with the inverse of the stretch
            let [x, y, z] = [0, 1, 2].map(|i| normal[i] / self.stretch[i]);
            level * (cos * x + sin * y) + rise * z >= 0.0
        })
    }
}

impl Solid {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let mut svg = Svg::default();
        let heading = Heading::new(&self.title, &self.subtitle, self.width);
        let top = heading.draw(&mut svg);
        let figure = heading.width();
        let room = figure - 2.0 * MARGIN;

        let extents = self.extents();
        let view = View::new(extents);
        let mut bounds = Bounds::NONE;
        for spot in self.wires.iter().flat_map(spots) {
            bounds.include(view.place(spot.at), 0.0);
        }
        for axis in 0..3 {
            bounds.include(view.place(along(axis, REACH[axis] * extents[axis])), 0.0);
        }
        let samples: Vec<Series> = self.samples();
        let key = Key::new(&samples, Legend::Above, room, self.height);
        let corner = [MARGIN, top + key.height() + 8.0];
        let frame = fit(
            &bounds.padded(0.07),
            corner,
            room,
            length(self.height, 60.0),
        );
        key.draw(&mut svg, &frame, MARGIN, room);

        let mut placer = Placer::new(frame.area);
        for near in [false, true] {
            svg.group(if near { "near" } else { "far" });
            for (number, wires) in self.wires.iter().enumerate() {
                let colour = wires.colour.unwrap_or(number);
                draw_wires(&mut svg, &frame, &view, (wires, colour), near);
            }
            svg.end();
            // the axes pierce the body: their beginnings lie inside it
            if !near {
                self.draw_axes(&mut svg, &frame, &view, extents, &mut placer);
            }
        }
        self.draw_names(&mut svg, &frame, &view, extents, &mut placer);
        svg.finish(
            theme,
            [figure, frame.area.bottom() + MARGIN],
            &self.title,
            false,
        )
    }

    /// The largest distance from the origin along each axis.
    fn extents(&self) -> [f64; 3] {
        let mut extents = [0.0_f64; 3];
        for spot in self.wires.iter().flat_map(spots) {
            for (extent, x) in extents.iter_mut().zip(spot.at) {
                *extent = extent.max(x.abs());
            }
        }
        extents.map(|extent| if extent > 1e-280 { extent } else { 1.0 })
    }

    fn samples(&self) -> Vec<Series> {
        let sample = |(number, wires): (usize, &Wires)| {
            let mark = match (wires.lines.is_empty(), wires.dots.is_empty()) {
                (false, false) => Mark::LineMarkers,
                (true, false) => Mark::Markers,
                _ => Mark::Line,
            };
            let colour = wires.colour.unwrap_or(number);
            Series::new(&wires.name, mark, []).coloured(colour)
        };
        self.wires.iter().enumerate().map(sample).collect()
    }

    fn draw_axes(
        &self,
        svg: &mut Svg,
        frame: &Frame,
        view: &View,
        extents: [f64; 3],
        placer: &mut Placer,
    ) {
        for (axis, extent) in extents.into_iter().enumerate() {
            let at = |share: f64| frame.at(view.place(along(axis, share * extent)));
            svg.line("axis dash", at(0.0), at(1.0));
            svg.line("axis", at(1.0), at(REACH[axis]));
            svg.circle("ink", at(1.0), 2.0);
            placer.avoid_line(&[at(1.0), at(REACH[axis])]);
        }
    }

    /// Names at the ends of the axes, and the half extents where they leave the body.
    fn draw_names(
        &self,
        svg: &mut Svg,
        frame: &Frame,
        view: &View,
        extents: [f64; 3],
        placer: &mut Placer,
    ) {
        for (axis, extent) in extents.into_iter().enumerate() {
            let at = |share: f64| frame.at(view.place(along(axis, share * extent)));
            let (end, rim) = (at(REACH[axis]), at(1.0));
            let outward = [end[0] - rim[0], end[1] - rim[1]];
            let Axis { label, unit, .. } = &self.axes[axis];
            let name = match unit.is_empty() {
                true => label.clone(),
                false => format!("{label} ({unit})"),
            };
            if let Some(area) = placer.place(&name, &around(end, outward, &[12.0, 18.0])) {
                draw_label(svg, area, "strong", &name);
            }
            let number = short(extent, 3);
            let aside = [outward[1], -outward[0]];
            if let Some(area) = placer.place(&number, &around(rim, aside, &[10.0, 16.0])) {
                draw_label(svg, area, "", &number);
            }
        }
    }
}

fn along(axis: usize, distance: f64) -> [f64; 3] {
    let mut point = [0.0; 3];
    point[axis] = distance;
    point
}

/// The spots that can be drawn.
fn spots(wires: &Wires) -> impl Iterator<Item = &Spot> {
    let all = wires.lines.iter().flatten().chain(&wires.dots);
    all.filter(|spot| drawable(spot))
}

fn drawable(spot: &Spot) -> bool {
    let shown = |x: &f64| Scale::Linear.shows(*x);
    spot.at.iter().all(shown) && spot.normals.iter().flatten().all(shown)
}

/// The part of the wires that is turned towards the eye, or away from it.
fn draw_wires(
    svg: &mut Svg,
    frame: &Frame,
    view: &View,
    (wires, colour): (&Wires, usize),
    near: bool,
) {
    let pixel = |spot: &Spot| frame.at(view.place(spot.at));
    svg.group(&format!("c{}", colour % COLOURS));
    let mut path = Path::default();
    for line in &wires.lines {
        let spots: Vec<&Spot> = line.iter().filter(|spot| drawable(spot)).collect();
        // a piece is in front as soon as one of its ends is
        let pieces = spots
            .windows(2)
            .map(|w| view.is_front(w[0]) || view.is_front(w[1]));
        let mut run: Vec<[f64; 2]> = Vec::new();
        for (pair, front) in spots.windows(2).zip(pieces) {
            if front == near {
                if run.is_empty() {
                    run.push(pixel(pair[0]));
                }
                run.push(pixel(pair[1]));
            } else {
                path.add(&std::mem::take(&mut run));
            }
        }
        path.add(&run);
    }
    svg.path("wire", &path);
    for dot in wires.dots.iter().filter(|spot| drawable(spot)) {
        if view.is_front(dot) == near {
            draw_marker(svg, pixel(dot), colour);
        }
    }
    svg.end();
}

#[cfg(test)]
mod tests {
    use super::super::svg::well_formed;
    use super::*;

    fn circle() -> Wires {
        let spot = |k: i32| {
            let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 24.0).sin_cos();
            let at = [cos, sin, 0.0];
            Spot {
                at,
                normals: vec![at],
            }
        };
        Wires {
            name: "circle".into(),
            lines: vec![(0..=24).map(spot).collect()],
            dots: [0, 12].map(spot).to_vec(),
            colour: None,
        }
    }

    #[test]
    fn near_and_far_sides_are_told_apart() {
        let view = View::new([1.0, 1.0, 0.4]);
        let eye = [
            AZIMUTH.cos() * ELEVATION.cos(),
            AZIMUTH.sin() * ELEVATION.cos(),
            ELEVATION.sin(),
        ];
        let facing = |normals: &[[f64; 3]]| {
            view.is_front(&Spot {
                at: eye,
                normals: normals.to_vec(),
            })
        };
        let away = eye.map(|x| -x);
        assert!(facing(&[eye]) && !facing(&[away]) && facing(&[away, eye]));
        // what lies on the line of sight is one point of the picture
        let [x, y] = view.place(eye);
        assert!(x.abs() < 1e-12 && y.abs() < 1e-12, "{x} {y}");
        let svg = Solid {
            wires: vec![circle()],
            ..Solid::default()
        }
        .to_svg(Theme::Auto);
        let document = well_formed(&svg);
        for side in ["near", "far"] {
            let group = document
                .descendants()
                .find(|node| node.attribute("class") == Some(side))
                .unwrap();
            let dots = group
                .descendants()
                .filter(|n| n.attribute("class") == Some("dot"));
            assert_eq!(dots.count(), 1, "{side}");
        }
    }

    #[test]
    fn a_flat_body_is_stretched_and_its_numbers_are_true() {
        let view = View::new([1.0, 1.0, 1e-3]);
        assert!((view.stretch[2] - 400.0).abs() < 1e-9);
        let mut flat = circle();
        flat.dots.push(Spot {
            at: [0.0, 0.0, 1e-3],
            normals: vec![[0.0, 0.0, 1.0]],
        });
        let svg = Solid {
            wires: vec![flat],
            ..Solid::default()
        }
        .to_svg(Theme::Light);
        assert!(svg.contains(">0.001<") || svg.contains(">1e"), "{svg}");
    }

    #[test]
    fn odd_bodies() {
        let bad = Spot {
            at: [f64::NAN, 0.0, 0.0],
            normals: vec![[0.0, f64::INFINITY, 0.0]],
        };
        for wires in [
            Wires::default(),
            Wires {
                lines: vec![vec![], vec![bad.clone(), Spot::default()]],
                dots: vec![bad],
                ..Wires::default()
            },
        ] {
            let solid = Solid {
                wires: vec![wires],
                ..Solid::default()
            };
            well_formed(&solid.to_svg(Theme::Auto));
        }
        well_formed(&Solid::default().to_svg(Theme::Dark));
    }
}
