use super::meshes::{floor, mesh_of_box};
use super::*;
use crate::collide::random::Random;
use crate::vector::{cross, dot, length, minus, plus, scale};

pub(super) fn bounded_shapes() -> Vec<Shape> {
    let mut r = Random(40);
    let points: Vec<[f64; 3]> = (0..30).map(|_| r.unit().map(|x| 0.4 * x)).collect();
    vec![
        Shape::Sphere { radius: 0.3 },
        Shape::Box {
            half: [0.2, 0.3, 0.4],
        },
        Shape::Capsule {
            half_length: 0.3,
            radius: 0.2,
        },
        Shape::Cylinder {
            half_length: 0.3,
            radius: 0.2,
        },
        Shape::Convex(Arc::new(Hull::new(&points).unwrap())),
        Shape::Ellipsoid {
            half: [0.4, 0.2, 0.1],
        },
    ]
}

fn all_pairs() -> Vec<[Shape; 2]> {
    let free = bounded_shapes();
    let mut grounds = free.clone();
    grounds.extend([Shape::HalfSpace, floor(3), mesh_of_box([0.5, 0.4, 0.3])]);
    let mut pairs = Vec::new();
    for a in &grounds {
        for b in &free {
            pairs.push([a.clone(), b.clone()]);
        }
    }
    pairs
}

#[test]
fn every_pair_gives_finite_contacts_wherever_it_is() {
    let mut r = Random(41);
    for [a, b] in all_pairs() {
        let mut search = pair(a, b);
        for k in 0..300 {
            // far, near, overlapping, and exactly on each other
            let range = [2.0, 0.7, 0.1, 0.0][k % 4];
            let mut pose = r.pose(range);
            if k % 8 == 7 {
                pose = Pose::IDENTITY;
            }
            for (found, touch) in look(&mut search, &[Pose::IDENTITY, pose], 0.05) {
                assert!(touch.gap.is_finite(), "{found:?}");
                assert!((length(touch.normal) - 1.0).abs() < 1e-12, "{found:?}");
                assert!(touch.point.iter().all(|x| x.abs() < 10.0), "{found:?}");
                assert_eq!(
                    (
                        search.bodies(found.parts()),
                        search.colliders(found.parts())
                    ),
                    ([0, 1], [0, 0])
                );
            }
        }
    }
}

#[test]
fn rows_of_what_is_found_are_derivatives_of_gaps() {
    let mut r = Random(42);
    for [a, b] in all_pairs() {
        let mut search = pair(a, b);
        for _ in 0..100 {
            let poses = [Pose::IDENTITY, r.pose(0.8)];
            let (v, w) = (r.vector(), r.vector());
            for (found, touch) in look(&mut search, &poses, 0.1) {
                // near a kink of the primitive itself the slope is that of one side only
                if touch.gap.abs() < 1e-2 {
                    continue;
                }
                let d = 1e-6;
                let gap = |t: f64| {
                    let turn = Pose::turned([0.0; 3], scale(t, w));
                    let mut pose = turn.then(&Pose {
                        position: [0.0; 3],
                        ..poses[1]
                    });
                    pose.position = plus(poses[1].position, scale(t, v));
                    found.feature.at(&poses[0], &pose).gap
                };
                let slope = (gap(d) - gap(-d)) / (2.0 * d);
                let arm = minus(touch.point, poses[1].position);
                let row = dot(touch.normal, plus(v, cross(w, arm)));
                assert!((slope - row).abs() < 1e-6, "{found:?} {slope} {row}");
            }
        }
    }
}

#[test]
fn what_was_found_before_changes_nothing() {
    let mut r = Random(43);
    let shapes = bounded_shapes();
    let mut bodies = vec![body(
        "floor",
        Motion::Fixed,
        vec![Shape::HalfSpace, floor(4)],
    )];
    for (i, shape) in shapes.iter().cycle().take(40).enumerate() {
        bodies.push(body(&i.to_string(), Motion::Free, vec![shape.clone()]));
    }
    let mut used = Search::new(&bodies, &[]).unwrap();
    let reach = vec![0.02; bodies.len()];
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        let mut poses: Vec<Pose> = bodies.iter().map(|_| r.pose(1.0)).collect();
        poses[0] = Pose::IDENTITY;
        used.find(&poses, &reach, &mut first);
        Search::new(&bodies, &[])
            .unwrap()
            .find(&poses, &reach, &mut second);
        assert!(first.len() > 20);
        assert_eq!(first, second);
    }
}

#[test]
fn looking_again_allocates_nothing() {
    let shapes = [0, 1, 2, 4, 5].map(|i| bounded_shapes()[i].clone());
    let mut bodies = vec![body(
        "floor",
        Motion::Fixed,
        vec![Shape::HalfSpace, floor(4)],
    )];
    for (i, shape) in shapes.iter().cycle().take(24).enumerate() {
        bodies.push(body(&i.to_string(), Motion::Free, vec![shape.clone()]));
    }
    let mut search = Search::new(&bodies, &[]).unwrap();
    let mut r = Random(44);
    let mut poses: Vec<Pose> = bodies.iter().map(|_| r.pose(0.8)).collect();
    poses[0] = Pose::IDENTITY;
    let reach = vec![0.02; bodies.len()];
    let mut found = Vec::new();
    for _ in 0..3 {
        search.find(&poses, &reach, &mut found);
    }
    assert!(found.len() > 20);
    let counted = allocation_counter::measure(|| search.find(&poses, &reach, &mut found));
    assert_eq!(counted.count_total, 0);
}

#[test]
fn worlds_without_anything_to_find_are_fine() {
    let mut found = Vec::new();
    Search::new(&[], &[]).unwrap().find(&[], &[], &mut found);
    let lone = [body("floor", Motion::Fixed, vec![Shape::HalfSpace])];
    let mut search = Search::new(&lone, &[]).unwrap();
    search.find(&[Pose::IDENTITY], &[0.1], &mut found);
    assert!(found.is_empty());
    // numbers that have overflowed end nothing but the search
    let mut search = pair(cube(0.5), cube(0.5));
    for x in [f64::NAN, f64::INFINITY, 1e308] {
        search.find(
            &[Pose::IDENTITY, Pose::at([x, 0.0, 0.0])],
            &[0.1; 2],
            &mut found,
        );
        assert!(found.is_empty());
    }
    assert_eq!(
        look(
            &mut search,
            &[Pose::IDENTITY, Pose::at([0.0, 0.0, 1.0])],
            0.1
        )
        .len(),
        4
    );
}

#[test]
fn normals_of_a_tall_stack_agree() {
    let bodies: Vec<Body> = (0..20)
        .map(|i| {
            let motion = if i == 0 { Motion::Fixed } else { Motion::Free };
            body(&i.to_string(), motion, vec![cube(0.1)])
        })
        .collect();
    let mut search = Search::new(&bodies, &[]).unwrap();
    let poses: Vec<Pose> = (0..20)
        .map(|i| Pose::at([0.3, -0.7, 0.2 * f64::from(i)]))
        .collect();
    let found = look(&mut search, &poses, 1e-3);
    assert_eq!(found.len(), 4 * 19);
    for (_, touch) in &found {
        assert_eq!(touch.normal, UP);
        assert!(touch.gap.abs() < 1e-15);
    }
}
