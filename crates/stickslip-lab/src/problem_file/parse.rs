//! One JSON object to one checked problem.

use super::error::{Fault, Place, ReadError};
use super::{Data, Problem, locate};
use complementarity::{Lcp, Matrix, Mlcp};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;
use std::ops::Range;

/// The fields we read; all others are accepted and ignored.
#[derive(Deserialize)]
struct Fields {
    format: Option<String>,
    name: Option<String>,
    n: Option<usize>,
    #[serde(rename = "M")]
    m: Vec<Vec<f64>>,
    q: Vec<f64>,
    free: Option<Vec<usize>>,
}

/// A fault and the bytes it points at.
type Located = (Fault, Range<usize>);

/// Reads the problems of one top-level value: one for an object, any number for a list of objects.
/// `line` is the line of the file where the text begins.
pub(super) fn chunk(text: &str, line: usize, file: &str) -> Vec<Result<Problem, Box<ReadError>>> {
    if !text.trim_start().starts_with('[') {
        return vec![object(text, line, 0..text.len(), file)];
    }
    // a list must be whole before its elements are looked at one by one
    if let Err(error) = serde_json::from_str::<Vec<IgnoredAny>>(text) {
        let (fault, span) = explain(text, line, &error);
        let error = ReadError {
            file: file.to_owned(),
            place: Some(Place::new(text, line, span)),
            problem: None,
            fault,
        };
        return vec![Err(Box::new(error))];
    }
    elements(text)
        .into_iter()
        .map(|span| object(text, line, span, file))
        .collect()
}

/// Reads the object in `text[span]`.
fn object(
    text: &str,
    line: usize,
    span: Range<usize>,
    file: &str,
) -> Result<Problem, Box<ReadError>> {
    let part = &text[span.clone()];
    let own_line = line + text[..span.start].matches('\n').count();
    problem(part, own_line).map_err(|(fault, bytes)| {
        let place = Place::new(text, line, span.start + bytes.start..span.start + bytes.end);
        let problem = locate::find_string(part, "name");
        Box::new(ReadError {
            file: file.to_owned(),
            place: Some(place),
            problem,
            fault,
        })
    })
}

fn problem(text: &str, line: usize) -> Result<Problem, Located> {
    let fields: Fields = serde_json::from_str(text).map_err(|error| explain(text, line, &error))?;
    let name = fields
        .name
        .clone()
        .unwrap_or_else(|| format!("line-{line}"));
    let data = data(fields).map_err(|(fault, field)| {
        let bytes = locate::find(text, &field).unwrap_or(0..1);
        (fault, bytes)
    })?;
    Ok(Problem { name, line, data })
}

/// Checks lengths and ranges; a fault comes with the field to point at.
fn data(fields: Fields) -> Result<Data, (Fault, String)> {
    let Fields {
        format,
        n,
        m,
        q,
        free,
        ..
    } = fields;
    let mixed = match format.as_deref() {
        None | Some("lcp-1") => false,
        Some("mlcp-1") => true,
        Some(found) => {
            return Err((
                Fault::UnknownFormat {
                    found: format!("{found:?}"),
                },
                "format".into(),
            ));
        }
    };
    let rows = m.len();
    if let Some(n) = n.filter(|&n| n != rows) {
        return Err((Fault::RowCount { found: rows, n }, "M".into()));
    }
    for (row, entries) in m.iter().enumerate() {
        if entries.len() != rows {
            let fault = Fault::RowLength {
                row,
                found: entries.len(),
                expected: rows,
            };
            return Err((fault, format!("M[{row}]")));
        }
    }
    if q.len() != rows {
        return Err((
            Fault::QLength {
                found: q.len(),
                n: rows,
            },
            "q".into(),
        ));
    }
    let matrix = Matrix::from_fn(rows, rows, |i, j| m[i][j]);
    let lcp = Lcp::new(matrix, q).map_err(|error| (error.into(), "M".into()))?;
    match (mixed, free) {
        (false, Some(free)) if !free.is_empty() => Err((Fault::FreeInLcp, "free".into())),
        (false, _) => Ok(Data::Lcp(lcp)),
        (true, None) => Err((
            Fault::Missing {
                field: "free".into(),
            },
            String::new(),
        )),
        (true, Some(free)) => {
            let marks = marks(&free, rows)?;
            let mlcp = Mlcp::new(lcp, marks).map_err(|error| (error.into(), "free".into()))?;
            Ok(Data::Mlcp(mlcp))
        }
    }
}

/// The list of equations as a mark per row.
fn marks(free: &[usize], n: usize) -> Result<Vec<bool>, (Fault, String)> {
    let mut marks = vec![false; n];
    for (index, &row) in free.iter().enumerate() {
        if row >= n {
            return Err((Fault::FreeRange { index, row, n }, format!("free[{index}]")));
        }
        if marks[row] {
            let first = free.iter().position(|&r| r == row).unwrap_or(0);
            return Err((
                Fault::FreeTwice { index, row, first },
                format!("free[{index}]"),
            ));
        }
        marks[row] = true;
    }
    Ok(marks)
}

/// Says what a parse error means for the fields of a problem.
fn explain(text: &str, line: usize, error: &serde_json::Error) -> Located {
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

/// The spans of the elements of a valid JSON list.
fn elements(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let (mut depth, mut in_string, mut escaped, mut start) = (0, false, false, 0);
    for (i, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => {
                depth += 1;
                if depth == 1 {
                    start = i + 1;
                }
            }
            b',' if depth == 1 => {
                spans.push(start..i);
                start = i + 1;
            }
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 && (!spans.is_empty() || !text[start..i].trim().is_empty()) {
                    spans.push(start..i);
                }
            }
            _ => {}
        }
    }
    // the place of a problem is its first character, not the blank before it
    let blank = |span: &Range<usize>| {
        let part = &text[span.clone()];
        part.len() - part.trim_start().len()
    };
    spans
        .into_iter()
        .map(|span| span.start + blank(&span)..span.end)
        .collect()
}
