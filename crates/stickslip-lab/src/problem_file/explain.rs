//! From a parse error to the fault of a field: what serde_json says, in the words of a problem file.

use super::error::Fault;
use super::locate;
use serde_json::error::Category;
use std::ops::Range;

/// A fault and the bytes it points at.
pub(super) type Located = (Fault, Range<usize>);

/// Says what a parse error means for the fields of a problem whose text begins on `line`.
pub(super) fn explain(text: &str, line: usize, error: &serde_json::Error) -> Located {
    let message = error.to_string();
    // a future format may give the fields another shape: say that first
    if let Some(found) = locate::find_string(text, "format")
        && !["lcp-1", "mlcp-1"].contains(&found.as_str())
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
    for (start, make) in [
        (
            "missing field `",
            (|field| Fault::Missing { field }) as fn(String) -> Fault,
        ),
        ("duplicate field `", |field| Fault::Twice { field }),
    ] {
        if let Some((field, _)) = message.strip_prefix(start).and_then(|m| m.split_once('`')) {
            let end = offset(text, error);
            return (make(field.to_owned()), end..end + 1);
        }
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
        ("q", 0) => "a list of numbers",
        ("M" | "q", _) => "a number, without quotes",
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
