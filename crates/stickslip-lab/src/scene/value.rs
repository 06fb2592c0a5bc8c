//! Small kinds of values: lists of exactly N numbers, tables that are tables, and an angle in one of two units.

use super::error::Misfit;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

/// A list of exactly N numbers. (Serde's arrays let longer lists pass.)
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Numbers<const N: usize>(pub(super) [f64; N]);

impl<'de, const N: usize> Deserialize<'de> for Numbers<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<const N: usize>;
        impl<'de, const N: usize> Visitor<'de> for List<N> {
            type Value = Numbers<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of {N} numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut numbers = [0.0; N];
                for (i, number) in numbers.iter_mut().enumerate() {
                    *number = list
                        .next_element()?
                        .ok_or_else(|| A::Error::invalid_length(i, &self))?;
                }
                match list.next_element::<f64>()? {
                    None => Ok(Numbers(numbers)),
                    Some(_) => Err(A::Error::invalid_length(N + 1, &self)),
                }
            }
        }
        deserializer.deserialize_seq(List::<N>)
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
