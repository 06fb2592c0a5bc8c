//! Numbers in JSON, exact to the last bit. JSON has no infinity and no NaN, so these are words.

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A number that comes back as it was.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exact(pub(super) f64);

/// A list of numbers that come back as they were.
pub(super) fn list(numbers: &[f64]) -> Vec<Exact> {
    numbers.iter().copied().map(Exact).collect()
}

/// The numbers of a list.
pub(super) fn numbers(list: &[Exact]) -> Vec<f64> {
    list.iter().map(|x| x.0).collect()
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.is_finite() {
            true => serializer.serialize_f64(self.0),
            false => serializer.serialize_str(&self.0.to_string()),
        }
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct NumberOrWord;

        impl Visitor<'_> for NumberOrWord {
            type Value = Exact;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, \"inf\", \"-inf\" or \"NaN\"")
            }

            fn visit_f64<E>(self, x: f64) -> Result<Exact, E> {
                Ok(Exact(x))
            }

            fn visit_u64<E>(self, x: u64) -> Result<Exact, E> {
                Ok(Exact(x as f64))
            }

            fn visit_i64<E>(self, x: i64) -> Result<Exact, E> {
                Ok(Exact(x as f64))
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Exact, E> {
                word.parse().map(Exact).map_err(E::custom)
            }
        }
        deserializer.deserialize_any(NumberOrWord)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_back_to_the_bit() {
        let hard = [
            0.1,
            1.0 / 3.0,
            5e-324,
            f64::MAX,
            -0.0,
            0.0,
            1e300,
            3.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        let text = serde_json::to_string(&list(&hard)).unwrap();
        let back: Vec<Exact> = serde_json::from_str(&text).unwrap();
        for (a, b) in numbers(&back).iter().zip(hard) {
            assert!(
                a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan()),
                "{text}"
            );
        }
        assert!(serde_json::from_str::<Exact>("\"seven\"").is_err());
    }
}
