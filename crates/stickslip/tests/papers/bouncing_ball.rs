//! A ball dropped from 1 m with ε = 0.8: t₁ = √(2/g) = 0.451524, apexes 0.64 and 0.4096, and infinitely many impacts
//! before 4.063713, when it comes to rest.

use stickslip::systems::{Particle, ParticleParameters, Plane};
use stickslip::{ImpactLaw, Locate, Note, Restitution, Scheme, Settings, Simulation};

struct Bounces {
    first: f64,
    apexes: Vec<f64>,
    rest: f64,
    impacts: usize,
}

fn bounce(impact: ImpactLaw, scheme: Scheme, h: f64) -> Bounces {
    let ball = Particle::new(ParticleParameters {
        planes: vec![Plane {
            restitution: Restitution::Constant(0.8),
            ..Plane::default()
        }],
        ..ParticleParameters::default()
    })
    .unwrap();
    let state = ball.state([0.0, 0.0, 1.0], [0.0; 3]);
    let settings = Settings {
        step: h,
        scheme,
        impact,
        locate: Some(Locate::default()),
        rest_speed: 1e-4,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(ball, state, settings).unwrap();
    let mut bounces = Bounces {
        first: f64::NAN,
        apexes: Vec::new(),
        rest: f64::NAN,
        impacts: 0,
    };
    let mut highest = 0.0_f64;
    for _ in 0..(4.5 / h).round() as usize {
        let report = simulation.step().unwrap().clone();
        assert!(report.penetration < 1e-9, "{report:?}");
        assert!(report.audit < 1e-9 && report.solution.solved);
        for event in &report.impacts {
            if bounces.first.is_nan() {
                bounces.first = event.t;
            } else if bounces.apexes.len() < 2 {
                bounces.apexes.push(highest);
            }
            highest = 0.0;
            bounces.impacts += 1;
        }
        highest = highest.max(simulation.state().q[2]);
        let zeno = |n: &Note| matches!(n, Note::Zeno { .. });
        if bounces.rest.is_nan() && report.notes.iter().any(zeno) {
            bounces.rest = simulation.state().t;
        }
    }
    // it lies still
    assert!(simulation.state().v[2].abs() < 1e-9);
    assert!(simulation.state().q[2].abs() < 1e-9);
    bounces
}

#[test]
fn a_bouncing_ball_reaches_its_apexes_and_comes_to_rest() {
    for (law, scheme) in [
        (ImpactLaw::Newton, Scheme::STEWART_TRINKLE),
        (ImpactLaw::Newton, Scheme::AnitescuPotra),
        (
            ImpactLaw::Poisson(Default::default()),
            Scheme::STEWART_TRINKLE,
        ),
        (ImpactLaw::Shortcut, Scheme::STEWART_TRINKLE),
        (ImpactLaw::Stronge, Scheme::FIXED_POINT),
    ] {
        for h in [4e-3, 1e-3, 2.5e-4] {
            let bounces = bounce(law, scheme, h);
            let name = (law, scheme, h);
            // backward Euler falls g h²/2 too far in each step: half a step early
            assert!(
                (bounces.first - (0.451_524 - 0.5 * h)).abs() < 0.1 * h,
                "{name:?}"
            );
            for (apex, exact) in bounces.apexes.iter().zip([0.64, 0.4096]) {
                assert!((apex - exact).abs() < 12.0 * h, "{name:?}: {apex}");
            }
            // Backward Euler loses the speed g h in each flight, so v_n → ε^n v₀ − 4 g h, and the flights 2 v_n / g are
            // 8 h too short, as many as there are before v_n is gone: rest is early by O(h log 1/h).
            let flights = (4.429 / (4.0 * 9.81 * h)).ln() / 1.25_f64.ln();
            let early = (4.063_713 - bounces.rest) / (h * flights);
            assert!(early > 8.0 && early < 9.0, "{name:?}: {early}");
            assert!(bounces.impacts as f64 > flights, "{}", bounces.impacts);
        }
    }
}
