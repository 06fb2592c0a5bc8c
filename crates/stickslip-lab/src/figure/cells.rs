//! A map over two parameters: cells coloured by a kind or by a number, hatched where something holds, with contours.

use super::axis::{Axis, Scale};
use super::field::{Field, edges};
use super::frame::{Frame, TICK_GAP};
use super::heading::{Heading, MARGIN, length};
use super::place::{Placer, draw_label};
use super::ramp;
use super::svg::{Path, Rect, Svg};
use super::swatch::{SWATCH, Swatch, draw_swatch, hatch};
use super::text::{fitted, width};
use super::theme::{COLOURS, TEXT, TICK, Theme};
use std::collections::BTreeMap;

/// What a cell can be.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Kind {
    /// What the legend calls it.
    pub name: String,
    /// Number of its colour.
    pub colour: usize,
}

/// What the cells show, row after row from the lowest, x changing fastest; `None` and missing cells stay empty.
#[derive(Clone, Debug, PartialEq)]
pub enum Fill {
    /// One of a few kinds.
    Kinds {
        /// The kinds.
        kinds: Vec<Kind>,
        /// The number of each cell's kind.
        cells: Vec<Option<usize>>,
    },
    /// A number, by a ramp of colours, with contours at the ticks of its axis.
    Numbers {
        /// What is measured.
        axis: Axis,
        /// The number of each cell.
        cells: Vec<Option<f64>>,
    },
}

/// A map over x and y. Each cell stands around the values of x and y at its middle.
#[derive(Clone, Debug, PartialEq)]
pub struct CellMap {
    /// What the figure shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The values of x at the middles of the columns, ascending.
    pub columns: Vec<f64>,
    /// The values of y at the middles of the rows, ascending.
    pub rows: Vec<f64>,
    /// What the cells show.
    pub fill: Fill,
    /// Where this is above 0 the map is hatched, and a line goes along 0.
    pub region: Option<Field>,
    /// What the legend calls the hatched region, and the line around it.
    pub region_names: [String; 2],
    /// Width of the whole figure in px.
    pub width: f64,
    /// Height of the map in px.
    pub height: f64,
}

impl Default for CellMap {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            x: Axis::default(),
            y: Axis::default(),
            columns: Vec::new(),
            rows: Vec::new(),
            fill: Fill::Kinds {
                kinds: Vec::new(),
                cells: Vec::new(),
            },
            region: None,
            region_names: [String::new(), String::new()],
            width: 560.0,
            height: 400.0,
        }
    }
}

/// Room at the right for the ramp with its numbers.
const BAR: f64 = 84.0;
/// Height of a row of the legend.
const ROW: f64 = 20.0;

impl CellMap {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let mut svg = Svg::default();
        let heading = Heading::new(&self.title, &self.subtitle, self.width);
        let top = heading.draw(&mut svg);
        let figure = heading.width();
        let height = length(self.height, 60.0);

        // the frame ends where the outermost cells do
        let [x_edges, y_edges] = [&self.columns, &self.rows].map(|axis| edges(axis));
        let is_sound = is_ascending(&x_edges) && is_ascending(&y_edges);
        let domain = |edges: &[f64]| match edges {
            [first, .., last] if is_sound => [*first, *last],
            _ => [0.0, 1.0],
        };
        let (x_domain, y_domain) = (domain(&x_edges), domain(&y_edges));
        let y_ticks = self.y.ticks(y_domain, 2 + (height / 55.0) as usize);
        let widest = y_ticks
            .major
            .iter()
            .map(|(_, label)| width(label, TICK))
            .fold(0.0, f64::max);
        let left = MARGIN + widest + TICK_GAP;
        let bar = match self.fill {
            Fill::Numbers { .. } => BAR,
            Fill::Kinds { .. } => 12.0,
        };
        let below = self.draw_legend(&mut svg, top, figure - 2.0 * MARGIN);
        svg.text("quiet", [MARGIN, below + 10.0], &self.y.caption(&y_ticks));
        let area = Rect {
            x: left,
            y: below + 20.0,
            width: (figure - MARGIN - bar - left).max(40.0),
            height,
        };
        let frame = Frame::new(area, (Scale::Linear, x_domain), (Scale::Linear, y_domain));
        let x_ticks = self
            .x
            .ticks(x_domain, ((area.width / 80.0) as usize).max(2));

