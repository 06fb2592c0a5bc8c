//! Polygons, polyhedra and their faces.

use super::faces::across;
use super::*;

#[test]
fn directions_are_balanced_and_right_angles_exact() {
    for k in [2, 4, 6, 8, 10, 20] {
        let set = Polyhedron::polygon(k).unwrap();
        for i in 0..k / 2 {
            let (d, e) = (set.directions()[i], set.directions()[i + k / 2]);
            assert_eq!(d, e.map(|x| -x));
            assert!((length(d) - 1.0).abs() < 1e-15);
        }
    }
    assert_eq!(
        Polyhedron::polygon(8).unwrap().directions()[2],
        [0.0, 1.0, 0.0]
    );
    for k in [0, 1, 3, 7] {
        assert!(Polyhedron::polygon(k).is_err());
    }
}

#[test]
fn the_gauge_is_one_on_vertices_and_face_centres() {
    for k in [4, 6, 8, 20] {
        let set = Polyhedron::polygon(k).unwrap();
        assert!((set.gauge(set.directions()[1]) - 1.0).abs() < 1e-14);
        let half = PI / k as f64;
        let inradius = half.cos();
        let centre = [inradius * half.cos(), inradius * half.sin(), 0.0];
        assert!((set.gauge(centre) - 1.0).abs() < 1e-14);
        assert!(set.slack(centre, 1.0).abs() < 1e-14);
        assert!((set.slack(centre, 2.0) - 1.0).abs() < 1e-14);
    }
}

#[test]
fn searched_faces_are_those_of_the_regular_polygon() {
    let regular = Polyhedron::polygon(6).unwrap();
    let searched = Polyhedron::new(regular.directions().to_vec()).unwrap();
    assert_eq!(searched.faces.len(), 6);
    assert!(searched.warnings().is_empty());
    for i in 0..20 {
        let (s, c) = f64::from(i).sin_cos();
        let point = [0.7 * c, 1.3 * s, 0.0];
        assert!((regular.gauge(point) - searched.gauge(point)).abs() < 1e-12);
    }
}

#[test]
fn an_octahedron_with_torsion() {
    let e = [1.0, 2.0, 0.4];
    let mut directions = Vec::new();
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let mut d = [0.0; 3];
            d[axis] = sign * e[axis];
            directions.push(d);
        }
    }
    let set = Polyhedron::new(directions).unwrap();
    assert_eq!((set.dimensions(), set.faces.len()), (3, 8));
    let gauge = |x: [f64; 3]| (0..3).map(|i| (x[i] / e[i]).abs()).sum::<f64>();
    for x in [[0.1, 0.2, -0.3], [1.0, 0.0, 0.0], [-0.3, 1.0, 0.1]] {
        assert!((set.gauge(x) - gauge(x)).abs() < 1e-12);
    }
    assert_eq!(set.support([1.0, -3.0, 2.0]), 6.0);
}

#[test]
fn unbalanced_and_partial_sets_are_told() {
    // friction along +t only
    let one = Polyhedron::new(vec![[1.0, 0.0, 0.0]]).unwrap();
    assert_eq!(one.warnings().len(), 2);
    assert_eq!(one.slack([0.5, 0.0, 0.0], 1.0), 0.5);
    assert_eq!(one.slack([-0.5, 0.0, 0.0], 1.0), -0.5);
    assert_eq!(one.gauge([-0.5, 0.0, 0.0]), f64::INFINITY);
    // a triangle: unbalanced, but it resists every slip
    let triangle = Polyhedron::new(vec![[1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0]]);
    assert_eq!(triangle.unwrap().warnings().len(), 1);
    // balanced, but nothing resists slip along o
    let skate = Polyhedron::new(vec![[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]).unwrap();
    assert!(
        skate.warnings()[0].contains("partial"),
        "{:?}",
        skate.warnings()
    );
    assert_eq!(skate.slack([0.25, 0.0, 0.0], 1.0), -0.25);
    // a flat star in the plane o, r
    let flat = Polyhedron::new(vec![
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, 1.0],
        [0.0, 0.0, -1.0],
    ])
    .unwrap();
    assert!((flat.gauge([0.0, 0.5, 0.5]) - 1.0).abs() < 1e-12);
    assert_eq!(flat.gauge([0.5, 0.0, 0.0]), f64::INFINITY);
}

