//! What a picture shows of a scene: outlines of its bodies, and the loads on them.

use super::loads::loads;
use super::places::located;
use super::solids::{depth, solid};
use super::view::View;
use crate::figure::{Look, Outline, Shape};
use crate::hull::hull;
use crate::plot::planar_shapes;
use crate::scene::BuiltIn;
use stickslip::State;
use stickslip::systems::{Anchor, Drive, PlanarBodies, PlanarContact, PlanarJoint};
use stickslip::world::{Motion, World};

/// What a picture shows beside contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct Bodies {
    /// Outlines, the farthest first.
    pub(super) outlines: Vec<Outline>,
    /// Points that must be in sight.
    pub(super) focus: Vec<[f64; 2]>,
    /// Weights and forces: where they act, and how large they are (N).
    pub(super) loads: Vec<([f64; 3], [f64; 3])>,
}

impl Bodies {
    /// Those of a scene in a state.
    pub(super) fn of(system: &BuiltIn, state: &State, view: &View) -> Self {
        let mut out = match system {
            BuiltIn::World(world) => Self::of_world(world, state, view),
            BuiltIn::Planar(bodies) => Self::of_plane(bodies, state),
            _ => Self::other(system, state),
        };
        out.loads = loads(system, state);
        out
    }

    fn body(&mut self, shape: Shape) {
        self.outlines.push(Outline {
            shape,
            look: Look::Body,
        });
    }

    fn other(system: &BuiltIn, state: &State) -> Self {
        let mut out = Self::default();
        for shape in planar_shapes(system, &state.q).unwrap_or_default() {
            match &shape {
                Shape::Capsule { a, b, .. } => out.focus.extend([*a, *b]),
                Shape::Circle { c, r, .. } => {
                    out.focus
                        .extend([[c[0] - r, c[1] - r], [c[0] + r, c[1] + r]]);
                }
                Shape::Polygon(points) | Shape::Polyline(points) => out.focus.extend(points),
                _ => {}
            }
            out.body(shape);
        }
        if let BuiltIn::Rod(rod) = system {
            let p = rod.parameters();
            let [x, half] = [state.q[0], p.length];
            out.wall([x - half, 0.0], [x + half, 0.0]);
        }
        out
    }

    /// A surface with the free side on the left of the way from a to b.
    fn wall(&mut self, a: [f64; 2], b: [f64; 2]) {
        self.outlines.push(Outline {
            shape: Shape::Polyline(vec![a, b]),
            look: Look::Wall,
        });
    }

    /// A body in the plane is known by the points that take hold of it: two that face each other across it are corners of a box.
    fn of_plane(bodies: &PlanarBodies, state: &State) -> Self {
        let (p, q) = (bodies.parameters(), &state.q);
        let mut out = Self::default();
        let mut points: Vec<Vec<[f64; 2]>> = vec![Vec::new(); p.bodies.len()];
        let mut walls = Vec::new();
        for contact in &p.contacts {
            match contact {
                PlanarContact::PointOnLine {
                    body,
                    point,
                    line_normal,
                    ..
                } => {
                    points[*body].push(*point);
                    walls.push((located(Anchor::Body(*body), *point, q), *line_normal));
                }
                PlanarContact::DiscOnLine {
                    body,
                    centre,
                    radius,
                    line_normal,
                    ..
                } => {
                    let c = located(Anchor::Body(*body), *centre, q);
                    out.disc(c, *radius, Some(q[3 * body + 2]));
                    let [nx, ny] = *line_normal;
                    walls.push(([c[0] - radius * nx, c[1] - radius * ny], *line_normal));
                }
                PlanarContact::Discs {
                    a,
                    centre_a,
                    radius_a,
                    b,
                    centre_b,
                    radius_b,
                    ..
                } => {
                    out.disc(located(*a, *centre_a, q), *radius_a, None);
                    out.disc(located(Anchor::Body(*b), *centre_b, q), *radius_b, None);
                }
                _ => {}
            }
        }
        for joint in &p.joints {
            match joint {
                PlanarJoint::Pin {
                    a,
                    b,
                    point_a,
                    point_b,
                    ..
                } => {
                    if let Anchor::Body(body) = a {
                        points[*body].push(*point_a);
                    }
                    points[*b].push(*point_b);
                }
                PlanarJoint::Slider { body, point, .. } => points[*body].push(*point),
                _ => {}
            }
        }
        for (body, points) in points.iter().enumerate() {
            out.planar_body(body, points, q);
        }
        // a force away from its body has an arm
        for drive in &p.drives {
            if let Drive::Force { body, point, .. } = drive {
                let ends = [[0.0, 0.0], *point].map(|point| located(Anchor::Body(*body), point, q));
                out.focus.push(ends[1]);
                out.outlines.push(Outline {
                    shape: Shape::Polyline(ends.to_vec()),
                    look: Look::Arm,
                });
            }
        }
        // as long as the picture needs
        let reach = 0.22 * extent(&out.focus);
        for ([x, y], [nx, ny]) in walls {
            out.wall(
                [x - reach * ny, y + reach * nx],
                [x + reach * ny, y - reach * nx],
            );
            if let Some(last) = out.outlines.pop() {
                out.outlines.insert(0, last);
            }
        }
        out
    }

