//! A place in a text file, with enough of its line to show.

/// A place in a text file.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// Line, counted from 1.
    pub line: usize,
    /// Character in the line, counted from 1.
    pub column: usize,
    /// The surroundings, cut from a line that may be very long.
    pub excerpt: String,
    /// Where in `excerpt` the fault begins, in bytes, and how many bytes it has.
    pub mark: (usize, usize),
}

impl Place {
    /// The place of a span of `text`, whose first line is line `first` of the file.
    pub(crate) fn new(text: &str, first: usize, span: std::ops::Range<usize>) -> Self {
        const AROUND: usize = 36;
        const CUT: &str = "…";
        let start = floor(text, span.start);
        let line_start = text[..start].rfind('\n').map_or(0, |i| i + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |i| start + i);
        let mut from = floor(text, start.saturating_sub(AROUND)).max(line_start);
        let mut to = floor(text, start + 2 * AROUND).min(line_end);
        // a sign that something was left out takes the place of more than itself
        if from - line_start <= CUT.len() {
            from = line_start;
        }
        if line_end - to <= CUT.len() {
            to = line_end;
        }
        let sign = |cut: bool| if cut { CUT } else { "" };
        let (before, after) = (sign(from > line_start), sign(to < line_end));
        let tail = floor(text, span.end).clamp(start, to);
        let shown = text[from..to].replace(|c: char| c.is_ascii_control(), " ");
        Self {
            line: first + text[..line_start].matches('\n').count(),
            column: 1 + text[line_start..start].chars().count(),
            // blanks keep the byte positions of the mark
            excerpt: format!("{before}{shown}{after}"),
            mark: (before.len() + start - from, tail - start),
        }
    }
}

/// The nearest character boundary at or before a byte.
fn floor(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len()))
        .rev()
        .find(|&i| text.is_char_boundary(i))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_counts_lines_and_characters_and_cuts_long_lines() {
        let text = format!("{{\n{}é!{}\n}}", "x".repeat(500), "y".repeat(500));
        let mark = text.find('!').unwrap();
        let place = Place::new(&text, 7, mark..mark + 1);
        assert_eq!((place.line, place.column), (8, 502));
        assert!(place.excerpt.len() < 120, "{}", place.excerpt);
        let (start, length) = place.mark;
        assert_eq!(&place.excerpt[start..start + length], "!");
        assert!(place.excerpt.starts_with("…x") && place.excerpt.ends_with("y…"));
    }

    #[test]
    fn a_line_that_is_a_little_longer_is_shown_whole() {
        let text = format!("shape = {}!{}", "x".repeat(29), "y".repeat(74));
        let mark = text.find('!').unwrap();
        let place = Place::new(&text, 1, mark..mark + 1);
        assert_eq!((place.excerpt.as_str(), place.mark), (&*text, (mark, 1)));
    }

    #[test]
    fn a_place_beyond_the_text_is_its_end() {
        let place = Place::new("ab", 1, 9..12);
        assert_eq!((place.line, place.column, place.mark), (1, 3, (2, 0)));
    }
}
