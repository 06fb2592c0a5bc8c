//! Charts stacked over one common x axis, and the layout of every chart.

use super::axis::{Axis, Scale};
use super::chart::LineChart;
use super::curve;
use super::frame::{Frame, TICK_GAP};
use super::heading::{Heading, MARGIN, length};
use super::key::Key;
use super::note::{draw_bands, draw_notes};
use super::svg::{Rect, Svg};
use super::text::{fitted, width};
use super::theme::{TEXT, TICK, Theme};
use super::ticks::Ticks;

/// Charts one above the other with the same x axis: the one of the first chart, over the range of all. Widths
/// of the charts are ignored, their titles become names of the panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Panels {
    /// What the figure shows.
    pub title: String,
    /// A second line: parameters, source.
    pub subtitle: String,
    /// The panels from top to bottom.
    pub charts: Vec<LineChart>,
    /// Width of the whole figure in px.
    pub width: f64,
}

impl Default for Panels {
    fn default() -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            charts: Vec::new(),
            width: 760.0,
        }
    }
}

impl Panels {
    /// The figure as the text of an SVG file.
    pub fn to_svg(&self, theme: Theme) -> String {
        let heading = Heading {
            title: &self.title,
            subtitle: &self.subtitle,
            width: self.width,
            panels: true,
        };
        render(&heading, &self.charts, theme, |_, _| {})
    }
}

/// Height of the caption of a panel, and of the numbers and the caption below the last one.
const CAPTION: f64 = 22.0;
const BELOW: f64 = 42.0;
/// Space between panels.
const BETWEEN: f64 = 16.0;

/// A chart with all that must be known before the margins are.
struct Panel<'a> {
    chart: &'a LineChart,
    height: f64,
    domain: [f64; 2],
    ticks: Ticks,
    key: Key<'a>,
}

impl<'a> Panel<'a> {
    fn new(chart: &'a LineChart, figure: f64) -> Self {
        let height = length(chart.height, 40.0);
        let values = chart.series.iter().flat_map(|series| &series.points);
        // only points that are drawn count
        let shown = values
            .filter(|point| chart.x.scale.shows(point[0]))
            .map(|point| point[1]);
        let domain = chart.y.domain(shown, 0.06);
        let ticks = chart.y.ticks(domain, 2 + (height / 55.0) as usize);
        let key = Key::new(&chart.series, chart.legend, figure - 2.0 * MARGIN, height);
        Self {
            chart,
            height,
            domain,
            ticks,
            key,
        }
    }

    /// What is measured; the title of a panel stands for a label that is missing.
    fn caption(&self, heading: &Heading) -> String {
        let (title, label) = (&self.chart.title, &self.chart.y.label);
        let label = match (heading.panels && !title.is_empty(), label.is_empty()) {
            (true, true) => title.clone(),
            (true, false) => format!("{title}:  {label}"),
            (false, _) => label.clone(),
        };
        Axis {
            label,
            ..self.chart.y.clone()
        }
        .caption(&self.ticks)
    }

    fn labels_width(&self) -> f64 {
        self.ticks
            .major
            .iter()
            .map(|(_, label)| width(label, TICK))
            .fold(0.0, f64::max)
    }
}

