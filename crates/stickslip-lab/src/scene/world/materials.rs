//! `[materials]` and `[[pairs]]`: what surfaces are made of, and what happens where two of them meet.

use super::super::error::Misfit;
use super::super::material::{FrictionKeys, RestitutionKeys, Space};
use super::super::value::{Numbers, Table};
use super::names::Names;
use super::shapes::positive;
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use stickslip::world::{Material, Materials, Pair, Rule, Surface};

/// A material: its density, and the laws of its contact with itself.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "material")]
pub(in crate::scene) struct MaterialKeys {
    /// Friction: a coefficient or a table.
    #[serde(default)]
    friction: FrictionKeys,
    /// Restitution: a coefficient in [0, 1], a table or a list.
    #[serde(default)]
    restitution: RestitutionKeys,
    /// Tangential restitution of Poisson's law.
    tangential_restitution: Option<f64>,
    /// Viscous friction of a closed contact (N·s/m).
    viscosity: Option<f64>,
    /// Direction of t in the body's frame, where friction is not the same in all directions.
    axis: Option<Numbers<3>>,
    /// Density of bodies of this material (kg/m³).
    density: Option<f64>,
}

/// Two materials whose contact has laws of its own.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "pair")]
pub(in crate::scene) struct PairKeys {
    /// The names of the two materials.
    between: Vec<String>,
    /// Friction: a coefficient or a table.
    #[serde(default)]
    friction: FrictionKeys,
    /// Restitution: a coefficient in [0, 1], a table or a list.
    #[serde(default)]
    restitution: RestitutionKeys,
    /// Tangential restitution of Poisson's law.
    tangential_restitution: Option<f64>,
    /// Viscous friction of a closed contact (N·s/m).
    viscosity: Option<f64>,
    /// Direction of t in the frame of the body of the first material, where friction is not the same in all directions.
    axis: Option<Numbers<3>>,
}

/// The materials, with what only scenes know of them.
pub(super) struct Stock {
    pub(super) materials: Materials,
    pub(super) names: Names,
    /// Densities (kg/m³), where they are given.
    pub(super) densities: Vec<Option<f64>>,
}

pub(super) fn build(
    materials: &BTreeMap<String, Table<MaterialKeys>>,
    pairs: &[Table<PairKeys>],
    rule: Rule,
) -> Result<Stock, Misfit> {
    let mut names = Names::default();
    let mut built = Materials {
        rule,
        ..Materials::default()
    };
    let mut densities = Vec::new();
    for (name, keys) in materials {
        let key = format!("materials.{name}");
        names.add(&key, name.clone(), built.materials.len())?;
        let axis = keys.axis.map(|a| a.0);
        let laws = Laws {
            friction: &keys.friction,
            restitution: &keys.restitution,
            tangential_restitution: keys.tangential_restitution,
            viscosity: keys.viscosity,
        };
        built.materials.push(Material {
            name: name.clone(),
            surface: laws.surface(&key, axis)?,
        });
        if let Some(density) = keys.density {
            positive(&format!("{key}.density"), "density", density)?;
        }
        densities.push(keys.density);
    }
    for (i, keys) in pairs.iter().enumerate() {
        let key = format!("pairs[{i}]");
        let place = format!("{key}.between");
        let [a, b] = keys.between.as_slice() else {
            let fault = "`between` must be a list of two materials, like [\"steel\", \"rubber\"]";
            return Err(Misfit::new(place, fault));
        };
        let of =
            |j: usize, name: &str| names.find(&format!("{place}[{j}]"), name, "material", None);
        let materials = [of(0, a)?, of(1, b)?];
        let mirrored = [materials[1], materials[0]];
        let twice = |pair: &Pair| pair.materials == materials || pair.materials == mirrored;
        if built.pairs.iter().any(twice) {
            let fault = format_args!("the pair {a:?}, {b:?} is given twice; keep one");
            return Err(Misfit::new(place, fault));
        }
        let laws = Laws {
            friction: &keys.friction,
            restitution: &keys.restitution,
            tangential_restitution: keys.tangential_restitution,
            viscosity: keys.viscosity,
        };
        built.pairs.push(Pair {
            materials,
            surface: laws.surface(&key, keys.axis.map(|a| a.0))?,
        });
    }
    Ok(Stock {
        materials: built,
        names,
        densities,
    })
}

/// What materials and pairs have in common.
struct Laws<'a> {
    friction: &'a FrictionKeys,
    restitution: &'a RestitutionKeys,
    tangential_restitution: Option<f64>,
    viscosity: Option<f64>,
}

impl Laws<'_> {
    fn surface(&self, key: &str, axis: Option<[f64; 3]>) -> Result<Surface, Misfit> {
        let at = |name: &str| format!("{key}.{name}");
        let in_range = |name: &str, value: f64, most: f64| match (0.0..=most).contains(&value) {
            true => Ok(value),
            false => {
                let range = if most == 1.0 { "in [0, 1]" } else { "≥ 0" };
                let fault = format_args!("`{name}` is {value}; it must be {range}");
                Err(Misfit::new(at(name), fault))
            }
        };
        let friction = self.friction.build(&at("friction"), Space::Space)?;
        let tangential = self.tangential_restitution.unwrap_or(0.0);
        let viscosity = self.viscosity.unwrap_or(0.0);
        if axis.is_some_and(|a| a.iter().all(|x| *x == 0.0)) {
            let fault = "`axis` is a direction; it must not be zero";
            return Err(Misfit::new(at("axis"), fault));
        }
        Ok(Surface {
            friction,
            restitution: self.restitution.build(&at("restitution"))?,
            tangential_restitution: in_range("tangential_restitution", tangential, 1.0)?,
            axis,
            viscosity: in_range("viscosity", viscosity, f64::MAX)?,
        })
    }
}