        if is_sound {
            self.draw_cells(&mut svg, &frame, [&x_edges, &y_edges]);
            self.draw_region(&mut svg, &frame);
            self.draw_contours(&mut svg, &frame);
        }
        svg.rect("axis", area, 0.0);
        for (value, _) in &y_ticks.major {
            let at = frame.y.at(*value);
            svg.line("axis", [left - 4.0, at], [left, at]);
        }
        frame.draw_y_labels(&mut svg, &y_ticks);
        frame.draw_x_labels(&mut svg, &x_ticks);
        let end = area.bottom() + 36.0;
        svg.text(
            "quiet middle",
            [left + area.width / 2.0, end],
            &self.x.caption(&x_ticks),
        );
        self.draw_bar(&mut svg, area);
        svg.finish(theme, [figure, end + MARGIN], &self.title, true)
    }

    /// The kinds that appear, the hatching and its line; gives back where the page goes on.
    fn draw_legend(&self, svg: &mut Svg, top: f64, room: f64) -> f64 {
        let mut entries: Vec<(Swatch, &str)> = Vec::new();
        if let Fill::Kinds { kinds, cells } = &self.fill {
            for (number, kind) in kinds.iter().enumerate() {
                if cells.contains(&Some(number)) {
                    entries.push((Swatch::Tone(kind.colour), &kind.name));
                }
            }
        }
        if let Some(region) = &self.region {
            let [hatching, line] = &self.region_names;
            if region.values.iter().any(|value| *value > 0.0) {
                entries.push((Swatch::Hatching, hatching));
                if region.values.iter().any(|value| *value <= 0.0) {
                    entries.push((Swatch::Line, line));
                }
            }
        }
        let (mut x, mut y) = (0.0, top);
        for (swatch, name) in &entries {
            let needs = SWATCH[0] + 7.0 + width(name, TEXT);
            if x > 0.0 && x + needs > room {
                (x, y) = (0.0, y + ROW);
            }
            let at = [MARGIN + x, y];
            draw_swatch(svg, at, swatch);
            let name = fitted(name, TEXT, room - SWATCH[0] - 7.0);
            svg.text("", [at[0] + SWATCH[0] + 7.0, y + 11.0], &name);
            x += needs + 18.0;
        }
        if entries.is_empty() { y } else { y + ROW + 8.0 }
    }

    /// All cells of one colour are one path: no seams show between them.
    fn draw_cells(&self, svg: &mut Svg, frame: &Frame, [xs, ys]: [&[f64]; 2]) {
        let classes = self.classes();
        let mut paths: BTreeMap<&(String, &str), Path> = BTreeMap::new();
        for (j, y) in ys.windows(2).enumerate() {
            let class = |i: usize| classes.get(j * self.columns.len() + i)?.as_ref();
            let [bottom, top] = [y[0], y[1]].map(|y| frame.y.at(y));
            let mut i = 0;
            while i < self.columns.len() {
                let first = i;
                i += 1;
                let Some(wanted) = class(first) else {
                    continue;
                };
                // a run of equal cells is one rectangle
                while i < self.columns.len() && class(i) == Some(wanted) {
                    i += 1;
                }
                let [left, right] = [xs[first], xs[i]].map(|x| frame.x.at(x));
                let path = paths.entry(wanted).or_default();
                path.add(&[[left, bottom], [right, bottom], [right, top], [left, top]]);
                path.close();
            }
        }
        for ((colour, filled), path) in &paths {
            svg.group(colour);
            svg.path(&format!("{filled} cells"), path);
            svg.end();
        }
    }

    /// The colour and the way of filling of each cell.
    fn classes(&self) -> Vec<Option<(String, &'static str)>> {
        match &self.fill {
            Fill::Kinds { kinds, cells } => {
                let class = |cell: &Option<usize>| {
                    let kind = kinds.get((*cell)?)?;
                    Some((format!("c{}", kind.colour % COLOURS), "tone"))
                };
                cells.iter().map(class).collect()
            }
            Fill::Numbers { axis, cells } => {
                let [low, high] = numbers(axis, cells);
                let class = |cell: &Option<f64>| {
                    let value = cell.filter(|value| Scale::Linear.shows(*value))?;
                    Some((format!("t{}", ramp::step(value, low, high)), "block"))
                };
                cells.iter().map(class).collect()
            }
        }
    }

    /// Hatching where the region is, and the line around it.
    fn draw_region(&self, svg: &mut Svg, frame: &Frame) {
        let Some(region) = self.region.as_ref().map(Field::extended) else {
            return;
        };
        let inside = |[x, y]: [f64; 2]| {
            let [from, to] = frame.x.domain;
            let [low, high] = frame.y.domain;
            let at = [
                from + (x - frame.area.x) / frame.area.width * (to - from),
                high - (y - frame.area.y) / frame.area.height * (high - low),
            ];
            region.at(at).is_some_and(|value| value > 0.0)
        };
        let mut hatching = Path::default();
        hatch(frame.area, &inside, &mut |from, to| {
            hatching.add(&[from, to])
        });
        svg.path("hatched", &hatching);
        for line in region.contours(0.0) {
            let pixels: Vec<_> = line.iter().filter_map(|p| frame.visible(*p)).collect();
            svg.path("bound", &Path::open(&pixels));
        }
    }

    /// Lines where a number has the values of its ticks, with the values.
    fn draw_contours(&self, svg: &mut Svg, frame: &Frame) {
        let Fill::Numbers { axis, cells } = &self.fill else {
            return;
        };
        let field = Field {
            columns: self.columns.clone(),
            rows: self.rows.clone(),
            values: cells.iter().map(|cell| cell.unwrap_or(f64::NAN)).collect(),
        };
        let [low, high] = numbers(axis, cells);
        let field = field.extended();
        let mut placer = Placer::new(frame.area.grown(-4.0));
        let levels = axis.ticks([low, high], 7).major;
        // at the very ends a contour would follow rounding
        let hair = 0.01 * (high - low);
        let inside = |(level, _): &(f64, String)| low + hair < *level && *level < high - hair;
        for (level, label) in levels.into_iter().filter(inside) {
            for line in field.contours(level) {
                let pixels: Vec<_> = line.iter().filter_map(|p| frame.visible(*p)).collect();
                svg.path("contour", &Path::open(&pixels));
                let long = pixels
                    .windows(2)
                    .map(|p| (p[1][0] - p[0][0]).hypot(p[1][1] - p[0][1]));
                if long.sum::<f64>() < 60.0 {
                    continue;
                }
                // near the middle of the line, where the next label is far
                let count = pixels.len();
                let order = [0.5, 0.4, 0.6, 0.3, 0.7].map(|share| (share * count as f64) as usize);
                let places: Vec<_> = order
                    .iter()
                    .filter_map(|k| pixels.get(*k).copied())
                    .collect();
                if let Some(area) = placer.place(&label, &places) {
                    draw_label(svg, area, "", &label);
                    placer.avoid_area(area.grown(14.0));
                }
            }
        }
    }

    /// The ramp with its numbers, at the right.
    fn draw_bar(&self, svg: &mut Svg, area: Rect) {
        let Fill::Numbers { axis, cells } = &self.fill else {
            return;
        };
        let [low, high] = numbers(axis, cells);
        let bar = Rect {
            x: area.right() + 20.0,
            width: 14.0,
            ..area
        };
        for step in 0..ramp::STEPS {
            let part = bar.height / ramp::STEPS as f64;
            svg.group(&format!("t{step}"));
            let cell = Rect {
                height: bar.height - step as f64 * part,
                ..bar
            };
            svg.rect("ink", cell, 0.0);
            svg.end();
        }
        svg.rect("axis", bar, 0.0);
        let ticks = axis.ticks([low, high], 2 + (bar.height / 55.0) as usize);
        let up = Frame::new(
            bar,
            (Scale::Linear, [0.0, 1.0]),
            (Scale::Linear, [low, high]),
        );
        for (value, label) in &ticks.major {
            let y = up.y.at(*value);
            svg.line("axis", [bar.right(), y], [bar.right() + 4.0, y]);
            svg.text("tick quiet", [bar.right() + 7.0, y + 4.0], label);
        }
        svg.text(
            "quiet end",
            [bar.right() + BAR - 34.0, bar.y - 10.0],
            &axis.caption(&ticks),
        );
    }
}

