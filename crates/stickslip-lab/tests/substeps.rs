//! Substeps: one search for contacts, several steps. They are as accurate as short steps, and told as one.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod same;
mod scratch;

use same::assert_same;
use scratch::Scratch;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip_lab::run::{self, Options};
use stickslip_lab::scene::{BuiltIn, Scene, catalogue, read_with};
use stickslip_lab::stickslip::{Simulation, State};

/// A block that slides to a stop on a floor.
const BLOCK: &str = r#"
schema_version = 1
name = "block"
about = "A block slides to a stop."
[world]
gravity = [0, 0, -9.81]
[materials.wood]
density = 500
friction = 0.4
[[bodies]]
name = "floor"
fixed = true
material = "wood"
shape = { kind = "half-space" }
[[bodies]]
name = "block"
material = "wood"
shape = { kind = "box", size = [0.4, 0.4, 0.1] }
position = [0, 0, 0.05]
velocity = [2, 0, 0]
[run]
step = 0.02
duration = 1
"#;

fn block(settings: &[&str]) -> Scene {
    let set: Vec<String> = settings.iter().map(|s| (*s).to_owned()).collect();
    read_with(BLOCK, "block", &set).unwrap()
}

/// The simulation after so many steps.
fn after(scene: &Scene, steps: usize) -> Simulation<BuiltIn> {
    let (system, state) = (scene.system.clone(), scene.initial.clone());
    let mut simulation = Simulation::new(system, state, scene.settings.clone()).unwrap();
    for _ in 0..steps {
        simulation.step().unwrap();
    }
    simulation
}

#[test]
fn substeps_are_short_steps_told_as_one() {
    let whole = after(&block(&["run.substeps=4"]), 7);
    let short = after(&block(&["run.step=0.02/4"]), 28);
    let (a, b): (&State, &State) = (whole.state(), short.state());
    assert_eq!((&a.q, &a.v, &a.impulses), (&b.q, &b.v, &b.impulses));
    assert!((a.t - 0.14).abs() < 1e-15 && a.t == 7.0 * 0.02);
    // impulses are sums: the weight over the whole step
    let report = whole.report();
    let carried: f64 = report.contacts.iter().map(|c| c.impulse.normal).sum();
    let weight = 500.0 * 0.4 * 0.4 * 0.1 * 9.81;
    assert!((carried - weight * 0.02).abs() < 1e-9, "{carried}");
    assert!((report.h - 0.02).abs() < 1e-15 && report.solution.solved);
    assert_eq!(report.solution.islands, 1);
    assert!(run::is_certified(report));
    let lost = report.energy.friction_work;
    let short_lost: f64 = short.report().energy.friction_work;
    assert!(lost < 3.9 * short_lost, "{lost} {short_lost}");
}

#[test]
fn the_error_of_a_braking_distance_falls_with_the_substeps() {
    let exact = 2.0 * 2.0 / (2.0 * 0.4 * 9.81);
    let error = |substeps: usize| {
        let scene = block(&[&format!("run.substeps={substeps}")]);
        let stopped = after(&scene, 40);
        assert!(stopped.state().v.iter().all(|v| v.abs() < 1e-12));
        (stopped.state().q[0] - exact).abs()
    };
    let one = error(1);
    // half of the first step is lost: v h / 2
    assert!((one - 0.02).abs() < 2e-3, "{one}");
    for substeps in [2, 4, 8] {
        let ratio = one / error(substeps) / substeps as f64;
        assert!((0.8..1.25).contains(&ratio), "{substeps}: {ratio}");
    }
}

/// A wall of 95 bricks begins from nothing: its first impulses come from few sweeps, and what they lack moves the bricks.
#[test]
fn a_wall_drifts_less_with_substeps_at_the_same_sweeps() {
    let drift = |substeps: usize| {
        let mut scene = catalogue::find("brick-wall").unwrap();
        scene.settings.large.sweeps = 5;
        scene.settings.sleep = false;
        scene.settings.substeps = substeps;
        let end = after(&scene, 24);
        let moved = end.state().q.iter().zip(&scene.initial.q);
        moved.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let [one, four] = [drift(1), drift(4)];
    assert!(four < one / 2.0, "{one:e} m and {four:e} m");
    assert!(one < 1e-6, "{one:e} m");
}

#[test]
fn a_run_with_substeps_resumes_to_the_byte() {
    let scratch = Scratch::new("substeps");
    for name in ["brick-wall-small", "falling-rod", "slider-crank"] {
        let mut scene = catalogue::find(name).unwrap();
        scene.settings.substeps = 3;
        scene.duration = 30.0 * scene.settings.step;
        let [whole, parts] = ["whole", "parts"].map(|part| scratch.at(&format!("{name}-{part}")));
        let never = AtomicBool::new(false);
        run::with(&scene, &whole, &Options::default(), &never, |_| {}).unwrap();
        let stop = AtomicBool::new(false);
        run::with(&scene, &parts, &Options::default(), &stop, |p| {
            stop.store(p.done >= 11, Ordering::Relaxed);
        })
        .unwrap();
        let resume = Options {
            resume: true,
            ..Options::default()
        };
        // with other substeps it would be another run
        let mut other = scene.clone();
        other.settings.substeps = 2;
        let told = run::with(&other, &parts, &resume, &never, |_| {}).unwrap_err();
        let told = told.to_string();
        assert!(
            told.contains("substeps = 3, and now substeps is 2"),
            "{told}"
        );
        run::with(&scene, &parts, &resume, &never, |_| {}).unwrap();
        assert_same(&whole, &parts);
    }
}

#[test]
fn what_makes_no_sense_as_substeps_is_refused() {
    for value in ["0", "-1", "1.5", "1001"] {
        let set = [format!("run.substeps={value}")];
        let told = read_with(BLOCK, "block", &set).unwrap_err().to_string();
        assert!(
            told.contains("substeps") && told.contains("whole number"),
            "{value}: {told}"
        );
    }
}
