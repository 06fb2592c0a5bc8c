//! The kinds of system a scene can hold, one file each: the keys of `[system]` and `[initial]` and what is made of them.

mod balls;
mod brick;
mod cradle;
mod double_pendulum;
mod particle;
mod planar;
mod puck;
mod rod;

use super::built_in::BuiltIn;
use super::error::Misfit;
use super::value::{Numbers, Table, unit_quaternion};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use stickslip::{Coordinate, State};
use toml::Spanned;
use toml::de::{DeValue, Error, ValueDeserializer};

/// The names of `kind`.
pub(super) const KINDS: [&str; 8] = [
    "rod",
    "balls",
    "particle",
    "cradle",
    "double-pendulum",
    "planar",
    "brick",
    "puck",
];

/// The schemas of `[system]` and `[initial]`, in the order of [`KINDS`].
pub(super) fn schemas(generator: &mut SchemaGenerator) -> [[Schema; 2]; 8] {
    let mut of = |system: fn(&mut SchemaGenerator) -> Schema,
                  initial: fn(&mut SchemaGenerator) -> Schema| {
        [system(generator), initial(generator)]
    };
    fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
    [
        of(schema::<rod::Keys>, schema::<rod::Initial>),
        of(schema::<balls::Keys>, schema::<balls::Initial>),
        of(schema::<particle::Keys>, schema::<particle::Initial>),
        of(schema::<cradle::Keys>, schema::<cradle::Initial>),
        of(
            schema::<double_pendulum::Keys>,
            schema::<double_pendulum::Initial>,
        ),
        of(
            schema::<planar::Keys>,
            schema::<BTreeMap<String, planar::Pose>>,
        ),
        of(schema::<brick::Keys>, schema::<brick::Initial>),
        of(schema::<puck::Keys>, schema::<puck::Initial>),
    ]
}

/// Why a system could not be made.
pub(super) enum Refusal {
    /// The keys do not fit.
    Data(Error),
    /// The values do not.
    Misfit(Misfit),
}

/// Makes the system of that kind and its state from the two tables; `None` for an unknown kind.
pub(super) fn build(
    kind: &str,
    system: Spanned<DeValue<'_>>,
    initial: Spanned<DeValue<'_>>,
) -> Option<Result<(BuiltIn, State), Refusal>> {
    Some(match kind {
        "rod" => make(system, initial, rod::build),
        "balls" => make(system, initial, balls::build),
        "particle" => make(system, initial, particle::build),
        "cradle" => make(system, initial, cradle::build),
        "double-pendulum" => make(system, initial, double_pendulum::build),
        "planar" => make(system, initial, planar::build),
        "brick" => make(system, initial, brick::build),
        "puck" => make(system, initial, puck::build),
        _ => return None,
    })
}

/// Reads both tables, then builds.
fn make<K: DeserializeOwned, I: DeserializeOwned>(
    system: Spanned<DeValue<'_>>,
    initial: Spanned<DeValue<'_>>,
    build: fn(K, I) -> Result<(BuiltIn, State), Misfit>,
) -> Result<(BuiltIn, State), Refusal> {
    let keys = Table::<K>::deserialize(ValueDeserializer::from(system)).map_err(Refusal::Data)?;
    let initial =
        Table::<I>::deserialize(ValueDeserializer::from(initial)).map_err(Refusal::Data)?;
    let (system, state) = build(keys.0, initial.0).map_err(Refusal::Misfit)?;
    state
        .check(&system)
        .map_err(|error| Refusal::Misfit(Misfit::library("initial", &error)))?;
    Ok((system, state))
}

/// What the library says about the parameters under `[system]`.
fn refused(error: stickslip::Error) -> Misfit {
    Misfit::library("system", &error)
}

/// `orientation = "quaternion"` (the default) or `"rotation"`.
fn orientation(word: &Option<String>) -> Result<Coordinate, Misfit> {
    match word.as_deref() {
        None | Some("quaternion") => Ok(Coordinate::Quaternion),
        Some("rotation") => Ok(Coordinate::Rotation),
        Some(other) => {
            let choice = super::explain::choose(other, &["quaternion", "rotation"]);
            let fault = format_args!("`orientation` is {other:?}; {choice}");
            Err(Misfit::new("system.orientation", fault))
        }
    }
}

/// The entries of q for an orientation given as a quaternion w, x, y, z; unturned if there is none.
fn turned(key: &str, kind: Coordinate, quaternion: Option<Numbers<4>>) -> Result<Vec<f64>, Misfit> {
    let q = quaternion.map_or([1.0, 0.0, 0.0, 0.0], |q| q.0);
    unit_quaternion(key, q).map(|q| kind.turned(q))
}

/// A list with one entry for each of several things.
fn one_each(key: &str, found: usize, expected: usize) -> Result<(), Misfit> {
    match found == expected {
        true => Ok(()),
        false => Err(Misfit::new(
            key,
            format_args!("`{key}` has {found} entries, expected {expected}; give one for each"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let q = Numbers([half, 0.0, 0.0, half]);
        let columns = turned("", Coordinate::Rotation, Some(q)).unwrap();
        let exact = [0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        assert!(
            columns
                .iter()
                .zip(exact)
                .all(|(a, b)| (a - b).abs() < 1e-15)
        );
        let long = Numbers([1.0, 1.0, 0.0, 0.0]);
        assert!(turned("", Coordinate::Quaternion, Some(long)).is_err());
    }
}
