//! One JSON object to one checked problem.

use super::error::{Fault, ReadError};
use super::explain::{LCP_NEEDS, Located, explain};
use super::{Data, Problem, contact, global, locate};
use crate::place::Place;
use complementarity::{Lcp, Matrix, Mlcp};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::ops::Range;

/// The formats of frictional contact problems: in impulses alone, and with the velocities of bodies.
pub(super) const CONTACT: &str = "fc-local-1";
pub(super) const GLOBAL: &str = "fc-global-1";

/// What decides how the rest is read.
#[derive(Deserialize)]
struct Head {
    format: Option<String>,
}

/// The fields of `lcp-1` and `mlcp-1`; all others are accepted and ignored.
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
    let (name, data) = match format(text).as_deref() {
        Some(super::contact_problem::FORMAT) => {
            let bytes = locate::find(text, "format").unwrap_or(0..1);
            return Err((Fault::ForAnalysis, bytes));
        }
        Some(CONTACT) => {
            let fields: contact::Fields = fields(text, line)?;
            let name = fields.name.clone();
            let data = contact::check(fields);
            (name, data.map(|data| Data::Contact(Box::new(data))))
        }
        Some(GLOBAL) => {
            let fields: global::Fields = fields(text, line)?;
            let name = fields.name.clone();
            let data = global::check(fields);
            (name, data.map(|problem| Data::Global(Box::new(problem))))
        }
        _ => {
            let fields: Fields = fields(text, line)?;
            (fields.name.clone(), data(fields))
        }
    };
    let name = name.unwrap_or_else(|| format!("line-{line}"));
    let data = data.map_err(|(fault, field)| {
        let bytes = locate::find(text, &field).unwrap_or(0..1);
        (fault, bytes)
    })?;
    Ok(Problem { name, line, data })
}

/// The format that a text names, even if the rest of it is broken.
fn format(text: &str) -> Option<String> {
    match serde_json::from_str::<Head>(text) {
        Ok(head) => head.format,
        Err(_) => locate::find_string(text, "format"),
    }
}

fn fields<'a, T: Deserialize<'a>>(text: &'a str, line: usize) -> Result<T, Located> {
    serde_json::from_str(text).map_err(|error| explain(text, line, &error))
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
                needs: LCP_NEEDS,
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
