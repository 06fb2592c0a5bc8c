use super::meshes::{floor, mesh_of_box};
use super::*;
use crate::collide::ellipsoid::Ellipsoid;
use crate::collide::random::Random;
use crate::vector::{dot, length, minus, plus, scale, unit};

const HALF: [f64; 3] = [0.4, 0.2, 0.1];

fn ellipsoid() -> Shape {
    Shape::Ellipsoid { half: HALF }
}

/// How far a shape in its own frame reaches along a unit vector.
fn extent(shape: &Shape, n: [f64; 3]) -> f64 {
    let across = n[0].hypot(n[1]);
    match shape {
        Shape::Sphere { radius } => *radius,
        Shape::Box { half } => (0..3).map(|k| half[k] * n[k].abs()).sum(),
        Shape::Capsule {
            half_length,
            radius,
        } => half_length * n[2].abs() + radius,
        Shape::Cylinder {
            half_length,
            radius,
        } => half_length * n[2].abs() + radius * across,
        Shape::Convex(hull) => {
            let along = hull.points.iter().map(|p| dot(*p, n));
            along.fold(f64::NEG_INFINITY, f64::max)
        }
        Shape::Ellipsoid { half } => length(std::array::from_fn(|k| half[k] * n[k])),
        _ => f64::INFINITY,
    }
}

