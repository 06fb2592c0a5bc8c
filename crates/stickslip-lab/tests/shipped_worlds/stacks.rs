//! Large structures that stand still, and a chain that does not open.

use super::shipped::{centre, length, run, run_anyway, velocity, world};
use stickslip_lab::run::is_certified;
use stickslip_lab::scene::BuiltIn;
use stickslip_lab::stickslip::{Simulation, System};

/// The names of all bodies that move.
fn moving(simulation: &Simulation<BuiltIn>) -> Vec<String> {
    let world = world(simulation);
    let bodies = world.model().bodies.iter().enumerate();
    bodies
        .filter(|(i, _)| world.coordinates_of(*i).is_some())
        .map(|(_, body)| body.name.clone())
        .collect()
}

/// Runs a structure for half a second: every step is certified, nothing penetrates, and no body goes anywhere.
fn stands(name: &str, bodies: usize) {
    let set = ["run.duration=0.5"];
    let end = run(name, &set, |simulation| {
        let report = simulation.report();
        assert!(is_certified(report), "{name} at {}", report.t);
        let penetration = report.penetration;
        assert!(penetration < 1e-5, "{name}: {penetration}");
    });
    let names = moving(&end);
    assert_eq!(names.len(), bodies);
    for body in names {
        let [at, was] = [centre(&end, &body), placed(&end, &body)];
        let drift = length(std::array::from_fn(|axis| at[axis] - was[axis]));
        assert!(drift < 1e-5, "{name}: {body} by {drift}");
        let [speed, spin] = velocity(&end, &body).map(length);
        assert!(
            speed < 1e-4 && spin < 1e-3,
            "{name}: {body} at {speed} {spin}"
        );
    }
}

/// Where the frame of a body was at the start.
fn placed(simulation: &Simulation<BuiltIn>, name: &str) -> [f64; 3] {
    let bodies = &world(simulation).model().bodies;
    bodies
        .iter()
        .find(|b| b.name == name)
        .unwrap()
        .pose
        .position
}

#[test]
fn a_wall_of_ninety_five_bricks_stands_still() {
    stands("brick-wall", 95 + 1);
}

#[test]
fn a_pyramid_of_two_hundred_and_ten_boxes_stands_still() {
    stands("pyramid", 210);
}

#[test]
fn a_ball_breaks_through_the_wall() {
    // in flight it takes 0.11 s
    let end = run_anyway("brick-wall", &["speed=8", "run.duration=0.2"], |_| {});
    let bricks = moving(&end).into_iter().filter(|name| name != "ball");
    let furthest = bricks
        .map(|name| centre(&end, &name)[1])
        .fold(0.0, f64::max);
    assert!(furthest > 0.05, "{furthest}");
}

#[test]
fn the_house_of_cards_stands_on_friction_and_falls_without() {
    let roof = |set: &[&str]| {
        let mut deepest = 0.0_f64;
        let end = run_anyway("card-house", set, |simulation| {
            deepest = deepest.max(simulation.report().penetration);
        });
        assert!(deepest < 1e-3, "{set:?}: {deepest}");
        centre(&end, "left 3[0][0][0]")[2] - placed(&end, "left 3[0][0][0]")[2]
    };
    let stands = roof(&["mu=0.5"]);
    assert!(stands.abs() < 1e-6, "{stands}");
    // less than tan(20°)/2, which the tent at the top needs
    let falls = roof(&["mu=0.15", "run.duration=0.06"]);
    assert!(falls < -0.0002, "{falls}");
}

/// The pull of a joint of a chain (N), along the axes of the world.
fn pull(simulation: &Simulation<BuiltIn>, joint: &str) -> [f64; 3] {
    let report = simulation.report();
    ["x", "y", "z"].map(|axis| {
        let name = format!("{joint}, {axis}");
        let joints = simulation.system().joints();
        let row = joints.iter().position(|j| j.name == name);
        report.joints[row.unwrap()] / report.h
    })
}

#[test]
fn a_chain_that_hangs_still_carries_its_weight_at_every_ratio() {
    for ratio in [100.0, 10_000.0] {
        let set = [format!("ratio={ratio}")];
        let set = [set[0].as_str(), "tilt=0", "run.duration=0.1"];
        let end = run("chain-100", &set, |simulation| {
            let error = simulation.report().joint_error;
            assert!(error < 1e-9, "{ratio}: {error}");
        });
        let weight = |links: f64| (links + ratio) * 0.05 * 9.81;
        for (joint, links) in [("pin 1", 100.0), ("pin 51", 50.0), ("hook", 0.0)] {
            let pull = length(pull(&end, joint));
            let wrong = (pull / weight(links) - 1.0).abs();
            assert!(wrong < 1e-9, "{ratio}: {joint} carries {pull}");
        }
    }
}

#[test]
fn a_chain_that_swings_holds_together_and_gains_no_energy() {
    for (tilt, ratio) in [(5, 1), (60, 1), (5, 100), (20, 100), (5, 1000)] {
        let set = [format!("tilt={tilt}"), format!("ratio={ratio}")];
        let set = [set[0].as_str(), set[1].as_str(), "run.duration=0.2"];
        let (mut start, mut last) = (None, f64::NAN);
        run("chain-100", &set, |simulation| {
            let report = simulation.report();
            let error = report.joint_error;
            assert!(error < 1e-9, "{set:?} at {}: {error}", report.t);
            let before = report.energy.kinetic_before + report.energy.potential_before;
            start.get_or_insert(before);
            last = report.energy.total();
        });
        // of the energy that its weight has above the lowest place
        let weight = 0.05 * 9.81 * f64::from(50 + ratio) * 6.3;
        let swing = weight * (1.0 - f64::from(tilt).to_radians().cos());
        let gain = last - start.unwrap();
        assert!(gain < 1e-3 * swing, "{set:?}: {gain} J");
        assert!(gain > -0.1 * weight, "{set:?}: {gain} J");
    }
}
