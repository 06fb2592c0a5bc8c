//! A matrix as a contact problem writes it: triplets or a list of rows.

use super::error::Fault;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// Row, column and value of an entry.
pub(super) type Entry = (usize, usize, f64);

/// A matrix as it is written.
pub(super) enum Written {
    Triplets(Triplets),
    Rows(Vec<Vec<f64>>),
}

/// The entries that are not zero. The counts are optional, and checked if given.
#[derive(Deserialize)]
pub(super) struct Triplets {
    rows: Option<usize>,
    cols: Option<usize>,
    nnz: Option<usize>,
    row: Vec<usize>,
    col: Vec<usize>,
    val: Vec<f64>,
}

/// What a matrix must be: how messages call it, and its rows and columns with what gives their number.
pub(super) struct Shape {
    pub(super) name: &'static str,
    pub(super) rows: (usize, &'static str),
    pub(super) cols: (usize, &'static str),
}

// By hand rather than as an untagged enum, whose errors have lost their place in the text.
impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Written;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("triplets or a list of rows")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Written, A::Error> {
                Triplets::deserialize(MapAccessDeserializer::new(map)).map(Written::Triplets)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<Written, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(rows)).map(Written::Rows)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl Written {
    /// The entries, checked to fit the shape; a fault comes with the field to point at.
    pub(super) fn entries(&self, shape: &Shape) -> Result<Vec<Entry>, (Fault, String)> {
        match self {
            Self::Triplets(triplets) => triplets.entries(shape),
            Self::Rows(rows) => dense(rows, shape),
        }
    }
}

impl Triplets {
    fn entries(&self, shape: &Shape) -> Result<Vec<Entry>, (Fault, String)> {
        let name = shape.name;
        for (side, found, (expected, what)) in [
            ("rows", self.rows, shape.rows),
            ("cols", self.cols, shape.cols),
        ] {
            if let Some(found) = found.filter(|&found| found != expected) {
                let field = format!("{name}.{side}");
                let fault = Fault::Size {
                    field: field.clone(),
                    found,
                    what,
                    expected,
                };
                return Err((fault, field));
            }
        }
        let entries = self.nnz.unwrap_or(self.row.len());
        for (list, found) in [
            ("row", self.row.len()),
            ("col", self.col.len()),
            ("val", self.val.len()),
        ] {
            let advice = "row, col and val have one entry per triplet (nnz)";
            length(&format!("{name}.{list}"), found, entries, advice)?;
        }
        for (side, list, size) in [
            ("row", &self.row, shape.rows.0),
            ("col", &self.col, shape.cols.0),
        ] {
            if let Some(at) = list.iter().position(|&index| index >= size) {
                let field = format!("{name}.{side}[{at}]");
                let fault = Fault::EntryRange {
                    field: field.clone(),
                    index: list[at],
                    matrix: name,
                    rows: shape.rows.0,
                    cols: shape.cols.0,
                };
                return Err((fault, field));
            }
        }
        self.each_once(name)?;
        let places = self.row.iter().zip(&self.col).zip(&self.val);
        Ok(places
            .map(|((&row, &col), &value)| (row, col, value))
            .collect())
    }

    /// That no entry is given twice: the first one that is comes with the triplet that gave it before.
    fn each_once(&self, matrix: &'static str) -> Result<(), (Fault, String)> {
        let mut order: Vec<usize> = (0..self.row.len()).collect();
        order.sort_by_key(|&at| (self.row[at], self.col[at], at));
        let place = |at: usize| (self.row[at], self.col[at]);
        let pairs = order.windows(2).map(|pair| [pair[0], pair[1]]);
        let twice = pairs.filter(|&[a, b]| place(a) == place(b));
        match twice.min_by_key(|pair| pair[1]) {
            None => Ok(()),
            Some([_, at]) => {
                let first = (0..at).find(|&first| place(first) == place(at));
                let (row, col) = place(at);
                let fault = Fault::EntryTwice {
                    matrix,
                    at,
                    row,
                    col,
                    first: first.unwrap_or(0),
                };
                Err((fault, format!("{matrix}.row[{at}]")))
            }
        }
    }
}

fn dense(rows: &[Vec<f64>], shape: &Shape) -> Result<Vec<Entry>, (Fault, String)> {
    let name = shape.name;
    let advice = "give as many rows as the format asks for";
    length(name, rows.len(), shape.rows.0, advice)?;
    let mut entries = Vec::new();
    for (row, values) in rows.iter().enumerate() {
        let advice = "give as many columns as the format asks for";
        length(
            &format!("{name}[{row}]"),
            values.len(),
            shape.cols.0,
            advice,
        )?;
        let values = values.iter().enumerate();
        entries.extend(values.map(|(col, &value)| (row, col, value)));
    }
    Ok(entries)
}

/// That a list is as long as it must be.
pub(super) fn length(
    field: &str,
    found: usize,
    expected: usize,
    advice: &'static str,
) -> Result<(), (Fault, String)> {
    if found == expected {
        return Ok(());
    }
    let fault = Fault::Length {
        field: field.into(),
        found,
        expected,
        advice,
    };
    Err((fault, field.into()))
}
