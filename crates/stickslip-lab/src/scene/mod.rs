//! Scene files: a system or a world, where it begins, and how to step it, as TOML. The format is described in
//! `docs/scene-format.md`.
//!
//! Data flow one way: files → one tree of values (`text`) → the keys of each part → what the library needs.
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
mod read;
mod schema;
mod settings;
#[cfg(test)]
mod tests;
mod text;
mod value;
mod world;

pub use built_in::BuiltIn;
pub use change::Changes;
pub use error::SceneError;
pub use read::{read, read_path, read_path_with, read_with};
pub use schema::schema;
pub use text::numbers::SceneParameter;
pub use world::meshes::StoredFile;

// problem files have parameters and expressions as well
pub(crate) use text::{
    expression, numbers::unknown as unknown_parameter, overrides::NAME as SETTING,
};

use error::Misfit;
use stickslip::{Settings, State};
use text::tree::Value;

/// The version of the format that this program reads.
const SCHEMA_VERSION: u32 = 1;

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
    /// State and contacts are recorded after every so many steps, and at the end.
    pub record_every: usize,
    /// Its parameters, sorted by name, with the values it was read with.
    pub parameters: Vec<SceneParameter>,
    /// The file as it was read. Where it includes others, names meshes or was changed by settings, a text with all of that in it.
    pub text: String,
    /// Mesh files that `text` names.
    pub files: Vec<StoredFile>,
}

impl Scene {
    /// How many steps the run takes, or why the duration does not fit the step.
    pub fn steps(&self) -> Result<usize, String> {
        settings::steps(self.duration, self.settings.step)
    }
}

/// Whether a value is the version that this program reads; if not, what to say.
fn version(value: &Value<'_>) -> Result<(), String> {
    let number = value.get_ref().as_integer();
    match number.and_then(|n| n.as_str().parse::<u32>().ok()) {
        Some(SCHEMA_VERSION) => Ok(()),
        Some(0) => Err(format!(
            "schema_version = 0 was never promised to last; write {SCHEMA_VERSION}: nearly all such files are valid as they are \
             (docs/scene-format.md, \"Versions\", has what changed)"
        )),
        _ => Err(format!(
            "this program reads schema_version = {SCHEMA_VERSION}; write that, or use a newer program"
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
