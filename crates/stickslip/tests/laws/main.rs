//! Laws that every step must obey, named as laws: momentum, energy, dissipation, symmetry, restart. And two habits of
//! the schemes that their authors warn of, measured.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod energy;
mod habits;
mod impacts;
mod momentum;
mod pushes;
mod rounding;
mod steps;
mod surfaces;
mod symmetry;

use complementarity::Method;
use stickslip::systems::{
    Anchor, Balls, BallsParameters, Brick, BrickParameters, DoublePendulum,
    DoublePendulumParameters, Particle, ParticleParameters, PlanarBodies, PlanarBodiesParameters,
    PlanarBody, PlanarContact, PlanarJoint, Plane,
};
use stickslip::{
    ContactSpec, Contacts, Coordinate, Coordinates, Error, Frame, Friction, FrictionBound,
    ImpactLaw, Locate, Mass, Note, Projection, Restitution, Scheme, Settings, Simulation, State,
    StepReport, Stepper, System,
};

/// A small generator of random numbers: the same scenes on every machine.
struct Random(u64);

impl Random {
    /// Uniform in [0, 1).
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn vector(&mut self, size: f64) -> [f64; 3] {
        [0; 3].map(|_| self.within(-size, size))
    }
}

#[track_caller]
fn close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (x, y) in found.iter().zip(expected) {
        assert!((x - y).abs() <= tolerance, "{found:?} is not {expected:?}");
    }
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

fn three(v: &[f64]) -> [f64; 3] {
    [v[0], v[1], v[2]]
}

const VELOCITY_LEVEL: Scheme = Scheme::AnitescuPotra;

/// Random balls over the table, some thrown at others.
fn random_balls(random: &mut Random, friction: &Friction) -> (Balls, State) {
    let count = 5;
    let balls = Balls::new(BallsParameters {
        radii: (0..count).map(|_| random.within(0.1, 0.2)).collect(),
        masses: (0..count).map(|_| random.within(0.5, 2.0)).collect(),
        table_friction: friction.clone(),
        ball_friction: friction.clone(),
        ..BallsParameters::default()
    })
    .unwrap();
    let places: Vec<[f64; 3]> = (0..count)
        .map(|i| {
            [
                0.45 * i as f64,
                random.within(-0.1, 0.1),
                random.within(0.21, 0.6),
            ]
        })
        .collect();
    let throw = |i: usize, random: &mut Random| {
        let v = random.vector(0.5);
        [v[0] + 1.0 - 0.5 * i as f64, v[1], v[2]]
    };
    let velocities: Vec<[f64; 3]> = (0..count).map(|i| throw(i, random)).collect();
    let spins: Vec<[f64; 3]> = (0..count).map(|_| random.vector(10.0)).collect();
    let state = balls.spinning(&places, &velocities, &spins);
    (balls, state)
}
