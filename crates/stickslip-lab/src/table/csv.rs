//! CSV: a line of names, then a line a sample, each written as soon as it is known.

use super::error::{Fault, TableError};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Appends rows to a CSV file. Every row goes to the system whole and at once, so a run that is interrupted
/// keeps all rows it has computed.
#[derive(Debug)]
pub struct CsvWriter {
    path: PathBuf,
    file: File,
    columns: usize,
    line: String,
}

impl CsvWriter {
    /// Begins a new file with the names of the columns; what was there is replaced.
    pub fn create(path: impl AsRef<Path>, columns: &[&str]) -> Result<Self, TableError> {
        let path = path.as_ref();
        let fail = |fault: Fault| TableError::new(path, fault);
        check_names(columns).map_err(fail)?;
        let mut file = File::create(path).map_err(|error| fail(error.into()))?;
        writeln!(file, "{}", columns.join(",")).map_err(|error| fail(error.into()))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            columns: columns.len(),
            line: String::new(),
        })
    }

    /// Goes on with a file that has the same columns and gives back the rows it already has. A last line that
    /// was cut off in the middle is removed. If there is no such file, it is created.
    pub fn resume(path: impl AsRef<Path>, columns: &[&str]) -> Result<(Self, Csv), TableError> {
        let path = path.as_ref();
        let fail = |fault: Fault| TableError::new(path, fault);
        check_names(columns).map_err(fail)?;
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(fail(error.into())),
        };

        let whole = whole_lines(&text);
        if whole.is_empty() {
            let names = columns.iter().map(|name| name.to_string()).collect();
            let empty = Csv {
                columns: names,
                rows: Vec::new(),
            };
            return Ok((Self::create(path, columns)?, empty));
        }
        let kept = parse(whole).map_err(fail)?;
        if kept.columns != columns {
            let (found, expected) = (kept.columns.join(","), columns.join(","));
            return Err(fail(Fault::OtherColumns { found, expected }));
        }

        // cut the torn line and continue behind the last whole one
        let open = || -> io::Result<File> {
            let mut file = OpenOptions::new().write(true).open(path)?;
            file.set_len(whole.len() as u64)?;
            file.seek(SeekFrom::End(0))?;
            Ok(file)
        };
        let file = open().map_err(|error| fail(error.into()))?;
        let columns = columns.len();
        Ok((
            Self {
                path: path.to_owned(),
                file,
                columns,
                line: String::new(),
            },
            kept,
        ))
    }

    /// Waits until everything is on the disk; how many bytes that is.
    pub fn sync(&mut self) -> Result<u64, TableError> {
        let synced = (self.file.sync_data()).and_then(|()| self.file.stream_position());
        synced.map_err(|error| TableError::new(&self.path, error))
    }

    /// Cuts a file off after so many bytes, which it must have, and goes on behind them; see [`resume`](Self::resume).
    pub fn resume_at(
        path: impl AsRef<Path>,
        columns: &[&str],
        bytes: u64,
    ) -> Result<(Self, Csv), TableError> {
        let path = path.as_ref();
        let fail = |fault: Fault| TableError::new(path, fault);
        let cut = || -> Result<(), Fault> {
            let file = OpenOptions::new().write(true).open(path)?;
            let found = file.metadata()?.len();
            if found < bytes {
                return Err(Fault::TooShort {
                    found,
                    expected: bytes,
                });
            }
            Ok(file.set_len(bytes)?)
        };
        cut().map_err(fail)?;
        Self::resume(path, columns)
    }

    /// Appends one row.
    pub fn row(&mut self, values: &[f64]) -> Result<(), TableError> {
        let (found, expected) = (values.len(), self.columns);
        if found != expected {
            return Err(TableError::new(
                &self.path,
                Fault::RowLength { found, expected },
            ));
        }
        self.line.clear();
        for (i, value) in values.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            // `{:?}` has the digits of `{}`, the fewest that give the same number back, but writes 1e-300
            // where `{}` writes 300 zeros
            write!(self.line, "{comma}{value:?}").expect("writing to a String cannot fail");
        }
        self.line.push('\n');
        // one unbuffered write a row: no torn lines, nothing lost with the process
        self.file
            .write_all(self.line.as_bytes())
            .map_err(|error| TableError::new(&self.path, error))
    }
}

