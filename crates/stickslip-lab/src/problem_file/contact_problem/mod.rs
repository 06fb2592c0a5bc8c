//! The format `contact-problem-1`: a contact problem posed without a scene, for the analysis of what it allows. Described in
//! `docs/problem-format.md`.
//!
//! Unlike the other formats it is strict, as scenes are, and like them it has parameters: wherever a number stands, an expression may
//! stand, and `--set mu=0.75` gives a parameter another value. Data flow: text → `tree` → `--set` → `parameters` → `build`.

mod build;
pub mod catalogue;
mod friction;
#[cfg(test)]
mod mistakes;
mod parameters;
mod parts;
#[cfg(test)]
mod tests;
mod tree;
mod write;

pub use parameters::Parameter;
pub use write::write_posed;

use super::chunks;
use super::error::{Fault, ReadError};
use super::explain::explain;
use super::locate;
use crate::analyze::Posed;
use crate::place::Place;
use crate::scene::unknown_parameter;
use std::io::Read;
use std::path::Path;
use tree::{Node, Tree};

/// The name of the format.
pub const FORMAT: &str = "contact-problem-1";

/// More bytes than this are no problem that could be analyzed (16 MiB).
const LARGEST: u64 = 1 << 24;

/// A posed problem as a file has it.
#[derive(Clone, Debug, PartialEq)]
pub struct PosedFile {
    /// The problem with its names.
    pub posed: Posed,
    /// What it shows, in a sentence or a few.
    pub about: String,
    /// Its parameters with the values it was read with, in the order of the file.
    pub parameters: Vec<Parameter>,
    /// Where each contact is in space, as far as the file says.
    pub places: Vec<Option<ContactPlace>>,
}

/// Where a contact is in space: for pictures, not for mechanics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPlace {
    /// The point (m).
    pub point: [f64; 3],
    /// The direction of n.
    pub normal: [f64; 3],
    /// The direction of t, if it is given.
    pub tangent: Option<[f64; 3]>,
}

impl PosedFile {
    /// A problem to be written, without places and without words about it.
    pub fn new(posed: Posed) -> Self {
        let places = vec![None; posed.contacts.len()];
        Self {
            posed,
            about: String::new(),
            parameters: Vec::new(),
            places,
        }
    }
}

/// Reads a file of the format with settings like `mu=0.4` for a parameter, or `contacts[0].friction.coefficient=0.4` for a field; `-` is standard input.
pub fn read_posed(path: &Path, set: &[String]) -> Result<PosedFile, Box<ReadError>> {
    let file = path.to_string_lossy();
    let fault = |fault: Fault| {
        Box::new(ReadError {
            file: file.to_string(),
            place: None,
            problem: None,
            fault,
        })
    };
    if path.is_dir() {
        return Err(fault(Fault::Directory));
    }
    let mut bytes = Vec::new();
    let read = match &*file {
        "-" => std::io::stdin().take(LARGEST).read_to_end(&mut bytes),
        _ => std::fs::File::open(path).and_then(|f| f.take(LARGEST).read_to_end(&mut bytes)),
    };
    read.map_err(|error| fault(chunks::io_fault(error)))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        fault(Fault::NotUtf8(error.as_bytes()[at]))
    })?;
    read_posed_text(&text, &file, set)
}

/// The same from a text. `file` is what error messages call it.
///
/// ```
/// use stickslip_lab::problem_file::contact_problem::read_posed_text;
///
/// let text = r#"{
///     "format": "contact-problem-1",
///     "parameters": { "mu": 0.5 },
///     "mass": [2, 2],
///     "force": [5, -20],
///     "contacts": [{ "n": [0, 1], "t": [1, 0], "friction": { "coefficient": "$mu", "set": "planar" } }]
/// }"#;
/// let block = read_posed_text(text, "block.json", &["mu=0.2".into()]).expect("valid");
/// assert_eq!(block.parameters[0].value, 0.2);
/// assert_eq!(block.posed.problem.data().contacts[0].friction.coefficient, 0.2);
///
/// let error = read_posed_text(text, "block.json", &["nu=0.2".into()]).expect_err("no such parameter");
/// assert!(error.to_string().contains("there is no parameter `nu`"));
/// ```
pub fn read_posed_text(
    text: &str,
    file: &str,
    set: &[String],
) -> Result<PosedFile, Box<ReadError>> {
    let error = |file: &str, place: Option<Place>, fault: Fault| {
        Box::new(ReadError {
            file: file.to_owned(),
            place,
            problem: locate::find_string(text, "name"),
            fault,
        })
    };
    if text.trim().is_empty() {
        return Err(error(file, None, Fault::Empty));
    }
    let mut tree: Tree = serde_json::from_str(text).map_err(|wrong| {
        let (fault, bytes) = explain(text, 1, &wrong);
        error(file, Some(Place::new(text, 1, bytes)), fault)
    })?;
    let mut changed = Vec::new();
    for setting in set {
        let field = apply(setting, &mut tree).map_err(|fault| error("--set", None, fault))?;
        changed.push(field);
    }
    let stem = Path::new(file)
        .file_stem()
        .map_or("problem".into(), |stem| stem.to_string_lossy());
    build::posed(&Node::root(&tree), &stem).map_err(|(fault, field)| {
        // what was typed is not in the file
        if changed
            .iter()
            .any(|changed| field.starts_with(changed.as_str()))
        {
            return error("--set", None, fault);
        }
        let bytes = locate::find(text, &field).unwrap_or(0..1);
        error(file, Some(Place::new(text, 1, bytes)), fault)
    })
}

/// Puts one setting into the tree, and says which field it changed.
fn apply(setting: &str, tree: &mut Tree) -> Result<String, Fault> {
    let wrong = |advice: String| Fault::Setting {
        setting: setting.to_owned(),
        advice,
    };
    let Some((name, value)) = setting.split_once('=') else {
        return Err(wrong("write name=value, like mu=0.4".into()));
    };
    let (name, value) = (name.trim(), value.trim());
    // what is no JSON is an expression, or a word
    let value = serde_json::from_str(value).unwrap_or_else(|_| Tree::Text(value.to_owned()));
    let parameter = format!("parameters.{name}");
    for field in [parameter, name.to_owned()] {
        if let Some(old) = tree.get_mut(&field) {
            *old = value;
            return Ok(field);
        }
    }
    if name.contains(['.', '[']) {
        return Err(wrong(format!(
            "the problem has no field `{name}`; lists count from 0, like contacts[0].friction.coefficient"
        )));
    }
    let known: Vec<String> = match tree.get_mut("parameters") {
        Some(Tree::Object(keys)) => keys.iter().map(|(key, _)| key.clone()).collect(),
        _ => Vec::new(),
    };
    Err(wrong(match known.is_empty() {
        true => format!(
            "there is no parameter `{name}`, for the problem has none; name a field instead, like force[0]"
        ),
        false => unknown_parameter(name, known.iter().map(String::as_str)),
    }))
}
