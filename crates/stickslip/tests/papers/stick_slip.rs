//! A block on a belt, held by a spring, with more friction at rest than in motion: it sticks, slips, sticks.

use stickslip::systems::{Puck, PuckParameters, PuckSpring};
use stickslip::{Friction, Mode, Settings, Simulation, SlipLaw};

const MASS: f64 = 1.0;
const STIFFNESS: f64 = 100.0;
const BELT: f64 = 0.1;
const AT_REST: f64 = 0.4;
const SLIDING: f64 = 0.2;

/// 2Δ/V + (2/ω)(π − arctan(Δω/V)) with Δ = (μ_s − μ_d) m g/k and ω = √(k/m).
fn period() -> f64 {
    let lead = (AT_REST - SLIDING) * MASS * 9.81 / STIFFNESS;
    let omega = (STIFFNESS / MASS).sqrt();
    2.0 * lead / BELT + 2.0 / omega * (std::f64::consts::PI - (lead * omega / BELT).atan())
}

/// The mean period of the slips after the first few.
fn measured(friction: Friction, h: f64) -> f64 {
    let block = Puck::new(PuckParameters {
        mass: MASS,
        friction,
        floor_velocity: [BELT, 0.0],
        spring: Some(PuckSpring {
            anchor: [0.0; 2],
            stiffness: STIFFNESS,
        }),
        ..PuckParameters::default()
    })
    .unwrap();
    let state = block.state([0.0; 2], 0.0, [BELT, 0.0], 0.0);
    let settings = Settings {
        step: h,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(block, state, settings).unwrap();
    let (mut onsets, mut stuck) = (Vec::new(), true);
    while onsets.len() < 12 {
        let report = simulation.step().unwrap();
        assert!(report.solution.solved && report.audit <= 1e-9, "{report:?}");
        let sticks = report.contacts[0].mode == Mode::Sticking;
        if stuck && !sticks {
            onsets.push(report.t);
        }
        stuck = sticks;
        assert!(report.t < 100.0, "it has stopped slipping: {onsets:?}");
    }
    (onsets[11] - onsets[1]) / 10.0
}

#[test]
fn the_period_is_that_of_the_closed_form() {
    let two = SlipLaw::TwoCoefficients { sliding: SLIDING };
    for friction in [Friction::planar(AT_REST), Friction::round(AT_REST)] {
        let error = |h: f64| (measured(friction.clone().with_slip_law(two), h) - period()).abs();
        let errors = [4e-3, 1e-3, 2.5e-4].map(error);
        assert!(errors[0] < 0.02 * period(), "{errors:?}");
        assert!(
            errors[1] < 0.3 * errors[0] && errors[2] < 0.3 * errors[1],
            "{errors:?}"
        );
    }
}

#[test]
fn friction_that_falls_smoothly_sticks_and_slips_too() {
    let falling = SlipLaw::Decreasing {
        fast: SLIDING,
        speed: 0.05,
    };
    let friction = Friction::round(AT_REST).with_slip_law(falling);
    let periods = [2e-3, 1e-3, 5e-4].map(|h| measured(friction.clone(), h));
    // longer than with the jump, because the slip begins slowly
    assert!(
        periods[2] > period() && periods[2] < 1.1 * period(),
        "{periods:?}"
    );
    let changes = [periods[1] - periods[0], periods[2] - periods[1]];
    assert!((changes[0] / changes[1] - 2.0).abs() < 0.2, "{periods:?}");
}
