//! Small kinds of values: lists of exactly N entries, tables that are tables, an angle in one of two units, a turn in one of
//! three ways.

use super::error::Misfit;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use stickslip::world::Pose;

/// A list of exactly N numbers. (Serde's arrays let longer lists pass.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Numbers<const N: usize>(pub(super) [f64; N]);

/// A list of exactly N whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counts<const N: usize>(pub(super) [u32; N]);

/// A list of exactly N of something.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Several<T, const N: usize>(pub(super) [T; N]);

/// Reads a list of exactly N; `what` is what they are.
fn exactly<'de, D: Deserializer<'de>, T: Deserialize<'de>, const N: usize>(
    deserializer: D,
    what: &'static str,
) -> Result<[T; N], D::Error> {
    struct List<T, const N: usize>(&'static str, PhantomData<T>);
    impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for List<T, N> {
        type Value = [T; N];

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of {N} {}", self.0)
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut items = Vec::with_capacity(N);
            while items.len() < N {
                match list.next_element()? {
                    Some(item) => items.push(item),
                    None => return Err(A::Error::invalid_length(items.len(), &self)),
                }
            }
            match list.next_element::<T>()? {
                None => items
                    .try_into()
                    .map_err(|_| A::Error::invalid_length(N, &self)),
                Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
            }
        }
    }
    deserializer.deserialize_seq(List::<T, N>(what, PhantomData))
}

impl<'de, const N: usize> Deserialize<'de> for Numbers<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        exactly(deserializer, "numbers").map(Self)
    }
}

impl<'de, const N: usize> Deserialize<'de> for Counts<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        exactly(deserializer, "whole numbers").map(Self)
    }
}

impl<'de, T: Deserialize<'de>, const N: usize> Deserialize<'de> for Several<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        exactly(deserializer, "entries").map(Self)
    }
}

/// A table, and nothing else. (Serde's structures can be written as lists as well.)
#[derive(Clone, Debug)]
pub(super) struct Table<T>(pub(super) T);

impl<T> Deref for Table<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Table<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Keys<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Keys<T> {
            type Value = Table<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of keys and values")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map)).map(Table)
            }
        }
        deserializer.deserialize_map(Keys(PhantomData))
    }
}

/// An angle given as `key` (rad) or `key_deg`, but not as both.
pub(super) fn angle(
    key: &str,
    radians: Option<f64>,
    degrees: Option<f64>,
) -> Result<Option<f64>, Misfit> {
    match (radians, degrees) {
        (Some(_), Some(_)) => Err(Misfit::new(
            format!("{key}_deg"),
            format_args!("`{key}` and `{key}_deg` are both given; keep one"),
        )),
        (Some(angle), None) => Ok(Some(angle)),
        (None, Some(angle)) => Ok(Some(angle.to_radians())),
        (None, None) => Ok(None),
    }
}

/// The same for an angle that must be given.
pub(super) fn required_angle(
    key: &str,
    radians: Option<f64>,
    degrees: Option<f64>,
) -> Result<f64, Misfit> {
    angle(key, radians, degrees)?.ok_or_else(|| {
        let fault = format_args!("there is no `{key}`; add it (rad), or `{key}_deg`");
        Misfit::new(key, fault)
    })
}

/// A turn given as `quat_wxyz`, `rotation_vector` or `rotation_vector_deg` under `key`, but in one way only: a unit quaternion.
pub(super) fn turn(
    key: &str,
    quat_wxyz: Option<Numbers<4>>,
    rotation_vector: Option<Numbers<3>>,
    rotation_vector_deg: Option<Numbers<3>>,
) -> Result<Option<[f64; 4]>, Misfit> {
    let given = [
        ("quat_wxyz", quat_wxyz.is_some()),
        ("rotation_vector", rotation_vector.is_some()),
        ("rotation_vector_deg", rotation_vector_deg.is_some()),
    ];
    let mut used = given.into_iter().filter(|(_, given)| *given);
    if let (Some(_), Some((second, _))) = (used.next(), used.next()) {
        let fault = "the orientation is given twice; keep one";
        return Err(Misfit::new(format!("{key}.{second}"), fault));
    }
    let vector = rotation_vector_deg
        .map(|v| v.0.map(f64::to_radians))
        .or(rotation_vector.map(|v| v.0));
    match (quat_wxyz, vector) {
        (Some(q), _) => unit_quaternion(&format!("{key}.quat_wxyz"), q.0).map(Some),
        (None, vector) => Ok(vector.map(|v| Pose::turned([0.0; 3], v).quat_wxyz)),
    }
}

/// A quaternion w, x, y, z of length 1, its last digits put right.
pub(super) fn unit_quaternion(key: &str, q: [f64; 4]) -> Result<[f64; 4], Misfit> {
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    // rounded to a few digits is fine; another order of the entries or an angle in it is not
    if (norm - 1.0).abs() > 1e-3 {
        let fault = format_args!(
            "a quaternion w, x, y, z of a rotation has length 1, and this has {norm:.4}; divide it by that, or \
             check what it is"
        );
        return Err(Misfit::new(key, fault));
    }
    Ok(q.map(|a| a / norm))
}

/// The schema of a list of exactly n.
fn list(item: Schema, n: usize) -> Schema {
    json_schema!({ "type": "array", "items": item, "minItems": n, "maxItems": n })
}

impl<const N: usize> JsonSchema for Numbers<N> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "list".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        list(generator.subschema_for::<f64>(), N)
    }
}

impl<const N: usize> JsonSchema for Counts<N> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "list".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        list(generator.subschema_for::<u32>(), N)
    }
}

impl<T: JsonSchema, const N: usize> JsonSchema for Several<T, N> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "list".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        list(generator.subschema_for::<T>(), N)
    }
}

impl<T: JsonSchema> JsonSchema for Table<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }
}
