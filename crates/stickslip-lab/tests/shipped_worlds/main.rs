//! What the shipped worlds are there to show.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod shipped;
mod sliding;

use shipped::{centre, run};

#[test]
fn the_arch_stands_on_friction_and_falls_without() {
    let keystone = |mu: &str| centre(&run("masonry-arch", &[mu], |_| {}), "voussoir 4")[2];
    let stands = keystone("mu=0.6");
    assert!((stands - centre_of_keystone()).abs() < 1e-9, "{stands}");
    assert!(keystone("mu=0.1") < 0.8 * stands);
}

/// Height of the centre of the middle stone at the start: its two trapezoids of a wedge of 2a = π/7, radii 1 and 1.35.
fn centre_of_keystone() -> f64 {
    let half = std::f64::consts::PI / 14.0;
    let (inner, outer) = (1.0_f64, 1.35_f64);
    // a trapezoid between the chords, at distances r cos(a) from the centre, widths 2 r sin(a)
    2.0 / 3.0 * half.cos() * (outer.powi(3) - inner.powi(3)) / (outer.powi(2) - inner.powi(2))
}

#[test]
fn the_tent_stands_below_its_limit_and_falls_above() {
    let height = |ratio: &str| centre(&run("card-tent", &[ratio], |_| {}), "left")[2];
    assert!(height("ratio=0.9") > 0.4);
    assert!(height("ratio=1.1") < 0.1);
}

#[test]
fn all_dominoes_fall() {
    let end = run("domino-run", &[], |_| {});
    for i in 0..8 {
        let height = centre(&end, &format!("domino[{i}][0][0]"))[2];
        assert!(height < 0.018, "domino {i} at {height}");
    }
}

#[test]
fn a_break_has_many_impacts_in_one_step_and_loses_energy() {
    let (mut most, mut energy) = (0, f64::INFINITY);
    run("billiards-break", &[], |simulation| {
        let report = simulation.report();
        // a ball's weight gives 0.002 N·s a step
        let hard = report.contacts.iter().filter(|c| c.impulse.normal > 0.01);
        most = most.max(hard.count());
        assert!(report.energy.total() <= energy + 1e-12);
        energy = report.energy.total();
    });
    assert!(most >= 10, "{most}");
}

#[test]
fn a_peg_goes_in_and_with_enough_friction_jams() {
    let depth = |mu: &str| centre(&run("peg-in-hole", &[mu], |_| {}), "peg")[2];
    assert!((depth("mu=0.2") + 0.02).abs() < 1e-6, "on the bottom");
    assert!(depth("mu=1") > 0.0, "jammed at the mouth");
}

#[test]
fn the_conveyor_carries_its_parts_along() {
    let end = run("vibrating-conveyor", &[], |_| {});
    for (part, start) in [("nut", 0.0), ("pin", 0.05)] {
        let [x, _, z] = centre(&end, part);
        assert!(x > start + 0.02, "{part} at {x}");
        assert!(z > 0.003 && z < 0.01, "{part} at height {z}");
    }
}
