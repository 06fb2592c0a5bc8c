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
const MASS: f64 = 1.3;

/// A uniform rod on a hinge, let go at an angle from where it hangs.
fn pendulum(angle: f64) -> Model {
    let hanging = Pose::turned([0.0; 3], [0.0, 0.0, angle - FRAC_PI_2]);
    Model {
        gravity: [0.0, -G, 0.0],
        bodies: vec![ground(), rod("rod", MASS, LENGTH, hanging)],
        joints: vec![pin("hinge", (0, [0.0; 3]), (1, [0.0; 3]), None)],
        ..Model::default()
    }
}

/// What a swing from an angle did.
struct Swing {
    /// Mean of the first periods (s).
    period: f64,
    /// Energy lost between the first and the last passage through the lowest point (J).
    lost: f64,
    /// What the scheme should lose in that time (J), see below.
    expected: f64,
}

fn swing(angle: f64, h: f64, periods: usize) -> Swing {
    let mut run = Run::new(pendulum(angle), h);
    let (mut crossings, mut old) = (Vec::new(), angle);
    let (mut energies, mut losses, mut expected) = (Vec::new(), Vec::new(), 0.0);
    while crossings.len() <= periods {
        let energy = run.step().energy.total();
        let (now, omega) = (wrap(run.angle(1) + FRAC_PI_2), run.velocity(0)[5]);
        let d = 0.5 * LENGTH;
        // dE/dt = −h (½ m d² ω⁴ + m g d cos θ ω²): the velocity is turned into the tangent of a place that lies a step ahead, and
        // the weight pulls as it does there
        let rate = 0.5 * MASS * d * d * omega.powi(4) + MASS * G * d * now.cos() * omega.powi(2);
        expected += h * h * rate;
        if old > 0.0 && now <= 0.0 {
            crossings.push(run.t() - h + h * old / (old - now));
            energies.push(energy);
            losses.push(expected);
        }
        old = now;
    }
    Swing {
        period: (crossings[periods] - crossings[0]) / periods as f64,
        lost: energies[0] - energies[periods],
        expected: losses[periods] - losses[0],
    }
}

/// The period of a rod that hangs by its end and swings up to an angle.
fn exact_period(angle: f64) -> f64 {
    let small = TAU * (2.0 * LENGTH / (3.0 * G)).sqrt();
    small / agm(1.0, (0.5 * angle).cos())
}

#[test]
fn the_period_of_a_pendulum_converges_to_the_exact_one_small_and_large() {
    near(
        exact_period(0.01) / exact_period(1e-9),
        1.0 + 1e-4 / 16.0,
        1e-9,
    );
    for (angle, accuracy) in [(0.01, 1e-5), (1.0, 2e-4), (2.0, 2e-3)] {
        let exact = exact_period(angle);
        let [coarse, middle, fine] = [2e-3, 1e-3, 5e-4].map(|h| swing(angle, h, 2).period / exact);
        // what the swing loses makes it shorter, by the first order of the step
        assert!((fine - 1.0).abs() < 0.6 * (middle - 1.0).abs());
        assert!((middle - 1.0).abs() < 0.6 * (coarse - 1.0).abs());
        near(2.0 * fine - middle, 1.0, accuracy);
    }
}

#[test]
fn a_pendulum_loses_the_energy_that_the_scheme_is_known_to_lose() {
    for angle in [0.1, 1.0, 2.5] {
        let errors = [2e-3, 1e-3, 5e-4].map(|h| {
            let swing = swing(angle, h, 2);
            (swing.lost / swing.expected - 1.0).abs()
        });
        assert!(errors.iter().all(|e| *e < 1e-3), "{angle}: {errors:?}");
    }
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
    let [coarse, middle, fine] = [2e-3, 1e-3, 5e-4].map(stray);
    // of 10 J that go to and fro; it would be nothing for h = 0
    near(2.0 * middle - coarse, 0.0, 0.05);
    near(2.0 * fine - middle, 0.0, 0.0125);
    assert!(fine < 0.3, "{fine}");
}

/// A hundred links and a load of a hundred times the mass of a link, let go from a slope: 303 equations, whose impulses are so large
/// beside the velocities that they cancel that rounding alone is more than nine digits.
#[test]
fn a_long_chain_swings_with_a_heavy_load() {
    let (links, length, mass) = (100, 0.05, 0.05);
    let (sin, cos) = 0.4_f64.sin_cos();
    let at = |i: usize| {
        Pose::turned(
            [length * i as f64 * cos, -length * i as f64 * sin, 0.0],
            [0.0, 0.0, -0.4],
        )
    };
    let mut bodies = vec![ground()];
    bodies.extend((0..links).map(|i| rod(&format!("link {i}"), mass, length, at(i))));
    bodies.push(lump("load", 100.0 * mass, 1e-3, at(links)));
    let end = [length, 0.0, 0.0];
    let joints = (0..=links).map(|i| {
        let place = if i == 0 { [0.0; 3] } else { end };
        let frames = ((i, Pose::at(place)), (i + 1, Pose::IDENTITY));
        joint(
            &format!("pin {i}"),
            JointKind::Spherical,
            frames.0,
            frames.1,
            None,
        )
    });
    let model = Model {
        gravity: [0.0, -G, 0.0],
        bodies,
        joints: joints.collect(),
        ..Model::default()
    };
    let mut run = Run::new(model, 1.0 / 240.0);
    let energy = |run: &Run| run.simulation.report().energy.total();
    run.step();
    let methods = run.simulation.report().solution.methods;
    assert_eq!(methods.by(stickslip::IslandMethod::Equations), 1);
    let first = energy(&run);
    for _ in 0..5 {
        run.step();
    }
    // it falls, and the step takes out a little
    assert!(energy(&run) <= first + 1e-9 && energy(&run) > first - 1.0);
    assert!(run.velocity(links)[1] < -0.1);
}
