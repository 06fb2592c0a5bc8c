//! A motion in one picture: shapes at chosen times over the table, each with its time.

use super::axis::Axis;
use super::frame::Frame;
use super::panels::{Heading, MARGIN};
use super::place::{Placer, around, draw_label};
use super::plane::{Bounds, draw_ground, fit};
use super::ramp;
use super::shape::Shape;
use super::svg::{Rect, Svg};
use super::text::{short, width};
use super::theme::{TICK, Theme};

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
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Width of the whole figure in px.
    pub width: f64,
    /// Largest height of the area with the shapes in px.
    pub height: f64,
}

impl Default for FilmStrip {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            instants: Vec::new(),
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
        let heading = Heading {
            title: &self.title,
            subtitle: &self.subtitle,
            width: self.width,
            panels: false,
        };
        let top = heading.draw(&mut svg);
        let figure = heading.width();

        // the plane, to scale
        let bounds = self.bounds();
        let left = MARGIN + 42.0;
        let corner = [left, top + 24.0];
        let highest = self.height.max(60.0).min(10_000.0);
        let frame = fit(&bounds, corner, figure - MARGIN - left, highest);
        let below = draw_plane(&mut svg, &frame, &self.x, &self.y);
        let span = self.span();
        if let Some(span) = span {
            draw_ramp(&mut svg, [frame.area.right(), top + 10.0], span);
        }

        // grounds behind everything, each height once
        let mut heights: Vec<f64> = self.shapes().filter_map(ground).collect();
        heights.sort_by(f64::total_cmp);
        heights.dedup();
        for height in heights {
            draw_ground(&mut svg, &frame, height);
        }

        // shapes from early to late, then the times on top of them all
        for instant in &self.instants {
            svg.group(&format!("t{}", self.step(instant, span)));
            drawable(instant).for_each(|shape| shape.draw(&mut svg, &frame));
            svg.end();
        }
        self.draw_times(&mut svg, &frame);
        svg.finish(theme, [figure, below + MARGIN], &self.title, true)
    }

    fn shapes(&self) -> impl Iterator<Item = &Shape> {
        self.instants.iter().flat_map(drawable)
    }

    fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::NONE;
        self.shapes().for_each(|shape| shape.extend(&mut bounds));
        let mut bounds = bounds.padded(0.05);
        // the ground is seen if anything stands above it
        for height in self.shapes().filter_map(ground) {
            let margin = 0.05 * (bounds.high[0] - bounds.low[0]);
            bounds.low[1] = bounds.low[1].min(height - margin);
            bounds.high[1] = bounds.high[1].max(height + margin);
        }
        bounds
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

    /// Times where there is room for them; the first and the last come first.
    fn draw_times(&self, svg: &mut Svg, frame: &Frame) {
        let mut placer = Placer::new(frame.area);
        for shape in self.shapes() {
            placer.avoid_line(&shape.outline(frame));
        }
        let count = self.instants.len();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|i| *i != 0 && i + 1 != count);
        for i in order {
            let instant = &self.instants[i];
            let shape = drawable(instant).find(|shape| ground(shape).is_none());
            let Some(shape) = shape else { continue };
            let label = short(instant.time, 3);
            if let Some(area) = placer.place(&label, &label_places(shape, frame, &label)) {
                draw_label(svg, area, "", &label);
            }
        }
    }
}

/// Where a time may stand: beyond the ends of a rod, around anything else.
fn label_places(shape: &Shape, frame: &Frame, label: &str) -> Vec<[f64; 2]> {
    let outline = shape.outline(frame);
    if let Shape::Capsule { .. } = shape {
        let ends = [(outline[0], outline[3]), (outline[3], outline[0])];
        return ends
            .iter()
            .flat_map(|(end, other)| {
                let out = [end[0] - other[0], end[1] - other[1]];
                // far enough that the text clears the end, wider sideways than upwards
                let length = out[0].hypot(out[1]).max(1e-9);
                let sideways = (out[0] / length).abs() * (width(label, TICK) / 2.0 - 6.0).max(0.0);
                around(*end, out, &[10.0 + sideways * 0.6, 15.0 + sideways])
                    .into_iter()
                    .filter(|place| {
                        let away = [place[0] - end[0], place[1] - end[1]];
                        away[0] * out[0] + away[1] * out[1] > 0.0
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    let count = outline.len().max(1) as f64;
    let middle = outline.iter().fold([0.0, 0.0], |m, p| {
        [m[0] + p[0] / count, m[1] + p[1] / count]
    });
    let reach = |axis: usize| {
        outline
            .iter()
            .map(|point| (point[axis] - middle[axis]).abs())
            .fold(0.0, f64::max)
    };
    let (wide, high) = (reach(0) + width(label, TICK) / 2.0 + 4.0, reach(1) + 9.0);
    let mut places = vec![
        [middle[0], middle[1] - high],
        [middle[0] + wide, middle[1]],
        [middle[0] - wide, middle[1]],
        [middle[0], middle[1] + high],
    ];
    // a large shape has room inside
    if reach(0) > width(label, TICK) && reach(1) > 12.0 {
        places.insert(0, middle);
    }
    places
}

fn drawable(instant: &Instant) -> impl Iterator<Item = &Shape> {
    instant.shapes.iter().filter(|shape| shape.is_finite())
}

fn ground(shape: &Shape) -> Option<f64> {
    if let Shape::Ground { y } = shape {
        Some(*y)
    } else {
        None
    }
}

/// Grid, numbers and captions of a plane; gives back where the page goes on.
pub(super) fn draw_plane(svg: &mut Svg, frame: &Frame, x: &Axis, y: &Axis) -> f64 {
    let x_ticks = x.ticks(frame.x.domain, ((frame.area.width / 80.0) as usize).max(2));
    let y_ticks = y.ticks(frame.y.domain, ((frame.area.height / 42.0) as usize).max(2));
    frame.draw_grid(svg, &x_ticks, &y_ticks);
    frame.draw_y_labels(svg, &y_ticks);
    frame.draw_x_labels(svg, &x_ticks);
    svg.text("quiet", [MARGIN, frame.area.y - 12.0], &y.caption(&y_ticks));
    let below = frame.area.bottom() + 36.0;
    let middle = frame.area.x + frame.area.width / 2.0;
    svg.text("quiet middle", [middle, below], &x.caption(&x_ticks));
    below
}

/// The colours with the first and the last time, ending at the given right end.
fn draw_ramp(svg: &mut Svg, [right, y]: [f64; 2], [from, to]: [f64; 2]) {
    let (from, to) = (
        format!("{} s", short(from, 3)),
        format!("{} s", short(to, 3)),
    );
    let (bar, height) = (128.0, 8.0);
    let end = right - width(&to, TICK) - 6.0;
    let cell = bar / ramp::STEPS as f64;
    for step in 0..ramp::STEPS {
        let x = end - bar + step as f64 * cell;
        let area = Rect {
            x,
            y: y - height,
            width: cell + 0.4,
            height,
        };
        svg.group(&format!("t{step}"));
        svg.rect("ink", area, 0.0);
        svg.end();
    }
    svg.text(
        "tick quiet end",
        [end - bar - 6.0, y],
        &format!("time  {from}"),
    );
    svg.text("tick quiet end", [right, y], &to);
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
            ..FilmStrip::default()
        };
        well_formed(&film.to_svg(Theme::Auto));
        well_formed(&FilmStrip::default().to_svg(Theme::Auto));
    }
}
