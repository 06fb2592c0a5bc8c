//! `kind = "brick"`: a box whose corners meet a table.

use super::super::built_in::BuiltIn;
use super::super::error::Misfit;
use super::super::material::{FrictionKeys, RestitutionKeys, Space};
use super::super::value::{Numbers, turn};
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::State;
use stickslip::systems::{Brick, BrickParameters};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "brick-system")]
pub(super) struct Keys {
    half: Numbers<3>,
    mass: f64,
    inertia: Option<Numbers<3>>,
    gravity: Numbers<3>,
    #[serde(default)]
    friction: FrictionKeys,
    #[serde(default)]
    restitution: RestitutionKeys,
    #[schemars(extend("enum" = ["quaternion", "rotation"]))]
    orientation: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "brick-initial")]
pub(super) struct Initial {
    position: Numbers<3>,
    quat_wxyz: Option<Numbers<4>>,
    rotation_vector: Option<Numbers<3>>,
    rotation_vector_deg: Option<Numbers<3>>,
    velocity: Option<Numbers<3>>,
    angular_velocity: Option<Numbers<3>>,
}

pub(super) fn build(keys: Keys, initial: Initial) -> Result<(BuiltIn, State), Misfit> {
    let orientation = super::orientation(&keys.orientation)?;
    let brick = Brick::new(BrickParameters {
        half: keys.half.0,
        mass: keys.mass,
        inertia: keys.inertia.map(|i| i.0),
        gravity: keys.gravity.0,
        friction: keys.friction.build("system.friction", Space::Space)?,
        restitution: keys.restitution.build("system.restitution")?,
        orientation,
    })
    .map_err(super::refused)?;
    let mut q = initial.position.0.to_vec();
    let turn = turn(
        "initial",
        initial.quat_wxyz,
        initial.rotation_vector,
        initial.rotation_vector_deg,
    )?;
    q.extend(orientation.turned(turn.unwrap_or([1.0, 0.0, 0.0, 0.0])));
    let mut v = initial.velocity.map_or([0.0; 3], |v| v.0).to_vec();
    v.extend(initial.angular_velocity.map_or([0.0; 3], |w| w.0));
    Ok((BuiltIn::Brick(brick), State::new(q, v)))
}
