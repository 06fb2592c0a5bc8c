//! Scenes whose motion is unique are not marked, those that have several motions are.

use super::*;
use crate::analyze::search::ContactMode;
use crate::scene::{Scene, catalogue};

fn scene(name: &str, set: &[&str]) -> Scene {
    let set: Vec<String> = set.iter().map(|&s| s.to_owned()).collect();
    let scene = catalogue::find_with(name, &set).expect("a shipped scene");
    scene.expect("settings of the scene")
}

/// Looks at every step of the first so many.
fn watched(scene: &Scene, steps: usize) -> Uniqueness {
    let (system, settings) = (scene.system.clone(), scene.settings.clone());
    let simulation = Simulation::new(system, scene.initial.clone(), settings);
    let mut simulation = simulation.expect("shipped scenes can be run");
    simulation.keep_taken(true);
    let mut log = Uniqueness::new(1, 1);
    for step in 1..=steps {
        simulation.step().expect("shipped scenes run");
        look(&mut log, step, &simulation, &AtomicBool::new(false)).expect("finite data");
    }
    assert_eq!(
        log.steps_looked_at + log.steps_too_large + log.steps_unsolved,
        steps
    );
    log
}

/// [TP97 §4.2] at μ = 0.75, one step of length h from rest: v = h a for both accelerations, to the order of h.
#[test]
fn example_2_jams_or_slides_in_its_first_step() {
    let log = watched(&scene("tp97-example-2", &["mu=0.75"]), 1);
    let [mark] = &log.marks[..] else {
        panic!("{} marks", log.marks.len());
    };
    assert_eq!((mark.step, mark.t, mark.others.len()), (1, 0.0, 1));
    let other = &mark.others[0];
    let mut modes = [&mark.taken[..], &other.modes[..]];
    modes.sort();
    assert_eq!(modes, [[ContactMode::Stick; 3], [ContactMode::Slide; 3]]);
    assert!(
        other.distance > 1e-5 && other.distance < 1e-2,
        "{}",
        other.distance
    );
    // with more friction it can only jam, with less only slide
    for mu in ["mu=0.9", "mu=0.6"] {
        let log = watched(&scene("tp97-example-2", &[mu]), 1);
        assert!(log.marks.is_empty(), "{mu}: {:?}", log.marks);
    }
}

/// [Ste00 1.3] with A < 0 < b: lifting off, staying in contact, and a sudden stop of the slip. In a step of length h the end of a rod that turns
/// rises by half of what its acceleration says, so b = −g + (l/4) sin θ ω² there: at 8 rad/s it is positive, at the scene's 6 it is not.
#[test]
fn painleves_rod_is_marked_where_it_is_indeterminate() {
    let mut rod = scene("painleve-rod-indeterminate", &["run.activation=all"]);
    let log = watched(&rod, 1);
    assert!(log.marks.is_empty(), "{:?}", log.marks);
    let half = 0.5 * 60_f64.to_radians().sin();
    rod.initial.v = vec![-1.0 - 8.0 * half, 8.0 * 0.25, 8.0];
    let log = watched(&rod, 1);
    let [mark] = &log.marks[..] else {
        panic!("{} marks", log.marks.len());
    };
    assert_eq!(mark.others.len(), 2);
    // the lower end is the second contact; the upper one carries nothing in any of them
    let modes = |end: usize| {
        let others = mark.others.iter().map(|other| other.modes[end]);
        let mut all: Vec<_> = others.chain([mark.taken[end]]).collect();
        all.sort();
        all
    };
    assert_eq!(modes(0), [ContactMode::Break; 3]);
    let expected = [ContactMode::Roll, ContactMode::Slide, ContactMode::Break];
    assert_eq!(modes(1), expected);
}

/// The weight of a table on four legs is shared in many ways, but it stands still in all of them.
#[test]
fn forces_that_are_not_unique_mark_nothing() {
    let log = watched(&scene("four-legged-table", &[]), 20);
    assert_eq!((log.steps_looked_at, log.steps_marked), (20, 0));
    let pushed = watched(&scene("four-legged-table", &["push=400"]), 20);
    assert_eq!(pushed.steps_marked, 0);
}

#[test]
fn motions_that_are_unique_are_not_marked() {
    for (name, steps) in [
        ("falling-rod", 320),
        ("four-balls", 40),
        ("box-on-slope", 40),
        ("ladder", 20),
    ] {
        let log = watched(&scene(name, &[]), steps);
        assert_eq!((log.steps_marked, log.steps_too_large), (0, 0), "{name}");
        assert_eq!(log.steps_looked_at, steps, "{name}");
    }
}

/// What is too large is told, not passed over.
#[test]
fn large_problems_are_counted() {
    let log = watched(&scene("brick-wall-small", &[]), 1);
    assert_eq!((log.steps_looked_at, log.steps_too_large), (0, 1));
}

#[test]
fn every_so_many_steps_are_due() {
    let log = Uniqueness::new(3, 2);
    let due: Vec<usize> = (0..12).filter(|&step| log.is_due(step)).collect();
    assert_eq!(due, [2, 5, 8, 11]);
}
