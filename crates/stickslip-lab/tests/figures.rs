//! Every shipped scene has the figures that suit it, all well-formed; runs of the same bodies share figures.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod brief;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use stickslip_lab::figure::Theme;
use stickslip_lab::plot::{self, Figure, PlotError, RunData};
use stickslip_lab::run;
use stickslip_lab::scene::catalogue;

/// A folder of its own for each test, gone when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = format!("stickslip-figures-{name}-{}", std::process::id());
        Self(std::env::temp_dir().join(folder))
    }

    fn run(&self, name: &str) -> RunData {
        let scene = brief::scene(name);
        let folder = self.0.join(name);
        run::scene(&scene, &folder, &AtomicBool::new(false), |_, _| {}).unwrap();
        RunData::read(&folder).unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn texts(figures: &[Figure], name: &str) -> Vec<String> {
    let figure = figures.iter().find(|figure| figure.name == name);
    let svg = &figure.unwrap_or_else(|| panic!("no {name}")).svg;
    let document = roxmltree::Document::parse(svg).unwrap();
    let nodes = document.descendants().filter(|n| n.has_tag_name("text"));
    nodes
        .filter_map(|node| node.text().map(str::to_owned))
        .collect()
}

#[test]
fn every_figure_of_every_shipped_scene_is_well_formed() {
    let scratch = Scratch::new("all");
    for name in catalogue::names() {
        let figures = plot::figures(&[scratch.run(name)], Theme::Auto).unwrap();
        for figure in &figures {
            let svg = &figure.svg;
            roxmltree::Document::parse(svg).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert!(!svg.contains("NaN"), "{name}: {}", figure.name);
            assert!(
                svg.len() < 300_000,
                "{name}: {}: {} bytes",
                figure.name,
                svg.len()
            );
        }
        let has = |figure: &str| figures.iter().any(|f| f.name == figure);
        let brakes = name.starts_with("stick-slip");
        let pucks = ["ice-skate", "curling-stone", "conveyor"].contains(&name);
        let twisted = name.starts_with("spinning-sphere") || name.starts_with("sphere-in-seam");
        assert_eq!(has("path"), pucks, "{name}");
        assert_eq!(has("speed"), pucks || brakes, "{name}");
        assert_eq!(has("stick-slip") && has("phase"), brakes, "{name}");
        assert_eq!(has("spin"), name.starts_with("spinning-sphere"), "{name}");
        let torsion = twisted || name == "curling-stone";
        assert_eq!(has("friction-set"), torsion, "{name}");
        assert_eq!(has("components"), torsion, "{name}");
    }
}

#[test]
fn scenes_of_the_same_bodies_share_figures_and_others_are_refused() {
    let scratch = Scratch::new("compare");
    let [six, ellipsoid, seam] =
        ["spinning-sphere-six", "spinning-sphere", "sphere-in-seam"].map(|name| scratch.run(name));
    let figures = plot::figures(&[six.clone(), ellipsoid], Theme::Light).unwrap();
    let set = texts(&figures, "friction-set");
    for name in [
        "ellipsoid (spinning-sphere)",
        "6 directions and their hull (spinning-sphere-six)",
        // half axes for μ c_n = 1 N: those of the larger set
        "0.4",
    ] {
        assert!(set.iter().any(|text| text == name), "{name} in {set:?}");
    }
    let spin = texts(&figures, "spin");
    for name in ["spinning-sphere", "spinning-sphere-six"] {
        let name = format!("closed form, {name}");
        assert!(spin.contains(&name), "{name} in {spin:?}");
    }
    // a ball with a table is not a ball with obstacles
    let refused = plot::figures(&[six, seam], Theme::Light).unwrap_err();
    assert!(
        matches!(&refused, PlotError::OtherScene { name, .. } if name == "sphere-in-seam"),
        "{refused}"
    );
}

#[test]
fn the_closed_forms_are_those_of_the_reference_numbers() {
    let scratch = Scratch::new("closed");
    let said = |scene: &str, figure: &str, what: &str| {
        let figures = plot::figures(&[scratch.run(scene)], Theme::Light).unwrap();
        let texts = texts(&figures, figure);
        assert!(
            texts.iter().any(|text| text.contains(what)),
            "{what} in {texts:?}"
        );
    };
    said("spinning-sphere", "spin", "1.962000 rad/s lost each second");
    said(
        "spinning-sphere-six",
        "spin",
        "1.718734 rad/s lost each second",
    );
    said("stick-slip", "stick-slip", "closed form 0.8008 s");
}
