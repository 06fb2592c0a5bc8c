//! Scene files: a system, where it begins, and how to step it, as TOML. The format is described in
//! `docs/scene-format.md`.
//!
//! A scene is strict: keys that are not known, numbers that make no sense and whatever is missing are errors that name
//! the file, the line and what to do.

mod built_in;
pub mod catalogue;
mod change;
mod error;
mod explain;
mod friction;
mod kinds;
mod material;
mod method;
mod settings;
#[cfg(test)]
mod tests;
mod tree;
mod value;

pub use built_in::BuiltIn;
pub use change::Changes;
pub use error::SceneError;

use crate::place::Place;
use error::Misfit;
use kinds::Refusal;
use serde::Deserialize;
use serde::de::IgnoredAny;
use settings::RunKeys;
use std::fmt::Display;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use stickslip::{Settings, State};
use toml::de::{DeValue, ValueDeserializer};
use tree::Tree;
use value::Table;

/// The version of the format that this program reads.
const SCHEMA_VERSION: u32 = 0;

/// The longest name of a scene; it is also the name of a folder.
const LONGEST_NAME: usize = 64;

/// A scene: everything a run needs.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Scene {
    /// Its name, of letters, digits, `-` and `_`.
    pub name: String,
    /// What it shows, in a sentence or a few.
    pub about: String,
    /// What moves.
    pub system: BuiltIn,
    /// Where it begins.
    pub initial: State,
    /// How to step.
    pub settings: Settings,
    /// How long (s).
    pub duration: f64,
    /// The file as it was read.
    pub text: String,
}

impl Scene {
    /// How many steps the run takes, or why the duration does not fit the step.
    pub fn steps(&self) -> Result<usize, String> {
        settings::steps(self.duration, self.settings.step)
    }
}

/// The keys of the top level; what a system needs depends on its kind and is read after.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    #[serde(rename = "schema_version")]
    _schema_version: u32,
    name: String,
    about: String,
    #[serde(rename = "system")]
    _system: IgnoredAny,
    #[serde(rename = "initial")]
    _initial: IgnoredAny,
    run: Table<RunKeys>,
}

/// Reads a scene file; `-` is standard input.
pub fn read_path(path: &Path) -> Result<Scene, SceneError> {
    let file = path.to_string_lossy();
    let fault = |fault: String| SceneError {
        file: file.to_string(),
        place: None,
        fault,
    };
    if path.is_dir() {
        return Err(fault("is a directory; name a file in it".into()));
    }
    let bytes = match &*file {
        "-" => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        _ => std::fs::read(path),
    };
    let bytes = bytes.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => fault("there is no such file; check the path".into()),
        _ => fault(format!("cannot be read; check its permissions ({error})")),
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| fault("is not UTF-8 text; save it as UTF-8 TOML".into()))?;
    read(&text, &file)
}

/// Reads a scene from its text. `file` is what error messages call it.
///
/// ```
/// use stickslip_lab::scene;
///
/// let text = scene::catalogue::text("falling-rod").expect("shipped");
/// assert_eq!(scene::read(text, "here").expect("valid").steps(), Ok(320));
///
/// let wrong = text.replace("mass = 1.0", "mass = -1.0");
/// let error = scene::read(&wrong, "here").expect_err("a negative mass");
/// assert!(error.to_string().contains("mass is -1; it must be positive"));
/// ```
pub fn read(text: &str, file: &str) -> Result<Scene, SceneError> {
    let fail = |bytes: Range<usize>, fault: String| SceneError {
        file: file.to_owned(),
        place: Some(Place::new(text, 1, bytes)),
        fault,
    };
    let tree = Tree::parse(text).map_err(|error| {
        let bytes = error.span().unwrap_or(0..0);
        fail(bytes, explain::syntax(text, &error))
    })?;
    let data = |error: toml::de::Error| {
        let bytes = error.span().unwrap_or(0..0);
        fail(bytes, explain::data(text, &tree, &error))
    };
    let misfit = |misfit: Misfit| fail(tree.find(&misfit.key), misfit.fault);

    // a later version may have other keys: say that first
    version(&tree).map_err(misfit)?;
    if let Some(bytes) = tree.not_finite() {
        let fault = explain::not_finite(text, &tree, &bytes);
        return Err(fail(bytes, fault));
    }

    // the top level and [run]
    let root = ValueDeserializer::from(tree.0.clone());
    let head = Head::deserialize(root).map_err(data)?;
    check_name(&head.name).map_err(misfit)?;

    // [system] and [initial], whose keys depend on the kind
    let (kind, system) = kind(&tree).map_err(misfit)?;
    let initial = section(&tree, "initial").map_err(misfit)?;
    let built = kinds::build(&kind, system, initial).unwrap_or_else(|| {
        let fault = format_args!(
            "`kind` is {kind:?}; {}",
            explain::choose(&kind, &kinds::KINDS)
        );
        Err(Refusal::Misfit(Misfit::new("system.kind", fault)))
    });
    let (system, initial) = built.map_err(|refusal| match refusal {
        Refusal::Data(error) => data(error),
        Refusal::Misfit(m) => misfit(m),
    })?;
    let (settings, duration) = head.run.build().map_err(misfit)?;
    Ok(Scene {
        name: head.name,
        about: head.about,
        system,
        initial,
        settings,
        duration,
        text: text.to_owned(),
    })
}

type Section<'t> = toml::Spanned<DeValue<'t>>;

/// A table of the top level.
fn section<'t>(tree: &Tree<'t>, key: &str) -> Result<Section<'t>, Misfit> {
    match tree.section(key) {
        Some(value) if value.get_ref().is_table() => Ok(value.clone()),
        _ => Err(Misfit::new(
            key,
            format_args!("`{key}` must be a table; write [{key}]"),
        )),
    }
}

/// The kind of the system, and its table without it.
fn kind<'t>(tree: &Tree<'t>) -> Result<(String, Section<'t>), Misfit> {
    let mut system = section(tree, "system")?;
    let kinds = error::alternatives(kinds::KINDS);
    let at = |key: &str, fault: &dyn Display| Err(Misfit::new(key, fault));
    let DeValue::Table(table) = system.get_mut() else {
        return at("system", &"`system` must be a table; write [system]");
    };
    let Some(kind) = table.remove("kind") else {
        return at(
            "system",
            &format_args!("there is no `kind` in [system]; add it, one of {kinds}"),
        );
    };
    match kind.get_ref().as_str() {
        Some(kind) => Ok((kind.to_owned(), system)),
        None => at(
            "system.kind",
            &format_args!("`kind` must be a word in quotes, one of {kinds}"),
        ),
    }
}

fn version(tree: &Tree<'_>) -> Result<(), Misfit> {
    let Some(value) = tree.section("schema_version") else {
        // the reader of the top level says what is missing
        return Ok(());
    };
    let number = value.get_ref().as_integer();
    match number.and_then(|n| n.as_str().parse::<u32>().ok()) {
        Some(SCHEMA_VERSION) => Ok(()),
        _ => Err(Misfit::new(
            "schema_version",
            format_args!(
                "this program reads schema_version = {SCHEMA_VERSION}; write that, or use a newer program"
            ),
        )),
    }
}

/// A name that is a folder's name on every system.
fn check_name(name: &str) -> Result<(), Misfit> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    match !name.is_empty() && name.len() <= LONGEST_NAME && name.chars().all(plain) {
        true => Ok(()),
        false => Err(Misfit::new(
            "name",
            format_args!(
                "`name` is {name:?}; use 1 to {LONGEST_NAME} letters, digits, - and _, because it names the run's folder"
            ),
        )),
    }
}
