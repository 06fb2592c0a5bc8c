//! What surfaces are made of: restitution as scene files write it, and friction from a file of its own.

pub(super) use super::friction::{FrictionKeys, Space};

use super::error::Misfit;
use super::value::Numbers;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use stickslip::Restitution;

/// `restitution = 0.9`, `{ slow = 0.9, yield_speed = 0.1 }`, or a list of `[speed, coefficient]`.
#[derive(Clone, Debug)]
pub(super) enum RestitutionKeys {
    Constant(f64),
    Yielding(YieldingTable),
    Table(Vec<Numbers<2>>),
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "yielding")]
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

impl JsonSchema for RestitutionKeys {
    fn schema_name() -> Cow<'static, str> {
        "restitution".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let table = generator.subschema_for::<YieldingTable>();
        let list = generator.subschema_for::<Vec<Numbers<2>>>();
        json_schema!({
            "description": "A coefficient, a table, or a list of [speed, coefficient].",
            "anyOf": [{ "type": "number" }, table, list]
        })
    }
}
