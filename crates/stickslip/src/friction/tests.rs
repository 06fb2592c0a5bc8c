//! What every friction set must hold, asked of a table of sets.

mod sets;

use super::*;
use crate::vector::{dot, length, minus, scale};
use sets::{Entry, fourth_norm, point, second_norm, sets};

/// Scaled impulses as impulses.
fn stretched(set: &dyn Shape, s: [f64; 3]) -> [f64; 3] {
    let e = set.lengths();
    std::array::from_fn(|i| s[i] * e[i])
}

/// The other way round.
fn shrunk(set: &dyn Shape, c: [f64; 3]) -> [f64; 3] {
    let e = set.lengths();
    std::array::from_fn(|i| c[i] / e[i])
}

#[test]
fn the_gauge_is_at_most_the_bound_where_slack_is_not_negative() {
    for Entry { name, set, .. } in sets() {
        let mut seed = 1;
        for _ in 0..500 {
            let c = stretched(&*set, point(&*set, 2.0, &mut seed));
            let (gauge, slack) = (set.gauge(c), set.slack(c, 1.0));
            if (gauge - 1.0).abs() > 1e-9 {
                assert_eq!(gauge < 1.0, slack > -1e-12, "{name}: {c:?} {gauge} {slack}");
            }
            if gauge.is_finite() && gauge > 0.0 {
                let twice = set.gauge(scale(2.0, c));
                assert!((twice - 2.0 * gauge).abs() < 1e-12 * twice, "{name}");
                let onto = scale(1.0 / gauge, c);
                assert!(set.slack(onto, 1.0).abs() < 1e-9, "{name}: {onto:?}");
            }
        }
        assert_eq!(set.gauge([0.0; 3]), 0.0, "{name}");
    }
}

#[test]
fn lengths_are_half_extents() {
    for Entry { name, set, .. } in sets() {
        let e = set.lengths();
        for axis in 0..3 {
            assert!(e[axis] > 0.0 && e[axis].is_finite(), "{name}");
            let mut slip = [0.0; 3];
            slip[axis] = 1.0;
            let both = set.support(slip) + set.support(scale(-1.0, slip));
            let expected = if both > 0.0 { both } else { 2.0 };
            assert!(
                (2.0 * e[axis] - expected).abs() < 1e-11,
                "{name}: {axis} {e:?} {both}"
            );
        }
    }
}

#[test]
fn what_dissipates_most_lies_on_the_border_and_above_every_facet() {
    for Entry {
        name, set, curved, ..
    } in sets()
    {
        let mut seed = 2;
        let e = set.lengths();
        let rough = set.facets(8);
        let fine = set.facets(120);
        for _ in 0..60 {
            let raw = point(&*set, 1.0, &mut seed);
            let slip: [f64; 3] = std::array::from_fn(|i| raw[i] / e[i]);
            let (best, power) = (set.argmax(slip), set.support(slip));
            assert!(power >= 0.0, "{name}");
            let gauge = set.gauge(best);
            let border = if power > 0.0 { 1.0 } else { 0.0 };
            assert!((gauge - border).abs() < 1e-9, "{name}: {best:?} {gauge}");
            let most =
                |facets: &[[f64; 3]]| facets.iter().map(|d| -dot(*d, slip)).fold(0.0, f64::max);
            let (low, high) = (most(&rough), most(&fine));
            let rounding = 1e-12 * length(raw);
            assert!(low <= power + rounding, "{name}: {low} above {power}");
            assert!(high <= power + rounding, "{name}: {high} above {power}");
            let near = if curved { 3e-3 } else { 1e-2 };
            assert!(
                high >= (1.0 - near) * power - rounding,
                "{name}: {high} for {power}"
            );
        }
        assert_eq!(set.argmax([0.0; 3]), [0.0; 3], "{name}");
    }
}

#[test]
fn facets_lie_in_the_set_and_are_balanced_where_it_is() {
    for Entry {
        name,
        set,
        balanced,
        ..
    } in sets()
    {
        for k in [4, 7, 8, 20] {
            let facets = set.facets(k);
            for d in &facets {
                assert!((set.gauge(*d) - 1.0).abs() < 1e-9, "{name}: {d:?}");
                let opposite = |e: &[f64; 3]| length(minus(*e, d.map(|x| -x))) < 1e-12;
                assert!(!balanced || facets.iter().any(opposite), "{name}: {d:?}");
            }
        }
    }
}

