//! Ranges as horizontal bars in groups: what a number can be, and what it is in some cases.

use super::axis::{Axis, Scale};
use super::curve::draw_marker;
use super::frame::Frame;
use super::heading::{Heading, MARGIN};
use super::svg::{Path, Rect, Svg};
use super::text::{fitted, short, width};
use super::theme::{COLOURS, TEXT, TICK, Theme};

/// A number that may lie in a range.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RangeBar {
    /// What it is called.
    pub name: String,
    /// The least and the largest value; −∞ and ∞ where there are none.
    pub range: [f64; 2],
    /// Whether the two are one: then it is drawn as a ring.
    pub is_point: bool,
    /// Its value in each of the cases that the figure names; not finite for none.
    pub marks: Vec<f64>,
}

/// Bars that belong together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarGroup {
    /// What they belong to.
    pub name: String,
    /// The bars from top to bottom.
    pub bars: Vec<RangeBar>,
}

/// Groups over one axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BarSection {
    /// What is measured.
    pub axis: Axis,
    /// The groups from top to bottom.
    pub groups: Vec<BarGroup>,
}

/// Ranges of many numbers. At the right of each bar its range stands in digits.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeBars {
    /// What the figure shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// Sections with axes of their own, from top to bottom.
    pub sections: Vec<BarSection>,
    /// Names of the cases that are marked in the bars.
    pub cases: Vec<String>,
    /// Width of the whole figure in px.
    pub width: f64,
}

impl Default for RangeBars {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            sections: Vec::new(),
            cases: Vec::new(),
            width: 680.0,
        }
    }
}

/// Height of a row, and of the bar in it; space between groups.
const ROW: f64 = 21.0;
const THICK: f64 = 11.0;
const GAP: f64 = 8.0;
/// Radius of the ring around a number that is determined.
const RING: f64 = 6.0;
/// The colour of bars, and of the first case.
const COLOUR: usize = 0;
const FIRST_CASE: usize = 1;

/// Columns of the page: names of groups, names of bars, the bars, their ranges in digits.
struct Columns {
    groups: f64,
    bars: f64,
    left: f64,
    right: f64,
    end: f64,
}

impl RangeBars {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let mut svg = Svg::default();
        let heading = Heading::new(&self.title, &self.subtitle, self.width);
        let mut y = heading.draw(&mut svg);
        let figure = heading.width();
        y = self.draw_legend(&mut svg, y, figure - 2.0 * MARGIN);

        let columns = self.columns(figure);
        let before = y;
        for section in self
            .sections
            .iter()
            .filter(|s| s.groups.iter().any(|g| !g.bars.is_empty()))
        {
            if y > before {
                y += 14.0;
            }
            y = draw_section(&mut svg, section, &columns, y);
        }
        svg.finish(theme, [figure, y + MARGIN], &self.title, false)
    }

    fn columns(&self, figure: f64) -> Columns {
        let groups = self.sections.iter().flat_map(|section| &section.groups);
        let bars = groups.clone().flat_map(|group| &group.bars);
        let widest = |widths: &mut dyn Iterator<Item = f64>| widths.fold(0.0, f64::max);
        let names =
            widest(&mut groups.map(|group| width(&group.name, 1.05 * TEXT))).min(0.25 * figure);
        let parts = widest(&mut bars.clone().map(|bar| width(&bar.name, TEXT))).min(0.2 * figure);
        let digits = widest(&mut bars.map(|bar| width(&in_digits(bar), TICK))).min(0.25 * figure);
        let left = MARGIN + names + 12.0 + parts + 14.0;
        Columns {
            groups: names,
            bars: parts,
            left,
            right: (figure - MARGIN - digits - 20.0).max(left + 40.0),
            end: figure - MARGIN,
        }
    }

    /// What bars, dots and marks are; gives back where the page goes on.
    fn draw_legend(&self, svg: &mut Svg, top: f64, room: f64) -> f64 {
        let bars = || {
            self.sections
                .iter()
                .flat_map(|s| &s.groups)
                .flat_map(|g| &g.bars)
        };
        let mut entries: Vec<(Option<usize>, &str)> = Vec::new();
        if bars().any(|bar| !bar.is_point) {
            entries.push((None, "possible"));
        }
        if bars().any(|bar| bar.is_point) {
            entries.push((Some(COLOUR), "determined"));
        }
        for (i, name) in self.cases.iter().enumerate() {
            entries.push((Some(FIRST_CASE + i), name));
        }
        let (mut x, mut y) = (0.0, top);
        for (marker, name) in &entries {
            let name = fitted(name, TEXT, room - 28.0);
            let needs = 28.0 + width(&name, TEXT);
            if x > 0.0 && x + needs > room {
                (x, y) = (0.0, y + 18.0);
            }
            let at = [MARGIN + x, y + 7.0];
            svg.group(&format!("c{}", marker.unwrap_or(COLOUR) % COLOURS));
            match marker {
                Some(COLOUR) => svg.circle("bar", [at[0] + 11.0, at[1]], RING),
                Some(number) => draw_marker(svg, [at[0] + 11.0, at[1]], *number),
                None => svg.rect("bar", Rect::around([at[0] + 11.0, at[1]], 22.0, THICK), 2.0),
            }
            svg.end();
            svg.text("", [at[0] + 28.0, at[1] + 4.0], &name);
            x += needs + 18.0;
        }
        if entries.is_empty() { y } else { y + 28.0 }
    }
}