/// Draws charts below each other; `decorate` may add to each when its frame is known.
pub(super) fn render(
    heading: &Heading,
    charts: &[LineChart],
    theme: Theme,
    decorate: impl Fn(&mut Svg, &Frame),
) -> String {
    let mut svg = Svg::default();
    let figure = heading.width();
    let mut y = heading.draw(&mut svg);

    // margins that suit all panels
    let panels: Vec<Panel> = charts
        .iter()
        .map(|chart| Panel::new(chart, figure))
        .collect();
    let left = MARGIN + panels.iter().map(Panel::labels_width).fold(0.0, f64::max) + TICK_GAP;
    let names = panels
        .iter()
        .map(|panel| panel.key.width())
        .fold(0.0, f64::max);
    let (x_axis, x_domain) = common_x(charts);
    // few ticks first: the outermost label must fit, and it can be half as wide as it is long
    let names = names.min(figure / 2.0);
    let right_of_plot = |margin: f64| figure - MARGIN - margin;
    let plot = (right_of_plot(names.max(12.0)) - left).max(40.0);
    let x_ticks = x_axis.ticks(x_domain, ((plot / 80.0) as usize).max(2));

    // the panels themselves
    let mut missing = 0;
    for (i, panel) in panels.iter().enumerate() {
        let caption = panel.caption(heading);
        if !caption.is_empty() {
            let class = if heading.panels { "strong" } else { "quiet" };
            let caption = fitted(&caption, TEXT, figure - 2.0 * MARGIN);
            svg.text(class, [MARGIN, y + 10.0], &caption);
            y += CAPTION;
        }
        y += panel.key.height();
        let area = Rect {
            x: left,
            y,
            width: plot,
            height: panel.height,
        };
        let frame = Frame::new(
            area,
            (x_axis.scale, x_domain),
            (panel.chart.y.scale, panel.domain),
        );
        frame.draw_shades(&mut svg, &panel.chart.shaded);
        draw_bands(&mut svg, &frame, &panel.chart.bands);
        frame.draw_grid(&mut svg, &x_ticks, &panel.ticks);
        frame.draw_zero(&mut svg);
        frame.draw_y_labels(&mut svg, &panel.ticks);

        // markers at the edge may stick out a little, but not what a chosen range leaves out
        let chosen = x_axis.range.is_some() || panel.chart.y.range.is_some();
        svg.window(area.grown(if chosen { 0.8 } else { 5.0 }));
        for (number, series) in panel.chart.series.iter().enumerate() {
            curve::draw(&mut svg, &frame, series, series.colour.unwrap_or(number));
            missing += curve::left_out(&frame, series);
        }
        svg.end();
        draw_notes(&mut svg, &frame, panel.chart);
        decorate(&mut svg, &frame);
        let room = if names > 0.0 {
            names
        } else {
            figure - 2.0 * MARGIN
        };
        panel.key.draw(&mut svg, &frame, MARGIN, room);
        y += panel.height;
        if i + 1 < panels.len() {
            y += BETWEEN;
        } else {
            frame.draw_x_labels(&mut svg, &x_ticks);
            let caption = x_axis.caption(&x_ticks);
            svg.text("quiet middle", [left + plot / 2.0, y + 36.0], &caption);
            y += BELOW;
        }
    }
    if missing > 0 {
        let s = if missing == 1 { "" } else { "s" };
        let log = charts
            .iter()
            .any(|chart| [x_axis.scale, chart.y.scale].contains(&Scale::Log));
        let why = if log {
            "not finite or not positive"
        } else {
            "not finite"
        };
        let note = format!("{missing} point{s} left out: {why}");
        svg.text("tick quiet", [MARGIN, y + 12.0], &note);
        y += 16.0;
    }
    svg.finish(theme, [figure, y + MARGIN - 4.0], heading.title, false)
}

/// The axis of the first chart, over the range of all.
fn common_x(charts: &[LineChart]) -> (Axis, [f64; 2]) {
    let axis = charts
        .first()
        .map(|chart| chart.x.clone())
        .unwrap_or_default();
    let points = charts.iter().flat_map(|chart| {
        let shown = move |point: &&[f64; 2]| chart.y.scale.shows(point[1]);
        chart
            .series
            .iter()
            .flat_map(|series| &series.points)
            .filter(shown)
    });
    let pad = charts.iter().map(LineChart::x_pad).fold(0.0, f64::max);
    let domain = axis.domain(points.map(|point| point[0]), pad);
    (axis, domain)
}

#[cfg(test)]
mod tests {
    use super::super::series::Series;
    use super::super::svg::well_formed;
    use super::*;

    #[test]
    fn panels_share_one_range() {
        let chart = |to: f64| LineChart {
            series: vec![Series::line("", &[0.0, to], &[0.0, 1.0])],
            ..LineChart::default()
        };
        let charts = [chart(1.0), chart(5.0)];
        assert_eq!(common_x(&charts).1, [0.0, 5.0]);
        let panels = Panels {
            charts: charts.to_vec(),
            ..Panels::default()
        };
        well_formed(&panels.to_svg(Theme::Auto));
    }

    #[test]
    fn shades_stay_in_the_frame() {
        let chart = LineChart {
            series: vec![Series::line("", &[0.0, 10.0], &[0.0, 1.0])],
            shaded: vec![[2.0, 4.0], [9.0, 99.0], [50.0, 60.0], [f64::NAN, 1.0]],
            ..LineChart::default()
        };
        let svg = chart.to_svg(Theme::Auto);
        let document = well_formed(&svg);
        let shades: Vec<f64> = document
            .descendants()
            .filter(|node| node.attribute("class") == Some("shade"))
            .map(|node| node.attribute("width").unwrap().parse().unwrap())
            .collect();
        // a fifth of the frame, a tenth of it, and nothing that lies outside
        assert_eq!(shades.len(), 2);
        assert!((shades[0] / shades[1] - 2.0).abs() < 0.01, "{shades:?}");
    }

    #[test]
    fn no_panels() {
        well_formed(&Panels::default().to_svg(Theme::Auto));
    }
}
