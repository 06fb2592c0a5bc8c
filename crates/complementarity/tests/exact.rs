//! Claims against exact arithmetic: whether a problem with integer data has a solution is decided here in rationals,
//! and problems built around an exact solution must never be "proven" unsolvable.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use complementarity::generate::Random;
use complementarity::{Lcp, Matrix, Method, Mlcp, Outcome, Workspace};

/// A mixed problem with integer data; no free rows make it an LCP.
#[derive(Debug)]
struct Integers {
    m: Vec<Vec<i128>>,
    q: Vec<i128>,
    free: Vec<bool>,
}

impl Integers {
    fn random(n: usize, mixed: bool, random: &mut Random) -> Self {
        let size = 1 + random.below(3);
        // some zeros and repeated rows make degenerate problems likely
        let entry = |random: &mut Random| match random.below(4) {
            0 => 0,
            _ => random.integer(size) as i128,
        };
        let mut m: Vec<Vec<i128>> = (0..n)
            .map(|_| (0..n).map(|_| entry(random)).collect())
            .collect();
        let mut q: Vec<i128> = (0..n).map(|_| entry(random)).collect();
        if n > 1 && random.below(4) == 0 {
            m[n - 1] = m[0].clone();
            q[n - 1] = q[0];
        }
        let free = (0..n).map(|_| mixed && random.below(3) == 0).collect();
        Self { m, q, free }
    }

    /// Whether a solution exists. If one does, one exists that is the only solution of M_βα z_α = −q_β for some
    /// α ⊆ β, z zero outside α and w zero on β ⊇ free: all 3ⁿ choices are tried.
    fn solvable(&self) -> bool {
        let n = self.q.len();
        (0..3_usize.pow(n as u32)).any(|mut code| {
            let (mut columns, mut rows) = (Vec::new(), Vec::new());
            for i in 0..n {
                // 0: w may be positive, 1: z may be, 2: neither
                let choice = code % 3;
                code /= 3;
                if self.free[i] && choice == 0 {
                    return false;
                }
                if choice > 0 {
                    rows.push(i);
                }
                if choice == 1 {
                    columns.push(i);
                }
            }
            self.holds(&columns, &rows)
        })
    }

    /// Fraction-free Gauss–Jordan elimination: whether the only solution of the equations meets all conditions.
    fn holds(&self, columns: &[usize], rows: &[usize]) -> bool {
        let mut a: Vec<Vec<i128>> = rows
            .iter()
            .map(|&i| {
                columns
                    .iter()
                    .map(|&j| self.m[i][j])
                    .chain([-self.q[i]])
                    .collect()
            })
            .collect();
        let mut last = 1;
        for c in 0..columns.len() {
            let Some(r) = (c..a.len()).find(|&r| a[r][c] != 0) else {
                return false;
            };
            a.swap(c, r);
            let pivot = a[c].clone();
            for (_, row) in a.iter_mut().enumerate().filter(|(i, _)| *i != c) {
                let head = row[c];
                for (x, p) in row.iter_mut().zip(&pivot) {
                    *x = (*x * pivot[c] - head * p) / last;
                }
            }
            last = pivot[c];
        }
        let k = columns.len();
        if a.iter().skip(k).any(|row| row[k] != 0) {
            return false;
        }
        // z_j = a_jk / last
        let sign = last.signum();
        let z = |j: usize| sign * a[j][k];
        (0..k).all(|j| self.free[columns[j]] || z(j) >= 0)
            && (0..self.q.len()).all(|i| {
                let w = self.q[i] * last.abs()
                    + (0..k).map(|j| self.m[i][columns[j]] * z(j)).sum::<i128>();
                if self.free[i] { w == 0 } else { w >= 0 }
            })
    }

    fn solve(&self, method: &Method) -> Outcome {
        let n = self.q.len();
        let m = Matrix::from_fn(n, n, |i, j| self.m[i][j] as f64);
        let lcp = Lcp::new(m, self.q.iter().map(|&q| q as f64).collect()).unwrap();
        if self.free.contains(&true) {
            let mlcp = Mlcp::new(lcp, self.free.clone()).unwrap();
            method.solve_mixed(&mlcp, &mut Workspace::default())
        } else {
            method.solve(&lcp, &mut Workspace::default())
        }
    }
}

fn methods() -> Vec<Method> {
    Method::NAMES
        .iter()
        .map(|name| Method::parse(name).unwrap())
        .collect()
}

fn compare(mixed: bool, cases: usize) {
    let mut random = Random::new(7 + u64::from(mixed));
    let mut counts = [0, 0];
    for case in 0..cases {
        let problem = Integers::random(1 + case % 4, mixed, &mut random);
        let solvable = problem.solvable();
        counts[usize::from(solvable)] += 1;
        for method in methods() {
            let outcome = problem.solve(&method);
            let claim = (method.name(), outcome.status.word());
            assert!(
                solvable || !outcome.status.is_solved(),
                "{claim:?}: {problem:?}"
            );
            assert!(
                !solvable || !outcome.status.proves_unsolvable(),
                "{claim:?}: {problem:?}"
            );
            if method == Method::Auto {
                assert!(
                    outcome.is_conclusive(),
                    "{:?}: {problem:?}",
                    outcome.attempts
                );
            }
        }
    }
    // both answers must have been asked for
    assert!(
        counts[0] > cases / 10 && counts[1] > cases / 10,
        "{counts:?}"
    );
}

#[test]
fn linear_problems() {
    compare(false, 1500);
}

#[test]
fn mixed_problems() {
    compare(true, 1500);
}

/// Integer matrices perturbed by a power of two, around a solution that floating point represents exactly.
#[test]
fn problems_with_a_known_solution_are_never_proven_unsolvable() {
    let mut random = Random::new(11);
    for case in 0..4000 {
        let n = 1 + case % 6;
        let tiny = (-5.0 - random.below(36) as f64).exp2();
        let mut entry = || random.integer(2) - if random.below(4) == 0 { tiny } else { 0.0 };
        let m = Matrix::from_fn(n, n, |_, _| entry());
        let free: Vec<bool> = (0..n)
            .map(|_| case % 2 == 1 && random.below(3) == 0)
            .collect();
        let z: Vec<f64> = (0..n)
            .map(|i| {
                if free[i] {
                    random.integer(9)
                } else {
                    random.integer(9).max(0.0)
                }
            })
            .collect();
        let mut q: Vec<f64> = (0..n)
            .map(|i| {
                if free[i] || z[i] > 0.0 {
                    0.0
                } else {
                    random.below(3) as f64
                }
            })
            .collect();
        let minus: Vec<f64> = z.iter().map(|z| -z).collect();
        m.mul_add(&minus, &mut q);
        let lcp = Lcp::new(m, q).unwrap();
        for method in methods() {
            let outcome = if free.contains(&true) {
                let mlcp = Mlcp::new(lcp.clone(), free.clone()).unwrap();
                method.solve_mixed(&mlcp, &mut Workspace::default())
            } else {
                method.solve(&lcp, &mut Workspace::default())
            };
            assert!(
                !outcome.status.proves_unsolvable(),
                "{}: {:?} of {lcp:?}, free {free:?}, solved by {z:?}",
                method.name(),
                outcome.status
            );
        }
    }
}
