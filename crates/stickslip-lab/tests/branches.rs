//! Runs whose motion is indeterminate, and the tree of their branches.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod scratch;

use scratch::Scratch;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip_lab::run::{self, Options, Ran, Reason, RunError, Summary};
use stickslip_lab::scene::{Scene, catalogue};

fn scene(name: &str, set: &[&str]) -> Scene {
    let set: Vec<String> = set.iter().map(|&s| s.to_owned()).collect();
    catalogue::find_with(name, &set).unwrap().unwrap()
}

/// Painlevé's rod, turning so fast that its end lifts off, stays, or stops at once.
fn rod(duration: f64) -> Scene {
    let mut rod = scene("painleve-rod-indeterminate", &["run.activation=all"]);
    let half = 0.5 * 60_f64.to_radians().sin();
    rod.initial.v = vec![-1.0 - 8.0 * half, 8.0 * 0.25, 8.0];
    rod.duration = duration;
    rod
}

fn branching(most: usize) -> Options {
    Options {
        branches: most,
        ..Options::default()
    }
}

fn run(scene: &Scene, folder: &std::path::Path, options: &Options) -> Summary {
    match run::with(scene, folder, options, &AtomicBool::new(false), |_| {}).unwrap() {
        Ran::Now { summary, .. } => *summary,
        Ran::Before(_) => panic!("it was not to be resumed"),
    }
}

