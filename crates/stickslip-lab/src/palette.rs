//! The colours that pages and figures share. Their one source are the files of `viewer/`, in which pages use them; figures are drawn without a
//! browser and read them from there.

use std::sync::LazyLock;

const STYLE: &str = include_str!("../viewer/style.css");
const SERIES: &str = include_str!("../viewer/palette.js");
const MODES: &str = include_str!("../viewer/colours.js");

/// How many colours of series there are before they repeat.
pub(crate) const COLOURS: usize = 8;
/// The modes of a contact.
pub(crate) const MODE_NAMES: [&str; 4] = ["separating", "sticking", "sliding", "impact"];

/// What a tone is where the files do not tell; a test sees to it that they do.
const UNKNOWN: &str = "#808080";

/// The colours on one background.
#[derive(Debug)]
pub(crate) struct Palette {
    /// The rules of the style sheet for this background.
    style: &'static str,
    series: Vec<&'static str>,
    modes: [&'static str; 4],
}

static LIGHT: LazyLock<Palette> = LazyLock::new(|| Palette::read(":root {", "light:"));
static DARK: LazyLock<Palette> =
    LazyLock::new(|| Palette::read(":root[data-theme=\"dark\"] {", "dark:"));

/// The colours on a dark background or on a light one.
pub(crate) fn palette(dark: bool) -> &'static Palette {
    match dark {
        true => &DARK,
        false => &LIGHT,
    }
}

impl Palette {
    fn read(root: &str, key: &str) -> Self {
        let list = |text: &'static str, name: &str, end: &str| -> &'static str {
            let from = text.find(name).map_or("", |at| &text[at..]);
            between(from, key, end).unwrap_or("")
        };
        let modes = list(MODES, "MODE_COLOURS = {", "}");
        Self {
            style: between(STYLE, root, "}").unwrap_or(""),
            series: list(SERIES, "SERIES = {", "]")
                .split('"')
                .filter(|part| part.starts_with('#'))
                .collect(),
            modes: MODE_NAMES.map(|mode| {
                let name = format!("{mode}: \"");
                between(modes, &name, "\"").unwrap_or(UNKNOWN)
            }),
        }
    }

    /// A tone of the style sheet, such as `paper` or `ink`.
    pub(crate) fn tone(&self, name: &str) -> &'static str {
        let found = between(self.style, &format!("--{name}:"), ";");
        found.map_or(UNKNOWN, str::trim)
    }

    /// The colour of the series of a place, repeating.
    pub(crate) fn series(&self, place: usize) -> &'static str {
        let found = self.series.get(place % COLOURS);
        found.copied().unwrap_or(UNKNOWN)
    }

    /// The colours of modes, in the order of [`MODE_NAMES`].
    pub(crate) fn modes(&self) -> [&'static str; 4] {
        self.modes
    }
}

/// What stands between two marks.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(start)?;
    rest.split_once(end).map(|(inside, _)| inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_the_viewer_have_all_colours() {
        let is_colour = |text: &str| {
            text.strip_prefix('#')
                .is_some_and(|hex| hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit()))
        };
        let mut all = Vec::new();
        for dark in [false, true] {
            let palette = palette(dark);
            assert_eq!(palette.series.len(), COLOURS);
            for tone in ["paper", "ink", "quiet", "grid", "faint", "axis", "shade"] {
                all.push(palette.tone(tone));
            }
            all.extend(&palette.series);
            all.extend(palette.modes());
        }
        for colour in &all {
            assert!(is_colour(colour) && *colour != UNKNOWN, "{colour}");
        }
        // light and dark are not the same
        let (light, dark) = all.split_at(all.len() / 2);
        assert!(light.iter().zip(dark).all(|(a, b)| a != b));
        assert_eq!(palette(false).tone("none"), UNKNOWN);
    }
}
