//! What becomes of the motions while one parameter changes: their accelerations, how many there are, and where jamming begins.

use super::Heading;
use super::branches::digits;
use super::words::{COUNTS, JAM, all_do, colour, distinct};
use crate::analyze::search::ContactMode;
use crate::analyze::sweep::{Answer, Line, LinePoint, Thresholds};
use crate::figure::{Axis, Band, LineChart, Mark, Rule, Series, Theme};

/// Neighbouring points belong to one curve if they differ by no more than this part of the largest value: where contacts go on doing the
/// same, and where they do not.
const SAME: f64 = 0.3;
const OTHER: f64 = 0.15;

/// A motion along the parameter.
struct Track {
    modes: Vec<ContactMode>,
    stuck: bool,
    points: Vec<[f64; 2]>,
    /// The number of its last point on the line.
    last: usize,
}

/// The figure. `contacts` are the names of the contacts.
pub fn motions(
    line: &Line,
    thresholds: &Thresholds,
    contacts: &[String],
    parameter: &Axis,
    heading: Heading,
    theme: Theme,
) -> String {
    let steps: Vec<f64> = thresholds.thresholds.iter().map(|t| t.parameter).collect();
    let largest = (line
        .points
        .iter()
        .flat_map(answers)
        .map(|answer| answer.norm))
    .filter(|norm| norm.is_finite())
    .fold(0.0, f64::max);
    let rules = thresholds.thresholds.iter().map(|threshold| Rule {
        x: threshold.parameter,
        name: match threshold.jams_above {
            true => format!("jams from {}", digits(threshold.parameter)),
            false => format!("jams up to {}", digits(threshold.parameter)),
        },
    });
    let mut x = parameter.clone();
    if let (Some(first), Some(last)) = (line.points.first(), line.points.last()) {
        x.range = x.range.or(Some([first.parameter, last.parameter]));
    }
    let mut y = Axis::new("acceleration |v̇|", "m/s², rad/s²");
    if largest > 0.0 {
        // room for the names of the bands, and for a line at 0
        y.range = Some([-0.06 * largest, 1.16 * largest]);
    }
    let subtitle = match line.interrupted {
        true => format!("{} (interrupted)", heading.subtitle),
        false => heading.subtitle.into(),
    };
    let chart = LineChart {
        title: heading.title.into(),
        subtitle,
        x,
        y,
        series: series(&tracks(line, &steps, largest), &distinct(contacts)),
        bands: bands(line, &steps),
        rules: rules.collect(),
        ..LineChart::default()
    };
    chart.to_svg(theme)
}

fn answers(point: &LinePoint) -> impl Iterator<Item = &Answer> {
    point.found.iter().flat_map(|found| &found.answers)
}

/// Joins the motions of neighbouring points whose contacts do the same, the nearest first.
fn tracks(line: &Line, steps: &[f64], largest: f64) -> Vec<Track> {
    let mut tracks: Vec<Track> = Vec::new();
    for (k, point) in line.points.iter().enumerate() {
        let answers: Vec<&Answer> = answers(point).collect();
        let mut pairs = Vec::new();
        for (t, track) in tracks
            .iter()
            .enumerate()
            .filter(|(_, track)| track.last + 1 == k)
        {
            let before = track.points.last().map_or(0.0, |p| p[1]);
            for (a, answer) in answers.iter().enumerate() {
                let jump = (answer.norm - before).abs();
                if track.modes == answer.modes
                    && track.stuck == answer.stuck
                    && jump <= SAME * largest
                {
                    pairs.push((jump, t, a));
                }
            }
        }
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut taken = vec![false; answers.len()];
        let ended = tracks.len();
        for (_, t, a) in pairs {
            if !taken[a] && tracks[t].last < k {
                taken[a] = true;
                tracks[t].last = k;
                tracks[t].points.push([point.parameter, answers[a].norm]);
            }
        }
        for (answer, _) in answers.iter().zip(&taken).filter(|(_, taken)| !**taken) {
            let start = beginning(&tracks[..ended], k, answer, (line, steps, largest));
            let mut points: Vec<[f64; 2]> = start.into_iter().collect();
            points.push([point.parameter, answer.norm]);
            tracks.push(Track {
                modes: answer.modes.clone(),
                stuck: answer.stuck,
                points,
                last: k,
            });
        }
        // a jam ends where its threshold is, not at the point before
        for track in tracks
            .iter_mut()
            .filter(|track| track.stuck && track.last + 1 == k)
        {
            if let (Some(end), Some(&[from, norm])) = (between(steps, line, k), track.points.last())
                && end > from
            {
                track.points.push([end, norm]);
            }
        }
    }
    tracks
}

/// Where a motion that is new at a point begins: a jam at its threshold, another at the end of a motion whose contacts do something else.
fn beginning(
    tracks: &[Track],
    k: usize,
    answer: &Answer,
    (line, steps, largest): (&Line, &[f64], f64),
) -> Option<[f64; 2]> {
    if answer.stuck {
        return between(steps, line, k).map(|start| [start, answer.norm]);
    }
    let ends = tracks
        .iter()
        .filter(|track| !track.stuck && track.last + 1 == k);
    let ends = ends.filter_map(|track| track.points.last().copied());
    ends.filter(|end| (end[1] - answer.norm).abs() <= OTHER * largest)
        .min_by(|a, b| {
            (a[1] - answer.norm)
                .abs()
                .total_cmp(&(b[1] - answer.norm).abs())
        })
}

