//! The figures that a study is worth, each with its name.

use super::draw::{self, Diagram, Heading, Scenery, Shown};
use super::sweep::Thresholds;
use super::{Analysis, Sight, Study};
use crate::figure::{Axis, Theme};
use stickslip::Level;

/// Names and SVG texts: the configuration with the forces of each motion, force ranges, and what was swept.
pub fn figures(study: &Study) -> Vec<(String, String)> {
    let theme = Theme::Auto;
    let (sight, analysis, design) = (&study.sight, &study.analysis, &study.design);
    let posed = &sight.posed;
    let parameters = parameters(sight);
    let titled = |title: &str| format!("{}: {title}", posed.name);
    let mut out = Vec::new();
    let mut add = |name: &str, svg: String| out.push((name.to_owned(), svg));

    if let Some(svg) = configuration(sight, analysis, "possible motions and their forces") {
        add("configuration", svg);
    }
    if let Some(impulse) = &study.impulse {
        let title = "what a step does: velocities and impulses";
        if let Some(svg) = configuration(&impulse.sight, &impulse.analysis, title) {
            add("impulse", svg);
        }
    }
    if let Some(ranges) = &analysis.ranges {
        let title = titled("between which values forces can be while everything sticks");
        let heading = under(&title, &parameters);
        let svg = draw::force_ranges(posed, ranges, &analysis.found.solutions, heading, theme);
        add("force-ranges", svg);
    }
    let axis = |i: usize| Axis::new(&design.questions[i].parameter, "");
    if let Some(line) = &design.line {
        let none = Thresholds::default();
        let thresholds = design.thresholds.as_ref().unwrap_or(&none);
        let title = titled("motions over a parameter");
        let heading = under(&title, &parameters);
        let svg = draw::motions(line, thresholds, &posed.contacts, &axis(0), heading, theme);
        add("sweep", svg);
    }
    if !design.branches.is_empty() {
        let diagram = Diagram {
            posed,
            parameter: &axis(0),
            branches: &design.branches,
            jams: &jams(study),
            shown: Shown::Norm,
        };
        let title = titled("motions followed in a parameter");
        let heading = under(&title, &parameters);
        add("branches", draw::branches(&diagram, heading, theme));
    }
    if let Some(map) = &design.map {
        let axes = [axis(0), axis(1)];
        add(
            "map",
            draw::counts(
                map,
                &axes,
                under(&titled("how many motions there are"), &parameters),
                theme,
            ),
        );
        if map.points.iter().any(|point| point.quantity.is_some()) {
            let unit = match posed.problem.level() {
                Level::Acceleration => "m/s²",
                Level::Velocity => "m/s",
            };
            let of = Axis::new("|slip| of the slowest motion", unit);
            let title = titled("slip at a contact");
            let heading = under(&title, &parameters);
            add("slip", draw::quantity(map, &axes, &of, heading, theme));
        }
    }
    out
}

fn under<'a>(title: &'a str, subtitle: &'a str) -> Heading<'a> {
    Heading { title, subtitle }
}

fn configuration(sight: &Sight, analysis: &Analysis, title: &str) -> Option<String> {
    let system = sight
        .scene
        .as_ref()
        .map(|scene| (&scene.0.system, &scene.1));
    let scenery = Scenery {
        places: &sight.places,
        reversed: &sight.reversed,
        system,
    };
    let title = format!("{}: {title}", sight.posed.name);
    let heading = Heading {
        title: &title,
        subtitle: &parameters(sight),
    };
    draw::configuration(
        &sight.posed,
        &scenery,
        &analysis.found.solutions,
        heading,
        Theme::Auto,
    )
}

/// The parameters in a line.
fn parameters(sight: &Sight) -> String {
    let own = sight.parameters.iter().filter(|p| !p.derived).take(6);
    let said: Vec<String> = own.map(|p| format!("{} = {}", p.name, p.value)).collect();
    said.join(", ")
}

/// From where to where it jams, in the swept parameter.
fn jams(study: &Study) -> Vec<[f64; 2]> {
    let Some(found) = &study.design.thresholds else {
        return Vec::new();
    };
    let known = |jams: bool| {
        let samples = found
            .samples
            .iter()
            .filter(move |s| s.jam.is_some_and(|j| j.exists == jams));
        samples.map(|sample| sample.parameter)
    };
    let [Some(low), Some(high)] = [found.samples.first(), found.samples.last()] else {
        return Vec::new();
    };
    let mut ends = Vec::new();
    let mut open = match found.thresholds.first() {
        Some(first) => (!first.jams_above).then_some(low.parameter),
        None => known(true).next().map(|_| low.parameter),
    };
    for threshold in &found.thresholds {
        match (threshold.jams_above, open) {
            (true, None) => open = Some(threshold.parameter),
            (false, Some(from)) => {
                ends.push([from, threshold.parameter]);
                open = None;
            }
            _ => {}
        }
    }
    ends.extend(open.map(|from| [from, high.parameter]));
    ends
}
