//! Where the times of a film strip stand.

use super::decimate::spaced;
use super::film::Instant;
use super::frame::Frame;
use super::place::{Placer, around, draw_label};
use super::plane::HATCH;
use super::shape::Shape;
use super::svg::{Rect, Svg};
use super::text::{short, width};
use super::theme::TICK;

/// About how many times are written into one picture.
const LABELS: usize = 20;

/// Times where there is room for them, nearer to what they belong to than to anything else; the first and the last come first. Of
/// very many instants only some are labelled, the colours tell the rest.
pub(super) fn draw_times(
    svg: &mut Svg,
    frame: &Frame,
    instants: &[Instant],
    trails: &[Vec<[f64; 2]>],
) {
    let mut placer = Placer::new(frame.area);
    for trail in trails {
        let pixels: Vec<_> = trail.iter().filter_map(|p| frame.visible(*p)).collect();
        placer.avoid_line(&spaced(&pixels, 3.0));
    }
    for shape in instants.iter().flat_map(Instant::drawable) {
        placer.avoid_line(&shape.outline(frame));
        if let Some(height) = shape.ground() {
            let at = frame.y.at(height);
            placer.avoid_area(Rect {
                y: at,
                height: HATCH,
                ..frame.area
            });
        }
    }
    let count = instants.len();
    let is_end = |i: &usize| *i == 0 || i + 1 == count;
    let stride = count.div_ceil(LABELS).max(1);
    let mut order: Vec<usize> = (0..count)
        .filter(|i| i % stride == 0 || is_end(i))
        .collect();
    order.sort_by_key(|i| !is_end(i));
    let outlines: Vec<Vec<_>> = instants
        .iter()
        .map(|instant| {
            let shapes = instant.drawable().filter(|shape| shape.ground().is_none());
            shapes.map(|shape| shape.outline(frame)).collect()
        })
        .collect();
    for i in order {
        let label = short(instants[i].time, 3);
        let mut places = label_places(&instants[i], frame, &label);
        places.retain(|place| {
            let own = away(*place, &outlines[i]);
            outlines.iter().all(|other| own <= away(*place, other))
        });
        if let Some(area) = placer.place(&label, &places) {
            draw_label(svg, area, "", &label);
        }
    }
}

/// How far a point is from the nearest of some closed outlines.
fn away(from: [f64; 2], outlines: &[Vec<[f64; 2]>]) -> f64 {
    let mut least = f64::INFINITY;
    for outline in outlines {
        for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            let side = [b[0] - a[0], b[1] - a[1]];
            let to = [from[0] - a[0], from[1] - a[1]];
            let square = side[0] * side[0] + side[1] * side[1];
            let along = match square > 0.0 {
                true => ((to[0] * side[0] + to[1] * side[1]) / square).clamp(0.0, 1.0),
                false => 0.0,
            };
            least = least.min((to[0] - along * side[0]).hypot(to[1] - along * side[1]));
        }
    }
    least
}

/// Where a time may stand: beyond the ends of a rod, around anything else.
fn label_places(instant: &Instant, frame: &Frame, label: &str) -> Vec<[f64; 2]> {
    let first = instant.drawable().find(|shape| shape.ground().is_none());
    if let Some(rod @ Shape::Capsule { .. }) = first {
        let outline = rod.outline(frame);
        let ends = [(outline[0], outline[3]), (outline[3], outline[0])];
        return ends
            .iter()
            .flat_map(|(end, other)| {
                let out = [end[0] - other[0], end[1] - other[1]];
                // far enough that the text clears the end, wider sideways than upwards
                let length = out[0].hypot(out[1]).max(1e-9);
                let sideways = (out[0] / length).abs() * (width(label, TICK) / 2.0 - 6.0).max(0.0);
                around(*end, out, &[10.0 + sideways * 0.6, 15.0 + sideways])
                    .into_iter()
                    .filter(|place| {
                        let away = [place[0] - end[0], place[1] - end[1]];
                        away[0] * out[0] + away[1] * out[1] > 0.0
                    })
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    hull(instant, frame).map_or_else(Vec::new, |hull| around_box(&hull, label))
}

/// The box around all that moves in an instant, if anything does.
fn hull(instant: &Instant, frame: &Frame) -> Option<Rect> {
    let points = instant.drawable().flat_map(|shape| shape.outline(frame));
    let none = [
        f64::INFINITY,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NEG_INFINITY,
    ];
    let [x, y, right, bottom] = points.fold(none, |b, p| {
        [
            b[0].min(p[0]),
            b[1].min(p[1]),
            b[2].max(p[0]),
            b[3].max(p[1]),
        ]
    });
    (x <= right).then_some(Rect {
        x,
        y,
        width: right - x,
        height: bottom - y,
    })
}

/// Above, beside, below, or in a corner.
fn around_box(hull: &Rect, label: &str) -> Vec<[f64; 2]> {
    let middle = [hull.x + hull.width / 2.0, hull.y + hull.height / 2.0];
    let (wide, high) = (
        hull.width / 2.0 + width(label, TICK) / 2.0 + 4.0,
        hull.height / 2.0 + 9.0,
    );
    let at = |x: f64, y: f64| [middle[0] + x * wide, middle[1] + y * high];
    [
        (0.0, -1.0),
        (1.0, 0.0),
        (-1.0, 0.0),
        (0.0, 1.0),
        (0.8, -1.0),
        (-0.8, -1.0),
    ]
    .map(|(x, y)| at(x, y))
    .to_vec()
}
