//! What can be wrong with a problem file, said so that it can be put right.

use crate::place::Place;
use std::fmt;
use std::io;
use thiserror::Error;

/// A problem file that cannot be used: where, in which problem, and what is wrong.
#[derive(Debug, Error)]
#[error("{}{fault}", Prefix { file, place: place.as_ref(), problem: problem.as_deref() })]
pub struct ReadError {
    /// The file as it was named, `-` for standard input.
    pub file: String,
    /// Where in the file, if the fault has a place.
    pub place: Option<Place>,
    /// Name of the problem, if it got that far.
    pub problem: Option<String>,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a problem file. `field` is like `M[2][0]`, `found` is the text that stands there.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what each field is")]
pub enum Fault {
    #[error("there is no such file; check the path")]
    NoFile,
    #[error("is a directory; name a file in it")]
    Directory,
    #[error("cannot be read; check its permissions ({0})")]
    Io(io::Error),
    #[error("is not UTF-8 text (byte {0:#04x}); save it as UTF-8 JSON")]
    NotUtf8(u8),
    #[error("holds no problem; write a JSON object with at least M and q, or a contact problem")]
    Empty,
    #[error("has more after these {0} faults, which was not looked at; correct these first")]
    Unread(usize),
    #[error("the text ends inside {field}; the file is truncated, write it again")]
    Truncated { field: String },
    #[error(
        "a new object begins here, but {field} of the one begun on line {begun} is still open; \
         line {begun} is truncated, write it again"
    )]
    Unfinished { field: String, begun: usize },
    #[error("not valid JSON: {message} in {field}, at {found}; correct it there")]
    Syntax {
        field: String,
        found: String,
        message: String,
    },
    #[error("{field} is {found}, which JSON does not know; {advice}")]
    NotJsonNumber {
        field: String,
        found: String,
        advice: &'static str,
    },
    #[error("{field} is {found}, too large for a 64-bit float; every entry must be finite")]
    TooLarge { field: String, found: String },
    #[error("{field} is {found}; it must be {expected}")]
    WrongType {
        field: String,
        found: String,
        expected: &'static str,
    },
    #[error("there is no {field}; add it ({needs})")]
    Missing { field: String, needs: &'static str },
    #[error("{field} is given twice; keep one")]
    Twice { field: String },
    #[error(
        "format is {found}; this version reads \"lcp-1\", \"mlcp-1\", \"fc-local-1\", \"fc-global-1\" and, to analyze, \
         \"contact-problem-1\""
    )]
    UnknownFormat { found: String },
    #[error("M has {found} rows, but n is {n}; give n rows, or leave n out")]
    RowCount { found: usize, n: usize },
    #[error("M[{row}] has {found} entries, expected {expected}; M must be square")]
    RowLength {
        row: usize,
        found: usize,
        expected: usize,
    },
    #[error("q has {found} entries but M is {n} × {n}; give one entry per row of M")]
    QLength { found: usize, n: usize },
    #[error("free[{index}] = {row} is out of range; M has {n} rows, counted from 0")]
    FreeRange { index: usize, row: usize, n: usize },
    #[error("free[{index}] = {row} is a duplicate of free[{first}]; list each row once")]
    FreeTwice {
        index: usize,
        row: usize,
        first: usize,
    },
    #[error("free lists equations, but the format is lcp-1; write \"format\": \"mlcp-1\"")]
    FreeInLcp,
    #[error("dim is {found}; a contact has 2 rows in the plane (N, T) or 3 in space (N, T1, T2)")]
    Dimension { found: usize },
    #[error("{field} has {found} entries, expected {expected}; {advice}")]
    Length {
        field: String,
        found: usize,
        expected: usize,
        advice: &'static str,
    },
    #[error("mu[{index}] is {value}; a coefficient of friction is not negative, 0 is none")]
    NegativeFriction { index: usize, value: f64 },
    #[error("nc gives W {found} rows, more than the {most} that are read; split the problem")]
    TooManyRows { found: usize, most: usize },
    #[error(
        "M couples {found} velocities with each other, more than the {most} that are eliminated at once; \
         split the problem, or reduce it to fc-local-1"
    )]
    TooManyCoupled { found: usize, most: usize },
    #[error("{field} is {found}, but {what} is {expected}; correct it, or leave it out")]
    Size {
        field: String,
        found: usize,
        what: &'static str,
        expected: usize,
    },
    #[error("{field} = {index} is out of range; {matrix} is {rows} × {cols}, counted from 0")]
    EntryRange {
        field: String,
        index: usize,
        matrix: &'static str,
        rows: usize,
        cols: usize,
    },
    #[error(
        "{matrix}.row[{at}] and {matrix}.col[{at}] name entry ({row}, {col}), which triplet {first} already gave; \
         give each entry once, with the sum of its parts"
    )]
    EntryTwice {
        matrix: &'static str,
        at: usize,
        row: usize,
        col: usize,
        first: usize,
    },
    #[error("{field} is {found}; {advice}")]
    Value {
        field: String,
        found: String,
        advice: String,
    },
    #[error("there is no field `{field}`; {advice}")]
    UnknownField { field: String, advice: String },
    #[error("{field} is {found}; it must be a number or an expression, and {sentence}")]
    Expression {
        field: String,
        found: String,
        sentence: String,
    },
    #[error("{setting:?}: {advice}")]
    Setting { setting: String, advice: String },
    #[error("{field}: {error}")]
    Library {
        field: String,
        error: stickslip::Error,
    },
    #[error(
        "format is \"contact-problem-1\", which is not solved but analyzed; use `stickslip analyze`"
    )]
    ForAnalysis,
    #[error(transparent)]
    Contact(stickslip::Error),
    #[error(transparent)]
    Problem(#[from] complementarity::ProblemError),
}

/// `file:line:column: problem "name": `, as far as known.
struct Prefix<'a> {
    file: &'a str,
    place: Option<&'a Place>,
    problem: Option<&'a str>,
}

impl fmt::Display for Prefix<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.file == "-" {
            "standard input"
        } else {
            self.file
        })?;
        if let Some(Place { line, column, .. }) = self.place {
            write!(f, ":{line}:{column}")?;
        }
        f.write_str(": ")?;
        self.problem
            .map_or(Ok(()), |name| write!(f, "problem {name:?}: "))
    }
}
