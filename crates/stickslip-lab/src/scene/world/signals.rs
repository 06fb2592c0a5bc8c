//! Functions of time: a number, `{ ramp = … }`, `{ sine = … }`, `{ table = … }`, `{ sum = […] }`.

use super::super::error::Misfit;
use super::super::value::{Numbers, Several, Table, angle};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use stickslip::world::Signal;

/// A number that may change with time.
#[derive(Clone, Debug)]
pub(super) enum SignalKeys {
    Constant(f64),
    Table(Box<SignalTable>),
}

/// One of several functions of time.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "signal-table")]
pub(super) struct SignalTable {
    /// offset + slope · t.
    ramp: Option<Table<Ramp>>,
    /// offset + amplitude · sin(2π frequency t + phase).
    sine: Option<Table<Sine>>,
    /// Straight lines between points [time in s, value], constant outside.
    table: Option<Vec<Numbers<2>>>,
    /// The sum of several.
    sum: Option<Vec<SignalKeys>>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "ramp")]
struct Ramp {
    /// The value at t = 0.
    offset: Option<f64>,
    /// The change per second.
    slope: f64,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "sine")]
struct Sine {
    /// The mean value.
    offset: Option<f64>,
    /// The largest difference from it.
    amplitude: f64,
    /// In Hz.
    frequency: f64,
    /// In rad.
    phase: Option<f64>,
    /// In degrees.
    phase_deg: Option<f64>,
}

impl SignalKeys {
    /// The signal, in units of `unit`; `key` is where it stands.
    pub(super) fn build(&self, key: &str, unit: f64) -> Result<Signal, Misfit> {
        let table = match self {
            Self::Constant(value) => return Ok(Signal::Constant(unit * value)),
            Self::Table(table) => table,
        };
        let scaled = |offset: Option<f64>| unit * offset.unwrap_or(0.0);
        let signal = match &**table {
            SignalTable {
                ramp: Some(ramp),
                sine: None,
                table: None,
                sum: None,
            } => Signal::Ramp {
                offset: scaled(ramp.offset),
                slope: unit * ramp.slope,
            },
            SignalTable {
                ramp: None,
                sine: Some(sine),
                table: None,
                sum: None,
            } => Signal::Sine {
                offset: scaled(sine.offset),
                amplitude: unit * sine.amplitude,
                frequency: sine.frequency,
                phase: angle(&format!("{key}.sine.phase"), sine.phase, sine.phase_deg)?
                    .unwrap_or(0.0),
            },
            SignalTable {
                ramp: None,
                sine: None,
                table: Some(points),
                sum: None,
            } => Signal::Table(points.iter().map(|p| (p.0[0], unit * p.0[1])).collect()),
            SignalTable {
                ramp: None,
                sine: None,
                table: None,
                sum: Some(parts),
            } => {
                let part = |(i, part): (usize, &Self)| part.build(&format!("{key}.sum[{i}]"), unit);
                Signal::Sum(
                    parts
                        .iter()
                        .enumerate()
                        .map(part)
                        .collect::<Result<_, _>>()?,
                )
            }
            _ => {
                let fault = "a function of time has one of the keys `ramp`, `sine`, `table` and `sum`; keep one (and `sum` \
                             to add several)";
                return Err(Misfit::new(key, fault));
            }
        };
        signal.check("signal").map_err(|error| {
            let said = error.to_string();
            let said = said.strip_prefix("signal").unwrap_or(&said);
            Misfit::new(
                key,
                format_args!("`{key}`: {}", said.trim_start_matches('.')),
            )
        })?;
        Ok(signal)
    }
}

/// Three signals.
pub(super) fn three(
    key: &str,
    signals: &Option<Several<SignalKeys, 3>>,
) -> Result<[Signal; 3], Misfit> {
    let mut built = [Signal::ZERO, Signal::ZERO, Signal::ZERO];
    for (i, keys) in signals.iter().flat_map(|s| s.0.iter()).enumerate() {
        built[i] = keys.build(&format!("{key}[{i}]"), 1.0)?;
    }
    Ok(built)
}

impl<'de> Deserialize<'de> for SignalKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = SignalKeys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or a function of time like { sine = { amplitude = 1, frequency = 2 } }")
            }

            fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Self::Value, E> {
                Ok(SignalKeys::Constant(value))
            }

            fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Self::Value, E> {
                self.visit_f64(value as f64)
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                let table = SignalTable::deserialize(MapAccessDeserializer::new(map))?;
                Ok(SignalKeys::Table(Box::new(table)))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl JsonSchema for SignalKeys {
    fn schema_name() -> Cow<'static, str> {
        "signal".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let table = generator.subschema_for::<SignalTable>();
        json_schema!({
            "description": "A number, or a function of time.",
            "anyOf": [{ "type": "number" }, table]
        })
    }
}