/// A CSV file in memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Csv {
    /// Names of the columns.
    pub columns: Vec<String>,
    /// The rows, each as long as `columns`.
    pub rows: Vec<Vec<f64>>,
}

impl Csv {
    /// Leaves out all columns but the named ones.
    pub fn keep(&mut self, names: &[String]) {
        let kept: Vec<bool> = self.columns.iter().map(|c| names.contains(c)).collect();
        let mut place = kept.iter();
        self.columns.retain(|_| place.next() == Some(&true));
        for row in &mut self.rows {
            let mut place = kept.iter();
            row.retain(|_| place.next() == Some(&true));
        }
    }

    /// The values of the named column, from the first row to the last.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let j = self.columns.iter().position(|column| column == name)?;
        Some(self.rows.iter().map(|row| row[j]).collect())
    }
}

/// Reads a file written by [`CsvWriter`]; the numbers are the same to the bit. A last line that was cut off is
/// left out: half a number can look like a whole one.
pub fn read_csv(path: impl AsRef<Path>) -> Result<Csv, TableError> {
    let path = path.as_ref();
    let read = || parse(whole_lines(&std::fs::read_to_string(path)?));
    read().map_err(|fault| TableError::new(path, fault))
}

/// Only what ends in a line end was written whole.
fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

fn parse(text: &str) -> Result<Csv, Fault> {
    let mut lines = text.lines();
    let header = lines.next().ok_or(Fault::NoHeader)?;
    let columns: Vec<String> = header.split(',').map(str::to_owned).collect();
    let mut rows = Vec::new();
    for (i, line) in lines.enumerate() {
        // the header is line 1
        let line_number = i + 2;
        let mut row = Vec::with_capacity(columns.len());
        for (j, found) in line.split(',').enumerate() {
            let value = found.trim().parse().map_err(|_| Fault::NotANumber {
                line: line_number,
                column: columns
                    .get(j)
                    .cloned()
                    .unwrap_or_else(|| (j + 1).to_string()),
                found: found.to_owned(),
            })?;
            row.push(value);
        }
        let (found, expected) = (row.len(), columns.len());
        if found != expected {
            return Err(Fault::LineLength {
                line: line_number,
                found,
                expected,
            });
        }
        rows.push(row);
    }
    Ok(Csv { columns, rows })
}

