//! Pucks: closed forms for round, elliptic and torsional friction at one distributed contact.

use crate::close;
use stickslip::systems::{FixedTo, Puck, PuckParameters};
use stickslip::{Friction, Scheme, Settings, Simulation, State};

const G: f64 = 9.81;

/// The states of a run, the initial one first. Every step is certified, and the puck never leaves the floor.
fn run(puck: Puck, state: State, h: f64, duration: f64) -> Vec<State> {
    let settings = Settings {
        step: h,
        scheme: Scheme::STEWART_TRINKLE,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(puck, state, settings).unwrap();
    let mut states = vec![simulation.state().clone()];
    for _ in 0..(duration / h).round() as usize {
        let report = simulation.step().unwrap();
        assert!(report.solution.solved && report.audit <= 1e-9, "{report:?}");
        assert!(report.notes.is_empty(), "{:?}", report.notes);
        let state = simulation.state();
        close(&[state.q[2], state.v[2]], &[0.0; 2], 1e-12);
        states.push(state.clone());
    }
    states
}

/// ∫ f from 0 to `end`, by Simpson's rule.
fn integral(end: f64, f: impl Fn(f64) -> f64) -> f64 {
    let n = 20_000;
    let width = end / f64::from(n);
    let sum: f64 = (0..=n)
        .map(|i| {
            let weight = match i {
                _ if i == 0 || i == n => 1.0,
                _ if i % 2 == 1 => 4.0,
                _ => 2.0,
            };
            weight * f(f64::from(i) * width)
        })
        .sum();
    sum * width / 3.0
}

#[test]
fn a_puck_goes_straight_and_stops_after_v_squared_over_two_mu_g() {
    let (mu, speed) = (0.2, 2.0);
    let distance = speed * speed / (2.0 * mu * G);
    for degrees in [0.0_f64, 15.0, 30.0, 45.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        for h in [0.02, 0.01, 0.005] {
            let puck = Puck::new(PuckParameters {
                friction: Friction::round(mu),
                ..PuckParameters::default()
            })
            .unwrap();
            let state = puck.state([0.0; 2], 0.0, [speed * cos, speed * sin], 0.0);
            let states = run(puck, state, h, 1.2);
            for State { q, .. } in &states {
                let aside = q[1] * cos - q[0] * sin;
                assert!(aside.abs() <= 1e-12, "{degrees}°: {aside}");
            }
            let end = states.last().unwrap();
            close(&end.v, &[0.0; 4], 1e-15);
            // the velocity at the end of each step moves the puck: it falls short by v h / 2, and a part of the last step
            let gone = end.q[0].hypot(end.q[1]);
            let short = distance - gone - 0.5 * speed * h;
            assert!(
                short.abs() <= 0.125 * mu * G * h * h + 1e-12,
                "{h}: {short}"
            );
        }
    }
}

#[test]
fn a_curling_stone_goes_straight_and_stops_moving_and_turning_at_once() {
    // m = 18 kg, R = 0.14 m, running on a ring of 0.06 m
    let (mu, mass, inertia, e) = (0.015, 18.0, 0.5 * 18.0 * 0.14 * 0.14, 0.06);
    let (speed, spin) = (2.0, 1.5);
    // v̇ = −μ g v/N and ω̇ = −κ μ g ω/N with N² = v² + e²ω²: ω/ω₀ = (v/v₀)^κ
    let kappa = mass * e * e / inertia;
    let n = |v: f64| v.hypot(e * spin * (v / speed).powf(kappa));
    let distance = integral(speed, |v| n(v) / (mu * G));
    let mut errors = Vec::new();
    for h in [0.04, 0.02, 0.01] {
        let stone = Puck::new(PuckParameters {
            mass,
            inertia,
            friction: Friction::ellipsoid(mu, [1.0, 1.0, e]).unwrap(),
            ..PuckParameters::default()
        })
        .unwrap();
        let state = stone.state([0.0; 2], 0.0, [0.6 * speed, 0.8 * speed], spin);
        let states = run(stone, state, h, 16.0);
        let moves = |s: &State| s.v[0].hypot(s.v[1]) > 1e-12;
        let turns = |s: &State| s.v[3].abs() > 1e-12;
        for state in &states {
            let aside = 0.6 * state.q[1] - 0.8 * state.q[0];
            assert!(aside.abs() <= 1e-12, "{h}: {aside}");
            assert_eq!(moves(state), turns(state), "{h}: {:?}", state.v);
        }
        assert!(!moves(states.last().unwrap()));
        let half = states.iter().find(|s| s.v[0] < 0.3 * speed).unwrap();
        let ratio = (half.v[0].hypot(half.v[1]) / speed).powf(kappa);
        assert!(
            (half.v[3] / spin - ratio).abs() < 0.01 * h,
            "{h}: {}",
            half.v[3] / spin - ratio
        );
        let q = &states.last().unwrap().q;
        errors.push((q[0].hypot(q[1]) - distance).abs());
    }
    // first order
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1] - 2.0).abs() < 0.05, "{errors:?}");
    }
    assert!(errors[2] < 0.02, "{errors:?}");
}

