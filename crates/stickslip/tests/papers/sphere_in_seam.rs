//! A sphere is driven along the seam between two fixed spheres [TTP01 §4.3].

use stickslip::systems::Balls;
use stickslip::systems::ttp01::{IN_SEAM, sphere_in_seam, twenty_directions};
use stickslip::{Activation, Friction, LineariseAt, Scheme, Settings, Simulation};

const MU: f64 = 0.2;
const E_R: f64 = 0.3;

fn simulation(friction: Friction, settings: Settings) -> Simulation<Balls> {
    let balls = Balls::new(sphere_in_seam(friction)).unwrap();
    let state = balls.state(&[IN_SEAM], &[[0.0; 3]]);
    Simulation::new(balls, state, settings).unwrap()
}

fn ellipsoid() -> Friction {
    Friction::ellipsoid(MU, [1.0, 1.0, E_R]).unwrap()
}

fn directions() -> Friction {
    Friction::directions(MU, twenty_directions(E_R)).unwrap()
}

/// Velocities of the continuous motion at t = 1, 2, 3: vx, vz, ω.
const EXACT: [[f64; 5]; 3] = [
    [0.536_291, -0.015_357, 0.007_339, 0.471_280, 0.256_290],
    [1.524_773, -0.213_928, 0.102_235, 1.352_505, 0.728_681],
    [3.526_437, -1.611_273, 0.767_541, 3.403_851, 1.681_889],
];

/// What is seen of a run until both contacts are lost.
#[derive(Default)]
struct Run {
    /// Largest velocity errors at t = 1, 2, 3 (m/s, rad/s).
    errors: Vec<f64>,
    /// v_x at t = 2 (m/s).
    speed: f64,
    /// End of the first step in which a contact carries no impulse (s).
    first_open: [Option<f64>; 2],
    /// End of the last step in which a contact carries an impulse (s).
    last_closed: [f64; 2],
    /// Torsional force c_r/h (N·m) of each step until then.
    torsion: [Vec<f64>; 2],
    /// Largest |gap| of a contact in a step in which it carries an impulse (m).
    gap: f64,
    /// Deepest penetration (m).
    penetration: f64,
    /// Unknowns of the largest problem.
    largest: usize,
}

fn run(friction: Friction, settings: Settings) -> Run {
    let h = settings.step;
    let mut simulation = simulation(friction, settings);
    let mut run = Run::default();
    for step in 1..=(3.9 / h).round() as usize {
        let report = simulation.step().unwrap();
        assert!(report.solution.solved && report.audit <= 1e-9, "{report:?}");
        assert!(report.notes.is_empty(), "{:?}", report.notes);
        let t = step as f64 * h;
        for id in 0..2 {
            let closed = report.contacts.iter().find(|c| c.id == id);
            match closed.filter(|c| c.impulse.normal > 0.0) {
                Some(contact) => {
                    run.last_closed[id] = t;
                    run.gap = run.gap.max(contact.gap.abs());
                    if run.first_open[id].is_none() {
                        run.torsion[id].push(contact.impulse.torsion / h);
                    }
                }
                None => {
                    run.first_open[id].get_or_insert(t);
                }
            }
        }
        run.penetration = run.penetration.max(report.penetration);
        run.largest = run.largest.max(report.solution.largest);
        let v = &simulation.state().v;
        for (second, exact) in (1..).zip(EXACT) {
            if (t - f64::from(second)).abs() < 0.5 * h {
                let found = [v[0], v[2], v[3], v[4], v[5]];
                let errors = found.iter().zip(exact).map(|(x, y)| (x - y).abs());
                run.errors.push(errors.fold(0.0, f64::max));
                if second == 2 {
                    run.speed = v[0];
                }
            }
        }
    }
    run
}

fn implicit(h: f64) -> Run {
    let settings = Settings {
        step: h,
        scheme: Scheme::TZITZOURIS_PANG,
        ..Settings::default()
    };
    run(ellipsoid(), settings)
}

/// Stewart's method with both contacts in every problem.
fn stewart(friction: Friction, h: f64) -> Run {
    let settings = Settings {
        step: h,
        activation: Activation::All,
        ..Settings::default()
    };
    run(friction, settings)
}

