//! What became of a complementarity problem, and its line of JSON.

use super::Record;
use complementarity::enumerate::{Piece, Solutions};
use complementarity::{Attempt, Certificate, Outcome, Ray, Status};
use serde::Serialize;
use std::io::{self, Write};

/// The result of a problem in one of the formats `lcp-1` and `mlcp-1`.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LcpFinding {
    /// Whether it is a mixed problem (some unknowns unrestricted).
    pub mixed: bool,
    /// Answer, status and certificate.
    pub outcome: Outcome,
    /// All solutions, if they were asked for.
    pub solutions: Option<Solutions>,
    /// What the class of the matrix guarantees, one sentence each, if it was asked for.
    pub guarantees: Vec<String>,
}

/// The layout of a line. JSON has no infinity: a figure that is infinite or not a number is `null`.
#[derive(Serialize)]
struct Fields<'a> {
    name: &'a str,
    file: &'a str,
    line: usize,
    n: usize,
    status: &'static str,
    proves_unsolvable: bool,
    z: &'a [f64],
    certificate: Certificate,
    iterations: usize,
    attempts: &'a [Attempt],
    #[serde(skip_serializing_if = "<[usize]>::is_empty")]
    dependent: &'a [usize],
    #[serde(skip_serializing_if = "Option::is_none")]
    ray: Option<&'a Ray>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<AllFields<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    guarantees: &'a [String],
}

#[derive(Serialize)]
struct AllFields<'a> {
    pieces: Vec<PieceFields<'a>>,
    complete: bool,
    doubtful: bool,
    nodes: usize,
}

#[derive(Serialize)]
struct PieceFields<'a> {
    vertices: &'a [Vec<f64>],
    rays: &'a [Vec<f64>],
}

impl LcpFinding {
    /// Writes it with what its record knows.
    pub(super) fn write_json(
        &self,
        record: &Record,
        file: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let Outcome {
            z,
            status,
            certificate,
            iterations,
            attempts,
            dependent,
            ..
        } = &self.outcome;
        let fields = Fields {
            name: &record.name,
            file,
            line: record.line,
            n: z.len(),
            status: status.word(),
            proves_unsolvable: status.proves_unsolvable(),
            z,
            certificate: *certificate,
            iterations: *iterations,
            attempts,
            dependent,
            ray: if let Status::Ray(ray) = status {
                Some(ray)
            } else {
                None
            },
            seconds: record.seconds,
            solutions: self.solutions.as_ref().map(AllFields::new),
            guarantees: &self.guarantees,
        };
        serde_json::to_writer(out, &fields).map_err(io::Error::from)
    }
}

impl<'a> AllFields<'a> {
    fn new(all: &'a Solutions) -> Self {
        let fields = |p: &'a Piece| PieceFields {
            vertices: &p.vertices,
            rays: &p.rays,
        };
        Self {
            pieces: all.pieces.iter().map(fields).collect(),
            complete: all.complete,
            doubtful: all.doubtful,
            nodes: all.nodes,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Finding;
    use complementarity::Scale;

    #[test]
    fn infinite_figures_become_null_and_the_line_stays_json() {
        let certificate = Certificate::worst(Scale { q: 1.0, m: 2.0 });
        let z = vec![f64::NAN, 1.5];
        let outcome = Outcome::judge(z, Status::Stalled, certificate, 1e-9).by("lemke", 3);
        let record = Record {
            name: "quote \" and\nline".into(),
            line: 7,
            seconds: None,
            finding: Finding::Lcp(Box::new(LcpFinding {
                mixed: false,
                outcome,
                solutions: None,
                guarantees: Vec::new(),
            })),
        };
        let mut out = Vec::new();
        record.write_json("f.json", &mut out).unwrap();
        assert_eq!(out.iter().filter(|&&b| b == b'\n').count(), 1);
        let v: serde_json::Value = serde_json::from_slice(&out).unwrap();
        assert_eq!(v["name"], "quote \" and\nline");
        assert_eq!(v["status"], "stalled");
        assert_eq!(v["z"], serde_json::json!([null, 1.5]));
        assert!(v["certificate"]["relative"].is_null());
        assert_eq!(v["certificate"]["scale"]["m"], 2.0);
        assert_eq!(v["attempts"][0]["method"], "lemke");
        assert!(v.get("seconds").is_none() && v.get("solutions").is_none());
    }
}
