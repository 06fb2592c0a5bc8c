//! The bodies of a scene.

use crate::scene::BuiltIn;
use serde::Serialize;
use stickslip::world::Motion;

/// A body.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BodyInfo {
    /// Its name.
    pub name: String,
    /// `free`, `fixed` or `driven`.
    pub motion: &'static str,
    /// Its mass (kg), if it moves freely.
    pub mass: Option<f64>,
    /// The kinds of its shapes, for bodies of worlds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<&'static str>,
}

fn free(name: impl Into<String>, mass: f64) -> BodyInfo {
    BodyInfo {
        name: name.into(),
        motion: "free",
        mass: Some(mass),
        shapes: Vec::new(),
    }
}

/// The bodies of a system.
pub(super) fn of(system: &BuiltIn) -> Vec<BodyInfo> {
    let numbered = |masses: &[f64]| -> Vec<BodyInfo> {
        let name = |i: usize| format!("ball{}", i + 1);
        (masses.iter().enumerate())
            .map(|(i, &mass)| free(name(i), mass))
            .collect()
    };
    match system {
        BuiltIn::Rod(s) => vec![free("rod", s.parameters().mass)],
        BuiltIn::Brick(s) => vec![free("brick", s.parameters().mass)],
        BuiltIn::Puck(s) => vec![free("puck", s.parameters().mass)],
        BuiltIn::Particle(s) => vec![free("particle", s.parameters().mass)],
        BuiltIn::Balls(s) => numbered(&s.parameters().masses),
        BuiltIn::Cradle(s) => numbered(&s.parameters().masses),
        BuiltIn::Planar(s) => (s.parameters().bodies.iter())
            .map(|body| free(body.name.clone(), body.mass))
            .collect(),
        BuiltIn::World(world) => (world.model().bodies.iter().enumerate())
            .map(|(i, body)| BodyInfo {
                name: body.name.clone(),
                motion: match body.motion {
                    Motion::Free => "free",
                    Motion::Fixed => "fixed",
                    Motion::Driven(_) => "driven",
                },
                mass: matches!(body.motion, Motion::Free).then(|| world.mass_of(i).mass),
                shapes: body.colliders.iter().map(|c| c.shape.word()).collect(),
            })
            .collect(),
        BuiltIn::DoublePendulum(_) => Vec::new(),
    }
}
