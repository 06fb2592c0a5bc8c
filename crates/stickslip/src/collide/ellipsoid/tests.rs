use super::*;
use crate::collide::random::Random;

pub(crate) fn any(r: &mut Random) -> Ellipsoid {
    // from round to a hundred times as long as thick
    let half = std::array::from_fn(|_| 10.0_f64.powf(r.number()));
    Ellipsoid {
        place: r.pose(1.0),
        half,
    }
}

/// Σ (x/a)² of a point; 1 on the surface.
fn level(it: &Ellipsoid, point: [f64; 3]) -> f64 {
    let x = it.place.point_back(point);
    (0..3).map(|k| (x[k] / it.half[k]).powi(2)).sum()
}

#[test]
fn the_farthest_point_is_on_the_surface_and_nothing_is_farther() {
    let mut r = Random(1);
    for _ in 0..200 {
        let (it, n) = (any(&mut r), r.unit());
        let far = it.farthest(n);
        assert!((level(&it, far) - 1.0).abs() < 1e-13);
        let reach = dot(n, minus(far, it.place.position));
        assert!((reach - it.extent(n)).abs() < 1e-14 * it.extent(n) + 1e-14);
        for _ in 0..50 {
            let other = it.farthest(r.unit());
            assert!(dot(n, other) <= dot(n, far) + 1e-13);
        }
    }
}

#[test]
fn the_nearest_point_is_on_the_surface_below_the_point() {
    let mut r = Random(2);
    for k in 0..2000 {
        let it = any(&mut r);
        // on the surface and then off it by what keeps the same point nearest, far outside, and anywhere
        let n = r.unit();
        let on = it.farthest(n);
        let least = it.half.iter().fold(f64::INFINITY, |m, x| m.min(*x));
        let most = it.half.iter().fold(0.0_f64, |m, x| m.max(*x));
        // the least radius of curvature of all
        let bend = least * least / most;
        let off = [1e-9, -0.5 * bend, 0.0, 10.0][k % 4];
        let found = it.nearest_to_point(plus(on, scale(off, n)));
        let size = most + off.abs();
        assert!(
            (found.distance - off).abs() < 1e-14 * size,
            "{it:?} {off} {found:?}"
        );
        assert!(
            length(minus(found.point, on)) < 1e-12 * size,
            "{it:?} {off} {found:?}"
        );
        assert!(
            length(minus(found.normal, n)) < 1e-9,
            "{it:?} {off} {found:?}"
        );
    }
}

#[test]
fn from_inside_the_surface_is_not_nearer_anywhere_else() {
    let mut r = Random(3);
    for k in 0..500 {
        let it = any(&mut r);
        // inside; also in planes of symmetry, on axes and in the middle
        let mut y: [f64; 3] = std::array::from_fn(|k| 0.5 * it.half[k] * r.number());
        for (i, x) in y.iter_mut().enumerate() {
            if k >> i & 1 == 1 {
                *x = 0.0;
            }
        }
        let point = it.place.point(y);
        let found = it.nearest_to_point(point);
        assert!(
            (level(&it, found.point) - 1.0).abs() < 1e-6,
            "{it:?} {y:?} {found:?}"
        );
        assert!((length(found.normal) - 1.0).abs() < 1e-14);
        for _ in 0..200 {
            let other = length(minus(it.farthest(r.unit()), point));
            assert!(
                -found.distance < other * (1.0 + 1e-8),
                "{it:?} {y:?} {found:?}"
            );
        }
    }
}

#[test]
fn a_line_is_as_far_away_as_the_nearest_of_its_points() {
    let mut r = Random(4);
    let mut outside = 0;
    for _ in 0..1000 {
        let (it, on, along) = (any(&mut r), r.vector().map(|x| 8.0 * x), r.unit());
        let found = it.nearest_to_line(on, along);
        assert!((level(&it, found.point) - 1.0).abs() < 1e-11);
        assert!(dot(found.normal, along).abs() < 1e-13);
        // the line is where the normal says
        let foot = plus(found.point, scale(found.distance, found.normal));
        let aside = cross(minus(foot, on), along);
        assert!(length(aside) < 1e-12 * 20.0, "{it:?} {found:?}");
        if found.distance > 0.0 {
            outside += 1;
            let point = it.nearest_to_point(foot);
            assert!((point.distance - found.distance).abs() < 1e-12);
        } else {
            // something of the line is inside: where Σ (x/a)² is least along it
            let [x, u] = [it.place.point_back(on), it.place.direction_back(along)];
            let [x, u]: [[f64; 3]; 2] = [x, u].map(|p| std::array::from_fn(|k| p[k] / it.half[k]));
            assert!(dot(x, x) - dot(x, u).powi(2) / dot(u, u) <= 1.0 + 1e-9);
        }
    }
    assert!(outside > 200);
}

#[test]
fn the_mean_radius_is_that_of_a_sphere_and_of_the_ends_of_a_spheroid() {
    let it = |half| Ellipsoid {
        place: Pose::turned([1.0, 2.0, 3.0], [0.3, 0.0, 0.4]),
        half,
    };
    let mut r = Random(6);
    let ball = it([0.7; 3]);
    assert!((ball.mean_radius(r.unit()) - 0.7).abs() < 1e-15);
    let egg = it([0.5, 0.5, 2.0]);
    let [x, _, z] = egg.place.axes();
    // at the tip b²/a; at the belt 1/b and b/a²
    assert!((egg.mean_radius(z) - 0.125).abs() < 1e-14);
    assert!((egg.mean_radius(x) - 2.0 / (1.0 / 0.5 + 0.5 / 4.0)).abs() < 1e-14);
}
