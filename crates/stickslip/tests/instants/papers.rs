//! Painlevé's rod [Ste00 1.3] and the sphere in the seam [TTP01 §4.3].

use super::*;
use stickslip::systems::ttp01::{IN_SEAM, sphere_in_seam};
use stickslip::systems::{Balls, Rod, RodParameters};
use stickslip::{Friction, Level, Scheme, Settings, Simulation, Slip, StepLaw, Touching};

fn rod(velocity: [f64; 3]) -> (Rod, State) {
    let rod = Rod::new(RodParameters::painleve()).unwrap();
    let theta = std::f64::consts::FRAC_PI_3;
    let state = rod.state(0.0, 0.5 * theta.sin(), theta, velocity);
    (rod, state)
}

#[test]
fn painleves_rod_slides_and_its_normal_acceleration_falls_with_the_force() {
    let (rod, state) = rod([-1.0, 0.0, 0.0]);
    let found = instant(&rod, &state);
    assert_eq!(found.contacts, [1]);
    assert_eq!(found.problem.level(), Level::Acceleration);
    assert_eq!(found.problem.slips(), [Slip::Sliding([-1.0, 0.0, 0.0])]);
    let reduced = found.problem.reduce().unwrap();
    close(&[reduced.w()[(0, 0)]], &[-0.848_076], 5e-7);
    close(reduced.q(), &[-G], 1e-12);
}

#[test]
fn its_step_has_the_impulse_of_the_limit() {
    let (rod, state) = rod([-1.0, 0.0, 0.0]);
    // with h = 0 nothing need happen, and the same impulse is a second solution: no solver is asked for that
    for h in [1e-3, 1e-5] {
        let found = Instant::of_step(&rod, &state, h, &Look::default(), StepLaw::Velocity).unwrap();
        assert_eq!(found.problem.level(), Level::Velocity);
        assert_eq!(found.contacts, [1]);
        let motion = solve(&found.problem);
        let c = motion.forces[0];
        close(
            &[c.normal, c.tangent],
            &[0.324_760, 0.437_5],
            8.0 * h + 1e-6,
        );
        let limit = [-0.5625, 0.324_759_526, 1.299_038_106];
        close(&motion.acceleration, &limit, 7.4 * h + 1e-9);
    }
}

#[test]
fn an_end_that_falls_is_listed_and_one_that_rises_too() {
    for (speed, leaves) in [(-0.5, false), (0.5, true)] {
        let (rod, state) = rod([0.0, speed, 0.0]);
        let found = Instant::of(&rod, &state, &Look::default()).unwrap();
        assert!(found.contacts.is_empty());
        let [listed, other] = match leaves {
            true => [&found.leaving, &found.approaching],
            false => [&found.approaching, &found.leaving],
        };
        assert!(other.is_empty());
        assert_eq!(listed[0].what, Touching::Contact(1));
        close(&[listed[0].speed], &[speed], 1e-12);
        // the step takes it in whatever it does
        let step = Instant::of_step(&rod, &state, 1e-4, &Look::default(), StepLaw::Velocity);
        assert_eq!(step.unwrap().contacts, [1]);
    }
}

#[test]
fn newtons_law_asks_for_the_rebound() {
    let mut parameters = RodParameters::painleve();
    parameters.restitution = stickslip::Restitution::Constant(0.5);
    let rod = Rod::new(parameters).unwrap();
    let state = rod.state(0.0, 0.5, std::f64::consts::FRAC_PI_2, [0.0, -2.0, 0.0]);
    for (law, up) in [(StepLaw::Velocity, 0.0), (StepLaw::Newton, 1.0)] {
        let found = Instant::of_step(&rod, &state, 0.0, &Look::default(), law).unwrap();
        let motion = solve(&found.problem);
        close(&motion.acceleration, &[0.0, up, 0.0], 1e-12);
    }
}

#[test]
fn the_sphere_in_the_seam_begins_to_slide_on_one_and_to_roll_on_the_other() {
    let friction = Friction::ellipsoid(0.2, [1.0, 1.0, 0.3]).unwrap();
    let balls = Balls::new(sphere_in_seam(friction)).unwrap();
    let state = balls.state(&[IN_SEAM], &[[0.0; 3]]);
    let look = Look {
        touch: 1e-9,
        ..Look::default()
    };
    let found = Instant::of(&balls, &state, &look).unwrap();
    assert_eq!(found.problem.slips(), [Slip::Rolling; 2]);
    let motion = solve(&found.problem);
    let slip = |i: usize| {
        let [_, t, o, r] = motion.contacts[i];
        t.abs().max(o.abs()).max(r.abs())
    };
    assert!(slip(0) > 0.1, "{motion:?}");
    assert!(slip(1) < 1e-9, "{motion:?}");
    // the first step of the implicit scheme: what differs is of order h², and the rounding of the gaps divided by it
    let h = 1e-3;
    let settings = Settings {
        step: h,
        scheme: Scheme::TZITZOURIS_PANG,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(balls, state, settings).unwrap();
    let report = simulation.step().unwrap().clone();
    let v = simulation.state().v.iter().map(|v| v / h);
    close(&v.collect::<Vec<_>>(), &motion.acceleration, 1e-5);
    for (contact, force) in report.contacts.iter().zip(&motion.forces) {
        close(
            &contact.impulse.parts().map(|c| c / h),
            &force.parts(),
            1e-5,
        );
    }
}
