use super::*;
use crate::collide::random::Random;

fn capsule(half_length: f64, radius: f64) -> Shape {
    Shape::Capsule {
        half_length,
        radius,
    }
}

/// Compares the least gap with parry's distance for random poses.
pub(super) fn compare(a: Shape, b: Shape, limit: f64, seed: u64) {
    let mut r = Random(seed);
    let mut search = pair(a, b);
    let mut compared = 0;
    for _ in 0..3000 {
        let poses = [r.pose(0.1), r.pose(1.2)];
        let distance = search.distance(&poses, [0, 1]);
        let least = look(&mut search, &poses, 0.2)
            .iter()
            .map(|(_, t)| t.gap)
            .fold(f64::INFINITY, f64::min);
        if distance > 1e-9 && distance < 0.2 - limit {
            compared += 1;
            assert!(
                (least - distance).abs() < limit,
                "{distance} {least} {poses:?}"
            );
        } else if distance > 0.2 {
            assert!(least > 0.2 - limit, "{distance} {least} {poses:?}");
        } else if distance <= 1e-9 {
            assert!(least < 1e-6, "{least} {poses:?}");
        }
    }
    assert!(compared > 100);
}

#[test]
fn gaps_of_round_shapes_are_distances() {
    let ball = || Shape::Sphere { radius: 0.3 };
    let brick = || Shape::Box {
        half: [0.2, 0.3, 0.4],
    };
    let cylinder = || Shape::Cylinder {
        half_length: 0.4,
        radius: 0.2,
    };
    compare(ball(), ball(), 1e-14, 1);
    compare(ball(), capsule(0.4, 0.2), 1e-14, 2);
    compare(capsule(0.5, 0.1), capsule(0.4, 0.2), 1e-14, 3);
    // for the others parry iterates, down to about the square root of a rounding error
    compare(brick(), ball(), 1e-7, 4);
    compare(brick(), capsule(0.4, 0.2), 1e-7, 5);
    compare(cylinder(), ball(), 1e-7, 6);
}

#[test]
fn parallel_capsules_touch_in_two_points() {
    let mut search = pair(capsule(0.5, 0.1), capsule(0.3, 0.2));
    for tilt in [0.0, 1e-12, 1e-5] {
        let poses = [
            Pose::IDENTITY,
            Pose::turned([0.3, 0.0, 0.4], [0.0, tilt, 0.0]),
        ];
        let found = look(&mut search, &poses, 0.01);
        let mut ends: Vec<f64> = found.iter().map(|(_, t)| t.point[2]).collect();
        ends.sort_by(f64::total_cmp);
        assert_eq!(found.len(), 2, "{found:?}");
        // they overlap from z = 0.1 to 0.5
        assert!(
            (ends[0] - 0.1).abs() < 1e-4 && (ends[1] - 0.5).abs() < 1e-4,
            "{ends:?}"
        );
        for (_, touch) in &found {
            assert!((touch.normal[0] - 1.0).abs() < 1e-9 && touch.gap.abs() < 1e-5);
        }
    }
}

#[test]
fn a_capsule_across_a_box_is_held_by_both_edges() {
    let lying = Pose::turned([0.0, 0.0, 0.6], [0.0, std::f64::consts::FRAC_PI_2, 0.0]);
    let mut search = pair(cube(0.5), capsule(1.0, 0.1));
    let found = look(&mut search, &[Pose::IDENTITY, lying], 0.01);
    assert_eq!(found.len(), 2, "{found:?}");
    for (_, touch) in &found {
        assert!((touch.point[0].abs() - 0.5).abs() < 1e-12);
        assert!((touch.normal[2] - 1.0).abs() < 1e-15 && touch.gap.abs() < 1e-15);
    }
}
