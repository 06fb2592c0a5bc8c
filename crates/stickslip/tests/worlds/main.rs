//! Worlds: bodies with real shapes, against what is known of them.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod falling;
mod fast;
mod overlaps;
mod piles;
mod sleeping;
mod sliding;
mod tent;
mod viscous;
mod walls;

use stickslip::world::{
    Body, Collider, Inertia, Material, Materials, Model, Motion, Pose, Shape, Surface, World,
};
use stickslip::{Friction, Settings, Simulation};

const G: f64 = 9.81;

/// A free body of one shape, of the density of water.
fn body(name: &str, shape: Shape, pose: Pose) -> Body {
    Body {
        name: name.into(),
        motion: Motion::Free,
        pose,
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders: vec![Collider::new(shape)],
        inertia: Inertia::FromShapes,
    }
}

/// Everything at z ≤ 0.
fn floor() -> Body {
    Body {
        motion: Motion::Fixed,
        ..body("floor", Shape::HalfSpace, Pose::IDENTITY)
    }
}

/// A floor as a large box with its top at z = 0.
fn slab() -> Body {
    let half = [50.0, 50.0, 1.0];
    Body {
        motion: Motion::Fixed,
        ..body("slab", Shape::Box { half }, Pose::at([0.0, 0.0, -1.0]))
    }
}

/// Bodies of one material.
fn model(surface: Surface, gravity: [f64; 3], bodies: Vec<Body>) -> Model {
    Model {
        gravity,
        materials: Materials {
            materials: vec![Material {
                name: "stuff".into(),
                surface,
            }],
            ..Materials::default()
        },
        bodies,
        ..Model::default()
    }
}

fn rough(mu: f64) -> Surface {
    Surface::new(Friction::round(mu))
}

fn simulate(model: Model, step: f64) -> Simulation<World> {
    let world = World::new(model).unwrap();
    let state = world.initial();
    let settings = Settings {
        step,
        ..Settings::default()
    };
    Simulation::new(world, state, settings).unwrap()
}

/// Takes steps, each of which must be solved and certified.
fn run(simulation: &mut Simulation<World>, steps: usize) {
    for _ in 0..steps {
        let report = simulation.step().unwrap();
        assert!(
            report.solution.solved,
            "t = {}: {:?}",
            report.t, report.notes
        );
        assert!(report.audit <= 1e-9, "t = {}: {:e}", report.t, report.audit);
    }
}
