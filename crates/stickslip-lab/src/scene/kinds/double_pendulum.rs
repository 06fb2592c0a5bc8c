//! `kind = "double-pendulum"`: two rods hanging from a pin over a table.

use super::super::built_in::BuiltIn;
use super::super::error::Misfit;
use super::super::material::{FrictionKeys, RestitutionKeys, Space};
use super::super::value::{Numbers, required_angle};
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::State;
use stickslip::systems::{DoublePendulum, DoublePendulumParameters};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "double-pendulum-system")]
pub(super) struct Keys {
    lengths: Numbers<2>,
    masses: Numbers<2>,
    gravity: f64,
    pivot_height: f64,
    #[serde(default)]
    friction: FrictionKeys,
    #[serde(default)]
    restitution: RestitutionKeys,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "double-pendulum-initial")]
pub(super) struct Initial {
    angles: Option<Numbers<2>>,
    angles_deg: Option<Numbers<2>>,
    angular_velocities: Option<Numbers<2>>,
}

pub(super) fn build(keys: Keys, initial: Initial) -> Result<(BuiltIn, State), Misfit> {
    let pendulum = DoublePendulum::new(DoublePendulumParameters {
        lengths: keys.lengths.0,
        masses: keys.masses.0,
        gravity: keys.gravity,
        pivot_height: keys.pivot_height,
        friction: keys.friction.build("system.friction", Space::Plane)?,
        restitution: keys.restitution.build("system.restitution")?,
    })
    .map_err(super::refused)?;
    let mut angles = [0.0; 2];
    for (i, angle) in angles.iter_mut().enumerate() {
        let part = |list: Option<Numbers<2>>| list.map(|a| a.0[i]);
        *angle = required_angle(
            "initial.angles",
            part(initial.angles),
            part(initial.angles_deg),
        )?;
    }
    let rates = initial.angular_velocities.map_or([0.0; 2], |w| w.0);
    let state = pendulum.state(angles, rates);
    Ok((BuiltIn::DoublePendulum(pendulum), state))
}
