//! Steps.

use super::*;

#[test]
fn impulses_scale_with_the_step_and_forces_do_not() {
    let forces = |h: f64| {
        let brick = Brick::new(BrickParameters::default()).unwrap();
        let state = brick.state([0.0, 0.0, 0.03], [0.0; 3], [0.0; 3]);
        let settings = Settings {
            step: h,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(brick, state, settings).unwrap();
        for _ in 0..5 {
            simulation.step().unwrap();
        }
        let report = simulation.report();
        report
            .contacts
            .iter()
            .map(|c| c.impulse.normal / h)
            .sum::<f64>()
    };
    for h in [1e-2, 1e-3, 1e-4, 1e-5] {
        close(&[forces(h)], &[9.81], 1e-8);
    }
}

#[test]
fn units_of_time_do_not_matter() {
    // times × 4: velocities / 4, gravity / 16. Powers of two scale exactly, so only thresholds could make a difference
    let run = |unit: f64| {
        let balls = Balls::new(BallsParameters {
            gravity: 9.81 / (unit * unit),
            ..BallsParameters::default()
        })
        .unwrap();
        let d = 0.2 + 1e-5;
        let places = [
            [0.0, 0.0, 0.3],
            [1.0, 0.0, 0.1],
            [1.0 + d, 0.0, 0.1],
            [1.0 + 2.0 * d, 0.0, 0.1],
        ];
        let throw = [[1.5 / unit, 0.1 / unit, 0.0], [0.0; 3], [0.0; 3], [0.0; 3]];
        let state = balls.state(&places, &throw);
        let settings = Settings {
            step: 0.005 * unit,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(balls, state, settings).unwrap();
        for _ in 0..200 {
            simulation.step().unwrap();
        }
        simulation
            .state()
            .v
            .iter()
            .map(|v| v * unit)
            .collect::<Vec<_>>()
    };
    close(&run(4.0), &run(1.0), 1e-10);
    close(&run(0.25), &run(1.0), 1e-10);
}

#[test]
fn a_run_continued_from_a_stored_state_repeats_to_the_bit() {
    let mut random = Random(7);
    let octagon = Friction::polygon(0.4, 8).unwrap();
    for (scheme, friction) in [
        (VELOCITY_LEVEL, octagon.clone()),
        (Scheme::STEWART_TRINKLE, octagon.clone()),
        (Scheme::FIXED_POINT, octagon),
        (Scheme::STEWART_TRINKLE, Friction::round(0.4)),
        (Scheme::TZITZOURIS_PANG, Friction::round(0.4)),
    ] {
        let (balls, state) = random_balls(&mut random, &friction);
        let settings = Settings {
            step: 0.005,
            scheme,
            projection: stickslip::Projection::All,
            ..Settings::default()
        };
        let start = |state: State| Simulation::new(balls.clone(), state, settings.clone()).unwrap();
        let mut original = start(state);
        let mut stored = Vec::new();
        for _ in 0..150 {
            stored.push(original.state().clone());
            original.step().unwrap();
        }
        for from in [1, 40, 77, 120] {
            let mut again = start(stored[from].clone());
            for step in from..149 {
                again.step().unwrap();
                assert_eq!(again.state(), &stored[step + 1]);
            }
            again.step().unwrap();
            assert_eq!(again.state(), original.state());
            assert_eq!(again.report(), original.report());
        }
    }
}

#[test]
fn an_error_leaves_the_state_as_it_was() {
    /// A particle whose gap is lost below the floor.
    struct Broken(Particle);
    impl System for Broken {
        fn coordinates(&self) -> &Coordinates {
            self.0.coordinates()
        }
        fn mass(&self, q: &[f64], mass: &mut Mass) {
            self.0.mass(q, mass);
        }
        fn force(&self, t: f64, q: &[f64], v: &[f64], force: &mut [f64]) {
            self.0.force(t, q, v, force);
        }
        fn contacts(&self) -> Contacts<'_> {
            self.0.contacts()
        }
        fn gap(&self, contact: usize, t: f64, q: &[f64]) -> f64 {
            if t > 0.35 {
                f64::NAN
            } else {
                self.0.gap(contact, t, q)
            }
        }
        fn frame(&self, contact: usize, t: f64, q: &[f64], frame: &mut Frame) {
            self.0.frame(contact, t, q, frame);
        }
    }
    for locate in [None, Some(Locate::default())] {
        let particle = Particle::new(ParticleParameters {
            planes: vec![Plane {
                restitution: Restitution::Constant(0.5),
                ..Plane::default()
            }],
            ..ParticleParameters::default()
        })
        .unwrap();
        let state = particle.state([0.0, 0.0, 0.02], [0.0, 0.0, -0.5]);
        let settings = Settings {
            step: 0.1,
            locate,
            impact: ImpactLaw::Shortcut,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(Broken(particle), state, settings).unwrap();
        let mut before = simulation.state().clone();
        let error = loop {
            match simulation.step() {
                Ok(_) => before = simulation.state().clone(),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, Error::SystemNotFinite { .. }), "{error}");
        assert_eq!(simulation.state(), &before);
    }
}

#[test]
fn more_halvings_than_a_step_can_bear_are_refused() {
    let start = |halvings: usize| {
        let brick = Brick::new(BrickParameters::default()).unwrap();
        let state = brick.state([0.0, 0.0, 0.03], [0.0; 3], [0.0; 3]);
        let settings = Settings {
            halvings,
            ..Settings::default()
        };
        Simulation::new(brick, state, settings)
    };
    assert!(start(20).is_ok());
    for halvings in [21, usize::MAX] {
        let refused = start(halvings).err().unwrap().to_string();
        assert!(refused.contains("halvings"), "{refused}");
    }
}
