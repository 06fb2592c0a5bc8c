//! Runs that record every so many steps: fewer rows, the same numbers, and everything else as if every step had been recorded.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod same;
mod scratch;

use same::assert_same;
use scratch::Scratch;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip_lab::compare;
use stickslip_lab::export::{self, Table};
use stickslip_lab::figure::Theme;
use stickslip_lab::plot::{self, RunData};
use stickslip_lab::run::{self, Options, Ran, read_contacts};
use stickslip_lab::scene::Changes;
use stickslip_lab::scene::{Scene, catalogue, read_with};
use stickslip_lab::stickslip::Scheme;
use stickslip_lab::table::{read_csv, read_npz};

fn go(scene: &Scene, folder: &Path, options: &Options) -> Ran {
    run::with(scene, folder, options, &AtomicBool::new(false), |_| {}).unwrap()
}

fn resume() -> Options {
    Options {
        resume: true,
        ..Options::default()
    }
}

/// So many steps of a shipped scene, one in `every` recorded.
fn scene(name: &str, steps: usize, every: usize) -> Scene {
    let mut scene = catalogue::find(name).unwrap();
    scene.duration = steps as f64 * scene.settings.step;
    scene.record_every = every;
    scene
}

#[test]
fn what_is_recorded_is_what_every_step_would_have_recorded() {
    let scratch = Scratch::new("records");
    let [all, few] = ["all", "few"].map(|name| scratch.at(name));
    // 47 is no multiple of 5: the last step is recorded nonetheless
    for name in ["four-balls", "brick-wall-small"] {
        go(&scene(name, 47, 1), &all, &Options::default());
        go(&scene(name, 47, 5), &few, &Options::default());
        let kept: Vec<usize> = (0..=47).filter(|k| k % 5 == 0 || *k == 47).collect();
        let rows = |folder: &Path, file: &str| read_csv(folder.join(file)).unwrap().rows;
        let whole = rows(&all, "trajectory.csv");
        let expected: Vec<_> = kept.iter().map(|&k| whole[k].clone()).collect();
        assert_eq!(rows(&few, "trajectory.csv"), expected, "{name}");
        let mut contacts = read_contacts(&all.join("contacts.csv")).unwrap();
        contacts.retain(|row| expected.iter().any(|kept| kept[0] == row.t));
        assert!(!contacts.is_empty());
        assert_eq!(read_contacts(&few.join("contacts.csv")).unwrap(), contacts);
        // every step
        for file in ["energy.csv", "certificate.csv"] {
            assert_eq!(rows(&all, file), rows(&few, file), "{name}: {file}");
        }
        let summary = |folder: &Path| -> serde_json::Value {
            let text = std::fs::read(folder.join("summary.json")).unwrap();
            let mut summary: serde_json::Value = serde_json::from_slice(&text).unwrap();
            for key in ["wall_seconds", "folder", "settings"] {
                summary[key].take();
            }
            summary
        };
        assert_eq!(summary(&all), summary(&few), "{name}");
        let npz = read_npz(few.join("run.npz")).unwrap();
        assert_eq!(npz.vector("t").unwrap().data().len(), kept.len());
        assert_eq!(npz.vector("step_t").unwrap().data().len(), 47);
        std::fs::remove_dir_all(&all).unwrap();
        std::fs::remove_dir_all(&few).unwrap();
    }
}

#[test]
fn resumed_between_two_records_it_is_as_if_it_had_never_stopped() {
    let scratch = Scratch::new("records-resume");
    for name in ["four-balls", "brick-wall-small"] {
        let scene = scene(name, 47, 5);
        let [whole, parts] = ["whole", "parts"].map(|part| scratch.at(&format!("{name}-{part}")));
        go(&scene, &whole, &Options::default());
        for (stop_at, options) in [
            (7, Options::default()),
            (10, resume()),
            (33, resume()),
            (46, resume()),
        ] {
            let stop = AtomicBool::new(false);
            run::with(&scene, &parts, &options, &stop, |p| {
                stop.store(p.done >= stop_at, Ordering::Relaxed);
            })
            .unwrap();
            // the last state is there, also between two records
            let rows = read_csv(parts.join("trajectory.csv")).unwrap().rows;
            let last = rows.last().unwrap()[0];
            assert!((last - stop_at as f64 * scene.settings.step).abs() < 1e-9);
            RunData::read(&parts).unwrap();
        }
        go(&scene, &parts, &resume());
        assert_same(&whole, &parts);
    }
}

#[test]
fn another_rhythm_is_another_run() {
    let scratch = Scratch::new("records-other");
    let folder = scratch.at("run");
    let stop = AtomicBool::new(false);
    run::with(
        &scene("four-balls", 40, 5),
        &folder,
        &Options::default(),
        &stop,
        |p| stop.store(p.done >= 7, Ordering::Relaxed),
    )
    .unwrap();
    let refused = run::with(
        &scene("four-balls", 40, 4),
        &folder,
        &resume(),
        &AtomicBool::new(false),
        |_| {},
    );
    let told = refused.unwrap_err().to_string();
    let words = "begun with record_every = 5, and now record_every is 4";
    assert!(told.contains(words), "{told}");
}

