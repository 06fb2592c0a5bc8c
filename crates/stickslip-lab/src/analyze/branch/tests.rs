//! Branches whose course is known: where they end, and how.

use super::samples::{block_on_slope, example_2, painleve_rod};
use super::*;
use crate::analyze::{FrictionLaw, Posed};
use stickslip::{Error, Frame, Friction, InstantProblem, Mass, Slip};

/// The first solution of a problem that is not stuck, as a start.
fn sliding(posed: &Posed, parameter: f64) -> Start {
    let found = all_modes(posed, &Enumeration::default(), &mut |_, _| true).unwrap();
    let slide = found.solutions.into_iter().find(|s| !s.modes.is_stuck());
    let slide = slide.expect("the problem has a solution that slides");
    Start {
        parameter,
        unknowns: slide.unknowns,
        modes: slide.modes,
    }
}

/// The branch of the solution that slides at friction `mu`.
pub(super) fn over_friction(posed: &Posed, mu: f64, range: [f64; 2]) -> Branch {
    let start = sliding(posed, mu);
    let settings = Settings::over(range);
    follow(
        &friction_family(&posed.problem),
        posed.law,
        &start,
        &settings,
        &mut |_, _| true,
    )
    .unwrap()
}

/// What happens on a branch, in its order.
pub(super) fn kinds(branch: &Branch) -> Vec<EventKind> {
    branch.events.iter().map(|event| event.kind).collect()
}

/// A block on a slope slides with g (sin θ − μ cos θ) until it sticks at μ = tan θ.
#[test]
fn a_block_slides_until_it_sticks() {
    let theta = 0.4_f64;
    let branch = over_friction(&block_on_slope(theta, 0.1), 0.1, [0.0, 1.0]);
    assert_eq!(kinds(&branch), [EventKind::Range, EventKind::Sticks]);
    assert_eq!(branch.events[0].parameter, 0.0);
    assert!((branch.events[1].parameter - theta.tan()).abs() < 1e-9);
    for point in &branch.points {
        let exact = 9.81 * (theta.sin() - point.parameter * theta.cos());
        assert!((point.acceleration[0] - exact).abs() < 1e-8);
    }
    let parameters: Vec<f64> = branch.points.iter().map(|p| p.parameter).collect();
    assert!(parameters.is_sorted());
}

/// Two blocks on slopes of their own: one sticks at tan θ₁ and the other slides on, up to tan θ₂.
#[test]
fn contacts_change_their_modes_one_after_the_other() {
    let slopes = [0.3_f64, 0.5];
    let force: Vec<f64> = (slopes.iter())
        .flat_map(|theta| [9.81 * theta.sin(), -9.81 * theta.cos()])
        .collect();
    let mut problem = InstantProblem::new(Mass::diagonal(&[1.0; 4]).unwrap(), &force).unwrap();
    for i in 0..2 {
        let mut frame = Frame::default();
        frame.normal.push(2 * i + 1, 1.0);
        frame.tangent.push(2 * i, 1.0);
        problem
            .add_contact(&frame, Friction::planar(0.1), Slip::Rolling, [0.0; 4])
            .unwrap();
    }
    let branch = over_friction(&Posed::new("two blocks", problem), 0.1, [0.05, 1.0]);
    assert_eq!(
        kinds(&branch),
        [EventKind::Range, EventKind::Contact(0), EventKind::Sticks]
    );
    for (event, theta) in branch.events[1..].iter().zip(slopes) {
        assert!((event.parameter - theta.tan()).abs() < 1e-9, "{event:?}");
    }
}

/// A block that is pulled up and along: with less weight it slides faster, then leaves the floor as the pull becomes its weight.
#[test]
fn a_contact_breaks_where_its_force_is_gone() {
    let family = |pull: f64| -> Result<InstantProblem, Error> {
        let mut problem = InstantProblem::new(Mass::diagonal(&[1.0, 1.0])?, &[6.0, pull - 9.81])?;
        let mut frame = Frame::default();
        frame.normal.push(1, 1.0);
        frame.tangent.push(0, 1.0);
        problem.add_contact(&frame, Friction::planar(0.5), Slip::Rolling, [0.0; 4])?;
        Ok(problem)
    };
    let start = sliding(&Posed::new("block", family(1.0).unwrap()), 1.0);
    let settings = Settings::over([0.0, 12.0]);
    let law = FrictionLaw::MaximalDissipation;
    let branch = follow(&family, law, &start, &settings, &mut |_, _| true).unwrap();
    assert_eq!(
        kinds(&branch),
        [EventKind::Range, EventKind::Contact(0), EventKind::Range]
    );
    assert!((branch.events[1].parameter - 9.81).abs() < 1e-8);
    assert_eq!(branch.extent(), [0.0, 12.0]);
    for point in &branch.points {
        let normal = (9.81 - point.parameter).max(0.0);
        assert!((point.acceleration[0] - (6.0 - 0.5 * normal)).abs() < 1e-8);
        assert!((point.acceleration[1] - (point.parameter - 9.81).max(0.0)).abs() < 1e-8);
    }
}

