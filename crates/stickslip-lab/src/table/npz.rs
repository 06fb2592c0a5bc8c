//! NPZ: a zip archive with one `.npy` file an array, as `numpy.savez` writes it and `numpy.load` reads it.
//!
//! The arrays are stored, not compressed: motion hardly compresses, and the one dependency (`rawzip`, without
//! dependencies of its own) then suffices.

use super::array::Array;
use super::error::{Fault, TableError};
use super::npy;
use super::spool::Spool;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter};
use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Writes the arrays to one file. It appears whole or not at all: the bytes go to a neighbour first
/// (`run.npz.part`), which then takes the name.
pub fn write_npz(path: impl AsRef<Path>, arrays: &[Array]) -> Result<(), TableError> {
    let names: Vec<&str> = arrays.iter().map(Array::name).collect();
    write_whole(path.as_ref(), &names, |i, out| {
        out.write_all(&npy::encode(&arrays[i]))
    })
}

/// The same with arrays that may be larger than the memory.
pub(crate) fn write_spools(path: &Path, spools: &mut [Spool]) -> Result<(), TableError> {
    let names: Vec<String> = spools.iter().map(|s| s.name().to_owned()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    write_whole(path, &names, |i, out| {
        out.write_all(&npy::header(spools[i].shape()))?;
        spools[i].write(out)
    })
}

/// Writes one entry a name; `content` writes the bytes of each.
fn write_whole(
    path: &Path,
    names: &[&str],
    content: impl FnMut(usize, &mut dyn Write) -> std::io::Result<()>,
) -> Result<(), TableError> {
    let part = {
        let mut name = path.as_os_str().to_owned();
        name.push(".part");
        PathBuf::from(name)
    };
    let write = || -> Result<(), Fault> {
        check_names(names)?;
        write_archive(&part, names, content)?;
        Ok(std::fs::rename(&part, path)?)
    };
    write().map_err(|fault| {
        // a failed attempt leaves nothing behind; that it may not even exist is no second fault
        std::fs::remove_file(&part).ok();
        TableError::new(path, fault)
    })
}

fn write_archive(
    path: &Path,
    names: &[&str],
    mut content: impl FnMut(usize, &mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Fault> {
    let mut archive = ZipArchiveWriter::new(BufWriter::new(File::create(path)?));
    for (i, name) in names.iter().enumerate() {
        let entry = format!("{name}.npy");
        let (mut entry, config) = archive.new_file(&entry).start().map_err(as_io)?;
        let mut writer = config.wrap(&mut entry);
        content(i, &mut writer)?;
        let (_, descriptor) = writer.finish().map_err(as_io)?;
        entry.finish(descriptor).map_err(as_io)?;
    }
    archive.finish().map_err(as_io)?.flush()?;
    Ok(())
}

/// The arrays of an NPZ file.
#[derive(Clone, Debug)]
pub struct Npz {
    path: PathBuf,
    arrays: Vec<Array>,
}

impl Npz {
    /// All arrays, in the order of the file.
    pub fn arrays(&self) -> &[Array] {
        &self.arrays
    }

    /// The array of that name; the error lists the names that there are.
    pub fn array(&self, name: &str) -> Result<&Array, TableError> {
        let found = self.arrays.iter().find(|array| array.name() == name);
        found.ok_or_else(|| {
            let present = self
                .arrays
                .iter()
                .map(|array| array.name().to_owned())
                .collect();
            TableError::new(
                &self.path,
                Fault::Missing {
                    array: name.to_owned(),
                    present,
                },
            )
        })
    }

    /// The array of that name, which must have one dimension.
    pub fn vector(&self, name: &str) -> Result<&Array, TableError> {
        self.with_dimensions(name, 1)
    }

    /// The array of that name, which must have two dimensions.
    pub fn matrix(&self, name: &str) -> Result<&Array, TableError> {
        self.with_dimensions(name, 2)
    }

    fn with_dimensions(&self, name: &str, expected: usize) -> Result<&Array, TableError> {
        let array = self.array(name)?;
        let dimensions = array.shape().dimensions();
        if dimensions != expected {
            let fault = Fault::OtherShape {
                array: name.to_owned(),
                dimensions,
                expected,
            };
            return Err(TableError::new(&self.path, fault));
        }
        Ok(array)
    }
}

/// Reads all arrays of a file written by [`write_npz`] or `numpy.savez`; checksums are compared.
pub fn read_npz(path: impl AsRef<Path>) -> Result<Npz, TableError> {
    let path = path.as_ref();
    let read = || -> Result<Vec<Array>, Fault> { read_archive(&std::fs::read(path)?) };
    let arrays = read().map_err(|fault| TableError::new(path, fault))?;
    Ok(Npz {
        path: path.to_owned(),
        arrays,
    })
}

fn read_archive(bytes: &[u8]) -> Result<Vec<Array>, Fault> {
    let not_zip = |error: rawzip::Error| Fault::NotZip(error.to_string());
    let archive = ZipArchive::from_slice(bytes).map_err(not_zip)?;
    let mut entries = archive.entries();
    let mut arrays: Vec<Array> = Vec::new();
    while let Some(entry) = entries.next_entry().map_err(not_zip)? {
        let file = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        let name = file.strip_suffix(".npy").unwrap_or(&file);
        let damaged = |reason: String| Fault::Damaged {
            array: name.to_owned(),
            reason,
        };
        let method = entry.compression_method();
        if method != CompressionMethod::STORE {
            let method = method.to_string();
            return Err(Fault::Compressed {
                array: name.to_owned(),
                method,
            });
        }
        let stored = archive
            .get_entry(entry.wayfinder())
            .map_err(|error| damaged(error.to_string()))?;
        let mut content = Vec::with_capacity(stored.data().len());
        stored
            .verifying_reader(stored.data())
            .read_to_end(&mut content)
            .map_err(|error| damaged(error.to_string()))?;
        if arrays.iter().any(|array| array.name() == name) {
            return Err(Fault::Twice {
                name: name.to_owned(),
            });
        }
        arrays.push(npy::decode(name, &content)?);
    }
    Ok(arrays)
}

/// Names that are file names on every system and keys in numpy.
fn check_names(names: &[&str]) -> Result<(), Fault> {
    for (i, &name) in names.iter().enumerate() {
        if name.is_empty() || name.contains(['/', '\\']) || name.contains(char::is_control) {
            return Err(Fault::ArrayName {
                name: name.to_owned(),
            });
        }
        if names[..i].contains(&name) {
            return Err(Fault::Twice {
                name: name.to_owned(),
            });
        }
    }
    Ok(())
}

/// While writing, everything that can fail is the disk.
fn as_io(error: rawzip::Error) -> std::io::Error {
    std::io::Error::other(error)
}

#[cfg(test)]
mod tests {
    use super::super::scratch::Scratch;
    use super::*;

    fn some() -> Vec<Array> {
        vec![
            Array::vector("t_s", vec![0.0, 0.1, 0.2]),
            Array::matrix("q_m", 2, vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap(),
            Array::vector("ω_rad_s", vec![-0.0, f64::INFINITY, 1.0 / 3.0]),
        ]
    }

    #[test]
    fn there_and_back() {
        let folder = Scratch::new();
        let path = folder.file("run.npz");
        write_npz(&path, &some()).unwrap();
        let back = read_npz(&path).unwrap();
        assert_eq!(back.arrays(), some());
        assert_eq!(
            back.matrix("q_m").unwrap().column(1).unwrap(),
            [2.0, 4.0, 6.0]
        );
        assert_eq!(back.vector("t_s").unwrap().data(), [0.0, 0.1, 0.2]);
        // the neighbour is gone, and writing again replaces the file
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        write_npz(&path, &[]).unwrap();
        assert!(read_npz(&path).unwrap().arrays().is_empty());
    }

    #[test]
    fn same_arrays_same_bytes() {
        let folder = Scratch::new();
        write_npz(folder.file("a.npz"), &some()).unwrap();
        write_npz(folder.file("b.npz"), &some()).unwrap();
        let bytes = |name| std::fs::read(folder.file(name)).unwrap();
        assert_eq!(bytes("a.npz"), bytes("b.npz"));
    }

    #[test]
    fn faults_name_file_and_array() {
        let folder = Scratch::new();
        let path = folder.file("run.npz");
        write_npz(&path, &some()).unwrap();
        let back = read_npz(&path).unwrap();
        let missing = back.array("v").unwrap_err().to_string();
        assert!(
            missing.contains("run.npz") && missing.contains("`v`"),
            "{missing}"
        );
        assert!(missing.contains("`t_s`, `q_m`"), "{missing}");
        let shape = back.vector("q_m").unwrap_err().to_string();
        assert!(
            shape.contains("`q_m`") && shape.contains("2 dimension"),
            "{shape}"
        );

        // one flipped bit in the numbers is noticed
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[170] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let damaged = read_npz(&path).unwrap_err().to_string();
        assert!(
            damaged.contains("run.npz") && damaged.contains("`t_s`"),
            "{damaged}"
        );

        std::fs::write(&path, "t,x\n").unwrap();
        let text = read_npz(&path).unwrap_err().to_string();
        assert!(text.contains("not an NPZ file"), "{text}");
        assert!(
            read_npz(folder.file("none.npz"))
                .unwrap_err()
                .to_string()
                .contains("none.npz")
        );
    }

    #[test]
    fn no_cut_makes_it_panic() {
        let folder = Scratch::new();
        let path = folder.file("run.npz");
        write_npz(&path, &some()).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        for end in 0..bytes.len() {
            assert!(read_archive(&bytes[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn bad_names_are_refused() {
        let folder = Scratch::new();
        let path = folder.file("run.npz");
        for names in [&["a", "a"][..], &[""], &["a/b"], &["a\\b"], &["a\0"]] {
            let arrays: Vec<_> = names
                .iter()
                .map(|name| Array::vector(*name, vec![]))
                .collect();
            assert!(write_npz(&path, &arrays).is_err(), "{names:?}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert!(write_npz(folder.file("no/such/folder.npz"), &some()).is_err());
    }
}
