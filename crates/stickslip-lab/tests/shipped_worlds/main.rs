//! What the shipped worlds are there to show.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod feeders;
mod granular;
mod mechanisms;
mod shipped;
mod sliding;
mod stacks;
mod tops;

use shipped::{centre, length, run, velocity};

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

#[test]
fn a_wall_of_bricks_stands_without_drift() {
    // the ball lies far from the wall
    let set = ["speed=0", "bodies[2].position=[0, -2, 0.04]"];
    let names = |i: usize, k: usize| format!("brick[{i}][0][{k}]");
    let place = |i: usize, k: usize| {
        let (i, k) = (i as f64, k as f64);
        let moved = 0.1 * (k % 2.0);
        [-0.3 + 0.205 * i + moved, 0.0, 0.03 + 0.06 * k]
    };
    let end = run("brick-wall-small", &set, |simulation| {
        let penetration = simulation.report().penetration;
        assert!(penetration < 1e-6, "{penetration}");
    });
    for (i, k) in (0..4).flat_map(|k| (0..3).map(move |i| (i, k))) {
        let (at, was) = (centre(&end, &names(i, k)), place(i, k));
        let drift = length(std::array::from_fn(|axis| at[axis] - was[axis]));
        assert!(drift < 1e-9, "brick {i} of course {k} by {drift}");
        let [speed, spin] = velocity(&end, &names(i, k)).map(length);
        assert!(speed < 1e-9 && spin < 1e-8, "brick {i} of course {k}");
    }
}
