//! Outlines of the bodies of a scene, and the loads on them.

use super::places::located;
use super::view::{View, dot, hull};
use crate::figure::{Look, Outline, Shape};
use crate::plot::planar_shapes;
use crate::scene::BuiltIn;
use stickslip::State;
use stickslip::systems::{Anchor, Drive, PlanarBodies, PlanarContact, PlanarJoint};
use stickslip::world::{self, Motion, Pose, World};

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
            _ => hull(points.iter().copied().chain([[0.0, 0.0]]).collect()),
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

/// Weights and forces on the bodies of a scene: where they act, and how large they are (N).
pub(super) fn loads(system: &BuiltIn, state: &State) -> Vec<([f64; 3], [f64; 3])> {
    let q = &state.q;
    let mut loads = Vec::new();
    match system {
        BuiltIn::Rod(rod) => {
            let p = rod.parameters();
            loads.push(([q[0], q[1], 0.0], [0.0, -p.mass * p.gravity, 0.0]));
        }
        BuiltIn::Particle(particle) => {
            let p = particle.parameters();
            loads.push(([q[0], q[1], q[2]], p.gravity.map(|g| p.mass * g)));
        }
        BuiltIn::Planar(bodies) => {
            let p = bodies.parameters();
            for drive in &p.drives {
                if let Drive::Force {
                    body,
                    point,
                    direction,
                    force,
                } = drive
                {
                    let [x, y] = located(Anchor::Body(*body), *point, q);
                    let [dx, dy] = direction.map(|d| d * force.at(state.t));
                    loads.push(([x, y, 0.0], [dx, dy, 0.0]));
                }
            }
            for (body, part) in p.bodies.iter().enumerate() {
                let [x, y] = p.gravity.map(|g| part.mass * g);
                loads.push(([q[3 * body], q[3 * body + 1], 0.0], [x, y, 0.0]));
            }
        }
        BuiltIn::World(world) => {
            let model = world.model();
            for body in (0..model.bodies.len()).filter(|body| world.coordinates_of(*body).is_some())
            {
                let (mass, pose) = (world.mass_of(body), world.pose(body, state.t, q));
                loads.push((
                    pose.point(mass.centre),
                    model.gravity.map(|g| mass.mass * g),
                ));
            }
            for load in &model.loads {
                let pose = world.pose(load.body, state.t, q);
                let force = [0, 1, 2].map(|k| load.force[k].at(state.t));
                let force = if load.follows {
                    pose.direction(force)
                } else {
                    force
                };
                loads.push((pose.point(load.at), force));
            }
        }
        _ => {}
    }
    loads.retain(|(_, force)| force.iter().any(|f| *f != 0.0));
    loads
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

/// Where a shape comes among the others: those without end are behind all.
fn depth(shape: &world::Shape, at: &Pose, view: &View) -> f64 {
    match shape {
        world::Shape::HalfSpace => f64::NEG_INFINITY,
        // a hill is ground
        world::Shape::Sphere { radius } => view.near(at.position) - radius,
        _ => view.near(at.position),
    }
}

/// The outline of a shape, and its edges.
fn solid(shape: &world::Shape, at: &Pose, view: &View) -> Vec<Outline> {
    let seen = |point: [f64; 3]| view.place(at.point(point));
    let body = |shape: Shape| Outline {
        shape,
        look: Look::Body,
    };
    match shape {
        world::Shape::Sphere { radius } => vec![body(Shape::Circle {
            c: view.place(at.position),
            r: *radius,
            mark: None,
        })],
        world::Shape::Capsule {
            half_length,
            radius,
        } => vec![body(Shape::Capsule {
            a: seen([0.0, 0.0, -half_length]),
            b: seen([0.0, 0.0, *half_length]),
            r: *radius,
        })],
        world::Shape::Box { half } => box_of(*half, at, view),
        world::Shape::Cylinder {
            half_length,
            radius,
        } => {
            let rim = |z: f64| -> Vec<[f64; 2]> {
                let turn = |k: i32| f64::from(k) * std::f64::consts::TAU / 48.0;
                (0..=48)
                    .map(|k| seen([radius * turn(k).cos(), radius * turn(k).sin(), z]))
                    .collect()
            };
            let up = dot(at.direction([0.0, 0.0, 1.0]), view.eye) >= 0.0;
            let (front, back) = match up {
                true => (*half_length, -half_length),
                false => (-half_length, *half_length),
            };
            let outline = hull(rim(front).into_iter().chain(rim(back)).collect());
            vec![
                body(Shape::Polygon(outline)),
                Outline {
                    shape: Shape::Polyline(rim(front)),
                    look: Look::Edge,
                },
            ]
        }
        world::Shape::Ellipsoid { half } => {
            // the support of the projected ellipsoid in each direction
            let columns = [0, 1, 2].map(|k| {
                let mut axis = [0.0; 3];
                axis[k] = half[k];
                view.place(at.direction(axis))
            });
            let centre = view.place(at.position);
            let point = |k: i32| {
                let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 48.0).sin_cos();
                let along = columns.map(|[x, y]| x * cos + y * sin);
                let size = dot(along, along).sqrt().max(1e-300);
                [0, 1].map(|i| {
                    centre[i] + (0..3).map(|k| columns[k][i] * along[k] / size).sum::<f64>()
                })
            };
            vec![body(Shape::Polygon((0..48).map(point).collect()))]
        }
        world::Shape::Convex(polytope) => {
            let corners = polytope.points.iter().map(|point| seen(*point)).collect();
            vec![body(Shape::Polygon(hull(corners)))]
        }
        world::Shape::Mesh(mesh) => {
            let corners = mesh.points.iter().map(|point| seen(*point)).collect();
            vec![body(Shape::Polygon(hull(corners)))]
        }
        _ => Vec::new(),
    }
}

