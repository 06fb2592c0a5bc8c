//! The table `[run]`: how long, how fine, and how to step.

use super::error::Misfit;
use super::explain::choose;
use super::method::MethodKeys;
use super::value::Table;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use stickslip::{
    Activation, ImpactLaw, Large, LineariseAt, Locate, Projection, Refinement, Scheme, Settings,
};

/// More steps than this are a slip of the pen.
pub(crate) const MOST_STEPS: f64 = 1e8;

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "run")]
pub(super) struct RunKeys {
    /// Length of a step (s).
    step: Option<f64>,
    /// The same, as the papers call it.
    h: Option<f64>,
    /// Length of the run (s).
    duration: f64,
    /// Steps to each search for contacts; `step` is the time between two searches.
    #[schemars(range(min = 1))]
    substeps: Option<usize>,
    /// Record state and contacts after every so many steps only, and at the end.
    #[schemars(range(min = 1))]
    record_every: Option<usize>,
    #[schemars(extend("enum" = Scheme::NAMES))]
    scheme: Option<String>,
    #[schemars(extend("enum" = PLACES))]
    linearise_at: Option<String>,
    fixed_point: Option<Table<IterationTable>>,
    tzitzouris_pang: Option<Table<NewtonTable>>,
    #[schemars(extend("enum" = ImpactLaw::NAMES))]
    impact: Option<String>,
    locate: Option<LocateKeys>,
    #[schemars(extend("enum" = PROJECTIONS))]
    projection: Option<String>,
    activation: Option<ActivationKeys>,
    enlarge: Option<bool>,
    touch: Option<f64>,
    halvings: Option<usize>,
    sleep: Option<bool>,
    large: Option<Table<LargeTable>>,
    /// Move bodies apart that overlap at t = 0, instead of refusing the scene.
    #[serde(default)]
    pub(super) resolve_overlap: bool,
    rest_speed: Option<f64>,
    rest_slip: Option<f64>,
    refinement: Option<Table<IterationTable>>,
    method: Option<MethodKeys>,
}

/// The limits of something that iterates.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "iteration")]
struct IterationTable {
    tolerance: Option<f64>,
    rounds: Option<usize>,
}

/// Islands of many contacts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "large")]
struct LargeTable {
    contacts: Option<usize>,
    relative: Option<f64>,
    violation: Option<f64>,
    sweeps: Option<usize>,
    rounds: Option<usize>,
    leaps: Option<usize>,
    proximal: Option<f64>,
}

/// The limits of Newton's method.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "newton")]
struct NewtonTable {
    tolerance: Option<f64>,
    iterations: Option<usize>,
}

#[derive(Clone, Debug)]
enum ActivationKeys {
    Name(String),
    Near(NearTable),
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "near")]
struct NearTable {
    near: f64,
}

#[derive(Clone, Debug)]
enum LocateKeys {
    Switch(bool),
    Table(LocateTable),
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "locate-table")]
struct LocateTable {
    tolerance: Option<f64>,
    impacts: Option<usize>,
}

impl RunKeys {
    fn large(&self) -> Large {
        let default = Large::default();
        let Some(keys) = &self.large else {
            return default;
        };
        Large {
            contacts: keys.contacts.unwrap_or(default.contacts),
            relative: keys.relative.unwrap_or(default.relative),
            violation: keys.violation.unwrap_or(default.violation),
            sweeps: keys.sweeps.unwrap_or(default.sweeps),
            rounds: keys.rounds.unwrap_or(default.rounds),
            leaps: keys.leaps.unwrap_or(default.leaps),
            proximal: keys.proximal.unwrap_or(default.proximal),
        }
    }

    /// The settings and the duration (s). Worlds sleep unless they are told not to.
    pub(super) fn build(&self, is_world: bool) -> Result<(Settings, f64), Misfit> {
        let default = Settings::default();
        let settings = Settings {
            step: self.step()?,
            substeps: self.substeps.unwrap_or(default.substeps),
            halvings: self.halvings.unwrap_or(0),
            sleep: self.sleep.unwrap_or(is_world),
            large: self.large(),
            scheme: self.scheme()?,
            impact: word(
                "run.impact",
                &self.impact,
                &ImpactLaw::NAMES,
                ImpactLaw::parse,
            )?,
            locate: self.locate(),
            projection: word("run.projection", &self.projection, &PROJECTIONS, projection)?,
            activation: match &self.activation {
                None => default.activation,
                Some(keys) => keys.build()?,
            },
            enlarge: self.enlarge.unwrap_or(default.enlarge),
            touch: self.touch.unwrap_or(default.touch),
            rest_speed: self.rest_speed.unwrap_or(default.rest_speed),
            rest_slip: self.rest_slip.unwrap_or(default.rest_slip),
            refinement: self.refinement(),
            method: match &self.method {
                None => default.method,
                Some(keys) => keys.build()?,
            },
        };
        let step = if self.h.is_some() { "h" } else { "step" };
        check(&settings, step)?;
        steps(self.duration, settings.step).map_err(|fault| Misfit::new("run.duration", fault))?;
        Ok((settings, self.duration))
    }

