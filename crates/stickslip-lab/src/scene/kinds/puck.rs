//! `kind = "puck"`: a body that lies flat on a floor and touches it over an area.

use super::super::built_in::BuiltIn;
use super::super::error::Misfit;
use super::super::explain::choose;
use super::super::material::{FrictionKeys, RestitutionKeys, Space};
use super::super::value::{Numbers, Table, angle};
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::State;
use stickslip::systems::{FixedTo, Puck, PuckParameters, PuckSpring};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "puck-system")]
pub(super) struct Keys {
    mass: f64,
    inertia: f64,
    gravity: Numbers<3>,
    #[serde(default)]
    friction: FrictionKeys,
    #[schemars(extend("enum" = ["floor", "body"]))]
    grain: Option<String>,
    azimuth: Option<f64>,
    azimuth_deg: Option<f64>,
    #[serde(default)]
    restitution: RestitutionKeys,
    floor_velocity: Option<Numbers<2>>,
    #[serde(default)]
    floor_spin: f64,
    floor_centre: Option<Numbers<2>>,
    spring: Option<Table<SpringKeys>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "puck-spring")]
struct SpringKeys {
    anchor: Numbers<2>,
    stiffness: f64,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "puck-initial")]
pub(super) struct Initial {
    position: Numbers<2>,
    #[serde(default)]
    height: f64,
    angle: Option<f64>,
    angle_deg: Option<f64>,
    velocity: Option<Numbers<2>>,
    #[serde(default)]
    angular_velocity: f64,
}

/// The names of `grain`.
const GRAINS: [&str; 2] = ["floor", "body"];

pub(super) fn build(keys: Keys, initial: Initial) -> Result<(BuiltIn, State), Misfit> {
    let grain = match keys.grain.as_deref() {
        None | Some("floor") => FixedTo::Floor,
        Some("body") => FixedTo::Body,
        Some(other) => {
            let fault = format_args!("`grain` is {other:?}; {}", choose(other, &GRAINS));
            return Err(Misfit::new("system.grain", fault));
        }
    };
    let azimuth = angle("system.azimuth", keys.azimuth, keys.azimuth_deg)?;
    let puck = Puck::new(PuckParameters {
        mass: keys.mass,
        inertia: keys.inertia,
        gravity: keys.gravity.0,
        friction: keys.friction.build("system.friction", Space::Space)?,
        grain,
        azimuth: azimuth.unwrap_or(0.0),
        restitution: keys.restitution.build("system.restitution")?,
        floor_velocity: keys.floor_velocity.map_or([0.0; 2], |v| v.0),
        floor_spin: keys.floor_spin,
        floor_centre: keys.floor_centre.map_or([0.0; 2], |c| c.0),
        spring: keys.spring.map(|spring| PuckSpring {
            anchor: spring.anchor.0,
            stiffness: spring.stiffness,
        }),
    })
    .map_err(super::refused)?;
    let theta = angle("initial.angle", initial.angle, initial.angle_deg)?.unwrap_or(0.0);
    let velocity = initial.velocity.map_or([0.0; 2], |v| v.0);
    let mut state = puck.state(
        initial.position.0,
        theta,
        velocity,
        initial.angular_velocity,
    );
    state.q[2] = initial.height;
    Ok((BuiltIn::Puck(puck), state))
}
