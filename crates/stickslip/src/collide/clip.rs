//! A polygon cut by the sides of another, with a memory of where each point comes from.

use super::part::Plane;
use crate::vector::{dot, minus, plus, scale};

/// Where a point of a clipped polygon comes from. Numbers are places in the two polygons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A corner of the polygon that was cut.
    Corner(u32),
    /// Where a side of it (the first) crosses a side of the cutting one.
    Crossing(u32, u32),
    /// A corner of the cutting polygon: the one where this side of it begins.
    Cutter(u32),
}

/// A line of a polygon's outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    /// A side of the polygon that is cut.
    Own(u32),
    /// A side of the cutting one.
    Cut(u32),
}

/// A point of a clipped polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Clipped {
    pub(crate) point: [f64; 3],
    pub(crate) origin: Origin,
    /// What the outline runs along from here to the next point.
    line: Line,
}

/// Memory for clipping.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clipper {
    /// The polygon, and what is left of it.
    pub(crate) points: Vec<Clipped>,
    spare: Vec<Clipped>,
}

impl Clipper {
    /// Begins with a whole polygon.
    pub(crate) fn begin(&mut self, corners: impl Iterator<Item = [f64; 3]>) {
        self.points.clear();
        self.points
            .extend(corners.enumerate().map(|(i, point)| Clipped {
                point,
                origin: Origin::Corner(i as u32),
                line: Line::Own(i as u32),
            }));
    }

    /// Cuts away what is farther than `slack` outside side number `side` of a polygon of `sides` sides; the normal of `plane`
    /// points out of that.
    pub(crate) fn cut(&mut self, plane: &Plane, side: u32, sides: u32, slack: f64) {
        let height = |c: &Clipped| dot(plane.normal, minus(c.point, plane.on));
        if self.points.iter().all(|c| height(c) <= slack) {
            return;
        }
        self.spare.clear();
        let mut high = self.points.first().map_or(0.0, height);
        for (i, here) in self.points.iter().enumerate() {
            let next = &self.points[if i + 1 < self.points.len() { i + 1 } else { 0 }];
            let low = high;
            high = height(next);
            let (inside, next_inside) = (low <= slack, high <= slack);
            if inside {
                self.spare.push(*here);
            }
            if inside == next_inside {
                continue;
            }
            let t = (low / (low - high)).clamp(0.0, 1.0);
            // a point within the slack stays where it is; its crossing would be the same point again
            if inside && low > -slack || next_inside && high > -slack {
                if inside {
                    // the outline goes on along the cut
                    if let Some(last) = self.spare.last_mut() {
                        last.line = Line::Cut(side);
                    }
                }
                continue;
            }
            let origin = match here.line {
                Line::Own(own) => Origin::Crossing(own, side),
                // two sides of the cutter meet in one of its corners: the one between neighbours
                Line::Cut(other) if (other + 1) % sides == side => Origin::Cutter(side),
                Line::Cut(_) => Origin::Cutter((side + 1) % sides),
            };
            self.spare.push(Clipped {
                point: plus(here.point, scale(t, minus(next.point, here.point))),
                origin,
                line: if inside { Line::Cut(side) } else { here.line },
            });
        }
        std::mem::swap(&mut self.points, &mut self.spare);
    }

    /// Leaves out points closer than `distance` to one before them.
    pub(crate) fn thin(&mut self, distance: f64) {
        self.spare.clear();
        for point in &self.points {
            let near = |other: &Clipped| {
                let d = minus(other.point, point.point);
                dot(d, d) < distance * distance
            };
            if !self.spare.iter().any(near) {
                self.spare.push(*point);
            }
        }
        std::mem::swap(&mut self.points, &mut self.spare);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(half: f64, x: f64, y: f64) -> [[f64; 3]; 4] {
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]]
            .map(|[a, b]| [x + half * a, y + half * b, 0.0])
    }

    fn clip(inner: &[[f64; 3]], outer: &[[f64; 3]]) -> Vec<Clipped> {
        let mut clipper = Clipper::default();
        clipper.begin(inner.iter().copied());
        for i in 0..outer.len() {
            let along = minus(outer[(i + 1) % outer.len()], outer[i]);
            let plane = Plane {
                normal: [along[1], -along[0], 0.0],
                on: outer[i],
            };
            clipper.cut(&plane, i as u32, outer.len() as u32, 1e-9);
        }
        clipper.points
    }

    #[test]
    fn corners_crossings_and_corners_of_the_cutter_are_told_apart() {
        let out = clip(&square(1.0, 1.0, 1.0), &square(1.0, 0.0, 0.0));
        let mut origins: Vec<Origin> = out.iter().map(|c| c.origin).collect();
        origins.sort_by_key(|o| format!("{o:?}"));
        // side 0 runs along y = −1, side 1 along x = 1; corner i is where side i begins
        assert_eq!(
            origins,
            [
                Origin::Corner(0),
                Origin::Crossing(0, 1),
                Origin::Crossing(3, 2),
                Origin::Cutter(2)
            ]
        );
        let cutter = out.iter().find(|c| c.origin == Origin::Cutter(2)).unwrap();
        assert_eq!(cutter.point, [1.0, 1.0, 0.0]);
    }

    #[test]
    fn equal_polygons_keep_their_corners_even_when_a_hair_apart() {
        for shift in [0.0, 1e-17, -1e-12, 5e-10] {
            let out = clip(&square(0.5, shift, -shift), &square(0.5, 0.0, 0.0));
            let origins: Vec<Origin> = out.iter().map(|c| c.origin).collect();
            assert_eq!(origins, [0, 1, 2, 3].map(Origin::Corner), "{shift}");
        }
    }

    #[test]
    fn two_squares_at_an_eighth_of_a_turn_cross_in_eight_points() {
        let s = 2.0_f64.sqrt();
        let diamond = [[0.0, -s, 0.0], [s, 0.0, 0.0], [0.0, s, 0.0], [-s, 0.0, 0.0]];
        let out = clip(&diamond, &square(1.0, 0.0, 0.0));
        assert_eq!(out.len(), 8);
        assert!(out.iter().all(|c| matches!(c.origin, Origin::Crossing(..))));
    }

    #[test]
    fn what_is_outside_is_gone() {
        assert!(clip(&square(0.5, 3.0, 0.0), &square(1.0, 0.0, 0.0)).is_empty());
        let out = clip(&square(2.0, 0.3, 0.2), &square(1.0, 0.0, 0.0));
        let mut corners: Vec<Origin> = out.iter().map(|c| c.origin).collect();
        corners.sort_by_key(|o| format!("{o:?}"));
        assert_eq!(corners, [0, 1, 2, 3].map(Origin::Cutter));
    }
}