/// [Ste00 1.3]: the force of the sliding rod is m g/A, and A = 1 + 3 cos θ (cos θ − μ sin θ) is 0 at μ = (1/(3 cos θ) + cos θ)/sin θ.
#[test]
fn the_force_of_a_sliding_rod_grows_without_bound() {
    for theta in [1.0_f64, 1.2] {
        let (sin, cos) = theta.sin_cos();
        let critical = (1.0 / (3.0 * cos) + cos) / sin;
        let branch = over_friction(&painleve_rod(theta, 0.5), 0.5, [0.0, 3.0]);
        assert_eq!(kinds(&branch), [EventKind::Range, EventKind::Unbounded]);
        assert!((branch.events[1].parameter - critical).abs() < 1e-5 * critical);
        assert!(branch.events[1].parameter < critical);
        for point in &branch.points {
            let a = 1.0 + 3.0 * cos * (cos - point.parameter * sin);
            assert!(
                (point.forces[0].normal * a - 9.81).abs() < 1e-6,
                "{point:?}"
            );
        }
    }
}

/// One contact whose slip along t changes its normal acceleration, A = [[1, k], [k, 1]] for n and t and 1 for o, b = (−1, β cos p, β sin p). A slip
/// towards the angle φ has c = 1/(1 − μ k cos φ), and p = φ + asin(k c sin φ/β). That turns back where r = μ c² (k² sin² φ − 1/c).
#[test]
fn a_branch_turns_where_two_solutions_meet() {
    let (k, mu) = (0.9_f64, 1.4_f64);
    let c = |phi: f64| 1.0 / (1.0 - mu * k * phi.cos());
    // the load for which it turns at cos φ = 0.4
    let at = 0.4_f64.acos();
    let r = mu * c(at) * c(at) * (k * at.sin() * k * at.sin() - 1.0 / c(at));
    let (across, along) = (k * c(at) * at.sin(), r + c(at) * (mu - k * at.cos()));
    let beta = across.hypot(along);
    let angle = |phi: f64| phi + (k * c(phi) * phi.sin() / beta).asin();
    let family = |p: f64| -> Result<InstantProblem, Error> {
        let mut mass = Mass::default();
        let inverse = 1.0 / (1.0 - k * k);
        mass.push_full(2, |i, j| if i == j { inverse } else { -k * inverse });
        mass.push_diagonal(&[1.0]);
        let free = [-1.0, beta * p.cos(), beta * p.sin()];
        let mut force = vec![0.0; 3];
        mass.momentum(&free, &mut force);
        let mut problem = InstantProblem::new(mass, &force)?;
        let mut frame = Frame::default();
        frame.normal.push(0, 1.0);
        frame.tangent.push(1, 1.0);
        frame.binormal.push(2, 1.0);
        problem.add_contact(&frame, Friction::round(mu), Slip::Rolling, [0.0; 4])?;
        Ok(problem)
    };
    let (turn, from) = (angle(at), at + 0.2);
    let start = Start {
        parameter: angle(from),
        unknowns: vec![
            c(from),
            -mu * c(from) * from.cos(),
            -mu * c(from) * from.sin(),
        ],
        modes: Modes {
            contacts: vec![ContactMode::Slide],
            joints: Vec::new(),
        },
    };
    let settings = Settings::over([turn - 1.0, turn + 1.0]);
    let law = FrictionLaw::MaximalDissipation;
    let branch = follow(&family, law, &start, &settings, &mut |_, _| true).unwrap();
    let turns = branch
        .events
        .iter()
        .filter(|event| event.kind == EventKind::Turn);
    let turns: Vec<f64> = turns.map(|event| event.parameter).collect();
    assert!(
        turns.iter().any(|p| (p - turn).abs() < 1e-9),
        "{turns:?} {turn} {:?}",
        branch.events
    );
    for point in &branch.points {
        // friction is against the slip, also where that is none
        let phi = (-point.forces[0].binormal).atan2(-point.forces[0].tangent);
        assert!((angle(phi) - point.parameter).abs() < 1e-7, "{point:?}");
    }
    // two on one side and none on the other, as far as one looks near the turn
    let near = |p: f64| {
        let found = all_modes(
            &Posed::new("", family(p).unwrap()),
            &Enumeration::default(),
            &mut |_, _| true,
        )
        .unwrap();
        let phi = |s: &ModeSolution| s.motion.acceleration[2].atan2(s.motion.acceleration[1]);
        found
            .solutions
            .iter()
            .filter(|s| (phi(s) - at).abs() < 0.1)
            .count()
    };
    let mut counts = [near(turn - 1e-4), near(turn + 1e-4)];
    counts.sort();
    assert_eq!(counts, [0, 2]);
}

#[test]
fn it_can_be_stopped_and_refuses_what_is_no_start() {
    let posed = example_2(0.75);
    let (start, settings) = (sliding(&posed, 0.75), Settings::over([0.1, 1.2]));
    let family = friction_family(&posed.problem);
    let stopped = follow(&family, posed.law, &start, &settings, &mut |n, _| n < 6).unwrap();
    assert!(stopped.points.len() <= 12);
    assert!(
        kinds(&stopped)
            .iter()
            .all(|kind| *kind == EventKind::Stopped)
    );
    // a start that solves nothing, and one outside of the range
    let mut wrong = start.clone();
    wrong.unknowns.iter_mut().for_each(|c| *c += 1.0);
    wrong.parameter = 0.9;
    let nowhere = follow(&family, posed.law, &wrong, &settings, &mut |_, _| true).unwrap();
    assert!(nowhere.points.is_empty() && nowhere.events.is_empty());
    let outside = Settings::over([0.8, 1.2]);
    assert!(follow(&family, posed.law, &start, &outside, &mut |_, _| true).is_err());
    let mut short = start;
    short.unknowns.pop();
    assert!(follow(&family, posed.law, &short, &settings, &mut |_, _| true).is_err());
}