/// The threshold between a point and the one before it.
fn between(steps: &[f64], line: &Line, k: usize) -> Option<f64> {
    let (before, here) = (line.points.get(k.checked_sub(1)?)?, line.points.get(k)?);
    let inside = |step: &&f64| before.parameter <= **step && **step <= here.parameter;
    steps.iter().find(inside).copied()
}

/// Motions whose contacts do the same have one colour and one name.
fn series(tracks: &[Track], names: &[String]) -> Vec<Series> {
    let mut known: Vec<String> = Vec::new();
    let mut series = Vec::new();
    for track in tracks {
        let words = all_do(&track.modes, names);
        let name = match track.stuck {
            true => "jam".to_owned(),
            false => words,
        };
        let is_new = !known.contains(&name);
        if is_new {
            known.push(name.clone());
        }
        let moving = known.iter().filter(|name| *name != "jam");
        let number = moving.clone().position(|other| *other == name).unwrap_or(0);
        let shown = if is_new { name } else { String::new() };
        let colour = if track.stuck { JAM } else { colour(number) };
        series.push(Series::new(shown, Mark::Line, track.points.iter().copied()).coloured(colour));
    }
    series
}

/// Ranges with equal numbers of solutions. They meet at thresholds, or half way between points.
fn bands(line: &Line, steps: &[f64]) -> Vec<Band> {
    let kind = |point: &LinePoint| {
        let found = point.found.as_ref()?;
        let count = found.answers.len().min(COUNTS.len() - 1);
        Some(if found.continuum {
            COUNTS.len() - 1
        } else {
            count
        })
    };
    let mut bands: Vec<(Option<usize>, [f64; 2])> = Vec::new();
    for (k, point) in line.points.iter().enumerate() {
        let kind = kind(point);
        let edge = match k.checked_sub(1).and_then(|before| line.points.get(before)) {
            Some(before) => {
                between(steps, line, k).unwrap_or(0.5 * (before.parameter + point.parameter))
            }
            None => point.parameter,
        };
        match bands.last_mut() {
            Some((last, range)) if *last == kind => range[1] = point.parameter,
            last => {
                if let Some((_, range)) = last {
                    range[1] = edge;
                }
                bands.push((kind, [edge, point.parameter]));
            }
        }
    }
    let band = |(kind, range): (Option<usize>, [f64; 2])| {
        let (name, colour) = COUNTS[kind?];
        Some(Band {
            range,
            name: name.into(),
            colour: Some(colour),
        })
    };
    bands.into_iter().filter_map(band).collect()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{posed_problem, posed_scene, write};
    use super::*;
    use crate::analyze::Posed;
    use crate::analyze::sweep::{LineSettings, ThresholdSettings, line, thresholds};
    use crate::figure::well_formed;

    type Family<'a> = &'a dyn Fn(f64) -> Result<Posed, String>;

    fn swept(family: Family, range: [f64; 2], points: usize) -> (Line, Thresholds) {
        let settings = LineSettings {
            points,
            starts: 8,
            ..LineSettings::over(range)
        };
        let line = line(family, &settings, &mut |_, _| true);
        let thresholds = thresholds(family, &ThresholdSettings::over(range), &mut |_, _| true);
        (line, thresholds)
    }

    fn count(svg: &str, class: &str) -> usize {
        let document = well_formed(svg);
        document
            .descendants()
            .filter(|n| n.attribute("class") == Some(class))
            .count()
    }

    /// [TP97 §4.2]: one solution, two from 0.70368 on, one again from about 0.838 on.
    #[test]
    fn the_cube_has_three_bands() {
        let family = |mu: f64| posed_problem("tp97-example-2", &[("mu", mu)]);
        let (line, thresholds) = swept(&family, [0.1, 1.2], 45);
        let names = family(0.5).expect("posed").contacts;
        let heading = Heading {
            title: "Cube between rods: motions over friction",
            subtitle: "TP97, second example",
        };
        let parameter = Axis::new("coefficient of friction μ", "");
        let draw = || motions(&line, &thresholds, &names, &parameter, heading, Theme::Auto);
        let svg = draw();
        write("line-cube", &svg);
        assert_eq!(count(&svg, "band"), 3);
        assert!(
            svg.contains(">jams from 0.70368<")
                && svg.contains(">jam<")
                && svg.contains(">all slide<")
        );
        // a slide and a jam with their samples
        assert_eq!(count(&svg, "line"), 4);
        assert_eq!(svg, draw());
    }

    /// The ladder slides until it stands; friction below 0 is not posed and has no band.
    #[test]
    fn the_ladder_slides_then_stands() {
        let family = |mu: f64| posed_scene("ladder", &[("mu", mu)]);
        let (line, thresholds) = swept(&family, [-0.1, 0.5], 31);
        let names = family(0.3).expect("posed").contacts;
        let parameter = Axis::new("μ", "");
        let svg = motions(
            &line,
            &thresholds,
            &names,
            &parameter,
            Heading::default(),
            Theme::Auto,
        );
        write("line-ladder", &svg);
        assert!(count(&svg, "band") >= 1);
        assert!(svg.contains(">jams from 0.26795<"));
        let first = &bands(&line, &[])[0];
        assert!(first.range[0] > -0.02, "{first:?}");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        let svg = motions(
            &Line::default(),
            &Thresholds::default(),
            &[],
            &Axis::new("μ", ""),
            Heading::default(),
            Theme::Auto,
        );
        assert_eq!(count(&svg, "band"), 0);
    }
}