#[test]
fn a_segment_ends_wherever_it_points() {
    let s = std::f64::consts::FRAC_1_SQRT_2;
    for along in [
        [1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 1.0],
        [s, -s, 0.0],
        [0.6, 0.0, 0.8],
    ] {
        let back = along.map(|x| -0.2 * x);
        let set = Polyhedron::new(vec![along, back]).unwrap();
        let at = |size: f64| along.map(|x| size * x);
        assert!((set.gauge(at(3.0)) - 3.0).abs() < 1e-12, "{along:?}");
        assert!((set.gauge(at(-3.0)) - 15.0).abs() < 1e-12, "{along:?}");
        assert!((set.slack(at(3.0), 1.0) + 2.0).abs() < 1e-12, "{along:?}");
        assert!(set.slack(at(-0.1), 1.0) > -1e-15, "{along:?}");
        for beside in across(along, set.dimensions()) {
            assert_eq!(set.gauge(beside), f64::INFINITY);
            assert!((set.slack(beside, 1.0) + 1.0).abs() < 1e-12);
        }
        let partial = set.warnings().iter().any(|w| w.contains("partial"));
        assert_eq!(partial, set.dimensions() > 1, "{along:?}");
    }
}

#[test]
fn bad_directions_are_named() {
    for bad in [
        vec![],
        vec![[0.0; 3]],
        vec![[1.0, f64::NAN, 0.0]],
        vec![[1.0; 3]; 201],
    ] {
        assert!(Polyhedron::new(bad).is_err());
    }
}

#[test]
fn many_directions_have_nearest_points_too() {
    // 200 points of a sphere, on a spiral
    let directions: Vec<[f64; 3]> = (0..200)
        .map(|i| {
            let up = (2.0 * f64::from(i) + 1.0) / 200.0 - 1.0;
            let out = (1.0 - up * up).sqrt();
            let (s, c) = (2.4 * f64::from(i)).sin_cos();
            [out * c, out * s, 0.01 * up]
        })
        .collect();
    let set = Polyhedron::new(directions).unwrap();
    let e = set.lengths();
    for i in 0..300 {
        let (s, c) = (0.7 * f64::from(i)).sin_cos();
        let x = [1.3 * c, 1.1 * s, (0.31 * f64::from(i)).sin()];
        let p = set.project(x, 1.0).point;
        let way = minus(x, p);
        for d in set.directions() {
            let corner: [f64; 3] = std::array::from_fn(|i| d[i] / e[i]);
            assert!(dot(way, minus(corner, p)) < 1e-14, "{x:?} {p:?}");
        }
        assert!(set.slack(std::array::from_fn(|i| p[i] * e[i]), 1.0) > -1e-12);
    }
}

#[test]
fn a_point_over_the_diagonal_of_a_face_moves_within_the_whole_face() {
    let corner = |t: f64, o: f64, r: f64| [t, o, r];
    let mut cube = Vec::new();
    for t in [-1.0, 1.0] {
        for o in [-1.0, 1.0] {
            cube.extend([corner(t, o, -1.0), corner(t, o, 1.0)]);
        }
    }
    let set = Polyhedron::new(cube).unwrap();
    let p = set.project([0.25, 0.25, 3.0], 1.0);
    assert!(length(minus(p.point, [0.25, 0.25, 1.0])) < 1e-15);
    for (i, row) in p.by_x.iter().enumerate() {
        let mut expected = [0.0; 3];
        expected[i] = if i < 2 { 1.0 } else { 0.0 };
        assert!(length(minus(*row, expected)) < 1e-14, "{:?}", p.by_x);
    }
    assert!(length(minus(p.by_bound, [0.0, 0.0, 1.0])) < 1e-15);
}
