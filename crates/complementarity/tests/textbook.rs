//! Problems with answers known in closed form, solved by every method that applies.

use complementarity::{Certificate, Lcp, Matrix, Method, Mlcp, Status, Workspace};

fn lcp<const N: usize>(rows: [[f64; N]; N], q: [f64; N]) -> Lcp {
    Lcp::new(Matrix::from_rows(&rows).unwrap(), q.to_vec()).unwrap()
}

fn methods() -> Vec<Method> {
    Method::NAMES
        .iter()
        .map(|name| Method::parse(name).unwrap())
        .collect()
}

/// Every method finds the one solution.
#[track_caller]
fn has_the_solution(lcp: &Lcp, expected: &[f64]) {
    for method in methods() {
        let outcome = method.solve(lcp, &mut Workspace::default());
        assert!(
            outcome.status.is_solved(),
            "{}: {:?}",
            method.name(),
            outcome
        );
        for (z, e) in outcome.z.iter().zip(expected) {
            assert!(
                (z - e).abs() <= 1e-9,
                "{}: {:?} instead of {expected:?}",
                method.name(),
                outcome.z
            );
        }
    }
}

#[test]
fn positive_definite_two_by_two() {
    has_the_solution(
        &lcp([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0]),
        &[4.0 / 3.0, 7.0 / 3.0],
    );
}

#[test]
fn nonnegative_q_is_solved_by_zero() {
    has_the_solution(&lcp([[1.0, 3.0], [0.0, 1.0]], [0.0, 2.0]), &[0.0, 0.0]);
}

#[test]
fn skew_symmetric() {
    has_the_solution(&lcp([[0.0, 1.0], [-1.0, 0.0]], [-1.0, 1.0]), &[1.0, 1.0]);
}

#[test]
fn optimality_conditions_of_a_quadratic_programme() {
    // min ½x² + ½y² − 3x − 2y, x + y ≤ 2, x, y ≥ 0: x = 3/2, y = 1/2, multiplier 3/2
    let problem = lcp(
        [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [-1.0, -1.0, 0.0]],
        [-3.0, -2.0, 2.0],
    );
    has_the_solution(&problem, &[1.5, 0.5, 1.5]);
}

#[test]
fn a_sliding_contact() {
    // unit mass, slip −1 along t, pushed down at 1 m/s, μ = 0.5; planar friction β = (+t, −t):
    // c_n = 1, β₊ = ½, remaining slip −½ = −λ
    let problem = lcp(
        [
            [1.0, 0.0, 0.0, 0.0],
            [0.0, 1.0, -1.0, 1.0],
            [0.0, -1.0, 1.0, 1.0],
            [0.5, -1.0, -1.0, 0.0],
        ],
        [-1.0, -1.0, 1.0, 0.0],
    );
    has_the_solution(&problem, &[1.0, 0.5, 0.0, 0.5]);
}

#[test]
fn the_empty_problem_is_solved() {
    let empty = Lcp::new(Matrix::zeros(0, 0), vec![]).unwrap();
    for method in methods() {
        let outcome = method.solve(&empty, &mut Workspace::default());
        assert!(
            outcome.status.is_solved() && outcome.z.is_empty(),
            "{}",
            method.name()
        );
    }
}

#[test]
fn painleve_has_no_solution_or_two() {
    let none = lcp([[-0.848_076]], [-9.81]);
    let two = lcp([[-0.848_076]], [3.0]);
    for method in methods() {
        let outcome = method.solve(&none, &mut Workspace::default());
        assert!(
            !outcome.status.is_solved(),
            "{} solved the unsolvable",
            method.name()
        );
        let outcome = method.solve(&two, &mut Workspace::default());
        assert!(outcome.status.is_solved(), "{}: {outcome:?}", method.name());
    }
    assert!(
        Method::Auto
            .solve(&none, &mut Workspace::default())
            .status
            .proves_unsolvable()
    );
}

#[test]
fn feasible_but_unsolvable_is_proven_by_enumeration() {
    let problem = lcp([[0.0, 1.0], [0.0, 0.0]], [-1.0, 1.0]);
    let outcome = Method::Auto.solve(&problem, &mut Workspace::default());
    assert_eq!(outcome.status, Status::NoSolution);
}

#[test]
fn an_infeasible_problem_comes_with_a_farkas_vector() {
    // a body squeezed between two walls that close at unit speed
    let problem = lcp([[1.0, -1.0], [-1.0, 1.0]], [-1.0, -1.0]);
    let outcome = Method::Auto.solve(&problem, &mut Workspace::default());
    let Status::Ray(ray) = outcome.status else {
        panic!("{:?}", outcome.status)
    };
    let y = ray.infeasible.expect("proven");
    assert!(y.iter().all(|y| *y >= 0.0));
    assert!(problem.m().transpose_mul(&y).iter().all(|x| *x <= 1e-12));
    assert!(y[0] * -1.0 + y[1] * -1.0 < 0.0);
}

#[test]
fn a_bimatrix_game_that_defeats_lemke_is_solved_all_the_same() {
    // prisoners of a 2 × 2 game: Lemke with e as covering vector ends on a ray
    let problem = lcp(
        [
            [0.0, 0.0, 10.0, 20.0],
            [0.0, 0.0, 30.0, 15.0],
            [10.0, 20.0, 0.0, 0.0],
            [30.0, 15.0, 0.0, 0.0],
        ],
        [-1.0; 4],
    );
    let outcome = Method::Auto.solve(&problem, &mut Workspace::default());
    assert!(outcome.status.is_solved());
    assert!(outcome.certificate.relative < 1e-12);
}

#[test]
fn mixed_problem_with_a_negative_multiplier() {
    // 3 x + c − 6 = 0 (x free), w = x − c·0 + c − 3 ≥ 0 ⊥ c: c = 3/2, x = 3/2
    let lcp = lcp([[3.0, 1.0], [1.0, 1.0]], [-6.0, -3.0]);
    let mixed = Mlcp::new(lcp, vec![true, false]).unwrap();
    for method in methods() {
        let outcome = method.solve_mixed(&mixed, &mut Workspace::default());
        assert!(outcome.status.is_solved(), "{}: {outcome:?}", method.name());
        assert!(
            (outcome.z[0] - 1.5).abs() < 1e-9 && (outcome.z[1] - 1.5).abs() < 1e-9,
            "{}",
            method.name()
        );
    }
}

#[test]
fn certificates_are_scaled_by_data_and_never_by_the_answer() {
    let problem = lcp([[1.0, -1.0], [-1.0, 1.0]], [-1.0, -1.0]);
    // a diverging answer: w = (−1, −1) whatever t is, so the relative residual must stay of order one
    for t in [1.0, 1e3, 1e9] {
        let certificate = Certificate::of(&problem, &[t, t]);
        assert!(certificate.relative >= 0.99, "{t}: {certificate:?}");
        assert_eq!(certificate.w_negative, 1.0);
    }
    // in a stiff problem a small z is not zero: z = 2·10⁻¹² gives w = 1
    let stiff = lcp([[1e12]], [-1.0]);
    assert!(!Certificate::of(&stiff, &[2e-12]).passes(1e-6));
    assert!(Certificate::of(&stiff, &[1e-12]).passes(1e-12));
}

#[test]
fn certificates_of_no_number_never_pass() {
    let problem = lcp([[1.0, 0.0], [0.0, 1.0]], [-1.0, -1.0]);
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(!Certificate::of(&problem, &[bad, 1.0]).passes(f64::MAX));
    }
}
