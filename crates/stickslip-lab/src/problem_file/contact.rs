//! A frictional contact problem as a file holds it: the format `fc-local-1`, read into a checked problem.

use super::error::Fault;
use complementarity::Matrix;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use stickslip::{BlockProblem, Friction, ReducedProblem};

/// Rows of the largest W that is read. It is kept as a dense matrix, and a short file can name a very large one.
pub(super) const MOST_ROWS: usize = 12_000;

/// Contacts with dry friction, all planar or all spatial, over u = W r + q.
#[derive(Clone, Debug)]
pub struct ContactData {
    dim: usize,
    problem: ReducedProblem,
    blocks: BlockProblem,
}

impl ContactData {
    /// Contacts of `dim` rows each, without joints.
    pub(crate) fn new(dim: usize, problem: ReducedProblem) -> Result<Self, stickslip::Error> {
        let contacts = problem.contacts().iter();
        let mu = contacts.map(|contact| contact.friction.coefficient);
        let (w, n) = (problem.w(), problem.len());
        let entries: Vec<_> = (0..n)
            .flat_map(|col| (0..n).map(move |row| (row, col, w[(row, col)])))
            .filter(|entry| entry.2 != 0.0)
            .collect();
        let blocks = BlockProblem::new(dim, mu.collect(), problem.q().to_vec(), &entries)?;
        Ok(Self {
            dim,
            problem,
            blocks,
        })
    }

    /// The same problem with W in blocks.
    pub fn blocks(&self) -> &BlockProblem {
        &self.blocks
    }

    /// Rows of one contact: 2 (N, T) or 3 (N, T1, T2).
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// W, q and the friction of each contact.
    pub fn problem(&self) -> &ReducedProblem {
        &self.problem
    }

    /// The coefficients of friction, contact by contact.
    pub fn mu(&self) -> impl Iterator<Item = f64> {
        (self.problem.contacts().iter()).map(|contact| contact.friction.coefficient)
    }
}

impl PartialEq for ContactData {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.problem, &other.problem);
        self.dim == other.dim && a.q() == b.q() && self.mu().eq(other.mu()) && a.w() == b.w()
    }
}

/// The fields we read; all others are accepted and ignored.
#[derive(Deserialize)]
pub(super) struct Fields {
    pub(super) name: Option<String>,
    dim: usize,
    nc: usize,
    mu: Vec<f64>,
    q: Vec<f64>,
    #[serde(rename = "W")]
    w: Delassus,
}

/// W as it is written: triplets or rows.
enum Delassus {
    Triplets(Triplets),
    Rows(Vec<Vec<f64>>),
}

/// The entries of W that are not zero. The counts are optional, and checked if given.
#[derive(Deserialize)]
struct Triplets {
    rows: Option<usize>,
    cols: Option<usize>,
    nnz: Option<usize>,
    row: Vec<usize>,
    col: Vec<usize>,
    val: Vec<f64>,
}

// By hand rather than as an untagged enum, whose errors have lost their place in the text.
impl<'de> Deserialize<'de> for Delassus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Delassus;

            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("triplets or a list of rows")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Delassus, A::Error> {
                Triplets::deserialize(MapAccessDeserializer::new(map)).map(Delassus::Triplets)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, rows: A) -> Result<Delassus, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(rows)).map(Delassus::Rows)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Checks lengths and ranges; a fault comes with the field to point at.
pub(super) fn check(fields: Fields) -> Result<ContactData, (Fault, String)> {
    let Fields {
        dim, nc, mu, q, w, ..
    } = fields;
    let friction = match dim {
        2 => Friction::planar,
        3 => Friction::round,
        found => return Err((Fault::Dimension { found }, "dim".into())),
    };
    length("mu", mu.len(), nc, "give one coefficient per contact (nc)")?;
    if let Some(index) = mu.iter().position(|&mu| mu < 0.0) {
        let value = mu[index];
        let fault = Fault::NegativeFriction { index, value };
        return Err((fault, format!("mu[{index}]")));
    }
    // mu is as long as the file says, so the product is far from overflow
    let n = dim * nc;
    length("q", q.len(), n, "give dim entries per contact (dim × nc)")?;
    if n > MOST_ROWS {
        let fault = Fault::TooManyRows {
            found: n,
            most: MOST_ROWS,
        };
        return Err((fault, "nc".into()));
    }
    let w = match w {
        Delassus::Triplets(triplets) => triplets.matrix(n)?,
        Delassus::Rows(rows) => dense(&rows, n)?,
    };
    let frictions = mu.into_iter().map(friction).collect();
    let problem = ReducedProblem::new(w, q, frictions)
        .map_err(|error| (Fault::Contact(error), "W".into()))?;
    ContactData::new(dim, problem).map_err(|error| (Fault::Contact(error), "W".into()))
}

impl Triplets {
    fn matrix(&self, n: usize) -> Result<Matrix, (Fault, String)> {
        for (field, found) in [("W.rows", self.rows), ("W.cols", self.cols)] {
            if let Some(found) = found.filter(|&found| found != n) {
                let fault = Fault::Size { field, found, n };
                return Err((fault, field.into()));
            }
        }
        let entries = self.nnz.unwrap_or(self.row.len());
        for (field, found) in [
            ("W.row", self.row.len()),
            ("W.col", self.col.len()),
            ("W.val", self.val.len()),
        ] {
            let advice = "row, col and val have one entry per triplet (nnz)";
            length(field, found, entries, advice)?;
        }
        for (field, list) in [("W.row", &self.row), ("W.col", &self.col)] {
            if let Some(at) = list.iter().position(|&index| index >= n) {
                let (index, field) = (list[at], format!("{field}[{at}]"));
                let fault = Fault::EntryRange {
                    field: field.clone(),
                    index,
                    n,
                };
                return Err((fault, field));
            }
        }
        let mut w = Matrix::zeros(n, n);
        let mut given = vec![false; n * n];
        for (at, (&row, &col)) in self.row.iter().zip(&self.col).enumerate() {
            if std::mem::replace(&mut given[row * n + col], true) {
                let mut pairs = self.row.iter().zip(&self.col);
                let first = pairs.position(|pair| pair == (&row, &col)).unwrap_or(0);
                let fault = Fault::EntryTwice {
                    at,
                    row,
                    col,
                    first,
                };
                return Err((fault, format!("W.row[{at}]")));
            }
            w[(row, col)] = self.val[at];
        }
        Ok(w)
    }
}

fn dense(rows: &[Vec<f64>], n: usize) -> Result<Matrix, (Fault, String)> {
    length("W", rows.len(), n, "W has dim × nc rows")?;
    for (row, entries) in rows.iter().enumerate() {
        let field = format!("W[{row}]");
        length(&field, entries.len(), n, "W has dim × nc columns")?;
    }
    Ok(Matrix::from_fn(n, n, |i, j| rows[i][j]))
}

fn length(
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
