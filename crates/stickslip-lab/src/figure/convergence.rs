//! Errors against step size: straight lines on two logarithmic axes, whose slope is the order.

use super::axis::Axis;
use super::chart::LineChart;
use super::heading::Heading;
use super::panels::render;
use super::series::{Mark, Series};
use super::text::short;
use super::theme::Theme;
use super::triangle::draw_triangle;

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
        let heading = Heading::new(&self.title, &self.subtitle, self.width);
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

/// The range of the errors with a little more below, where the triangle can stand.
fn with_room_below(chart: &LineChart) -> Option<[f64; 2]> {
    let errors = chart
        .series
        .iter()
        .flat_map(|series| &series.points)
        .map(|point| point[1]);
    let [low, high] = chart.y.domain(errors, 0.06);
    let lower = low * (low / high).powf(0.12);
    (lower > 1e-300).then_some([lower, high])
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
