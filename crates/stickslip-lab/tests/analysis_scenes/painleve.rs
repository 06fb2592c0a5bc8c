//! Painlevé's rod: without a finite acceleration, and with two [Ste00 1.3].

use super::*;
use stickslip_lab::analyze::{Posed, branch};

const G: f64 = 9.81;

/// [n M⁻¹ (n + μ t)] of a uniform rod of mass and length 1 that slips to the left at the angle θ: 1 + 3 cos θ (cos θ − μ sin θ).
fn stiffness(mu: f64, theta: f64) -> f64 {
    1.0 + 3.0 * theta.cos() * (theta.cos() - mu * theta.sin())
}

#[test]
fn the_rod_has_no_acceleration_and_the_proof_is_good() {
    let rod = problem("painleve-rod", &[]);
    let reduced = rod.reduce().unwrap();
    let a = stiffness(2.0, 60.0_f64.to_radians());
    assert!((reduced.w()[(0, 0)] - a).abs() < 1e-12 && (a + 0.848_076).abs() < 1e-6);
    assert!((reduced.q()[0] + G).abs() < 1e-12);
    let proof = cone::impossible(&rod).unwrap().unwrap();
    assert!(proof.proves(&rod));
    // by hand: the only weight is that of the normal row, and A c + b < 0 for all c ≥ 0
    assert_eq!(proof.weights, [1.0]);
    assert!((proof.gap - G).abs() < 1e-6);
    // it is no proof for a rod that has a solution
    assert!(!proof.proves(&problem("painleve-rod", &["mu=1"])));
    let posed = Posed::new("rod", rod);
    let found = branch::all_modes(&posed, &branch::Enumeration::default(), &mut |_, _| true);
    assert!(found.unwrap().solutions.is_empty());
}

/// μ = (1 + 3 cos² θ)/(3 sin θ cos θ), never below 4/3.
#[test]
fn the_paradox_begins_where_the_force_no_longer_helps() {
    for degrees in [60.0, 45.0, 70.0_f64] {
        let theta = degrees.to_radians();
        let least = (1.0 + 3.0 * theta.cos().powi(2)) / (3.0 * theta.sin() * theta.cos());
        assert!(least >= 4.0 / 3.0);
        changes_at(least, true, |mu| {
            let set = [format!("angle_deg={degrees}"), format!("mu={mu}")];
            let rod = problem("painleve-rod", &[&set[0], &set[1]]);
            rod.reduce().unwrap().w()[(0, 0)] < 0.0
        });
        for (factor, paradox) in [(0.99, false), (1.01, true)] {
            let set = [
                format!("angle_deg={degrees}"),
                format!("mu={}", factor * least),
            ];
            let rod = problem("painleve-rod", &[&set[0], &set[1]]);
            assert_eq!(cone::impossible(&rod).unwrap().is_some(), paradox);
        }
    }
}

/// b = −g + (l/2) sin θ ω² > 0 and A < 0: c = 0 and c = −b/A.
#[test]
fn the_turning_rod_may_lift_off_or_stay() {
    for spin in [5.0, 6.0, 8.0_f64] {
        let rod = problem("painleve-rod-indeterminate", &[&format!("spin={spin}")]);
        let theta = 60.0_f64.to_radians();
        let (a, b) = (stiffness(2.0, theta), 0.5 * theta.sin() * spin * spin - G);
        assert!(a < 0.0 && b > 0.0);
        let posed = Posed::new("rod", rod);
        let found = branch::all_modes(&posed, &branch::Enumeration::default(), &mut |_, _| true);
        let found = found.unwrap().solutions;
        let mut forces: Vec<f64> = found.iter().map(|s| s.motion.forces[0].normal).collect();
        forces.sort_by(f64::total_cmp);
        assert_eq!(forces.len(), 2, "{forces:?}");
        assert!(forces[0].abs() < 1e-9 && (forces[1] + b / a).abs() < 1e-9);
    }
    // turning slowly it is the rod without solution
    let slow = problem("painleve-rod-indeterminate", &["spin=4"]);
    assert!(cone::impossible(&slow).unwrap().is_some());
}
