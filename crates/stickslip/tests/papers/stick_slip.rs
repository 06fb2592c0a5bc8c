//! A block on a belt, held by a spring, with more friction at rest than in motion: it sticks, slips, sticks.

use stickslip::systems::{Puck, PuckParameters, PuckSpring};
use stickslip::{Friction, Mode, Scheme, Settings, Simulation, SlipLaw};

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

const SCHEMES: [Scheme; 4] = [
    Scheme::STEWART_TRINKLE,
    Scheme::AnitescuPotra,
    Scheme::FIXED_POINT,
    Scheme::TZITZOURIS_PANG,
];

#[test]
fn what_sticks_to_a_turntable_keeps_the_friction_of_rest() {
    // it needs Ω² r = 3 m/s²; at rest friction gives up to 4.9, in motion only 2
    let table = Puck::new(PuckParameters {
        friction: Friction::round(0.5).with_slip_law(SlipLaw::TwoCoefficients { sliding: 0.2 }),
        floor_spin: 1.0,
        ..PuckParameters::default()
    })
    .unwrap();
    for scheme in SCHEMES {
        let settings = Settings {
            step: 1e-3,
            scheme,
            ..Settings::default()
        };
        let state = table.state([3.0, 0.0], 0.0, [0.0, 3.0], 1.0);
        let mut simulation = Simulation::new(table.clone(), state, settings).unwrap();
        for step in 0..1000 {
            let report = simulation.step().unwrap();
            let mode = report.contacts[0].mode;
            assert_eq!(mode, Mode::Sticking, "{scheme:?}, {step}");
        }
        let radius = simulation.state().q[0].hypot(simulation.state().q[1]);
        assert!((radius - 3.0).abs() < 5e-3, "{scheme:?}: {radius}");
    }
}

#[test]
fn falling_friction_is_that_of_the_end_of_the_step_where_the_scheme_is_implicit() {
    let law = SlipLaw::Decreasing {
        fast: 0.1,
        speed: 0.5,
    };
    let puck = Puck::new(PuckParameters {
        friction: Friction::round(0.5).with_slip_law(law),
        ..PuckParameters::default()
    })
    .unwrap();
    let h = 0.05;
    for scheme in SCHEMES {
        let settings = Settings {
            step: h,
            scheme,
            ..Settings::default()
        };
        let state = puck.state([0.0; 2], 0.0, [1.0, 0.0], 0.0);
        let mut simulation = Simulation::new(puck.clone(), state, settings).unwrap();
        let report = simulation.step().unwrap();
        assert!(
            report.audit <= 1e-9 && report.notes.is_empty(),
            "{scheme:?}: {report:?}"
        );
        let v = simulation.state().v[0];
        let slip = if scheme.is_implicit() { v } else { 1.0 };
        let expected = 1.0 - h * 9.81 * law.at(0.5, slip);
        assert!((v - expected).abs() < 1e-9, "{scheme:?}: {v} {expected}");
    }
}
