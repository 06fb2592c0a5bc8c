//! What the TOML reader says, in the words of a scene file.

use super::error::alternatives;
use super::text::sources::Sources;
use super::text::tree::Tree;
use crate::near;
use std::ops::Range;

/// The sentence for a text that is not TOML.
pub(super) fn syntax(text: &str, error: &toml::de::Error) -> String {
    let found = error.span().and_then(|span| text.get(span)).unwrap_or("");
    match error.message() {
        "duplicate key" => format!("`{found}` is given twice; keep one"),
        message if message.starts_with("string values must be quoted") => match found {
            "" => "there is no value after `=`; add it".into(),
            _ => format!(
                "{found} is no value; write a number without its unit (all units are SI), true or false, \
                 a \"word\" in quotes, a [list] or a {{ table }}"
            ),
        },
        message => format!("not valid TOML: {message}; correct it there"),
    }
}

/// The sentence for values that do not fit the keys.
pub(super) fn data(sources: &Sources, tree: &Tree<'_>, error: &toml::de::Error) -> String {
    let bytes = error.span().unwrap_or(0..0);
    let key = tree.key_at(&bytes);
    let message = error.message();
    let found = shorten(sources.slice(&bytes));
    if let Some(name) = quoted(message, "missing field ") {
        return missing(name, &key);
    }
    if let Some(name) = quoted(message, "unknown field ") {
        return unknown(name, message, &around(&key));
    }
    if let Some(name) = quoted(message, "unknown variant ") {
        let known: Vec<&str> = listed(message);
        return format!("`{key}` is {name:?}; {}", choose(name, &known));
    }
    if message.contains("overflowed") {
        return format!(
            "`{key}` is {found}, too large for a 64-bit float; choose a smaller number"
        );
    }
    match message.rsplit_once("expected ") {
        Some((_, expected)) => format!("`{key}` is {found}; it must be {}", plain(expected)),
        None => format!("`{key}`: {message}"),
    }
}

/// `did you mean …?` if there is a near one, and all that could be meant.
pub(super) fn choose(name: &str, known: &[&str]) -> String {
    let near = near::nearest(name, known.iter().copied());
    let guess = near.map_or(String::new(), |near| format!("did you mean {near:?}? "));
    format!("{guess}it must be {}", alternatives(known.iter().copied()))
}

fn missing(name: &str, table: &str) -> String {
    match (name, table) {
        ("schema_version", _) => {
            "there is no schema_version; write `schema_version = 1` as the first line".into()
        }
        ("system" | "initial" | "run", "") => {
            format!("there is no [{name}]; add that table (docs/scene-format.md lists its keys)")
        }
        (_, "") => format!("there is no `{name}`; add it above the first table"),
        _ => format!("there is no `{name}` in [{table}]; add it"),
    }
}

fn unknown(name: &str, message: &str, table: &str) -> String {
    let known = listed(message);
    let place = match table {
        "" => "at the top level".into(),
        _ => format!("in [{table}]"),
    };
    let guess = near::nearest(name, known.iter().copied())
        .map_or(String::new(), |near| format!("did you mean `{near}`? "));
    match known.is_empty() {
        true => format!("there is no key `{name}` {place}; leave it out"),
        false => {
            let list = known.join(", ");
            format!("there is no key `{name}` {place}; {guess}the keys are {list}")
        }
    }
}

/// What serde expects, for people who do not know Rust.
fn plain(expected: &str) -> String {
    match expected {
        "f64" => "a number".into(),
        "usize" | "u32" | "u64" => "a whole number ≥ 0".into(),
        "a boolean" => "true or false".into(),
        "a string" => "a word in quotes".into(),
        "a sequence" => "a [list]".into(),
        other if other.starts_with("struct ") => "a { table }".into(),
        other => other.into(),
    }
}

/// The name in backquotes that follows the words.
fn quoted<'m>(message: &'m str, words: &str) -> Option<&'m str> {
    let rest = message.strip_prefix(words)?.strip_prefix('`')?;
    rest.split_once('`').map(|(name, _)| name)
}

/// The names in backquotes after `expected`.
fn listed(message: &str) -> Vec<&str> {
    let (_, list) = message.split_once("expected ").unwrap_or(("", ""));
    list.split('`').skip(1).step_by(2).collect()
}

/// The table that a key stands in.
fn around(key: &str) -> String {
    key.rsplit_once('.')
        .map_or("", |(table, _)| table)
        .to_owned()
}

/// A value as quoted in a message.
fn shorten(value: &str) -> String {
    const LONGEST: usize = 40;
    let line = value.lines().next().unwrap_or("");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// The bytes of a number that is not finite, as a sentence.
pub(super) fn not_finite(sources: &Sources, tree: &Tree<'_>, bytes: &Range<usize>) -> String {
    let (key, found) = (tree.key_at(bytes), sources.slice(bytes));
    format!("`{key}` is {found}; every number must be finite")
}