    /// After how many steps state and contacts are recorded.
    pub(super) fn record_every(&self) -> Result<usize, Misfit> {
        record_every(self.record_every.unwrap_or(1))
            .map_err(|fault| Misfit::new("run.record_every", fault))
    }

    /// The length of a step (s), under one of its two names.
    fn step(&self) -> Result<f64, Misfit> {
        match (self.step, self.h) {
            (Some(_), Some(_)) => {
                let fault = "`step` and `h` are the same, and both are given; keep one";
                Err(Misfit::new("run.h", fault))
            }
            (None, None) => {
                let fault = "there is no `step` in [run]; add it (s)";
                Err(Misfit::new("run", fault))
            }
            (step, h) => Ok(step.or(h).unwrap_or_default()),
        }
    }

    fn scheme(&self) -> Result<Scheme, Misfit> {
        let mut scheme = word("run.scheme", &self.scheme, &Scheme::NAMES, Scheme::parse)?;
        let name = scheme.name();
        let at = word("run.linearise_at", &self.linearise_at, &PLACES, place)?;
        match &mut scheme {
            Scheme::StewartTrinkle { linearise_at } => *linearise_at = at,
            _ if self.linearise_at.is_some() => {
                let fault = format_args!(
                    "`linearise_at` is for the scheme \"stewart-trinkle\", and this is {name:?}; leave it out"
                );
                return Err(Misfit::new("run.linearise_at", fault));
            }
            _ => {}
        }
        match (&mut scheme, &self.fixed_point) {
            (_, None) => {}
            (Scheme::FixedPoint { tolerance, rounds }, Some(table)) => {
                *tolerance = table.tolerance.unwrap_or(*tolerance);
                *rounds = table.rounds.unwrap_or(*rounds);
            }
            (_, Some(_)) => {
                let fault = format_args!(
                    "`fixed_point` is for the scheme \"fixed-point\", and this is {name:?}; leave it out"
                );
                return Err(Misfit::new("run.fixed_point", fault));
            }
        }
        match (&mut scheme, &self.tzitzouris_pang) {
            (_, None) => {}
            (
                Scheme::TzitzourisPang {
                    tolerance,
                    iterations,
                },
                Some(table),
            ) => {
                *tolerance = table.tolerance.unwrap_or(*tolerance);
                *iterations = table.iterations.unwrap_or(*iterations);
            }
            (_, Some(_)) => {
                let fault = format_args!(
                    "`tzitzouris_pang` is for the scheme \"tzitzouris-pang\", and this is {name:?}; leave it out"
                );
                return Err(Misfit::new("run.tzitzouris_pang", fault));
            }
        }
        Ok(scheme)
    }

    fn locate(&self) -> Option<Locate> {
        let default = Locate::default();
        match self.locate.as_ref()? {
            LocateKeys::Switch(on) => on.then_some(default),
            LocateKeys::Table(table) => Some(Locate {
                tolerance: table.tolerance.unwrap_or(default.tolerance),
                impacts: table.impacts.unwrap_or(default.impacts),
            }),
        }
    }

    fn refinement(&self) -> Refinement {
        let default = Refinement::default();
        let table = self.refinement.as_ref();
        Refinement {
            tolerance: table.and_then(|t| t.tolerance).unwrap_or(default.tolerance),
            rounds: table.and_then(|t| t.rounds).unwrap_or(default.rounds),
        }
    }
}

