//! The texts that a scene is made of: its own, those of included files, and what `--set` says. All share one numbering of
//! bytes, so that a place anywhere is one range.

use super::super::error::SceneError;
use super::files::Folder;
use crate::place::Place;
use std::ops::Range;

/// A text and where it comes from.
pub(in crate::scene) struct Source {
    /// The file as error messages call it.
    pub(in crate::scene) name: String,
    /// Where files that it names are looked for.
    pub(in crate::scene) folder: Folder,
    /// The number of its first byte.
    pub(in crate::scene) base: usize,
    /// What it says.
    pub(in crate::scene) text: String,
}

/// All texts of a scene; the first is the scene's own.
#[derive(Default)]
pub(in crate::scene) struct Sources(Vec<Source>);

impl Sources {
    /// Adds a text; returns its number.
    pub(in crate::scene) fn add(&mut self, name: &str, folder: Folder, text: String) -> usize {
        // one byte between texts, so that the end of one is not the start of the next
        let base = self.0.last().map_or(0, |s| s.base + s.text.len() + 1);
        self.0.push(Source {
            name: name.to_owned(),
            folder,
            base,
            text,
        });
        self.0.len() - 1
    }

    /// A text by its number.
    pub(in crate::scene) fn get(&self, index: usize) -> &Source {
        &self.0[index]
    }

    /// How many there are.
    pub(in crate::scene) fn len(&self) -> usize {
        self.0.len()
    }

    /// The text that holds a byte.
    pub(in crate::scene) fn holding(&self, byte: usize) -> &Source {
        let after = self.0.partition_point(|s| s.base <= byte);
        &self.0[after.max(1) - 1]
    }

    /// The characters of a range.
    pub(in crate::scene) fn slice(&self, bytes: &Range<usize>) -> &str {
        let source = self.holding(bytes.start);
        let local = bytes.start - source.base..bytes.end.saturating_sub(source.base);
        source.text.get(local).unwrap_or("")
    }

    /// An error about a range.
    pub(in crate::scene) fn error(&self, bytes: Range<usize>, fault: String) -> SceneError {
        let source = self.holding(bytes.start);
        let local = bytes.start - source.base..bytes.end.saturating_sub(source.base);
        SceneError {
            file: source.name.clone(),
            place: Some(Place::new(&source.text, 1, local)),
            fault,
        }
    }

    /// A range as `file:line:column`.
    pub(in crate::scene) fn spot(&self, bytes: &Range<usize>) -> String {
        let error = self.error(bytes.clone(), String::new());
        match error.place {
            Some(place) => format!("{}:{}:{}", error.file, place.line, place.column),
            None => error.file,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_found_in_its_own_text() {
        let mut sources = Sources::default();
        sources.add("a.toml", Folder::Shipped, "x = 1\n".into());
        let second = sources.add("b.toml", Folder::Shipped, "\ny = 22\n".into());
        let base = sources.get(second).base;
        assert_eq!(sources.slice(&(4..5)), "1");
        assert_eq!(sources.slice(&(base + 5..base + 7)), "22");
        assert_eq!(sources.spot(&(base + 5..base + 7)), "b.toml:2:5");
        assert_eq!(sources.spot(&(4..5)), "a.toml:1:5");
        assert_eq!(sources.slice(&(base..base + 99)), "");
    }
}
