//! Samples of tones, hatching and lines for a legend, and hatching itself.

use super::svg::{Path, Rect, Svg};
use super::theme::COLOURS;

/// Size of a sample.
pub(super) const SWATCH: [f64; 2] = [22.0, 13.0];
/// Distance of hatching lines.
const HATCHING: f64 = 7.0;

/// An entry of the legend.
pub(super) enum Swatch {
    Tone(usize),
    Hatching,
    Line,
}

/// A sample with its upper left corner at a point.
pub(super) fn draw_swatch(svg: &mut Svg, [x, y]: [f64; 2], swatch: &Swatch) {
    let area = Rect {
        x,
        y,
        width: SWATCH[0],
        height: SWATCH[1],
    };
    match swatch {
        Swatch::Tone(colour) => {
            svg.group(&format!("c{}", colour % COLOURS));
            svg.rect("tone", area, 2.0);
            svg.end();
        }
        Swatch::Hatching => {
            let mut path = Path::default();
            hatch(area, &|_| true, &mut |from, to| path.add(&[from, to]));
            svg.path("hatched", &path);
            svg.rect("axis", area, 2.0);
        }
        Swatch::Line => {
            let middle = y + SWATCH[1] / 2.0;
            svg.line("bound", [x, middle], [area.right(), middle]);
        }
    }
}

/// Lines at 45° through an area, as far as they are inside.
pub(super) fn hatch(
    area: Rect,
    inside: &dyn Fn([f64; 2]) -> bool,
    add: &mut dyn FnMut([f64; 2], [f64; 2]),
) {
    const STEP: f64 = 1.5;
    let (low, high) = (area.x + area.y, area.right() + area.bottom());
    let mut sum = (low / HATCHING).ceil() * HATCHING;
    while sum < high {
        // x + y is the same along a line
        let (from, to) = (
            area.x.max(sum - area.bottom()),
            area.right().min(sum - area.y),
        );
        let count = ((to - from) / STEP).floor().max(0.0) as usize;
        let mut begun: Option<f64> = None;
        for k in 0..=count + 1 {
            let x = (from + STEP * k as f64).min(to);
            let is_in = k <= count && inside([x, sum - x]);
            match (begun, is_in) {
                (None, true) => begun = Some(x),
                (Some(start), false) => {
                    add([start, sum - start], [x, sum - x]);
                    begun = None;
                }
                _ => {}
            }
        }
        sum += HATCHING;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines at 45° that end where the region does, to the step in which they are drawn.
    #[test]
    fn hatching_stays_in_its_region() {
        let area = Rect {
            x: 10.0,
            y: 20.0,
            width: 100.0,
            height: 80.0,
        };
        let inside = |[x, y]: [f64; 2]| (x - 60.0).hypot(y - 60.0) < 30.0;
        let mut lines = Vec::new();
        hatch(area, &inside, &mut |from, to| lines.push([from, to]));
        assert!(lines.len() > 8, "{lines:?}");
        for [from, to] in lines {
            assert!((from[0] + from[1] - to[0] - to[1]).abs() < 1e-9);
            for [x, y] in [from, to] {
                assert!((x - 60.0).hypot(y - 60.0) < 33.0, "{x} {y}");
            }
        }
    }
}
