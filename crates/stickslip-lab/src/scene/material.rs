//! What surfaces are made of: friction and restitution as scene files write them.

use super::error::{Misfit, alternatives};
use super::explain::choose;
use super::value::Numbers;
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;
use stickslip::{Friction, Restitution};

/// How many tangential directions a contact has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Space {
    /// One: motion in a plane.
    Plane,
    /// Two, and spin about the normal.
    Space,
}

/// Friction directions in space, if the scene does not say.
const DIRECTIONS: usize = 8;

/// `friction = 0.5` or a table.
#[derive(Clone, Debug, Default)]
pub(super) struct FrictionKeys {
    coefficient: f64,
    table: Option<FrictionTable>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct FrictionTable {
    coefficient: f64,
    cone: Option<String>,
    directions: Option<usize>,
    set: Option<Vec<Numbers<3>>>,
}

/// The names of `cone`.
const CONES: [&str; 3] = ["planar", "polygonal", "round"];

impl FrictionKeys {
    /// The friction; `key` is where it stands.
    pub(super) fn build(&self, key: &str, space: Space) -> Result<Friction, Misfit> {
        let coefficient = self.coefficient;
        let friction = match &self.table {
            None => match space {
                _ if coefficient == 0.0 => Ok(Friction::none()),
                Space::Plane => Ok(Friction::planar(coefficient)),
                Space::Space => Friction::polygon(coefficient, DIRECTIONS),
            },
            Some(table) => return table.build(key, space),
        };
        let friction = friction.map_err(|error| Misfit::new(key, error))?;
        friction.check().map_err(|error| Misfit::new(key, error))?;
        Ok(friction)
    }
}

impl FrictionTable {
    fn build(&self, key: &str, space: Space) -> Result<Friction, Misfit> {
        let at = |name: &str| format!("{key}.{name}");
        let coefficient = self.coefficient;
        let cone = match (&self.cone, &self.set, self.directions) {
            (Some(cone), _, _) => cone.as_str(),
            (None, Some(_), _) => "set",
            (None, None, Some(_)) => "polygonal",
            (None, None, None) if space == Space::Plane => "planar",
            (None, None, None) => "polygonal",
        };
        if cone != "set" && !CONES.contains(&cone) {
            let fault = format_args!("`cone` is {cone:?}; {}", choose(cone, &CONES));
            return Err(Misfit::new(at("cone"), fault));
        }
        // each shape has its own keys, and the plane has only one direction
        if cone != "set" && self.set.is_some() {
            let fault = "`set` lists the directions of a cone of its own; leave `cone` out";
            return Err(Misfit::new(at("cone"), fault));
        }
        let countable = cone == "polygonal" || cone == "round";
        if let (Some(_), false) = (self.directions, countable) {
            let fault = format_args!(
                "`directions` is for cones that are {}; leave it out",
                alternatives(["polygonal", "round"])
            );
            return Err(Misfit::new(at("directions"), fault));
        }
        let flat = cone == "planar" || self.directions == Some(2) || coefficient == 0.0;
        if space == Space::Plane && !flat {
            let key = match (&self.cone, &self.set) {
                (Some(_), _) => at("cone"),
                (None, Some(_)) => at("set"),
                (None, None) => at("directions"),
            };
            let fault =
                "this system moves in a plane, where friction has one direction; leave it out";
            return Err(Misfit::new(key, fault));
        }
        let k = self.directions.unwrap_or(DIRECTIONS);
        let (place, friction) = match cone {
            "planar" => ("cone", Ok(Friction::planar(coefficient))),
            "polygonal" => ("directions", Friction::polygon(coefficient, k)),
            "round" => ("cone", Ok(Friction::round(coefficient))),
            _ => {
                let set = self.set.iter().flatten().map(|d| d.0).collect();
                ("set", Friction::directions(coefficient, set))
            }
        };
        let friction = friction.map_err(|error| Misfit::new(at(place), error))?;
        friction
            .check()
            .map_err(|error| Misfit::new(at("coefficient"), error))?;
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
                    "a coefficient like 0.5, or a table like { coefficient = 0.5, directions = 8 }",
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

/// `restitution = 0.9`, `{ slow = 0.9, yield_speed = 0.1 }`, or a list of `[speed, coefficient]`.
#[derive(Clone, Debug)]
pub(super) enum RestitutionKeys {
    Constant(f64),
    Yielding(YieldingTable),
    Table(Vec<Numbers<2>>),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct YieldingTable {
    slow: f64,
    yield_speed: f64,
}

impl Default for RestitutionKeys {
    fn default() -> Self {
        Self::Constant(0.0)
    }
}

impl RestitutionKeys {
    /// The restitution; `key` is where it stands.
    pub(super) fn build(&self, key: &str) -> Result<Restitution, Misfit> {
        let restitution = match self {
            Self::Constant(e) => Restitution::Constant(*e),
            Self::Yielding(table) => Restitution::Yielding {
                slow: table.slow,
                yield_speed: table.yield_speed,
            },
            Self::Table(points) => {
                Restitution::Table(points.iter().map(|p| (p.0[0], p.0[1])).collect())
            }
        };
        restitution.check().map_err(|(value, expected)| {
            let name = key.rsplit_once('.').map_or(key, |(_, name)| name);
            Misfit::new(
                self.place(key, value),
                format_args!("`{name}`: {value}; {expected}"),
            )
        })?;
        Ok(restitution)
    }

    /// Where a value stands.
    fn place(&self, key: &str, value: f64) -> String {
        match self {
            Self::Constant(_) => key.into(),
            Self::Yielding(table) if table.slow == value => format!("{key}.slow"),
            Self::Yielding(_) => format!("{key}.yield_speed"),
            Self::Table(points) => {
                // the last one, because speeds that do not increase are reported by the later
                let entry = |i: usize| points.iter().rposition(|p| p.0[i] == value).map(|r| (r, i));
                let unit = |&(row, i): &(usize, usize)| i == 0 || !in_unit(points[row].0[1]);
                match entry(1).filter(unit).or_else(|| entry(0)) {
                    Some((row, i)) => format!("{key}[{row}][{i}]"),
                    None => key.into(),
                }
            }
        }
    }
}

fn in_unit(e: f64) -> bool {
    (0.0..=1.0).contains(&e)
}

impl<'de> Deserialize<'de> for RestitutionKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = RestitutionKeys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(
                    "a coefficient like 0.9, a table { slow = 0.9, yield_speed = 0.1 }, or a list of \
                     [speed, coefficient]",
                )
            }

            fn visit_f64<E: serde::de::Error>(self, e: f64) -> Result<Self::Value, E> {
                Ok(RestitutionKeys::Constant(e))
            }

            fn visit_i64<E: serde::de::Error>(self, e: i64) -> Result<Self::Value, E> {
                self.visit_f64(e as f64)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                YieldingTable::deserialize(MapAccessDeserializer::new(map))
                    .map(RestitutionKeys::Yielding)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(RestitutionKeys::Table)
            }
        }
        deserializer.deserialize_any(Either)
    }
}
