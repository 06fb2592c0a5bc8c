use super::meshes::{floor, mesh_of_box};
use super::*;
use crate::collide::random::Random;
use std::f64::consts::FRAC_PI_2;

fn cylinder(half_length: f64, radius: f64) -> Shape {
    Shape::Cylinder {
        half_length,
        radius,
    }
}

#[test]
fn a_cylinder_stands_on_boxes_and_meshes_with_four_points_of_its_rim() {
    let mut r = Random(6);
    for (ground, top) in [
        (
            Shape::Box {
                half: [1.0, 1.0, 0.5],
            },
            0.5,
        ),
        (floor(1), 0.0),
        (floor(5), 0.0),
        (mesh_of_box([1.0, 1.0, 0.5]), 0.5),
    ] {
        let mut search = pair(ground, cylinder(0.3, 0.2));
        for gap in [-1e-6, 0.0, 1e-3] {
            let [x, y, turn] = r.vector();
            let place = [0.6 * x, 0.6 * y, top + 0.3 + gap];
            let pose = Pose::turned(place, [0.0, 0.0, turn]);
            let found = look(&mut search, &[Pose::IDENTITY, pose], 0.01);
            assert_eq!(found.len(), 4, "{found:?}");
            for (_, touch) in &found {
                assert_eq!(touch.normal, UP);
                assert!((touch.gap - gap).abs() < 1e-15);
            }
        }
    }
}

#[test]
fn a_cylinder_lies_on_boxes_and_meshes_along_a_line() {
    let lying = Pose::turned([0.0; 3], [0.0, FRAC_PI_2, 0.0]);
    for (ground, top) in [
        (
            Shape::Box {
                half: [1.0, 1.0, 0.5],
            },
            0.5,
        ),
        (floor(3), 0.0),
    ] {
        let mut search = pair(ground, cylinder(0.3, 0.2));
        for (x, turn, low) in [(0.0, 0.3, -2.0), (0.9, 0.0, 0.6)] {
            let pose = Pose::turned([x, 0.1, top + 0.2], [0.0, 0.0, turn]).then(&lying);
            let found = look(&mut search, &[Pose::IDENTITY, pose], 0.01);
            // over the border only where it is
            assert_eq!(found.len(), 2, "{found:?}");
            for (_, touch) in &found {
                assert_eq!(touch.normal, UP);
                assert!(touch.gap.abs() < 1e-15);
                assert!(touch.point[0] > low - 1e-12 && touch.point[0] < 1.0 + 1e-12);
            }
        }
    }
}

#[test]
fn a_cylinder_on_a_smaller_box_is_held_by_the_corners_of_the_box() {
    let mut search = pair(cube(0.1), cylinder(0.3, 0.5));
    let poses = [Pose::IDENTITY, Pose::at([0.02, 0.03, 0.4])];
    let found = look(&mut search, &poses, 0.01);
    assert_eq!(found.len(), 4, "{found:?}");
    assert!(
        found
            .iter()
            .all(|(_, t)| t.normal == UP && t.gap.abs() < 1e-15)
    );
}

#[test]
fn cylinders_stand_on_each_other() {
    let mut search = pair(cylinder(0.3, 0.2), cylinder(0.3, 0.2));
    let at = |x: f64| [Pose::IDENTITY, Pose::at([x, 0.0, 0.6])];
    for (x, count) in [(0.0, 4), (0.1, 4)] {
        let found = look(&mut search, &at(x), 0.01);
        assert!(found.len() >= count, "{found:?}");
        for (_, touch) in &found {
            assert_eq!(touch.normal, UP);
            assert!(touch.gap.abs() < 1e-15);
            assert!(touch.point[0] > x - 0.2 - 1e-9 && touch.point[0] < 0.2 + 1e-9);
        }
    }
}

#[test]
fn cylinders_side_by_side_touch_along_a_line() {
    let mut search = pair(cylinder(0.3, 0.2), cylinder(0.5, 0.1));
    let found = look(
        &mut search,
        &[Pose::IDENTITY, Pose::at([0.3, 0.0, 0.1])],
        0.01,
    );
    assert_eq!(found.len(), 2, "{found:?}");
    for (_, touch) in &found {
        assert!((touch.normal[0] - 1.0).abs() < 1e-15 && touch.gap.abs() < 1e-15);
        assert!((touch.point[2].abs() - 0.3).abs() < 1e-12);
    }
}

#[test]
fn least_gaps_of_cylinders_are_distances() {
    let brick = || Shape::Box {
        half: [0.2, 0.3, 0.4],
    };
    let capsule = Shape::Capsule {
        half_length: 0.3,
        radius: 0.1,
    };
    // parry's normals are good to 1e-8, and directions within 1e-3 of each other count as one
    super::round::compare(brick(), cylinder(0.3, 0.2), 1e-5, 11);
    super::round::compare(cylinder(0.4, 0.1), cylinder(0.3, 0.2), 1e-5, 12);
    super::round::compare(cylinder(0.4, 0.1), capsule, 1e-5, 13);
}
