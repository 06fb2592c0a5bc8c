use super::super::search::samples::{example_1, example_2, random, rod, sliding};
use super::super::search::{self, Found, Settings};
use super::*;
use stickslip::{Frame, Friction, InstantProblem, Mass, Slip};

/// One contact with A = (a, b; b, c) in the plane.
fn planar([a, b, c]: [f64; 3], friction: Friction) -> InstantProblem {
    let mass = Mass::diagonal(&[1.0, 1.0]).unwrap();
    let mut problem = InstantProblem::new(mass, &[0.3, -1.0]).unwrap();
    let mut frame = Frame::default();
    frame.normal.extend(0, &[0.0, a.sqrt()]);
    let along = b / a.sqrt();
    frame
        .tangent
        .extend(0, &[(c - along * along).sqrt(), along]);
    let added = problem.add_contact(&frame, friction, Slip::Rolling, [0.0; 4]);
    added.unwrap();
    problem
}

fn search_all(problem: &InstantProblem) -> Found {
    search::all(problem, &Settings::default(), &[], &mut |_, _| true).unwrap()
}

/// The four determinants are 1, A_nn A_tt − A_nt² and A_nn ± μ A_nt.
#[test]
fn one_planar_contact_is_unique_as_long_as_friction_does_not_outdo_the_normal() {
    for a in [0.5, 1.0, 3.0] {
        for c in [0.7, 2.0] {
            for part in [-0.9, -0.3, 0.2, 0.6, 0.95_f64] {
                let b: f64 = part * f64::sqrt(a * c);
                for mu in [0.2, 0.9, 1.1, 4.0] {
                    let signs = determinants(&planar([a, b, c], Friction::planar(mu)), MODES);
                    let signs = signs.unwrap();
                    let least = a - mu * b.abs();
                    assert_eq!(signs.prove_uniqueness(), least > 0.0, "{a} {b} {c} {mu}");
                    assert_eq!((signs.modes, signs.negative), (4, usize::from(least < 0.0)));
                }
            }
        }
    }
}

/// The best units give A_nn/|A_nt|, as exact as can be, where A_nn A_tt > 2 A_nt²; elsewhere less, never more.
#[test]
fn the_bound_of_one_planar_contact_is_exact() {
    for [a, b, c] in [
        [1.0, 0.5, 1.0],
        [2.0, -0.3, 0.4],
        [0.5, 1.0, 9.0],
        [1.0, 0.9, 1.0],
        [1.0, 0.71, 1.0],
    ] {
        let exact = a / f64::abs(b);
        let found = bound(&planar([a, b, c], Friction::planar(0.1))).unwrap();
        assert!(found.coefficient < exact, "{found:?} {exact}");
        assert!((found.factor - 10.0 * found.coefficient).abs() < 1e-9 * found.factor);
        if a * c > 2.0 * b * b {
            assert!(
                found.coefficient > (1.0 - 1e-6) * exact,
                "{found:?} {exact}"
            );
        } else {
            // units of friction ever longer: 2 √(A_nn A_tt − A_nt²)/A_tt
            let limit = 2.0 * (a * c - b * b).sqrt() / c;
            assert!(
                found.coefficient < limit && found.coefficient > 0.99 * limit,
                "{found:?} {limit}"
            );
        }
    }
}

/// The corner of a disc times an interval is √2 away, and a shape counts with its half axes.
#[test]
fn the_bound_knows_the_friction_set() {
    let round = bound(&random(&[Friction::round(0.2)], 0, 0.2, 3))
        .unwrap()
        .coefficient;
    let octagon = Friction::polygon(0.2, 8).unwrap();
    let polygon = bound(&random(&[octagon], 0, 0.2, 3)).unwrap().coefficient;
    assert!((round - polygon).abs() < 1e-9 * round, "{round} {polygon}");
    let ball = Friction::ellipsoid(0.2, [1.0; 3]).unwrap();
    let mixed = Friction::mixed(0.2, [1.0; 3]).unwrap();
    let [ball, mixed] = [ball, mixed].map(|f| bound(&random(&[f], 0, 0.2, 3)).unwrap());
    assert!((ball.coefficient - 2.0_f64.sqrt() * mixed.coefficient).abs() < 1e-9);
    // half the friction by half the axes
    let small = Friction::ellipsoid(0.2, [0.5; 3]).unwrap();
    let small = bound(&random(&[small], 0, 0.2, 3)).unwrap();
    assert!((small.coefficient - 2.0 * ball.coefficient).abs() < 1e-9 * ball.coefficient);
    // without friction only definiteness counts
    let smooth = bound(&random(&[Friction::none(), Friction::none()], 0, 1.0, 3)).unwrap();
    assert!(smooth.holds && smooth.coefficient == f64::INFINITY);
}

