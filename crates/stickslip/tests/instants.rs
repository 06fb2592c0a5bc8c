//! From a state to the problem of its instant, or of one step: Painlevé's rod [Ste00 1.3], whose numbers are known in closed form.

use complementarity::Method;
use stickslip::systems::{Rod, RodParameters};
use stickslip::{
    Friction, Instant, Level, Look, Refinement, Slip, Solver, State, StepLaw, Touching,
};

/// A rod of 1 m and 1 kg at 60°, its lower end on the table, with a velocity of its centre (m/s) and a spin (rad/s).
fn rod(velocity: [f64; 3]) -> (Rod, State) {
    let rod = Rod::new(RodParameters {
        length: 1.0,
        radius: 0.0,
        mass: 1.0,
        inertia: 1.0 / 12.0,
        friction: Friction::planar(2.0),
        ..RodParameters::default()
    })
    .expect("parameters that are valid");
    let theta = std::f64::consts::FRAC_PI_3;
    let state = rod.state(0.0, 0.5 * theta.sin(), theta, velocity);
    (rod, state)
}

/// While the end slides, a_n = A c_n + b with A < 0 and b < 0.
#[test]
fn the_sliding_end_is_in_the_set_n() {
    let (rod, state) = rod([-1.0, 0.0, 0.0]);
    let instant = Instant::of(&rod, &state, &Look::default()).unwrap();
    assert_eq!(instant.contacts, [1]);
    assert!(instant.leaving.is_empty() && instant.approaching.is_empty());
    assert_eq!(instant.problem.slips(), [Slip::Sliding([-1.0, 0.0, 0.0])]);
    assert_eq!(instant.problem.level(), Level::Acceleration);
    let reduced = instant.problem.reduce().unwrap();
    assert_eq!(reduced.len(), 1);
    assert!((reduced.w()[(0, 0)] + 0.848_076).abs() < 1e-6);
    assert!((reduced.q()[0] + 9.81).abs() < 1e-12);
}

/// At rest the end is in R, with a row for friction.
#[test]
fn the_resting_end_is_in_the_set_r() {
    let (rod, state) = rod([0.0; 3]);
    let instant = Instant::of(&rod, &state, &Look::default()).unwrap();
    assert_eq!(instant.problem.slips(), [Slip::Rolling]);
    assert_eq!(instant.problem.reduce().unwrap().len(), 2);
}

/// What opens carries no force, and what closes has an impact before it: neither is in the problem.
#[test]
fn ends_that_open_or_close_are_named() {
    for (up, leaves) in [(0.5, true), (-0.5, false)] {
        let (rod, state) = rod([-1.0, up, 0.0]);
        let instant = Instant::of(&rod, &state, &Look::default()).unwrap();
        assert!(instant.contacts.is_empty());
        let (named, empty) = match leaves {
            true => (&instant.leaving, &instant.approaching),
            false => (&instant.approaching, &instant.leaving),
        };
        assert!(empty.is_empty());
        assert_eq!(named[0].what, Touching::Contact(1));
        assert!((named[0].speed - up).abs() < 1e-12);
    }
}

/// The step finds the impulse without impact, (p_n, p_t) → (0.324760, 0.4375) as h → 0, to first order.
#[test]
fn a_short_step_has_the_impulse_without_impact() {
    let (rod, state) = rod([-1.0, 0.0, 0.0]);
    let h = 1e-7;
    let instant = Instant::of_step(&rod, &state, h, &Look::default(), StepLaw::Velocity).unwrap();
    assert_eq!(instant.problem.level(), Level::Velocity);
    let reduced = instant.problem.reduce().unwrap();
    let mut c = Vec::new();
    let end = Solver::default()
        .solve_reduced(&reduced, &Method::Auto, &Refinement::default(), &mut c)
        .unwrap();
    assert!(end.solved, "{end:?}");
    let motion = instant.problem.motion(&reduced, &c).unwrap();
    let force = &motion.forces[0];
    assert!((force.normal - 0.324_760).abs() < 2e-6, "{force:?}");
    assert!((force.tangent.abs() - 0.4375).abs() < 2e-6, "{force:?}");
    let expected = [-0.5625, 0.324_760, 1.299_038];
    for (v, expected) in motion.acceleration.iter().zip(expected) {
        assert!((v - expected).abs() < 2e-6, "{:?}", motion.acceleration);
    }
}
