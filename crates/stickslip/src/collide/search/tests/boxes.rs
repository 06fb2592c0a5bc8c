use super::*;
use crate::collide::random::Random;
use crate::vector::dot;

fn hull_of_cube(half: f64) -> Shape {
    let points: Vec<[f64; 3]> = (0..8)
        .map(|i| std::array::from_fn(|k| if i >> k & 1 == 1 { half } else { -half }))
        .collect();
    Shape::Convex(Arc::new(Hull::new(&points).unwrap()))
}

#[test]
fn a_box_flat_on_a_box_has_its_four_corners_with_the_normal_of_the_face() {
    for [below, above] in [
        [cube(0.5), cube(0.5)],
        [cube(0.5), cube(0.3)],
        [hull_of_cube(0.5), cube(0.3)],
        [cube(0.5), hull_of_cube(0.5)],
        [hull_of_cube(0.5), hull_of_cube(0.3)],
    ] {
        let height = match &above {
            Shape::Box { half } => half[2],
            Shape::Convex(hull) => hull.points[0][2].abs(),
            _ => unreachable!(),
        };
        let mut search = pair(below, above);
        for gap in [-1e-6, 0.0, 1e-3] {
            let poses = [
                Pose::at([0.1, 0.2, 0.5]),
                Pose::at([0.1, 0.2, 1.0 + height + gap]),
            ];
            let found = look(&mut search, &poses, 0.01);
            assert_eq!(found.len(), 4, "{found:?}");
            for (_, touch) in &found {
                assert_eq!(touch.normal, [0.0, 0.0, 1.0]);
                assert!((touch.gap - gap).abs() < 1e-15, "{}", touch.gap - gap);
            }
        }
    }
}

#[test]
fn all_normals_of_a_turned_stack_are_the_same_to_the_last_digit() {
    // rounding turns each box by a few units of the last place
    let mut r = Random(9);
    let mut search = pair(cube(0.5), cube(0.5));
    for _ in 0..100 {
        let noise = |r: &mut Random| r.vector().map(|x| 1e-15 * x);
        let poses = [
            Pose::turned([0.0; 3], noise(&mut r)),
            Pose::turned([0.0, 0.0, 1.0], noise(&mut r)),
        ];
        let found = look(&mut search, &poses, 0.01);
        assert_eq!(found.len(), 4);
        for (_, touch) in &found {
            assert!((touch.normal[2] - 1.0).abs() < 1e-15);
            assert!(touch.normal[0].abs() < 1e-14 && touch.normal[1].abs() < 1e-14);
            assert_eq!(touch.normal, found[0].1.normal);
            assert!(touch.gap.abs() < 1e-14);
        }
    }
}

#[test]
fn boxes_an_eighth_of_a_turn_apart_touch_in_eight_points() {
    let turned = Pose::turned([0.0, 0.0, 1.0], [0.0, 0.0, std::f64::consts::FRAC_PI_4]);
    let found = look(
        &mut pair(cube(0.5), cube(0.5)),
        &[Pose::IDENTITY, turned],
        0.01,
    );
    assert_eq!(found.len(), 8);
    assert!(
        found
            .iter()
            .all(|(_, t)| t.gap.abs() < 1e-15 && t.normal == [0.0, 0.0, 1.0])
    );
}

#[test]
fn a_box_beyond_the_edge_of_another_is_held_at_the_edge_only() {
    let poses = [Pose::IDENTITY, Pose::at([0.6, 0.0, 1.0])];
    let found = look(&mut pair(cube(0.5), cube(0.5)), &poses, 0.01);
    assert_eq!(found.len(), 4);
    for (_, touch) in &found {
        assert!(touch.point[0] > 0.1 - 1e-12 && touch.point[0] < 0.5 + 1e-12);
    }
}

