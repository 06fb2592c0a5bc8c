//! `[[forces]]`: forces and torques on bodies.

use super::super::error::Misfit;
use super::super::value::{Numbers, Several, Table};
use super::names::Names;
use super::signals::{SignalKeys, three};
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::world::Load;

/// A force and a torque on a body.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "force")]
pub(in crate::scene) struct ForceKeys {
    /// The name of the body.
    body: String,
    /// Three functions of time (N).
    force: Option<Several<SignalKeys, 3>>,
    /// Three functions of time (N·m).
    torque: Option<Several<SignalKeys, 3>>,
    /// Where the force acts, in the body's frame (m).
    at: Option<Numbers<3>>,
    /// Whether force and torque turn with the body.
    follows: Option<bool>,
}

pub(super) fn build(forces: &[Table<ForceKeys>], names: &Names) -> Result<Vec<Load>, Misfit> {
    let load = |(i, keys): (usize, &Table<ForceKeys>)| {
        let key = format!("forces[{i}]");
        if keys.force.is_none() && keys.torque.is_none() {
            let fault = "there is neither `force` nor `torque`; add one";
            return Err(Misfit::new(key, fault));
        }
        Ok(Load {
            body: names.find(&format!("{key}.body"), &keys.body, "body", None)?,
            at: keys.at.map_or([0.0; 3], |at| at.0),
            force: three(&format!("{key}.force"), &keys.force)?,
            torque: three(&format!("{key}.torque"), &keys.torque)?,
            follows: keys.follows.unwrap_or(false),
        })
    };
    forces.iter().enumerate().map(load).collect()
}
