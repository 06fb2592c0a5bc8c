//! The number of threads changes no byte of a run, nor does an interruption in between.

#![cfg(feature = "parallel")]
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod same;
mod scratch;

use same::assert_same;
use scratch::Scratch;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip_lab::run::{self, Options};
use stickslip_lab::scene::{Scene, catalogue};

/// Contacts and joints below which the library leaves a problem to one thread: a test with less would show nothing.
const SHARED: usize = 64;

/// Contacts of one island from which on its colours are shared out: 256 pairs each, and no more than a dozen colours.
const COLOURED: usize = 3000;

/// Balls on a floor in a cube: one island of thousands of contacts.
const CUBE: &str = r#"
schema_version = 1
name = "cube-of-balls"
about = "Balls on each other."
[world]
gravity = [0, 0, -9.81]
[materials.stone]
density = 2500
friction = 0.5
[[bodies]]
name = "floor"
fixed = true
material = "stone"
shape = { kind = "half-space" }
[[bodies]]
name = "ball"
material = "stone"
shape = { kind = "sphere", radius = 0.05 }
position = [0, 0, 0.05]
array = { count = [12, 12, 10], spacing = [0.1, 0.1, 0.1] }
[run]
h = 0.002
duration = 0.012
large = { sweeps = 30 }
"#;

/// The beginning of a shipped world with these settings.
fn beginning(name: &str, set: &[String], steps: usize) -> Scene {
    let mut scene = catalogue::find_with(name, set).unwrap().unwrap();
    scene.duration = steps as f64 * scene.settings.step;
    scene
}

/// The most contacts and islands that a step had.
#[derive(Clone, Copy, Debug, Default)]
struct Most {
    contacts: usize,
    islands: usize,
}

/// Runs on so many threads, until so many steps are done.
fn go(scene: &Scene, folder: &Path, threads: usize, resume: bool, until: usize) -> Most {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    let options = Options {
        resume,
        ..Options::default()
    };
    let stop = AtomicBool::new(false);
    let mut most = Most::default();
    pool.build().unwrap().install(|| {
        run::with(scene, folder, &options, &stop, |progress| {
            stop.store(progress.done >= until, Ordering::Relaxed);
            most.contacts = most.contacts.max(progress.report.contacts.len());
            most.islands = most.islands.max(progress.report.solution.islands);
        })
        .unwrap();
    });
    most
}

/// One, two and eight threads write the same bytes, and so does a run that is stopped and goes on with others.
fn assert_the_same_on_any_number_of_threads(scene: &Scene) {
    let name = &scene.name;
    let scratch = Scratch::new(&format!("determinism-{name}"));
    let all = usize::MAX;
    let one = scratch.at("1");
    let most = go(scene, &one, 1, false, all);
    let shared = most.contacts >= SHARED && most.islands > 1 || most.contacts >= COLOURED;
    assert!(shared, "{most:?}");
    for threads in [2, 8] {
        let folder = scratch.at(&threads.to_string());
        go(scene, &folder, threads, false, all);
        assert_same(&one, &folder);
    }
    let parts = scratch.at("parts");
    let half = scene.steps().unwrap() / 2;
    go(scene, &parts, 8, false, half);
    assert!(
        parts.join("checkpoint.json").is_file(),
        "{name} was stopped"
    );
    go(scene, &parts, 2, true, all);
    assert_same(&one, &parts);
}

#[test]
fn six_walls_of_bricks_of_which_a_ball_meets_one() {
    let set = [
        "bodies[1].array.count=[2, 6, 2]",
        "bodies[1].array.spacing=[0.205, 0.5, 0.06]",
    ];
    let set = set.map(str::to_owned);
    assert_the_same_on_any_number_of_threads(&beginning("brick-wall-small", &set, 60));
}

#[test]
fn four_racks_of_billiard_balls_of_which_the_cue_ball_breaks_one() {
    // the cue ball needs 0.1 s for its way
    let rows = (1..=5).flat_map(|n| {
        [
            format!("bodies[{}].array.count=[4, {n}, 1]", n + 1),
            format!("bodies[{}].array.spacing=[0.6, 0.057201, 0]", n + 1),
        ]
    });
    let set: Vec<String> = rows.collect();
    assert_the_same_on_any_number_of_threads(&beginning("billiards-break", &set, 160));
}

#[test]
fn a_long_row_of_dominoes() {
    let set = ["n=24".to_owned()];
    assert_the_same_on_any_number_of_threads(&beginning("domino-run", &set, 120));
}

#[test]
fn one_heap_of_balls_that_is_swept_colour_by_colour() {
    let scene = stickslip_lab::scene::read(CUBE, "cube.toml").unwrap();
    assert_the_same_on_any_number_of_threads(&scene);
}
