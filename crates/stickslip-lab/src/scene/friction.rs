//! Friction as scene files write it.
//!
//! A cone is chosen by its own keys: `facets` a pyramid, `half_axes` an ellipse, `torsion` or `patch` a set with torsion,
//! `set` directions, `faces` faces. Without any of them it is round in space and planar in the plane.

use super::error::Misfit;
use super::explain::choose;
use super::value::{Numbers, Table};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use stickslip::{Error, Friction, Patch, SlipLaw};

/// How many tangential directions a contact has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// One: motion in a plane.
    Plane,
    /// Two, and spin about the normal.
    Space,
}

/// `friction = 0.5` or a table.
#[derive(Clone, Debug, Default)]
pub(super) struct FrictionKeys {
    coefficient: f64,
    table: Option<FrictionTable>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "friction-table")]
struct FrictionTable {
    coefficient: f64,
    #[schemars(extend("enum" = CONES))]
    cone: Option<String>,
    facets: Option<usize>,
    half_axes: Option<Numbers<2>>,
    torsion: Option<f64>,
    patch: Option<Table<PatchTable>>,
    separate: Option<bool>,
    set: Option<Vec<Numbers<3>>>,
    faces: Option<Vec<Numbers<3>>>,
    slip: Option<Table<SlipTable>>,
}

/// A patch of contact, from which the torsion radius follows.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "patch")]
struct PatchTable {
    #[schemars(extend("enum" = PATCHES))]
    shape: String,
    radius: Option<f64>,
    sides: Option<Numbers<2>>,
    #[schemars(extend("enum" = PRESSURES))]
    pressure: Option<String>,
}

/// How the coefficient depends on the slip speed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "slip")]
struct SlipTable {
    fast: Option<f64>,
    speed: Option<f64>,
    sliding: Option<f64>,
}

/// The names of `cone`.
const CONES: [&str; 2] = ["planar", "round"];
/// The names of a patch's `shape`.
const PATCHES: [&str; 3] = ["disc", "ring", "rectangle"];
/// The names of a disc's `pressure`.
const PRESSURES: [&str; 2] = ["uniform", "hertz"];

impl FrictionKeys {
    /// The friction; `key` is where it stands.
    pub(super) fn build(&self, key: &str, space: Space) -> Result<Friction, Misfit> {
        if let Some(table) = &self.table {
            return table.build(key, space);
        }
        let friction = match space {
            _ if self.coefficient == 0.0 => Friction::none(),
            Space::Plane => Friction::planar(self.coefficient),
            Space::Space => Friction::round(self.coefficient),
        };
        friction.check().map_err(|error| Misfit::new(key, error))?;
        Ok(friction)
    }
}

impl FrictionTable {
    fn build(&self, key: &str, space: Space) -> Result<Friction, Misfit> {
        let at = |name: &str| format!("{key}.{name}");
        self.check_cone(key)?;
        self.check_company(key)?;
        self.check_space(key, space)?;
        let (place, friction) = self.shape(key, space)?;
        let friction = friction.map_err(|error| Misfit::new(at(place), error))?;
        let constant = friction.check();
        constant.map_err(|error| Misfit::new(at("coefficient"), error))?;
        match &self.slip {
            None => Ok(friction),
            Some(slip) => slip.apply(&at("slip"), friction),
        }
    }

