//! The triangle that shows a slope, placed where no data are.

use super::frame::Frame;
use super::series::Series;
use super::svg::{Path, Rect, Svg};
use super::text::short;

/// A triangle with the slope of the order, as near to the data as it gets without touching them.
pub(super) fn draw_triangle(svg: &mut Svg, frame: &Frame, series: &[Series], order: f64) {
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
