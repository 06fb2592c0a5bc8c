//! A small writer of SVG: elements with classes, numbers with as few characters as the eye needs.

use super::text::escape;
use super::theme::{Theme, style};
use std::fmt::Write;

/// An upright rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Rect {
    pub(super) fn around(centre: [f64; 2], width: f64, height: f64) -> Self {
        Self {
            x: centre[0] - width / 2.0,
            y: centre[1] - height / 2.0,
            width,
            height,
        }
    }

    pub(super) fn right(&self) -> f64 {
        self.x + self.width
    }

    pub(super) fn bottom(&self) -> f64 {
        self.y + self.height
    }

    pub(super) fn grown(&self, by: f64) -> Self {
        Self {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    pub(super) fn contains(&self, [x, y]: [f64; 2]) -> bool {
        (self.x..=self.right()).contains(&x) && (self.y..=self.bottom()).contains(&y)
    }

    /// The area that both cover.
    pub(super) fn overlap(&self, other: &Rect) -> f64 {
        let width = self.right().min(other.right()) - self.x.max(other.x);
        let height = self.bottom().min(other.bottom()) - self.y.max(other.y);
        width.max(0.0) * height.max(0.0)
    }
}

/// The body of a figure while it grows.
#[derive(Default)]
pub(super) struct Svg {
    body: String,
    open: Vec<&'static str>,
}

/// A coordinate to a tenth of a pixel, without needless characters.
fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    // −0.0 would be written with its sign
    if tenths == 0.0 {
        "0".into()
    } else {
        tenths.to_string()
    }
}

impl Svg {
    /// Opens a group; `end` closes it.
    pub(super) fn group(&mut self, class: &str) {
        let _ = writeln!(self.body, "<g class=\"{class}\">");
        self.open.push("g");
    }

    /// Opens a window that hides what lies outside; `end` closes it. A nested `svg` needs no id, and ids
    /// would clash when several figures stand in one page.
    pub(super) fn window(&mut self, area: Rect) {
        let [x, y, w, h] = [area.x, area.y, area.width, area.height].map(number);
        let _ = writeln!(
            self.body,
            "<svg x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" viewBox=\"{x} {y} {w} {h}\">"
        );
        self.open.push("svg");
    }

    /// Closes the innermost group or window.
    pub(super) fn end(&mut self) {
        if let Some(tag) = self.open.pop() {
            let _ = writeln!(self.body, "</{tag}>");
        }
    }

    pub(super) fn line(&mut self, class: &str, from: [f64; 2], to: [f64; 2]) {
        let [x1, y1, x2, y2] = [from[0], from[1], to[0], to[1]].map(number);
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        );
    }

    pub(super) fn rect(&mut self, class: &str, area: Rect, corner: f64) {
        let [x, y, w, h, r] = [area.x, area.y, area.width, area.height, corner].map(number);
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{r}\"/>"
        );
    }

    pub(super) fn circle(&mut self, class: &str, centre: [f64; 2], radius: f64) {
        let [x, y, r] = [centre[0], centre[1], radius].map(number);
        let _ = writeln!(
            self.body,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"/>"
        );
    }

    pub(super) fn path(&mut self, class: &str, path: &Path) {
        let _ = writeln!(
            self.body,
            "<path class=\"{class}\" d=\"{}\"/>",
            path.commands
        );
    }

    /// Text with its baseline at `at`; the class says how it is anchored.
    pub(super) fn text(&mut self, class: &str, at: [f64; 2], text: &str) {
        let [x, y] = at.map(number);
        let text = escape(text);
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"
        );
    }

    /// The whole document. The title is also what a screen reader says and what appears on hovering.
    pub(super) fn finish(
        mut self,
        theme: Theme,
        size: [f64; 2],
        title: &str,
        ramp: bool,
    ) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        // whole pixels, so that the paper ends where the picture does
        let [w, h] = size.map(|length| number(length.ceil()));
        let name = if title.is_empty() { "figure" } else { title };
        let (name, style) = (escape(name), style(theme, ramp));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"stickslip-figure\" role=\"img\" \
             width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n<title>{name}</title>\n\
             <style>{style}</style>\n<rect class=\"paper\" width=\"{w}\" height=\"{h}\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// The commands of an SVG path. Corners are written relative to the one before, in whole tenths of a pixel,
