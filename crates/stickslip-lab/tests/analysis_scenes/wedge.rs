//! The particle between steep walls: unbounded forces, and an impact law without solution.

use super::*;
use stickslip_lab::analyze::search;
use stickslip_lab::stickslip::StepLaw;

/// The walls press against each other through the particle from mu = tan(angle) on.
#[test]
fn walls_wedge_from_the_tangent_of_their_angle_on() {
    for angle in [0.1, 0.3, 0.7_f64] {
        changes_at(angle.tan(), true, |mu| {
            let set = [format!("angle={angle}"), format!("mu={mu}")];
            let problem = problem("particle-in-wedge", &[&set[0], &set[1]]);
            cone::wedging(&problem).unwrap().wedges
        });
    }
}

/// Pulled with more than its weight it can be held by wedging alone: the same threshold. That it comes out is then a solution too.
#[test]
fn a_pulled_particle_may_stay_or_come_out() {
    for pull in ["pull=10", "pull=100"] {
        changes_at(0.3_f64.tan(), true, |mu| {
            jams("particle-in-wedge", "mu", mu, &[pull])
        });
    }
    let pulled = problem("particle-in-wedge", &["pull=20"]);
    let found = search::all(&pulled, &search::Settings::default(), &[], &mut |_, _| true).unwrap();
    let up: Vec<f64> = (found.solutions.iter())
        .map(|s| s.motion.acceleration[2])
        .collect();
    assert_eq!(up.len(), 2, "{up:?}");
    assert!(
        up[0].abs() < 1e-8 && (up[1] - (20.0 - 9.81)).abs() < 1e-8,
        "{up:?}"
    );
    let ranges = cone::force_ranges(&pulled).unwrap().unwrap();
    assert_eq!(ranges.contacts[0][0].high, f64::INFINITY);
}

/// With restitution the particle would have to rebound, and friction of steep walls is stronger than what pushes it up.
#[test]
fn newtons_rebound_has_no_solution_where_the_walls_wedge() {
    let solutions = |mu: &str, law: StepLaw| {
        let mut scene = scene("particle-in-wedge", &["speed=1", "restitution=0.5", mu]);
        let step = scene.settings.step;
        (scene.system)
            .prepare(&scene.initial, step, Part::First)
            .unwrap();
        let look = Look::from(&scene.settings);
        let impact = Instant::of_step(&scene.system, &scene.initial, 0.0, &look, law).unwrap();
        assert_eq!(impact.contacts.len(), 2);
        let settings = search::Settings {
            starts: 60,
            ..search::Settings::default()
        };
        let found = search::all(&impact.problem, &settings, &[], &mut |_, _| true).unwrap();
        found.solutions
    };
    assert!(solutions("mu=0.8", StepLaw::Newton).is_empty());
    // without restitution it stops
    let stops = solutions("mu=0.8", StepLaw::Velocity);
    assert_eq!(stops.len(), 1);
    assert!(stops[0].motion.acceleration.iter().all(|v| v.abs() < 1e-9));
    // where the walls are smooth enough it rebounds along both normals: n·v⁺ = ε n·v⁻, v⁺ = ε v⁻
    let rebounds = solutions("mu=0.2", StepLaw::Newton);
    assert_eq!(rebounds.len(), 1);
    assert!((rebounds[0].motion.acceleration[2] - 0.5).abs() < 1e-9);
}