#[test]
fn where_the_bound_holds_many_starts_find_one_answer() {
    let mut held = 0;
    for seed in 0..60 {
        let mu = 0.2 + 0.01 * seed as f64;
        let frictions = [
            Friction::round(mu),
            Friction::mixed(0.5 * mu, [1.0, 1.0, 0.3]).unwrap(),
            Friction::elliptic(mu, [1.0, 0.6]).unwrap(),
        ];
        let problem = random(&frictions, (seed % 3) as usize, 0.25, seed);
        if bound(&problem).unwrap().holds {
            held += 1;
            let found = search_all(&problem);
            assert!(found.solutions.len() == 1 && found.converged > 1, "{seed}");
        }
    }
    assert!((10..60).contains(&held), "{held}");
}

/// By enumeration: just below the bound there is one answer; where there are several, friction is beyond it, and determinants of both signs.
#[test]
fn several_answers_are_beyond_the_bound() {
    let (mut several, mut proven) = (0, 0);
    for seed in 0..80 {
        let problem = sliding(1.5, seed);
        let (found, limit) = (search_all(&problem), bound(&problem).unwrap());
        let signs = determinants(&problem, MODES).unwrap();
        assert_eq!(signs.modes, 16);
        if limit.holds {
            assert!(signs.prove_uniqueness(), "{seed}");
        }
        if found.solutions.len() > 1 {
            several += 1;
            assert!(!limit.holds && signs.prove_folds(), "{seed}");
        } else if signs.prove_uniqueness() {
            proven += 1;
            assert!(found.complete && found.solutions.len() == 1);
        }
        let below = search_all(&problem.with_friction(0.999 * limit.coefficient));
        assert!(below.complete && below.solutions.len() == 1, "{seed}");
    }
    assert!(several >= 3 && proven >= 3, "{several} {proven}");
}

#[test]
fn polygons_have_modes_along_their_edges() {
    let mut proven = 0;
    for seed in 0..20 {
        let square = || Friction::polygon(0.6, 4).unwrap();
        let problem = random(&[square(), square()], 0, 0.5, seed);
        let signs = determinants(&problem, MODES).unwrap();
        assert_eq!(signs.modes, 100);
        let found = search_all(&problem);
        if signs.prove_uniqueness() {
            proven += 1;
            assert_eq!(found.solutions.len(), 1, "{seed}");
        }
        if bound(&problem).unwrap().holds {
            assert!(signs.prove_uniqueness(), "{seed}");
        }
    }
    assert!(proven >= 5, "{proven}");
    // segments given as polygons and by their directions are the same
    let lone = |friction| determinants(&planar([1.0, 0.6, 1.0], friction), MODES).unwrap();
    let segment = Friction::directions(2.0, vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]).unwrap();
    assert_eq!(lone(segment), lone(Friction::planar(2.0)));
    let octagon = Friction::polygon(0.5, 8).unwrap();
    assert_eq!(
        determinants(&random(&[octagon], 0, 0.1, 1), MODES)
            .unwrap()
            .modes,
        18
    );
}

