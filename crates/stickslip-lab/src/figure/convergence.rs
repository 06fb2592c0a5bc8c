//! Errors against step size: straight lines on two logarithmic axes, whose slope is the order.

use super::axis::Axis;
use super::chart::LineChart;
use super::frame::Frame;
use super::panels::{Heading, render};
use super::series::{Mark, Series};
use super::svg::{Path, Rect, Svg};
use super::text::short;
use super::theme::Theme;

/// Errors of one or more quantities against the step size, each with its fitted order, and a triangle that shows
/// the slope of a reference order.
#[derive(Clone, Debug, PartialEq)]
pub struct Convergence {
    /// What the figure shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// Horizontal axis; its scale is always logarithmic.
    pub x: Axis,
    /// Vertical axis; its scale is always logarithmic.
    pub y: Axis,
    /// Points (h, error). The fitted order is added to the name.
    pub series: Vec<Series>,
    /// Order of the triangle; none is drawn for `None`.
    pub order: Option<f64>,
    /// Width of the whole figure in px.
    pub width: f64,
    /// Height of the area with the data in px.
    pub height: f64,
}

impl Default for Convergence {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            x: Axis::log("step size h", "s"),
            y: Axis::log("error", ""),
            series: Vec::new(),
            order: Some(1.0),
            width: 760.0,
            height: 380.0,
        }
    }
}

impl Convergence {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let named = |series: &Series| {
            let mark = if series.mark == Mark::Line {
                Mark::LineMarkers
            } else {
                series.mark
            };
            let name = match fitted_order(&series.points) {
                Some(order) => format!("{}  (order {})", series.name, short(order, 3)),
                None => series.name.clone(),
            };
            Series {
                name: name.trim_start().to_owned(),
                mark,
                ..series.clone()
            }
        };
        let log = |axis: &Axis| Axis {
            range: axis.range,
            ..Axis::log(&axis.label, &axis.unit)
        };
        let mut chart = LineChart {
            x: log(&self.x),
            y: log(&self.y),
            series: self.series.iter().map(named).collect(),
            width: self.width,
            height: self.height,
            ..LineChart::default()
        };
        let order = self.order.filter(|order| order.is_finite());
        if order.is_some() && chart.y.range.is_none() {
            chart.y.range = with_room_below(&chart);
        }
        let heading = Heading {
            title: &self.title,
            subtitle: &self.subtitle,
            width: self.width,
            panels: false,
        };
        render(
            &heading,
            std::slice::from_ref(&chart),
            theme,
            |svg, frame| {
                if let Some(order) = order {
                    draw_triangle(svg, frame, &self.series, order);
                }
            },
        )
    }
}

/// The slope of the least-squares line through (log h, log error); `None` with fewer than two step sizes.
pub fn fitted_order(points: &[[f64; 2]]) -> Option<f64> {
    let usable = |value: f64| value > 0.0 && value.is_finite();
    let logs: Vec<[f64; 2]> = points
        .iter()
        .filter(|point| usable(point[0]) && usable(point[1]))
        .map(|point| point.map(f64::ln))
        .collect();
    let count = logs.len() as f64;
    let mean = |axis: usize| logs.iter().map(|point| point[axis]).sum::<f64>() / count;
    let (x, y) = (mean(0), mean(1));
    let spread: f64 = logs.iter().map(|point| (point[0] - x).powi(2)).sum();
    let common: f64 = logs
        .iter()
        .map(|point| (point[0] - x) * (point[1] - y))
        .sum();
    // equal step sizes have no slope, up to rounding
    (spread > 1e-12).then(|| common / spread)
}

/// The range of the errors with a fifth more below, where the triangle can stand.
fn with_room_below(chart: &LineChart) -> Option<[f64; 2]> {
    let errors = chart
        .series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| point[1]);
    let [low, high] = chart.y.domain(errors, 0.06);
    let lower = low * (low / high).powf(0.2);
    (lower > 1e-300).then_some([lower, high])
}

/// A triangle with the slope of the order, as near to the data as it gets without touching them.
fn draw_triangle(svg: &mut Svg, frame: &Frame, series: &[Series], order: f64) {
    let Some((corner, side)) = find_room(frame, series, order) else {
        return;
    };
    let [left, bottom] = corner;
    let rise = side * slope(frame, order);
    let outline = [
        [left, bottom],
        [left + side, bottom],
        [left + side, bottom - rise],
    ];
    svg.path("pale", &Path::closed(&outline));
    // beside the vertical side, beyond the horizontal one
    let below = if rise >= 0.0 {
        bottom + 14.0
    } else {
        bottom - 6.0
    };
    svg.text("tick middle halo", [left + side / 2.0, below], "1");
    svg.text(
        "tick halo",
        [left + side + 6.0, bottom - rise / 2.0 + 4.0],
        &short(order, 3),
    );
}

/// Pixels up for each pixel to the right.
fn slope(frame: &Frame, order: f64) -> f64 {
    let decades = |domain: [f64; 2]| (domain[1] / domain[0]).log10();
    let x = frame.area.width / decades(frame.x.domain);
    let y = frame.area.height / decades(frame.y.domain);
    order * y / x
}

