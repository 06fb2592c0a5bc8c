//! What became of one problem, and its line of JSON.

mod complementarity;
mod contact;

pub use self::complementarity::LcpFinding;
pub use contact::{Bodies, ContactFinding, Modes};

use std::io::{self, Write};

/// The result of one problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record {
    /// Name of the problem.
    pub name: String,
    /// Line of the file where it begins.
    pub line: usize,
    /// Median time of one solve in seconds, if timing was asked for.
    pub seconds: Option<f64>,
    /// Answer, status and certificate.
    pub finding: Finding,
}

/// What was found, by the kind of problem.
#[derive(Clone, Debug)]
pub enum Finding {
    /// About a complementarity problem.
    Lcp(Box<LcpFinding>),
    /// About a frictional contact problem.
    Contact(Box<ContactFinding>),
}

impl Record {
    /// Whether the answer is certified.
    pub fn is_solved(&self) -> bool {
        match &self.finding {
            Finding::Lcp(finding) => finding.outcome.status.is_solved(),
            Finding::Contact(finding) => finding.is_solved(),
        }
    }

    /// The answer z or r; if not solved, the best point found.
    pub fn answer(&self) -> &[f64] {
        match &self.finding {
            Finding::Lcp(finding) => &finding.outcome.z,
            Finding::Contact(finding) => &finding.r,
        }
    }

    /// The status in one word.
    pub fn status(&self) -> &'static str {
        match &self.finding {
            Finding::Lcp(finding) => finding.outcome.status.word(),
            Finding::Contact(finding) => finding.status,
        }
    }

    /// Writes the record as one line of JSON; `file` is where the problem came from.
    pub fn write_json(&self, file: &str, mut out: impl Write) -> io::Result<()> {
        match &self.finding {
            Finding::Lcp(finding) => finding.write_json(self, file, &mut out)?,
            Finding::Contact(finding) => finding.write_json(self, file, &mut out)?,
        }
        out.write_all(b"\n")
    }
}