/// The text of a file of a run.
fn text(folder: &std::path::Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// [TP97 §4.2] at μ = 0.75: the cube jams, or it slides.
#[test]
fn example_2_has_a_branch_at_rest_and_one_that_slides() {
    let scratch = Scratch::new("branch-example-2");
    let folder = scratch.at("run");
    let scene = scene("tp97-example-2", &["mu=0.75", "run.duration=0.02"]);
    let summary = run(&scene, &folder, &branching(2));
    let tree = summary.branches.as_ref().unwrap();
    let [first, second] = &tree.branches[..] else {
        panic!("{tree:?}");
    };
    assert!(first.certified && second.certified, "{tree:?}");
    assert_eq!((first.number, &first.folder[..]), (1, "."));
    assert_eq!((second.number, &second.folder[..]), (2, "branch-2"));
    assert!(first.from.is_none());
    let from = second.from.as_ref().unwrap();
    assert_eq!((from.parent, from.step, from.t, from.part), (1, 1, 0.0, 0));
    // one is at rest, the other accelerates
    let mut speeds = [first.largest_speed, second.largest_speed];
    speeds.sort_by(f64::total_cmp);
    assert!(speeds[0] < 1e-9 && speeds[1] > 1e-3, "{speeds:?}");
    let apart = from.at_end.unwrap();
    assert!((apart.velocity - speeds[1]).abs() < 1e-9);
    // the branch is a run of its own, and its file says the same as the tree
    let own: serde_json::Value =
        serde_json::from_str(&text(&folder.join("branch-2"), "summary.json")).unwrap();
    assert_eq!(own["steps"], 20);
    assert_eq!(own["end"], "finished");
    assert_eq!(own["uniqueness"]["first_step"], 1);
    let told: serde_json::Value = serde_json::from_str(&text(&folder, "summary.json")).unwrap();
    assert_eq!(told["branches"]["branches"][1]["from"]["parent"], 1);
    assert_eq!(told, serde_json::to_value(&summary).unwrap());
    // the first run is what it is without branches
    let alone = run(&scene, &scratch.at("alone"), &Options::default());
    assert_eq!(alone.velocities, summary.velocities);
    for name in ["trajectory.csv", "contacts.csv", "energy.csv"] {
        assert_eq!(text(&folder, name), text(&scratch.at("alone"), name));
    }
}

#[test]
fn a_tree_is_the_same_when_it_is_made_again_and_old_branches_go() {
    let scratch = Scratch::new("branch-again");
    let folder = scratch.at("run");
    let scene = rod(0.01);
    let before = run(&scene, &folder, &branching(3));
    let tree = before.branches.unwrap();
    assert_eq!(tree.branches.len(), 3, "{tree:?}");
    let rows = |n: usize| text(&folder.join(format!("branch-{n}")), "trajectory.csv");
    let kept = [rows(2), rows(3)];
    assert_ne!(kept[0], kept[1]);
    let again = run(&scene, &folder, &branching(3));
    assert_eq!(again.branches.unwrap(), tree);
    assert_eq!([rows(2), rows(3)], kept);
    let fewer = run(&scene, &folder, &branching(2));
    assert_eq!(fewer.branches.unwrap().branches[..], tree.branches[..2]);
    assert!(folder.join("branch-2").is_dir() && !folder.join("branch-3").exists());
}

#[test]
fn an_interrupt_keeps_the_branches_that_were_made() {
    let scratch = Scratch::new("branch-stop");
    let folder = scratch.at("run");
    let scene = rod(0.01);
    let stop = AtomicBool::new(false);
    let ran = run::with(&scene, &folder, &branching(3), &stop, |p| {
        stop.store(p.branch == 2 && p.done >= 4, Ordering::Relaxed);
    });
    let Ran::Now { summary, .. } = ran.unwrap() else {
        panic!("it was not to be resumed");
    };
    assert_eq!(summary.end, Reason::Finished);
    let tree = summary.branches.unwrap();
    assert_eq!(tree.branches.len(), 2);
    let stopped = &tree.branches[1];
    assert_eq!((stopped.end, stopped.steps), (Reason::Interrupted, 4));
    assert!(tree.left > 0);
    let told: serde_json::Value = serde_json::from_str(&text(&folder, "summary.json")).unwrap();
    assert_eq!(told["branches"]["branches"][1]["end"], "interrupted");
    // a branch is neither resumed nor repeated by itself
    let resume = Options {
        resume: true,
        ..Options::default()
    };
    let inside = folder.join("branch-2");
    let refused = run::with(&scene, &inside, &resume, &AtomicBool::new(false), |_| {});
    let told = refused.unwrap_err().to_string();
    assert!(told.contains("branch 2, from 1 at step"), "{told}");
    let told = run::repeat(&inside).unwrap_err().to_string();
    assert!(told.contains("--branch"), "{told}");
}

#[test]
fn a_motion_that_is_unique_has_no_branches() {
    let scratch = Scratch::new("branch-none");
    let scene = scene("four-legged-table", &["run.duration=0.05"]);
    let summary = run(&scene, &scratch.at("run"), &branching(4));
    let tree = summary.branches.unwrap();
    assert_eq!((tree.branches.len(), tree.left, tree.astray), (1, 0, 0));
    let seen = summary.uniqueness.unwrap();
    assert_eq!((seen.steps_looked_at, seen.steps_marked), (12, 0));
    assert!(!scratch.at("run").join("branch-2").exists());
}

#[test]
fn schemes_of_several_rounds_are_refused() {
    let scratch = Scratch::new("branch-refused");
    let scene = scene("falling-rod", &[]);
    let stop = AtomicBool::new(false);
    let refused = run::with(&scene, &scratch.at("run"), &branching(2), &stop, |_| {});
    let error = refused.unwrap_err();
    assert!(matches!(error, RunError::CannotBranch { .. }) && error.is_input());
    assert!(error.to_string().contains("fixed-point"), "{error}");
    assert!(!scratch.at("run").exists());
}

/// A watched run that is interrupted goes on with what it knows.
#[test]
fn a_watched_run_is_resumed() {
    let scratch = Scratch::new("watch-resume");
    let scene = rod(0.02);
    let watch = |resume: bool| Options {
        watch: Some(3),
        resume,
        ..Options::default()
    };
    let whole = run(&scene, &scratch.at("whole"), &watch(false));
    let seen = whole.uniqueness.unwrap();
    assert_eq!((seen.steps_looked_at, seen.every), (7, 3));
    assert!(seen.steps_marked > 0);
    let folder = scratch.at("parts");
    let stop = AtomicBool::new(false);
    let stopped = run::with(&scene, &folder, &watch(false), &stop, |p| {
        stop.store(p.done >= 8, Ordering::Relaxed);
    });
    stopped.unwrap();
    let other = run::with(
        &scene,
        &folder,
        &Options {
            watch: None,
            ..watch(true)
        },
        &AtomicBool::new(false),
        |_| {},
    );
    let told = other.unwrap_err().to_string();
    assert!(told.contains("--watch-uniqueness=3"), "{told}");
    let resumed = run(&scene, &folder, &watch(true));
    assert_eq!(resumed.uniqueness.unwrap(), seen);
}
