//! How much a run writes.

use super::folder::{ARRAYS, CERTIFICATE, CONTACTS, ENERGY, TRAJECTORY};
use std::fs;
use std::path::Path;

/// A run that writes more than this (bytes) is told of while it lasts.
pub const MUCH: u64 = 500_000_000;
/// How the files begin that grow with every step; others may lie beside them.
const GROWING: [&str; 5] = [TRAJECTORY, CONTACTS, ENERGY, CERTIFICATE, ARRAYS];

/// What a run has written into its folder so far (bytes), without its branches and what is there once.
pub fn written(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let grows = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        GROWING
            .iter()
            .any(|start| name.to_string_lossy().starts_with(start))
    };
    let sizes = entries
        .filter(grows)
        .filter_map(|entry| entry.metadata().ok());
    sizes
        .filter(fs::Metadata::is_file)
        .map(|data| data.len())
        .sum()
}

/// What a run is going to write (bytes), from what it has after so many of its steps, if that is much.
pub fn ahead(written: u64, done: usize, of: usize) -> Option<u64> {
    let all = written as f64 * (of as f64 / done.max(1) as f64);
    (all > MUCH as f64).then_some(all as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::scratch::Scratch;

    #[test]
    fn much_is_told_from_little() {
        assert_eq!(ahead(10_000_000, 10, 100), None);
        assert_eq!(ahead(60_000_000, 10, 100), Some(600_000_000));
        assert_eq!(ahead(0, 0, 100), None);
        let scratch = Scratch::new();
        fs::write(scratch.file("contacts.csv"), [0; 7]).unwrap();
        fs::write(scratch.file("run.npz.1"), [0; 5]).unwrap();
        fs::write(scratch.file("film.mp4"), [0; 9]).unwrap();
        assert_eq!(written(scratch.file("contacts.csv").parent().unwrap()), 12);
    }
}