/// which halves the size of a long curve and does not let rounding add up.
#[derive(Default)]
pub(super) struct Path {
    commands: String,
    at: [i64; 2],
}

fn tenths(point: [f64; 2]) -> [i64; 2] {
    point.map(|value| (value * 10.0).round() as i64)
}

impl Path {
    /// Open lines through the given points.
    pub(super) fn open(points: &[[f64; 2]]) -> Self {
        let mut path = Self::default();
        path.add(points);
        path
    }

    /// A closed shape.
    pub(super) fn closed(points: &[[f64; 2]]) -> Self {
        let mut path = Self::open(points);
        path.commands.push('z');
        path
    }

    /// One more line through the given points.
    pub(super) fn add(&mut self, points: &[[f64; 2]]) {
        let Some((first, rest)) = points.split_first() else {
            return;
        };
        self.at = tenths(*first);
        let [x, y] = first.map(number);
        let _ = write!(self.commands, "M{x} {y}");
        for point in rest {
            self.corner(*point);
        }
    }

    /// Lines without length, which round caps turn into dots.
    pub(super) fn dots(&mut self, points: &[[f64; 2]]) {
        for point in points {
            let next = tenths(*point);
            let [dx, dy] = [next[0] - self.at[0], next[1] - self.at[1]].map(|d| d as f64 / 10.0);
            let _ = write!(self.commands, "m{dx} {dy}h0");
            self.at = next;
        }
    }

    fn corner(&mut self, point: [f64; 2]) {
        let next = tenths(point);
        let [dx, dy] = [next[0] - self.at[0], next[1] - self.at[1]];
        if [dx, dy] == [0, 0] {
            return;
        }
        let _ = match (dx, dy) {
            (dx, 0) => write!(self.commands, "h{}", dx as f64 / 10.0),
            (0, dy) => write!(self.commands, "v{}", dy as f64 / 10.0),
            (dx, dy) => write!(self.commands, "l{} {}", dx as f64 / 10.0, dy as f64 / 10.0),
        };
        self.at = next;
    }

    /// An arc of a circle to the given point, clockwise on the screen.
    pub(super) fn arc(&mut self, radius: f64, to: [f64; 2]) {
        let [r, x, y] = [radius, to[0], to[1]].map(number);
        let _ = write!(self.commands, "A{r} {r} 0 0 1 {x} {y}");
        self.at = tenths(to);
    }

    /// A straight line to the given point.
    pub(super) fn to(&mut self, point: [f64; 2]) {
        self.corner(point);
    }

    /// Back to the beginning.
    pub(super) fn close(&mut self) {
        self.commands.push('z');
    }
}

/// Parses a figure and gives back its document, to look at in tests.
#[cfg(test)]
pub(crate) fn well_formed(svg: &str) -> roxmltree::Document<'_> {
    let document = roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"));
    assert!(
        !svg.contains("NaN") && !svg.contains("inf"),
        "a number that is none\n{svg}"
    );
    document
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_title_are_escaped() {
        let mut svg = Svg::default();
        svg.text("tick", [1.0, 2.0], "a < b & \"c\"");
        let text = svg.finish(Theme::Auto, [10.0, 10.0], "<script>", false);
        let document = well_formed(&text);
        let find = |tag: &str| {
            document
                .descendants()
                .find(|node| node.has_tag_name(tag))
                .unwrap()
                .text()
                .unwrap()
                .to_owned()
        };
        assert_eq!(find("text"), "a < b & \"c\"");
        assert_eq!(find("title"), "<script>");
    }

    #[test]
    fn open_groups_are_closed() {
        let mut svg = Svg::default();
        svg.group("a");
        svg.window(Rect {
            x: 0.0,
            y: 0.0,
            width: 5.0,
            height: 5.0,
        });
        well_formed(&svg.finish(Theme::Light, [10.0, 10.0], "", true));
    }

    #[test]
    fn relative_corners_do_not_drift() {
        // a third of a pixel a step: after 3000 steps the end must still be where it is
        let points: Vec<_> = (0..=3000)
            .map(|i| [f64::from(i) / 3.0, f64::from(i % 2)])
            .collect();
        let mut path = Path::open(&points);
        path.to([1000.0, 50.0]);
        assert!(
            path.commands.ends_with("v50"),
            "{}",
            &path.commands[path.commands.len() - 20..]
        );
    }
}
