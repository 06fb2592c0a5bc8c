//! The impulses of one instant: bodies, arrows at the contacts, and how large they are.

use super::arrow::{Arrow, Mode, draw_arrow, label_places, magnitude, outline};
use super::axis::Scale;
use super::frame::Frame;
use super::heading::{Heading, MARGIN, length};
use super::place::{Placer, draw_label};
use super::plane::{Bounds, HATCH, draw_ground, fit, scale};
use super::svg::{Rect, Svg};
use super::text::{short, width};
use super::theme::{TEXT, Theme};

/// A ball of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Disc {
    /// What is written at its centre, usually its number.
    pub name: String,
    /// Its centre in metres.
    pub centre: [f64; 2],
    /// Its radius in metres.
    pub radius: f64,
}

/// The balls and the impulses on them in one instant, as in Figure 6 of ST00. Lengths of arrows are proportional
/// to their magnitudes; an arrow in the legend gives the scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrows {
    /// What the figure shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// The bodies.
    pub discs: Vec<Disc>,
    /// The impulses.
    pub arrows: Vec<Arrow>,
    /// Height of the table, if there is one.
    pub table: Option<f64>,
    /// Unit of the arrows.
    pub unit: String,
    /// Width of the whole figure in px.
    pub width: f64,
    /// Largest height of the picture in px.
    pub height: f64,
}

impl Default for Arrows {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            discs: Vec::new(),
            arrows: Vec::new(),
            table: None,
            unit: "N·s".into(),
            width: 760.0,
            height: 420.0,
        }
    }
}

/// An arrow on the page.
struct Drawn<'a> {
    arrow: &'a Arrow,
    tail: [f64; 2],
    tip: [f64; 2],
}

impl Arrows {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let mut svg = Svg::default();
        let heading = Heading::new(&self.title, &self.subtitle, self.width);
        let top = heading.draw(&mut svg);
        let figure = heading.width();

        // bodies to scale; the longest arrow stays in its ball, short of the name at the centre
        let largest = self
            .discs
            .iter()
            .map(|disc| disc.radius.abs())
            .filter(|r| *r < 1e300);
        let largest = largest.fold(0.0, f64::max);
        let strongest = self
            .shown()
            .map(|arrow| magnitude(arrow.vector))
            .fold(0.0, f64::max);
        let reach = if largest > 0.0 { 0.82 * largest } else { 1.0 };
        let metres = if strongest > 0.0 {
            reach / strongest
        } else {
            0.0
        };
        let room = figure - 2.0 * MARGIN;
        let bounds = self.bounds(metres);
        let frame = fit(
            &bounds,
            [MARGIN, top + 22.0],
            room,
            length(self.height, 60.0),
        );

