//! How runs are called that share a figure, and which may.

use super::RunData;
use stickslip::System;

/// What tells a run from the others it is drawn with: scene, step, scheme, impact law, or else the folder.
pub(super) fn label(run: &RunData, runs: &[RunData]) -> String {
    let facts = |run: &RunData| {
        let settings = &run.scene.settings;
        [
            run.scene.name.clone(),
            format!("h = {} s", step(run)),
            settings.scheme.name().to_owned(),
            settings.impact.name().to_owned(),
        ]
    };
    let (own, all) = (facts(run), runs.iter().map(facts).collect::<Vec<_>>());
    // scenes and steps that are enough to tell all runs apart make their schemes and laws idle words
    let enough = (1..=own.len()).find(|&n| {
        let mut seen: Vec<&[String]> = all.iter().map(|facts| &facts[..n]).collect();
        seen.sort_unstable();
        seen.windows(2).all(|pair| pair[0] != pair[1])
    });
    let Some(enough) = enough else {
        return run.folder.display().to_string();
    };
    let telling: Vec<&str> = (0..enough)
        .filter(|&i| all.iter().any(|other| other[i] != own[i]))
        .map(|i| own[i].as_str())
        .collect();
    telling.join(", ")
}

/// Scheme and step of a run.
pub(super) fn settings(run: &RunData) -> String {
    format!("{}, h = {} s", run.scene.settings.scheme.name(), step(run))
}

/// The step with as many digits as tell it from its neighbours: 0.1/81 is 0.00123457.
fn step(run: &RunData) -> String {
    let rounded: f64 = format!("{:.5e}", run.step()).parse().unwrap_or(f64::NAN);
    rounded.to_string()
}

/// Whether two runs move the same bodies with the same contacts, so that their curves can share a figure.
pub(super) fn is_comparable(a: &RunData, b: &RunData) -> bool {
    let (a, b) = (&a.scene.system, &b.scene.system);
    let contacts = |s: &crate::scene::BuiltIn| -> Vec<String> {
        s.contacts().iter().map(|c| c.name.clone()).collect()
    };
    a.kind() == b.kind()
        && a.coordinates().velocity_names() == b.coordinates().velocity_names()
        && contacts(a) == contacts(b)
}
