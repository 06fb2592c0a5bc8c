//! Files that a scene names, read with a limit on their size.

use std::io::Read;
use std::path::{Path, PathBuf};

/// Where the files that a text names are looked for.
#[derive(Clone, Debug)]
pub(in crate::scene) enum Folder {
    /// A folder on disk.
    Disk(PathBuf),
    /// Shipped scenes stand alone.
    Shipped,
}

/// More bytes than this are no scene (16 MiB).
pub(in crate::scene) const LARGEST_TEXT: u64 = 1 << 24;
/// More bytes than this are refused as a mesh (256 MiB).
pub(in crate::scene) const LARGEST_MESH: u64 = 1 << 28;

impl Folder {
    /// The folder that a file is in.
    pub(in crate::scene) fn of(file: &Path) -> Self {
        Self::Disk(file.parent().unwrap_or(Path::new("")).to_owned())
    }

    /// The path of a file named in a text of this folder.
    pub(in crate::scene) fn path(&self, name: &str) -> Result<PathBuf, String> {
        match self {
            // a drive or a root in the name wins over the folder
            Self::Disk(folder) => Ok(folder.join(name)),
            Self::Shipped => Err(format!(
                "{name:?} cannot be found from a shipped scene; copy the scene into a file of your own with `stickslip scenes`"
            )),
        }
    }
}

/// The bytes of a file, or the sentence for what is wrong with it.
pub(in crate::scene) fn read(path: &Path, most: u64) -> Result<Vec<u8>, String> {
    let shown = path.display();
    let kind = std::fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            format!("there is no file {shown}; paths are relative to the file that names them")
        }
        _ => format!("{shown} cannot be read; check its permissions ({error})"),
    })?;
    if kind.is_dir() {
        return Err(format!("{shown} is a directory; name a file in it"));
    }
    if !kind.is_file() {
        return Err(format!("{shown} is no file; name a file"));
    }
    let too_large = || {
        let limit = most >> 20;
        format!("{shown} has more than {limit} MiB; is it the right file?")
    };
    if kind.len() > most {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|f| f.take(most + 1).read_to_end(&mut bytes));
    match read {
        Err(error) => Err(format!(
            "{shown} cannot be read; check its permissions ({error})"
        )),
        Ok(_) if bytes.len() as u64 > most => Err(too_large()),
        Ok(_) => Ok(bytes),
    }
}