#[test]
fn projections_are_the_nearest_points() {
    for Entry { name, set, .. } in sets() {
        let mut seed = 3;
        let others: Vec<[f64; 3]> = set.facets(16).iter().map(|c| shrunk(&*set, *c)).collect();
        for round in 0..300 {
            let size = [0.3, 1.5, 1.5, 40.0, 1e6][round % 5];
            let bound = [1.0, 0.2, 7.0][round % 3];
            let x = scale(bound, point(&*set, size, &mut seed));
            let p = set.project(x, bound).point;
            let inside = set.slack(stretched(&*set, p), bound);
            assert!(inside > -1e-12 * bound, "{name}: {x:?} {p:?} {inside}");
            // (x − p)·(y − p) ≤ 0 for every y in the set
            let way = minus(x, p);
            for y in others.iter().chain(&[[0.0; 3]]) {
                let angle = dot(way, minus(scale(bound, *y), p));
                assert!(
                    angle <= 2e-13 * length(x) * bound,
                    "{name}: {x:?} {p:?} {y:?} {angle:e}"
                );
            }
            let again = set.project(p, bound).point;
            assert!(
                length(minus(again, p)) <= 1e-14 * bound,
                "{name}: {p:?} {again:?}"
            );
        }
    }
}

#[test]
fn projections_move_as_their_derivatives_say() {
    for Entry { name, set, .. } in sets() {
        let (mut seed, mut checked) = (4, 0);
        for round in 0..200 {
            let bound = [1.0, 0.3][round % 2];
            let size = [1.2, 3.0][round % 2];
            let x = point(&*set, size, &mut seed);
            let at = set.project(x, bound);
            let width = 1e-5;
            let mut smooth = true;
            let mut worst: f64 = 0.0;
            for j in 0..=set.dimensions() {
                let moved = |by: f64| match j < set.dimensions() {
                    true => {
                        let mut x = x;
                        x[j] += by;
                        set.project(x, bound)
                    }
                    false => set.project(x, bound + by),
                };
                let (ahead, behind) = (moved(width), moved(-width));
                for i in 0..3 {
                    let slope = (ahead.point[i] - behind.point[i]) / (2.0 * width);
                    let told = |p: &Projection| match j < set.dimensions() {
                        true => p.by_x[i][j],
                        false => p.by_bound[i],
                    };
                    // off the kinks, derivatives on both sides are the same
                    smooth &= (told(&ahead) - told(&behind)).abs() < 1e-2;
                    worst = worst.max((slope - told(&at)).abs());
                }
            }
            if smooth {
                checked += 1;
                assert!(worst < 1e-6, "{name}: {x:?} {bound} {worst:e}");
            }
        }
        assert!(checked > 100, "{name}: only {checked} points off the kinks");
    }
}

#[test]
fn sets_of_no_size_shrink_onto_the_origin() {
    for Entry { name, set, .. } in sets() {
        let mut seed = 5;
        for _ in 0..50 {
            let x = point(&*set, 1.0, &mut seed);
            let p = set.project(x, 0.0);
            assert_eq!(p.point, [0.0; 3], "{name}");
            let small = 1e-7;
            let near = scale(1.0 / small, set.project(x, small).point);
            let off = length(minus(near, p.by_bound));
            assert!(off < 1e-4, "{name}: {x:?} {near:?} {:?}", p.by_bound);
        }
        assert_eq!(set.project([0.0; 3], 0.0).point, [0.0; 3], "{name}");
        assert_eq!(set.project([0.0; 3], 1.0).point, [0.0; 3], "{name}");
    }
}

#[test]
fn constraints_say_what_the_gauge_says() {
    for Entry { name, set, .. } in sets() {
        let mut seed = 6;
        for _ in 0..200 {
            let s = point(&*set, 1.5, &mut seed);
            let gauge = set.gauge(stretched(&*set, s));
            let bound: f64 = 0.9;
            let mut worst = f64::NEG_INFINITY;
            for index in 0..set.constraints() {
                let at = set.constraint(index, s);
                worst = worst.max(at.value - at.right * bound.powi(at.degree));
                let width = 1e-5;
                for j in 0..set.dimensions() {
                    let (mut ahead, mut behind) = (s, s);
                    ahead[j] += width;
                    behind[j] -= width;
                    let ahead = set.constraint(index, ahead);
                    let behind = set.constraint(index, behind);
                    let slope = (ahead.value - behind.value) / (2.0 * width);
                    assert!((slope - at.gradient[j]).abs() < 1e-8, "{name}");
                    for i in 0..3 {
                        let bend = (ahead.gradient[i] - behind.gradient[i]) / (2.0 * width);
                        assert!((bend - at.hessian[i][j]).abs() < 1e-6, "{name}");
                    }
                }
                // homogeneous: c·∇φ = γ φ
                let euler = dot(s, at.gradient);
                let degree = f64::from(at.degree);
                assert!((euler - degree * at.value).abs() < 1e-9, "{name}");
            }
            if (gauge - bound).abs() > 1e-9 {
                assert_eq!(
                    gauge < bound,
                    worst <= 1e-12,
                    "{name}: {s:?} {gauge} {worst}"
                );
            }
        }
    }
}

