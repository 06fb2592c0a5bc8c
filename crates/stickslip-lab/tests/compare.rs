//! Comparing runs: the same bits, a tolerance, other steps, other bodies.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod scratch;

use scratch::Scratch;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use stickslip_lab::compare::{self, Column};
use stickslip_lab::run;
use stickslip_lab::scene::{Scene, catalogue};
use stickslip_lab::stickslip::Scheme;

fn go(scene: &Scene, folder: &Path) {
    run::scene(scene, folder, &AtomicBool::new(false), |_, _| {}).unwrap();
}

#[test]
fn runs_are_the_same_or_part_somewhere() {
    let scratch = Scratch::new("compare");
    let rod = catalogue::find("falling-rod").unwrap();
    let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| scratch.at(name));
    go(&rod, &a);
    go(&rod, &b);
    let same = compare::runs(&a, &b, 0.0).unwrap();
    assert!(same.identical && same.is_same() && same.columns.is_empty());
    assert_eq!((same.steps, same.steps_compared), ([320, 320], 320));

    // a start that differs in the last digits parts at once, and is the same up to a tolerance
    let mut nudged = rod.clone();
    nudged.initial.q[0] += 1e-12;
    go(&nudged, &c);
    let near = compare::runs(&a, &c, 0.0).unwrap();
    assert!(!near.identical && !near.is_same());
    let first = near.first.unwrap();
    assert_eq!((first.step, first.t, first.column.as_str()), (0, 0.0, "x"));
    assert!(compare::runs(&a, &c, 1e-6).unwrap().is_same());

    // another scheme is told with its name, the columns and the contacts
    let mut other = rod.clone();
    other.settings.scheme = Scheme::AnitescuPotra;
    go(&other, &d);
    let far = compare::runs(&a, &d, 1e-6).unwrap();
    assert!(!far.is_same() && far.contacts.changes > 0);
    assert!(far.settings.iter().any(|(key, ..)| key == "scheme"));
    // free flight is the same for both: they part at the first impact
    assert!((far.first.unwrap().t - 0.3825).abs() < 0.01);
    let largest = |w: &[Column]| w[0].table != w[1].table || w[0].measured >= w[1].measured;
    assert!(far.columns.windows(2).all(largest));
    assert_eq!(far.columns[0].table, "trajectory");
}

#[test]
fn a_run_whose_motion_ends_earlier_is_compared_as_far_as_it_goes() {
    let scratch = Scratch::new("compare-ends");
    let rod = catalogue::find("falling-rod").unwrap();
    let [a, b] = ["a", "b"].map(|name| scratch.at(name));
    go(&rod, &a);
    go(&rod, &b);
    let file = b.join("trajectory.csv");
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<&str> = text.lines().take(201).collect();
    std::fs::write(&file, lines.join("\n") + "\n").unwrap();
    let found = compare::runs(&a, &b, 1e-6).unwrap();
    assert!(!found.is_same() && !found.within_tolerance);
    assert_eq!(found.shorter(), Some(1));
    assert!((found.ends[0] - 0.8).abs() < 1e-9 && (found.ends[1] - 0.4975).abs() < 1e-9);
    assert_eq!((found.contacts.changes, &found.contacts.first), (0, &None));
    assert_eq!(compare::runs(&a, &a, 0.0).unwrap().shorter(), None);
}

#[test]
fn other_steps_are_compared_where_they_meet_and_other_bodies_not_at_all() {
    let scratch = Scratch::new("compare-steps");
    let rod = catalogue::find("falling-rod").unwrap();
    let mut fine = rod.clone();
    fine.settings.step /= 2.0;
    let [a, b, c] = ["a", "b", "c"].map(|name| scratch.at(name));
    go(&rod, &a);
    go(&fine, &b);
    let found = compare::runs(&a, &b, 0.5).unwrap();
    assert_eq!((found.steps, found.steps_compared), ([320, 640], 320));
    assert!(!found.is_same());
    go(&catalogue::find("wedge").unwrap(), &c);
    let error = compare::runs(&a, &c, 0.0).unwrap_err().to_string();
    assert!(error.contains("compare runs of the same bodies"), "{error}");
    let error = compare::runs(&a, &scratch.at("none"), 0.0).unwrap_err();
    assert!(error.to_string().contains("no folder of a run"), "{error}");
}
