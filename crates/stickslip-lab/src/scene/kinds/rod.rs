//! `kind = "rod"`: a planar rod with round ends over a table.

use super::super::built_in::BuiltIn;
use super::super::error::Misfit;
use super::super::material::{FrictionKeys, RestitutionKeys, Space};
use super::super::value::{Numbers, required_angle};
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::State;
use stickslip::systems::{Rod, RodParameters};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "rod-system")]
pub(super) struct Keys {
    length: f64,
    radius: f64,
    mass: f64,
    inertia: f64,
    gravity: f64,
    #[serde(default)]
    friction: FrictionKeys,
    #[serde(default)]
    restitution: RestitutionKeys,
    #[serde(default)]
    tangential_restitution: f64,
    #[serde(default)]
    table_speed: f64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "rod-initial")]
pub(super) struct Initial {
    position: Numbers<2>,
    angle: Option<f64>,
    angle_deg: Option<f64>,
    velocity: Option<Numbers<2>>,
    #[serde(default)]
    angular_velocity: f64,
}

pub(super) fn build(keys: Keys, initial: Initial) -> Result<(BuiltIn, State), Misfit> {
    let rod = Rod::new(RodParameters {
        length: keys.length,
        radius: keys.radius,
        mass: keys.mass,
        inertia: keys.inertia,
        gravity: keys.gravity,
        friction: keys.friction.build("system.friction", Space::Plane)?,
        restitution: keys.restitution.build("system.restitution")?,
        tangential_restitution: keys.tangential_restitution,
        table_speed: keys.table_speed,
    })
    .map_err(|error| match error {
        // the other materials have been checked
        stickslip::Error::AtContact { source, .. } => {
            Misfit::new("system.tangential_restitution", source)
        }
        error => super::refused(error),
    })?;
    let [x, y] = initial.position.0;
    let theta = required_angle("initial.angle", initial.angle, initial.angle_deg)?;
    let [vx, vy] = initial.velocity.map_or([0.0; 2], |v| v.0);
    let state = rod.state(x, y, theta, [vx, vy, initial.angular_velocity]);
    Ok((BuiltIn::Rod(rod), state))
}
