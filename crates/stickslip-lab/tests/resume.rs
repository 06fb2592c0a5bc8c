//! A run that was interrupted or killed and then resumed is, to the byte, the run that never stopped.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod same;
mod scratch;

use same::assert_same;
use scratch::Scratch;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip_lab::run::{self, Checkpoints, OnFailure, Options, Ran, RunError};
use stickslip_lab::scene::{Scene, catalogue};

/// Scenes that between them use located impacts, notes, joints, drives, two coefficients, orientations, all schemes and worlds.
const SCENES: [&str; 11] = [
    "falling-rod",
    "bouncing-ball",
    "four-balls",
    "stick-slip",
    "kane-pendulum",
    "slider-crank",
    "tumbling-brick",
    "spinning-sphere",
    // worlds, whose contacts come and go
    "box-on-slope",
    "brick-wall-small",
    "four-bar",
];

/// The first part of a scene, so that many can be run.
fn short(name: &str) -> Scene {
    let mut scene = catalogue::find(name).unwrap();
    let steps = scene.steps().unwrap().min(120);
    scene.duration = steps as f64 * scene.settings.step;
    scene
}

fn go(scene: &Scene, folder: &Path, options: &Options) -> Result<Ran, RunError> {
    run::with(scene, folder, options, &AtomicBool::new(false), |_| {})
}

fn resume() -> Options {
    Options {
        resume: true,
        ..Options::default()
    }
}

/// Runs until so many steps are done.
fn stop_after(scene: &Scene, folder: &Path, options: &Options, steps: usize) {
    let stop = AtomicBool::new(false);
    run::with(scene, folder, options, &stop, |p| {
        stop.store(p.done >= steps, Ordering::Relaxed);
    })
    .unwrap();
}

#[test]
fn interrupted_and_resumed_is_as_if_it_had_never_stopped() {
    let scratch = Scratch::new("interrupted");
    for name in SCENES {
        let scene = short(name);
        let whole = scratch.at(&format!("{name}-whole"));
        go(&scene, &whole, &Options::default()).unwrap();
        let parts = scratch.at(&format!("{name}-parts"));
        stop_after(&scene, &parts, &Options::default(), 7);
        assert!(parts.join("checkpoint.json").is_file());
        let half = scene.steps().unwrap() / 2;
        stop_after(&scene, &parts, &resume(), half);
        let Ran::Now { before, summary } = go(&scene, &parts, &resume()).unwrap() else {
            panic!("{name} was not finished");
        };
        assert_eq!(before, Some(half), "{name}");
        assert_eq!(summary.steps, summary.steps_planned);
        assert_same(&whole, &parts);
    }
}

#[test]
fn killed_at_any_moment_it_goes_on_from_the_last_checkpoint() {
    let scratch = Scratch::new("killed");
    let scene = short("four-balls");
    let whole = scratch.at("whole");
    go(&scene, &whole, &Options::default()).unwrap();
    let every = Options {
        checkpoints: Checkpoints::Steps(5),
        ..Options::default()
    };
    let running = scratch.at("running");
    let snapshot = |done: usize| scratch.at(&format!("killed-at-{done}"));
    run::with(&scene, &running, &every, &AtomicBool::new(false), |p| {
        // what a process killed now leaves behind
        if [3, 5, 13, 59].contains(&p.done) {
            copy(&running, &snapshot(p.done));
        }
    })
    .unwrap();
    assert_same(&whole, &running);
    for (done, kept) in [(3, None), (5, Some(5)), (13, Some(10)), (59, Some(55))] {
        let folder = snapshot(done);
        // and it was writing
        for (file, torn) in [
            ("trajectory.csv", "0.1,0.2"),
            ("contacts.csv", "0.5,3,\"ball 1 – "),
            ("checkpoint.part", "{\"format"),
            ("summary.part", "{"),
            ("run.npz.part", "PK"),
            ("run.npz.q.part", "numbers"),
        ] {
            use std::io::Write;
            let mut options = std::fs::OpenOptions::new();
            let path = folder.join(file);
            let mut open = options.append(true).create(true).open(&path).unwrap();
            open.write_all(torn.as_bytes()).unwrap();
        }
        let Ran::Now { before, .. } = go(&scene, &folder, &resume()).unwrap() else {
            panic!("killed at {done}: not finished");
        };
        assert_eq!(before, kept, "killed at {done}");
        assert_same(&whole, &folder);
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

#[test]
fn a_finished_run_is_left_alone_and_an_empty_folder_begins() {
    let scratch = Scratch::new("finished");
    let scene = short("wedge");
    let folder = scratch.at("run");
    let begun = go(&scene, &folder, &resume()).unwrap();
    assert!(matches!(begun, Ran::Now { before: None, .. }));
    let trajectory = std::fs::metadata(folder.join("trajectory.csv")).unwrap();
    let Ran::Before(summary) = go(&scene, &folder, &resume()).unwrap() else {
        panic!("it was finished");
    };
    assert_eq!(summary["end"], "finished");
    let after = std::fs::metadata(folder.join("trajectory.csv")).unwrap();
    assert_eq!(trajectory.modified().unwrap(), after.modified().unwrap());
}

#[test]
fn another_scene_or_other_settings_are_refused() {
    let scratch = Scratch::new("refused");
    let scene = short("falling-rod");
    let folder = scratch.at("run");
    stop_after(&scene, &folder, &Options::default(), 10);
    let refused = |scene: &Scene, options: &Options| {
        let error = go(scene, &folder, options).unwrap_err();
        assert!(error.is_input(), "{error}");
        error.to_string()
    };
    let mut finer = scene.clone();
    finer.settings.step = 0.001;
    assert!(refused(&finer, &resume()).contains("h = 0.0025, and now h is 0.001"));
    let mut faster = scene.clone();
    faster.initial.v[2] = 5.0;
    assert!(refused(&faster, &resume()).contains("the scene or its parameters have changed"));
    let halving = Options {
        on_failure: OnFailure::Halve,
        ..resume()
    };
    assert!(refused(&scene, &halving).contains("--on-failure continue"));
    let mut text = scene.clone();
    text.text.push_str("# other\n");
    assert!(refused(&text, &resume()).contains("scene.toml"));
    let other = short("wedge");
    assert!(refused(&other, &resume()).contains("a run of \"falling-rod\""));
    // and after all this the run can still be finished
    assert!(matches!(
        go(&scene, &folder, &resume()).unwrap(),
        Ran::Now {
            before: Some(10),
            ..
        }
    ));
}

#[test]
fn damaged_files_are_named() {
    let scratch = Scratch::new("damaged");
    let scene = short("falling-rod");
    let folder = scratch.at("run");
    for (file, text) in [
        ("checkpoint.json", "{"),
        ("checkpoint.json", "{\"format\": \"other\"}"),
        ("trajectory.csv", "t,x\n"),
        ("contacts.csv", "t,contact\n"),
        ("energy.csv", ""),
    ] {
        stop_after(&scene, &folder, &Options::default(), 110);
        std::fs::write(folder.join(file), text).unwrap();
        let error = go(&scene, &folder, &resume()).unwrap_err().to_string();
        assert!(error.contains(file), "{file}: {error}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
