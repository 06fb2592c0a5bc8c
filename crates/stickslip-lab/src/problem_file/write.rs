//! Problems back to text: one line of JSON, every number exact to the last bit.

use super::{ContactData, Data, Problem};
use complementarity::{Lcp, Matrix};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use stickslip::GlobalProblem;

/// A problem as the formats `lcp-1` and `mlcp-1` lay it out.
#[derive(Serialize)]
struct Fields<'a> {
    format: &'static str,
    name: &'a str,
    n: usize,
    #[serde(rename = "M")]
    m: Rows<'a>,
    q: &'a [f64],
    #[serde(skip_serializing_if = "Option::is_none")]
    free: Option<Vec<usize>>,
}

/// A problem as the format `fc-local-1` lays it out.
#[derive(Serialize)]
struct ContactFields<'a> {
    format: &'static str,
    name: &'a str,
    dim: usize,
    nc: usize,
    mu: Vec<f64>,
    q: &'a [f64],
    #[serde(rename = "W")]
    w: Triplets,
}

/// A problem as the format `fc-global-1` lays it out.
#[derive(Serialize)]
struct GlobalFields<'a> {
    format: &'static str,
    name: &'a str,
    dim: usize,
    nc: usize,
    ndof: usize,
    mu: &'a [f64],
    q: &'a [f64],
    b: &'a [f64],
    #[serde(rename = "M")]
    m: Triplets,
    #[serde(rename = "H")]
    h: Triplets,
}

#[derive(Serialize)]
struct Triplets {
    rows: usize,
    cols: usize,
    nnz: usize,
    row: Vec<usize>,
    col: Vec<usize>,
    val: Vec<f64>,
}

/// Writes one problem as one line, so that several make a JSON-lines file.
pub fn write(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    let name = problem.name.as_str();
    match &problem.data {
        Data::Lcp(lcp) => {
            serde_json::to_writer(&mut out, &Fields::new("lcp-1", name, lcp, None))?;
        }
        Data::Mlcp(mlcp) => {
            let free = (0..problem.len()).filter(|&i| mlcp.free()[i]).collect();
            let fields = Fields::new("mlcp-1", name, mlcp.lcp(), Some(free));
            serde_json::to_writer(&mut out, &fields)?;
        }
        Data::Contact(contact) => {
            serde_json::to_writer(&mut out, &ContactFields::new(name, contact))?;
        }
        Data::Global(global) => {
            serde_json::to_writer(&mut out, &GlobalFields::new(name, global))?;
        }
    }
    out.write_all(b"\n")
}

impl<'a> Fields<'a> {
    fn new(format: &'static str, name: &'a str, lcp: &'a Lcp, free: Option<Vec<usize>>) -> Self {
        let (n, m, q) = (lcp.len(), Rows(lcp.m()), lcp.q());
        Self {
            format,
            name,
            n,
            m,
            q,
            free,
        }
    }
}

impl<'a> ContactFields<'a> {
    fn new(name: &'a str, contact: &'a ContactData) -> Self {
        let problem = contact.problem();
        Self {
            format: super::parse::CONTACT,
            name,
            dim: contact.dim(),
            nc: problem.contacts().len(),
            mu: contact.mu().collect(),
            q: problem.q(),
            w: Triplets::new(problem.len(), problem.len(), by_rows(problem.w())),
        }
    }
}

/// The entries of a matrix, row by row.
fn by_rows(w: &Matrix) -> impl Iterator<Item = (usize, usize, f64)> {
    (0..w.rows()).flat_map(move |i| (0..w.cols()).map(move |j| (i, j, w[(i, j)])))
}

impl<'a> GlobalFields<'a> {
    fn new(name: &'a str, global: &'a GlobalProblem) -> Self {
        let (dofs, rows) = (global.velocities(), global.b().len());
        Self {
            format: super::parse::GLOBAL,
            name,
            dim: global.dim(),
            nc: global.contacts(),
            ndof: dofs,
            mu: global.mu(),
            q: global.q(),
            b: global.b(),
            m: Triplets::new(dofs, dofs, global.m()),
            h: Triplets::new(dofs, rows, global.h()),
        }
    }
}

impl Triplets {
    /// Without zeros; a negative zero is kept.
    fn new(rows: usize, cols: usize, entries: impl Iterator<Item = (usize, usize, f64)>) -> Self {
        let mut triplets = Self {
            rows,
            cols,
            nnz: 0,
            row: Vec::new(),
            col: Vec::new(),
            val: Vec::new(),
        };
        for (row, col, value) in entries.filter(|entry| entry.2.to_bits() != 0) {
            triplets.row.push(row);
            triplets.col.push(col);
            triplets.val.push(value);
        }
        triplets.nnz = triplets.row.len();
        triplets
    }
}

/// A matrix as the list of its rows.
struct Rows<'a>(&'a Matrix);

/// One row of it.
struct Row<'a>(&'a Matrix, usize);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(Some(self.0.rows()))?;
        for i in 0..self.0.rows() {
            rows.serialize_element(&Row(self.0, i))?;
        }
        rows.end()
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(m, i) = *self;
        let mut row = serializer.serialize_seq(Some(m.cols()))?;
        for j in 0..m.cols() {
            row.serialize_element(&m[(i, j)])?;
        }
        row.end()
    }
}
