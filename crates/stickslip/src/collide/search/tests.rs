use super::*;
use crate::collide::feature::Touch;
use crate::world::{Collider, Groups, Hull, Inertia, Mesh};
use std::sync::Arc;

pub(crate) fn body(name: &str, motion: Motion, shapes: Vec<Shape>) -> Body {
    Body {
        name: name.into(),
        motion,
        pose: Pose::IDENTITY,
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders: shapes.into_iter().map(Collider::new).collect(),
        inertia: Inertia::FromShapes,
    }
}

/// A fixed body and a free one of one shape each.
pub(crate) fn pair(fixed: Shape, free: Shape) -> Search {
    let bodies = [
        body("fixed", Motion::Fixed, vec![fixed]),
        body("free", Motion::Free, vec![free]),
    ];
    Search::new(&bodies, &[]).unwrap()
}

pub(crate) fn look(search: &mut Search, poses: &[Pose], reach: f64) -> Vec<(Found, Touch)> {
    let mut found = Vec::new();
    search.find(poses, &vec![0.5 * reach; poses.len()], &mut found);
    assert!(found.windows(2).all(|w| w[0].id < w[1].id), "ids ascend");
    found
        .into_iter()
        .map(|f| {
            let [a, b] = search.bodies(f.parts());
            let touch = f.feature.at(&poses[a], &poses[b]);
            assert!(touch.gap <= reach, "{f:?} {touch:?}");
            (f, touch)
        })
        .collect()
}

pub(crate) fn cube(half: f64) -> Shape {
    Shape::Box { half: [half; 3] }
}

const UP: [f64; 3] = [0.0, 0.0, 1.0];

#[test]
fn shapes_that_are_alike_are_made_ready_once() {
    let mut bodies = vec![body("floor", Motion::Fixed, vec![Shape::HalfSpace])];
    for (i, half) in [0.5, 0.3, 0.5, 0.3].into_iter().enumerate() {
        bodies.push(body(&format!("box {i}"), Motion::Free, vec![cube(half)]));
    }
    bodies[4].colliders[0].pose = Pose::at([0.0, 0.0, 0.1]);
    bodies[3].colliders[0].groups = Groups {
        member: 2,
        ..bodies[3].colliders[0].groups
    };
    let search = Search::new(&bodies, &[]).unwrap();
    let solid = |i: usize| match &search.parts[i].solid {
        Solid::Polytope(polytope) => polytope,
        _ => unreachable!(),
    };
    assert!(Arc::ptr_eq(solid(1), solid(3)));
    // another size, or another place in the body
    assert!(!Arc::ptr_eq(solid(1), solid(2)) && !Arc::ptr_eq(solid(2), solid(4)));
    let numbers = search.parts.iter().map(|p| p.body);
    assert!(numbers.eq(0..5));
    assert_eq!(search.parts[3].groups, bodies[3].colliders[0].groups);
}

#[test]
fn shapes_on_a_half_space_have_their_exact_gaps() {
    let gaps = |shape: Shape, pose: Pose| -> Vec<f64> {
        let found = look(
            &mut pair(Shape::HalfSpace, shape),
            &[Pose::IDENTITY, pose],
            0.01,
        );
        assert!(found.iter().all(|(_, t)| t.normal == UP));
        found.iter().map(|(_, t)| t.gap).collect()
    };
    assert_eq!(
        gaps(Shape::Sphere { radius: 0.5 }, Pose::at([1.0, 2.0, 0.5])),
        [0.0]
    );
    assert_eq!(gaps(cube(0.25), Pose::at([1.0, 2.0, 0.25])), [0.0; 4]);
    let lying = Pose::turned([0.0, 0.0, 0.2], [0.0, std::f64::consts::FRAC_PI_2, 0.0]);
    let (half_length, radius) = (0.5, 0.2);
    let capsule = Shape::Capsule {
        half_length,
        radius,
    };
    let cylinder = Shape::Cylinder {
        half_length,
        radius,
    };
    for gap in gaps(capsule, lying)
        .into_iter()
        .chain(gaps(cylinder.clone(), lying))
    {
        // half of a right angle is not a number of the machine
        assert!(gap.abs() < 1e-15, "{gap}");
    }
    assert_eq!(gaps(cylinder.clone(), Pose::at([0.3, 0.1, 0.5])), [0.0; 4]);
    let leaning = Pose::turned([0.0, 0.0, 0.6], [0.3, 0.0, 0.0]);
    let lowest = 0.6 - 0.5 * 0.3_f64.cos() - 0.2 * 0.3_f64.sin();
    let found = look(
        &mut pair(Shape::HalfSpace, cylinder),
        &[Pose::IDENTITY, leaning],
        0.1,
    );
    assert!((found[0].1.gap - lowest).abs() < 1e-15);
}