    /// The keys of the table that choose or shape the set, in the order in which they are complained of.
    fn given(&self) -> [(&'static str, bool); 7] {
        [
            ("facets", self.facets.is_some()),
            ("half_axes", self.half_axes.is_some()),
            ("torsion", self.torsion.is_some()),
            ("patch", self.patch.is_some()),
            ("separate", self.separate.is_some()),
            ("set", self.set.is_some()),
            ("faces", self.faces.is_some()),
        ]
    }

    fn check_cone(&self, key: &str) -> Result<(), Misfit> {
        let Some(cone) = &self.cone else {
            return Ok(());
        };
        let place = format!("{key}.cone");
        if !CONES.contains(&cone.as_str()) {
            let fault = format_args!("`cone` is {cone:?}; {}", choose(cone, &CONES));
            return Err(Misfit::new(place, fault));
        }
        // a round cone may still have torsion
        let torsion = ["torsion", "patch", "separate"];
        let clash =
            |&(name, given): &(&str, bool)| given && !(cone == "round" && torsion.contains(&name));
        match self.given().into_iter().find(clash) {
            None => Ok(()),
            Some((name, _)) => {
                let fault = format_args!(
                    "`{name}` makes a cone that is not {cone}; leave `cone` or `{name}` out"
                );
                Err(Misfit::new(place, fault))
            }
        }
    }

    /// Which keys may stand together: half axes with torsion, a separate bound with torsion, and nothing else.
    fn check_company(&self, key: &str) -> Result<(), Misfit> {
        let given: Vec<&str> = (self.given().into_iter())
            .filter_map(|(name, given)| given.then_some(name))
            .collect();
        let alone = ["facets", "set", "faces"];
        let clash = match given.iter().find(|name| alone.contains(name)) {
            Some(only) => given.iter().find(|name| *name != only).map(|b| (*only, *b)),
            None if self.torsion.is_some() && self.patch.is_some() => Some(("torsion", "patch")),
            None => None,
        };
        if let Some((a, b)) = clash {
            let fault = format_args!("`{a}` and `{b}` describe different friction sets; keep one");
            return Err(Misfit::new(format!("{key}.{b}"), fault));
        }
        if self.separate.is_some() && self.torsion.is_none() && self.patch.is_none() {
            let fault = "`separate` gives torsion a bound of its own; add `torsion` or `patch`, or leave it out";
            return Err(Misfit::new(format!("{key}.separate"), fault));
        }
        Ok(())
    }

    /// In the plane there is only one direction.
    fn check_space(&self, key: &str, space: Space) -> Result<(), Misfit> {
        if space == Space::Space || self.coefficient == 0.0 {
            return Ok(());
        }
        let round = self.cone.as_deref() == Some("round");
        let wide =
            |&(name, given): &(&str, bool)| given && !(name == "facets" && self.facets == Some(2));
        let name = match self.given().into_iter().find(wide) {
            Some((name, _)) => name,
            None if round => "cone",
            None => return Ok(()),
        };
        let fault = format_args!(
            "this system moves in a plane, where friction has one direction; leave `{name}` out"
        );
        Err(Misfit::new(format!("{key}.{name}"), fault))
    }

    /// The friction with its constant coefficient, and the key under which the library's complaints belong.
    fn shape(
        &self,
        key: &str,
        space: Space,
    ) -> Result<(&'static str, Result<Friction, Error>), Misfit> {
        let coefficient = self.coefficient;
        let list = |rows: &[Numbers<3>]| rows.iter().map(|row| row.0).collect();
        let [e_t, e_o] = self.half_axes.map_or([1.0; 2], |e| e.0);
        Ok(if let Some(k) = self.facets {
            ("facets", Friction::polygon(coefficient, k))
        } else if let Some(set) = &self.set {
            ("set", Friction::directions(coefficient, list(set)))
        } else if let Some(faces) = &self.faces {
            ("faces", Friction::faces(coefficient, list(faces)))
        } else if let Some((place, e_r)) = self.torsion_radius(key)? {
            let axes = [e_t, e_o, e_r];
            // the library does not know which of the three was written where
            let place = if e_r > 0.0 { "half_axes" } else { place };
            match self.separate {
                Some(true) => (place, Friction::mixed(coefficient, axes)),
                _ => (place, Friction::ellipsoid(coefficient, axes)),
            }
        } else if self.half_axes.is_some() {
            ("half_axes", Friction::elliptic(coefficient, [e_t, e_o]))
        } else if space == Space::Plane || self.cone.as_deref() == Some("planar") {
            ("cone", Ok(Friction::planar(coefficient)))
        } else {
            ("cone", Ok(Friction::round(coefficient)))
        })
    }

    /// e_r (m) and the key it comes from, if there is torsion.
    fn torsion_radius(&self, key: &str) -> Result<Option<(&'static str, f64)>, Misfit> {
        match (&self.torsion, &self.patch) {
            (Some(radius), _) => Ok(Some(("torsion", *radius))),
            (None, Some(patch)) => {
                let e_r = patch.torsion_radius(&format!("{key}.patch"))?;
                Ok(Some(("patch", e_r)))
            }
            (None, None) => Ok(None),
        }
    }
}

impl PatchTable {
    fn torsion_radius(&self, key: &str) -> Result<f64, Misfit> {
        let at = |name: &str| format!("{key}.{name}");
        let shape = self.shape.as_str();
        if !PATCHES.contains(&shape) {
            let fault = format_args!("`shape` is {shape:?}; {}", choose(shape, &PATCHES));
            return Err(Misfit::new(at("shape"), fault));
        }
        let unfit = [
            ("sides", self.sides.is_some() && shape != "rectangle"),
            ("radius", self.radius.is_some() && shape == "rectangle"),
            ("pressure", self.pressure.is_some() && shape != "disc"),
        ];
        if let Some((name, _)) = unfit.into_iter().find(|(_, unfit)| *unfit) {
            let fault = format_args!("a {shape} has no `{name}`; leave it out");
            return Err(Misfit::new(at(name), fault));
        }
        let pressure = self.pressure.as_deref().unwrap_or("uniform");
        if !PRESSURES.contains(&pressure) {
            let fault = format_args!(
                "`pressure` is {pressure:?}; {}",
                choose(pressure, &PRESSURES)
            );
            return Err(Misfit::new(at("pressure"), fault));
        }
        let (name, patch) = match (shape, self.radius, self.sides) {
            ("rectangle", _, Some(sides)) => ("sides", Patch::Rectangle { sides: sides.0 }),
            ("ring", Some(radius), _) => ("radius", Patch::Ring { radius }),
            ("disc", Some(radius), _) if pressure == "hertz" => {
                ("radius", Patch::HertzianDisc { radius })
            }
            ("disc", Some(radius), _) => ("radius", Patch::Disc { radius }),
            _ => {
                let name = if shape == "rectangle" {
                    "sides"
                } else {
                    "radius"
                };
                let fault = format_args!("there is no `{name}` of the {shape}; add it");
                return Err(Misfit::new(key, fault));
            }
        };
        let radius = patch.torsion_radius();
        radius.map_err(|error| Misfit::new(at(name), error))
    }
}

impl SlipTable {
    /// The friction with a coefficient that depends on the slip speed.
    fn apply(&self, key: &str, friction: Friction) -> Result<Friction, Misfit> {
        let law = match (self.fast, self.speed, self.sliding) {
            (Some(fast), Some(speed), None) => SlipLaw::Decreasing { fast, speed },
            (None, None, Some(sliding)) => SlipLaw::TwoCoefficients { sliding },
            _ => {
                let fault = "`slip` is { fast, speed } for a coefficient that falls smoothly, or { sliding } for one \
                             that jumps; give the keys of one of them";
                return Err(Misfit::new(key, fault));
            }
        };
        let friction = friction.with_slip_law(law);
        friction.check().map_err(|error| match &error {
            Error::BadSetting { field, .. } => Misfit::new(format!("{key}.{field}"), &error),
            _ => Misfit::new(key, &error),
        })?;
        Ok(friction)
    }
}

impl<'de> Deserialize<'de> for FrictionKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = FrictionKeys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a coefficient like 0.5, or a table like { coefficient = 0.5, facets = 8 }",
                )
            }

            fn visit_f64<E: serde::de::Error>(self, coefficient: f64) -> Result<Self::Value, E> {
                Ok(FrictionKeys {
                    coefficient,
                    table: None,
                })
            }

            fn visit_i64<E: serde::de::Error>(self, coefficient: i64) -> Result<Self::Value, E> {
                self.visit_f64(coefficient as f64)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let table = FrictionTable::deserialize(MapAccessDeserializer::new(map))?;
                Ok(FrictionKeys {
                    coefficient: table.coefficient,
                    table: Some(table),
                })
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl JsonSchema for FrictionKeys {
    fn schema_name() -> Cow<'static, str> {
        "friction".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let table = generator.subschema_for::<FrictionTable>();
        json_schema!({
            "description": "A coefficient, or a table that describes a friction set.",
            "anyOf": [{ "type": "number" }, table]
        })
    }
}
