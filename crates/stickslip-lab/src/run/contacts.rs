//! `contacts.csv`: a row for each step and contact in its problem. Unlike the other tables it holds words.

use super::error::RunError;
use super::folder::failed;
use std::fmt::Write as _;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use stickslip::{ContactReport, ContactSpec};

/// The first line.
const HEADER: &str = "t,contact,name,mode,impulse_n,impulse_t,impulse_o,impulse_r,\
                      velocity_n,velocity_t,velocity_o,velocity_r,gap\n";

/// Appends rows; those of a step go to the system at once.
#[derive(Debug)]
pub(super) struct ContactTable {
    path: PathBuf,
    file: File,
    /// The names, quoted where CSV needs it.
    names: Vec<String>,
    text: String,
}

impl ContactTable {
    pub(super) fn create(path: &Path, contacts: &[ContactSpec]) -> Result<Self, RunError> {
        let mut file = File::create(path).map_err(|source| failed(path, source))?;
        file.write_all(HEADER.as_bytes())
            .map_err(|source| failed(path, source))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            names: contacts.iter().map(|c| quoted(&c.name)).collect(),
            text: String::new(),
        })
    }

    /// The contacts of a step that ended at t (s).
    pub(super) fn step(&mut self, t: f64, contacts: &[ContactReport]) -> Result<(), RunError> {
        self.text.clear();
        for contact in contacts {
            let name = self.names.get(contact.id).map_or("", String::as_str);
            let mode = contact.mode.word();
            let text = &mut self.text;
            write!(text, "{t:?},{},{name},{mode}", contact.id).expect("a String takes all");
            let numbers = contact.impulse.parts().into_iter().chain(contact.velocity);
            for number in numbers.chain([contact.gap]) {
                write!(text, ",{number:?}").expect("a String takes all");
            }
            text.push('\n');
        }
        self.file
            .write_all(self.text.as_bytes())
            .map_err(|source| failed(&self.path, source))
    }
}

/// A cell as RFC 4180 wants it.
fn quoted(text: &str) -> String {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_where_they_must_be() {
        assert_eq!(quoted("ball 1 – table"), "ball 1 – table");
        assert_eq!(quoted("a, \"b\""), "\"a, \"\"b\"\"\"");
    }
}