#[test]
fn an_ellipsoid_of_the_users_own_is_the_ellipsoid() {
    let e = [1.0, 2.0, 0.03];
    let own = Convex::new(3, second_norm(e)).unwrap();
    let known = Ellipsoid::new(e).unwrap();
    let mut seed = 7;
    for _ in 0..200 {
        let x = point(&known, 3.0, &mut seed);
        assert!(length(minus(own.lengths(), e)) < 1e-13);
        let slip: [f64; 3] = std::array::from_fn(|i| x[i] / e[i]);
        assert!(length(minus(own.argmax(slip), known.argmax(slip))) < 1e-12);
        let (a, b) = (own.project(x, 0.7), known.project(x, 0.7));
        assert!(length(minus(a.point, b.point)) < 1e-12);
        assert!(length(minus(a.by_bound, b.by_bound)) < 1e-8);
        for i in 0..3 {
            assert!(length(minus(a.by_x[i], b.by_x[i])) < 1e-8, "{x:?}");
        }
    }
}

#[test]
fn the_fourth_norm_has_its_known_support() {
    // max w·s over |s|₄ ≤ 1 is |w|_{4/3}
    let set = Convex::new(3, fourth_norm([1.0; 3])).unwrap();
    for slip in [
        [1.0, 2.0, -0.5],
        [1.0, 0.0, 0.0],
        [1.0, 1e-3, 0.0],
        [1.0, 1e-9, 1e-5],
    ] {
        let sum: f64 = slip.iter().map(|w: &f64| w.abs().powf(4.0 / 3.0)).sum();
        let exact = sum.powf(0.75);
        let found = set.support(slip);
        assert!(
            (found - exact).abs() < 1e-12 * exact,
            "{slip:?}: {found} {exact}"
        );
    }
}

#[test]
fn functions_that_are_no_gauges_are_refused() {
    let said = |dimensions, gauge: fn([f64; 3]) -> (f64, [f64; 3])| {
        Convex::new(dimensions, gauge).unwrap_err().to_string()
    };
    assert!(said(4, |c| second_norm([1.0; 3])(c)).contains("4 dimensions"));
    assert!(said(2, |_| (f64::NAN, [0.0; 3])).contains("finite"));
    assert!(said(2, |c| (c[0], [1.0, 0.0, 0.0])).contains("positive"));
    let square = said(2, |c| (dot(c, c), scale(2.0, c)));
    assert!(square.contains("homogeneous of degree 1"), "{square}");
    let wrong = said(2, |c| (length(c), scale(1.01 / length(c), c)));
    assert!(wrong.contains("gradient"), "{wrong}");
    let turned = said(2, |c| {
        let size = length(c);
        (
            size,
            [(c[0] - 0.1 * c[1]) / size, (c[1] + 0.1 * c[0]) / size, 0.0],
        )
    });
    assert!(turned.contains("gradient"), "{turned}");
    // a star: (√|t| + √|o|)²
    let star = said(2, |c| {
        let (t, o) = (c[0].abs().sqrt(), c[1].abs().sqrt());
        let by = |x: f64, own: f64| match own > 0.0 {
            true => (t + o) / own * x.signum(),
            false => 0.0,
        };
        ((t + o).powi(2), [by(c[0], t), by(c[1], o), 0.0])
    });
    assert!(star.contains("convex"), "{star}");
}

#[test]
fn faces_that_leave_the_set_open_are_refused() {
    let said = |faces: &[[f64; 3]]| {
        let open = Polyhedron::from_faces(faces.to_vec());
        open.unwrap_err().to_string()
    };
    let open = said(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]);
    assert!(open.contains("no face bounds the set along"), "{open}");
    let half = said(&[[1.0, 0.0, 0.0]]);
    assert!(half.contains("along [-1"), "{half}");
    assert!(said(&[[0.0; 3]]).contains("face 0 is [0, 0, 0]"));
    assert!(said(&[]).contains("0 faces"));
    // a redundant face is dropped, and one given twice counts once
    let square = [
        [1.0, 0.0, 0.0],
        [-1.0, 0.0, 0.0],
        [0.0, 1.0, 0.0],
        [0.0, -1.0, 0.0],
    ];
    let mut more = square.to_vec();
    more.extend([[0.4, 0.4, 0.0], [1.0, 0.0, 0.0], [0.5, 0.5, 0.0]]);
    let set = Polyhedron::from_faces(more).unwrap();
    assert_eq!((set.constraints(), set.directions().len()), (4, 4));
    assert!(set.warnings().is_empty());
}
