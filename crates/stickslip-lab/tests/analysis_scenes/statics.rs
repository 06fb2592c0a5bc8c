//! Drawer, ladder, table and three jaws: elementary statics.

use super::*;
use stickslip_lab::analyze::{Posed, branch, search};

/// Guides `length` apart, pulled at the eccentricity e: mu = length/(2 e).
#[test]
fn the_drawer_jams_from_half_its_length_over_the_eccentricity_on() {
    assert!(jams("drawer", "mu", 0.6, &[]));
    assert!(!jams("drawer", "mu", 0.4, &[]));
    for (length, e) in [(0.3, 0.3), (0.5, 0.2), (0.2, 0.35)] {
        let sides = [format!("length={length}"), format!("eccentricity={e}")];
        let sides = sides.each_ref().map(String::as_str);
        for pull in ["pull=1", "pull=1000"] {
            let set = [sides[0], sides[1], pull];
            changes_at(length / (2.0 * e), true, |mu| {
                jams("drawer", "mu", mu, &set)
            });
        }
    }
    // pulled in the middle it does only if it can be wedged
    changes_at(0.3 / 0.2, true, |mu| {
        jams("drawer", "mu", mu, &["eccentricity=0"])
    });
}

/// One that is wider than 2 e can be wedged between its guides by forces of any size, from mu = length/width on.
#[test]
fn a_wide_drawer_wedges() {
    let set = ["width=0.8"];
    changes_at(0.3 / 0.8, true, |mu| jams("drawer", "mu", mu, &set));
    let ranges = |mu: &str| {
        let problem = problem("drawer", &["width=0.8", mu]);
        cone::force_ranges(&problem).unwrap().unwrap()
    };
    assert_eq!(ranges("mu=0.4").contacts[0][0].high, f64::INFINITY);
}

/// With the same friction at both ends: angle ≥ 90° − 2 atan(mu).
#[test]
fn the_ladder_stands_on_friction() {
    for degrees in [50.0, 60.0, 75.0_f64] {
        let angle = format!("angle_deg={degrees}");
        for other in ["half=2", "half=0.5", "mass=100"] {
            let set = [angle.as_str(), other];
            let least = (0.5 * (90.0 - degrees).to_radians()).tan();
            changes_at(least, true, |mu| jams("ladder", "mu", mu, &set));
        }
    }
    // three equations, four forces
    let ranges = cone::force_ranges(&problem("ladder", &[])).unwrap();
    assert!(!ranges.unwrap().are_determinate());
}

/// At the threshold both frictions are at their bound, against the motion: all forces are determined.
#[test]
fn a_ladder_about_to_slip_is_determinate() {
    let mu = 15.0_f64.to_radians().tan();
    let problem = problem("ladder", &[&format!("mu={mu}")]);
    let ranges = cone::force_ranges(&problem).unwrap().unwrap();
    let weight = 10.0 * 9.81;
    // N_foot + μ N_top = W, N_top = μ N_foot
    let foot = weight / (1.0 + mu * mu);
    for (contact, normal) in [(0, foot), (1, mu * foot)] {
        let range = ranges.contacts[contact][0];
        // near a threshold a range is as wide as the root of what is beyond it
        assert!((range.low - normal).abs() < 1e-2 && (range.high - normal).abs() < 1e-2);
    }
}

#[test]
fn the_table_stands_still_on_forces_that_are_not_determined() {
    let table = problem("four-legged-table", &[]);
    let stick = cone::stick(&table).unwrap();
    assert!(stick.is_jam());
    let ranges = cone::force_ranges(&table).unwrap().unwrap();
    let weight = -table.force()[2];
    // two legs on a diagonal can carry all of it, and no leg more than half
    for leg in &ranges.contacts {
        assert!(leg[0].low.abs() < 1e-6 * weight, "{leg:?}");
        assert!(
            (leg[0].high - 0.5 * weight).abs() < 1e-6 * weight,
            "{leg:?}"
        );
    }
    // every search ends at rest
    let settings = search::Settings {
        starts: 40,
        ..search::Settings::default()
    };
    let found = search::all(&table, &settings, &[], &mut |_, _| true).unwrap();
    assert_eq!(found.solutions.len(), 1);
    assert!(found.solutions[0].is_stuck() && found.converged >= 20);
}

/// A push at the height h slides it beyond μ W and tips it beyond W foot/h.
#[test]
fn the_table_can_be_pushed_so_far() {
    let weight = -problem("four-legged-table", &[]).force()[2];
    for (set, most) in [
        (["mu=0.5", "foot=0.4"], 0.5),
        (["mu=0.7", "foot=0.4"], 0.4 / 0.75),
        (["mu=0.7", "foot=0.3"], 0.3 / 0.75),
    ] {
        let stays = |push: f64| jams("four-legged-table", "push", push, &set);
        changes_at(most * weight, false, stays);
    }
}

/// Each jaw carries a third of the weight, and the moving one presses with `grip`: mu = weight/(3 grip).
#[test]
fn jaws_that_can_go_back_hold_what_their_grip_holds() {
    for (weight, grip) in [(5.0, 10.0), (30.0, 12.0)] {
        let set = [format!("weight={weight}"), format!("grip={grip}")];
        let set = [set[0].as_str(), set[1].as_str(), "backlash=0.001"];
        changes_at(weight / (3.0 * grip), true, |mu| {
            jams("three-jaw-fixture", "mu", mu, &set)
        });
    }
    let closure = cone::closure(&problem("three-jaw-fixture", &["backlash=0.001"])).unwrap();
    assert!(!closure.force && !closure.form);
}

#[test]
fn jaws_that_cannot_go_back_are_closed_by_friction_alone() {
    let closure = cone::closure(&problem("three-jaw-fixture", &[])).unwrap();
    assert!(closure.force && !closure.form, "{closure:?}");
    // whatever the weight
    assert!(jams("three-jaw-fixture", "weight", 1e4, &[]));
    let smooth = problem("three-jaw-fixture", &["mu=0"]);
    assert!(!cone::closure(&smooth).unwrap().force);
    assert!(!cone::stick(&smooth).unwrap().is_jam());
}

/// More than the grip can hold: the rigid model lets it be held all the same, or fall.
#[test]
fn a_heavy_disc_may_be_held_or_fall() {
    let heavy = problem("three-jaw-fixture", &["weight=12"]);
    assert!(cone::stick(&heavy).unwrap().is_jam());
    let posed = Posed::new("heavy", heavy);
    let found = branch::all_modes(&posed, &branch::Enumeration::default(), &mut |_, _| true);
    let found = found.unwrap().solutions;
    // all of grip's friction is used while it falls: weight − 3 mu grip of 12 N, on 12/9.81 kg
    let falls = (found.iter()).find(|s| s.motion.acceleration[2] < -1.0);
    let expected = -9.81 * (1.0 - 9.0 / 12.0);
    let fall = falls.unwrap().motion.acceleration[2];
    assert!((fall - expected).abs() < 1e-8, "{fall} is not {expected}");
}
