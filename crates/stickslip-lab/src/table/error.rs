//! What can be wrong with a table, said so that it can be put right.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A table that cannot be written or read: which file, and what is wrong with it.
#[derive(Debug, Error)]
#[error("{}: {fault}", file.display())]
pub struct TableError {
    /// The file as it was named.
    pub file: PathBuf,
    /// What is wrong.
    pub fault: Fault,
}

impl TableError {
    pub(super) fn new(file: &Path, fault: impl Into<Fault>) -> Self {
        Self {
            file: file.to_owned(),
            fault: fault.into(),
        }
    }
}

/// What is wrong with a table.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what each field is")]
pub enum Fault {
    #[error("{0}")]
    Io(#[from] io::Error),

    // names
    #[error(
        "`{name}` cannot be a column name; leave out commas, quotes, line ends and spaces at the ends"
    )]
    ColumnName { name: String },
    #[error(
        "`{name}` cannot be an array name; leave out slashes, backslashes and control characters"
    )]
    ArrayName { name: String },
    #[error("the name `{name}` appears twice; each name may appear once")]
    Twice { name: String },

    // csv
    #[error("a table needs at least one column")]
    NoColumns,
    #[error("the row has {found} values, the table {expected} columns")]
    RowLength { found: usize, expected: usize },
    #[error(
        "its columns are `{found}`, this run writes `{expected}`; write to another file or remove this one"
    )]
    OtherColumns { found: String, expected: String },
    #[error("line {line} has {found} values, the first line {expected} names")]
    LineLength {
        line: usize,
        found: usize,
        expected: usize,
    },
    #[error("line {line}, column `{column}`: `{found}` is not a number")]
    NotANumber {
        line: usize,
        column: String,
        found: String,
    },
    #[error("has {found} bytes where the checkpoint saw {expected} bytes; run the scene again")]
    TooShort { found: u64, expected: u64 },
    #[error("is empty; the first line must name the columns")]
    NoHeader,

    // npz
    #[error("is not an NPZ file ({0}); write it with `stickslip` or numpy.savez")]
    NotZip(String),
    #[error("array `{array}` is damaged ({reason}); write the file again")]
    Damaged { array: String, reason: String },
    #[error(
        "array `{array}` is compressed ({method}); save it with numpy.savez, not savez_compressed"
    )]
    Compressed { array: String, method: String },
    #[error(
        "array `{array}` holds numbers of type `{descr}`, only `<f8` is read; convert it with astype(float)"
    )]
    Type { array: String, descr: String },
    #[error("array `{array}` has {dimensions} dimensions, at most 2 are read")]
    Dimensions { array: String, dimensions: usize },
    #[error("has no array `{array}`; it has {}", list(.present))]
    Missing { array: String, present: Vec<String> },
    #[error("array `{array}` has {dimensions} dimension(s), {expected} expected")]
    OtherShape {
        array: String,
        dimensions: usize,
        expected: usize,
    },
}

fn list(names: &[String]) -> String {
    if names.is_empty() {
        return "none at all".into();
    }
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
