//! Problems back to text: one line of JSON, every number exact to the last bit.

use super::{Data, Problem};
use complementarity::Matrix;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

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

/// Writes one problem as one line, so that several make a JSON-lines file.
pub fn write(problem: &Problem, mut out: impl Write) -> io::Result<()> {
    let lcp = problem.lcp();
    let (format, free) = match &problem.data {
        Data::Lcp(_) => ("lcp-1", None),
        Data::Mlcp(mlcp) => (
            "mlcp-1",
            Some((0..lcp.len()).filter(|&i| mlcp.free()[i]).collect()),
        ),
    };
    let (name, n, m, q) = (problem.name.as_str(), lcp.len(), Rows(lcp.m()), lcp.q());
    serde_json::to_writer(
        &mut out,
        &Fields {
            format,
            name,
            n,
            m,
            q,
            free,
        },
    )?;
    out.write_all(b"\n")
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
