//! Cuts a stream of text into top-level JSON values, reading line by line.
//!
//! A line that closes all its brackets is a value of its own (JSON lines); otherwise lines are gathered
//! until the brackets close (pretty-printed objects, lists). Only one value is in memory at a time, and
//! a broken value does not hide what comes after it.

use super::error::Fault;
use std::io::{self, BufRead};

/// One top-level value, or what stands in its place.
#[derive(Debug, PartialEq)]
pub(super) struct Chunk {
    /// The text, without a leading byte-order mark.
    pub(super) text: String,
    /// Line of the file where it begins, counted from 1.
    pub(super) line: usize,
}

/// The chunks of a reader.
pub(super) struct Chunks<R> {
    input: R,
    line: usize,
}

impl<R: BufRead> Chunks<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, line: 0 }
    }

    /// The next chunk, or the line and the fault that prevents it; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Result<Chunk, (usize, Fault)>> {
        let mut bytes = Vec::new();
        let mut nesting = Nesting::default();
        let mut first = 0;
        loop {
            let before = bytes.len();
            match self.input.read_until(b'\n', &mut bytes) {
                Ok(0) => break,
                Ok(_) => self.line += 1,
                Err(error) => return Some(Err((self.line, io_fault(error)))),
            }
            if self.line == 1 && bytes.starts_with(b"\xEF\xBB\xBF") {
                bytes.drain(..3);
            }
            if first == 0 {
                // blank lines before a value belong to no value
                if bytes.trim_ascii().is_empty() {
                    bytes.clear();
                    continue;
                }
                first = self.line;
            }
            nesting.follow(&bytes[before.min(bytes.len())..]);
            if nesting.depth == 0 {
                break;
            }
        }
        if first == 0 {
            return None;
        }
        Some(match String::from_utf8(bytes) {
            Ok(text) => Ok(Chunk { text, line: first }),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                let bytes = error.as_bytes();
                let line = first + bytes[..good].iter().filter(|&&b| b == b'\n').count();
                Err((line, Fault::NotUtf8(bytes[good])))
            }
        })
    }
}

/// A directory can be opened but not read; say what it is.
pub(super) fn io_fault(error: io::Error) -> Fault {
    match error.kind() {
        io::ErrorKind::NotFound => Fault::NoFile,
        io::ErrorKind::IsADirectory => Fault::Directory,
        _ => Fault::Io(error),
    }
}

/// How many brackets are open.
#[derive(Default)]
struct Nesting {
    depth: usize,
}

impl Nesting {
    /// Follows one line. JSON strings cannot span lines, so none is open at its beginning.
    fn follow(&mut self, line: &[u8]) {
        let (mut in_string, mut escaped) = (false, false);
        for &byte in line {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_string => escaped = true,
                b'"' => in_string = !in_string,
                _ if in_string => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunks(text: &str) -> Vec<(usize, String)> {
        let mut reader = Chunks::new(text.as_bytes());
        let next = std::iter::from_fn(|| reader.next());
        next.map(|c| c.unwrap()).map(|c| (c.line, c.text)).collect()
    }

    #[test]
    fn lines_and_gathered_lines() {
        let text = "\u{feff}{\"a\": \"}{\"}\n\n  \n{\n \"b\": [\n1]}\n{}";
        let expected = [
            (1, "{\"a\": \"}{\"}\n"),
            (4, "{\n \"b\": [\n1]}\n"),
            (7, "{}"),
        ];
        assert_eq!(
            chunks(text),
            expected.map(|(line, text)| (line, text.to_owned()))
        );
    }

    #[test]
    fn blank_input_has_no_chunk_and_cut_input_has_its_rest() {
        assert!(chunks(" \n\n").is_empty());
        assert_eq!(
            chunks("{\"M\": [[1,\n2"),
            [(1, "{\"M\": [[1,\n2".to_owned())]
        );
    }

    #[test]
    fn bytes_that_are_not_text_are_named_with_their_line() {
        let mut reader = Chunks::new(&b"{}\n{\n\"name\": \"\xff\"}"[..]);
        reader.next().unwrap().unwrap();
        assert!(matches!(
            reader.next(),
            Some(Err((3, Fault::NotUtf8(0xff))))
        ));
    }
}