/// Lower left corner and width of the triangle.
fn find_room(frame: &Frame, series: &[Series], order: f64) -> Option<([f64; 2], f64)> {
    let data: Vec<[f64; 2]> = series
        .iter()
        .flat_map(|series| along(frame, series))
        .collect();
    let slope = slope(frame, order);
    let area = frame.area;
    let mut best: Option<(f64, [f64; 2], f64)> = None;
    for share in [0.2, 0.15, 0.1] {
        let side = (share * area.width).min(0.45 * area.height / slope.abs().max(1e-9));
        let rise = side * slope;
        // the box of the triangle with its numbers
        let above = rise.max(0.0);
        let size = [side + 30.0, rise.abs() + 18.0];
        for i in 0..=20 {
            for j in 0..=20 {
                let room = [area.width - size[0] - 12.0, area.height - size[1] - 8.0];
                let x = area.x + 8.0 + f64::from(i) / 20.0 * room[0];
                let y = area.y + 4.0 + f64::from(j) / 20.0 * room[1];
                let hull = Rect {
                    x,
                    y,
                    width: size[0],
                    height: size[1],
                };
                if room[0] < 0.0 || room[1] < 0.0 {
                    continue;
                }
                let gap = distance(&hull, &data);
                // near, but not touching; below the data rather than above; not at the very edge
                if gap < 10.0 {
                    continue;
                }
                let over = data
                    .iter()
                    .any(|p| p[1] > hull.bottom() && hull.x < p[0] && p[0] < hull.right());
                let centre = (x + size[0] / 2.0 - area.x) / area.width - 0.6;
                let cost = gap + if over { 60.0 } else { 0.0 } + 40.0 * centre.abs();
                if best.is_none_or(|(least, ..)| cost < least) {
                    best = Some((cost, [x + 4.0, y + above], side));
                }
            }
        }
        if best.is_some() {
            break;
        }
    }
    best.map(|(_, corner, side)| (corner, side))
}

/// Points every few pixels along the line of a series.
fn along(frame: &Frame, series: &Series) -> Vec<[f64; 2]> {
    let corners: Vec<_> = series
        .points
        .iter()
        .filter_map(|point| frame.visible(*point))
        .collect();
    let mut points: Vec<[f64; 2]> = corners.first().copied().into_iter().collect();
    for pair in corners.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        points.extend((1..=20).map(|i| {
            let t = f64::from(i) / 20.0;
            [
                from[0] + t * (to[0] - from[0]),
                from[1] + t * (to[1] - from[1]),
            ]
        }));
    }
    points
}

/// From a box to the nearest of the points; 0 inside.
fn distance(hull: &Rect, points: &[[f64; 2]]) -> f64 {
    let outside = |value: f64, low: f64, high: f64| (low - value).max(value - high).max(0.0);
    points
        .iter()
        .map(|[x, y]| outside(*x, hull.x, hull.right()).hypot(outside(*y, hull.y, hull.bottom())))
        .fold(1e3, f64::min)
}

#[cfg(test)]
mod tests {
    use super::super::svg::well_formed;
    use super::*;

    fn powers(order: f64) -> Vec<[f64; 2]> {
        (1..7)
            .map(|k| 0.5f64.powi(k))
            .map(|h| [h, 3.0 * h.powf(order)])
            .collect()
    }

    #[test]
    fn the_order_of_a_power_is_its_exponent() {
        for order in [0.5, 1.0, 2.0, -1.0] {
            let fitted = fitted_order(&powers(order)).unwrap();
            assert!((fitted - order).abs() < 1e-12);
        }
        assert_eq!(fitted_order(&[]), None);
        assert_eq!(fitted_order(&[[0.1, 1.0], [0.1, 2.0], [0.2, 0.0]]), None);
    }

    #[test]
    fn the_triangle_keeps_away_from_the_data() {
        for order in [0.5, 1.0, 2.0, 4.0] {
            let figure = Convergence {
                series: vec![Series::new("x", Mark::Line, powers(order))],
                order: Some(order),
                ..Convergence::default()
            };
            let svg = figure.to_svg(Theme::Auto);
            let document = well_formed(&svg);
            let triangle = |node: &roxmltree::Node| node.attribute("class") == Some("pale");
            assert_eq!(
                document.descendants().filter(triangle).count(),
                1,
                "order {order}"
            );
            let texts: Vec<_> = document
                .descendants()
                .filter_map(|node| node.text())
                .collect();
            assert!(
                texts.contains(&format!("x  (order {order})").as_str()),
                "{texts:?}"
            );
        }
    }

    #[test]
    fn odd_input() {
        let lost = Series::new("", Mark::Line, [[0.0, 1.0], [f64::NAN, 1.0], [1.0, -1.0]]);
        for series in [
            vec![],
            vec![lost],
            vec![Series::new("one", Mark::Line, [[0.1, 0.1]])],
        ] {
            for order in [
                None,
                Some(1.0),
                Some(-3.0),
                Some(0.0),
                Some(f64::NAN),
                Some(1e9),
            ] {
                let figure = Convergence {
                    series: series.clone(),
                    order,
                    ..Convergence::default()
                };
                well_formed(&figure.to_svg(Theme::Auto));
            }
        }
    }
}
