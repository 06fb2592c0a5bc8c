//! `--set mu=0.4`: another value for a parameter, or for a key like `run.duration` or `bodies[2].mass`.

use super::super::error::SceneError;
use super::files::Folder;
use super::include::Texts;
use super::numbers::unknown;
use super::sources::Sources;
use super::tree::{Tree, Value, shift};
use std::borrow::Cow;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What error messages call the command line.
pub(crate) const NAME: &str = "--set";

impl Texts {
    /// Adds what was typed after `--set`.
    pub(in crate::scene) fn add_settings(&mut self, settings: &[String]) -> Vec<usize> {
        // files named on the command line are looked for from where it is typed
        let here = || Folder::Disk("".into());
        (settings.iter())
            .map(|text| self.sources.add(NAME, here(), text.clone()))
            .collect()
    }
}

/// Puts the settings into the tree.
pub(in crate::scene) fn apply<'t>(
    sources: &'t Sources,
    settings: &[usize],
    tree: &mut Tree<'t>,
) -> Result<(), SceneError> {
    for &index in settings {
        let source = sources.get(index);
        let whole = source.base..source.base + source.text.len();
        let Some((name, text)) = source.text.split_once('=') else {
            let fault = format!(
                "{:?} is no setting; write name=value, like mu=0.4",
                source.text
            );
            return Err(sources.error(whole, fault));
        };
        let start = source.base + name.len() + 1;
        let key = source.base..source.base + name.len();
        if !is_path(name.trim()) {
            let fault = format!(
                "{:?} is no key; write it like run.duration or bodies[0].mass",
                name.trim()
            );
            return Err(sources.error(key, fault));
        }
        let value = value(text, start);
        put(tree, name.trim(), value, &key).map_err(|fault| sources.error(key, fault))?;
    }
    Ok(())
}

/// Whether a word can be a key: names with dots between them, and numbers in brackets after them.
fn is_path(word: &str) -> bool {
    word.split('.').all(|part| {
        let (name, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
        while let Some((number, after)) = rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
            if number.parse::<usize>().is_err() {
                return false;
            }
            rest = after;
        }
        !name.is_empty() && !name.contains(']') && rest.is_empty()
    })
}

/// A TOML value, or else a word.
fn value(text: &str, start: usize) -> Value<'_> {
    match DeValue::parse(text.trim()) {
        Ok(mut value) => {
            let blanks = text.len() - text.trim_start().len();
            shift(&mut value, start + blanks);
            value
        }
        Err(_) => Spanned::new(
            start..start + text.len(),
            DeValue::String(Cow::Borrowed(text.trim())),
        ),
    }
}

fn put<'t>(
    tree: &mut Tree<'t>,
    name: &str,
    value: Value<'t>,
    key: &std::ops::Range<usize>,
) -> Result<(), String> {
    let parameter = format!("parameters.{name}");
    if !name.contains(['.', '[']) {
        if let Some(old) = tree.get_mut(&parameter) {
            *old = value;
            return Ok(());
        }
        // a key of the top level, like `name`
        return match tree.get_mut(name) {
            Some(old) if !old.get_ref().is_table() && !old.get_ref().is_array() => {
                *old = value;
                Ok(())
            }
            _ => {
                let table = tree.section("parameters");
                let table = table.and_then(|value| value.get_ref().as_table());
                let known: Vec<&str> = (table.into_iter().flatten())
                    .map(|(key, _)| &**key.get_ref())
                    .collect();
                let sentence = unknown(name, known.iter().copied());
                Err(match known.is_empty() {
                    true => format!(
                        "there is no parameter `{name}`, for the scene has none; name a key instead, like run.duration"
                    ),
                    false => format!("{sentence}; or name a key, like run.duration"),
                })
            }
        };
    }
    if let Some(old) = tree.get_mut(name) {
        *old = value;
        return Ok(());
    }
    // a key that is not there yet; whether it is a good one is found out when the scene is read
    let (around, last) = name.rsplit_once('.').unwrap_or(("", name));
    if around.contains('.') && tree.get_mut(around).is_none() {
        // nor is the table around it, like run.large
        let empty = Spanned::new(key.clone(), DeValue::Table(DeTable::default()));
        put(tree, around, empty, key)?;
    }
    let table = tree.get_mut(around).map(|value| value.get_mut());
    match table {
        Some(DeValue::Table(table)) if !last.is_empty() && !last.contains(['[', ']']) => {
            let last = Spanned::new(key.clone(), Cow::Owned(last.to_owned()));
            table.insert(last, value);
            Ok(())
        }
        _ => Err(format!(
            "the scene has no `{name}`; lists count from 0, like bodies[0].mass"
        )),
    }
}
