//! The scenes to be analyzed: at their first instant they pose the problem they are there to pose, and the answers are the closed forms in
//! their comments.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod files;
mod painleve;
mod peg;
mod statics;
mod trinkle_pang;
mod wedge;

use stickslip_lab::analyze::cone;
use stickslip_lab::scene::{Scene, catalogue};
use stickslip_lab::stickslip::{Instant, InstantProblem, Look, Part, Simulation, Slip, System};

/// The scenes of the analysis, with the number of contacts that touch at the start and of those that slip then.
const SCENES: [(&str, usize, usize); 11] = [
    ("tp97-example-1", 2, 0),
    ("tp97-example-2", 3, 0),
    ("painleve-rod", 1, 1),
    ("painleve-rod-indeterminate", 1, 1),
    ("particle-in-wedge", 2, 0),
    ("wedge", 2, 2),
    ("peg-jammed", 4, 0),
    ("drawer", 2, 0),
    ("three-jaw-fixture", 3, 0),
    ("ladder", 2, 0),
    ("four-legged-table", 4, 0),
];

/// A shipped scene with settings like `mu=0.4`.
#[track_caller]
fn scene(name: &str, set: &[&str]) -> Scene {
    let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
    let found = catalogue::find_with(name, &set).unwrap();
    found.unwrap_or_else(|error| panic!("{error}"))
}

/// What a scene is at its start.
#[track_caller]
fn instant(name: &str, set: &[&str]) -> Instant {
    let mut scene = scene(name, set);
    let step = scene.settings.step;
    (scene.system)
        .prepare(&scene.initial, step, Part::First)
        .unwrap();
    let look = Look::from(&scene.settings);
    Instant::of(&scene.system, &scene.initial, &look).unwrap()
}

/// The problem of a scene in which nothing is about to happen.
#[track_caller]
fn problem(name: &str, set: &[&str]) -> InstantProblem {
    let instant = instant(name, set);
    assert!(instant.approaching.is_empty(), "{name} {set:?}");
    assert!(instant.leaving.is_empty(), "{name} {set:?}");
    instant.problem
}

/// Whether everything can stick and stand still, with settings beside `name=value`.
fn jams(scene: &str, name: &str, value: f64, set: &[&str]) -> bool {
    let own = format!("{name}={value}");
    let set: Vec<&str> = set.iter().copied().chain([own.as_str()]).collect();
    let problem = problem(scene, &set);
    cone::stick(&problem).unwrap().is_jam()
}

/// Asserts that a question changes its answer within 1e-6 of a value: `yes` above it, or below.
#[track_caller]
fn changes_at(value: f64, above: bool, yes: impl Fn(f64) -> bool) {
    assert_eq!(yes(value * (1.0 + 1e-6)), above, "just above {value}");
    assert_eq!(yes(value * (1.0 - 1e-6)), !above, "just below {value}");
}

#[test]
fn every_scene_begins_with_its_contacts_touching() {
    for (name, touching, sliding) in SCENES {
        let instant = instant(name, &[]);
        let slips = instant.problem.slips();
        assert_eq!(slips.len(), touching, "{name}");
        let slides = slips.iter().filter(|slip| **slip != Slip::Rolling);
        assert_eq!(slides.count(), sliding, "{name}");
        assert!(instant.approaching.is_empty() && instant.leaving.is_empty());
        assert!(instant.joint_error < 1e-12, "{name}");
    }
}

/// What an analysis calls a jam stays where it is when it is run.
#[test]
fn what_can_only_stick_does_not_move() {
    for name in [
        "particle-in-wedge",
        "peg-jammed",
        "drawer",
        "three-jaw-fixture",
        "ladder",
        "four-legged-table",
        "tp97-example-2",
    ] {
        assert!(cone::stick(&problem(name, &[])).unwrap().is_jam(), "{name}");
        let scene = scene(name, &[]);
        let steps = scene.steps().unwrap();
        let mut simulation = Simulation::new(scene.system, scene.initial, scene.settings).unwrap();
        for _ in 0..steps {
            assert!(simulation.step().unwrap().solution.solved, "{name}");
            let fastest = simulation
                .state()
                .v
                .iter()
                .fold(0.0_f64, |m, v| m.max(v.abs()));
            assert!(fastest < 1e-7, "{name}: {fastest}");
        }
    }
}
