//! Shipped problems and scenes with parameters set, as the families of tests.

use super::sensitivity::Parameter;
use crate::analyze::Posed;
use crate::problem_file::contact_problem;
use crate::scene;
use stickslip::{Instant, Look, Part, System};

fn settings(values: &[(&str, f64)]) -> Vec<String> {
    let set = |(name, value): &(&str, f64)| format!("{name}={value:?}");
    values.iter().map(set).collect()
}

fn problem(name: &str, values: &[(&str, f64)]) -> Result<Posed, String> {
    let found = contact_problem::catalogue::find_with(name, &settings(values));
    let file = found.ok_or("no such problem")?;
    file.map(|file| file.posed)
        .map_err(|error| error.to_string())
}

/// The first instant of a shipped scene.
fn first_instant(name: &str, values: &[(&str, f64)]) -> Result<Posed, String> {
    let found = scene::catalogue::find_with(name, &settings(values));
    let scene = found
        .ok_or("no such scene")?
        .map_err(|error| error.to_string())?;
    let mut system = scene.system.clone();
    let words = |error: stickslip::Error| error.to_string();
    (system.prepare(&scene.initial, scene.settings.step, Part::First)).map_err(words)?;
    let instant = Instant::of(&system, &scene.initial, &Look::default()).map_err(words)?;
    Ok(Posed::new(name, instant.problem))
}

/// [TP97 §4.1] with parameters.
pub(super) fn tp97_example_1(values: &[(&str, f64)]) -> Result<Posed, String> {
    problem("tp97-example-1", values)
}

/// [TP97 §4.2], the correct model, with parameters.
pub(super) fn tp97_example_2(values: &[(&str, f64)]) -> Result<Posed, String> {
    problem("tp97-example-2", values)
}

/// The drawer: it jams iff μ ≥ length/(2 eccentricity).
pub(super) fn drawer_scene(values: &[(&str, f64)]) -> Result<Posed, String> {
    first_instant("drawer", values)
}

/// The ladder: it stands iff μ ≥ tan((90° − angle)/2).
pub(super) fn ladder_scene(values: &[(&str, f64)]) -> Result<Posed, String> {
    first_instant("ladder", values)
}

pub(super) fn parameter(name: &str, value: f64, range: [f64; 2]) -> Parameter {
    Parameter {
        name: name.into(),
        value,
        range,
    }
}
