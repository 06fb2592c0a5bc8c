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
            // free flight between located impacts is exact, so the times are as well
            assert!(
                (bounces.first - (2.0_f64 / 9.81).sqrt()).abs() < 1e-9,
                "{name:?}"
            );
            // apexes are seen at the ends of steps only
            assert_eq!(bounces.apexes.len(), 2);
            for (apex, exact) in bounces.apexes.iter().zip([0.64, 0.4096]) {
                let missed = exact - apex;
                assert!(
                    missed > -1e-9 && missed < 9.81 * h * h / 8.0 + 1e-9,
                    "{name:?}: {apex}"
                );
            }
            // the cut-off leaves out the flights after the first rebound below the rest speed; rest is seen at the end
            // of its step
            let cut = 2.0 * 1e-4 / 9.81 / (1.0 - 0.8);
            let late = bounces.rest - 4.063_713;
            assert!(late > -cut - 1e-6 && late < h + 1e-6, "{name:?}: {late}");
            let rebounds = (4.429_f64 / 1e-4).ln() / 1.25_f64.ln();
            assert!(
                (bounces.impacts as f64 - rebounds).abs() < 2.0,
                "{}",
                bounces.impacts
            );
        }
    }
}