    fn disc(&mut self, c: [f64; 2], r: f64, mark: Option<f64>) {
        self.focus
            .extend([[c[0] - r, c[1] - r], [c[0] + r, c[1] + r]]);
        self.body(Shape::Circle { c, r, mark });
    }

    fn planar_body(&mut self, body: usize, points: &[[f64; 2]], q: &[f64]) {
        let place = |point: [f64; 2]| located(Anchor::Body(body), point, q);
        let spread = |axis: usize| {
            let values = points.iter().map(|point| point[axis]).chain([0.0]);
            values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
                [low.min(x), high.max(x)]
            })
        };
        let ([left, right], [low, high]) = (spread(0), spread(1));
        let (long, thick) = (
            (right - left).max(high - low),
            (right - left).min(high - low),
        );
        let corners = match points.len() {
            0 => Vec::new(),
            2 if thick > 0.02 * long => {
                vec![[left, low], [right, low], [right, high], [left, high]]
            }
            _ => hull(points.iter().copied().chain([[0.0, 0.0]]).collect(), 0.0),
        };
        self.focus.push(place([0.0, 0.0]));
        self.focus
            .extend(corners.iter().map(|corner| place(*corner)));
        if thick > 0.02 * long && corners.len() > 2 {
            self.body(Shape::Polygon(corners.into_iter().map(place).collect()));
        } else if let [first, .., last] = corners.as_slice() {
            self.body(Shape::Capsule {
                a: place(*first),
                b: place(*last),
                r: 0.008 * long,
            });
        }
    }

    fn of_world(world: &World, state: &State, view: &View) -> Self {
        let mut out = Self::default();
        let model = world.model();
        let mut parts: Vec<(f64, Vec<Outline>)> = Vec::new();
        for (number, body) in model.bodies.iter().enumerate() {
            let pose = world.pose(number, state.t, &state.q);
            for collider in &body.colliders {
                let at = pose.then(&collider.pose);
                let drawn = solid(&collider.shape, &at, view);
                if body.motion == Motion::Free {
                    drawn
                        .iter()
                        .for_each(|outline| extend(&mut out.focus, &outline.shape));
                }
                parts.push((depth(&collider.shape, &at, view), drawn));
            }
        }
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        out.outlines = parts.into_iter().flat_map(|(_, drawn)| drawn).collect();
        out
    }
}

/// The larger side of the box around points.
pub(super) fn extent(points: &[[f64; 2]]) -> f64 {
    let side = |axis: usize| {
        let values = points
            .iter()
            .map(|point| point[axis])
            .filter(|x| x.is_finite());
        let [low, high] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        });
        (high - low).max(0.0)
    };
    side(0).max(side(1))
}

fn extend(focus: &mut Vec<[f64; 2]>, shape: &Shape) {
    match shape {
        Shape::Capsule { a, b, r } => {
            for end in [a, b] {
                focus.extend([[end[0] - r, end[1] - r], [end[0] + r, end[1] + r]]);
            }
        }
        Shape::Circle { c, r, .. } => focus.extend([[c[0] - r, c[1] - r], [c[0] + r, c[1] + r]]),
        Shape::Polygon(points) => focus.extend(points),
        _ => {}
    }
}
