//! `contacts.csv`: a row for each step and contact in its problem. Unlike the other tables it holds words, and cells may be
//! empty, where a place is not known.

use super::contact_rows::{self, ContactRow};
use super::error::RunError;
use super::folder::failed;
use super::roll::Roll;
use super::step_contacts::StepContact;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

/// The columns that all versions have,
pub(super) const COLUMNS: &str = "t,contact,name,mode,impulse_n,impulse_t,impulse_o,impulse_r,\
                      velocity_n,velocity_t,velocity_o,velocity_r,gap,\
                      body_1,body_2,point_x,point_y,point_z,normal_x,normal_y,normal_z,\
                      tangent_x,tangent_y,tangent_z,force_x,force_y,force_z";
/// and those that came later.
pub(super) const SHAPES: &str = ",shape_1,shape_2";

/// How many cells say where a contact is, without its shapes and with them.
pub(super) const PLACE: [usize; 2] = [14, 16];

/// Appends rows; those of a step go to the system at once.
#[derive(Debug)]
pub(super) struct ContactTable {
    path: PathBuf,
    file: File,
    text: String,
}

impl ContactTable {
    pub(super) fn create(path: &Path) -> Result<Self, RunError> {
        let mut file = File::create(path).map_err(|source| failed(path, source))?;
        file.write_all([COLUMNS, SHAPES, "\n"].concat().as_bytes())
            .map_err(|source| failed(path, source))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            text: String::new(),
        })
    }

    /// Goes on with a table of so many bytes and gives back its rows; what comes after them is cut off.
    pub(super) fn resume(path: &Path, bytes: u64) -> Result<(Self, Vec<ContactRow>), RunError> {
        let damaged = |problem: String| RunError::Damaged {
            path: path.to_owned(),
            problem,
        };
        let open = || -> std::io::Result<(File, u64)> {
            let mut file = OpenOptions::new().write(true).open(path)?;
            let found = file.metadata()?.len();
            file.set_len(bytes.min(found))?;
            file.seek(SeekFrom::End(0))?;
            Ok((file, found))
        };
        let (file, found) = open().map_err(|error| damaged(error.to_string()))?;
        if found < bytes {
            return Err(damaged(format!(
                "it has {found} bytes where the checkpoint saw {bytes}"
            )));
        }
        let rows = contact_rows::read(path)?;
        let table = Self {
            path: path.to_owned(),
            file,
            text: String::new(),
        };
        Ok((table, rows))
    }

    /// Waits until everything is on the disk; how many bytes that is.
    pub(super) fn sync(&mut self) -> Result<u64, RunError> {
        (self.file.sync_data())
            .and_then(|()| self.file.stream_position())
            .map_err(|source| failed(&self.path, source))
    }

    /// The contacts of a step that ended at t (s).
    pub(super) fn step(
        &mut self,
        t: f64,
        contacts: &[StepContact<'_>],
        roll: &Roll,
    ) -> Result<(), RunError> {
        self.text.clear();
        for contact in contacts {
            let (number, report) = (contact.number, contact.report);
            let name = quoted(roll.name(number));
            let mode = report.mode.word();
            let text = &mut self.text;
            write!(text, "{t:?},{number},{name},{mode}").expect("a String takes all");
            let mut add = |number: f64| write!(text, ",{number:?}").expect("a String takes all");
            let numbers = report.impulse.parts().into_iter().chain(report.velocity);
            numbers.chain([report.gap]).for_each(&mut add);
            match &contact.touch {
                Some(touch) => {
                    let [one, two] = touch.bodies.each_ref().map(|body| quoted(body));
                    write!(text, ",{one},{two}").expect("a String takes all");
                    for number in touch.numbers() {
                        write!(text, ",{number:?}").expect("a String takes all");
                    }
                    match touch.shapes {
                        Some([one, two]) => write!(text, ",{one},{two}"),
                        None => write!(text, ",,"),
                    }
                    .expect("a String takes all");
                }
                None => text.extend(std::iter::repeat_n(',', PLACE[1])),
            }
            text.push('\n');
        }
        self.file
            .write_all(self.text.as_bytes())
            .map_err(|source| failed(&self.path, source))
    }
}

/// A cell as RFC 4180 wants it.
fn quoted(text: &str) -> Cow<'_, str> {
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text.into(),
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
