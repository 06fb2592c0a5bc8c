//! What is asked of parameters; each answer names the field.

use crate::coordinates::Coordinate;
use crate::error::Error;
use crate::system::ContactSpec;

/// Numbers that are finite.
pub(super) fn finite(field: &str, values: &[f64]) -> Result<(), Error> {
    match values {
        [value] => Error::check_finite(*value, || field.into()),
        _ => Error::check_vector(values, values.len(), || field.into()),
    }
}

/// Finite and above zero.
pub(super) fn positive(field: &str, value: f64) -> Result<(), Error> {
    finite(field, &[value])?;
    expect(value > 0.0, field, value, "positive")
}

/// Finite and not below zero.
pub(super) fn not_negative(field: &str, value: f64) -> Result<(), Error> {
    finite(field, &[value])?;
    expect(value >= 0.0, field, value, "zero or positive")
}

/// Positive numbers, one for each of several things.
pub(super) fn all_positive(field: &str, values: &[f64]) -> Result<(), Error> {
    (values.iter().enumerate()).try_for_each(|(i, &x)| positive(&format!("{field}[{i}]"), x))
}

/// A condition on a parameter.
pub(super) fn expect(
    holds: bool,
    field: &str,
    value: impl ToString,
    expected: &'static str,
) -> Result<(), Error> {
    match holds {
        true => Ok(()),
        false => Err(Error::BadParameter {
            field: field.into(),
            value: value.to_string(),
            expected,
        }),
    }
}

/// A coordinate that can say how a body in space is turned.
pub(super) fn orientation(kind: Coordinate) -> Result<(), Error> {
    expect(
        matches!(kind, Coordinate::Quaternion | Coordinate::Rotation),
        "orientation",
        format!("{kind:?}"),
        "Quaternion or Rotation",
    )
}

/// Friction and restitution of all contacts.
pub(super) fn materials(contacts: &[ContactSpec]) -> Result<(), Error> {
    for (contact, spec) in contacts.iter().enumerate() {
        material(spec).map_err(|source| Error::AtContact {
            contact,
            name: spec.name.clone(),
            source: Box::new(source),
        })?;
    }
    Ok(())
}

fn material(spec: &ContactSpec) -> Result<(), Error> {
    spec.friction.check()?;
    let bad = |(value, expected)| Error::BadRestitution { value, expected };
    spec.restitution.check().map_err(bad)?;
    let e = spec.tangential_restitution;
    // the normal coefficient at rest is the largest for all laws but tables and functions, whose steps check again
    let largest = match &spec.restitution {
        crate::Restitution::Constant(e) => *e,
        crate::Restitution::Yielding { slow, .. } => *slow,
        _ => 1.0,
    };
    match (0.0..=largest).contains(&e) {
        true => Ok(()),
        false => Err(Error::BadRestitution {
            value: e,
            expected: "tangential restitution is from 0 to the normal one",
        }),
    }
}