#[test]
fn the_implicit_scheme_follows_the_seam_in_large_steps() {
    for (h, errors) in [
        (0.1, [2.37e-2, 1.31e-1, 3.76e-1]),
        (0.02, [4.35e-3, 2.41e-2, 7.38e-2]),
    ] {
        let run = implicit(h);
        // contacts that hold are closed, not nearly closed
        assert!(run.gap <= 1e-12 && run.penetration <= 1e-12, "{}", run.gap);
        for (found, expected) in run.errors.iter().zip(errors) {
            assert!((found / expected - 1.0).abs() < 0.02, "{:?}", run.errors);
        }
        for (open, exact) in run.first_open.iter().zip([3.213_206, 3.701_600]) {
            assert!((open.unwrap() - exact).abs() <= h, "{:?}", run.first_open);
        }
        // once open they stay open
        for id in 0..2 {
            assert!(run.last_closed[id] < run.first_open[id].unwrap());
        }
    }
}

#[test]
fn the_implicit_scheme_is_of_first_order() {
    let (coarse, fine) = (implicit(0.02), implicit(0.005));
    for i in 0..3 {
        let order = (coarse.errors[i] / fine.errors[i]).log2() / 2.0;
        assert!((order - 1.0).abs() < 0.06, "{i}: {order}");
    }
}

#[test]
fn twenty_directions_converge_to_a_model_of_their_own() {
    let run = stewart(directions(), 0.1 / 81.0);
    // 4.6 % faster than the ellipsoid at t = 2
    assert!((run.speed - 1.595).abs() < 0.002, "{}", run.speed);
    assert!((run.speed / EXACT[1][0] - 1.0466).abs() < 0.001);
    // it neither penetrates nor bounces
    assert!(run.penetration <= 1e-12, "{}", run.penetration);
    for id in 0..2 {
        assert!(run.last_closed[id] < run.first_open[id].unwrap());
    }
    assert_eq!(run.largest, 44);
}

#[test]
fn the_printed_bouncing_needs_old_normals_and_forgetful_contacts() {
    let settings = Settings {
        step: 0.1,
        scheme: Scheme::StewartTrinkle {
            linearise_at: LineariseAt::Start,
        },
        activation: Activation::Near { gap: 1e-3 },
        enlarge: false,
        ..Settings::default()
    };
    let bouncing = run(directions(), settings);
    let first = bouncing.first_open.iter().flatten().copied();
    let first = first.fold(f64::INFINITY, f64::min);
    assert!((first - 2.0).abs() < 1e-9, "{first}");
    let last = bouncing.last_closed[0].max(bouncing.last_closed[1]);
    assert!((last - 3.6).abs() < 1e-9, "{last}");
    // a contact that opened closes again
    assert!((0..2).any(|id| bouncing.first_open[id].unwrap() < bouncing.last_closed[id]));
    // with both contacts always in the problem the same step length goes through
    let calm = stewart(directions(), 0.1);
    for id in 0..2 {
        assert!(calm.last_closed[id] < calm.first_open[id].unwrap());
    }
}

/// How much more c_r/h varies than from its first to its last value (1): 0 if it goes there straight.
fn excess(series: &[f64]) -> f64 {
    let variation: f64 = series.windows(2).map(|w| (w[1] - w[0]).abs()).sum();
    let net = (series[series.len() - 1] - series[0]).abs();
    match net > 0.0 {
        true => variation / net - 1.0,
        false => variation,
    }
}

/// [TTP01] Figure 16 shows c_r chattering at h = 0.0004. The model does not: until contact is lost the series goes straight
/// from its first to its last value. Impulses are proportional to h, so that a solver of fixed accuracy δ shows forces
/// that jump by δ/h.
#[test]
fn torsion_does_not_chatter_in_short_steps() {
    let h = 0.1 / 243.0;
    for (friction, first) in [(directions(), 0.480_853), (ellipsoid(), 0.463_56)] {
        let run = stewart(friction, h);
        for id in 0..2 {
            let series = &run.torsion[id];
            assert!(series.len() > 7000);
            assert!(excess(series) <= 1e-6, "contact {id}: {}", excess(series));
        }
        assert!(
            (run.torsion[1][0] - first).abs() < 1e-5,
            "{}",
            run.torsion[1][0]
        );
    }
}