/// Checks the settings; what is wrong is traced to its key.
fn check(settings: &Settings, step: &str) -> Result<(), Misfit> {
    settings.validate().map_err(|error| {
        let key = match &error {
            stickslip::Error::BadSetting { field, .. } => match *field {
                "step" => format!("run.{step}"),
                _ => match field.strip_prefix("scheme.") {
                    Some(name) => {
                        let table = settings.scheme.name().replace('-', "_");
                        format!("run.{table}.{name}")
                    }
                    None => format!("run.{field}"),
                },
            },
            stickslip::Error::Method(error) => format!("run.method.{}", error.field),
            _ => "run".into(),
        };
        // the file may call the step by its letter
        let fault = error
            .to_string()
            .replacen("step is", &format!("{step} is"), 1);
        Misfit::new(key, fault)
    })
}

/// Checks how often to record.
pub(crate) fn record_every(steps: usize) -> Result<usize, String> {
    match steps {
        0 => Err("record_every is 0; it must be at least 1, which records every step".into()),
        steps => Ok(steps),
    }
}

/// How many steps of length h (s) make a duration (s); the last may end a little later.
pub(crate) fn steps(duration: f64, h: f64) -> Result<usize, String> {
    if !(duration.is_finite() && duration > 0.0) {
        return Err(format!(
            "duration is {duration}; it must be a positive number (s)"
        ));
    }
    // 0.8 / 0.0025 may be a hair above 320
    let steps = (duration / h * (1.0 - 1e-12)).ceil().max(1.0);
    match steps <= MOST_STEPS {
        true => Ok(steps as usize),
        false => Err(format!(
            "a duration of {duration} s takes {steps:.1e} steps of {h} s; choose a longer step or a shorter duration"
        )),
    }
}

/// A word that stands for a value, or the default where there is none.
fn word<T: Default>(
    key: &str,
    word: &Option<String>,
    known: &[&str],
    parse: fn(&str) -> Option<T>,
) -> Result<T, Misfit> {
    let Some(word) = word else {
        return Ok(T::default());
    };
    parse(word).ok_or_else(|| {
        let name = key.trim_start_matches("run.");
        Misfit::new(
            key,
            format_args!("`{name}` is {word:?}; {}", choose(word, known)),
        )
    })
}

/// The names of `projection`.
const PROJECTIONS: [&str; 3] = ["off", "joints", "all"];

fn projection(name: &str) -> Option<Projection> {
    Some(match name {
        "off" => Projection::Off,
        "joints" => Projection::Joints,
        "all" => Projection::All,
        _ => return None,
    })
}

/// The names of `activation`.
const ACTIVATIONS: [&str; 2] = ["predicted", "all"];

impl ActivationKeys {
    fn build(&self) -> Result<Activation, Misfit> {
        match self {
            Self::Near(table) => Ok(Activation::Near { gap: table.near }),
            Self::Name(name) => match name.as_str() {
                "predicted" => Ok(Activation::Predicted),
                "all" => Ok(Activation::All),
                _ => {
                    let fault = format_args!(
                        "`activation` is {name:?}; {}, or a table {{ near = 1e-3 }}",
                        choose(name, &ACTIVATIONS)
                    );
                    Err(Misfit::new("run.activation", fault))
                }
            },
        }
    }
}

/// The names of `linearise_at`.
const PLACES: [&str; 2] = ["prediction", "start"];

fn place(name: &str) -> Option<LineariseAt> {
    Some(match name {
        "prediction" => LineariseAt::Prediction,
        "start" => LineariseAt::Start,
        _ => return None,
    })
}

impl<'de> Deserialize<'de> for ActivationKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = ActivationKeys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"predicted\", \"all\", or a table { near = 1e-3 }")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(ActivationKeys::Name(name.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                NearTable::deserialize(MapAccessDeserializer::new(map)).map(ActivationKeys::Near)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl<'de> Deserialize<'de> for LocateKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = LocateKeys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("true, false, or a table { tolerance, impacts }")
            }

            fn visit_bool<E: serde::de::Error>(self, on: bool) -> Result<Self::Value, E> {
                Ok(LocateKeys::Switch(on))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                LocateTable::deserialize(MapAccessDeserializer::new(map)).map(LocateKeys::Table)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl JsonSchema for ActivationKeys {
    fn schema_name() -> Cow<'static, str> {
        "activation".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let table = generator.subschema_for::<NearTable>();
        json_schema!({ "anyOf": [{ "enum": ACTIVATIONS }, table] })
    }
}

impl JsonSchema for LocateKeys {
    fn schema_name() -> Cow<'static, str> {
        "locate".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let table = generator.subschema_for::<LocateTable>();
        json_schema!({ "anyOf": [{ "type": "boolean" }, table] })
    }
}
