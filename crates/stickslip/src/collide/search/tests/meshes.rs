use super::*;
use crate::collide::random::Random;

/// A square floor of side 2 about the origin, cut into n × n squares of two triangles each.
pub(super) fn floor(n: u32) -> Shape {
    let mut points = Vec::new();
    for i in 0..=n {
        for j in 0..=n {
            let at = |k: u32| 2.0 * f64::from(k) / f64::from(n) - 1.0;
            points.push([at(i), at(j), 0.0]);
        }
    }
    let mut triangles = Vec::new();
    for i in 0..n {
        for j in 0..n {
            let a = i * (n + 1) + j;
            let b = a + n + 1;
            triangles.push([a, b, b + 1]);
            triangles.push([a, b + 1, a + 1]);
        }
    }
    Shape::Mesh(Arc::new(Mesh::new(points, triangles).unwrap()))
}

#[test]
fn a_ball_rolls_over_a_flat_mesh_as_over_a_plane() {
    for n in [1, 2, 5] {
        let mut search = pair(floor(n), Shape::Sphere { radius: 0.1 });
        let mut names = Vec::new();
        for k in 0..400 {
            // over sides, over corners, along diagonals
            let x = -0.9 + 0.0045 * f64::from(k);
            for y in [x, 0.0, 0.31, -x] {
                let poses = [Pose::IDENTITY, Pose::at([x, y, 0.1 + 1e-4])];
                let found = look(&mut search, &poses, 0.05);
                assert_eq!(found.len(), 1, "{n} {x} {y} {found:?}");
                assert_eq!(found[0].1.normal, UP);
                assert!((found[0].1.gap - 1e-4).abs() < 1e-15);
                names.push(found[0].0.id);
            }
        }
        names.dedup();
        assert_eq!(names.len(), 1, "one plane, one name");
    }
}

#[test]
fn a_box_slides_over_a_flat_mesh_with_four_corners() {
    let mut r = Random(8);
    for n in [1, 2, 7] {
        let mut search = pair(floor(n), cube(0.2));
        let mut names = Vec::new();
        for k in 0..600 {
            let [x, y, turn] = r.vector();
            let (x, y) = if k < 300 {
                (0.7 * x, 0.7 * y)
            } else {
                (0.0, 0.7 * y)
            };
            let turn = if k % 4 == 0 { 0.0 } else { turn };
            let gap = [-1e-9, 0.0, 1e-3][k % 3];
            let poses = [
                Pose::IDENTITY,
                Pose::turned([x, y, 0.2 + gap], [0.0, 0.0, turn]),
            ];
            let found = look(&mut search, &poses, 0.02);
            assert_eq!(found.len(), 4, "{n} {poses:?} {found:?}");
            for (_, touch) in &found {
                assert_eq!(touch.normal, UP);
                assert!((touch.gap - gap).abs() < 1e-15);
            }
            names.push(found.iter().map(|f| f.0.id).collect::<Vec<_>>());
        }
        names.dedup();
        assert_eq!(names.len(), 1, "the same four names everywhere");
    }
}

#[test]
fn a_capsule_lies_on_a_flat_mesh_with_two_ends() {
    let mut r = Random(18);
    let capsule = Shape::Capsule {
        half_length: 0.3,
        radius: 0.1,
    };
    let mut search = pair(floor(4), capsule);
    for _ in 0..300 {
        let [x, y, turn] = r.vector();
        let lying = Pose::turned([0.0; 3], [0.0, std::f64::consts::FRAC_PI_2, 0.0]);
        let pose = Pose::turned([0.5 * x, 0.5 * y, 0.1], [0.0, 0.0, 3.0 * turn]).then(&lying);
        let found = look(&mut search, &[Pose::IDENTITY, pose], 0.02);
        assert_eq!(found.len(), 2, "{found:?}");
        for (_, touch) in &found {
            assert_eq!(touch.normal, UP);
            assert!(touch.gap.abs() < 1e-15);
        }
    }
}

