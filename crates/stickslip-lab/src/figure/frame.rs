//! The area in which data are drawn, with its grid, ticks and captions.

use super::axis::{Mapping, Scale};
use super::svg::{Rect, Svg};
use super::ticks::Ticks;

/// Space between an axis and its labels.
pub(super) const TICK_GAP: f64 = 7.0;

/// A rectangle on the page that shows a range of x and a range of y.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) area: Rect,
    pub(super) x: Mapping,
    pub(super) y: Mapping,
}

impl Frame {
    /// A frame with x to the right and y upwards.
    pub(super) fn new(
        area: Rect,
        (x_scale, x_domain): (Scale, [f64; 2]),
        (y_scale, y_domain): (Scale, [f64; 2]),
    ) -> Self {
        let x = Mapping {
            scale: x_scale,
            domain: x_domain,
            pixels: [area.x, area.right()],
        };
        let y = Mapping {
            scale: y_scale,
            domain: y_domain,
            pixels: [area.bottom(), area.y],
        };
        Self { area, x, y }
    }

    /// The pixel of a point that both scales show.
    pub(super) fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x.at(x), self.y.at(y)]
    }

    /// The pixel of a point, unless a scale cannot show it.
    pub(super) fn visible(&self, [x, y]: [f64; 2]) -> Option<[f64; 2]> {
        (self.x.scale.shows(x) && self.y.scale.shows(y)).then(|| self.at([x, y]))
    }

    /// Tinted ranges of x, as far as they are in the frame.
    pub(super) fn draw_shades(&self, svg: &mut Svg, ranges: &[[f64; 2]]) {
        for range in ranges {
            if !range.iter().all(|x| self.x.scale.shows(*x)) {
                continue;
            }
            let [from, to] = range.map(|x| self.x.at(x).clamp(self.area.x, self.area.right()));
            if to > from {
                let area = Rect {
                    x: from,
                    width: to - from,
                    ..self.area
                };
                svg.rect("shade", area, 0.0);
            }
        }
    }

    /// Lines at the ticks and the axis at the bottom.
    pub(super) fn draw_grid(&self, svg: &mut Svg, x: &Ticks, y: &Ticks) {
        let Rect {
            x: left, y: top, ..
        } = self.area;
        let (right, bottom) = (self.area.right(), self.area.bottom());
        for value in &x.minor {
            let at = self.x.at(*value);
            svg.line("faint", [at, top], [at, bottom]);
        }
        for value in &y.minor {
            let at = self.y.at(*value);
            svg.line("faint", [left, at], [right, at]);
        }
        for (value, _) in &x.major {
            let at = self.x.at(*value);
            svg.line("grid", [at, top], [at, bottom]);
        }
        for (value, _) in &y.major {
            let at = self.y.at(*value);
            svg.line("grid", [left, at], [right, at]);
        }
        svg.line("axis", [left, bottom], [right, bottom]);
    }

    /// A stronger line where y changes its sign.
    pub(super) fn draw_zero(&self, svg: &mut Svg) {
        let [low, high] = self.y.domain;
        if low < 0.0 && high > 0.0 {
            let at = self.y.at(0.0);
            svg.line("axis", [self.area.x, at], [self.area.right(), at]);
        }
    }

    /// The numbers along the left side.
    pub(super) fn draw_y_labels(&self, svg: &mut Svg, ticks: &Ticks) {
        for (value, label) in &ticks.major {
            // the baseline is a third of the letter height below the middle
            let at = [self.area.x - TICK_GAP, self.y.at(*value) + 4.0];
            svg.text("tick quiet end", at, label);
        }
    }

    /// The numbers below, with short ticks.
    pub(super) fn draw_x_labels(&self, svg: &mut Svg, ticks: &Ticks) {
        let bottom = self.area.bottom();
        for (value, label) in &ticks.major {
            let at = self.x.at(*value);
            svg.line("axis", [at, bottom], [at, bottom + 4.0]);
            svg.text("tick quiet middle", [at, bottom + 17.0], label);
        }
    }
}
