//! The table `[run]`: how long, how fine, and how to step.

use super::error::Misfit;
use super::explain::choose;
use super::value::Table;
use complementarity::Method;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::fmt;
use stickslip::{ImpactLaw, LineariseAt, Locate, Projection, Refinement, Scheme, Settings};

/// More steps than this are a slip of the pen.
pub(crate) const MOST_STEPS: f64 = 1e8;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RunKeys {
    h: f64,
    duration: f64,
    scheme: Option<String>,
    linearise_at: Option<String>,
    fixed_point: Option<Table<IterationTable>>,
    impact: Option<String>,
    locate: Option<LocateKeys>,
    projection: Option<String>,
    enlarge: Option<bool>,
    touch: Option<f64>,
    rest_speed: Option<f64>,
    refinement: Option<Table<IterationTable>>,
    method: Option<MethodKeys>,
}

/// The limits of something that iterates.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct IterationTable {
    tolerance: Option<f64>,
    rounds: Option<usize>,
}

#[derive(Clone, Debug)]
enum LocateKeys {
    Switch(bool),
    Table(LocateTable),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LocateTable {
    tolerance: Option<f64>,
    impacts: Option<usize>,
}

#[derive(Clone, Debug)]
enum MethodKeys {
    Name(String),
    Table(MethodTable),
}

/// The settings that the methods have among them; each has its own part.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MethodTable {
    name: String,
    tolerance: Option<f64>,
    pivot: Option<f64>,
    max_pivots: Option<usize>,
    retries: Option<usize>,
    max_iterations: Option<usize>,
    restarts: Option<usize>,
    curves: Option<usize>,
    max_nodes: Option<usize>,
}

impl RunKeys {
    /// The settings and the duration (s).
    pub(super) fn build(&self) -> Result<(Settings, f64), Misfit> {
        let default = Settings::default();
        let settings = Settings {
            step: self.h,
            scheme: self.scheme()?,
            impact: word(
                "run.impact",
                &self.impact,
                &ImpactLaw::NAMES,
                ImpactLaw::parse,
            )?,
            locate: self.locate(),
            projection: word("run.projection", &self.projection, &PROJECTIONS, projection)?,
            activation: default.activation,
            enlarge: self.enlarge.unwrap_or(default.enlarge),
            touch: self.touch.unwrap_or(default.touch),
            rest_speed: self.rest_speed.unwrap_or(default.rest_speed),
            rest_slip: default.rest_slip,
            refinement: self.refinement(),
            method: match &self.method {
                None => default.method,
                Some(keys) => keys.build()?,
            },
        };
        check(&settings)?;
        steps(self.duration, settings.step).map_err(|fault| Misfit::new("run.duration", fault))?;
        Ok((settings, self.duration))
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
fn check(settings: &Settings) -> Result<(), Misfit> {
    settings.validate().map_err(|error| {
        let key = match &error {
            stickslip::Error::BadSetting { field, .. } => match *field {
                "step" => "run.h".into(),
                _ => match field.strip_prefix("scheme.") {
                    Some(name) => format!("run.fixed_point.{name}"),
                    None => format!("run.{field}"),
                },
            },
            stickslip::Error::Method(error) => format!("run.method.{}", error.field),
            _ => "run".into(),
        };
        // the library calls the step by its name, the file by its letter
        let fault = error.to_string().replacen("step is", "h is", 1);
        Misfit::new(key, fault)
    })
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

/// The names of `linearise_at`.
const PLACES: [&str; 2] = ["prediction", "start"];

fn place(name: &str) -> Option<LineariseAt> {
    Some(match name {
        "prediction" => LineariseAt::Prediction,
        "start" => LineariseAt::Start,
        _ => return None,
    })
}

impl MethodKeys {
    fn build(&self) -> Result<Method, Misfit> {
        let (key, name) = match self {
            Self::Name(name) => ("run.method", name),
            Self::Table(table) => ("run.method.name", &table.name),
        };
        let mut method = Method::parse(name).ok_or_else(|| {
            let fault = format_args!("`method` is {name:?}; {}", choose(name, &Method::NAMES));
            Misfit::new(key, fault)
        })?;
        if let Self::Table(table) = self {
            table.apply(&mut method)?;
        }
        Ok(method)
    }
}

impl MethodTable {
    /// Puts the settings where they belong; one that the method does not have is an error.
    fn apply(&self, method: &mut Method) -> Result<(), Misfit> {
        let mut left = self.clone();
        fn put<T>(setting: &mut T, given: &mut Option<T>) {
            if let Some(value) = given.take() {
                *setting = value;
            }
        }
        match method {
            Method::Lemke(s) => {
                put(&mut s.tolerance, &mut left.tolerance);
                put(&mut s.pivot, &mut left.pivot);
                put(&mut s.max_pivots, &mut left.max_pivots);
                put(&mut s.retries, &mut left.retries);
            }
            Method::Newton(s) => {
                put(&mut s.tolerance, &mut left.tolerance);
                put(&mut s.max_iterations, &mut left.max_iterations);
                put(&mut s.restarts, &mut left.restarts);
            }
            Method::Interior(s) => {
                put(&mut s.tolerance, &mut left.tolerance);
                put(&mut s.max_iterations, &mut left.max_iterations);
                put(&mut s.restarts, &mut left.restarts);
            }
            Method::Homotopy(s) => {
                put(&mut s.tolerance, &mut left.tolerance);
                put(&mut s.max_iterations, &mut left.max_iterations);
                put(&mut s.curves, &mut left.curves);
            }
            Method::Enumerate(s) => {
                put(&mut s.tolerance, &mut left.tolerance);
                put(&mut s.max_nodes, &mut left.max_nodes);
            }
            _ => {}
        }
        let unused = [
            ("tolerance", left.tolerance.is_some()),
            ("pivot", left.pivot.is_some()),
            ("max_pivots", left.max_pivots.is_some()),
            ("retries", left.retries.is_some()),
            ("max_iterations", left.max_iterations.is_some()),
            ("restarts", left.restarts.is_some()),
            ("curves", left.curves.is_some()),
            ("max_nodes", left.max_nodes.is_some()),
        ];
        match unused.into_iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((key, _)) => {
                let fault = format_args!(
                    "the method {:?} has no setting `{key}`; leave it out",
                    self.name
                );
                Err(Misfit::new(format!("run.method.{key}"), fault))
            }
        }
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

impl<'de> Deserialize<'de> for MethodKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = MethodKeys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name like \"lemke\", or a table { name = \"lemke\", … }")
            }

            fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<Self::Value, E> {
                Ok(MethodKeys::Name(name.into()))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                MethodTable::deserialize(MapAccessDeserializer::new(map)).map(MethodKeys::Table)
            }
        }
        deserializer.deserialize_any(Either)
    }
}
