//! A chart of lines, steps and markers.

use super::axis::Axis;
use super::heading::Heading;
use super::key::Legend;
use super::note::{Band, Note, Rule};
use super::panels::render;
use super::series::Series;
use super::theme::Theme;

/// One pair of axes with any number of series.
///
/// ```
/// use stickslip_lab::figure::{Axis, LineChart, Series, Theme};
///
/// let t = [0.0, 0.1, 0.2];
/// let chart = LineChart {
///     title: "Falling rod".into(),
///     x: Axis::new("time", "s"),
///     y: Axis::new("height", "m"),
///     series: vec![Series::line("h = 0.1 s", &t, &[1.0, 0.95, 0.8])],
///     ..LineChart::default()
/// };
/// assert!(chart.to_svg(Theme::Auto).starts_with("<svg"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// What the chart shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The data, the first drawn first.
    pub series: Vec<Series>,
    /// Ranges of x with a tinted background, such as the times in which a contact sticks.
    pub shaded: Vec<[f64; 2]>,
    /// Ranges of x with a tint and a name of their own.
    pub bands: Vec<Band>,
    /// Upright lines with names.
    pub rules: Vec<Rule>,
    /// Points with a few words.
    pub notes: Vec<Note>,
    /// Where the names of the series stand.
    pub legend: Legend,
    /// Width of the whole figure in px.
    pub width: f64,
    /// Height of the area with the data in px.
    pub height: f64,
}

impl Default for LineChart {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            x: Axis::default(),
            y: Axis::default(),
            series: Vec::new(),
            shaded: Vec::new(),
            bands: Vec::new(),
            rules: Vec::new(),
            notes: Vec::new(),
            legend: Legend::default(),
            width: 760.0,
            height: 320.0,
        }
    }
}

impl LineChart {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let heading = Heading::new(&self.title, &self.subtitle, self.width);
        render(&heading, std::slice::from_ref(self), theme, |_, _| {})
    }

    /// Margin of x beside the data: lines may touch the frame, markers may not.
    pub(super) fn x_pad(&self) -> f64 {
        if self.series.iter().any(|series| series.mark.has_markers()) {
            0.03
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::axis::Scale;
    use super::super::series::Mark;
    use super::super::svg::well_formed;
    use super::*;

    fn chart(series: Vec<Series>) -> LineChart {
        LineChart {
            series,
            x: Axis::new("t", "s"),
            y: Axis::new("v", "m/s"),
            ..LineChart::default()
        }
    }

    #[test]
    fn a_long_run_stays_small() {
        let wave = |i: usize, k: usize| [i as f64 * 1e-4, ((i * (7919 + k)) % 1009) as f64];
        let series = |k: usize| {
            let mark = [Mark::Line, Mark::Steps, Mark::Markers, Mark::LineMarkers][k % 4];
            Series::new(
                format!("series {k}"),
                mark,
                (0..100_000).map(|i| wave(i, k)),
            )
        };
        for k in 0..4 {
            let svg = chart(vec![series(k)]).to_svg(Theme::Auto);
            well_formed(&svg);
            assert!(svg.len() < 300_000, "{k}: {} bytes", svg.len());
        }
        let several = chart(
            (0..5)
                .map(|k| Series {
                    mark: Mark::Line,
                    ..series(k)
                })
                .collect(),
        );
        let svg = several.to_svg(Theme::Auto);
        assert!(svg.len() < 300_000, "{} bytes", svg.len());
    }

    #[test]
    fn nothing_to_draw_is_no_reason_to_panic() {
        let empty = Series::line("empty", &[], &[]);
        let lost = Series::line("lost", &[f64::NAN, 1.0], &[0.0, f64::INFINITY]);
        let single = Series::line("single", &[1.0], &[2.0]);
        let extreme = Series::line("extreme", &[-1e308, 1e308], &[f64::MIN, f64::MAX]);
        let tiny = Series::line("tiny", &[0.0, 5e-324], &[0.0, 1e-310]);
        for series in [empty, lost, single, extreme, tiny] {
            for mark in [Mark::Line, Mark::Steps, Mark::Markers, Mark::LineMarkers] {
                for scale in [Scale::Linear, Scale::Log] {
                    let mut chart = chart(vec![Series {
                        mark,
                        ..series.clone()
                    }]);
                    chart.y.scale = scale;
                    chart.x.scale = scale;
                    well_formed(&chart.to_svg(Theme::Auto));
                }
            }
        }
        well_formed(&chart(vec![]).to_svg(Theme::Dark));
        for size in [0.0, -5.0, f64::NAN, f64::INFINITY] {
            let chart = LineChart {
                width: size,
                height: size,
                ..chart(vec![])
            };
            well_formed(&chart.to_svg(Theme::Light));
        }
    }

    #[test]
    fn what_is_left_out_is_said() {
        let y = [1.0, 0.0, f64::NAN, 10.0];
        let mut chart = chart(vec![Series::line("a", &[0.0, 1.0, 2.0, 3.0], &y)]);
        assert!(
            chart
                .to_svg(Theme::Auto)
                .contains("1 point left out: not finite<")
        );
        chart.y.scale = Scale::Log;
        assert!(
            chart
                .to_svg(Theme::Auto)
                .contains("2 points left out: not finite or not positive<")
        );
    }

    #[test]
    fn hostile_names_stay_text() {
        let mut chart = chart(vec![Series::line(
            "</text><script>&",
            &[0.0, 1.0],
            &[0.0, 1.0],
        )]);
        chart.title = "a < b > \"c\" & 'd'".into();
        chart.y.label = "]]>".into();
        let svg = chart.to_svg(Theme::Auto);
        let document = well_formed(&svg);
        assert!(
            document
                .descendants()
                .all(|node| !node.has_tag_name("script"))
        );
        assert!(
            document
                .descendants()
                .any(|node| node.text() == Some("</text><script>&"))
        );
    }
}
