//! A sphere spins in place on a table [TTP01 §4.1]: torsion from an ellipsoid, and from directions that do or do not
//! hold the right one. Unit mass and radius, μ = 0.2, e = (1, 1, 0.4), ω_z = 1.962, h = 0.07; t and o are turned by 45°
//! from x and y.

use crate::close;
use std::f64::consts::FRAC_1_SQRT_2;
use stickslip::systems::Balls;
use stickslip::systems::ttp01::{six_directions, spinning_sphere, twenty_directions};
use stickslip::{Frame, Friction, Mass, Scheme, Settings, Simulation, State, System};

const H: f64 = 0.07;
const MU: f64 = 0.2;
const SPIN: f64 = 1.962;

fn sphere(friction: Friction) -> Balls {
    Balls::new(spinning_sphere(friction)).unwrap()
}

fn directions(list: Vec<[f64; 3]>) -> Friction {
    Friction::directions(MU, list).unwrap()
}

/// What is seen of a run.
struct Run {
    /// Velocities at the ends of the steps, the initial ones first.
    velocities: Vec<Vec<f64>>,
    /// Torsional impulses of the steps (N·m·s).
    torsion: Vec<f64>,
    /// Unknowns of the largest problem.
    largest: usize,
}

fn run(friction: Friction, scheme: Scheme, velocity: [f64; 3], steps: usize) -> Run {
    let sphere = sphere(friction);
    let state = sphere.spinning(&[[0.0, 0.0, 1.0]], &[velocity], &[[0.0, 0.0, SPIN]]);
    let settings = Settings {
        step: H,
        scheme,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(sphere, state, settings).unwrap();
    let mut run = Run {
        velocities: vec![simulation.state().v.clone()],
        torsion: Vec::new(),
        largest: 0,
    };
    for _ in 0..steps {
        let report = simulation.step().unwrap();
        assert!(report.solution.solved && report.audit <= 1e-9, "{report:?}");
        assert!(report.notes.is_empty(), "{:?}", report.notes);
        let contact = report.contacts[0];
        close(&[contact.impulse.normal], &[9.81 * H], 1e-12);
        run.torsion.push(contact.impulse.torsion);
        run.largest = run.largest.max(report.solution.largest);
        run.velocities.push(simulation.state().v.clone());
    }
    run
}

#[test]
fn the_response_is_that_of_the_paper() {
    let sphere = sphere(Friction::none());
    let State { q, .. } = sphere.state(&[[0.0, 0.0, 1.0]], &[[0.0; 3]]);
    let (mut frame, mut mass) = (Frame::default(), Mass::default());
    sphere.frame(0, 0.0, &q, &mut frame);
    sphere.mass(&q, &mut mass);
    let rows: Vec<Vec<f64>> = (0..4)
        .map(|i| {
            let mut row = vec![0.0; 6];
            frame.row(i).entries().for_each(|(dof, a)| row[dof] = a);
            row
        })
        .collect();
    let s = FRAC_1_SQRT_2;
    close(&rows[0], &[0.0, 0.0, 1.0, 0.0, 0.0, 0.0], 1e-15);
    close(&rows[1], &[s, s, 0.0, s, -s, 0.0], 1e-15);
    close(&rows[2], &[-s, s, 0.0, s, s, 0.0], 1e-15);
    close(&rows[3], &[0.0, 0.0, 0.0, 0.0, 0.0, 1.0], 1e-15);
    // A = JᵀM⁻¹J [TTP01 3]
    let exact = [1.0, 3.5, 3.5, 2.5];
    for (i, row) in rows.iter().enumerate() {
        let mut response = vec![0.0; 6];
        mass.response(row, &mut response);
        for (j, other) in rows.iter().enumerate() {
            let a: f64 = response.iter().zip(other).map(|(x, y)| x * y).sum();
            close(&[a], &[if i == j { exact[i] } else { 0.0 }], 1e-14);
        }
    }
}

#[test]
fn the_directions_are_those_printed() {
    // in x and y: the columns of [TTP01 5] and [TTP01 6], four digits
    let turned = |d: [f64; 3]| {
        let s = FRAC_1_SQRT_2;
        [s * (d[0] - d[1]), s * (d[0] + d[1]), d[2]]
    };
    let twenty = twenty_directions(0.4);
    assert_eq!(twenty.len(), 20);
    for (i, printed) in [
        (0, [FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0]),
        (1, [0.0, 1.0, 0.0]),
        (8, [0.4177, 0.4177, 0.3227]),
        (9, [-0.2682, 0.5264, 0.3227]),
        (10, [-0.5835, -0.0924, 0.3227]),
        (17, [0.5264, -0.2682, -0.3227]),
        (19, [0.0, 0.0, -0.4]),
    ] {
        close(&turned(twenty[i]), &printed, 0.6e-4);
    }
    let six = six_directions(0.4);
    for (i, printed) in [
        (0, [0.3410, 0.3410, 0.3504]),
        (1, [-0.4659, 0.1248, 0.3504]),
        (5, [0.1248, -0.4659, -0.3504]),
    ] {
        close(&turned(six[i]), &printed, 0.6e-4);
    }
}

#[test]
fn the_spin_falls_in_a_line_and_stops_with_every_method() {
    let ellipsoid = || Friction::ellipsoid(MU, [1.0, 1.0, 0.4]).unwrap();
    let cases = [
        (directions(twenty_directions(0.4)), Scheme::STEWART_TRINKLE),
        (ellipsoid(), Scheme::STEWART_TRINKLE),
        (ellipsoid(), Scheme::TZITZOURIS_PANG),
    ];
    for (friction, scheme) in cases {
        let polyhedral = friction.set.is_polyhedral();
        let run = run(friction, scheme, [0.0; 3], 17);
        for (k, v) in run.velocities.iter().enumerate() {
            let spin = if k <= 14 {
                SPIN - 0.13734 * k as f64
            } else {
                0.0
            };
            close(v, &[0.0, 0.0, 0.0, 0.0, 0.0, spin], 1e-9);
        }
        for (k, c) in run.torsion.iter().enumerate() {
            // 14 steps of slip, one that stops it, rest
            let force = match k {
                0..14 => -0.7848,
                14 => -0.224_228_571_428_571,
                _ => 0.0,
            };
            close(&[c / H], &[force], 1e-9);
        }
        close(&[run.torsion.iter().sum()], &[-0.7848], 1e-9);
        if polyhedral {
            assert_eq!(run.largest, 22);
        }
    }
}

#[test]
fn six_directions_that_miss_the_spin_stop_it_later() {
    let run = run(
        directions(six_directions(0.4)),
        Scheme::STEWART_TRINKLE,
        [0.0; 3],
        20,
    );
    let spin = |k: usize| run.velocities[k][5];
    for k in 1..=16 {
        close(&[(spin(k) - spin(k - 1)) / H], &[-1.718_734], 1e-6);
    }
    // it stops in the step that ends at 1.19, with the same total impulse, and nothing is left over
    assert!(spin(16) > 0.03);
    for v in &run.velocities[17..] {
        close(v, &[0.0; 6], 1e-12);
    }
    close(&[run.torsion.iter().sum()], &[-0.7848], 1e-12);
}

#[test]
fn one_direction_stops_the_spin_and_nothing_else() {
    let down = || directions(vec![[0.0, 0.0, -0.4]]);
    let still = run(down(), Scheme::STEWART_TRINKLE, [0.0; 3], 17);
    assert_eq!(still.largest, 3);
    close(&still.velocities[17], &[0.0; 6], 1e-12);
    // with a translation it translates for ever
    let moving = run(down(), Scheme::STEWART_TRINKLE, [0.3, -0.1, 0.0], 100);
    assert_eq!(moving.largest, 3);
    for (k, v) in moving.velocities.iter().enumerate() {
        let spin = if k <= 14 {
            SPIN - 0.13734 * k as f64
        } else {
            0.0
        };
        close(v, &[0.3, -0.1, 0.0, 0.0, 0.0, spin], 1e-12);
    }
}

#[test]
fn spin_and_slip_share_the_ellipsoid() {
    // a sphere that slides and spins: the slip that is left ends in the same step as the spin, and the path is straight
    let ellipsoid = Friction::ellipsoid(MU, [1.0, 1.0, 0.4]).unwrap();
    let run = run(ellipsoid, Scheme::STEWART_TRINKLE, [0.6, 0.8, 0.0], 40);
    let last = &run.velocities[40];
    // rolling: 5/7 of the speed, as without spin
    let rolls = [0.6 * 5.0 / 7.0, 0.8 * 5.0 / 7.0];
    close(
        last,
        &[rolls[0], rolls[1], 0.0, -rolls[1], rolls[0], 0.0],
        1e-9,
    );
    for v in &run.velocities {
        assert!((0.8 * v[0] - 0.6 * v[1]).abs() < 1e-9, "{v:?}");
        let slip = (v[0] - v[4]).hypot(v[1] + v[3]);
        assert_eq!(slip < 1e-9, v[5].abs() < 1e-9, "{v:?}");
    }
}
