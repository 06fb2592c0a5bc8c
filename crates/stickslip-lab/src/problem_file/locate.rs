//! From a byte of JSON text to the field it lies in, and back.
//!
//! The parser proper is serde_json, which knows line and column but not the field. This small scanner
//! runs only when something is wrong; it needs no valid text, only text that is valid up to the fault.

use std::ops::Range;

/// Nesting below which fields are not followed: no field of ours lies so deep, and hostile text might.
const DEEPEST: usize = 64;

/// A value in the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spot {
    /// Its field, like `M[2][0]`; empty for the whole problem.
    pub(super) field: String,
    /// Its bytes; only the opening bracket for a list or an object.
    pub(super) bytes: Range<usize>,
}

/// One level of nesting.
enum Level<'a> {
    Object(Option<&'a str>),
    List(usize),
}

/// The field that holds the byte at `offset`.
pub(super) fn at(text: &str, offset: usize) -> Spot {
    let mut last = Spot {
        field: String::new(),
        bytes: 0..0,
    };
    let end = scan(text, offset, |levels, bytes| {
        last = Spot {
            field: path(levels),
            bytes,
        };
        false
    });
    // a value that does not reach the byte is not the culprit: there is none, or it is missing
    if last.bytes.end <= offset {
        last = Spot {
            field: end,
            bytes: offset.min(text.len())..(offset + 1).min(text.len()),
        };
    }
    last
}

/// Where the value of a field stands, if the text holds one.
pub(super) fn find(text: &str, field: &str) -> Option<Range<usize>> {
    let mut found = None;
    scan(text, text.len(), |levels, bytes| {
        if path(levels) == field {
            found = Some(bytes);
        }
        found.is_some()
    });
    found
}

/// The string in a field, if it is one (escapes are resolved).
pub(super) fn find_string(text: &str, field: &str) -> Option<String> {
    serde_json::from_str(text.get(find(text, field)?)?).ok()
}

/// Walks over the text up to `stop`, showing each value; returns the field open at the end.
/// The walk ends early when `see` returns true.
fn scan<'a>(
    text: &'a str,
    stop: usize,
    mut see: impl FnMut(&[Level<'a>], Range<usize>) -> bool,
) -> String {
    let bytes = text.as_bytes();
    let mut levels: Vec<Level<'a>> = Vec::new();
    let mut i = 0;
    while i < bytes.len() && i <= stop && levels.len() < DEEPEST {
        let start = i;
        i += 1;
        match bytes[start] {
            b' ' | b'\t' | b'\r' | b'\n' | b':' => {}
            b'}' | b']' | b',' if start == stop => break,
            b'}' | b']' => {
                levels.pop();
            }
            b',' => match levels.last_mut() {
                Some(Level::Object(key)) => *key = None,
                Some(Level::List(index)) => *index += 1,
                None => {}
            },
            b'"' => {
                i = string_end(bytes, i);
                if let Some(Level::Object(key @ None)) = levels.last_mut() {
                    *key = text.get(start + 1..i.saturating_sub(1));
                } else if see(&levels, start..i) {
                    break;
                }
            }
            open @ (b'{' | b'[') => {
                if see(&levels, start..i) {
                    break;
                }
                levels.push(if open == b'{' {
                    Level::Object(None)
                } else {
                    Level::List(0)
                });
            }
            _ => {
                let word = bytes[i..]
                    .iter()
                    .position(|b| b" \t\r\n,:]}[{\"".contains(b));
                i = word.map_or(bytes.len(), |length| i + length);
                if see(&levels, start..i) {
                    break;
                }
            }
        }
    }
    path(&levels)
}

/// The byte after the closing quote of a string whose inside begins at `i`.
fn string_end(bytes: &[u8], mut i: usize) -> usize {
    while i < bytes.len() {
        match bytes[i] {
            b'"' => return i + 1,
            b'\\' => i += 2,
            _ => i += 1,
        }
    }
    bytes.len()
}

/// `M[2][0]` for key M, index 2, index 0.
fn path(levels: &[Level]) -> String {
    let mut path = String::new();
    for level in levels {
        match level {
            Level::Object(Some(key)) if path.is_empty() => path.push_str(key),
            Level::Object(Some(key)) => path.extend([".", key]),
            Level::Object(None) => {}
            Level::List(index) => path.push_str(&format!("[{index}]")),
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"{"name": "a \"b\", c", "M": [[1, 2], [NaN, -3e4]], "q": []}"#;

    fn field_of(needle: &str) -> (String, &'static str) {
        let spot = at(TEXT, TEXT.find(needle).unwrap());
        (spot.field, &TEXT[spot.bytes])
    }

    #[test]
    fn a_byte_belongs_to_its_field() {
        assert_eq!(field_of("NaN"), ("M[1][0]".into(), "NaN"));
        assert_eq!(field_of("3e4"), ("M[1][1]".into(), "-3e4"));
        assert_eq!(field_of("1, 2"), ("M[0][0]".into(), "1"));
        assert_eq!(field_of("[1"), ("M[0]".into(), "["));
        assert_eq!(field_of("b\\"), ("name".into(), r#""a \"b\", c""#));
    }

    #[test]
    fn a_field_is_found_even_in_broken_text() {
        assert_eq!(find_string(TEXT, "name").unwrap(), "a \"b\", c");
        assert_eq!(find(TEXT, "M[1][1]").map(|r| &TEXT[r]), Some("-3e4"));
        assert_eq!(find(TEXT, "M[2]"), None);
        assert_eq!(
            find_string(r#"{"name": "cut", "M": [[1, "#, "name").unwrap(),
            "cut"
        );
    }

    #[test]
    fn a_missing_entry_has_the_field_it_would_have_had() {
        let text = r#"{"q": [1, 2, ]}"#;
        assert_eq!(at(text, text.find(']').unwrap()).field, "q[2]");
    }

    #[test]
    fn any_depth_and_any_cut_is_survived() {
        assert_eq!(at(&"[".repeat(1_000_000), 999_999).bytes.len(), 1);
        for cut in (0..TEXT.len()).filter(|&i| TEXT.is_char_boundary(i)) {
            at(&TEXT[..cut], cut);
            at(&TEXT[cut..], cut);
        }
    }
}