fn draw_section(svg: &mut Svg, section: &BarSection, columns: &Columns, top: f64) -> f64 {
    let groups = || section.groups.iter().filter(|group| !group.bars.is_empty());
    let rows: usize = groups().map(|group| group.bars.len()).sum();
    let height = rows as f64 * ROW + (groups().count() as f64) * GAP;
    let area = Rect {
        x: columns.left,
        y: top,
        width: columns.right - columns.left,
        height,
    };
    let bars = groups().flat_map(|group| &group.bars);
    // zero is in sight, and the end of every bar that has one
    let ends = bars
        .flat_map(|bar| bar.range.iter().chain(&bar.marks))
        .copied();
    let domain = section.axis.domain(ends.chain([0.0]), 0.05);
    let frame = Frame::new(area, (Scale::Linear, domain), (Scale::Linear, [0.0, 1.0]));
    let ticks = section
        .axis
        .ticks(domain, ((area.width / 80.0) as usize).max(2));
    for (value, _) in &ticks.major {
        let x = frame.x.at(*value);
        svg.line("grid", [x, top], [x, area.bottom()]);
    }
    if domain[0] < 0.0 && domain[1] > 0.0 {
        let zero = frame.x.at(0.0);
        svg.line("axis", [zero, top], [zero, area.bottom()]);
    }
    svg.line(
        "axis",
        [area.x, area.bottom()],
        [area.right(), area.bottom()],
    );

    let mut y = top;
    for (i, group) in groups().enumerate() {
        if i > 0 {
            svg.line("faint", [MARGIN, y], [columns.end, y]);
        }
        y += GAP / 2.0;
        let name = fitted(&group.name, 1.05 * TEXT, columns.groups + 2.0);
        svg.text("strong", [MARGIN, y + ROW / 2.0 + 4.0], &name);
        for bar in &group.bars {
            let middle = y + ROW / 2.0;
            let name = fitted(&bar.name, TEXT, columns.bars + 2.0);
            svg.text("quiet end", [area.x - 12.0, middle + 4.0], &name);
            svg.text("tick end", [columns.end, middle + 4.0], &in_digits(bar));
            draw_bar(svg, &frame, bar, middle);
            y += ROW;
        }
        y += GAP / 2.0;
    }
    frame.draw_x_labels(svg, &ticks);
    let middle = area.x + area.width / 2.0;
    svg.text(
        "quiet middle",
        [middle, y + 36.0],
        &section.axis.caption(&ticks),
    );
    y + 44.0
}

