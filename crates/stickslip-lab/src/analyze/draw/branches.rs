//! Solutions followed in a parameter: curves with their turns and changes of mode, and the jam as a line at 0.

use super::Heading;
use super::words::{JAM, colour, norm};
use crate::analyze::Posed;
use crate::analyze::branch::{Branch, ContactMode, Event, EventKind, Point};
use crate::figure::{Axis, LineChart, Note, Series, Theme};

/// What is drawn of a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// √Σ v̇ᵢ².
    #[default]
    Norm,
    /// One entry of v̇, by its number.
    Velocity(usize),
}

/// Branches and what belongs to them.
#[derive(Clone, Copy, Debug)]
pub struct Diagram<'a> {
    /// The problem, for its names.
    pub posed: &'a Posed,
    /// The parameter.
    pub parameter: &'a Axis,
    /// The branches.
    pub branches: &'a [Branch],
    /// Where it jams, from and to: exact where the branches are not.
    pub jams: &'a [[f64; 2]],
    /// What is drawn.
    pub shown: Shown,
}

/// The figure.
pub fn branches(diagram: &Diagram, heading: Heading, theme: Theme) -> String {
    let height = |point: &Point| match diagram.shown {
        Shown::Norm => norm(&point.acceleration),
        Shown::Velocity(i) => point.acceleration.get(i).copied().unwrap_or(f64::NAN),
    };
    let mut series: Vec<Series> = (diagram.jams.iter().enumerate())
        .map(|(i, jam)| {
            let name = if i == 0 { "jam" } else { "" };
            Series::line(name, jam, &[0.0, 0.0]).coloured(JAM)
        })
        .collect();
    let mut notes = Vec::new();
    for (number, branch) in diagram.branches.iter().enumerate() {
        let name = match diagram.branches.len() {
            1 => "motion".to_owned(),
            _ => format!("motion {}", number + 1),
        };
        let points = branch
            .points
            .iter()
            .map(|point| [point.parameter, height(point)]);
        series.push(Series::new(name, crate::figure::Mark::Line, points).coloured(colour(number)));
        for event in &branch.events {
            let (Some(text), Some(point)) = (
                words(diagram.posed, branch, event),
                branch.points.get(event.point),
            ) else {
                continue;
            };
            notes.push(Note {
                at: [event.parameter, height(point)],
                text,
                colour: colour(number),
            });
        }
    }
    for jam in diagram.jams {
        let [low, _] = jam;
        notes.push(Note {
            at: [*low, 0.0],
            text: format!("jams from {}", digits(*low)),
            colour: JAM,
        });
    }
    let y = match diagram.shown {
        Shown::Norm => Axis::new("acceleration |v̇|", "m/s², rad/s²"),
        Shown::Velocity(i) => {
            let name = diagram.posed.velocities.get(i).map_or("", String::as_str);
            Axis::new(format!("acceleration, {name}"), "m/s² or rad/s²")
        }
    };
    let chart = LineChart {
        title: heading.title.into(),
        subtitle: heading.subtitle.into(),
        x: diagram.parameter.clone(),
        y,
        series,
        notes,
        ..LineChart::default()
    };
    chart.to_svg(theme)
}

/// What happens, and where; nothing where only the range ends.
fn words(posed: &Posed, branch: &Branch, event: &Event) -> Option<String> {
    let what = match event.kind {
        EventKind::Turn => "turns".to_owned(),
        EventKind::Contact(i) => {
            let name = posed.contacts.get(i).map_or("contact", String::as_str);
            let mode = |k: usize| branch.points.get(k).and_then(|p| p.modes.contacts.get(i));
            let last = branch.points.len().saturating_sub(1);
            let (before, after) = (
                mode(event.point.saturating_sub(1)),
                mode((event.point + 1).min(last)),
            );
            match (before, after) {
                (Some(before), Some(after)) if before != after => {
                    format!("{name}: {} | {}", verb(*before), verb(*after))
                }
                _ => format!("{name} changes"),
            }
        }
        EventKind::Joint(j) => {
            let name = posed.joints.get(j).map_or("joint", String::as_str);
            format!("{name} reaches its bound")
        }
        EventKind::Sticks => "sticks".into(),
        EventKind::Unbounded => "forces without bound".into(),
        EventKind::Lost => "lost".into(),
        EventKind::Range | EventKind::Points | EventKind::Stopped => return None,
    };
    Some(format!("{what}, {}", digits(event.parameter)))
}

fn verb(mode: ContactMode) -> &'static str {
    match mode {
        ContactMode::Break => "breaks",
        ContactMode::Stick => "sticks",
        ContactMode::Slide => "slides",
    }
}

/// A parameter to five decimals, without zeros that say nothing.
pub(super) fn digits(value: f64) -> String {
    let text = format!("{value:.5}").replace('-', "−");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::super::samples::{cube, write};
    use super::*;
    use crate::analyze::branch::{
        Enumeration, Settings, Start, all_modes, follow, friction_family,
    };
    use crate::figure::well_formed;

    fn sliding(posed: &Posed) -> Branch {
        let found =
            all_modes(posed, &Enumeration::default(), &mut |_, _| true).expect("enumerated");
        let slides = found
            .solutions
            .iter()
            .find(|s| !s.modes.is_stuck())
            .expect("it slides");
        let start = Start {
            parameter: 0.75,
            unknowns: slides.unknowns.clone(),
            modes: slides.modes.clone(),
        };
        let family = friction_family(&posed.problem);
        follow(
            &family,
            posed.law,
            &start,
            &Settings::over([0.1, 1.2]),
            &mut |_, _| true,
        )
        .expect("followed")
    }

    /// [TP97 §4.2]: the sliding motion ends at 0.838, the jam begins at 0.70368.
    #[test]
    fn the_cube_slides_or_jams() {
        let cube = cube(0.75);
        let branch = sliding(&cube.posed);
        let parameter = Axis::new("coefficient of friction μ", "");
        let diagram = Diagram {
            posed: &cube.posed,
            parameter: &parameter,
            branches: std::slice::from_ref(&branch),
            jams: &[[0.70368, 1.2]],
            shown: Shown::Norm,
        };
        let heading = Heading {
            title: "Cube between rods: solutions over friction",
            subtitle: "TP97, second example",
        };
        let svg = branches(&diagram, heading, Theme::Auto);
        write("branches-cube", &svg);
        let document = well_formed(&svg);
        let lines = document
            .descendants()
            .filter(|n| n.attribute("class") == Some("line"));
        // two curves and their samples
        assert_eq!(lines.count(), 4);
        assert!(svg.contains(">jams from 0.70368<"));
        let named = branch
            .events
            .iter()
            .filter(|e| !matches!(e.kind, EventKind::Range));
        assert!(named.clone().count() > 0);
        for event in named {
            let words = words(&cube.posed, &branch, event).expect("not the range");
            assert!(svg.contains(&format!(">{words}<")), "{words}");
        }
        let entry = Diagram {
            shown: Shown::Velocity(6),
            ..diagram
        };
        let svg = branches(&entry, heading, Theme::Auto);
        well_formed(&svg);
        assert!(svg.contains("acceleration, rod along x"));
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(digits(0.703684), "0.70368");
        assert_eq!(digits(0.5), "0.5");
        assert_eq!(digits(-2.0), "−2");
    }
}
