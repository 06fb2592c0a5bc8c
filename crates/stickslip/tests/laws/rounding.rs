//! Rounding and bad data.

use super::*;

/// A particle that slides along a floor without restitution into a wall with it.
fn sliding_to_a_wall(sink: f64) -> (Particle, State) {
    let plane = |name: &str, normal, offset, restitution| Plane {
        name: name.into(),
        normal,
        offset,
        friction: Friction::none(),
        restitution: Restitution::Constant(restitution),
        ..Plane::default()
    };
    let particle = Particle::new(ParticleParameters {
        planes: vec![
            plane("floor", [0.0, 0.0, 1.0], 0.0, 0.0),
            plane("wall", [-1.0, 0.0, 0.0], -0.005, 0.9),
        ],
        ..ParticleParameters::default()
    })
    .unwrap();
    let state = particle.state([0.0; 3], [1.0, 0.0, sink]);
    (particle, state)
}

#[test]
fn the_shortcut_does_not_hang_on_the_rounding_of_a_resting_contact() {
    for sink in [0.0, -1e-17, 1e-17] {
        let (particle, state) = sliding_to_a_wall(sink);
        let settings = Settings {
            step: 0.01,
            impact: ImpactLaw::Shortcut,
            ..Settings::default()
        };
        let mut simulation = Simulation::new(particle, state, settings).unwrap();
        simulation.step().unwrap();
        close(&simulation.state().v, &[-0.9, 0.0, 0.0], 1e-12);
    }
}

#[test]
fn a_contact_that_leaves_from_deep_inside_is_no_impact() {
    let particle = Particle::new(ParticleParameters {
        planes: vec![Plane {
            restitution: Restitution::Constant(0.5),
            ..Plane::default()
        }],
        ..ParticleParameters::default()
    })
    .unwrap();
    let state = particle.state([0.0, 0.0, -0.1], [0.0, 0.0, 2.0]);
    let settings = Settings {
        step: 0.01,
        locate: Some(Locate::default()),
        ..Settings::default()
    };
    let mut simulation = Simulation::new(particle, state, settings).unwrap();
    for _ in 0..3 {
        let report = simulation.step().unwrap();
        assert_eq!((&report.impacts[..], &report.notes[..]), (&[][..], &[][..]));
    }
    let t = simulation.state().t;
    close(&simulation.state().v, &[0.0, 0.0, 2.0 - 9.81 * t], 1e-12);
}

/// A particle over a floor with some of its functions changed.
struct Altered {
    particle: Particle,
    gap: fn(&[f64]) -> f64,
    change: fn(&mut Frame),
    masses: usize,
}

impl System for Altered {
    fn coordinates(&self) -> &Coordinates {
        self.particle.coordinates()
    }
    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        mass.push_diagonal(&[1.0; 3][..self.masses]);
    }
    fn force(&self, _t: f64, _q: &[f64], _v: &[f64], _force: &mut [f64]) {}
    fn contacts(&self) -> Contacts<'_> {
        self.particle.contacts()
    }
    fn gap(&self, _contact: usize, _t: f64, q: &[f64]) -> f64 {
        (self.gap)(q)
    }
    fn frame(&self, contact: usize, t: f64, q: &[f64], frame: &mut Frame) {
        self.particle.frame(contact, t, q, frame);
        (self.change)(frame);
    }
}

fn altered(restitution: Restitution) -> Altered {
    let particle = Particle::new(ParticleParameters {
        planes: vec![Plane {
            restitution,
            ..Plane::default()
        }],
        ..ParticleParameters::default()
    });
    Altered {
        particle: particle.unwrap(),
        gap: |q| q[2],
        change: |_| {},
        masses: 3,
    }
}

#[test]
fn a_gap_that_jumps_past_zero_is_an_impact_at_the_jump() {
    let edge = Altered {
        gap: |q| if q[2] > 0.003 { 0.01 } else { -1e-6 },
        ..altered(Restitution::Constant(0.8))
    };
    for i in 0..20 {
        let fall = 1.0 + 0.1 * f64::from(i);
        let state = State::new(vec![0.0, 0.0, 0.005], vec![0.0, 0.0, -fall]);
        let settings = Settings {
            step: 0.01,
            locate: Some(Locate::default()),
            ..Settings::default()
        };
        let (mut stepper, mut report) = (Stepper::default(), StepReport::default());
        let mut after = state;
        stepper
            .step(&edge, &settings, &mut after, &mut report)
            .unwrap();
        assert_eq!(report.impacts.len(), 1, "{i}");
        close(&after.v, &[0.0, 0.0, 0.8 * fall], 1e-12);
    }
}

#[test]
fn bad_functions_of_a_system_are_errors_under_every_law() {
    let nan = || Restitution::Custom(std::sync::Arc::new(|_| f64::NAN));
    let half = || Restitution::Constant(0.5);
    let bad = [
        ("restitution", altered(nan())),
        (
            "velocity 7",
            Altered {
                change: |frame| frame.normal.push(7, 1.0),
                ..altered(half())
            },
        ),
        (
            "normal[2]",
            Altered {
                change: |frame| frame.normal.push(2, f64::NAN),
                ..altered(half())
            },
        ),
        (
            "surface",
            Altered {
                change: |frame| frame.surface[0] = f64::NAN,
                ..altered(half())
            },
        ),
        (
            "mass matrix",
            Altered {
                masses: 2,
                ..altered(half())
            },
        ),
    ];
    for (word, system) in bad {
        for name in ImpactLaw::NAMES {
            for locate in [None, Some(Locate::default())] {
                let settings = Settings {
                    step: 0.01,
                    impact: ImpactLaw::parse(name).unwrap(),
                    locate,
                    ..Settings::default()
                };
                let state = State::new(vec![0.0; 3], vec![0.0, 0.0, -1.0]);
                let (mut stepper, mut report) = (Stepper::default(), StepReport::default());
                let mut after = state.clone();
                let result = stepper.step(&system, &settings, &mut after, &mut report);
                let text = result.unwrap_err().to_string();
                assert!(text.contains(word), "{name} {locate:?}: {text}");
                assert_eq!(after, state);
            }
        }
    }
    // and so are bad states and settings
    let (mut stepper, mut report) = (Stepper::default(), StepReport::default());
    let mut short = State::new(vec![0.0; 3], vec![0.0; 2]);
    let system = altered(half());
    let settings = Settings::default();
    let result = stepper.step(&system, &settings, &mut short, &mut report);
    assert!(result.is_err());
}

#[test]
fn a_projection_that_cannot_succeed_leaves_the_position_near() {
    // between two planes that overlap there is no place
    let plane = |name: &str, normal| Plane {
        name: name.into(),
        normal,
        offset: 0.01,
        ..Plane::default()
    };
    let particle = Particle::new(ParticleParameters {
        planes: vec![
            plane("floor", [0.0, 0.0, 1.0]),
            plane("roof", [0.0, 1e-9, -1.0]),
        ],
        ..ParticleParameters::default()
    })
    .unwrap();
    let state = particle.state([0.0; 3], [0.0; 3]);
    let settings = Settings {
        scheme: VELOCITY_LEVEL,
        projection: Projection::All,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(particle, state, settings).unwrap();
    let report = simulation.step().unwrap();
    let told = |n: &Note| matches!(n, Note::NotProjected { .. });
    assert!(report.notes.iter().any(told), "{:?}", report.notes);
    close(&simulation.state().q, &[0.0; 3], 0.02);
}