#[test]
fn what_hangs_over_the_border_is_held_there() {
    let mut search = pair(floor(2), cube(0.2));
    let mut at = |x: f64, y: f64| look(&mut search, &[Pose::IDENTITY, Pose::at([x, y, 0.2])], 0.02);
    let found = at(0.95, 0.3);
    assert_eq!(found.len(), 4);
    for (_, touch) in &found {
        assert_eq!(touch.normal, UP);
        assert!(touch.point[0] <= 1.0 + 1e-12);
    }
    // over a corner of the floor: that corner, two crossings and one corner of the box
    let found = at(0.95, 0.95);
    assert_eq!(found.len(), 4);
    let corner = |t: &Touch| (t.point[0] - 1.0).abs() + (t.point[1] - 1.0).abs() < 1e-12;
    assert!(found.iter().any(|(_, t)| corner(t)));
    assert!(at(1.3, 0.0).is_empty());
}

/// A box as a mesh, so that both can be compared.
pub(super) fn mesh_of_box(half: [f64; 3]) -> Shape {
    let points: Vec<[f64; 3]> = (0..8)
        .map(|i| std::array::from_fn(|k| if i >> k & 1 == 1 { half[k] } else { -half[k] }))
        .collect();
    let hull = Hull::new(&points).unwrap();
    let mesh = Mesh::new(hull.points.clone(), hull.triangles.clone()).unwrap();
    Shape::Mesh(Arc::new(mesh))
}

#[test]
fn a_mesh_of_a_box_is_touched_like_the_box() {
    let mut r = Random(31);
    let half = [1.0, 0.8, 0.6];
    let others = [
        Shape::Sphere { radius: 0.2 },
        cube(0.2),
        Shape::Capsule {
            half_length: 0.2,
            radius: 0.1,
        },
    ];
    for (k, other) in others.into_iter().enumerate() {
        let mut as_mesh = pair(mesh_of_box(half), other.clone());
        let mut as_box = pair(Shape::Box { half }, other);
        let mut compared = 0;
        for _ in 0..4000 {
            let poses = [Pose::IDENTITY, r.pose(1.3)];
            let least = |search: &mut Search| {
                let found = look(search, &poses, 0.05);
                found
                    .iter()
                    .map(|(_, t)| t.gap)
                    .fold(f64::INFINITY, f64::min)
            };
            let (a, b) = (least(&mut as_mesh), least(&mut as_box));
            // corners beside corners are seen of polyhedra only; deep inside, a triangle does not know all ways out
            if b.is_finite() && b > -2e-3 && (k != 1 || a.is_finite()) {
                compared += 1;
                assert!((a - b).abs() < 1e-3, "{k}: {a} {b} {poses:?}");
            }
        }
        assert!(compared > 100, "{compared}");
    }
}

#[test]
fn a_box_in_a_corner_of_a_mesh_stands_on_the_floor_and_against_the_wall() {
    // floor z = 0 for x < 1, wall at x = 1
    let points = vec![
        [-1.0, -1.0, 0.0],
        [1.0, -1.0, 0.0],
        [1.0, 1.0, 0.0],
        [-1.0, 1.0, 0.0],
        [1.0, -1.0, 1.0],
        [1.0, 1.0, 1.0],
    ];
    let triangles = vec![[0, 1, 2], [0, 2, 3], [1, 4, 5], [1, 5, 2]];
    let mesh = Shape::Mesh(Arc::new(Mesh::new(points, triangles).unwrap()));
    let mut search = pair(mesh, cube(0.25));
    // also a little inside the wall and the floor
    for sunk in [0.0, 1e-6, 1e-3] {
        let pose = Pose::at([0.75 + sunk, 0.1, 0.25 - sunk]);
        let found = look(&mut search, &[Pose::IDENTITY, pose], 0.01);
        let count = |n: [f64; 3]| found.iter().filter(|(_, t)| t.normal == n).count();
        assert_eq!(
            (count(UP), count([-1.0, 0.0, 0.0])),
            (4, 4),
            "{sunk} {found:?}"
        );
        assert_eq!(found.len(), 8);
        assert!(found.iter().all(|(_, t)| (t.gap + sunk).abs() < 1e-15));
    }
}
