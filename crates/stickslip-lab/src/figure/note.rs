//! What a chart says beside its series: tinted ranges of x with names, upright lines, and notes at points.

use super::chart::LineChart;
use super::curve::draw_marker;
use super::frame::Frame;
use super::place::{Placer, around, draw_label};
use super::svg::{Rect, Svg};
use super::text::width;
use super::theme::{COLOURS, TICK};

/// A range of x with a tint of its own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Band {
    /// From where to where.
    pub range: [f64; 2],
    /// What is written at its top, or its first word where that is too wide; empty for nothing.
    pub name: String,
    /// Number of the colour; no tint if `None`.
    pub colour: Option<usize>,
}

/// An upright line through the chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rule {
    /// Where.
    pub x: f64,
    /// What is written beside it.
    pub name: String,
}

/// A point with a few words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Note {
    /// Where.
    pub at: [f64; 2],
    /// The words.
    pub text: String,
    /// Number of the colour of its marker.
    pub colour: usize,
}

/// How far the name of a band is below the top of the chart.
const DEPTH: f64 = 10.0;

/// The tints, below the grid.
pub(super) fn draw_bands(svg: &mut Svg, frame: &Frame, bands: &[Band]) {
    for band in bands {
        if let (Some(colour), Some(area)) = (band.colour, area(frame, band)) {
            svg.group(&format!("c{}", colour % COLOURS));
            svg.rect("band", area, 0.0);
            svg.end();
        }
    }
}

/// Lines, notes and all words, above the series.
pub(super) fn draw_notes(svg: &mut Svg, frame: &Frame, chart: &LineChart) {
    if chart.bands.is_empty() && chart.rules.is_empty() && chart.notes.is_empty() {
        return;
    }
    let mut placer = Placer::new(frame.area.grown(-2.0));
    for series in &chart.series {
        let pixels = series.points.iter().filter_map(|p| frame.visible(*p));
        placer.avoid_line(&pixels.collect::<Vec<_>>());
    }
    let shown = |rule: &&Rule| {
        let [low, high] = frame.x.domain;
        (low..=high).contains(&rule.x)
    };
    for rule in chart.rules.iter().filter(shown) {
        let x = frame.x.at(rule.x);
        let ends = [[x, frame.area.y], [x, frame.area.bottom()]];
        svg.line("table dash", ends[0], ends[1]);
        placer.avoid_line(&ends);
    }
    let named = |band| Some((area(frame, band)?, &band.name));
    for (area, name) in chart.bands.iter().filter_map(named) {
        let first = name.split(' ').next().unwrap_or_default();
        let room = |name: &str| area.width - width(name, TICK) - 6.0;
        let fits = |name: &&str| !name.is_empty() && room(name) >= 0.0;
        if let Some(name) = [name.as_str(), first].into_iter().find(fits) {
            let (middle, half) = (area.x + area.width / 2.0, room(name) / 2.0);
            let aside = [0.0, -0.4, 0.4, -0.8, 0.8, -1.0, 1.0];
            let places = aside.map(|share| [middle + share * half, area.y + DEPTH]);
            if let Some(place) = placer.place(name, &places) {
                draw_label(svg, place, "quiet", name);
            }
        }
    }
    let seen = |note: &&Note| {
        frame
            .visible(note.at)
            .is_some_and(|at| frame.area.grown(1.0).contains(at))
    };
    for note in chart.notes.iter().filter(seen) {
        let at = frame.at(note.at);
        svg.group(&format!("c{}", note.colour % COLOURS));
        draw_marker(svg, at, note.colour);
        svg.end();
        placer.avoid_area(Rect::around(at, 9.0, 9.0));
    }
    for note in chart.notes.iter().filter(seen) {
        let side = width(&note.text, TICK) / 2.0;
        let places = beside(frame.at(note.at), side);
        if let Some(area) = placer.place(&note.text, &places) {
            draw_label(svg, area, "", &note.text);
        }
    }
    for rule in chart.rules.iter().filter(shown) {
        let (x, half) = (frame.x.at(rule.x), width(&rule.name, TICK) / 2.0 + 7.0);
        let heights = (0..24).map(|k| frame.area.y + 2.6 * DEPTH + 14.0 * f64::from(k));
        let places: Vec<_> = heights
            .flat_map(|y| [[x + half, y], [x - half, y]])
            .collect();
        if let Some(area) = placer.place(&rule.name, &places) {
            draw_label(svg, area, "", &rule.name);
        }
    }
}

