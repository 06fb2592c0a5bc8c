//! A plane drawn to scale: one metre is as long upwards as sideways.

use super::axis::{Axis, Scale};
use super::frame::Frame;
use super::heading::MARGIN;
use super::svg::{Path, Rect, Svg};

/// The smallest upright box around points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) low: [f64; 2],
    pub(super) high: [f64; 2],
}

impl Bounds {
    /// The box around nothing.
    pub(super) const NONE: Self = Self {
        low: [f64::INFINITY; 2],
        high: [f64::NEG_INFINITY; 2],
    };

    /// Makes room for a disc; one that is not finite is left out.
    pub(super) fn include(&mut self, centre: [f64; 2], radius: f64) {
        let shown = |value: f64| Scale::Linear.shows(value);
        if !(shown(centre[0]) && shown(centre[1]) && shown(radius)) {
            return;
        }
        for axis in 0..2 {
            self.low[axis] = self.low[axis].min(centre[axis] - radius);
            self.high[axis] = self.high[axis].max(centre[axis] + radius);
        }
    }

    /// The box with a margin of `pad` of its longer side, and with an extent even around a single point.
    pub(super) fn padded(&self, pad: f64) -> Self {
        if self.low[0] > self.high[0] {
            return Self {
                low: [0.0, 0.0],
                high: [1.0, 1.0],
            };
        }
        let span = (0..2)
            .map(|axis| self.high[axis] - self.low[axis])
            .fold(0.0, f64::max);
        let size = (0..2).map(|axis| self.high[axis].abs().max(self.low[axis].abs()));
        let size = size.fold(0.0, f64::max);
        let margin = if span > 1e-12 * size && span > 1e-280 {
            span * pad
        } else if size > 1e-280 {
            size
        } else {
            1.0
        };
        Self {
            low: self.low.map(|low| low - margin),
            high: self.high.map(|high| high + margin),
        }
    }

    /// The box with a ground in sight; one that is not finite is not.
    pub(super) fn with_ground(mut self, height: f64) -> Self {
        if Scale::Linear.shows(height) {
            let margin = 0.04 * self.span(0);
            self.low[1] = self.low[1].min(height - margin);
            self.high[1] = self.high[1].max(height + margin);
        }
        self
    }

    pub(super) fn span(&self, axis: usize) -> f64 {
        self.high[axis] - self.low[axis]
    }
}

/// A frame at `corner` that shows all of the bounds with equal scales. It takes the full width; a motion too tall
/// for `highest` gets free space at its sides instead.
pub(super) fn fit(bounds: &Bounds, corner: [f64; 2], width: f64, highest: f64) -> Frame {
    let scale = (width / bounds.span(0)).min(highest / bounds.span(1));
    let height = (bounds.span(1) * scale).max(1.0);
    let middle = (bounds.low[0] + bounds.high[0]) / 2.0;
    let half = width / scale / 2.0;
    let area = Rect {
        x: corner[0],
        y: corner[1],
        width,
        height,
    };
    let x = [middle - half, middle + half];
    Frame::new(
        area,
        (Scale::Linear, x),
        (Scale::Linear, [bounds.low[1], bounds.high[1]]),
    )
}

/// Pixels a metre.
pub(super) fn scale(frame: &Frame) -> f64 {
    let [low, high] = frame.x.domain;
    frame.area.width / (high - low)
}

/// Depth of the hatching below a table top.
pub(super) const HATCH: f64 = 8.0;

/// A table top across the frame: a line with hatching below.
pub(super) fn draw_ground(svg: &mut Svg, frame: &Frame, height: f64) {
    if !Scale::Linear.shows(height) {
        return;
    }
    let y = frame.y.at(height);
    let (left, right) = (frame.area.x, frame.area.right());
    if !(frame.area.y - 1.0..=frame.area.bottom() + 1.0).contains(&y) {
        return;
    }
    let mut hatch = Path::default();

    let mut x = left + HATCH;
    while x <= right {
        hatch.add(&[[x, y], [x - HATCH, y + HATCH]]);
        x += HATCH;
    }
    svg.path("hatch", &hatch);
    svg.line("table", [left, y], [right, y]);
}

/// Grid, numbers and captions of a plane; gives back where the page goes on.
pub(super) fn draw_plane(svg: &mut Svg, frame: &Frame, x: &Axis, y: &Axis) -> f64 {
    let x_ticks = x.ticks(frame.x.domain, ((frame.area.width / 80.0) as usize).max(2));
    let y_ticks = y.ticks(frame.y.domain, 2 + (frame.area.height / 60.0) as usize);
    frame.draw_grid(svg, &x_ticks, &y_ticks);
    frame.draw_y_labels(svg, &y_ticks);
    frame.draw_x_labels(svg, &x_ticks);
    svg.text("quiet", [MARGIN, frame.area.y - 12.0], &y.caption(&y_ticks));
    let below = frame.area.bottom() + 36.0;
    let middle = frame.area.x + frame.area.width / 2.0;
    svg.text("quiet middle", [middle, below], &x.caption(&x_ticks));
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_are_equal() {
        for high in [[4.0, 1.0], [1.0, 4.0], [1e-6, 1e-3]] {
            let bounds = Bounds {
                low: [0.0, 0.0],
                high,
            };
            let frame = fit(&bounds, [10.0, 20.0], 500.0, 300.0);
            let [x0, y0] = frame.at([0.0, 0.0]);
            let [x1, y1] = frame.at(high);
            let ratio = ((x1 - x0) / high[0]) / ((y0 - y1) / high[1]);
            assert!((ratio - 1.0).abs() < 1e-9, "{ratio}");
            assert!(frame.area.height <= 300.0 + 1e-9);
            assert!(x0 >= 10.0 - 1e-9 && x1 <= 510.0 + 1e-9);
        }
    }

    #[test]
    fn bounds_of_nothing_and_of_one_point() {
        assert!(Bounds::NONE.padded(0.1).span(0) > 0.0);
        let mut one = Bounds::NONE;
        one.include([3.0, 0.0], 0.0);
        one.include([f64::NAN, 0.0], 0.0);
        let padded = one.padded(0.1);
        assert!(padded.span(0) > 0.0 && padded.span(1) > 0.0);
    }
}