#[test]
fn runs_that_record_other_steps_are_compared_where_both_do() {
    let scratch = Scratch::new("records-diff");
    let [a, b, c] = ["a", "b", "c"].map(|name| scratch.at(name));
    go(&scene("four-balls", 60, 1), &a, &Options::default());
    go(&scene("four-balls", 60, 6), &b, &Options::default());
    go(&scene("four-balls", 60, 6), &c, &Options::default());
    let same = compare::runs(&b, &c, 0.0).unwrap();
    assert!(same.identical && same.steps == [60, 60] && same.steps_compared == 60);
    // no contact is missing where only one of the runs looked
    let thinned = compare::runs(&a, &b, 1e-12).unwrap();
    assert!(!thinned.identical && thinned.is_same(), "{thinned:?}");
    assert_eq!((thinned.contacts.changes, thinned.steps), (0, [60, 60]));
    // the number of a step is that of the step, not of the row: the rod hits the floor in step 154
    let mut rod = scene("falling-rod", 200, 6);
    let folders = ["d", "e"].map(|name| scratch.at(name));
    go(&rod, &folders[0], &Options::default());
    rod.settings.scheme = Scheme::AnitescuPotra;
    go(&rod, &folders[1], &Options::default());
    let parted = compare::runs(&folders[0], &folders[1], 1e-6).unwrap();
    let first = parted.first.unwrap();
    // energies are known of every step, and tell it before the next record
    assert!((152..=154).contains(&first.step), "{first:?}");
    let motion = parted.columns.iter().find(|c| c.table == "trajectory");
    assert!(motion.unwrap().t >= 156.0 * rod.settings.step);
}

#[test]
fn figures_and_exports_are_made_from_what_was_recorded() {
    let scratch = Scratch::new("records-figures");
    for name in ["four-balls", "falling-rod", "spinning-sphere", "stick-slip"] {
        let [all, few] = ["all", "few"].map(|part| scratch.at(&format!("{name}-{part}")));
        let steps = catalogue::find(name).unwrap().steps().unwrap().min(200);
        go(&scene(name, steps, 1), &all, &Options::default());
        go(&scene(name, steps, 3), &few, &Options::default());
        let [all, few] = [all, few].map(|folder| RunData::read(&folder).unwrap());
        // forces are those of steps, not of the time between two records
        assert_eq!(all.step(), few.step());
        for touch in &few.touches {
            let t = few.t[touch.step + 1];
            let same = all.touches.iter().find(|other| {
                all.t[other.step + 1] == t && other.id == touch.id && other.h == touch.h
            });
            assert_eq!(same.unwrap().impulse, touch.impulse, "{name} at {t}");
        }
        assert!(!few.touches.is_empty() && few.energy == all.energy);
        let names = |run: &RunData| -> Vec<_> {
            let figures = plot::figures(std::slice::from_ref(run), Theme::Light).unwrap();
            figures.iter().map(|figure| figure.name).collect()
        };
        assert_eq!(names(&all), names(&few), "{name}");
        let csv = export::csv(&few.folder, Table::Trajectory, 1).unwrap();
        assert_eq!(csv.lines().count(), few.t.len() + 1);
        if let Ok(bodies) = export::drawables(&few) {
            let mut moving = bodies.iter().filter(|body| body.poses.len() > 1);
            assert!(moving.all(|body| body.poses.len() == few.t.len()));
        }
    }
}

#[test]
fn a_rhythm_that_makes_no_sense_is_refused_in_words() {
    let text = catalogue::text("falling-rod").unwrap();
    for (value, words) in [
        ("0", "record_every is 0; it must be at least 1"),
        (
            "-2",
            "`run.record_every` is -2; it must be a whole number ≥ 0",
        ),
        (
            "2.5",
            "`run.record_every` is 2.5; it must be a whole number ≥ 0",
        ),
        ("often", "record_every"),
    ] {
        let set = [format!("run.record_every={value}")];
        let told = read_with(text, "here", &set).unwrap_err().to_string();
        assert!(told.contains(words), "{value}: {told}");
    }
    let set = ["run.record_every=7".to_owned()];
    assert_eq!(read_with(text, "here", &set).unwrap().record_every, 7);
    let changes = Changes {
        record_every: Some(0),
        ..Changes::default()
    };
    let mut rod = catalogue::find("falling-rod").unwrap();
    let told = rod.change(&changes).unwrap_err();
    assert!(told.contains("record_every is 0"), "{told}");
    assert_eq!(rod.record_every, 1);
}
