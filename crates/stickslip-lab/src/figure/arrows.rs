//! The impulses of one instant: bodies, arrows at the contacts, and how large they are.

use super::frame::Frame;
use super::panels::{Heading, MARGIN};
use super::place::{Placer, around, draw_label};
use super::plane::{Bounds, draw_ground, fit, scale};
use super::svg::{Path, Rect, Svg};
use super::text::{short, width};
use super::theme::{TEXT, TICK, Theme};

/// What a contact does in the instant that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// The surfaces move together.
    Sticking,
    /// They slide along each other.
    Sliding,
    /// They leave each other.
    Separating,
    /// They have just met.
    Impact,
}

impl Mode {
    const ALL: [Mode; 4] = [
        Mode::Sticking,
        Mode::Sliding,
        Mode::Separating,
        Mode::Impact,
    ];

    fn name(self) -> &'static str {
        match self {
            Mode::Sticking => "sticking",
            Mode::Sliding => "sliding",
            Mode::Separating => "separating",
            Mode::Impact => "impact",
        }
    }

    /// Number of its colour.
    fn colour(self) -> usize {
        match self {
            Mode::Sticking => 0,
            Mode::Sliding => 1,
            Mode::Separating => 7,
            Mode::Impact => 4,
        }
    }
}

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

/// An impulse or force on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// The contact point in metres, where the arrow begins.
    pub at: [f64; 2],
    /// What it does, in the unit of the figure.
    pub vector: [f64; 2],
    /// The state of its contact.
    pub mode: Mode,
    /// What is written beside it; its magnitude if `None`.
    pub label: Option<String>,
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
        let heading = Heading {
            title: &self.title,
            subtitle: &self.subtitle,
            width: self.width,
            panels: false,
        };
        let top = heading.draw(&mut svg);
        let figure = heading.width();

        // bodies to scale; the longest arrow as long as the largest ball is wide
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
        let reach = if largest > 0.0 { 1.7 * largest } else { 1.0 };
        let metres = if strongest > 0.0 {
            reach / strongest
        } else {
            0.0
        };
        let room = figure - 2.0 * MARGIN;
        let bounds = self.bounds(metres);
        let frame = fit(
            &bounds,
            [MARGIN, top + 30.0],
            room,
            self.height.max(60.0).min(10_000.0),
        );

        if let Some(height) = self.table {
            draw_ground(&mut svg, &frame, height);
        }
        let mut placer = Placer::new(frame.area.grown(4.0));
        self.draw_discs(&mut svg, &frame, &mut placer);
        let drawn: Vec<Drawn> = self
            .shown()
            .map(|arrow| {
                let along = arrow.vector.map(|part| part * metres);
                let tip = [arrow.at[0] + along[0], arrow.at[1] + along[1]];
                Drawn {
                    arrow,
                    tail: frame.at(arrow.at),
                    tip: frame.at(tip),
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
        let mut padded = bounds.padded(0.05);
        if let Some(height) = self.table.filter(|height| height.abs() < 1e300) {
            let margin = 0.04 * (padded.high[0] - padded.low[0]);
            padded.low[1] = padded.low[1].min(height - margin);
            padded.high[1] = padded.high[1].max(height + margin);
        }
        padded
    }

    fn draw_discs(&self, svg: &mut Svg, frame: &Frame, placer: &mut Placer) {
        for disc in &self.discs {
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
            svg.group(&format!("c{}", one.arrow.mode.colour()));
            draw_arrow(svg, one.tail, one.tip);
            svg.end();
            let across = magnitude([one.tip[0] - one.tail[0], one.tip[1] - one.tail[1]]);
            // the shaft counts several times: a label on it is worse than one on a rim
            let times = if across > 2.0 { 3 } else { 1 };
            (0..times).for_each(|_| placer.avoid_line(&[one.tail, one.tip]));
        }
        for one in drawn {
            let label = match &one.arrow.label {
                Some(label) => label.clone(),
                None => short(magnitude(one.arrow.vector), 3),
            };
            let along = [one.tip[0] - one.tail[0], one.tip[1] - one.tail[1]];
            let side = (width(&label, TICK) / 2.0 - 7.0).max(0.0);
            let sideways = |at: [f64; 2], distance: f64| {
                let length = magnitude(along).max(1e-9);
                let normal = [-along[1] / length, along[0] / length];
                [1.0, -1.0].map(|s| {
                    let far = distance + side * normal[0].abs();
                    [at[0] + s * normal[0] * far, at[1] + s * normal[1] * far]
                })
            };
            let mut places = around(one.tip, along, &[10.0 + 0.8 * side]);
            let point = |t: f64| [one.tail[0] + t * along[0], one.tail[1] + t * along[1]];
            for (t, distance) in [(0.6, 13.0), (0.35, 13.0), (0.85, 13.0), (0.6, 18.0)] {
                places.extend(sideways(point(t), distance));
            }
            places.extend(around(one.tip, along, &[18.0 + side]));
            if let Some(area) = placer.place(&label, &places) {
                draw_label(
                    svg,
                    area,
                    &format!("ink c{}", one.arrow.mode.colour()),
                    &label,
                );
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
            svg.group(&format!("c{}", mode.colour()));
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

fn magnitude([x, y]: [f64; 2]) -> f64 {
    x.hypot(y)
}

/// The largest of 1, 2, 5 × 10ᵏ that is not above the value.
fn round_below(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [5.0, 2.0, 1.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|v| *v <= value)
        .unwrap_or(power)
}

/// A solid arrow. The head shrinks with a short arrow; one too short to have a direction becomes a dot.
fn draw_arrow(svg: &mut Svg, tail: [f64; 2], tip: [f64; 2]) {
    let along = [tip[0] - tail[0], tip[1] - tail[1]];
    let length = magnitude(along);
    if length < 1.5 {
        svg.circle("ink", tail, 1.8);
        return;
    }
    let [tx, ty] = along.map(|part| part / length);
    let head = (0.62 * length).min(11.0);
    let (wide, shaft) = (0.42 * head, (0.14 * head).max(0.6));
    let at = |s: f64, across: f64| {
        [
            tail[0] + s * tx - across * ty,
            tail[1] + s * ty + across * tx,
        ]
    };
    let neck = length - head;
    let outline = [
        at(0.0, shaft),
        at(neck, shaft),
        at(neck, wide),
        at(length, 0.0),
        at(neck, -wide),
        at(neck, -shaft),
        at(0.0, -shaft),
    ];
    svg.path("ink", &Path::closed(&outline));
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
            discs: vec![Disc {
                name: "&".into(),
                centre: [f64::NAN, 0.0],
                radius: f64::INFINITY,
            }],
            arrows: odd
                .iter()
                .map(|vector| arrow(*vector, Mode::Sticking))
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
