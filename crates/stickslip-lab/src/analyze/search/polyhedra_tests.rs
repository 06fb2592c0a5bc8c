use super::super::cone::samples::{drawer, ladder, planar, wedge};
use super::samples::{rod, sliding};
use super::*;
use stickslip::{Frame, Friction, Mass, Slip};

fn listed(problem: &InstantProblem) -> Found {
    let judge = Judge::new(problem, &Settings::default()).unwrap();
    let all = polyhedra::all(&judge).unwrap().expect("friction is planar");
    let mut clusters = Clusters::default();
    for solution in all.solutions {
        clusters.add(&judge, solution);
    }
    Found {
        solutions: clusters.into_ordered(&judge),
        complete: all.complete,
        continuum: all.continuum,
        ..Found::default()
    }
}

/// The only motion, if it is proven to be.
fn only(problem: &InstantProblem) -> Vec<f64> {
    let found = search_all(problem);
    assert!(found.complete && !found.continuum);
    assert_eq!(found.solutions.len(), 1);
    found.solutions[0].motion.acceleration.clone()
}

fn search_all(problem: &InstantProblem) -> Found {
    all(problem, &Settings::default(), &[], &mut |_, _| true).unwrap()
}

fn close(a: &[f64], b: &[f64]) {
    assert_eq!(a.len(), b.len());
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-8, "{a} {b}");
    }
}

/// It jams from μ = 1/(2 e) on. Below, both corners press with F = e/L and F less 2 μ F accelerates 2 kg.
#[test]
fn the_drawer_does_one_thing() {
    for mu in [0.6, 0.8, 2.0] {
        close(&only(&drawer(1.0, mu)), &[0.0; 3]);
    }
    for mu in [0.1, 0.3, 0.4] {
        close(&only(&drawer(1.0, mu)), &[(1.0 - 2.0 * mu) / 2.0, 0.0, 0.0]);
    }
}

/// It stands from tan((90° − angle)/2) on, and slips on floor and wall below.
#[test]
fn the_ladder_does_one_thing() {
    for angle in [45.0_f64, 60.0, 75.0] {
        let least = ((90.0 - angle).to_radians() / 2.0).tan();
        for factor in [1.1, 1.5, 3.0] {
            let still = only(&ladder(angle.to_radians(), factor * least));
            close(&still, &[0.0; 3]);
        }
        for factor in [0.3, 0.9] {
            let [x, y, _] = only(&ladder(angle.to_radians(), factor * least))[..] else {
                panic!("three velocities");
            };
            // its foot goes along the floor, its top down the wall
            assert!(x > 0.0 && y < 0.0, "{angle} {factor}: {x} {y}");
        }
    }
}

/// A beam on supports in a row: pushed by less than μ times its weight it stays, by more it slides, pulled up it leaves.
#[test]
fn a_beam_on_many_supports_does_one_thing() {
    for count in [2, 3, 4, 6] {
        let supports: Vec<_> = (0..count)
            .map(|i| ([f64::from(i) - 0.4 * f64::from(count), 0.0], [0.0, 1.0]))
            .collect();
        let beam = |push: f64, weight: f64| {
            only(&planar(
                [1.0, 1.0, 2.0],
                [push, -weight, 0.0],
                0.5,
                &supports,
            ))
        };
        close(&beam(3.0, 10.0), &[0.0; 3]);
        close(&beam(6.0, 10.0), &[1.0, 0.0, 0.0]);
        close(&beam(6.0, -2.0), &[6.0, 2.0, 0.0]);
    }
}

/// A particle between walls that are steep enough is held by any friction, however hard the walls press.
#[test]
fn a_wedged_particle_does_one_thing() {
    let angle = 10.0_f64.to_radians();
    close(&only(&wedge(angle, 2.0, 0.0)), &[0.0; 2]);
}

/// Where all choices are regular, their equations alone say the same.
#[test]
fn polyhedra_agree_with_regular_choices() {
    let mut several = 0;
    for seed in 0..40 {
        let problem = sliding(1.5, seed);
        let judge = Judge::new(&problem, &Settings::default()).unwrap();
        let regular = modes::all(&judge).unwrap().expect("random rows");
        assert!(regular.complete);
        let found = listed(&problem);
        assert!(found.complete && !found.continuum, "{seed}");
        let mut clusters = Clusters::default();
        for solution in regular.solutions {
            assert!(place(&judge, &found.solutions, &solution.motion.acceleration).is_some());
            clusters.add(&judge, solution);
        }
        assert_eq!(clusters.len(), found.solutions.len(), "{seed}");
        several += usize::from(found.solutions.len() > 1);
    }
    assert!(several >= 2, "{several}");
}

/// [Ste00 1.3].
#[test]
fn painleves_rod_has_none_two_or_one_polyhedra() {
    let slip = Slip::Sliding([-1.0, 0.0, 0.0]);
    for (mu, drift, count) in [(2.0, 0.0, 0), (2.0, 15.0, 2), (0.5, 0.0, 1)] {
        let found = listed(&rod(mu, slip, drift));
        assert!(found.complete, "{mu} {drift}");
        assert_eq!(found.solutions.len(), count, "{mu} {drift}");
    }
}

/// A contact that slides, whose normal acceleration does not respond to its force and is 0 without: every force is a motion,
/// v̇ = (0, 1 − c). The natural map has no measure for such a contact, so nothing is claimed.
#[test]
fn a_contact_without_response_leaves_the_list_open() {
    let mass = Mass::diagonal(&[1.0, 1.0]).unwrap();
    let mut problem = InstantProblem::new(mass, &[0.0, 1.0]).unwrap();
    let mut frame = Frame::default();
    frame.normal.push(0, 1.0);
    frame.tangent.extend(0, &[1.0, 1.0]);
    let slip = Slip::Sliding([1.0, 0.0, 0.0]);
    problem
        .add_contact(&frame, Friction::planar(1.0), slip, [0.0; 4])
        .unwrap();
    let found = listed(&problem);
    assert!(!found.complete || found.continuum);
    for solution in &found.solutions {
        let c = solution.motion.forces[0].normal;
        close(&solution.motion.acceleration, &[0.0, 1.0 - c]);
    }
}
