//! The scenes in the format document are valid and run, and the document knows every key.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use stickslip_lab::scene::{catalogue, read};
use stickslip_lab::stickslip::Simulation;

const DOCUMENT: &str = "../../docs/scene-format.md";

#[test]
fn the_documented_scenes_are_read_and_step() {
    // the document is not part of the published crate
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED 6 examples: {DOCUMENT} is not there"));
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
    let expected = [
        "chute",
        "shaken-dish",
        "swinging-door",
        "thrown-rod",
        "turntable",
        "ladder",
    ];
    assert_eq!(names, expected);
}

#[test]
fn the_document_names_every_key_that_shipped_scenes_use() {
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED: {DOCUMENT} is not there"));
        return;
    };
    for name in catalogue::names() {
        let mut of_parameters = false;
        for line in catalogue::text(name).unwrap().lines() {
            let line = line.split('#').next().unwrap();
            if line.starts_with('[') {
                // whose names are free
                of_parameters = line.starts_with("[parameters]");
            }
            if of_parameters {
                continue;
            }
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

#[test]
fn the_document_names_every_key_of_the_schema() {
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED: {DOCUMENT} is not there"));
        return;
    };
    fn keys(schema: &serde_json::Value, all: &mut Vec<String>) {
        match schema {
            serde_json::Value::Object(map) => {
                let properties = map.get("properties").and_then(|p| p.as_object());
                all.extend(properties.into_iter().flat_map(|p| p.keys().cloned()));
                map.values().for_each(|inner| keys(inner, all));
            }
            serde_json::Value::Array(list) => list.iter().for_each(|inner| keys(inner, all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    keys(&stickslip_lab::scene::schema(), &mut all);
    all.sort();
    all.dedup();
    assert!(all.len() > 150, "{}", all.len());
    let word = |c: char| c.is_alphanumeric() || c == '_';
    let known: Vec<&str> = text.split(|c| !word(c)).collect();
    let missing: Vec<&String> = all
        .iter()
        .filter(|key| !known.contains(&key.as_str()))
        .collect();
    assert!(missing.is_empty(), "not documented: {missing:?}");
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
