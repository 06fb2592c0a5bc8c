//! The shipped scenes run, end as they should, and leave a folder that can be read back.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod brief;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use stickslip_lab::figure::Theme;
use stickslip_lab::plot::{self, RunData};
use stickslip_lab::run::{self, FILES, Reason, RunError, Summary};
use stickslip_lab::scene::{self, BuiltIn, Scene, catalogue};
use stickslip_lab::stickslip::Scheme;
use stickslip_lab::table::{read_csv, read_npz};

/// A folder of its own for each test, gone when the test ends.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = format!("stickslip-runs-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn go(scene: &Scene, folder: &Path) -> Result<Summary, RunError> {
    run::scene(scene, folder, &AtomicBool::new(false), |_, _| {})
}

fn value(entries: &[run::Entry], name: &str) -> f64 {
    let found = entries.iter().find(|entry| entry.name == name);
    found.unwrap_or_else(|| panic!("no {name}")).value
}

/// The scene that is there to show what leaving contacts out does.
const PENETRATES: &str = "sphere-in-seam-bouncing";

#[test]
fn every_shipped_scene_finishes_with_every_step_certified() {
    let scratch = Scratch::new("all");
    for name in catalogue::names() {
        let scene = brief::scene(name);
        let summary = go(&scene, &scratch.at(name)).unwrap();
        assert!(summary.is_fine(), "{name}: {summary:?}");
        // where boxes tumble, the linearised gaps of a step miss what its turning does to second order
        let allowed = match scene.system {
            BuiltIn::World(_) => 1e-3,
            _ => 1e-6,
        };
        assert!(
            summary.penetration < allowed || name == PENETRATES,
            "{name}: {}",
            summary.penetration
        );
        assert!(
            summary.joint_error < 1e-9,
            "{name}: {}",
            summary.joint_error
        );
        for file in FILES {
            assert!(scratch.at(name).join(file).is_file(), "{name}: {file}");
        }
    }
}

#[test]
fn known_ends() {
    let scratch = Scratch::new("known");
    let end = |name: &str| go(&catalogue::find(name).unwrap(), &scratch.at(name)).unwrap();
    // [ST00 4.1], our number for h = 0.0025
    let rod = end("falling-rod");
    assert!((value(&rod.positions, "x") + 0.2308).abs() < 1e-4);
    assert_eq!(rod.contacts[0].mode, "sticking");
    // seven contacts with 8 directions each
    assert_eq!(end("four-balls").certificate.largest_problem, 70);
    // simultaneous impacts
    let cradle = end("newtons-cradle");
    for (name, v) in [
        ("v_x1", -1.0 / 3.0),
        ("v_x2", 2.0 / 3.0),
        ("v_x3", 2.0 / 3.0),
    ] {
        assert!(
            (value(&cradle.velocities, name) - v).abs() < 1e-12,
            "{name}"
        );
    }
    // rolling: (5 v − 2 r ω)/7 along (0.8, 0.6)
    let ball = end("skidding-ball");
    let speed = (5.0 * 2.0 - 2.0 * 0.05 * 10.0) / 7.0;
    assert!((value(&ball.velocities, "v_ball1.x") - 0.8 * speed).abs() < 1e-5);
    assert!((value(&ball.velocities, "v_ball1.y") - 0.6 * speed).abs() < 1e-5);
    // stops after v²/(2 √2 g), first order in h
    let wedge = end("wedge");
    let way = 1.0 / (2.0 * 2f64.sqrt() * 9.81);
    assert!((value(&wedge.positions, "x") - way).abs() < 1e-3);
    assert!(value(&wedge.velocities, "v_x").abs() < 1e-12);
    // infinitely many bounces end at 4.0637 s; the cut-off takes the last millisecond
    let bouncing = end("bouncing-ball");
    let rest = bouncing.notes.iter().find(|note| note.kind == "zeno");
    let said = &rest.unwrap().first;
    assert!(said.contains("t = 4.062"), "{said}");
    assert!(bouncing.impacts > 30);
    // the slider is pressed against the stop
    let slider = end("slider-crank");
    assert!((value(&slider.positions, "slider.x") - 0.67).abs() < 1e-4);
    // the first step finds the impulse without impact, ‖v₁ − v⁺‖ = 7.36 h
    let painleve = scratch.at("painleve-rod");
    end("painleve-rod");
    let trajectory = read_csv(painleve.join("trajectory.csv")).unwrap();
    for (name, v) in [("v_x", -0.5625), ("v_y", 0.324760), ("v_theta", 1.299038)] {
        let first = trajectory.column(name).unwrap()[1];
        assert!((first - v).abs() < 8e-3, "{name}: {first}");
    }
}

