//! Energy and dissipation.

use super::*;

/// Runs at velocity level; the largest gain of energy in a step relative to the first energy, and how many steps had
/// contact. Friction work and every law are checked on the way.
fn largest_gain<S: System>(system: S, state: State, h: f64, steps: usize) -> (f64, usize) {
    let settings = Settings {
        step: h,
        scheme: VELOCITY_LEVEL,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(system, state, settings).unwrap();
    let (mut gain, mut size, mut contacts) = (f64::NEG_INFINITY, 0.0, 0);
    for _ in 0..steps {
        let report = simulation.step().unwrap();
        let energy = report.energy;
        if size == 0.0 {
            size = energy.kinetic_before + energy.potential_before.abs();
        }
        let before = energy.kinetic_before + energy.potential_before;
        gain = gain.max((energy.total() - before) / size);
        assert!(energy.friction_work <= 1e-12 * size, "{report:?}");
        assert!(energy.normal_work.abs() <= 1e-9 * size, "{report:?}");
        assert!(report.audit <= 1e-9 && report.solution.solved, "{report:?}");
        assert!(report.notes.is_empty(), "{report:?}");
        contacts += usize::from(!report.contacts.is_empty());
    }
    (gain, contacts)
}

#[test]
fn energy_never_increases_without_restitution_at_velocity_level() {
    let mut random = Random(2);
    for scene in 0..12 {
        let friction = match scene % 3 {
            0 => Friction::none(),
            1 => Friction::polygon(random.within(0.1, 1.0), 8).unwrap(),
            _ => Friction::round(random.within(0.1, 1.0)),
        };
        let (balls, state) = random_balls(&mut random, &friction);
        let (gain, contacts) = largest_gain(balls, state, 0.005, 200);
        assert!(gain <= 1e-13 && contacts > 50, "{scene}: {gain} {contacts}");

        // a cube: its inertia is round, so M is constant
        let cube = Brick::new(BrickParameters {
            half: [0.1; 3],
            friction,
            ..BrickParameters::default()
        })
        .unwrap();
        let state = cube.state([0.0, 0.0, 0.4], random.vector(2.0), random.vector(8.0));
        let (gain, contacts) = largest_gain(cube, state, 0.005, 200);
        assert!(gain <= 1e-13 && contacts > 30, "{scene}: {gain} {contacts}");
    }
}

#[test]
fn a_turning_inertia_gains_energy_at_most_with_the_square_of_the_step() {
    // M changes with q and the bias is taken at the start of the step: an error of O(h²) each step, measured in flight,
    // where nothing else takes energy
    let worst = |h: f64| {
        let mut random = Random(3);
        (0..6)
            .map(|_| {
                let brick = Brick::new(BrickParameters {
                    gravity: [0.0; 3],
                    ..BrickParameters::default()
                })
                .unwrap();
                let state = brick.state([0.0, 0.0, 1.0], [0.0; 3], random.vector(4.0));
                largest_gain(brick, state, h, (0.4 / h) as usize).0
            })
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let gains = [0.004, 0.002, 0.001].map(worst);
    assert!(gains[0] < 1e-4, "{gains:?}");
    for pair in gains.windows(2) {
        assert!((pair[0] / pair[1] - 4.0).abs() < 0.4, "{gains:?}");
    }
    // with gravity and contact the damping of the scheme outweighs it
    let mut random = Random(3);
    for _ in 0..6 {
        let brick = Brick::new(BrickParameters::default()).unwrap();
        let state = brick.state([0.0, 0.0, 0.3], random.vector(1.0), random.vector(4.0));
        assert!(largest_gain(brick, state, 0.004, 200).0 <= 1e-13);
    }
}

#[test]
fn the_ledger_balances_in_every_scheme() {
    let mut random = Random(4);
    for scheme in [VELOCITY_LEVEL, Scheme::STEWART_TRINKLE, Scheme::FIXED_POINT] {
        for e in [0.0, 0.6] {
            for impact in [
                ImpactLaw::Newton,
                ImpactLaw::Poisson(FrictionBound::Corrected),
            ] {
                let (balls, state) = random_balls(&mut random, &Friction::polygon(0.4, 8).unwrap());
                let balls = Balls::new(BallsParameters {
                    table_restitution: Restitution::Constant(e),
                    ball_restitution: Restitution::Constant(e),
                    ..balls.parameters().clone()
                })
                .unwrap();
                let settings = Settings {
                    step: 0.005,
                    scheme,
                    impact,
                    ..Settings::default()
                };
                let mut simulation = Simulation::new(balls, state, settings).unwrap();
                for _ in 0..120 {
                    let report = simulation.step().unwrap();
                    let energy = report.energy;
                    let size = energy.kinetic_before + energy.potential_before;
                    assert!(energy.imbalance.abs() < 1e-11 * size, "{report:?}");
                    // gravity's work is the potential energy that is gone
                    let fallen = energy.potential_before - energy.potential;
                    assert!(
                        (energy.external_work - fallen).abs() < 1e-9 * size,
                        "{report:?}"
                    );
                    assert!(energy.impact_loss >= -1e-12 * size, "{report:?}");
                }
            }
        }
    }
}
