//! Spinning tops.

use super::shipped::{body, centre, pose, run, velocity, world};
use stickslip_lab::scene::BuiltIn;
use stickslip_lab::stickslip::Simulation;

/// Of the shipped tippe top: radius (m), mass (kg), offset of its centre of mass in radii.
const TOP: (f64, f64, f64) = (0.02, 0.015, 0.15);

/// Height of the end of its axis over its foot: 1 upright, −1 turned over.
fn upright(simulation: &Simulation<BuiltIn>) -> f64 {
    pose(simulation, "top").direction([0.0, 0.0, 1.0])[2]
}

/// Jellett's integral −L · a, where a goes from the centre of mass to the point that touches (kg·m³/s).
fn jellett(simulation: &Simulation<BuiltIn>) -> f64 {
    let (radius, _, offset) = TOP;
    let properties = world(simulation).mass_of(body(simulation, "top"));
    let pose = pose(simulation, "top");
    let axis = pose.direction([0.0, 0.0, 1.0]);
    let spin = pose.direction_back(velocity(simulation, "top")[1]);
    let momentum = std::array::from_fn(|i| properties.inertia[i][i] * spin[i]);
    let momentum = pose.direction(momentum);
    let along: f64 = (0..3).map(|i| momentum[i] * axis[i]).sum();
    radius * (momentum[2] - offset * along)
}

/// Runs the top until it touches with its stem, or to the end: the largest change of Jellett's integral, and when the stem
/// touched.
fn until_the_stem_touches(set: &[&str]) -> (f64, Option<f64>) {
    let (radius, ..) = TOP;
    // the tip is a ball of 0.15 R at 1.5 R from the centre
    let touches = -(1.0 - 0.15) / 1.5;
    let (mut first, mut worst, mut touched) = (None, 0.0_f64, None);
    let mut energy = f64::INFINITY;
    run("tippe-top", set, |simulation| {
        let report = simulation.report();
        assert!(report.penetration < 1e-9);
        // the position-level step can push, by less than a part in a million here
        assert!(
            report.energy.total() < energy * (1.0 + 1e-6),
            "at {}",
            report.t
        );
        energy = report.energy.total();
        if touched.is_none() && upright(simulation) > touches + 1e-3 {
            let integral = jellett(simulation);
            let start = *first.get_or_insert(integral);
            worst = worst.max((integral / start - 1.0).abs());
            let height = centre(simulation, "top")[2];
            let expected = radius * (1.0 - TOP.2 * upright(simulation));
            assert!((height - expected).abs() < 1e-7, "it rolls on its ball");
        } else {
            touched = touched.or(Some(report.t));
        }
    });
    (worst, touched)
}

#[test]
fn a_tippe_top_turns_over_and_keeps_jelletts_integral() {
    let (spin, h) = (160.0, 1e-4);
    let (drift, touched) = until_the_stem_touches(&[]);
    assert!(touched.is_some(), "its stem comes down");
    // an error of first order: less than what the top turns in a step, and half of it with half the step
    assert!(drift < spin * h, "{drift}");
    let (half, touched) = until_the_stem_touches(&["run.step=1/20000"]);
    assert!(touched.is_some());
    assert!((1.8..2.2).contains(&(drift / half)), "{drift} {half}");
}

#[test]
fn a_turned_over_top_has_lifted_its_centre_of_mass() {
    let (radius, _, offset) = TOP;
    let mut heights = [f64::INFINITY, 0.0_f64];
    run("tippe-top", &[], |simulation| {
        let height = centre(simulation, "top")[2];
        heights = [heights[0].min(height), heights[1].max(height)];
    });
    // from nearly R (1 − offset) to more than with the axis level, R
    assert!(heights[0] < radius * (1.0 - 0.9 * offset));
    assert!(heights[1] > radius * (1.0 + 0.5 * offset));
}

/// Level axis needs m g R offset cos(tilt) more than at the start, and Jellett's integral leaves less than all of the spin for
/// it: with u = up − offset · axis, L · u = J/R, the kinetic energy is at least (J/R)²/(2 u · I u).
fn enough_energy(spin: f64, ratio: f64) -> bool {
    let (radius, mass, offset) = TOP;
    let along = 0.4 * mass * radius * radius;
    let across = ratio * along;
    let (sin, cos) = 20.0_f64.to_radians().sin_cos();
    let momentum = [across * spin * sin, along * spin * cos];
    let kinetic = spin * (momentum[0] * sin + momentum[1] * cos) / 2.0;
    // components across and along the axis of u at the start
    let kept = momentum[0] * sin + momentum[1] * (cos - offset);
    let least = kept * kept / (2.0 * (across + along * offset * offset));
    kinetic - least > mass * 9.81 * radius * offset * cos
}

#[test]
fn a_slow_top_and_one_of_the_wrong_shape_stay_upright() {
    assert!(enough_energy(160.0, 0.935) && !enough_energy(30.0, 0.935));
    // A/C below 1 − offset: upright is stable however fast it spins
    assert!(enough_energy(160.0, 0.8) && 0.8 < 1.0 - TOP.2);
    for set in ["spin=30", "ratio=0.8"] {
        run("tippe-top", &[set], |simulation| {
            assert!(upright(simulation) > 0.9, "{set}");
        });
    }
}