#[test]
fn the_files_agree_with_each_other() {
    let scratch = Scratch::new("files");
    let folder = scratch.at("rod");
    let summary = go(&catalogue::find("falling-rod").unwrap(), &folder).unwrap();
    let trajectory = read_csv(folder.join("trajectory.csv")).unwrap();
    assert_eq!(
        trajectory.columns,
        ["t", "x", "y", "theta", "v_x", "v_y", "v_theta"]
    );
    assert_eq!(trajectory.rows.len(), 321);
    let energy = read_csv(folder.join("energy.csv")).unwrap();
    assert_eq!(energy.rows.len(), 320);
    let npz = read_npz(folder.join("run.npz")).unwrap();
    assert_eq!(
        npz.vector("t").unwrap().data(),
        trajectory.column("t").unwrap()
    );
    assert_eq!(
        npz.matrix("q").unwrap().column(1).unwrap(),
        trajectory.column("y").unwrap()
    );
    assert_eq!(
        npz.matrix("energy").unwrap().row(0).unwrap(),
        &energy.rows[0][1..]
    );
    // the ledger of the run is the sum of those of its steps
    let friction: f64 = energy.column("friction_work").unwrap().iter().sum();
    assert!((friction - summary.energy.entry("friction_work")).abs() < 1e-12);
    // contacts: the same rows, and words for the modes
    let text = std::fs::read_to_string(folder.join("contacts.csv")).unwrap();
    let rows = text.lines().count() - 1;
    assert_eq!(npz.vector("contact_id").unwrap().data().len(), rows);
    assert_eq!(
        npz.matrix("contact_impulse").unwrap().data().len(),
        4 * rows
    );
    let first = text.lines().nth(1).unwrap();
    assert!(first.contains("end – table,impact,"), "{first}");
    // the summary is JSON, and the scene can be run again
    let json = std::fs::read_to_string(folder.join("summary.json")).unwrap();
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["format"], "stickslip-run-0");
    assert_eq!(json["end"], "finished");
    assert_eq!(json["steps"], 320);
    assert_eq!(json["certificate"]["steps_certified"], 320);
    let again = scene::read_path(&folder.join("scene.toml")).unwrap();
    assert_eq!(again.name, "falling-rod");
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    let scratch = Scratch::new("same");
    let scene = catalogue::find("falling-rod").unwrap();
    for folder in ["a", "b"] {
        go(&scene, &scratch.at(folder)).unwrap();
    }
    for file in ["trajectory.csv", "contacts.csv", "energy.csv", "run.npz"] {
        let bytes = |folder: &str| std::fs::read(scratch.at(folder).join(file)).unwrap();
        assert!(bytes("a") == bytes("b"), "{file}");
    }
}

#[test]
fn an_interrupt_keeps_what_is_there() {
    let scratch = Scratch::new("stop");
    let folder = scratch.at("run");
    let stop = AtomicBool::new(false);
    let scene = catalogue::find("falling-rod").unwrap();
    let summary = run::scene(&scene, &folder, &stop, |done, of| {
        assert_eq!(of, 320);
        stop.store(done == 7, std::sync::atomic::Ordering::Relaxed);
    })
    .unwrap();
    assert_eq!((summary.end, summary.steps), (Reason::Interrupted, 7));
    assert!(!summary.is_fine());
    assert_eq!(
        read_csv(folder.join("trajectory.csv")).unwrap().rows.len(),
        8
    );
    assert_eq!(
        read_npz(folder.join("run.npz"))
            .unwrap()
            .vector("t")
            .unwrap()
            .data()
            .len(),
        8
    );
}

#[test]
fn the_energy_balance_adds_up() {
    let scratch = Scratch::new("balance");
    for name in [
        "bouncing-ball",
        "slider-crank",
        "block-on-belt",
        "kane-pendulum",
    ] {
        let scene = catalogue::find(name).unwrap();
        let energy = go(&scene, &scratch.at(name)).unwrap().energy;
        let sum: f64 = energy.balance.iter().map(|term| term.value).sum();
        let scale = energy.start.abs().max(energy.end.abs());
        assert!(
            (energy.end - energy.start - sum).abs() < 1e-9 * scale,
            "{name}: {energy:?}"
        );
        let term = |name: &str| {
            energy
                .balance
                .iter()
                .find(|e| e.name == name)
                .unwrap()
                .value
        };
        // only the crank is driven
        assert_eq!(term("applied forces") > 1.0, name == "slider-crank");
        // free flight with located impacts loses nothing
        assert!(name != "bouncing-ball" || term("numerical").abs() < 1e-9);
    }
}

#[test]
fn a_beginning_inside_the_table_is_warned_of() {
    let scratch = Scratch::new("inside");
    let text = catalogue::text("falling-rod").unwrap();
    let sunk = text.replace("position = [0.0, 1.0]", "position = [0.0, -1.0]");
    assert_ne!(text, sunk);
    let summary = go(&scene::read(&sunk, "sunk").unwrap(), &scratch.at("sunk")).unwrap();
    assert_eq!(summary.warnings.len(), 3, "{:?}", summary.warnings);
    assert!(summary.warnings[0].contains("plus end – table begins with a penetration of 9.3e-1 m"));
    // and what came of it
    assert!(summary.warnings[2].contains("impacts and push-out brought in"));
    for name in catalogue::names() {
        let scene = brief::scene(name);
        let warnings = go(&scene, &scratch.at(name)).unwrap().warnings;
        assert!(
            !(warnings.iter()).any(|w| w.contains("begins") || w.contains("push-out")),
            "{warnings:?}"
        );
    }
}