        if let Some(height) = self.table {
            draw_ground(&mut svg, &frame, height);
        }
        let mut placer = Placer::new(frame.area.grown(4.0));
        if let Some(y) = self
            .table
            .filter(|height| Scale::Linear.shows(*height))
            .map(|height| frame.y.at(height))
        {
            placer.avoid_area(Rect {
                y,
                height: HATCH,
                ..frame.area
            });
        }
        self.draw_discs(&mut svg, &frame, &mut placer);
        let drawn: Vec<Drawn> = self
            .shown()
            .map(|arrow| {
                let tail = self.inside(&frame, arrow);
                let along = arrow.vector.map(|part| part * metres * scale(&frame));
                Drawn {
                    arrow,
                    tail,
                    tip: [tail[0] + along[0], tail[1] - along[1]],
                }
            })
            .collect();
        self.draw_arrows(&mut svg, &drawn, &mut placer);
        let pixels = metres * scale(&frame);
        self.draw_legend(
            &mut svg,
            [MARGIN, top + 12.0],
            figure - MARGIN,
            (strongest, pixels),
        );
        svg.finish(
            theme,
            [figure, frame.area.bottom() + MARGIN],
            &self.title,
            false,
        )
    }

    /// Where an arrow begins on the page: at its contact, or a few pixels inside the disc on which it acts.
    fn inside(&self, frame: &Frame, arrow: &Arrow) -> [f64; 2] {
        let at = frame.at(arrow.at);
        let disc = arrow.on.and_then(|number| self.discs.get(number));
        let Some(centre) = disc.and_then(|disc| frame.visible(disc.centre)) else {
            return at;
        };
        let inward = [centre[0] - at[0], centre[1] - at[1]];
        let length = magnitude(inward);
        let share = if length > 1e-9 {
            (5.0 / length).min(0.2)
        } else {
            0.0
        };
        [at[0] + share * inward[0], at[1] + share * inward[1]]
    }

    /// The arrows that can be drawn.
    fn shown(&self) -> impl Iterator<Item = &Arrow> {
        let finite = |pair: &[f64; 2]| pair.iter().all(|value| value.abs() < 1e150);
        self.arrows
            .iter()
            .filter(move |arrow| finite(&arrow.at) && finite(&arrow.vector))
    }

    fn bounds(&self, metres: f64) -> Bounds {
        let mut bounds = Bounds::NONE;
        for disc in &self.discs {
            bounds.include(disc.centre, disc.radius.abs());
        }
        for arrow in self.shown() {
            bounds.include(arrow.at, 0.0);
            let tip = |axis: usize| arrow.at[axis] + arrow.vector[axis] * metres;
            bounds.include([tip(0), tip(1)], 0.0);
        }
        let padded = bounds.padded(0.05);
        self.table
            .map_or(padded, |height| padded.with_ground(height))
    }

    fn draw_discs(&self, svg: &mut Svg, frame: &Frame, placer: &mut Placer) {
        // a body without a radius cannot be drawn to scale
        for disc in self
            .discs
            .iter()
            .filter(|disc| Scale::Linear.shows(disc.radius))
        {
            let Some(centre) = frame.visible(disc.centre) else {
                continue;
            };
            let radius = (disc.radius.abs() * scale(frame)).clamp(1.5, 1e4);
            svg.circle("body", centre, radius);
            svg.text(
                "quiet middle strong",
                [centre[0], centre[1] + 4.0],
                &disc.name,
            );
            placer.avoid_area(Rect::around(centre, width(&disc.name, TEXT) + 4.0, 14.0));
            let rim = |k: i32| {
                let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 36.0).sin_cos();
                [centre[0] + radius * cos, centre[1] + radius * sin]
            };
            placer.avoid_line(&(0..=36).map(rim).collect::<Vec<_>>());
        }
    }

    fn draw_arrows(&self, svg: &mut Svg, drawn: &[Drawn], placer: &mut Placer) {
        // all arrows before the first label, so that labels know what to keep clear of
        for one in drawn {
            svg.group(one.arrow.mode.name());
            draw_arrow(svg, one.tail, one.tip);
            svg.end();
            // the shaft and the head: a label on an arrow is worse than one on a rim, so it counts twice
            let outline = outline(one.tail, one.tip);
            placer.avoid_line(&outline);
            placer.avoid_line(&outline);
            placer.avoid_line(&[one.tail, one.tip]);
        }
        for one in drawn {
            let label = match &one.arrow.label {
                Some(label) => label.clone(),
                None => short(magnitude(one.arrow.vector), 3),
            };
            let places = label_places(one.tail, one.tip, &label);
            if let Some(area) = placer.place(&label, &places) {
                draw_label(svg, area, &format!("ink {}", one.arrow.mode.name()), &label);
            }
        }
    }

    /// The modes that appear, and at the right an arrow of a round length.
    fn draw_legend(
        &self,
        svg: &mut Svg,
        [left, y]: [f64; 2],
        right: f64,
        (strongest, pixels): (f64, f64),
    ) {
        let mut x = left;
        for mode in Mode::ALL {
            if !self.shown().any(|arrow| arrow.mode == mode) {
                continue;
            }
            svg.group(mode.name());
            draw_arrow(svg, [x, y - 4.0], [x + 24.0, y - 4.0]);
            svg.end();
            svg.text("", [x + 31.0, y], mode.name());
            x += 31.0 + width(mode.name(), TEXT) + 20.0;
        }
        if strongest > 0.0 {
            let round = round_below(0.75 * strongest);
            let label = format!("{} {}", short(round, 1), self.unit);
            let end = right - width(&label, TEXT) - 8.0;
            draw_arrow(svg, [end - round * pixels, y - 4.0], [end, y - 4.0]);
            svg.text("end", [right, y], &label);
        }
    }
}

/// The largest of 1, 2, 5 × 10ᵏ that is not above the value.
pub(super) fn round_below(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [5.0, 2.0, 1.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|v| *v <= value)
        .unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::super::svg::well_formed;
    use super::*;

    fn arrow(vector: [f64; 2], mode: Mode) -> Arrow {
        Arrow {
            at: [0.1, 0.0],
            vector,
            mode,
            on: None,
            label: None,
        }
    }

    #[test]
    fn magnitudes_and_modes_are_written() {
        let figure = Arrows {
            discs: vec![Disc {
                name: "1".into(),
                centre: [0.0, 0.1],
                radius: 0.1,
            }],
            arrows: vec![
                arrow([3.0, 4.0], Mode::Impact),
                arrow([0.0, 1e-9], Mode::Sliding),
            ],
            table: Some(0.0),
            ..Arrows::default()
        };
        let svg = figure.to_svg(Theme::Auto);
        let document = well_formed(&svg);
        let texts: Vec<_> = document
            .descendants()
            .filter_map(|node| node.text())
            .collect();
        for expected in ["5", "impact", "sliding", "2 N·s"] {
            assert!(texts.contains(&expected), "{expected} in {texts:?}");
        }
        assert!(!texts.contains(&"sticking"));
    }

    #[test]
    fn odd_input() {
        let odd = [
            [f64::NAN, 0.0],
            [0.0, f64::INFINITY],
            [0.0, 0.0],
            [1e300, 0.0],
        ];
        let figure = Arrows {
            discs: [
                ([f64::NAN, 0.0], 1.0),
                ([0.0, 0.0], f64::INFINITY),
                ([0.0, 0.0], f64::NAN),
            ]
            .map(|(centre, radius)| Disc {
                name: "&".into(),
                centre,
                radius,
            })
            .to_vec(),
            arrows: odd
                .iter()
                .map(|vector| Arrow {
                    on: Some(0),
                    ..arrow(*vector, Mode::Sticking)
                })
                .collect(),
            table: Some(f64::NAN),
            ..Arrows::default()
        };
        well_formed(&figure.to_svg(Theme::Auto));
        well_formed(&Arrows::default().to_svg(Theme::Auto));
    }

    #[test]
    fn round_lengths() {
        for (value, expected) in [(7.0, 5.0), (1.0, 1.0), (0.03, 0.02), (4.9, 2.0)] {
            assert!((round_below(value) / expected - 1.0).abs() < 1e-9);
        }
    }
}
