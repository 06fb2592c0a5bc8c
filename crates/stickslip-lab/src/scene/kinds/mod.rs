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
use super::value::{Numbers, Table};
use serde::Deserialize;
use serde::de::DeserializeOwned;
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
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    // rounded to a few digits is fine; another order of the entries or an angle in it is not
    if (norm - 1.0).abs() > 1e-3 {
        let fault = format_args!(
            "a quaternion w, x, y, z of a rotation has length 1, and this has {norm:.4}; divide it by that, or \
             check what it is"
        );
        return Err(Misfit::new(key, fault));
    }
    Ok(kind.turned(q.map(|a| a / norm)))
}

/// The quaternion of the turn about the axis of a vector by its length (rad).
fn quaternion_of(vector: [f64; 3]) -> [f64; 4] {
    let angle = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    if angle == 0.0 {
        return [1.0, 0.0, 0.0, 0.0];
    }
    let (sin, cos) = (0.5 * angle).sin_cos();
    let [x, y, z] = vector.map(|a| a / angle * sin);
    [cos, x, y, z]
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
        let half = std::f64::consts::FRAC_PI_2;
        let q = Numbers(quaternion_of([0.0, 0.0, half]));
        let columns = turned("", Coordinate::Rotation, Some(q)).unwrap();
        let exact = [0.0, 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        assert!(
            columns
                .iter()
                .zip(exact)
                .all(|(a, b)| (a - b).abs() < 1e-15)
        );
        assert!(
            turned(
                "",
                Coordinate::Quaternion,
                Some(Numbers([1.0, 1.0, 0.0, 0.0]))
            )
            .is_err()
        );
    }
}