/// Whether edges make cells.
fn is_ascending(edges: &[f64]) -> bool {
    let all = edges.iter().all(|edge| Scale::Linear.shows(*edge));
    all && edges.len() > 1 && edges.windows(2).all(|pair| pair[0] < pair[1])
}

/// From the least to the largest number.
fn numbers(axis: &Axis, cells: &[Option<f64>]) -> [f64; 2] {
    axis.domain(cells.iter().copied().flatten(), 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::svg::well_formed;
    use super::*;

    fn axis(count: usize) -> Vec<f64> {
        (0..count).map(|i| 0.1 * i as f64).collect()
    }

    /// How many rectangles there are.
    fn cells(svg: &str) -> usize {
        let document = well_formed(svg);
        let is_cells = |node: &roxmltree::Node| {
            node.attribute("class")
                .is_some_and(|c| c.ends_with(" cells"))
        };
        let paths = document.descendants().filter(is_cells);
        paths
            .map(|node| node.attribute("d").unwrap_or_default().matches('M').count())
            .sum()
    }

    fn count(svg: &str, class: &str) -> usize {
        let document = well_formed(svg);
        let has = |node: &roxmltree::Node| {
            node.attribute("class")
                .is_some_and(|c| c.split(' ').any(|c| c == class))
        };
        document.descendants().filter(has).count()
    }

    #[test]
    fn equal_neighbours_are_one_rectangle() {
        let kinds = [("none", 0), ("one", 1), ("two", 2)].map(|(name, colour)| Kind {
            name: name.into(),
            colour,
        });
        let map = CellMap {
            columns: axis(3),
            rows: axis(2),
            fill: Fill::Kinds {
                kinds: kinds.to_vec(),
                cells: vec![Some(0), Some(0), Some(1), None, Some(9), Some(1)],
            },
            ..CellMap::default()
        };
        let svg = map.to_svg(Theme::Auto);
        assert_eq!((cells(&svg), count(&svg, "cells")), (3, 2));
        assert!(svg.contains(">one<") && !svg.contains(">two<"));
    }

    #[test]
    fn numbers_have_a_bar_and_contours() {
        let (columns, rows) = (axis(6), axis(5));
        let values: Vec<f64> = rows
            .iter()
            .flat_map(|y| columns.iter().map(move |x| x + y))
            .collect();
        let region = Field {
            columns: columns.clone(),
            rows: rows.clone(),
            values: values.iter().map(|v| v - 0.35).collect(),
        };
        let map = CellMap {
            columns,
            rows,
            fill: Fill::Numbers {
                axis: Axis::new("a", "m/s²"),
                cells: values.into_iter().map(Some).collect(),
            },
            region: Some(region),
            region_names: ["jams".into(), "jamming begins".into()],
            ..CellMap::default()
        };
        let svg = map.to_svg(Theme::Auto);
        assert_eq!(cells(&svg), 30);
        assert_eq!(count(&svg, "bound"), 2);
        assert!(count(&svg, "contour") >= 3 && svg.contains("a (m/s²)"));
        assert_eq!(svg, map.to_svg(Theme::Auto));
    }

    #[test]
    fn odd_maps() {
        let odd = [
            Some(f64::NAN),
            Some(f64::INFINITY),
            None,
            Some(1e300),
            Some(-1.0),
        ];
        for columns in [vec![], vec![1.0], axis(5), vec![f64::NAN; 5], vec![1.0; 5]] {
            let region = Field {
                columns: columns.clone(),
                rows: vec![0.0, 1.0],
                values: vec![f64::INFINITY; 10],
            };
            let map = CellMap {
                columns,
                rows: vec![0.0],
                fill: Fill::Numbers {
                    axis: Axis::new("a", ""),
                    cells: odd.to_vec(),
                },
                region: Some(region),
                width: f64::NAN,
                ..CellMap::default()
            };
            well_formed(&map.to_svg(Theme::Light));
        }
        well_formed(&CellMap::default().to_svg(Theme::Auto));
    }
}