/// Whether a point is in a shape, but for rounding.
fn holds(shape: &Shape, p: [f64; 3]) -> bool {
    // in no direction is it farther out than the shape reaches; among many directions, those of faces and of the point itself
    let mut directions = vec![[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    directions.extend(unit([p[0], p[1], 0.0]));
    directions.extend(unit(p));
    match shape {
        Shape::Convex(hull) => {
            for t in &hull.triangles {
                let [a, b, c] = t.map(|i| hull.points[i as usize]);
                directions.extend(unit(crate::vector::cross(minus(b, a), minus(c, a))));
            }
        }
        Shape::Capsule { half_length, .. } => {
            let core = [0.0, 0.0, p[2].clamp(-half_length, *half_length)];
            directions.extend(unit(minus(p, core)));
        }
        Shape::Ellipsoid { half } => {
            return (0..3).map(|k| (p[k] / half[k]).powi(2)).sum::<f64>() < 1.0 + 1e-10;
        }
        _ => {}
    }
    let both = directions
        .iter()
        .flat_map(|n| [*n, scale(-1.0, *n)])
        .filter(|n| n.iter().all(|x| x.is_finite()));
    both.into_iter()
        .all(|n| dot(n, p) <= extent(shape, n) + 1e-10)
}

/// Shapes of all kinds, and some that are flatter or longer.
fn others() -> Vec<Shape> {
    let mut shapes = super::robust::bounded_shapes();
    shapes.push(Shape::Cylinder {
        half_length: 0.05,
        radius: 0.5,
    });
    shapes.push(Shape::Ellipsoid {
        half: [0.1, 0.5, 0.3],
    });
    shapes
}

#[test]
fn gaps_of_ellipsoids_are_distances() {
    // A plane between two convex bodies proves that they are at least so far apart as there is room on both sides of it, and a
    // point of each that they are not farther. Where both say the same, it is the distance.
    let mut r = Random(50);
    for other in others() {
        let mut search = pair(other.clone(), ellipsoid());
        let mut apart = 0;
        for _ in 0..3000 {
            let poses = [r.pose(0.1), r.pose(1.0)];
            let found = look(&mut search, &poses, 0.3);
            assert!(found.len() <= 1, "{found:?}");
            let Some((contact, touch)) = found.first().filter(|(_, t)| t.gap > 0.0) else {
                continue;
            };
            apart += 1;
            let n = touch.normal;
            let room = {
                let [a, b] = poses.map(|p| p.direction_back(n));
                dot(n, minus(poses[1].position, poses[0].position))
                    - extent(&other, a)
                    - extent(&ellipsoid(), scale(-1.0, b))
            };
            assert!(
                (room - touch.gap).abs() < 1e-9,
                "{room} {contact:?} {touch:?}"
            );
            // PlaneEllipsoid has its point on the ellipsoid, the others halfway
            let flat = matches!(
                contact.feature.facing,
                crate::collide::feature::Facing::PlaneEllipsoid { .. }
            );
            let back = if flat { touch.gap } else { 0.5 * touch.gap };
            let on_other = minus(touch.point, scale(back, n));
            let on_it = plus(on_other, scale(touch.gap, n));
            assert!(
                holds(&other, poses[0].point_back(on_other)),
                "{contact:?} {touch:?}"
            );
            assert!(
                holds(&ellipsoid(), poses[1].point_back(on_it)),
                "{contact:?} {touch:?}"
            );
        }
        assert!(apart > 150, "{} {apart}", other.word());
    }
}

#[test]
fn what_is_not_found_is_far_or_overlaps() {
    let mut r = Random(51);
    for other in others() {
        let mut search = pair(other.clone(), ellipsoid());
        for _ in 0..2000 {
            let poses = [r.pose(0.1), r.pose(0.8)];
            if !look(&mut search, &poses, 0.1).is_empty() {
                continue;
            }
            // a plane with more than the reach on both sides exists
            let far = look(&mut search, &poses, 10.0);
            assert_eq!(far.len(), 1, "{} {poses:?}", other.word());
            assert!(far[0].1.gap > 0.1);
        }
    }
}

#[test]
fn pairs_that_overlap_a_little_are_pushed_apart() {
    let mut r = Random(52);
    for other in others() {
        let mut search = pair(other.clone(), ellipsoid());
        for _ in 0..500 {
            let poses = [r.pose(0.1), r.pose(1.0)];
            let found = look(&mut search, &poses, 0.3);
            let Some((_, touch)) = found.first().filter(|(_, t)| t.gap > 0.0) else {
                continue;
            };
            // into each other by 1e-4 along the normal, which stays what it was to that order
            let mut inside = poses;
            let into = scale(-touch.gap - 1e-4, touch.normal);
            inside[1].position = plus(inside[1].position, into);
            let found = look(&mut search, &inside, 0.3);
            assert_eq!(found.len(), 1);
            let after = found[0].1;
            assert!(
                (after.gap + 1e-4).abs() < 1e-8,
                "{} {after:?}",
                other.word()
            );
            assert!(
                dot(after.normal, touch.normal) > 1.0 - 1e-4,
                "{}",
                other.word()
            );
        }
    }
}

#[test]
fn an_ellipsoid_on_planes_boxes_and_meshes_touches_in_one_point() {
    let mut r = Random(53);
    let grounds = [
        (Shape::HalfSpace, 0.0),
        (
            Shape::Box {
                half: [2.0, 2.0, 0.5],
            },
            0.5,
        ),
        (
            Shape::Cylinder {
                half_length: 0.5,
                radius: 2.0,
            },
            0.5,
        ),
        (floor(1), 0.0),
        (floor(5), 0.0),
        (mesh_of_box([2.0, 2.0, 0.5]), 0.5),
    ];
    for (ground, top) in grounds {
        let mut search = pair(ground, ellipsoid());
        for gap in [-1e-6, 0.0, 1e-3] {
            let mut pose = r.pose(0.4);
            let it = Ellipsoid {
                place: pose,
                half: HALF,
            };
            pose.position[2] = top + it.extent(UP) + gap;
            let found = look(&mut search, &[Pose::IDENTITY, pose], 0.01);
            assert_eq!(found.len(), 1, "{found:?}");
            let touch = found[0].1;
            assert_eq!(touch.normal, UP);
            assert!((touch.gap - gap).abs() < 1e-15);
            assert!((touch.point[2] - top - gap).abs() < 1e-15);
        }
    }
}

#[test]
fn a_ball_that_is_an_ellipsoid_is_a_ball() {
    let mut r = Random(54);
    let grounds = [
        floor(3),
        mesh_of_box([0.5, 0.4, 0.3]),
        cube(0.4),
        Shape::Sphere { radius: 0.2 },
        ellipsoid(),
        Shape::Capsule {
            half_length: 0.3,
            radius: 0.2,
        },
    ];
    for ground in grounds {
        let mut ball = pair(ground.clone(), Shape::Sphere { radius: 0.3 });
        let mut round = pair(ground.clone(), Shape::Ellipsoid { half: [0.3; 3] });
        for _ in 0..1000 {
            let poses = [Pose::IDENTITY, r.pose(0.9)];
            let least = |search: &mut Search| {
                let found = look(search, &poses, 0.2);
                found
                    .into_iter()
                    .map(|(_, t)| t)
                    .min_by(|a, b| a.gap.total_cmp(&b.gap))
            };
            let (Some(a), Some(b)) = (least(&mut ball), least(&mut round)) else {
                continue;
            };
            // far inside there is more than one way out
            if a.gap > -0.05 {
                assert!(
                    (a.gap - b.gap).abs() < 1e-12,
                    "{} {a:?} {b:?}",
                    ground.word()
                );
                assert!(length(minus(a.normal, b.normal)) < 1e-7, "{a:?} {b:?}");
            }
        }
    }
}

#[test]
fn an_ellipsoid_keeps_its_contact_while_it_rolls() {
    let mut search = pair(Shape::HalfSpace, ellipsoid());
    let mut names = std::collections::BTreeSet::new();
    for k in 0..40 {
        let turn = [0.02 * f64::from(k), 0.05 * f64::from(k), 0.3];
        let mut pose = Pose::turned([0.0; 3], turn);
        let it = Ellipsoid {
            place: pose,
            half: HALF,
        };
        pose.position[2] = it.extent(UP);
        let found = look(&mut search, &[Pose::IDENTITY, pose], 1e-3);
        names.insert(found[0].0.id);
    }
    assert_eq!(names.len(), 1);
}