#[test]
fn bodies_that_may_not_touch_do_not() {
    let ball = || Shape::Sphere { radius: 0.5 };
    let mut bodies = vec![
        body("a", Motion::Free, vec![ball(), ball()]),
        body("b", Motion::Free, vec![ball()]),
        body("c", Motion::Fixed, vec![ball()]),
        body("d", Motion::Fixed, vec![ball(), Shape::HalfSpace]),
    ];
    let poses = [Pose::IDENTITY; 4];
    let count = |bodies: &[Body], apart: &[[usize; 2]]| {
        look(&mut Search::new(bodies, apart).unwrap(), &poses, 0.0).len()
    };
    // a–b 2, a–c 2, a–d 4, b–c 1, b–d 2; none within a, none between c and d
    assert_eq!(count(&bodies, &[]), 11);
    assert_eq!(count(&bodies, &[[1, 0], [2, 0]]), 7);
    bodies[1].colliders[0].groups = Groups {
        member: 2,
        minds: 2,
    };
    assert_eq!(count(&bodies, &[]), 6);
}

#[test]
fn bad_shapes_are_named() {
    let told = |motion: Motion, shape: Shape| {
        let bodies = [
            body("ground", Motion::Fixed, vec![]),
            body("thing", motion, vec![shape]),
        ];
        Search::new(&bodies, &[]).unwrap_err().to_string()
    };
    let radius = told(Motion::Free, Shape::Sphere { radius: -0.1 });
    assert!(
        radius.contains("body \"thing\": collider 0: radius is -0.1"),
        "{radius}"
    );
    let half = told(
        Motion::Fixed,
        Shape::Box {
            half: [1.0, 0.0, 1.0],
        },
    );
    assert!(half.contains("half[1] is 0"), "{half}");
    let mesh = Mesh {
        points: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
        triangles: vec![[0, 1, 2]],
    };
    let free = told(Motion::Free, Shape::Mesh(Arc::new(mesh.clone())));
    assert!(free.contains("convex parts"), "{free}");
    let wrong = Mesh {
        triangles: vec![[0, 1, 3]],
        ..mesh
    };
    let index = told(Motion::Fixed, Shape::Mesh(Arc::new(wrong)));
    assert!(index.contains("triangles[0]"), "{index}");
    let hull = Hull {
        points: vec![[0.0; 3]; 3],
        triangles: vec![[0, 1, 2]],
    };
    let few = told(Motion::Free, Shape::Convex(Arc::new(hull)));
    assert!(few.contains("3 points"), "{few}");
    // a dent, an open side, and no volume
    let corners = vec![
        [0.0; 3],
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.1; 3],
    ];
    let closed = [[0, 2, 1], [0, 1, 3], [0, 3, 2]];
    let hulls = [
        (corners.clone(), vec![[1, 2, 4], [2, 3, 4], [3, 1, 4]]),
        (corners[..4].to_vec(), vec![[0, 1, 3]]),
        (
            vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]],
            vec![[1, 2, 3]],
        ),
    ];
    for (points, more) in hulls {
        let triangles = closed.iter().copied().chain(more).collect();
        let hull = Shape::Convex(Arc::new(Hull { points, triangles }));
        let flat = told(Motion::Free, hull);
        assert!(flat.contains("Hull::new"), "{flat}");
    }
    assert!(told(Motion::Free, Shape::HalfSpace).contains("bounded"));
}

mod again;
mod boxes;
mod cylinders;
mod ellipsoids;
mod meshes;
mod robust;
mod round;
mod separating;
