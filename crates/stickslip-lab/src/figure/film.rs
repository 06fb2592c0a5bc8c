//! A motion in one picture: shapes at chosen times over the table, each with its time.

use super::axis::Axis;
use super::decimate::spaced;
use super::heading::{Heading, MARGIN, length};
use super::plane::{Bounds, draw_ground, draw_plane, fit};
use super::ramp;
use super::shape::Shape;
use super::svg::{Path, Svg};
use super::theme::Theme;
use super::times::draw_times;

/// The shapes of one instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Instant {
    /// When, in seconds.
    pub time: f64,
    /// What is there. The time is written at the first shape (a capsule: at one of its ends).
    pub shapes: Vec<Shape>,
}

/// Shapes at chosen times in one plane drawn to scale, coloured from early to late (as Figure 2 of ST00).
#[derive(Clone, Debug, PartialEq)]
pub struct FilmStrip {
    /// What the figure shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// The instants in order of time.
    pub instants: Vec<Instant>,
    /// Paths below the shapes, in metres; points that are not finite are left out.
    pub trails: Vec<Vec<[f64; 2]>>,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Width of the whole figure in px.
    pub width: f64,
    /// Largest height of the area with the shapes in px.
    pub height: f64,
}

impl Instant {
    /// The shapes whose numbers are all finite.
    pub(super) fn drawable(&self) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().filter(|shape| shape.is_finite())
    }
}

impl Default for FilmStrip {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            instants: Vec::new(),
            trails: Vec::new(),
            x: Axis::new("x", "m"),
            y: Axis::new("y", "m"),
            width: 760.0,
            height: 520.0,
        }
    }
}

impl FilmStrip {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let mut svg = Svg::default();
        let mut heading = Heading::new(&self.title, &self.subtitle, self.width);

        // a tall motion makes a narrow figure
        let bounds = self.bounds();
        let left = MARGIN + 42.0;
        let highest = length(self.height, 60.0);
        let across = highest * bounds.span(0) / bounds.span(1);
        let needed = (across.max(320.0) + left + MARGIN).max(heading.text_width());
        heading.width = heading.width().min(needed);

        // the plane, to scale
        let top = heading.draw(&mut svg);
        let figure = heading.width();
        let frame = fit(&bounds, [left, top + 24.0], figure - MARGIN - left, highest);
        let below = draw_plane(&mut svg, &frame, &self.x, &self.y);
        let span = self.span();
        if let Some(span) = span {
            ramp::draw(&mut svg, [frame.area.right(), top + 10.0], span);
        }

        // grounds behind everything, each height once
        let mut heights: Vec<f64> = self.shapes().filter_map(Shape::ground).collect();
        heights.sort_by(f64::total_cmp);
        heights.dedup();
        for height in heights {
            draw_ground(&mut svg, &frame, height);
        }

        for trail in &self.trails {
            let pixels: Vec<_> = trail.iter().filter_map(|p| frame.visible(*p)).collect();
            svg.path("table", &Path::open(&spaced(&pixels, 0.4)));
        }

        // shapes from early to late, then the times on top of them all
        for instant in &self.instants {
            svg.group(&format!("t{}", self.step(instant, span)));
            instant
                .drawable()
                .for_each(|shape| shape.draw(&mut svg, &frame));
            svg.end();
        }
        draw_times(&mut svg, &frame, &self.instants, &self.trails);
        svg.finish(theme, [figure, below + MARGIN], &self.title, true)
    }

    fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.instants.iter().flat_map(Instant::drawable)
    }

    fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::NONE;
        self.shapes().for_each(|shape| shape.extend(&mut bounds));
        for point in self.trails.iter().flatten() {
            bounds.include(*point, 0.0);
        }
        // a ground is in sight wherever it is
        self.shapes()
            .filter_map(Shape::ground)
            .fold(bounds.padded(0.05), Bounds::with_ground)
    }

    /// First and last time.
    fn span(&self) -> Option<[f64; 2]> {
        let times = self
            .instants
            .iter()
            .map(|instant| instant.time)
            .filter(|time| time.is_finite());
        let none = [f64::INFINITY, f64::NEG_INFINITY];
        let [from, to] = times.fold(none, |[from, to], time| [from.min(time), to.max(time)]);
        (from <= to).then_some([from, to])
    }

    fn step(&self, instant: &Instant, span: Option<[f64; 2]>) -> usize {
        let [from, to] = span.unwrap_or([0.0, 0.0]);
        ramp::step(instant.time, from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg::well_formed;
    use super::*;

    fn texts(svg: &str) -> Vec<String> {
        let document = well_formed(svg);
        let nodes = document
            .descendants()
            .filter(|node| node.has_tag_name("text"));
        nodes
            .filter_map(|node| node.text().map(str::to_owned))
            .collect()
    }

    #[test]
    fn every_shape_and_its_time() {
        let shapes = [
            Shape::Capsule {
                a: [0.0, 0.0],
                b: [1.0, 0.5],
                r: 0.05,
            },
            Shape::Capsule {
                a: [0.0, 0.0],
                b: [0.0, 0.0],
                r: 0.0,
            },
            Shape::Circle {
                c: [0.0, 0.5],
                r: 0.2,
                mark: Some(1.0),
            },
            Shape::Polyline(vec![[0.0, 0.0], [1.0, 1.0]]),
            Shape::Polyline(vec![]),
            Shape::Polygon(vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
            Shape::Polygon(vec![]),
            Shape::Arrow {
                at: [0.0, 0.0],
                vector: [0.5, 0.2],
            },
        ];
        for shape in shapes {
            let instants = vec![Instant {
                time: 0.25,
                shapes: vec![shape, Shape::Ground { y: 0.0 }],
            }];
            let film = FilmStrip {
                instants,
                ..FilmStrip::default()
            };
            well_formed(&film.to_svg(Theme::Auto));
        }
        let rod = Shape::Capsule {
            a: [0.0, 0.0],
            b: [1.0, 0.5],
            r: 0.05,
        };
        let film = FilmStrip {
            instants: vec![Instant {
                time: 0.25,
                shapes: vec![rod],
            }],
            ..FilmStrip::default()
        };
        assert!(texts(&film.to_svg(Theme::Auto)).contains(&"0.25".to_owned()));
    }

    #[test]
    fn what_is_not_finite_is_left_out() {
        let bad = [
            Shape::Capsule {
                a: [f64::NAN, 0.0],
                b: [1.0, 0.5],
                r: 0.05,
            },
            Shape::Circle {
                c: [0.0, f64::INFINITY],
                r: 0.2,
                mark: None,
            },
            Shape::Circle {
                c: [0.0, 0.0],
                r: 0.2,
                mark: Some(f64::NAN),
            },
            Shape::Polygon(vec![[0.0, f64::NAN]]),
            Shape::Ground {
                y: f64::NEG_INFINITY,
            },
        ];
        let instants = vec![Instant {
            time: f64::NAN,
            shapes: bad.to_vec(),
        }];
        let film = FilmStrip {
            instants,
            trails: vec![vec![], vec![[f64::NAN, 0.0], [0.0, 0.0], [1.0, 1.0]]],
            ..FilmStrip::default()
        };
        well_formed(&film.to_svg(Theme::Auto));
        well_formed(&FilmStrip::default().to_svg(Theme::Auto));
    }
}
