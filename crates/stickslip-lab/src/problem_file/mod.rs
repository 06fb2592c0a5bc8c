//! Problem files: the formats `lcp-1`, `mlcp-1`, `fc-local-1` and `fc-global-1`, read and written. What is analyzed rather than solved
//! has a format of its own, [`contact_problem`].
//!
//! A file is a JSON object, a JSON list of objects, or JSON lines (one object a line, blank lines
//! allowed). The formats are described in `docs/problem-format.md`. Reading goes line by line and
//! collects the faults of all problems, so that a long file can be put right in one go.

mod chunks;
mod contact;
pub mod contact_problem;
#[cfg(test)]
mod contact_tests;
mod error;
mod explain;
mod global;
#[cfg(test)]
mod global_tests;
mod locate;
mod parse;
#[cfg(test)]
mod tests;
mod triplets;
mod write;

pub use crate::place::Place;
pub use contact::ContactData;
pub use contact_problem::{PosedFile, read_posed, read_posed_text, write_posed};
pub use error::{Fault, ReadError};
pub use write::write;

use chunks::Chunks;
use complementarity::{Lcp, Mlcp};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use stickslip::GlobalProblem;

/// Faults after which a file is given up: more of them say nothing new.
const MOST_FAULTS: usize = 20;

/// A problem from a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// Its name, `line-7` if the file gives none.
    pub name: String,
    /// Line of the file where it begins, counted from 1.
    pub line: usize,
    /// Its numbers.
    pub data: Data,
}

/// The kinds of problem a file can hold.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    /// From the format `lcp-1`.
    Lcp(Lcp),
    /// From the format `mlcp-1`.
    Mlcp(Mlcp),
    /// From the format `fc-local-1`.
    Contact(Box<ContactData>),
    /// From the format `fc-global-1`.
    Global(Box<GlobalProblem>),
}

impl Problem {
    /// Matrix and vector, if it is a complementarity problem.
    pub fn lcp(&self) -> Option<&Lcp> {
        match &self.data {
            Data::Lcp(lcp) => Some(lcp),
            Data::Mlcp(mlcp) => Some(mlcp.lcp()),
            Data::Contact(_) | Data::Global(_) => None,
        }
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        match &self.data {
            Data::Lcp(lcp) => lcp.len(),
            Data::Mlcp(mlcp) => mlcp.lcp().len(),
            Data::Contact(contact) => contact.problem().len(),
            Data::Global(global) => global.b().len(),
        }
    }

    /// Whether there are no unknowns.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether some rows are, or may be, equations.
    pub fn is_mixed(&self) -> bool {
        matches!(self.data, Data::Mlcp(_))
    }

    /// Whether it is a frictional contact problem.
    pub fn is_contact(&self) -> bool {
        matches!(self.data, Data::Contact(_) | Data::Global(_))
    }

    /// The format that holds it.
    pub fn format(&self) -> &'static str {
        match self.data {
            Data::Lcp(_) => "lcp-1",
            Data::Mlcp(_) => "mlcp-1",
            Data::Contact(_) => parse::CONTACT,
            Data::Global(_) => parse::GLOBAL,
        }
    }
}

/// Reads all problems of a file; `-` is standard input.
pub fn read_path(path: &Path) -> Result<Vec<Problem>, Vec<ReadError>> {
    let file = path.to_string_lossy();
    if file == "-" {
        return read(std::io::stdin().lock(), "-");
    }
    let input = File::open(path).map_err(|error| {
        let fault = chunks::io_fault(error);
        vec![ReadError {
            file: file.to_string(),
            place: None,
            problem: None,
            fault,
        }]
    })?;
    read(BufReader::with_capacity(1 << 16, input), &file)
}

/// Reads all problems of a text. `file` is what error messages call it.
///
/// ```
/// use stickslip_lab::problem_file::read;
///
/// let text = r#"{"name": "two", "M": [[2, 1], [1, 2]], "q": [-1, -1]}"#;
/// assert_eq!(read(text.as_bytes(), "here").expect("a valid problem")[0].len(), 2);
///
/// let text = r#"{"name": "two", "M": [[2, 1], [1]], "q": [-1, -1]}"#;
/// let faults = read(text.as_bytes(), "here").expect_err("a short row");
/// assert!(faults[0].to_string().contains("M[1] has 1 entries, expected 2"));
/// ```
pub fn read(input: impl BufRead, file: &str) -> Result<Vec<Problem>, Vec<ReadError>> {
    let mut chunks = Chunks::new(input);
    let (mut problems, mut faults) = (Vec::new(), Vec::new());
    while let Some(chunk) = chunks.next() {
        match chunk {
            Ok(chunk) => {
                for result in parse::chunk(&chunk.text, chunk.line, file) {
                    match result {
                        Ok(problem) => problems.push(problem),
                        Err(error) => faults.push(*error),
                    }
                }
            }
            Err((line, fault)) => {
                // a fault of the medium rather than of one problem: nothing after it can be trusted
                let place = (line > 0).then(|| Place::new("", line, 0..0));
                faults.push(ReadError {
                    file: file.to_owned(),
                    place,
                    problem: None,
                    fault,
                });
                break;
            }
        }
        if faults.len() >= MOST_FAULTS {
            if chunks.next().is_some() {
                let (fault, place, problem) = (Fault::Unread(MOST_FAULTS), None, None);
                let file = file.to_owned();
                faults.push(ReadError {
                    file,
                    place,
                    problem,
                    fault,
                });
            }
            break;
        }
    }
    if problems.is_empty() && faults.is_empty() {
        let fault = Fault::Empty;
        faults.push(ReadError {
            file: file.to_owned(),
            place: None,
            problem: None,
            fault,
        });
    }
    if faults.is_empty() {
        Ok(problems)
    } else {
        Err(faults)
    }
}
