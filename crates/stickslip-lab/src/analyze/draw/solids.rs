//! Outlines and edges of solids, as they are seen.

use super::view::{View, dot};
use crate::figure::{Look, Outline, Shape};
use crate::hull::hull;
use stickslip::world::{self, Pose};

/// Where a shape comes among the others: those without end are behind all.
pub(super) fn depth(shape: &world::Shape, at: &Pose, view: &View) -> f64 {
    match shape {
        world::Shape::HalfSpace => f64::NEG_INFINITY,
        // a hill is ground
        world::Shape::Sphere { radius } => view.near(at.position) - radius,
        _ => view.near(at.position),
    }
}

/// The outline of a shape, and its edges.
pub(super) fn solid(shape: &world::Shape, at: &Pose, view: &View) -> Vec<Outline> {
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
            let outline = hull(rim(front).into_iter().chain(rim(back)).collect(), 0.0);
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
            vec![body(Shape::Polygon(hull(corners, 0.0)))]
        }
        world::Shape::Mesh(mesh) => {
            let corners = mesh.points.iter().map(|point| seen(*point)).collect();
            vec![body(Shape::Polygon(hull(corners, 0.0)))]
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
        shape: Shape::Polygon(hull((0..8).map(seen).collect(), 0.0)),
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