/// Names that need no quoting, so that every reader agrees on what they are.
fn check_names(columns: &[&str]) -> Result<(), Fault> {
    if columns.is_empty() {
        return Err(Fault::NoColumns);
    }
    for (i, name) in columns.iter().enumerate() {
        let plain = !name.contains([',', '"', '\n', '\r']) && name.trim() == *name;
        if name.is_empty() || !plain {
            return Err(Fault::ColumnName {
                name: name.to_string(),
            });
        }
        if columns[..i].contains(name) {
            return Err(Fault::Twice {
                name: name.to_string(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    #[test]
    fn every_number_comes_back_to_the_bit() {
        let folder = Scratch::new();
        let path = folder.file("run.csv");
        let hard = [
            0.1,
            1.0 / 3.0,
            5e-324,
            f64::MAX,
            -0.0,
            1e-300,
            f64::INFINITY,
            f64::NAN,
        ];
        let mut writer = CsvWriter::create(&path, &["t_s", "x_m"]).unwrap();
        for value in hard {
            writer.row(&[value, -value]).unwrap();
        }
        let back = read_csv(&path).unwrap();
        assert_eq!(back.columns, ["t_s", "x_m"]);
        for (row, value) in back.rows.iter().zip(hard) {
            assert!(row[0].to_bits() == value.to_bits() || (row[0].is_nan() && value.is_nan()));
        }
        assert_eq!(back.column("t_s").unwrap()[1], 1.0 / 3.0);
        assert_eq!(back.column("none"), None);
        // a tiny number is written with an exponent
        assert!(std::fs::read_to_string(&path).unwrap().len() < 300);
    }

    #[test]
    fn rows_are_on_disk_before_the_writer_is_dropped() {
        let folder = Scratch::new();
        let path = folder.file("run.csv");
        let mut writer = CsvWriter::create(&path, &["t_s"]).unwrap();
        writer.row(&[0.5]).unwrap();
        assert_eq!(read_csv(&path).unwrap().rows, [[0.5]]);
        writer.row(&[1.0]).unwrap();
        assert_eq!(read_csv(&path).unwrap().rows, [[0.5], [1.0]]);
    }

    #[test]
    fn resume_keeps_whole_rows_and_cuts_a_torn_one() {
        let folder = Scratch::new();
        let path = folder.file("run.csv");
        std::fs::write(&path, "t_s,x_m\n0.0,1.0\n0.5,2.0\n1.0,2.").unwrap();
        assert_eq!(read_csv(&path).unwrap().rows, [[0.0, 1.0], [0.5, 2.0]]);
        let (mut writer, kept) = CsvWriter::resume(&path, &["t_s", "x_m"]).unwrap();
        assert_eq!(kept.rows, [[0.0, 1.0], [0.5, 2.0]]);
        writer.row(&[1.0, 3.0]).unwrap();
        assert_eq!(
            read_csv(&path).unwrap().rows,
            [[0.0, 1.0], [0.5, 2.0], [1.0, 3.0]]
        );
    }

    #[test]
    fn resume_at_cuts_rows_that_came_later() {
        let folder = Scratch::new();
        let path = folder.file("run.csv");
        let mut writer = CsvWriter::create(&path, &["t_s"]).unwrap();
        writer.row(&[0.5]).unwrap();
        let bytes = writer.sync().unwrap();
        writer.row(&[1.0]).unwrap();
        drop(writer);
        let (mut writer, kept) = CsvWriter::resume_at(&path, &["t_s"], bytes).unwrap();
        assert_eq!(kept.rows, [[0.5]]);
        writer.row(&[2.0]).unwrap();
        assert_eq!(read_csv(&path).unwrap().rows, [[0.5], [2.0]]);
        let error = CsvWriter::resume_at(&path, &["t_s"], 999).unwrap_err();
        assert!(error.to_string().contains("999 bytes"), "{error}");
    }

    #[test]
    fn resume_begins_where_nothing_is() {
        let folder = Scratch::new();
        let path = folder.file("new.csv");
        let (mut writer, kept) = CsvWriter::resume(&path, &["t_s"]).unwrap();
        assert!(kept.rows.is_empty());
        writer.row(&[2.0]).unwrap();
        assert_eq!(read_csv(&path).unwrap().rows, [[2.0]]);
        // a header that was cut off is begun anew
        std::fs::write(&path, "t_").unwrap();
        CsvWriter::resume(&path, &["t_s"]).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "t_s\n");
    }

    #[test]
    fn faults_name_the_place() {
        let folder = Scratch::new();
        let path = folder.file("run.csv");
        let said = |text: &str| {
            std::fs::write(&path, text).unwrap();
            read_csv(&path).unwrap_err().to_string()
        };
        assert!(said("a,b\n1,2\n1,x\n").ends_with("line 3, column `b`: `x` is not a number"));
        assert!(said("a,b\n1\n").ends_with("line 2 has 1 values, the first line 2 names"));
        assert!(said("").contains("is empty"));
        assert!(said("").contains("run.csv"));

        std::fs::write(&path, "a,b\n").unwrap();
        let error = CsvWriter::resume(&path, &["a", "c"])
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("`a,b`") && error.contains("`a,c`"),
            "{error}"
        );
        let mut writer = CsvWriter::create(&path, &["a", "b"]).unwrap();
        assert!(writer.row(&[1.0]).is_err());
        for names in [&["a", "a"][..], &["a,b"], &[""], &[], &["a\n"]] {
            assert!(CsvWriter::create(&path, names).is_err(), "{names:?}");
        }
        assert!(read_csv(folder.path()).is_err());
    }
}
