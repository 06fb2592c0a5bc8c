//! An array that is gathered while a run goes on: in memory as long as it is small, and what is more in a file beside. A run may so be longer
//! than the memory is large.

use super::array::Shape;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Numbers that wait in memory; more go to the file (8 MB).
const IN_MEMORY: usize = 1 << 20;

/// An array that grows. Its file, if there is one, goes with it.
#[derive(Debug)]
pub(crate) struct Spool {
    name: String,
    /// Numbers in a row; nothing for one dimension.
    columns: Option<usize>,
    waiting: Vec<f64>,
    path: PathBuf,
    file: Option<File>,
    /// Numbers in the file.
    written: usize,
    most: usize,
}

impl Spool {
    /// An empty array of that name; what does not fit into memory goes to `<beside>.<name>.part`.
    pub(crate) fn new(name: &str, columns: Option<usize>, beside: &Path) -> Self {
        let mut path = beside.as_os_str().to_owned();
        path.push(format!(".{name}.part"));
        Self {
            name: name.to_owned(),
            columns,
            waiting: Vec::new(),
            path: path.into(),
            file: None,
            written: 0,
            most: IN_MEMORY,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn push(&mut self, number: f64) {
        self.waiting.push(number);
    }

    pub(crate) fn extend(&mut self, numbers: impl IntoIterator<Item = f64>) {
        self.waiting.extend(numbers);
    }

    /// Brings what waits to the file, if it is too much.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        if self.waiting.len() <= self.most {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            empty => empty.insert(
                OpenOptions::new()
                    .read(true)
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .open(&self.path)?,
            ),
        };
        file.write_all(&bytes(&self.waiting))?;
        self.written += self.waiting.len();
        self.waiting.clear();
        Ok(())
    }

    /// The extent; rows are whole once a step is.
    pub(super) fn shape(&self) -> Shape {
        let numbers = self.written + self.waiting.len();
        match self.columns {
            None => Shape::Vector(numbers),
            Some(columns) => Shape::Matrix {
                rows: numbers.checked_div(columns).unwrap_or(0),
                columns,
            },
        }
    }

    /// Writes all numbers, little endian.
    pub(super) fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.seek(SeekFrom::Start(0))?;
            io::copy(file, out)?;
        }
        for part in self.waiting.chunks(1 << 16) {
            out.write_all(&bytes(part))?;
        }
        Ok(())
    }
}

impl Drop for Spool {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // a file that stays is cleared away with the next run
            std::fs::remove_file(&self.path).ok();
        }
    }
}

fn bytes(numbers: &[f64]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::super::{Array, read_npz, write_npz, write_spools};
    use super::*;

    #[test]
    fn what_does_not_fit_goes_to_a_file_and_comes_out_as_if_it_had() {
        let folder = Scratch::new();
        let beside = folder.file("run.npz");
        let mut spools = [
            Spool::new("t", None, &beside),
            Spool::new("q", Some(3), &beside),
            Spool::new("none", Some(2), &beside),
        ];
        let (mut t, mut q) = (Vec::new(), Vec::new());
        for spool in &mut spools {
            spool.most = 100;
        }
        for i in 0..1000 {
            let row = [f64::from(i), 1.0 / f64::from(i), -0.0];
            spools[0].push(row[1]);
            spools[1].extend(row);
            t.push(row[1]);
            q.extend(row);
            for spool in &mut spools {
                spool.settle().unwrap();
                assert!(spool.waiting.capacity() < 400);
            }
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        write_spools(&beside, &mut spools).unwrap();
        let arrays = [
            Array::vector("t", t),
            Array::matrix("q", 3, q).unwrap(),
            Array::matrix("none", 2, Vec::new()).unwrap(),
        ];
        assert_eq!(read_npz(&beside).unwrap().arrays(), arrays);
        let other = folder.file("other.npz");
        write_npz(&other, &arrays).unwrap();
        assert_eq!(
            std::fs::read(&beside).unwrap(),
            std::fs::read(other).unwrap()
        );
        drop(spools);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