/// A box: its outline, the edges behind it, the edges in front.
fn box_of(half: [f64; 3], at: &Pose, view: &View) -> Vec<Outline> {
    let corner = |k: usize| {
        [0, 1, 2].map(|axis| {
            if k >> axis & 1 == 1 {
                half[axis]
            } else {
                -half[axis]
            }
        })
    };
    let seen = |k: usize| view.place(at.point(corner(k)));
    // how much each of the axes is turned to the eye
    let turned = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
        .map(|axis| dot(at.direction(axis), view.eye));
    let mut outlines = vec![Outline {
        shape: Shape::Polygon(hull((0..8).map(seen).collect())),
        look: Look::Body,
    }];
    for look in [Look::Hidden, Look::Edge] {
        for axis in 0..3 {
            for from in (0..8).filter(|k| k >> axis & 1 == 0) {
                let to = from | 1 << axis;
                // an edge is seen if one of its two faces is
                let faces = (0..3).filter(|other| *other != axis);
                let mut sides = faces.map(|face| {
                    if from >> face & 1 == 1 {
                        turned[face]
                    } else {
                        -turned[face]
                    }
                });
                let is_seen = sides.any(|side| side > 1e-9);
                if is_seen == (look == Look::Edge) {
                    outlines.push(Outline {
                        shape: Shape::Polyline(vec![seen(from), seen(to)]),
                        look,
                    });
                }
            }
        }
    }
    outlines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_has_nine_edges_in_front_and_three_behind() {
        let outlines = box_of([1.0, 2.0, 3.0], &Pose::IDENTITY, &View::of_space(&[], &[]));
        let count = |look: Look| outlines.iter().filter(|o| o.look == look).count();
        assert_eq!(
            (count(Look::Body), count(Look::Edge), count(Look::Hidden)),
            (1, 9, 3)
        );
    }

    /// A ball is an ellipsoid: its outline is a circle.
    #[test]
    fn the_outline_of_an_ellipsoid() {
        let at = Pose::turned([1.0, 2.0, 3.0], [0.3, 0.2, 0.1]);
        let view = View::of_space(&[], &[]);
        let outlines = solid(&world::Shape::Ellipsoid { half: [0.5; 3] }, &at, &view);
        let [
            Outline {
                shape: Shape::Polygon(points),
                ..
            },
        ] = outlines.as_slice()
        else {
            panic!("{outlines:?}");
        };
        let [x, y] = view.place(at.position);
        assert!(
            points
                .iter()
                .all(|p| ((p[0] - x).hypot(p[1] - y) - 0.5).abs() < 1e-12)
        );
    }
}