#[test]
fn figures_name_the_settings_that_were_run() {
    let scratch = Scratch::new("labels");
    let mut scene = catalogue::find("falling-rod").unwrap();
    let [as_written, changed] = ["as-written", "changed"].map(|name| scratch.at(name));
    go(&scene, &as_written).unwrap();
    scene.settings.scheme = Scheme::parse("anitescu-potra").unwrap();
    go(&scene, &changed).unwrap();
    let runs = [as_written, changed].map(|folder| RunData::read(&folder).unwrap());
    let velocities = |runs: &[RunData]| {
        let figures = plot::figures(runs, Theme::Light).unwrap();
        let found = figures.into_iter().find(|f| f.name == "velocities");
        found.unwrap().svg
    };
    let alone = velocities(&runs[1..]);
    assert!(alone.contains("anitescu-potra, h = 0.0025 s"));
    let both = velocities(&runs);
    for scheme in [">fixed-point<", ">anitescu-potra<"] {
        assert!(both.contains(scheme), "{scheme}");
    }
    // the same settings are told apart by their folders
    let twice = velocities(&[runs[0].clone(), runs[0].clone()]);
    assert!(twice.contains("as-written"));
    // a run that was killed has no arrays yet, and is not taken for a strange folder
    std::fs::remove_file(runs[0].folder.join("run.npz")).unwrap();
    let fault = RunData::read(&runs[0].folder).unwrap_err().to_string();
    assert!(
        fault.contains("ended before run.npz was written; run the scene again"),
        "{fault}"
    );
}

#[test]
fn only_a_run_of_the_same_scene_is_replaced() {
    let scratch = Scratch::new("folder");
    let rod = catalogue::find("painleve-rod").unwrap();
    let other = catalogue::find("wedge").unwrap();
    let folder = scratch.at("run");
    go(&rod, &folder).unwrap();
    std::fs::write(folder.join("mine.txt"), "kept").unwrap();
    go(&rod, &folder).unwrap();
    assert_eq!(
        std::fs::read_to_string(folder.join("mine.txt")).unwrap(),
        "kept"
    );
    let refused = go(&other, &folder).unwrap_err();
    assert!(
        refused.is_input() && refused.to_string().contains("painleve-rod"),
        "{refused}"
    );
    // a run that was killed can be replaced, because its summary is there from the start
    std::fs::remove_file(folder.join("run.npz")).unwrap();
    go(&rod, &folder).unwrap();
    // anything else is left alone
    let letters = scratch.at("letters");
    std::fs::create_dir(&letters).unwrap();
    go(&rod, &letters).unwrap();
    let photos = scratch.at("photos");
    std::fs::create_dir(&photos).unwrap();
    std::fs::write(photos.join("cat.jpg"), "meow").unwrap();
    assert!(matches!(go(&rod, &photos), Err(RunError::NotARun { .. })));
    assert_eq!(std::fs::read_dir(&photos).unwrap().count(), 1);
    assert!(matches!(
        go(&rod, &photos.join("cat.jpg")),
        Err(RunError::NotAFolder { .. })
    ));
}

#[test]
fn a_step_that_fails_keeps_what_is_there() {
    let scratch = Scratch::new("fail");
    // a spring so stiff that the motion overflows
    let text = catalogue::text("block-on-belt").unwrap();
    let wild = text
        .replace("stiffness = 20.0", "stiffness = 1e300")
        .replace("position = [0.0, 0.05]", "position = [1.0, 0.05]");
    let scene = scene::read(&wild, "wild").unwrap();
    let folder = scratch.at("run");
    let summary = go(&scene, &folder).unwrap();
    assert_eq!(summary.end, Reason::Failed);
    assert!(summary.error.is_some() && !summary.is_fine());
    let rows = read_csv(folder.join("trajectory.csv")).unwrap().rows.len();
    assert_eq!(rows, summary.steps + 1);
    assert!(folder.join("run.npz").is_file());
}

const PUSHED: &str = r#"
schema_version = 1
name = "pushed"
about = "A ball of 1 kg, pushed by 1 N."
[world]
gravity = [0, 0, 0]
[materials.steel]
[[bodies]]
name = "ball"
material = "steel"
shape = { kind = "sphere", radius = 0.1 }
mass = 1
[[forces]]
body = "ball"
force = [1, 0, 0]
[run]
h = 0.001
duration = 1
"#;

#[test]
fn the_work_of_forces_is_no_error_of_the_time_stepping() {
    let scratch = Scratch::new("pushed");
    let scene = scene::read(PUSHED, "pushed.toml").unwrap();
    let ran = go(&scene, &scratch.at("pushed")).unwrap();
    let term = |name: &str| value(&ran.energy.balance, name);
    // ½ J, but for half a step
    assert!((term("applied forces") - 0.5).abs() < 1e-3);
    assert!(term("numerical").abs() < 1e-3);
    assert!(ran.warnings.is_empty(), "{:?}", ran.warnings);
}