#[test]
fn a_part_on_a_ribbed_belt_drifts_sideways() {
    // ribs at 30° to the belt; across them friction is √2 times that along them. With u the slip,
    // u̇_t = −k e_t² u_t/N, u̇_o = −k e_o² u_o/N, N² = e_t² u_t² + e_o² u_o², k = μ g: u_o/u_o0 = (u_t/u_t0)²
    let (k, belt, angle) = (0.3 * G, 1.0, 30.0_f64.to_radians());
    let (e_t, e_o) = (1.0, std::f64::consts::SQRT_2);
    let start = [-belt * angle.cos(), belt * angle.sin()];
    let (u0, w0) = (start[0].abs(), start[1]);
    let across = |u: f64| w0 * (u / u0).powi(2);
    let n = |u: f64| (e_t * u).hypot(e_o * across(u));
    // displacement against the belt while it slips: ∫ u dt = ∫ u du/u̇. Along the ribs it is elementary
    let c = e_o * w0 / (u0 * u0);
    let along =
        ((e_t * e_t + (c * u0).powi(2)).powf(1.5) - e_t.powi(3)) / (3.0 * c * c * k * e_t * e_t);
    assert!((along - integral(u0, |u| n(u) / (k * e_t * e_t))).abs() < 1e-9);
    let aside = integral(u0, |u| {
        n(u) * 2.0 * across(u0) * u / (u0 * u0 * k * e_o * e_o)
    });
    let mut errors = Vec::new();
    for h in [0.004, 0.002, 0.001] {
        let part = Puck::new(PuckParameters {
            friction: Friction::elliptic(0.3, [e_t, e_o]).unwrap(),
            grain: FixedTo::Floor,
            azimuth: angle,
            floor_velocity: [belt, 0.0],
            ..PuckParameters::default()
        })
        .unwrap();
        let state = part.state([0.0; 2], 0.0, [0.0; 2], 0.0);
        let states = run(part, state, h, 0.6);
        let end = states.last().unwrap();
        // carried by the belt in the end
        close(&end.v, &[belt, 0.0, 0.0, 0.0], 1e-12);
        let (sin, cos) = angle.sin_cos();
        let moved = [end.q[0] - belt * 0.6, end.q[1]];
        let slid = [
            moved[0] * cos + moved[1] * sin,
            moved[1] * cos - moved[0] * sin,
        ];
        errors.push((slid[0] + along).hypot(slid[1] - aside));
        // to the side where the ribs lead
        assert!(end.q[1] < -0.01, "{:?}", end.q);
    }
    for pair in errors.windows(2) {
        assert!((pair[0] / pair[1] - 2.0).abs() < 0.05, "{errors:?}");
    }
    assert!(errors[2] < 1e-3, "{errors:?}");
}

#[test]
fn a_skate_on_a_turntable_slides_along_its_blade() {
    // the blade points outwards and turns with the table, since nothing twists it. In the turning frame, x along the blade
    // and y across: ẍ = Ω² x + 2 Ω ẏ − μ g e_t √(1 − s²), where the part s = (2 Ω ẋ − Ω² y)/(μ g e_o) of friction is taken
    // sideways and ẏ = −(e_t/e_o) ẋ s/√(1 − s²) is the slip that gives it. ÿ, of order e_t, is left out
    let (mu, spin, r0) = (0.5, 1.0, 0.5);
    let (e_t, e_o) = (0.01, 1.0);
    let k = mu * G;
    let rate = |[x, u, y]: [f64; 3]| {
        let s = (2.0 * spin * u - spin * spin * y) / (k * e_o);
        let rest = (1.0 - s * s).sqrt();
        let creep = -e_t / e_o * u * s / rest;
        [
            u,
            spin * spin * x + 2.0 * spin * creep - k * e_t * rest,
            creep,
        ]
    };
    let duration = 1.5;
    let (mut z, dt) = ([r0, 0.0, 0.0], 1e-4);
    for _ in 0..(duration / dt) as usize {
        let half: [f64; 3] = std::array::from_fn(|i| z[i] + 0.5 * dt * rate(z)[i]);
        z = std::array::from_fn(|i| z[i] + dt * rate(half)[i]);
    }
    let r = z[0].hypot(z[2]);
    let mut errors = Vec::new();
    for h in [0.01, 0.005, 0.0025] {
        let skate = Puck::new(PuckParameters {
            friction: Friction::elliptic(mu, [e_t, e_o]).unwrap(),
            grain: FixedTo::Body,
            floor_spin: spin,
            ..PuckParameters::default()
        })
        .unwrap();
        let state = skate.state([r0, 0.0], 0.0, [0.0, spin * r0], spin);
        let states = run(skate, state, h, duration);
        for state in &states[states.len() / 4..] {
            let (sin, cos) = state.q[3].sin_cos();
            let slip = [
                state.v[0] + spin * state.q[1],
                state.v[1] - spin * state.q[0],
            ];
            let (along, aside) = (slip[0] * cos + slip[1] * sin, slip[1] * cos - slip[0] * sin);
            // u_o/u_t = (e_t/e_o) s/√(1 − s²)
            assert!(aside.abs() < 0.02 * along, "{aside} {along}");
            assert!((state.v[3] - spin).abs() < 1e-15);
        }
        let q = &states.last().unwrap().q;
        errors.push(q[0].hypot(q[1]) - r);
    }
    // first order in h, towards a limit that the equations above know up to e_t²
    let changes = [errors[1] - errors[0], errors[2] - errors[1]];
    assert!((changes[0] / changes[1] - 2.0).abs() < 0.1, "{errors:?}");
    let limit = 2.0 * errors[2] - errors[1];
    assert!(limit.abs() < e_t * e_t, "{limit} of {r}, {errors:?}");
    // without friction along the blade it would be a bead on a turning rod
    assert!(r < r0 * duration.cosh() && r > 0.9 * r0 * duration.cosh());
}
