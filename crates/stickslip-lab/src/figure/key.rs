//! Which line is which: names at the right of the lines where they end, or in rows above; never on the data.

use super::curve::{SAMPLE, draw_sample};
use super::frame::Frame;
use super::series::Series;
use super::svg::Svg;
use super::text::{fitted, width};
use super::theme::TEXT;

/// Where the names of the series stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Legend {
    /// At the right if they fit there, above otherwise.
    #[default]
    Auto,
    /// At the right of the chart, each at the height where its line ends.
    Right,
    /// In rows above the chart.
    Above,
    /// Nowhere.
    Hidden,
}

/// Space between sample and name, and between two entries of a row.
const GAP: f64 = 6.0;
const BETWEEN: f64 = 20.0;
/// Height of an entry.
const ROW: f64 = 17.0;
/// Space between the chart and the names at its right.
const OFFSET: f64 = 10.0;

/// A series that the legend names, with the number of its colour.
type Entry<'a> = (&'a Series, usize);

/// The legend of one chart, placed.
pub(super) struct Key<'a> {
    entries: Vec<Entry<'a>>,
    /// Rows above the chart; empty if the names stand at the right.
    rows: Vec<Vec<Entry<'a>>>,
    right: bool,
}

impl<'a> Key<'a> {
    /// Chooses the place for a figure of the given width and a chart of the given height.
    pub(super) fn new(series: &'a [Series], legend: Legend, figure: f64, height: f64) -> Self {
        let entries: Vec<Entry> = series
            .iter()
            .enumerate()
            .filter(|(_, series)| !series.name.is_empty() && legend != Legend::Hidden)
            .map(|(i, series)| (series, series.colour.unwrap_or(i)))
            .collect();
        let widest = entries.iter().map(entry_width).fold(0.0, f64::max);
        let fits = entries.len() as f64 * ROW <= height && widest <= 0.32 * figure;
        let right = match legend {
            Legend::Auto => fits,
            Legend::Right => true,
            Legend::Above | Legend::Hidden => false,
        };
        let rows = if right {
            Vec::new()
        } else {
            wrapped(&entries, figure)
        };
        Self {
            entries,
            rows,
            right,
        }
    }

    /// Room it needs at the right.
    pub(super) fn width(&self) -> f64 {
        let widest = self.entries.iter().map(entry_width).fold(0.0, f64::max);
        if self.right && widest > 0.0 {
            OFFSET + widest
        } else {
            0.0
        }
    }

    /// Room it needs above.
    pub(super) fn height(&self) -> f64 {
        self.rows.len() as f64 * ROW
    }

    /// Draws it around the frame; rows begin at `left` and end right above the frame.
    pub(super) fn draw(&self, svg: &mut Svg, frame: &Frame, left: f64, room: f64) {
        if self.right {
            let wanted: Vec<f64> = self
                .entries
                .iter()
                .map(|(series, _)| end(frame, series))
                .collect();
            let span = [
                frame.area.y + ROW / 2.0 - 3.0,
                frame.area.bottom() - ROW / 2.0 + 3.0,
            ];
            for ((series, colour), y) in self.entries.iter().zip(apart(&wanted, ROW, span)) {
                draw_entry(
                    svg,
                    [frame.area.right() + OFFSET, y],
                    (series, *colour),
                    room,
                );
            }
            return;
        }
        for (i, row) in self.rows.iter().enumerate() {
            let y = frame.area.y - 5.0 - (self.rows.len() - i) as f64 * ROW + ROW / 2.0;
            let mut x = left;
            for entry in row {
                draw_entry(svg, [x, y], *entry, room);
                x += entry_width(entry) + BETWEEN;
            }
        }
    }
}

fn entry_width((series, _): &Entry) -> f64 {
    SAMPLE + GAP + width(&series.name, TEXT)
}

fn draw_entry(svg: &mut Svg, [x, y]: [f64; 2], (series, colour): Entry, room: f64) {
    draw_sample(svg, [x, y], series, colour);
    let name = fitted(&series.name, TEXT, room - SAMPLE - GAP);
    svg.text("", [x + SAMPLE + GAP, y + 4.0], &name);
}

