//! From a parse error to the fault of a field: what serde_json says, in the words of a problem file.

use super::error::Fault;
use super::locate;
use super::parse::{CONTACT, GLOBAL};
use serde_json::error::Category;
use std::ops::Range;

/// The formats that are read.
const FORMATS: [&str; 4] = ["lcp-1", "mlcp-1", CONTACT, GLOBAL];
/// The format that is read elsewhere, and whose values are checked there.
const POSED: &str = super::contact_problem::FORMAT;
/// What the formats ask for.
pub(super) const LCP_NEEDS: &str = "a problem needs M and q, and `free` if it is mlcp-1";
const CONTACT_NEEDS: &str =
    "an fc-local-1 problem needs dim, nc, mu, q, and W with row, col and val";

const GLOBAL_NEEDS: &str =
    "an fc-global-1 problem needs dim, nc, mu, q, b, and M and H with row, col and val";

/// A fault and the bytes it points at.
pub(super) type Located = (Fault, Range<usize>);

/// Says what a parse error means for the fields of a problem whose text begins on `line`.
pub(super) fn explain(text: &str, line: usize, error: &serde_json::Error) -> Located {
    let message = error.to_string();
    // a future format may give the fields another shape: say that first
    if let Some(found) = locate::find_string(text, "format")
        && found != POSED
        && !FORMATS.contains(&found.as_str())
        && error.is_data()
    {
        let bytes = locate::find(text, "format").unwrap_or(0..1);
        return (
            Fault::UnknownFormat {
                found: format!("{found:?}"),
            },
            bytes,
        );
    }
    let end = offset(text, error);
    let named = |start: &str| {
        let (field, _) = message.strip_prefix(start)?.split_once('`')?;
        // serde names the field without the object around it, and these occur in matrices alone
        let inside = ["row", "col", "val", "rows", "cols", "nnz"].contains(&field);
        let around = locate::at(text, end).field;
        let matrix = around.split(['.', '[']).next().unwrap_or_default();
        match inside && !matrix.is_empty() {
            true => Some(format!("{matrix}.{field}")),
            false => Some(field.to_owned()),
        }
    };
    if let Some(field) = named("missing field `") {
        let needs = match locate::find_string(text, "format").as_deref() {
            Some(CONTACT) => CONTACT_NEEDS,
            Some(GLOBAL) => GLOBAL_NEEDS,
            _ => LCP_NEEDS,
        };
        return (Fault::Missing { field, needs }, end..end + 1);
    }
    if let Some(field) = named("duplicate field `") {
        return (Fault::Twice { field }, end..end + 1);
    }
    // an opening bracket in the wrong place is reported one byte early
    let bracket = ["invalid type: sequence", "invalid type: map"];
    let late = usize::from(bracket.iter().any(|b| message.starts_with(b)));
    let spot = locate::at(text, offset(text, error) + late);
    let field = if spot.field.is_empty() {
        "the problem".to_owned()
    } else {
        spot.field
    };
    let found = shorten(text.get(spot.bytes.clone()).unwrap_or_default());
    let fault = match error.classify() {
        Category::Eof => Fault::Truncated { field },
        Category::Data => Fault::WrongType {
            expected: expected(&field),
            field,
            found,
        },
        _ if message.starts_with("number out of range") => Fault::TooLarge { field, found },
        _ if found == "{" && text[..spot.bytes.start].ends_with('\n') => Fault::Unfinished {
            field: field_around(&field),
            begun: line,
        },
        _ => match advice(&found) {
            Some(advice) => Fault::NotJsonNumber {
                field,
                found,
                advice,
            },
            None => Fault::Syntax {
                field,
                found,
                message: without_position(&message),
            },
        },
    };
    (fault, spot.bytes)
}

/// What to do about a word that other languages write for a number.
fn advice(found: &str) -> Option<&'static str> {
    match found
        .trim_start_matches(['-', '+'])
        .to_ascii_lowercase()
        .as_str()
    {
        "nan" | "inf" | "infinity" => Some(
            "Python's json writes NaN and Infinity, but every entry must be a finite number: \
             find where it came from before writing the file",
        ),
        "none" | "undefined" | "nil" | "na" => Some("every entry must be a finite number"),
        _ => None,
    }
}

/// What belongs into a field.
fn expected(field: &str) -> &'static str {
    match (
        field.split('[').next().unwrap_or_default(),
        field.matches('[').count(),
    ) {
        ("M", 0) => "a list of rows",
        ("M", 1) => "a row, a list of numbers",
        ("q" | "mu" | "W.val", 0) => "a list of numbers",
        ("W", 0) => "an object with row, col and val, or a list of rows",
        ("W", 1) => "a row, a list of numbers",
        ("M" | "W" | "q" | "mu" | "W.val", _) => "a number, without quotes",
        ("W.row" | "W.col", 0) => "a list of whole numbers, counted from 0",
        ("W.row" | "W.col", _) => "a row or column number, counted from 0",
        ("W.rows" | "W.cols" | "W.nnz", _) => "a count, a whole number",
        ("dim", _) => "2 or 3",
        ("nc", _) => "the number of contacts, a whole number",
        ("free", 0) => "a list of row numbers, counted from 0",
        ("free", _) => "a row number, counted from 0",
        ("n", _) => "the number of rows, a whole number",
        ("name" | "format", _) => "a string",
        _ => "a JSON object with M and q",
    }
}

/// The list that an entry stands in.
fn field_around(field: &str) -> String {
    field
        .rsplit_once('[')
        .map_or(field, |(list, _)| list)
        .to_owned()
}

/// The byte a parse error points at.
fn offset(text: &str, error: &serde_json::Error) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(error.line().max(1) - 1)
        .map(str::len)
        .sum();
    (start + error.column().saturating_sub(1)).min(text.len())
}

/// The message without ` at line 1 column 2`, which is relative to the chunk.
fn without_position(message: &str) -> String {
    message
        .split_once(" at line ")
        .map_or(message, |(text, _)| text)
        .to_owned()
}

/// A value as quoted in a message.
fn shorten(value: &str) -> String {
    const LONGEST: usize = 40;
    let shown = value.chars().take(LONGEST);
    let mut short: String = shown
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect();
    if value.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    if short.is_empty() {
        "the end".into()
    } else {
        short
    }
}