/// Friction that is no polygon, rows that depend on each other, contacts that slip: every question says why it did not arise.
#[test]
fn questions_that_do_not_arise_say_why() {
    let cube = example_2(0.75);
    assert_eq!(bound(&cube).unwrap().unasked, Some(Unasked::Dependent));
    assert_eq!(
        determinants(&cube, MODES).unwrap().unasked,
        Some(Unasked::Curved)
    );
    let found = search_all(&cube);
    let sum = index_sum(&cube, &found.solutions).unwrap();
    assert_eq!(
        (sum.unasked, sum.is_one_missing()),
        (Some(Unasked::Dependent), None)
    );
    // forces of the jam are not unique: it has no index
    assert_eq!(sum.indices, [None, Some(1)]);
    let slipping = rod(2.0, Slip::Sliding([-1.0, 0.0, 0.0]), 15.0);
    assert_eq!(bound(&slipping).unwrap().unasked, Some(Unasked::Slips));
    let contacts = vec![Friction::planar(0.5); 6];
    let many = determinants(&random(&contacts, 0, 0.1, 1), 4095).unwrap();
    assert_eq!((many.unasked, many.modes), (Some(Unasked::TooManyModes), 0));
}

/// A contact that slips has break and slide alone: A of [Ste00 1.2] decides. In Painlevé's case the indices cancel.
#[test]
fn painleves_rod_has_indices_that_cancel() {
    let slip = Slip::Sliding([-1.0, 0.0, 0.0]);
    let steep = rod(2.0, slip, 15.0);
    let sum = index_sum(&steep, &search_all(&steep).solutions).unwrap();
    assert_eq!(
        (sum.indices.len(), sum.sum, sum.is_one_missing()),
        (2, Some(0), None)
    );
    assert_eq!(determinants(&steep, MODES).unwrap().negative, 1);
    let smooth = rod(0.5, slip, 15.0);
    assert!(determinants(&smooth, MODES).unwrap().prove_uniqueness());
    let sum = index_sum(&smooth, &search_all(&smooth).solutions).unwrap();
    assert_eq!(sum.sum, Some(1));
}

/// [TP97 §4.1]: eight independent rows at ζ = 2, and one answer of index +1.
#[test]
fn the_answer_of_example_1_has_index_one() {
    for mu in [0.1, 0.4, 1.0] {
        let problem = example_1(2.0, [mu, mu]);
        let sum = index_sum(&problem, &search_all(&problem).solutions).unwrap();
        assert_eq!(
            (sum.sum, sum.is_one_missing()),
            (Some(1), Some(false)),
            "{mu}"
        );
    }
    let limit = bound(&example_1(2.0, [0.1, 0.1])).unwrap();
    // the smallest friction of the paper's grid is certified, larger ones are not
    assert!(limit.holds && limit.coefficient > 0.27, "{limit:?}");
    assert!(!bound(&example_1(2.0, [0.4, 0.4])).unwrap().holds);
}

/// With independent rows all answers sum up to +1, so that their number is odd; and without one of them the sum tells.
#[test]
fn indices_of_all_answers_sum_up_to_one() {
    let mut several = 0;
    for seed in 0..80 {
        let problem = sliding(1.5, seed);
        let found = search_all(&problem).solutions;
        let sum = index_sum(&problem, &found).unwrap();
        assert_eq!(sum.is_one_missing(), Some(false), "{seed}: {sum:?}");
        if found.len() > 1 {
            several += 1;
            assert_eq!(found.len() % 2, 1, "{seed}");
            let fewer = index_sum(&problem, &found[1..]).unwrap();
            assert_eq!(fewer.is_one_missing(), Some(true));
        }
    }
    assert!(several >= 3, "{several}");
}

/// A curved law: the answer in the middle of three has index −1, and where it is missing the sum says so.
#[test]
fn indices_of_curved_friction_sum_up_to_one() {
    let mut three = 0;
    for seed in 0..40 {
        let problem = random(&[Friction::round(2.5), Friction::round(2.5)], 0, 1.0, seed);
        let found = search_all(&problem).solutions;
        let sum = index_sum(&problem, &found).unwrap();
        if sum.is_one_missing() == Some(false) && found.len() == 3 {
            three += 1;
            assert_eq!(sum.indices.iter().filter(|i| **i == Some(-1)).count(), 1);
        }
        if found.len() == 2 && sum.sum.is_some() {
            assert_eq!(sum.is_one_missing(), Some(true), "{seed}");
        }
    }
    assert!(three >= 1, "{three}");
}
