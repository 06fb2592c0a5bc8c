//! `kind = "particle"`: a point mass among planes.

use super::super::built_in::BuiltIn;
use super::super::error::Misfit;
use super::super::material::{FrictionKeys, RestitutionKeys, Space};
use super::super::value::{Numbers, Table};
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::State;
use stickslip::systems::{Particle, ParticleParameters, Plane};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "particle-system")]
pub(super) struct Keys {
    mass: f64,
    gravity: Numbers<3>,
    planes: Vec<Table<PlaneKeys>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "particle-plane")]
struct PlaneKeys {
    name: String,
    normal: Numbers<3>,
    #[serde(default)]
    offset: f64,
    tangent: Option<Numbers<3>>,
    #[serde(default)]
    friction: FrictionKeys,
    #[serde(default)]
    restitution: RestitutionKeys,
    velocity: Option<Numbers<3>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "particle-initial")]
pub(super) struct Initial {
    position: Numbers<3>,
    velocity: Option<Numbers<3>>,
}

pub(super) fn build(keys: Keys, initial: Initial) -> Result<(BuiltIn, State), Misfit> {
    let mut planes = Vec::new();
    for (i, Table(plane)) in keys.planes.into_iter().enumerate() {
        let at = |name: &str| format!("system.planes[{i}].{name}");
        planes.push(Plane {
            name: plane.name,
            normal: plane.normal.0,
            offset: plane.offset,
            tangent: plane.tangent.map(|t| t.0),
            friction: plane.friction.build(&at("friction"), Space::Space)?,
            restitution: plane.restitution.build(&at("restitution"))?,
            velocity: plane.velocity.map_or([0.0; 3], |v| v.0),
        });
    }
    let particle = Particle::new(ParticleParameters {
        mass: keys.mass,
        gravity: keys.gravity.0,
        planes,
    })
    .map_err(super::refused)?;
    let velocity = initial.velocity.map_or([0.0; 3], |v| v.0);
    let state = particle.state(initial.position.0, velocity);
    Ok((BuiltIn::Particle(particle), state))
}