fn draw_bar(svg: &mut Svg, frame: &Frame, bar: &RangeBar, y: f64) {
    let area = frame.area;
    let [low, high] = bar.range;
    let known = !low.is_nan() && !high.is_nan();
    svg.group(&format!("c{COLOUR}"));
    if known && bar.is_point && Scale::Linear.shows(low) {
        svg.circle("bar", [frame.x.at(low), y], RING);
    } else if known && low <= high {
        // beyond the frame an arrow says that it goes on
        let end = |value: f64, edge: f64| match Scale::Linear.shows(value) {
            true => (frame.x.at(value), false),
            false => (edge, true),
        };
        let ((from, goes_left), (to, goes_right)) = (end(low, area.x), end(high, area.right()));
        let mut outline = vec![[from, y + THICK / 2.0], [from, y - THICK / 2.0]];
        if goes_left {
            outline = head(from, y, -1.0);
        }
        match goes_right {
            true => outline.extend(head(to, y, 1.0)),
            false => outline.extend([[to, y - THICK / 2.0], [to, y + THICK / 2.0]]),
        }
        svg.path("bar", &Path::closed(&outline));
    }
    svg.end();
    // side by side across the bar, so that equal ones are all seen
    let apart = (ROW - THICK) / bar.marks.len().max(2) as f64;
    let middle = 0.5 * (bar.marks.len() as f64 - 1.0);
    let shown = |(_, value): &(usize, &f64)| Scale::Linear.shows(**value);
    for (i, value) in bar.marks.iter().enumerate().filter(shown) {
        let y = y + apart * (i as f64 - middle);
        svg.group(&format!("c{}", (FIRST_CASE + i) % COLOURS));
        draw_marker(svg, [frame.x.at(*value), y], FIRST_CASE + i);
        svg.end();
    }
}

/// The corners of an arrow's head at the end of a bar.
fn head(x: f64, y: f64, sense: f64) -> Vec<[f64; 2]> {
    let corner = |along: f64, across: f64| [x - sense * along, y - sense * across * THICK];
    vec![
        corner(10.0, 0.5),
        corner(10.0, 0.85),
        corner(0.0, 0.0),
        corner(10.0, -0.85),
        corner(10.0, -0.5),
    ]
}

/// The range as people write it.
fn in_digits(bar: &RangeBar) -> String {
    let [low, high] = bar.range;
    match (low.is_finite(), high.is_finite()) {
        _ if low.is_nan() || high.is_nan() => "?".into(),
        (true, _) if bar.is_point => short(low, 4),
        (true, true) => format!("{} to {}", short(low, 4), short(high, 4)),
        (true, false) => format!("≥ {}", short(low, 4)),
        (false, true) => format!("≤ {}", short(high, 4)),
        (false, false) => "any".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::svg::well_formed;
    use super::*;

    fn bar(range: [f64; 2], is_point: bool) -> RangeBar {
        RangeBar {
            name: "n".into(),
            range,
            is_point,
            marks: vec![1.0],
        }
    }

    fn figure(bars: Vec<RangeBar>) -> RangeBars {
        let group = BarGroup {
            name: "foot & floor".into(),
            bars,
        };
        RangeBars {
            sections: vec![BarSection {
                axis: Axis::new("force", "N"),
                groups: vec![group, BarGroup::default()],
            }],
            cases: vec!["jam".into()],
            ..RangeBars::default()
        }
    }

    #[test]
    fn every_kind_of_range() {
        let inf = f64::INFINITY;
        let ranges = [
            ([0.0, 2.0], false),
            ([6.0, 6.0], true),
            ([0.0, inf], false),
            ([-inf, inf], false),
            ([-inf, 3.0], false),
        ];
        let svg =
            figure(ranges.map(|(range, point)| bar(range, point)).to_vec()).to_svg(Theme::Auto);
        let document = well_formed(&svg);
        let texts: Vec<_> = document.descendants().filter_map(|n| n.text()).collect();
        for expected in [
            "0 to 2",
            "6",
            "≥ 0",
            "any",
            "≤ 3",
            "force (N)",
            "jam",
            "determined",
            "possible",
        ] {
            assert!(texts.contains(&expected), "{expected} in {texts:?}");
        }
        // the dot is a ring; one of each in the legend
        let bars = document
            .descendants()
            .filter(|n| n.attribute("class") == Some("bar"));
        assert_eq!(bars.count(), 7);
    }

    #[test]
    fn odd_ranges() {
        let odd = [
            [f64::NAN, 1.0],
            [2.0, 1.0],
            [1e308, -1e308],
            [f64::NEG_INFINITY; 2],
        ];
        for range in odd {
            for is_point in [true, false] {
                let odd = RangeBar {
                    marks: vec![f64::NAN, f64::INFINITY],
                    ..bar(range, is_point)
                };
                well_formed(&figure(vec![odd]).to_svg(Theme::Dark));
            }
        }
        well_formed(&RangeBars::default().to_svg(Theme::Light));
    }
}
