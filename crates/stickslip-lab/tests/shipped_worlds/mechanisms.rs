//! Mechanisms whose motion follows from their drawing.

use super::shipped::{body, centre, pose, run, velocity, world};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, SQRT_2, TAU};
use stickslip_lab::scene::BuiltIn;
use stickslip_lab::stickslip::Simulation;

/// By how much a body is turned about z from how it was drawn, in (−π, π].
fn turned(simulation: &Simulation<BuiltIn>, name: &str) -> f64 {
    let x = pose(simulation, name).direction([1.0, 0.0, 0.0]);
    x[1].atan2(x[0])
}

/// An angle in (−π, π].
fn wrapped(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).round()
}

#[test]
fn each_turn_of_the_driver_takes_the_geneva_wheel_a_quarter_turn() {
    let (centres, pin) = (0.1, 0.1 / SQRT_2);
    // slots: 0.2 mm on each side of the pin; corners are rounded to 1e-6 m, and penetration is checked below
    let slot_play = (0.0002 + 1e-6 + 1e-6) / (centres - pin);
    // the flats are 22.5° from the line of centres; the disc is 0.05 mm away and a polygon with corners every 4.9°
    let flats = PI / 8.0;
    let disc = 0.062;
    let lock_play =
        (0.00005 + disc * (1.0 - 2.45_f64.to_radians().cos()) + 2e-6) / (centres * flats.sin());
    let mut quarters = 0;
    let mut before = -PI;
    let end = run("geneva-drive", &["run.duration=4.25"], |simulation| {
        assert!(simulation.report().penetration < 1e-6);
        assert!(simulation.report().joint_error < 1e-8);
        // of the pin from the line of centres; it is drawn on the far side
        let angle = wrapped(turned(simulation, "driver") + PI);
        if before < 0.0 && (0.0..FRAC_PI_4).contains(&angle) {
            quarters += 1;
        }
        before = angle;
        let inside = angle.abs() < FRAC_PI_4;
        let (indexed, play) = if inside {
            let turn = angle.sin().atan2(SQRT_2 - angle.cos());
            (
                // the quarter that is counted in the middle of its turn
                turn + FRAC_PI_4 - if angle < 0.0 { 0.0 } else { FRAC_PI_2 },
                slot_play,
            )
        } else {
            (0.0, lock_play)
        };
        let expected = -(f64::from(quarters) * FRAC_PI_2 + indexed);
        let error = wrapped(turned(simulation, "wheel") - expected);
        assert!(error.abs() < play, "driver at {angle}: {error}");
    });
    assert_eq!(quarters, 4);
    // four quarters are a turn
    assert!(turned(&end, "wheel").abs() < lock_play);
}

/// Where the pin of the wrist is, and its speed, for a crank at an angle before the near dead centre that turns towards it.
fn slider(crank: f64, rod: f64, before: f64, rate: f64) -> [f64; 2] {
    let (sin, cos) = before.sin_cos();
    let reach = (rod * rod - (crank * sin).powi(2)).sqrt();
    let speed = crank * sin * (1.0 + crank * cos / reach) * rate;
    [crank * cos + reach, speed]
}

/// A knock of the slider on the block.
struct Knock {
    /// Of the crank at the end of the first step, from the near dead centre (rad).
    angle: f64,
    steps: usize,
    /// Speed of approach before it and of separation after it, and speed of the block after it (m/s).
    approach: f64,
    rebound: f64,
    block: f64,
    /// (N·s)
    impulse: f64,
}

/// All knocks of a run; steps of contact that follow each other are one.
fn knocks(set: &[&str], deepest: f64) -> Vec<Knock> {
    let (rate, h) = (TAU, 1.0 / 1000.0);
    let mut knocks: Vec<Knock> = Vec::new();
    let (mut approach, mut touching) = (0.0, false);
    run("slider-crank-impact", set, |simulation| {
        let report = simulation.report();
        assert!(report.joint_error < 1e-8, "{}", report.joint_error);
        assert!(report.penetration < deepest, "{}", report.penetration);
        let [slider, block] = ["slider", "block"].map(|name| velocity(simulation, name)[0][0]);
        let pair = [body(simulation, "slider"), body(simulation, "block")];
        let impulse = report.contacts.iter().map(|c| {
            assert_eq!(world(simulation).bodies_of(c.id), pair);
            c.impulse.normal
        });
        let impulse: f64 = impulse.sum();
        if impulse > 0.0 {
            if !touching {
                // the crank began at the far dead centre
                let angle = wrapped(rate * (report.t + h) + PI);
                knocks.push(Knock {
                    angle,
                    steps: 0,
                    approach,
                    rebound: 0.0,
                    block: 0.0,
                    impulse: 0.0,
                });
            }
            let knock = knocks.last_mut().unwrap();
            knock.steps += 1;
            knock.rebound = block - slider;
            knock.block = block;
            knock.impulse += impulse;
        }
        touching = impulse > 0.0;
        approach = slider - block;
    });
    knocks
}

#[test]
fn the_slider_knocks_once_a_turn_where_the_crank_says_and_by_newtons_law() {
    let (crank, rod, rate, h, mass) = (0.1, 0.3, TAU, 1.0 / 1000.0, 0.5);
    // what a step changes of the speed of the slider, whose acceleration is largest at the dead centre
    let slack = h * crank * rate * rate * (1.0 + crank / rod);
    for (restitution, before) in [(0.0, 30.0_f64), (0.5, 30.0), (1.0, 40.0)] {
        let set = [
            format!("restitution={restitution}"),
            format!("angle={before}"),
        ];
        // a gap that was closed at the end of a step bends away from its tangent
        let knocks = knocks(&[&set[0], &set[1]], slack * h / 2.0);
        assert_eq!(knocks.len(), 3, "{set:?}");
        let before = before.to_radians();
        let [_, speed] = slider(crank, rod, before, rate);
        for knock in knocks {
            let late = (knock.angle + before) / (rate * h);
            assert!((-0.01..2.0).contains(&late), "{set:?}: {late} steps late");
            if restitution > 0.0 {
                assert_eq!(knock.steps, 1, "{set:?}");
                let law = knock.rebound - restitution * knock.approach;
                assert!(law.abs() < 1e-12, "{set:?}: {law}");
            } else {
                // the first step closes the gap, the next one ends the approach
                assert!(knock.steps <= 2 && knock.rebound.abs() < slack, "{set:?}");
            }
            // the motor does not give way: the block takes (1 + ε) of the speed of the slider
            let expected = (1.0 + restitution) * speed;
            let allowed = 2.0 * (1.0 + restitution) * slack;
            assert!((knock.block - expected).abs() < allowed, "{set:?}");
            assert!((knock.impulse - mass * expected).abs() < mass * allowed);
        }
    }
}

#[test]
fn the_slider_is_where_its_crank_says() {
    let (crank, rod) = (0.1, 0.3);
    run("slider-crank-impact", &[], |simulation| {
        let at = centre(simulation, "crank");
        let angle = at[2].atan2(at[0]);
        let [x, _] = slider(crank, rod, angle, 0.0);
        assert!((centre(simulation, "slider")[0] - x).abs() < 1e-9);
    });
}
