//! Series on the page: lines, steps and markers.

use super::decimate::{cells, columns, spaced};
use super::frame::Frame;
use super::series::{Mark, Series};
use super::svg::{Path, Svg};
use super::theme::COLOURS;

/// The forms of markers, by the number of the colour, so that colour is not the only difference.
const FORMS: usize = 4;

/// Above this many markers they are plain dots, at most one every few pixels.
const MANY: usize = 400;

/// Draws a series; `colour` is its number.
pub(super) fn draw(svg: &mut Svg, frame: &Frame, series: &Series, colour: usize) {
    let runs = runs(frame, series);
    svg.group(&format!("c{}", colour % COLOURS));
    if series.mark.has_line() {
        let mut path = Path::default();
        for run in runs.iter().filter(|run| run.len() > 1) {
            let corners = corners(run, series.mark);
            // what goes to and fro in x, such as a loop in a phase plane, has no columns
            let forward = corners.windows(2).all(|pair| pair[0][0] <= pair[1][0]);
            let kept = match forward {
                true => columns(&corners),
                false => corners,
            };
            path.add(&spaced(&kept, 0.2));
        }
        let dash = dash_class(series.dashed, colour);
        svg.path(&format!("line{dash}"), &path);
    }
    // a point without neighbours would be an invisible line
    let lonely = |run: &&Vec<[f64; 2]>| series.mark.has_markers() || run.len() == 1;
    let points: Vec<_> = runs.iter().filter(lonely).flatten().copied().collect();
    draw_markers(svg, &points, colour);
    svg.end();
}

/// Dashed if asked for, and once the colours repeat.
fn dash_class(dashed: bool, colour: usize) -> &'static str {
    if dashed || colour >= COLOURS {
        " dash"
    } else {
        ""
    }
}

/// How many points have no place on the axes.
pub(super) fn left_out(frame: &Frame, series: &Series) -> usize {
    series
        .points
        .iter()
        .filter(|point| frame.visible(**point).is_none())
        .count()
}

/// Pixels of the points, interrupted where one has none.
fn runs(frame: &Frame, series: &Series) -> Vec<Vec<[f64; 2]>> {
    let pixels: Vec<_> = series
        .points
        .iter()
        .map(|point| frame.visible(*point))
        .collect();
    pixels
        .split(Option::is_none)
        .filter(|run| !run.is_empty())
        .map(|run| run.iter().copied().flatten().collect())
        .collect()
}

/// The corners of the line: the points, or the points and what holds between them.
fn corners(run: &[[f64; 2]], mark: Mark) -> Vec<[f64; 2]> {
    if mark != Mark::Steps {
        return run.to_vec();
    }
    let mut corners = Vec::with_capacity(2 * run.len());
    for (i, point) in run.iter().enumerate() {
        if i > 0 {
            corners.push([point[0], run[i - 1][1]]);
        }
        corners.push(*point);
    }
    corners
}

fn draw_markers(svg: &mut Svg, points: &[[f64; 2]], colour: usize) {
    if points.len() > MANY {
        // dots without form, as ends of lines without length: a dozen characters each
        let mut path = Path::default();
        path.dots(&cells(points, 3.0));
        svg.path("cloud", &path);
    } else {
        points
            .iter()
            .for_each(|point| draw_marker(svg, *point, colour));
    }
}

/// One marker in the form that belongs to the colour.
pub(super) fn draw_marker(svg: &mut Svg, [x, y]: [f64; 2], colour: usize) {
    let outline = |offsets: &[[f64; 2]]| {
        Path::closed(
            &offsets
                .iter()
                .map(|[dx, dy]| [x + dx, y + dy])
                .collect::<Vec<_>>(),
        )
    };
    // sizes of equal area to the eye
    match colour % FORMS {
        0 => svg.circle("dot", [x, y], 3.9),
        1 => svg.path(
            "dot",
            &outline(&[[-3.5, -3.5], [3.5, -3.5], [3.5, 3.5], [-3.5, 3.5]]),
        ),
        2 => svg.path(
            "dot",
            &outline(&[[0.0, -4.9], [4.9, 0.0], [0.0, 4.9], [-4.9, 0.0]]),
        ),
        _ => svg.path("dot", &outline(&[[0.0, -5.0], [4.7, 3.4], [-4.7, 3.4]])),
    }
}

/// A sample of the series for the legend, 16 px wide, its middle at `y`.
pub(super) fn draw_sample(svg: &mut Svg, [x, y]: [f64; 2], series: &Series, colour: usize) {
    svg.group(&format!("c{}", colour % COLOURS));
    if series.mark.has_line() {
        let dash = dash_class(series.dashed, colour);
        svg.line(&format!("line{dash}"), [x, y], [x + SAMPLE, y]);
    }
    if series.mark.has_markers() {
        draw_marker(svg, [x + SAMPLE / 2.0, y], colour);
    }
    svg.end();
}

/// Width of a sample.
pub(super) const SAMPLE: f64 = 16.0;

#[cfg(test)]
mod tests {
    use super::super::axis::Scale;
    use super::super::svg::Rect;
    use super::*;

    fn frame() -> Frame {
        let area = Rect {
            x: 0.0,
            y: 0.0,
            width: 100.0,
            height: 100.0,
        };
        Frame::new(
            area,
            (Scale::Linear, [0.0, 1.0]),
            (Scale::Linear, [0.0, 1.0]),
        )
    }

    #[test]
    fn what_is_not_finite_interrupts_the_line() {
        let y = [0.0, f64::NAN, 0.2, 0.3, f64::INFINITY, f64::NEG_INFINITY];
        let series = Series::line("a", &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5], &y);
        let runs = runs(&frame(), &series);
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(left_out(&frame(), &series), 3);
    }

    #[test]
    fn a_loop_stays_round() {
        let turn = |k: i32| f64::from(k) * std::f64::consts::TAU / 2000.0;
        let circle = (0..=2000).map(|k| {
            let (sin, cos) = turn(k).sin_cos();
            [0.5 + 0.4 * cos, 0.5 + 0.4 * sin]
        });
        let mut svg = Svg::default();
        let series = Series::new("", Mark::Line, circle);
        draw(&mut svg, &frame(), &series, 0);
        let text = svg.finish(super::super::Theme::Light, [100.0, 100.0], "", false);
        let (_, path) = text.split_once(" d=\"").unwrap();
        let (path, _) = path.split_once('"').unwrap();
        // its left and right ends are no bars: no vertical piece is longer than a pixel or two
        let longest = path
            .split('v')
            .skip(1)
            .map(|piece| {
                let number: String = piece
                    .chars()
                    .take_while(|c| "-.0123456789".contains(*c))
                    .collect();
                number.parse::<f64>().unwrap().abs()
            })
            .fold(0.0, f64::max);
        assert!(longest < 2.0, "{longest}");
    }

    #[test]
    fn steps_hold_their_value() {
        let run = [[0.0, 5.0], [10.0, 7.0]];
        assert_eq!(
            corners(&run, Mark::Steps),
            [[0.0, 5.0], [10.0, 5.0], [10.0, 7.0]]
        );
        assert_eq!(corners(&run, Mark::Line), run);
    }
}
