//! Finding room for labels: of several places the one that covers the least.

use super::svg::{Rect, Svg};
use super::text::width;
use super::theme::TICK;

/// What is already on the page.
pub(super) struct Placer {
    bounds: Rect,
    /// Points of drawn things; a label should cover few of them.
    points: Vec<[f64; 2]>,
    /// Labels and other things that must stay free.
    taken: Vec<Rect>,
}

/// Height of a label.
const HEIGHT: f64 = 13.0;

impl Placer {
    pub(super) fn new(bounds: Rect) -> Self {
        Self {
            bounds,
            points: Vec::new(),
            taken: Vec::new(),
        }
    }

    /// Marks a line through the points as drawn.
    pub(super) fn avoid_line(&mut self, points: &[[f64; 2]]) {
        self.points.extend(points.first());
        for pair in points.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let length = (to[0] - from[0]).hypot(to[1] - from[1]);
            // a point every 3 px is found by every label; more than a page is off the page
            let steps = (length / 3.0).clamp(1.0, 2000.0).ceil();
            let count = steps as usize;
            self.points.extend((1..=count).map(|i| {
                let along = i as f64 / steps;
                [
                    from[0] + along * (to[0] - from[0]),
                    from[1] + along * (to[1] - from[1]),
                ]
            }));
        }
    }

    /// Marks an area as not to be covered at all.
    pub(super) fn avoid_area(&mut self, area: Rect) {
        self.taken.push(area);
    }

    /// How much an area would cover.
    pub(super) fn crowd(&self, area: &Rect) -> usize {
        let points = self.points.iter().filter(|point| area.contains(**point));
        let taken = self.taken.iter().filter(|other| area.overlap(other) > 0.0);
        points.count() + 20 * taken.count()
    }

    /// The best of the places for a label, given as its centres in order of preference, or `None` if all would
    /// cover another label or leave the page.
    pub(super) fn place(&mut self, text: &str, centres: &[[f64; 2]]) -> Option<Rect> {
        let size = [width(text, TICK) + 2.0, HEIGHT];
        let cost = |area: &Rect| {
            let covered = self
                .points
                .iter()
                .filter(|point| area.contains(**point))
                .count();
            let hidden: f64 = self.taken.iter().map(|other| area.overlap(other)).sum();
            let inside = area.overlap(&self.bounds) / (area.width * area.height);
            (hidden < 1.0 && inside > 0.99).then_some(covered as f64)
        };
        let mut best: Option<(f64, Rect)> = None;
        for (rank, centre) in centres.iter().enumerate() {
            let area = Rect::around(*centre, size[0], size[1]);
            let Some(cost) = cost(&area) else { continue };
            let cost = cost + 0.4 * rank as f64;
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, area));
            }
        }
        let (_, area) = best?;
        self.taken.push(area);
        Some(area)
    }
}

/// Writes a label into the area that was found for it.
pub(super) fn draw_label(svg: &mut Svg, area: Rect, class: &str, text: &str) {
    let at = [area.x + area.width / 2.0, area.y + area.height / 2.0 + 4.0];
    svg.text(&format!("tick middle halo {class}"), at, text);
}

/// Places on rings around a point, the first ones in the given direction.
pub(super) fn around(at: [f64; 2], direction: [f64; 2], distances: &[f64]) -> Vec<[f64; 2]> {
    let angle = direction[1].atan2(direction[0]);
    let turns = [
        0.0,
        0.6,
        -0.6,
        1.2,
        -1.2,
        1.9,
        -1.9,
        2.6,
        -2.6,
        std::f64::consts::PI,
    ];
    let mut places = Vec::new();
    for distance in distances {
        for turn in turns {
            let (sin, cos) = (angle + turn).sin_cos();
            // labels are wider than high, so they stand further off sideways
            places.push([at[0] + cos * (distance + 8.0), at[1] + sin * distance]);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Placer {
        Placer::new(Rect {
            x: 0.0,
            y: 0.0,
            width: 200.0,
            height: 100.0,
        })
    }

    #[test]
    fn labels_never_cover_each_other() {
        let mut placer = page();
        let places = around([100.0, 50.0], [1.0, 0.0], &[12.0, 20.0]);
        let areas: Vec<Rect> = (0..6)
            .filter_map(|_| placer.place("0.5", &places))
            .collect();
        assert!(areas.len() >= 3, "{areas:?}");
        for (i, area) in areas.iter().enumerate() {
            assert!(areas[..i].iter().all(|other| area.overlap(other) < 1.0));
        }
    }

    #[test]
    fn free_places_come_first() {
        let mut placer = page();
        placer.avoid_line(&[[0.0, 50.0], [200.0, 50.0]]);
        let area = placer.place("1", &[[100.0, 50.0], [100.0, 20.0]]).unwrap();
        assert!(area.bottom() < 50.0);
    }

    #[test]
    fn nothing_leaves_the_page() {
        assert_eq!(page().place("1", &[[-5.0, 50.0], [100.0, 99.0]]), None);
    }
}
