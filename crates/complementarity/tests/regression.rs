//! One test for each wrong answer that was once given.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use complementarity::{Lcp, Matrix, Method, Mlcp, Status, Workspace};

fn lcp<const N: usize>(rows: [[f64; N]; N], q: [f64; N]) -> Lcp {
    Lcp::new(Matrix::from_rows(&rows).unwrap(), q.to_vec()).unwrap()
}

fn methods() -> Vec<Method> {
    Method::NAMES
        .iter()
        .map(|name| Method::parse(name).unwrap())
        .collect()
}

/// A P-matrix with determinant 10⁻¹² was "proven" infeasible by a Farkas vector with a genuine remainder.
#[test]
fn a_small_remainder_is_not_a_rounding_error() {
    let problem = lcp([[1.0, -1.0], [-1.0 + 1e-12, 1.0]], [-1.0, 1.0 - 4e-9]);
    for method in methods() {
        let outcome = method.solve(&problem, &mut Workspace::default());
        assert!(!outcome.status.proves_unsolvable(), "{}", method.name());
    }
    assert!(
        Method::Auto
            .solve(&problem, &mut Workspace::default())
            .status
            .is_solved()
    );
}

/// Enumeration pruned the branch that holds the solution (871, 0, 0, 268, 976).
#[test]
fn pruning_in_doubt_is_no_proof() {
    let p = (-21.0_f64).exp2();
    let problem = lcp(
        [
            [-p, 0.0, 0.0, -2.0, 0.0],
            [2.0 - p, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, -p, 1.0],
            [-p, 0.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, -1.0 - p, -p, 0.0],
        ],
        [
            536.0 + 871.0 * p,
            -871.0 * (2.0 - p),
            268.0 * p - 974.0,
            871.0 * p,
            268.0 * p,
        ],
    );
    for method in methods() {
        let outcome = method.solve(&problem, &mut Workspace::default());
        assert!(!outcome.status.proves_unsolvable(), "{}", method.name());
    }
    assert!(
        Method::Auto
            .solve(&problem, &mut Workspace::default())
            .status
            .is_solved()
    );
}

/// Elimination cancelled 68 down to 5·10⁻⁷, and the search of what was left proved nothing about the problem.
#[test]
fn a_search_after_cancellation_is_no_proof() {
    let a = (-24.0_f64).exp2();
    let rows = [[-2.0 + a, 2.0, 0.0], [-4.0, 4.0, 0.0], [4.0, -4.0 + a, 0.0]];
    let q = [-8.0 * (2.0 - a) - 18.0, -68.0, 32.0 + 9.0 * (4.0 - a)];
    let problem = Mlcp::new(lcp(rows, q), vec![true, false, true]).unwrap();
    let outcome = Method::Auto.solve_mixed(&problem, &mut Workspace::default());
    assert!(
        outcome.status.is_solved(),
        "{:?} {:?}",
        outcome.status,
        outcome.attempts
    );
}

/// The Farkas vector was checked in its two halves, whose size hid that their difference does not cancel.
#[test]
fn proofs_of_mixed_problems_are_checked_as_a_whole() {
    let problem = lcp(
        [[2.0, -2.000_000_000_058_207_7], [-4.0, 4.0]],
        [5.820_766_091_346_741e-11, 0.0],
    );
    let problem = Mlcp::new(problem, vec![true, true]).unwrap();
    for method in methods() {
        let outcome = method.solve_mixed(&problem, &mut Workspace::default());
        assert!(
            !outcome.status.proves_unsolvable(),
            "{}: {:?}",
            method.name(),
            outcome.status
        );
    }
}

/// ‖q‖ overflowed, and everything is small relative to infinity.
#[test]
fn nothing_is_small_relative_to_an_overflow() {
    let problem = lcp([[1.0, 0.0], [0.0, -1.0]], [1.7e308, -1.2e308]);
    for method in methods() {
        let outcome = method.solve(&problem, &mut Workspace::default());
        assert!(!outcome.status.is_solved(), "{}", method.name());
    }
}

/// One large harmless entry of q made the relative residual of an unsolvable problem look good.
#[test]
fn a_proof_outweighs_a_flattered_residual() {
    let problem = lcp([[1.0, 0.0], [0.0, -1.0]], [1e12, -1.0]);
    let outcome = Method::Auto.solve(&problem, &mut Workspace::default());
    assert!(outcome.status.proves_unsolvable(), "{:?}", outcome.status);
}

/// Redundant rows were found by one attempt and forgotten with the next.
#[test]
fn dependent_rows_are_reported_by_every_method() {
    let rows = [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 2.0]];
    for (q, consistent) in [([-1.0, -1.0, -3.0], true), ([-1.0, -2.0, -3.0], false)] {
        let problem = Mlcp::new(lcp(rows, q), vec![true, true, false]).unwrap();
        for method in methods() {
            let outcome = method.solve_mixed(&problem, &mut Workspace::default());
            assert_eq!(
                outcome.dependent.len(),
                1,
                "{}: {:?}",
                method.name(),
                outcome.dependent
            );
            assert!(
                outcome.status.is_solved() == consistent,
                "{}: {:?}",
                method.name(),
                outcome.status
            );
        }
    }
}

/// Rounding sums overflowed although the problem's numbers do not.
#[test]
fn numbers_near_the_end_of_the_range_are_numbers() {
    let problem = lcp([[1e308, 1e308], [1e308, 1.1e308]], [-1e308, -1e308]);
    let outcome = Method::Auto.solve(&problem, &mut Workspace::default());
    assert!(
        outcome.status.is_solved() || !outcome.status.proves_unsolvable(),
        "{outcome:?}"
    );
    assert_ne!(outcome.status, Status::NoSolution);
}

/// A block whose q is a rounding error of the whole was judged by its own size, and failed.
#[test]
fn rounding_errors_in_one_block_do_not_fail_the_whole() {
    let problem = lcp([[1.0, 0.0], [0.0, 0.0]], [-1.0, -1e-17]);
    let outcome = Method::Auto.solve(&problem, &mut Workspace::default());
    assert!(outcome.status.is_solved(), "{outcome:?}");
    // but a squeeze well above rounding is one
    let problem = lcp([[1.0, 0.0], [0.0, 0.0]], [-1.0, -1e-12]);
    let outcome = Method::Auto.solve(&problem, &mut Workspace::default());
    assert!(outcome.status.proves_unsolvable(), "{outcome:?}");
}
