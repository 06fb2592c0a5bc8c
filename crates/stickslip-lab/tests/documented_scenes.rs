//! The scenes in the format document are valid and run, and the document knows every key.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use stickslip_lab::scene::{catalogue, read};
use stickslip_lab::stickslip::Simulation;

const DOCUMENT: &str = "../../docs/scene-format.md";

#[test]
fn the_documented_scenes_are_read_and_step() {
    // the document is not part of the published crate
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED 3 examples: {DOCUMENT} is not there"));
        return;
    };
    let blocks = text
        .split("```toml\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let mut names = Vec::new();
    for block in blocks {
        let scene = read(block, DOCUMENT).unwrap_or_else(|error| panic!("{error}"));
        let mut simulation = Simulation::new(scene.system, scene.initial, scene.settings).unwrap();
        for _ in 0..100 {
            assert!(simulation.step().unwrap().solution.solved, "{}", scene.name);
        }
        names.push(scene.name);
    }
    assert_eq!(names, ["thrown-rod", "turntable", "ladder"]);
}

#[test]
fn the_document_names_every_key_that_shipped_scenes_use() {
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED: {DOCUMENT} is not there"));
        return;
    };
    for name in catalogue::names() {
        for line in catalogue::text(name).unwrap().lines() {
            let line = line.split('#').next().unwrap();
            if let Some((key, _)) = line.split_once('=') {
                assert!(
                    text.contains(key.trim()),
                    "{name}: `{}` is not documented",
                    key.trim()
                );
            }
        }
    }
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
