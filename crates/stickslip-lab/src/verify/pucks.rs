//! Pucks with closed forms: a stop, a curling stone, a part on a ribbed belt, a block that sticks and slips.

use super::{Band, Checks};
use std::f64::consts::{PI, SQRT_2};
use stickslip::systems::{Puck, PuckParameters, PuckSpring};
use stickslip::{Error, Friction, Mode, Settings, Simulation, SlipLaw, State};

const G: f64 = 9.81;

/// The states of a run, the initial one first.
fn track(puck: Puck, state: State, h: f64, duration: f64) -> Result<Vec<State>, Error> {
    let settings = Settings {
        step: h,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(puck, state, settings)?;
    let mut states = vec![simulation.state().clone()];
    for _ in 0..(duration / h).round() as usize {
        simulation.step()?;
        states.push(simulation.state().clone());
    }
    Ok(states)
}

pub(super) fn run(checks: &mut Checks) -> Result<(), Error> {
    stop(checks)?;
    curling(checks)?;
    conveyor(checks)?;
    stick_slip(checks)
}

/// v²/2μg, in any direction and without drift.
fn stop(checks: &mut Checks) -> Result<(), Error> {
    let (mu, speed, h) = (0.2, 2.0, 0.005);
    for degrees in [0.0_f64, 15.0, 30.0, 45.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let puck = Puck::new(PuckParameters {
            friction: Friction::round(mu),
            ..PuckParameters::default()
        })?;
        let state = puck.state([0.0; 2], 0.0, [speed * cos, speed * sin], 0.0);
        let states = track(puck, state, h, 1.2)?;
        let q = &states[states.len() - 1].q;
        // the velocity at the end of each step moves the puck, which costs v h/2
        let name = |what: &str| format!("puck at {degrees}°: {what}");
        let distance = speed * speed / (2.0 * mu * G) - 0.5 * speed * h;
        let gone = q[0].hypot(q[1]);
        let last_step = Band::Within(0.125 * mu * G * h * h + 1e-12);
        checks.add(name("way (m)"), None, distance, gone, last_step);
        let drift = (q[1] * cos - q[0] * sin).abs();
        checks.add(name("drift (m)"), None, 0.0, drift, Band::Within(1e-12));
        checks.add(name("lift (m)"), None, 0.0, q[2], Band::Within(1e-12));
    }
    Ok(())
}

/// ω/ω₀ = (v/v₀)^κ with κ = m e²/J; both vanish together.
fn curling(checks: &mut Checks) -> Result<(), Error> {
    let (mass, e, speed, spin, h) = (18.0, 0.06, 2.0, 1.5, 0.01);
    let inertia = 0.5 * mass * 0.14 * 0.14;
    let stone = Puck::new(PuckParameters {
        mass,
        inertia,
        friction: Friction::ellipsoid(0.015, [1.0, 1.0, e])?,
        ..PuckParameters::default()
    })?;
    let state = stone.state([0.0; 2], 0.0, [0.6 * speed, 0.8 * speed], spin);
    let states = track(stone, state, h, 16.0)?;
    let stopped = |still: fn(&State) -> bool| {
        let step = states.iter().position(still);
        step.map_or(f64::NAN, |k| k as f64 * h)
    };
    let moves = stopped(|s| s.v[0].hypot(s.v[1]) <= 1e-12);
    let turns = stopped(|s| s.v[3].abs() <= 1e-12);
    let together = "curling stone: turning ends with moving (s)";
    checks.add(together, None, moves, turns, Band::Within(0.0));
    let q = &states[states.len() - 1].q;
    let drift = 0.6 * q[1] - 0.8 * q[0];
    checks.add(
        "curling stone: drift (m)",
        None,
        0.0,
        drift,
        Band::Within(1e-12),
    );
    let slower = states.iter().find(|s| s.v[0] < 0.3 * speed);
    let (ours, ratio) = slower.map_or((f64::NAN, f64::NAN), |s| {
        let part = s.v[0].hypot(s.v[1]) / speed;
        (s.v[3] / spin, part.powf(mass * e * e / inertia))
    });
    let name = "curling stone: ω/ω₀ at half the speed";
    checks.add(name, None, ratio, ours, Band::Within(0.01 * h));
    Ok(())
}

/// Ribs at 30°, √2 times the friction across them: u_o/u_o0 = (u_t/u_t0)², and the way along the ribs is elementary.
fn conveyor(checks: &mut Checks) -> Result<(), Error> {
    let (k, belt, angle) = (0.3 * G, 1.0, PI / 6.0);
    let (along, across) = (belt * angle.cos(), belt * angle.sin());
    let c = SQRT_2 * across / (along * along);
    let way = ((1.0 + (c * along).powi(2)).powf(1.5) - 1.0) / (3.0 * c * c * k);
    let mut found = Vec::new();
    for h in [0.002, 0.001] {
        let part = Puck::new(PuckParameters {
            friction: Friction::elliptic(0.3, [1.0, SQRT_2])?,
            azimuth: angle,
            floor_velocity: [belt, 0.0],
            ..PuckParameters::default()
        })?;
        let state = part.state([0.0; 2], 0.0, [0.0; 2], 0.0);
        let states = track(part, state, h, 0.6)?;
        let q = &states[states.len() - 1].q;
        found.push(-((q[0] - 0.6 * belt) * angle.cos() + q[1] * angle.sin()));
    }
    // the method is of first order: twice the finer less the coarser is of second
    let limit = 2.0 * found[1] - found[0];
    let name = "conveyor: slip along the ribs, h → 0 (m)";
    checks.add(name, None, way, limit, Band::Within(1e-5));
    Ok(())
}

/// 2Δ/V + (2/ω)(π − arctan(Δω/V)).
fn stick_slip(checks: &mut Checks) -> Result<(), Error> {
    let (stiffness, belt, at_rest, sliding) = (100.0_f64, 0.1, 0.4, 0.2);
    let omega = stiffness.sqrt();
    let lead = (at_rest - sliding) * G / stiffness;
    let period = 2.0 * lead / belt + 2.0 / omega * (PI - (lead * omega / belt).atan());
    for (h, band) in [(1e-3, 0.01), (1e-4, 0.001)] {
        let law = SlipLaw::TwoCoefficients { sliding };
        let block = Puck::new(PuckParameters {
            friction: Friction::planar(at_rest).with_slip_law(law),
            floor_velocity: [belt, 0.0],
            spring: Some(PuckSpring {
                anchor: [0.0; 2],
                stiffness,
            }),
            ..PuckParameters::default()
        })?;
        let state = block.state([0.0; 2], 0.0, [belt, 0.0], 0.0);
        let settings = Settings {
            step: h,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(block, state, settings)?;
        let (mut onsets, mut stuck) = (Vec::new(), true);
        for _ in 0..(10.0 / h).round() as usize {
            let report = simulation.step()?;
            let sticks = report.contacts.iter().any(|c| c.mode == Mode::Sticking);
            if stuck && !sticks {
                onsets.push(report.t);
            }
            stuck = sticks;
        }
        let ours = match onsets[..] {
            [_, first, .., last] => (last - first) / (onsets.len() - 2) as f64,
            _ => f64::NAN,
        };
        let name = format!("stick–slip: period at h = {h:e} (s)");
        checks.add(name, None, period, ours, Band::Relative(band));
    }
    Ok(())
}
