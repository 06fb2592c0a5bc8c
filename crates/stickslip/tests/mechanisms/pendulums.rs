//! Pendulums: energy and period.

use super::*;

/// The arithmetic–geometric mean.
fn agm(mut a: f64, mut b: f64) -> f64 {
    while (a - b).abs() > 1e-15 * a {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    a
}

const LENGTH: f64 = 0.8;

/// A uniform rod on a hinge, let go at an angle from where it hangs.
fn pendulum(angle: f64) -> Model {
    let down = -FRAC_PI_2;
    Model {
        gravity: [0.0, -G, 0.0],
        bodies: vec![
            ground(),
            rod(
                "rod",
                1.3,
                LENGTH,
                Pose::turned([0.0; 3], [0.0, 0.0, down + angle]),
            ),
        ],
        joints: vec![pin("hinge", (0, [0.0; 3]), (1, [0.0; 3]), None)],
        ..Model::default()
    }
}

/// The mean of the first periods, and how far energy strays, relative to what the swing has.
fn swing(angle: f64, h: f64, periods: usize) -> (f64, f64) {
    let mut run = Run::new(pendulum(angle), h);
    let (mut crossings, mut old): (Vec<f64>, f64) = (Vec::new(), angle);
    let (mut first, mut stray) = (None, 0.0_f64);
    let size = 1.3 * G * 0.5 * LENGTH * (1.0 - angle.cos());
    while crossings.len() <= periods {
        let energy = run.step().energy;
        let start = *first.get_or_insert(energy.kinetic_before + energy.potential_before);
        stray = stray.max((energy.total() - start).abs() / size);
        let now = run.angle(1) + FRAC_PI_2;
        if old > 0.0 && now <= 0.0 {
            crossings.push(run.t() - h + h * old / (old - now));
        }
        old = now;
    }
    let period = (crossings[periods] - crossings[0]) / periods as f64;
    (period, stray)
}

/// The period of a rod that hangs by its end and swings up to an angle.
fn exact_period(angle: f64) -> f64 {
    let small = TAU * (2.0 * LENGTH / (3.0 * G)).sqrt();
    small / agm(1.0, (0.5 * angle).cos())
}

#[test]
fn a_pendulum_keeps_its_period_small_and_large() {
    for angle in [0.01, 1.0, 2.5] {
        let exact = exact_period(angle);
        let mut errors = Vec::new();
        for h in [4e-3, 2e-3, 1e-3] {
            let (period, _) = swing(angle, h, 3);
            errors.push((period - exact).abs() / exact);
        }
        println!("{angle}: {errors:?}");
        assert!(errors[2] < 2e-3, "{angle}: {errors:?}");
        assert!(
            errors[2] < 0.65 * errors[1] && errors[1] < 0.65 * errors[0],
            "{angle}: {errors:?}"
        );
    }
    near(
        exact_period(0.01) / exact_period(1e-9),
        1.0 + 0.01_f64.powi(2) / 16.0,
        1e-9,
    );
}

#[test]
fn a_pendulum_strays_from_its_energy_with_the_first_order_of_the_step() {
    let strays = [4e-3, 2e-3, 1e-3].map(|h| swing(1.0, h, 3).1);
    println!("{strays:?}");
    assert!(strays[2] < 0.02, "{strays:?}");
    assert!(
        strays[2] < 0.6 * strays[1] && strays[1] < 0.6 * strays[0],
        "{strays:?}"
    );
}

#[test]
fn a_double_pendulum_of_ball_joints_strays_from_its_energy_with_the_first_order_of_the_step() {
    let stray = |h: f64| {
        let mut upper = rod("upper", 1.0, 0.5, Pose::IDENTITY);
        // about the hinge, out of the plane
        upper.spin = [0.0, 1.5, 0.0];
        upper.velocity = [0.0, 0.0, -1.5 * 0.25];
        let mut lower = rod("lower", 0.7, 0.4, Pose::at([0.5, 0.0, 0.0]));
        lower.velocity = [0.0, 0.0, -1.5 * 0.5];
        let ball = |name, a: (usize, [f64; 3]), b: (usize, [f64; 3])| {
            let at = |(body, place)| (body, Pose::at(place));
            joint(name, JointKind::Spherical, at(a), at(b), None)
        };
        let model = Model {
            gravity: [0.0, -G, 0.0],
            bodies: vec![ground(), upper, lower],
            joints: vec![
                ball("shoulder", (0, [0.0; 3]), (1, [0.0; 3])),
                ball("elbow", (1, [0.5, 0.0, 0.0]), (2, [0.0; 3])),
            ],
            ..Model::default()
        };
        let mut run = Run::new(model, h);
        let (mut first, mut worst) = (None, 0.0_f64);
        while run.t() < 2.0 {
            let energy = run.step().energy;
            let start = *first.get_or_insert(energy.kinetic_before + energy.potential_before);
            worst = worst.max((energy.total() - start).abs());
        }
        worst
    };
    let strays = [2e-3, 1e-3, 5e-4].map(stray);
    println!("{strays:?}");
    assert!(
        strays[2] < 0.6 * strays[1] && strays[1] < 0.6 * strays[0],
        "{strays:?}"
    );
    // of 10 J that go to and fro
    assert!(strays[2] < 0.1, "{strays:?}");
}