/// Where the words of a note may stand: above, below, at the sides, further off.
pub(super) fn beside(at: [f64; 2], half: f64) -> Vec<[f64; 2]> {
    let mut places = Vec::new();
    for away in [13.0, 20.0, 30.0, 44.0] {
        for (x, y) in [
            (1.0, -1.0),
            (0.0, -1.0),
            (-1.0, -1.0),
            (1.0, 1.0),
            (0.0, 1.0),
            (-1.0, 1.0),
        ] {
            places.push([at[0] + x * half, at[1] + y * away]);
        }
        places.push([at[0] + half + away, at[1]]);
        places.push([at[0] - half - away, at[1]]);
    }
    places.extend(around(at, [1.0, 0.0], &[half + 20.0, half + 60.0]));
    places
}

/// What is in sight of a band.
fn area(frame: &Frame, band: &Band) -> Option<Rect> {
    if !band.range.iter().all(|x| frame.x.scale.shows(*x)) {
        return None;
    }
    let [from, to] = (band.range).map(|x| frame.x.at(x).clamp(frame.area.x, frame.area.right()));
    (to > from).then_some(Rect {
        x: from,
        width: to - from,
        ..frame.area
    })
}

#[cfg(test)]
mod tests {
    use super::super::svg::well_formed;
    use super::super::{Axis, Series, Theme};
    use super::*;

    fn chart() -> LineChart {
        LineChart {
            x: Axis::new("μ", ""),
            series: vec![Series::line("a", &[0.0, 1.0], &[0.0, 1.0])],
            ..LineChart::default()
        }
    }

    #[test]
    fn bands_lines_and_notes_are_drawn() {
        let band = |from: f64, to: f64, name: &str| Band {
            range: [from, to],
            name: name.into(),
            colour: Some(1),
        };
        let chart = LineChart {
            bands: vec![
                band(0.0, 0.4, "one motion"),
                band(0.4, 0.43, "2 motions of it"),
            ],
            rules: vec![Rule {
                x: 0.4,
                name: "jams".into(),
            }],
            notes: vec![Note {
                at: [0.5, 0.5],
                text: "turns".into(),
                colour: 2,
            }],
            ..chart()
        };
        let svg = chart.to_svg(Theme::Auto);
        let document = well_formed(&svg);
        let texts: Vec<_> = document.descendants().filter_map(|n| n.text()).collect();
        for expected in ["one motion", "2", "jams", "turns"] {
            assert!(texts.contains(&expected), "{expected} in {texts:?}");
        }
        let tints = document
            .descendants()
            .filter(|n| n.attribute("class") == Some("band"));
        assert_eq!(tints.count(), 2);
    }

    #[test]
    fn what_has_no_place_is_left_out() {
        let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 7.0];
        let chart = LineChart {
            bands: odd
                .map(|x| Band {
                    range: [0.5, x],
                    ..Band::default()
                })
                .to_vec(),
            rules: odd
                .map(|x| Rule {
                    x,
                    name: "rule".into(),
                })
                .to_vec(),
            notes: odd
                .map(|x| Note {
                    at: [x, 0.5],
                    text: "note".into(),
                    colour: 0,
                })
                .to_vec(),
            ..chart()
        };
        let svg = chart.to_svg(Theme::Dark);
        well_formed(&svg);
        assert!(!svg.contains("rule<") && !svg.contains("note<"));
    }
}
