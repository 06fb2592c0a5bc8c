//! Whole runs of the papers' examples, per scheme: `cargo bench -p stickslip`.

#![allow(
    clippy::unwrap_used,
    missing_docs,
    reason = "a benchmark that cannot unwrap has failed; criterion's macros write undocumented items"
)]

use criterion::{Criterion, criterion_group, criterion_main};
use stickslip::systems::{Balls, BallsParameters, Rod, RodParameters};
use stickslip::{Friction, Scheme, Settings, Simulation, State, System};

const SCHEMES: [Scheme; 4] = [
    Scheme::FIXED_POINT,
    Scheme::STEWART_TRINKLE,
    Scheme::AnitescuPotra,
    Scheme::TZITZOURIS_PANG,
];

/// Times `steps` steps of 2.5 ms from the same state, in a simulation that keeps its memory.
fn run<S: System + Clone>(
    c: &mut Criterion,
    name: &str,
    (system, state): (S, State),
    steps: usize,
) {
    let mut group = c.benchmark_group(format!("{name}, {steps} steps"));
    for scheme in SCHEMES {
        let settings = Settings {
            step: 0.0025,
            scheme,
            ..Settings::default()
        };
        group.bench_function(scheme.name(), |b| {
            b.iter(|| {
                let mut simulation =
                    Simulation::new(system.clone(), state.clone(), settings.clone()).unwrap();
                for _ in 0..steps {
                    simulation.step().unwrap();
                }
                simulation.state().q[0]
            });
        });
    }
    group.finish();
}

fn four_balls(c: &mut Criterion) {
    let octagon = Friction::polygon(0.4, 8).unwrap();
    balls(c, "four balls, eight directions", octagon);
    balls(c, "four balls, round cones", Friction::round(0.4));
}

fn balls(c: &mut Criterion, name: &str, friction: Friction) {
    let balls = Balls::new(BallsParameters {
        radii: vec![0.1; 4],
        masses: vec![1.0; 4],
        table_friction: friction.clone(),
        ball_friction: friction,
        ..BallsParameters::default()
    })
    .unwrap();
    let line = |x: f64| [x, 0.0, 0.1];
    let positions = [[0.0, 0.0, 1.0], line(1.0), line(1.20001), line(1.40002)];
    let mut velocities = [[0.0; 3]; 4];
    velocities[0] = [1.5, 0.1, 0.0];
    let state = balls.state(&positions, &velocities);
    run(c, name, (balls, state), 400);
}

fn falling_rod(c: &mut Criterion) {
    let rod = Rod::new(RodParameters::default()).unwrap();
    let state = rod.state(0.0, 1.0, 30_f64.to_radians(), [0.0, 0.0, 4.0]);
    run(c, "falling rod", (rod, state), 320);
}

criterion_group!(benches, four_balls, falling_rod);
criterion_main!(benches);
