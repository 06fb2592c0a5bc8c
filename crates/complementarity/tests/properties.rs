//! Laws that hold for whole families of problems.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use complementarity::generate::{self, Contacts, Random};
use complementarity::lemke::{self, Balance, Start};
use complementarity::{Lcp, Matrix, Method, Workspace};
use proptest::prelude::*;

fn solve(lcp: &Lcp) -> complementarity::Outcome {
    Method::Auto.solve(lcp, &mut Workspace::default())
}

/// The problem with pairs reordered by `order`.
fn permuted(lcp: &Lcp, order: &[usize]) -> Lcp {
    lcp.restricted_to(order)
}

/// The problem (R M C, R q) with z = C z′.
fn scaled(lcp: &Lcp, rows: &[f64], cols: &[f64]) -> Lcp {
    let n = lcp.len();
    let m = Matrix::from_fn(n, n, |i, j| rows[i] * lcp.m()[(i, j)] * cols[j]);
    Lcp::new(m, lcp.q().iter().zip(rows).map(|(q, r)| q * r).collect()).unwrap()
}

fn shuffled(n: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, random.below(i + 1));
    }
    order
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// A P-matrix has one solution, whatever the order of the pairs and the units they are measured in.
    #[test]
    fn permutation_and_scaling_do_not_change_the_solution(n in 1_usize..30, seed: u64) {
        let lcp = generate::p_matrix(n, seed);
        let z = solve(&lcp).z;
        let mut random = Random::new(seed ^ 1);
        let order = shuffled(n, &mut random);
        let moved = solve(&permuted(&lcp, &order));
        prop_assert!(moved.status.is_solved());
        for (k, &i) in order.iter().enumerate() {
            prop_assert!((moved.z[k] - z[i]).abs() <= 1e-8 * (1.0 + z[i].abs()));
        }
        let mut factors = || (0..n).map(|_| random.uniform(-12.0, 12.0).exp2()).collect::<Vec<_>>();
        let (rows, cols) = (factors(), factors());
        let other = solve(&scaled(&lcp, &rows, &cols));
        prop_assert!(other.status.is_solved(), "{:?}", other);
        for i in 0..n {
            prop_assert!((other.z[i] * cols[i] - z[i]).abs() <= 1e-6 * (1.0 + z[i].abs()));
        }
    }

    /// Feasible semidefinite problems of any rank are solved by Lemke alone, as theory says.
    #[test]
    fn lemke_solves_semidefinite_problems(n in 1_usize..40, deficit in 0_usize..10, seed: u64) {
        let lcp = generate::semidefinite(n, n.saturating_sub(deficit).max(1), seed);
        let ws = &mut lemke::Workspace::default();
        let outcome = lemke::solve(&lcp, Start::Zero, &lemke::Settings::default(), ws);
        prop_assert!(outcome.status.is_solved(), "{:?}", outcome.attempts);
    }

    /// Copositive friction problems are solved, however degenerate, and in few pivots.
    #[test]
    fn friction_problems_are_solved(kind in 0_usize..3, contacts in 1_usize..16, half in 1_usize..5, seed: u64) {
        let kind = [Contacts::Scattered, Contacts::Towers, Contacts::Doubled][kind];
        let lcp = generate::friction(kind, contacts, 2 * half, seed);
        let outcome = solve(&lcp);
        prop_assert!(outcome.status.is_solved(), "{:?}", outcome.attempts);
        prop_assert!(outcome.certificate.relative <= 1e-12, "{:?}", outcome.certificate);
        prop_assert!(outcome.iterations <= 10 * lcp.len() + 10, "{} pivots", outcome.iterations);
    }

    /// Repeating pairs, adding zero rows and zero columns keeps a solvable problem solvable.
    #[test]
    fn duplicated_and_zero_rows_are_no_obstacle(n in 1_usize..12, seed: u64) {
        let lcp = generate::semidefinite(n, n, seed);
        let mut random = Random::new(seed);
        // copies share one impulse between them; a zero row with q ≥ 0 is a contact far away
        let order: Vec<usize> = (0..n).chain((0..n / 2).map(|_| random.below(n))).collect();
        let copies = permuted(&lcp, &order);
        prop_assert!(solve(&copies).status.is_solved());
        let wide = order.len() + 2;
        let padded = Matrix::from_fn(wide, wide, |i, j| {
            if i < order.len() && j < order.len() { copies.m()[(i, j)] } else { 0.0 }
        });
        let mut q = copies.q().to_vec();
        q.extend([0.0, 1.0]);
        prop_assert!(solve(&Lcp::new(padded.clone(), q.clone()).unwrap()).status.is_solved());
        // and a zero row with q < 0 can never hold
        q[wide - 1] = -1.0;
        prop_assert!(solve(&Lcp::new(padded, q).unwrap()).status.proves_unsolvable());
    }

    /// A warm start from the answer's basis needs no pivot, and one from a neighbour's never spoils the answer.
    #[test]
    fn warm_starts_help_and_never_harm(contacts in 1_usize..12, seed: u64) {
        let lcp = generate::friction(Contacts::Scattered, contacts, 4, seed);
        let settings = lemke::Settings::default();
        let mut ws = lemke::Workspace::default();
        let cold = lemke::solve(&lcp, Start::Zero, &settings, &mut ws);
        prop_assert!(cold.status.is_solved());
        let again = lemke::solve(&lcp, Start::Basis(&cold.basis), &settings, &mut ws);
        prop_assert!(again.status.is_solved() && again.iterations == 0, "{:?}", again.attempts);
        prop_assert!(lemke::solve(&lcp, Start::Point(&cold.z), &settings, &mut ws).status.is_solved());
        // the neighbour: the same bodies after a small blow at the first contact
        let blow = lcp.m().col(0);
        let moving = 5 * contacts;
        let q = lcp.q().iter().enumerate().map(|(i, q)| q + if i < moving { 1e-2 * blow[i] } else { 0.0 }).collect();
        let near = Lcp::new(lcp.m().clone(), q).unwrap();
        let warm = lemke::solve(&near, Start::Point(&cold.z), &settings, &mut ws);
        prop_assert!(warm.status.is_solved(), "{:?}", warm.attempts);
    }

    /// A chosen covering vector and every way of scaling lead to a solution of a copositive problem.
    #[test]
    fn covers_and_scalings_are_free_choices(contacts in 1_usize..8, seed: u64) {
        let lcp = generate::friction(Contacts::Scattered, contacts, 8, seed);
        let mut random = Random::new(seed);
        let cover: Vec<f64> = (0..lcp.len()).map(|_| random.uniform(0.1, 10.0)).collect();
        for balance in [Balance::Off, Balance::Symmetric, Balance::RowsAndColumns] {
            let settings = lemke::Settings { balance, cover: cover.clone(), ..Default::default() };
            let outcome = lemke::solve(&lcp, Start::Zero, &settings, &mut lemke::Workspace::default());
            prop_assert!(outcome.status.is_solved(), "{balance:?}: {:?}", outcome.attempts);
        }
    }

    /// Any finite numbers, however wild: no panic, no NaN, no false "solved".
    #[test]
    fn wild_numbers_never_give_a_false_answer(n in 1_usize..6, seed: u64, spread in 0.0_f64..300.0) {
        let mut random = Random::new(seed);
        let mut wild = || match random.below(6) {
            0 => 0.0,
            1 => f64::MIN_POSITIVE * random.normal(),
            _ => random.normal() * 10_f64.powf(random.uniform(-spread, spread)),
        };
        let m = Matrix::from_fn(n, n, |_, _| wild());
        let q = (0..n).map(|_| wild()).collect();
        let lcp = Lcp::new(m, q).unwrap();
        for name in Method::NAMES {
            let outcome = Method::parse(name).unwrap().solve(&lcp, &mut Workspace::default());
            prop_assert!(outcome.z.iter().all(|z| z.is_finite()), "{name}: {:?}", outcome.z);
            let judged = complementarity::Certificate::of(&lcp, &outcome.z);
            prop_assert_eq!(judged, outcome.certificate);
            let solved = outcome.status.is_solved();
            prop_assert!(!solved || judged.passes(1e-9), "{name}: {outcome:?}");
            prop_assert!(solved || outcome.status.proves_unsolvable() || !judged.passes(1e-9), "{name}: {outcome:?}");
        }
    }
}

/// The basis of a problem of several blocks restarts all of them at once.
#[test]
fn warm_starts_reach_every_block() {
    let mut ws = Workspace::default();
    for seed in 0..10 {
        let lcp = generate::friction(Contacts::Towers, 48, 4, seed);
        let cold = Method::Auto.solve(&lcp, &mut ws);
        assert!(cold.status.is_solved() && cold.iterations > 0);
        let again = Method::Auto.solve_from(&lcp, Start::Basis(&cold.basis), &mut ws);
        assert!(again.status.is_solved());
        assert_eq!(again.iterations, 0, "{:?}", again.attempts);
    }
}

/// The same problem gives the same bits, whatever the workspace was used for before.
#[test]
fn workspaces_never_influence_results() {
    let mut used = Workspace::default();
    for seed in 0..20 {
        let lcp = generate::friction(Contacts::Towers, 1 + seed as usize, 4, seed);
        let fresh = Method::Auto.solve(&lcp, &mut Workspace::default());
        assert_eq!(Method::Auto.solve(&lcp, &mut used), fresh);
    }
}
