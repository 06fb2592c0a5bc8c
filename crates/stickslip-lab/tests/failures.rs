//! What happens to a run when a step is not certified: it stops and keeps the problem, halves the step, or goes on.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod scratch;

use scratch::Scratch;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use stickslip_lab::problem_file;
use stickslip_lab::run::{self, OnFailure, Options, Ran, Reason, Summary};
use stickslip_lab::scene::{self, Scene};

/// A ball between a table and a line of others, solved by a method that is allowed too few iterations for the impact.
fn hard() -> Scene {
    let text = scene::catalogue::text("four-balls").unwrap();
    let limited = "method = { name = \"lemke\", max_pivots = 12, retries = 0 }\n";
    let text = text.replace("[run]\n", &format!("[run]\n{limited}"));
    assert!(text.contains(limited));
    scene::read(&text, "hard").unwrap()
}

fn go(scene: &Scene, folder: &Path, on_failure: OnFailure) -> Summary {
    let options = Options {
        on_failure,
        ..Options::default()
    };
    let ran = run::with(scene, folder, &options, &AtomicBool::new(false), |_| {});
    match ran.unwrap() {
        Ran::Now { summary, .. } => *summary,
        Ran::Before(_) => panic!("nothing was there"),
    }
}

#[test]
fn going_on_uses_the_best_answer_and_notes_it() {
    let scratch = Scratch::new("continue");
    let summary = go(&hard(), &scratch.at("run"), OnFailure::Continue);
    assert_eq!(summary.end, Reason::Finished);
    assert!(!summary.is_fine() && summary.notes.iter().any(|n| n.kind == "unsolved"));
}

#[test]
fn stopping_keeps_the_steps_before_and_the_problem() {
    let scratch = Scratch::new("stop");
    let folder = scratch.at("run");
    let summary = go(&hard(), &folder, OnFailure::Stop);
    assert_eq!(summary.end, Reason::Failed);
    assert_eq!(summary.certificate.steps_certified, summary.steps);
    let step = summary.steps + 1;
    let error = summary.error.unwrap();
    assert!(
        error.contains(&format!("step {step} is not certified")),
        "{error}"
    );
    let file = folder.join(format!("failed-step-{step}.json"));
    let problems = problem_file::read_path(&file).unwrap();
    assert_eq!(problems[0].name, format!("step-{step}"));
    // a later run of the scene takes the file away
    go(&hard(), &folder, OnFailure::Continue);
    assert!(!file.exists());
}

#[test]
fn halving_is_told() {
    let scratch = Scratch::new("halve");
    let summary = go(&hard(), &scratch.at("run"), OnFailure::Halve);
    assert_eq!(
        (summary.end, summary.settings.halvings),
        (Reason::Finished, 6)
    );
    let told = summary.notes.iter().find(|n| n.kind == "parts").unwrap();
    assert!(
        told.first.contains("could not be solved as a whole"),
        "{}",
        told.first
    );
}
