//! Film strips: a planar view of a system at chosen times [ST00 Figure 2].

use super::RunData;
use crate::figure::{Axis, FilmStrip, Instant, Shape, Theme};
use crate::hull::hull;
use crate::scene::BuiltIn;
use stickslip::systems::{Anchor, Brick, PlanarBodies, PlanarContact, PlanarJoint};

/// So many pictures in a strip.
const PICTURES: usize = 12;

/// The strip, if the system has a picture in a plane.
pub(super) fn strip(run: &RunData, theme: Theme) -> Option<String> {
    let last = run.t.len() - 1;
    let mut chosen: Vec<usize> = (0..PICTURES).map(|k| k * last / (PICTURES - 1)).collect();
    // pictures of a system at rest would lie on each other
    let still = |a: usize, b: usize| {
        run.q[a]
            .iter()
            .zip(&run.q[b])
            .all(|(x, y)| (x - y).abs() < 1e-6)
    };
    chosen.dedup_by(|b, a| still(*a, *b));
    let mut instants = Vec::new();
    for &i in &chosen {
        let mut shapes = shapes(&run.scene.system, &run.q[i])?;
        if instants.is_empty() {
            shapes.extend(ground(&run.scene.system));
        }
        instants.push(Instant {
            time: run.t[i],
            shapes,
        });
    }
    let up = match run.scene.system {
        BuiltIn::Brick(_) | BuiltIn::Particle(_) => "z",
        _ => "y",
    };
    let figure = FilmStrip {
        title: format!("{}: motion", run.scene.name),
        subtitle: format!(
            "{}, h = {} s; times in seconds",
            run.scene.settings.scheme.name(),
            run.step()
        ),
        instants,
        x: Axis::new("x", "m"),
        y: Axis::new(up, "m"),
        ..FilmStrip::default()
    };
    Some(figure.to_svg(theme))
}

fn ground(system: &BuiltIn) -> Option<Shape> {
    matches!(
        system,
        BuiltIn::Rod(_) | BuiltIn::Brick(_) | BuiltIn::DoublePendulum(_)
    )
    .then_some(Shape::Ground { y: 0.0 })
}

/// The outline of a system.
pub(crate) fn shapes(system: &BuiltIn, q: &[f64]) -> Option<Vec<Shape>> {
    Some(match system {
        BuiltIn::Rod(rod) => {
            let p = rod.parameters();
            let (s, c) = q[2].sin_cos();
            let end = |sign: f64| {
                [
                    q[0] + sign * 0.5 * p.length * c,
                    q[1] + sign * 0.5 * p.length * s,
                ]
            };
            vec![Shape::Capsule {
                a: end(-1.0),
                b: end(1.0),
                r: p.radius.max(0.008 * p.length),
            }]
        }
        BuiltIn::DoublePendulum(pendulum) => {
            let p = pendulum.parameters();
            let mut joint = [0.0, p.pivot_height];
            let mut points = vec![joint];
            for (angle, length) in q.iter().zip(p.lengths) {
                joint = [
                    joint[0] + length * angle.sin(),
                    joint[1] - length * angle.cos(),
                ];
                points.push(joint);
            }
            points
                .windows(2)
                .map(|w| Shape::Capsule {
                    a: w[0],
                    b: w[1],
                    r: 0.02 * p.lengths[0],
                })
                .collect()
        }
        BuiltIn::Cradle(cradle) => {
            let r = cradle.parameters().radius.max(1e-3);
            q.iter()
                .map(|&x| Shape::Circle {
                    c: [x, 0.0],
                    r,
                    mark: None,
                })
                .collect()
        }
        BuiltIn::Particle(_) => vec![Shape::Circle {
            c: [q[0], q[2]],
            r: 0.01,
            mark: None,
        }],
        BuiltIn::Planar(bodies) => planar(bodies, q),
        BuiltIn::Brick(brick) => vec![Shape::Polygon(silhouette(brick, q))],
        _ => return None,
    })
}

/// Each body as the star of its centre and of the points where joints and contacts take hold.
fn planar(system: &PlanarBodies, q: &[f64]) -> Vec<Shape> {
    let p = system.parameters();
    let place = |body: usize, point: [f64; 2]| {
        let (s, c) = q[3 * body + 2].sin_cos();
        [
            q[3 * body] + c * point[0] - s * point[1],
            q[3 * body + 1] + s * point[0] + c * point[1],
        ]
    };
    let mut points: Vec<Vec<[f64; 2]>> = vec![Vec::new(); p.bodies.len()];
    let mut shapes = Vec::new();
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
    for contact in &p.contacts {
        match contact {
            PlanarContact::PointOnLine { body, point, .. } => points[*body].push(*point),
            PlanarContact::DiscOnLine {
                body,
                centre,
                radius,
                ..
            } => shapes.push(Shape::Circle {
                c: place(*body, *centre),
                r: *radius,
                mark: Some(q[3 * body + 2]),
            }),
            _ => {}
        }
    }
    for (body, points) in points.iter().enumerate() {
        for point in points {
            shapes.push(Shape::Capsule {
                a: place(body, [0.0, 0.0]),
                b: place(body, *point),
                r: 0.008,
            });
        }
    }
    shapes
}

/// The outline of a box seen along y: the hull of its corners.
fn silhouette(brick: &Brick, q: &[f64]) -> Vec<[f64; 2]> {
    let points: Vec<[f64; 2]> = (0..8)
        .map(|corner| {
            let world = brick.corner(corner, q);
            [world[0], world[2]]
        })
        .collect();
    hull(points, 0.0)
}
