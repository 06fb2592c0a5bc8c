//! Shipped scenes for tests that run all of them: the large ones with fewer bodies and for a shorter time.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]
#![allow(dead_code, reason = "each test file uses its own part")]

use stickslip_lab::scene::{Scene, catalogue};

/// What makes a large scene small enough to be run in a moment.
fn smaller(name: &str) -> &'static [&'static str] {
    match name {
        "brick-wall" => &["pairs=2", "run.duration=0.1"],
        "pyramid" => &["run.duration=0.0125"],
        "sphere-pile" | "box-pile" => &["side=3", "layers=3", "run.duration=0.2"],
        "hopper" => &["side=5", "layers=2", "run.duration=0.1"],
        "rotating-drum" => &["deep_in=1", "layers=2", "run.duration=0.2"],
        "chain-100" => &["run.duration=0.05"],
        _ => &[],
    }
}

/// The shipped scene with this name, made small if it is large.
pub(crate) fn scene(name: &str) -> Scene {
    let set: Vec<String> = smaller(name).iter().map(|s| (*s).to_owned()).collect();
    catalogue::find_with(name, &set).unwrap().unwrap()
}

/// The names of the scenes that are not large, for tests that run many variants.
pub(crate) fn small_ones() -> impl Iterator<Item = &'static str> {
    catalogue::names().filter(|name| smaller(name).is_empty())
}