#[test]
fn crossing_edges_have_their_own_normal() {
    // two boxes, each standing on an edge, one across the other
    let quarter = std::f64::consts::FRAC_PI_4;
    let below = Pose::turned([0.0; 3], [quarter, 0.0, 0.0]);
    let above = |gap: f64| {
        let height = 2.0 * 0.5_f64.sqrt() + gap;
        Pose::turned([0.1, 0.05, height], [0.0, quarter, 0.0])
    };
    let mut search = pair(cube(0.5), cube(0.5));
    for gap in [-1e-3, 0.0, 1e-3] {
        let found = look(&mut search, &[below, above(gap)], 0.01);
        assert_eq!(found.len(), 1);
        assert!((found[0].1.gap - gap).abs() < 1e-14);
        assert!((found[0].1.normal[2] - 1.0).abs() < 1e-14);
    }
}

#[test]
fn corners_beside_corners_are_seen_before_they_touch() {
    let mut search = pair(cube(0.5), cube(0.5));
    let d = 1e-3;
    let poses = [Pose::IDENTITY, Pose::at([1.0 + d, 1.0 + d, 1.0 + d])];
    let found = look(&mut search, &poses, 0.01);
    assert_eq!(found.len(), 1);
    assert!((found[0].1.gap - d * 3.0_f64.sqrt()).abs() < 1e-12);
    assert!(look(&mut search, &poses, 1.7e-3).is_empty());
}

#[test]
fn contacts_keep_their_names_when_bodies_move_a_little() {
    let mut r = Random(21);
    let mut search = pair(cube(0.5), cube(0.3));
    let start = [
        Pose::IDENTITY,
        Pose::turned([0.35, 0.1, 0.8], [0.0, 0.0, 0.4]),
    ];
    let names = |search: &mut Search, poses: &[Pose; 2]| -> Vec<u64> {
        let found = look(search, poses, 0.02);
        found.iter().map(|(f, _)| f.id).collect()
    };
    let before = names(&mut search, &start);
    assert!(before.len() >= 4);
    for _ in 0..200 {
        let jog = Pose::turned(r.vector().map(|x| 1e-3 * x), r.vector().map(|x| 1e-3 * x));
        let after = [start[0], jog.then(&start[1])];
        assert_eq!(names(&mut search, &after), before);
    }
}

#[test]
fn the_least_gap_is_the_distance() {
    let mut r = Random(4);
    let points: Vec<[f64; 3]> = (0..20).map(|_| r.unit()).collect();
    let gem = || Shape::Convex(Arc::new(Hull::new(&points).unwrap()));
    let brick = || Shape::Box {
        half: [0.3, 0.6, 0.9],
    };
    let (mut compared, mut exact) = (0, 0);
    for [a, b] in [[brick(), brick()], [gem(), brick()], [gem(), gem()]] {
        let mut search = pair(a, b);
        for _ in 0..3000 {
            let poses = [r.pose(0.1), r.pose(2.0)];
            let distance = search.distance(&poses, [0, 1]);
            let found = look(&mut search, &poses, 0.3);
            let least = found
                .iter()
                .map(|(_, t)| t.gap)
                .fold(f64::INFINITY, f64::min);
            if distance <= 0.0 {
                assert!(least < 1e-9, "{least}");
            } else if distance > 0.3 {
                // a face that is preferred to an edge measures a little less
                assert!(least > 0.298, "{distance} {least}");
            } else {
                compared += 1;
                exact += usize::from((least - distance).abs() < 1e-9);
                assert!(
                    (least - distance).abs() < 2e-3,
                    "{distance} {least} {poses:?}"
                );
            }
        }
    }
    assert!(
        compared > 300 && exact * 100 > compared * 95,
        "{exact} of {compared}"
    );
}

#[test]
fn normals_push_apart() {
    let mut r = Random(77);
    let mut search = pair(cube(0.5), cube(0.5));
    for _ in 0..500 {
        let poses = [Pose::IDENTITY, r.pose(1.0)];
        for (_, touch) in look(&mut search, &poses, 0.05) {
            assert!(dot(touch.normal, poses[1].position) > 0.0);
            // never deeper than to the middle
            assert!(touch.gap > -1.5, "{}", touch.gap);
        }
    }
}
