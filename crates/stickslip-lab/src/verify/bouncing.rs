//! A ball dropped from 1 m with restitution 0.8, its impacts located.

use super::{Band, Checks};
use stickslip::systems::{Particle, ParticleParameters, Plane};
use stickslip::{Error, Locate, Restitution, Scheme, Settings, Simulation};

/// What is seen of the motion at one step length.
struct Bounces {
    first: f64,
    apexes: Vec<f64>,
    rest: f64,
}

fn bounces(h: f64, rest_speed: f64) -> Result<Bounces, Error> {
    let ball = Particle::new(ParticleParameters {
        mass: 1.0,
        gravity: [0.0, 0.0, -9.81],
        planes: vec![Plane {
            restitution: Restitution::Constant(0.8),
            ..Plane::default()
        }],
    })?;
    let state = ball.state([0.0, 0.0, 1.0], [0.0; 3]);
    let settings = Settings {
        step: h,
        scheme: Scheme::STEWART_TRINKLE,
        locate: Some(Locate::default()),
        rest_speed,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(ball, state, settings)?;
    let mut seen = Bounces {
        first: f64::NAN,
        apexes: Vec::new(),
        rest: f64::NAN,
    };
    let (mut rising, mut highest) = (false, 0.0_f64);
    for _ in 0..(4.2 / h).round() as usize {
        let report = simulation.step()?;
        if seen.first.is_nan() {
            seen.first = report.impacts.first().map_or(f64::NAN, |impact| impact.t);
        }
        let last = report.impacts.last().map(|impact| impact.t);
        let state = simulation.state();
        if rising && state.v[2] <= 0.0 {
            seen.apexes.push(highest);
        }
        highest = if state.v[2] > 0.0 && !rising {
            0.0
        } else {
            highest
        };
        highest = highest.max(state.q[2]);
        rising = state.v[2] > 0.0;
        if state.v[2].abs() < 1e-12 {
            seen.rest = last.unwrap_or(state.t);
            break;
        }
    }
    Ok(seen)
}

pub(super) fn run(checks: &mut Checks) -> Result<(), Error> {
    let (h, rest_speed) = (1e-4, 1e-4);
    let seen = bounces(h, rest_speed)?;
    let apex = |i: usize| seen.apexes.get(i).copied().unwrap_or(f64::NAN);
    // free flight is exact: the digits of the reference, and for apexes what can be missed between two steps
    let missed = Band::Within(9.81 * h * h / 8.0 + 1e-9);
    let digits = Band::Within(1e-6);
    checks.add("first impact (s)", None, 0.451_524, seen.first, digits);
    checks.add("first apex (m)", None, 0.64, apex(0), missed);
    checks.add("second apex (m)", None, 0.4096, apex(1), missed);
    // the cut-off ends the motion earlier by the bounces that it leaves out, 2 v/g/(1 − ε) at most
    let cut = 2.0 * rest_speed / 9.81 / (1.0 - 0.8);
    let name = "rest after infinitely many bounces (s)";
    checks.add(name, None, 4.063_713, seen.rest, Band::Within(cut + 1e-6));
    Ok(())
}
