//! Worlds: `[world]`, `[materials]`, `[[pairs]]`, `[[bodies]]`, `[[joints]]` and `[[forces]]` of the top level become a
//! [`Model`].

mod arrays;
mod bodies;
mod drives;
mod forces;
mod frames;
mod gears;
mod geometry;
mod groups;
mod joints;
mod kinds;
mod materials;
pub(in crate::scene) mod meshes;
mod names;
mod scatter;
mod shapes;
mod signals;
mod trace;

pub(super) use bodies::BodyKeys;
pub(super) use forces::ForceKeys;
pub(super) use joints::JointKeys;
pub(super) use materials::{MaterialKeys, PairKeys};
pub(super) use meshes::MeshFiles;
pub(super) use trace::Trace;
pub(super) use {joints::KINDS as JOINT_KINDS, shapes::KINDS as SHAPE_KINDS};

use super::error::Misfit;
use super::explain::choose;
use super::value::{Numbers, Table};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use stickslip::world::{Model, Rule};

/// What holds for the whole world.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "world")]
pub(super) struct WorldTable {
    /// Acceleration of gravity (m/s²).
    gravity: Numbers<3>,
    /// How the laws of a pair that is not in `[[pairs]]` follow from its materials: "refuse", "geometric", "mean", "least" or
    /// "most".
    #[schemars(extend("enum" = Rule::NAMES))]
    missing_pairs: Option<String>,
}

/// All keys of a world.
pub(super) struct WorldKeys {
    pub(super) world: Table<WorldTable>,
    pub(super) materials: BTreeMap<String, Table<MaterialKeys>>,
    pub(super) pairs: Vec<Table<PairKeys>>,
    pub(super) bodies: Vec<Table<BodyKeys>>,
    pub(super) joints: Vec<Table<JointKeys>>,
    pub(super) forces: Vec<Table<ForceKeys>>,
}

/// Makes the model, and remembers which line its parts come from.
pub(super) fn model(keys: &WorldKeys, files: &mut MeshFiles<'_>) -> Result<(Model, Trace), Misfit> {
    let rule = match &keys.world.missing_pairs {
        None => Rule::default(),
        Some(word) => Rule::parse(word).ok_or_else(|| {
            let fault = format_args!(
                "`missing_pairs` is {word:?}; {}",
                choose(word, &Rule::NAMES)
            );
            Misfit::new("world.missing_pairs", fault)
        })?,
    };
    let materials = materials::build(&keys.materials, &keys.pairs, rule)?;
    let (mut bodies, names, mut trace) = bodies::build(&keys.bodies, &materials, files)?;
    let joints = joints::build(&keys.joints, &mut bodies, &names, &mut trace)?;
    let loads = forces::build(&keys.forces, &names)?;
    let model = Model {
        gravity: keys.world.gravity.0,
        materials: materials.materials,
        bodies,
        joints,
        loads,
    };
    Ok((model, trace))
}