/// As many entries a row as fit.
fn wrapped<'a>(entries: &[Entry<'a>], room: f64) -> Vec<Vec<Entry<'a>>> {
    let mut rows: Vec<Vec<Entry>> = Vec::new();
    let mut used = f64::INFINITY;
    for entry in entries {
        let needs = entry_width(entry) + BETWEEN;
        if used + needs - BETWEEN > room {
            rows.push(Vec::new());
            used = 0.0;
        }
        used += needs;
        if let Some(row) = rows.last_mut() {
            row.push(*entry);
        }
    }
    rows
}

/// The height at which the line ends, or the middle if there is none.
fn end(frame: &Frame, series: &Series) -> f64 {
    let pixels = series
        .points
        .iter()
        .filter_map(|point| frame.visible(*point));
    // step sizes often run from large to small: the end is at the right, not in the list
    let last = pixels.max_by(|a, b| a[0].total_cmp(&b[0]));
    let [top, bottom] = [frame.area.y, frame.area.bottom()];
    last.map_or((top + bottom) / 2.0, |point| point[1])
        .clamp(top, bottom)
}

/// Heights near the wanted ones, at least `gap` apart and inside the span as far as there is room.
fn apart(wanted: &[f64], gap: f64, [top, bottom]: [f64; 2]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));

    // blocks of touching entries: (sum of wanted tops of the block, number of entries)
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    let place = |(sum, count): (f64, usize)| {
        let length = (count as f64 - 1.0) * gap;
        (sum / count as f64).min(bottom - length).max(top)
    };
    for index in &order {
        let mut block = (wanted[*index], 1);
        // merge with the block above while they would overlap
        while let Some(above) = blocks.last().copied() {
            if place(above) + above.1 as f64 * gap <= place(block) {
                break;
            }
            blocks.pop();
            let shifted = block.0 - block.1 as f64 * above.1 as f64 * gap;
            block = (above.0 + shifted, above.1 + block.1);
        }
        blocks.push(block);
    }
    let spread = blocks
        .iter()
        .flat_map(|block| (0..block.1).map(|i| place(*block) + i as f64 * gap));
    let mut placed = vec![0.0; wanted.len()];
    for (index, y) in order.iter().zip(spread) {
        placed[*index] = y;
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_do_not_overlap() {
        let placed = apart(&[50.0, 50.0, 52.0, 90.0], 10.0, [0.0, 100.0]);
        let mut sorted = placed.clone();
        sorted.sort_by(f64::total_cmp);
        assert!(
            sorted
                .windows(2)
                .all(|pair| pair[1] - pair[0] > 10.0 - 1e-9),
            "{placed:?}"
        );
        assert_eq!(placed[3], 90.0);
        // the block stays around the place where it wants to be
        assert!((placed[1] - 50.67).abs() < 0.1, "{placed:?}");
    }

    #[test]
    fn names_stay_inside() {
        for wanted in [[0.0, 0.0, 1.0], [99.0, 100.0, 100.0]] {
            let placed = apart(&wanted, 12.0, [0.0, 100.0]);
            assert!(
                placed.iter().all(|y| (0.0..=100.0).contains(y)),
                "{placed:?}"
            );
        }
        assert!(apart(&[], 1.0, [0.0, 1.0]).is_empty());
    }

    #[test]
    fn long_names_go_above() {
        let named = |name: &str| Series {
            name: name.into(),
            ..Series::default()
        };
        let short = [named("a"), named("b"), named("")];
        let key = Key::new(&short, Legend::Auto, 700.0, 300.0);
        assert!(key.right && key.entries.len() == 2 && key.height() == 0.0);
        let long = [named(
            "a name that would take half of the width of the whole figure",
        )];
        let key = Key::new(&long, Legend::Auto, 700.0, 300.0);
        assert!(!key.right && key.width() == 0.0 && key.rows.len() == 1);
        let many = vec![named("series"); 30];
        assert!(Key::new(&many, Legend::Auto, 700.0, 300.0).rows.len() > 2);
    }
}
