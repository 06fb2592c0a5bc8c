//! Title and subtitle, and the room that they leave.

use super::svg::Svg;
use super::text::{fitted, width};
use super::theme::{TEXT, TITLE};

/// Margin around a figure.
pub(super) const MARGIN: f64 = 18.0;
/// A length in px that a page can have, whatever was asked for.
pub(super) fn length(wanted: f64, least: f64) -> f64 {
    if wanted.is_nan() {
        least
    } else {
        wanted.clamp(least, 10_000.0)
    }
}

/// What stands above the charts.
pub(super) struct Heading<'a> {
    pub(super) title: &'a str,
    pub(super) subtitle: &'a str,
    pub(super) width: f64,
    /// Whether the charts are panels that show their own titles.
    pub(super) panels: bool,
}

impl<'a> Heading<'a> {
    /// The heading of a figure that is one picture.
    pub(super) fn new(title: &'a str, subtitle: &'a str, width: f64) -> Self {
        Self {
            title,
            subtitle,
            width,
            panels: false,
        }
    }

    /// The width of the figure, at least what a chart needs.
    pub(super) fn width(&self) -> f64 {
        length(self.width, 240.0)
    }

    /// The width at which nothing of the text is cut.
    pub(super) fn text_width(&self) -> f64 {
        width(self.title, 1.1 * TITLE).max(width(self.subtitle, TEXT)) + 2.0 * MARGIN
    }

    /// Draws title and subtitle and gives back where the rest begins.
    pub(super) fn draw(&self, svg: &mut Svg) -> f64 {
        let room = self.width() - 2.0 * MARGIN;
        let mut y = MARGIN;
        if !self.title.is_empty() {
            // bold letters are about a tenth wider
            let title = fitted(self.title, 1.1 * TITLE, room);
            svg.text("title", [MARGIN, y + 12.0], &title);
            y += 22.0;
        }
        if !self.subtitle.is_empty() {
            svg.text(
                "quiet",
                [MARGIN, y + 10.0],
                &fitted(self.subtitle, TEXT, room),
            );
            y += 18.0;
        }
        if y > MARGIN { y + 6.0 } else { y }
    }
}
