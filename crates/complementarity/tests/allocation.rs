//! A simulator solves thousands of small problems: once warm, the ordinary path takes no memory from the heap.

use allocation_counter::measure;
use complementarity::generate::{self, Contacts};
use complementarity::lemke::Start;
use complementarity::{Lcp, Method, Mlcp, Outcome, Workspace};

/// Allocations of a second round of refilling and solving, after a first one has warmed all memory.
fn allocations(mut round: impl FnMut()) -> u64 {
    round();
    measure(round).count_total
}

/// Refills `lcp` with the data of another.
fn refill(lcp: &mut Lcp, from: &Lcp) {
    lcp.refill(from.len(), |m, q| {
        m.clone_from(from.m());
        q.copy_from_slice(from.q());
    })
    .expect("valid before, valid now");
}

#[test]
fn friction_problems_of_all_sizes_and_kinds() {
    for kind in [Contacts::Scattered, Contacts::Towers, Contacts::Doubled] {
        for (contacts, directions) in [(1, 2), (1, 8), (2, 8), (7, 8), (20, 8)] {
            let problems: Vec<Lcp> = (0..6)
                .map(|seed| generate::friction(kind, contacts, directions, seed))
                .collect();
            let mut ws = Workspace::default();
            let solve = |lcp| Method::Auto.solve(lcp, &mut Workspace::default());
            let expected: Vec<Outcome> = problems.iter().map(solve).collect();
            let (mut lcp, mut outcome) = (Lcp::default(), Outcome::empty());
            for warm in [false, true] {
                let count = allocations(|| {
                    for (problem, expected) in problems.iter().zip(&expected) {
                        refill(&mut lcp, problem);
                        assert_eq!(&lcp, problem);
                        let start = match warm {
                            true => Start::Basis(&expected.basis),
                            false => Start::Zero,
                        };
                        Method::Auto.solve_into(&lcp, start, &mut ws, &mut outcome);
                        assert!(outcome.status.is_solved());
                        // nothing of the problems before shows
                        assert!(warm || outcome == *expected);
                    }
                });
                // 48 or more basic unknowns at the start are factorised by faer, in memory of its own
                let basic = |o: &Outcome| o.basis.iter().filter(|b| **b).count();
                let by_faer = warm && expected.iter().any(|o| basic(o) >= 48);
                assert!(
                    count == 0 || by_faer,
                    "{kind:?}, {contacts} contacts, warm: {warm}, {count}"
                );
            }
        }
    }
}

#[test]
fn a_ball_on_a_rod() {
    // two free rows (a joint), then contact problems of one and three contacts
    let (mut mlcp, mut ws) = (Mlcp::default(), Workspace::default());
    let mut outcome = Outcome::empty();
    for contacts in [1, 3] {
        let lcp = generate::friction(Contacts::Scattered, contacts, 4, 3);
        let count = allocations(|| {
            mlcp.refill(lcp.len() + 2, |m, q, free| {
                for j in 0..lcp.len() {
                    m.col_mut(j + 2)[2..].copy_from_slice(lcp.m().col(j));
                }
                q[2..].copy_from_slice(lcp.q());
                // the joint takes part in the first contact
                (m[(0, 0)], m[(1, 1)], m[(0, 2)], m[(2, 0)]) = (2.0, 3.0, 0.2, 0.2);
                (m[(0, 1)], m[(1, 0)], q[1]) = (0.5, 0.5, -1.0);
                free[..2].fill(true);
            })
            .expect("finite");
            Method::Auto.solve_mixed_into(&mlcp, &mut ws, &mut outcome);
        });
        assert!(outcome.status.is_solved(), "{outcome:?}");
        assert_eq!(
            outcome,
            Method::Auto.solve_mixed(&mlcp, &mut Workspace::default())
        );
        assert_eq!(count, 0);
    }
}

#[test]
fn what_cannot_be_a_problem_leaves_an_empty_one() {
    let mut mlcp = Mlcp::default();
    let filled = mlcp.refill(2, |m, _, free| {
        m[(1, 0)] = f64::NAN;
        free[0] = true;
    });
    assert_eq!(
        filled.expect_err("not a number").to_string(),
        "M[1][0] is NaN; every entry must be a finite number"
    );
    assert_eq!(mlcp, Mlcp::default());
    let outcome = Method::Auto.solve_mixed(&mlcp, &mut Workspace::default());
    assert!(outcome.z.is_empty());
}
