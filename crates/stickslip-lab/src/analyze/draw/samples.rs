//! Shipped problems and scenes with parameters set, for the tests of the figures.

use crate::analyze::search::{self, Solution};
use crate::analyze::{Posed, cone};
use crate::problem_file::contact_problem::{ContactPlace, catalogue};
use crate::scene::{self, Scene};
use stickslip::{Instant, Look, Part, System};

/// A problem with all that a figure can use.
pub(super) struct Sample {
    pub(super) posed: Posed,
    pub(super) places: Vec<Option<ContactPlace>>,
    pub(super) reversed: Vec<bool>,
    pub(super) scene: Option<Scene>,
}

fn settings(values: &[(&str, f64)]) -> Vec<String> {
    let set = |(name, value): &(&str, f64)| format!("{name}={value:?}");
    values.iter().map(set).collect()
}

/// A shipped problem file.
pub(super) fn problem(name: &str, values: &[(&str, f64)]) -> Sample {
    let file = catalogue::find_with(name, &settings(values))
        .expect("shipped")
        .expect("sound");
    Sample {
        posed: file.posed,
        places: file.places,
        reversed: Vec::new(),
        scene: None,
    }
}

/// The first instant of a shipped scene.
pub(super) fn at_start(name: &str, values: &[(&str, f64)]) -> Sample {
    let mut scene = scene::catalogue::find_with(name, &settings(values))
        .expect("shipped")
        .expect("sound");
    let (initial, step) = (scene.initial.clone(), scene.settings.step);
    scene
        .system
        .prepare(&initial, step, Part::First)
        .expect("prepared");
    let instant = Instant::of(&scene.system, &initial, &Look::default()).expect("posed");
    let mut posed = Posed::new(name, instant.problem.clone());
    posed.contacts = instant
        .contacts
        .iter()
        .map(|i| scene.system.contact_name(*i))
        .collect();
    Sample {
        places: super::places(&scene.system, &initial, &instant),
        reversed: super::reversed(&scene.system, &instant),
        posed,
        scene: Some(scene),
    }
}

/// [TP97 §4.2], the correct model.
pub(super) fn cube(mu: f64) -> Sample {
    problem("tp97-example-2", &[("mu", mu)])
}

/// Four legs on a floor.
pub(super) fn table() -> Sample {
    at_start("four-legged-table", &[])
}

/// All solutions, a jam among them if there is one.
pub(super) fn solved(posed: &Posed) -> Vec<Solution> {
    let held = cone::stick(&posed.problem)
        .ok()
        .and_then(|stick| stick.motion);
    let reduced = posed.problem.reduce().expect("reduced");
    let seed = held.map(|held| {
        let contacts = posed
            .problem
            .data()
            .contacts
            .iter()
            .zip(posed.problem.slips());
        let mut unknowns: Vec<f64> = Vec::new();
        for ((contact, slip), force) in contacts.zip(&held.forces) {
            let rows = match slip {
                stickslip::Slip::Rolling => contact.friction.rows(),
                stickslip::Slip::Sliding(_) => 0,
            };
            unknowns.extend_from_slice(&force.parts()[..=rows]);
        }
        unknowns.extend_from_slice(&held.joints);
        unknowns
    });
    let seeds: Vec<Vec<f64>> = seed
        .into_iter()
        .filter(|seed| seed.len() == reduced.len())
        .collect();
    let found = search::all(
        &posed.problem,
        &search::Settings::quick(),
        &seeds,
        &mut |_, _| true,
    );
    found.expect("searched").solutions
}

/// Keeps a figure to look at, in the folder that the environment names.
pub(super) fn write(name: &str, svg: &str) {
    if let Ok(folder) = std::env::var("STICKSLIP_FIGURES") {
        std::fs::write(format!("{folder}/{name}.svg"), svg).expect("written");
    }
}

/// A shipped problem, as families want it.
pub(super) fn posed_problem(name: &str, values: &[(&str, f64)]) -> Result<Posed, String> {
    let found = catalogue::find_with(name, &settings(values)).ok_or("no such problem")?;
    found
        .map(|file| file.posed)
        .map_err(|error| error.to_string())
}

/// The first instant of a shipped scene, as families want it.
pub(super) fn posed_scene(name: &str, values: &[(&str, f64)]) -> Result<Posed, String> {
    let found = scene::catalogue::find_with(name, &settings(values)).ok_or("no such scene")?;
    let mut scene = found.map_err(|error| error.to_string())?;
    let (initial, step) = (scene.initial.clone(), scene.settings.step);
    let words = |error: stickslip::Error| error.to_string();
    scene
        .system
        .prepare(&initial, step, Part::First)
        .map_err(words)?;
    let instant = Instant::of(&scene.system, &initial, &Look::default()).map_err(words)?;
    let mut posed = Posed::new(name, instant.problem);
    posed.contacts = instant
        .contacts
        .iter()
        .map(|i| scene.system.contact_name(*i))
        .collect();
    Ok(posed)
}
