//! What can be wrong with a scene file, said so that it can be put right.

use crate::place::Place;
use std::fmt;

/// A scene that cannot be used: where it is, and what is wrong and what to do in one sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SceneError {
    /// The file as it was named.
    pub file: String,
    /// Where in the file, if the fault has a place.
    pub place: Option<Place>,
    /// What is wrong and what to do.
    pub fault: String,
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.file.as_str() {
            "-" => "standard input",
            file => file,
        })?;
        if let Some(Place { line, column, .. }) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl std::error::Error for SceneError {}

/// A value that reads well but does not make sense: the key it stands under, like `system.masses[1]`, and the sentence.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Misfit {
    pub(super) key: String,
    pub(super) fault: String,
}

impl Misfit {
    /// A sentence about a key.
    pub(super) fn new(key: impl Into<String>, fault: impl fmt::Display) -> Self {
        let (key, fault) = (key.into(), fault.to_string());
        Self { key, fault }
    }

    /// What the library says about the numbers under a key. Where it names a field, the field is the key below.
    pub(super) fn library(key: &str, error: &stickslip::Error) -> Self {
        use stickslip::Error as E;
        let below = match error {
            E::WrongLength { field, .. }
            | E::NotFinite { field, .. }
            | E::BadParameter { field, .. } => Some(field.as_str()),
            E::BadSetting { field, .. } => Some(*field),
            _ => None,
        };
        match below {
            Some(field) => Self::new(format!("{key}.{field}"), error),
            None => Self::new(key, error),
        }
    }
}

/// Quoted, with commas and a last `or`.
pub(super) fn alternatives<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let words: Vec<String> = words.into_iter().map(|w| format!("{w:?}")).collect();
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => words.concat(),
    }
}
