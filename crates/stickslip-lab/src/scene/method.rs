//! The key `method` of `[run]`: a solver by name, with or without settings.

use super::error::Misfit;
use super::explain::choose;
use complementarity::Method;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, MapAccess, Visitor};
use std::borrow::Cow;
use std::fmt;

#[derive(Clone, Debug)]
pub(super) enum MethodKeys {
    Name(String),
    Table(MethodTable),
}

/// The settings that the methods have among them; each has its own part.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "method-table")]
pub(super) struct MethodTable {
    #[schemars(extend("enum" = Method::NAMES))]
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

impl MethodKeys {
    pub(super) fn build(&self) -> Result<Method, Misfit> {
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

impl JsonSchema for MethodKeys {
    fn schema_name() -> Cow<'static, str> {
        "method".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let table = generator.subschema_for::<MethodTable>();
        json_schema!({ "anyOf": [{ "enum": Method::NAMES }, table] })
    }
}
