//! Every method on every class of problem, judged by the certificate and by one another.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use complementarity::enumerate;
use complementarity::generate::{self, Contacts, Random};
use complementarity::{Lcp, Matrix, Method, Mlcp, Workspace};

fn all_methods() -> Vec<Method> {
    Method::NAMES
        .iter()
        .map(|name| Method::parse(name).unwrap())
        .collect()
}

/// Every method solves, and where the solution is unique they agree on it.
#[track_caller]
fn agree(name: &str, lcp: &Lcp, unique: bool) {
    let mut first: Option<Vec<f64>> = None;
    for method in all_methods() {
        if matches!(method, Method::Enumerate(_)) && lcp.len() > 16 {
            continue;
        }
        let outcome = method.solve(lcp, &mut Workspace::default());
        assert!(
            outcome.status.is_solved() && outcome.certificate.passes(1e-9),
            "{name}, {}: {} {:?} {:?}",
            method.name(),
            outcome.status.word(),
            outcome.certificate,
            outcome.attempts
        );
        if unique {
            let z = first.get_or_insert_with(|| outcome.z.clone());
            for (a, b) in outcome.z.iter().zip(z.iter()) {
                assert!(
                    (a - b).abs() <= 1e-7 * (1.0 + b.abs()),
                    "{name}, {}: {a} and {b}",
                    method.name()
                );
            }
        }
    }
}

#[test]
fn on_p_matrices() {
    for seed in 0..40 {
        let n = 1 + seed as usize % 14;
        agree(
            &format!("P {n}, seed {seed}"),
            &generate::p_matrix(n, seed),
            true,
        );
    }
}

#[test]
fn on_definite_and_semidefinite_matrices() {
    for seed in 0..40 {
        let n = 2 + seed as usize % 12;
        agree(
            &format!("definite {n}, seed {seed}"),
            &generate::semidefinite(n, n, seed),
            true,
        );
        let rank = 1 + n / 2;
        agree(
            &format!("rank {rank} of {n}, seed {seed}"),
            &generate::semidefinite(n, rank, seed),
            false,
        );
    }
}

#[test]
fn on_friction_problems() {
    for kind in [Contacts::Scattered, Contacts::Towers, Contacts::Doubled] {
        for seed in 0..12 {
            let contacts = 1 + seed as usize % 8;
            for directions in [2, 4, 8] {
                let lcp = generate::friction(kind, contacts, directions, seed);
                agree(
                    &format!("{kind:?}, {contacts} contacts, {directions} directions, seed {seed}"),
                    &lcp,
                    false,
                );
            }
        }
    }
}

#[test]
fn on_the_exponential_and_the_cycling_examples() {
    for n in [1, 4, 8, 12, 16] {
        agree(&format!("Murty {n}"), &generate::murty(n), true);
        agree(&format!("Fathi {n}"), &generate::fathi(n), true);
    }
    agree("Newton's cycle", &generate::newton_cycle(), true);
    agree("Fathi 24", &generate::fathi(24), true);
    agree("Murty 40", &generate::murty(40), true);
}

#[test]
fn on_mixed_problems_made_of_unmixed_ones() {
    // declaring the pairs with z > 0 free changes nothing about the answer
    for seed in 0..30 {
        let n = 3 + seed as usize % 9;
        let lcp = generate::semidefinite(n, n, seed);
        let z = Method::Auto.solve(&lcp, &mut Workspace::default()).z;
        let free = z
            .iter()
            .enumerate()
            .map(|(i, z)| *z > 1e-6 && i % 2 == 0)
            .collect();
        let mixed = Mlcp::new(lcp, free).unwrap();
        for method in all_methods() {
            let outcome = method.solve_mixed(&mixed, &mut Workspace::default());
            assert!(
                outcome.status.is_solved(),
                "{} on seed {seed}: {outcome:?}",
                method.name()
            );
            for (a, b) in outcome.z.iter().zip(&z) {
                assert!(
                    (a - b).abs() <= 1e-7 * (1.0 + b.abs()),
                    "{}: {a} and {b}",
                    method.name()
                );
            }
        }
    }
}

/// Small integer problems of no particular class: solvable, unsolvable, degenerate. Enumeration is the judge.
#[test]
fn on_arbitrary_small_problems_with_enumeration_as_judge() {
    let mut random = Random::new(2024);
    let (mut solvable, mut unsolvable) = (0, 0);
    for case in 0..400 {
        let n = 1 + case % 5;
        let m = Matrix::from_fn(n, n, |_, _| random.below(7) as f64 - 3.0);
        let q = (0..n).map(|_| random.below(7) as f64 - 4.0).collect();
        let lcp = Lcp::new(m, q).unwrap();
        let truth = enumerate::all(&lcp, &Default::default());
        assert!(truth.complete, "{lcp:?}");
        let has = !truth.pieces.is_empty();
        if has {
            solvable += 1
        } else {
            unsolvable += 1
        }
        for method in all_methods() {
            let outcome = method.solve(&lcp, &mut Workspace::default());
            if outcome.status.is_solved() {
                assert!(
                    has,
                    "{} falsely solved {lcp:?}: {:?}",
                    method.name(),
                    outcome.z
                );
            }
            if outcome.status.proves_unsolvable() {
                assert!(
                    !has,
                    "{} falsely proved {lcp:?} unsolvable: {:?}",
                    method.name(),
                    outcome.status
                );
            }
        }
        let auto = Method::Auto.solve(&lcp, &mut Workspace::default());
        assert!(auto.is_conclusive(), "{lcp:?}: {:?}", auto.status);
    }
    // the sample must exercise both answers
    assert!(solvable > 50 && unsolvable > 50, "{solvable} {unsolvable}");
}

/// Dense indefinite integer problems with a planted solution: no theory helps, persistence does.
#[test]
fn auto_finds_planted_solutions_of_indefinite_problems() {
    for n in [12, 20, 30, 40] {
        for seed in 0..5 {
            let mut random = Random::new(1000 * seed + n as u64);
            let m = Matrix::from_fn(n, n, |_, _| random.integer(9));
            let z: Vec<f64> = (0..n).map(|_| random.integer(5).max(0.0)).collect();
            // w = M z + q with w > 0 only where z = 0
            let mut q: Vec<f64> = z
                .iter()
                .map(|z| {
                    if *z > 0.0 {
                        0.0
                    } else {
                        random.below(9) as f64
                    }
                })
                .collect();
            let minus: Vec<f64> = z.iter().map(|z| -z).collect();
            m.mul_add(&minus, &mut q);
            let outcome = Method::Auto.solve(&Lcp::new(m, q).unwrap(), &mut Workspace::default());
            assert!(
                outcome.status.is_solved(),
                "n = {n}, seed {seed}: {:?}",
                outcome.attempts
            );
        }
    }
}
