//! `kind = "cradle"`: balls in a row that can only push each other along the line.

use super::super::built_in::BuiltIn;
use super::super::error::Misfit;
use super::super::material::RestitutionKeys;
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::State;
use stickslip::systems::{Cradle, CradleParameters};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "cradle-system")]
pub(super) struct Keys {
    masses: Vec<f64>,
    radius: f64,
    #[serde(default)]
    restitution: RestitutionKeys,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "cradle-initial")]
pub(super) struct Initial {
    positions: Vec<f64>,
    velocities: Option<Vec<f64>>,
}

pub(super) fn build(keys: Keys, initial: Initial) -> Result<(BuiltIn, State), Misfit> {
    let count = keys.masses.len();
    let cradle = Cradle::new(CradleParameters {
        masses: keys.masses,
        radius: keys.radius,
        restitution: keys.restitution.build("system.restitution")?,
    })
    .map_err(super::refused)?;
    let velocities = initial.velocities.unwrap_or_else(|| vec![0.0; count]);
    super::one_each("initial.positions", initial.positions.len(), count)?;
    super::one_each("initial.velocities", velocities.len(), count)?;
    let state = cradle.state(&initial.positions, &velocities);
    Ok((BuiltIn::Cradle(cradle), state))
}
