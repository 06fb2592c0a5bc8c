//! Parts that are turned the right way by what they meet.

use super::shipped::{centre, length, pose, run, velocity};

/// Which way the open end of the cup points when its centre of mass is between the walls of the chute, if it comes there.
fn leaves(set: &[&str]) -> Option<[f64; 3]> {
    let mut axis = None;
    let (mut before, mut bend) = ([[0.0; 3]; 2], 0.0_f64);
    run("cup-over-rail", set, |simulation| {
        // A step is straight from where it was predicted to lead: turned by h Δω and moved by h Δv from there, a corner at the
        // distance L leaves its tangent by ½ L (h Δω)², and that of a face it touches by h² Δω Δv.
        let report = simulation.report();
        let now = velocity(simulation, "cup");
        let change = |part: usize| {
            report.h * length(std::array::from_fn(|i| now[part][i] - before[part][i]))
        };
        bend = bend.max(change(1).powi(2) * 0.06 / 2.0 + change(0) * change(1));
        before = now;
        let penetration = report.penetration;
        assert!(penetration < 1e-9 + bend, "{set:?}: {penetration} {bend}");
        if axis.is_none() && centre(simulation, "cup")[2] < -0.12 {
            axis = Some(pose(simulation, "cup").direction([1.0, 0.0, 0.0]));
        }
    });
    axis
}

#[test]
fn a_cup_leaves_round_end_down_whichever_end_came_first() {
    // a part of 24 x 60 mm leans at most so much between walls that are 36 mm apart: 60 sin + 24 cos = 36
    let lean = 12.8_f64.to_radians();
    assert!(60.0 * lean.sin() + 24.0 * lean.cos() > 36.0);
    for turn in ["turn=0", "turn=180"] {
        for speed in ["speed=0.07", "speed=0.1", "speed=0.15"] {
            let axis = leaves(&[turn, speed, "run.duration=1.6"]);
            let [x, _, z] = axis.unwrap_or_else(|| panic!("{turn} {speed}: it jams"));
            assert!(x.abs() < lean.sin() && z > 0.9, "{turn} {speed}: {axis:?}");
        }
    }
}

#[test]
fn without_the_rail_the_open_end_that_came_first_goes_down_first() {
    assert!(leaves(&["turn=0", "gap=1"]).unwrap()[2] < -0.9);
    assert!(leaves(&["turn=180", "gap=1"]).unwrap()[2] > 0.9);
}

#[test]
fn a_gap_that_is_too_narrow_jams() {
    // the paper's point: protrusions reorient parts, but occasionally jam
    let set = ["turn=0", "gap=0.028", "run.duration=1.6"];
    assert_eq!(leaves(&set), None);
}
