//! Known matrices of every class, witnesses checked from the data, and random matrices against brute force.

use super::*;
use crate::linear::dot;

struct Random(u64);

impl Random {
    /// splitmix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// An integer of [−size, size].
    fn integer(&mut self, size: u64) -> f64 {
        (self.next() % (2 * size + 1)) as f64 - size as f64
    }
}

fn matrix<R: AsRef<[f64]>>(rows: &[R]) -> Matrix {
    Matrix::from_rows(rows).expect("equal rows")
}

fn value(m: &Matrix, x: &[f64]) -> f64 {
    let mut mx = vec![0.0; x.len()];
    m.mul_add(x, &mut mx);
    dot(x, &mx)
}

fn determinant(m: &Matrix, set: &[usize]) -> f64 {
    match set {
        [] => 1.0,
        [first, ..] => (0..set.len())
            .map(|k| {
                let cols: Vec<usize> = (0..set.len()).filter(|&j| j != k).map(|j| set[j]).collect();
                let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
                sign * m[(*first, set[k])] * minor(m, &set[1..], &cols)
            })
            .sum(),
    }
}

/// Determinant with given rows and columns, by expansion.
fn minor(m: &Matrix, rows: &[usize], cols: &[usize]) -> f64 {
    if rows.is_empty() {
        return 1.0;
    }
    (0..cols.len())
        .map(|k| {
            let rest: Vec<usize> = (0..cols.len())
                .filter(|&j| j != k)
                .map(|j| cols[j])
                .collect();
            let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
            sign * m[(rows[0], cols[k])] * minor(m, &rows[1..], &rest)
        })
        .sum()
}

fn subsets(n: usize) -> impl Iterator<Item = Vec<usize>> {
    (1..1_usize << n).map(move |mask| (0..n).filter(|i| mask >> i & 1 == 1).collect())
}

/// Classifies, checks every witness and the implications between the classes.
fn checked(m: &Matrix) -> Classes {
    let c = classify(m, &Settings::default());
    let size = m.max_abs();
    for (verdict, strict, nonnegative) in [
        (&c.positive_semidefinite, false, false),
        (&c.positive_definite, true, false),
        (&c.copositive, false, true),
        (&c.strictly_copositive, true, true),
    ] {
        if let Verdict::No(witness) = verdict {
            let Witness::Vector(x) = witness else {
                panic!("{witness:?}")
            };
            let bound = if strict { 1e-8 * size } else { 0.0 };
            assert!(crate::linear::max_abs(x) == 1.0, "{x:?}");
            assert!(
                value(m, x) < bound || (strict && value(m, x) <= 0.0),
                "{m:?} {x:?}"
            );
            assert!(!nonnegative || x.iter().all(|&x| x >= 0.0), "{x:?}");
        }
    }
    if let Verdict::No(witness) = &c.p {
        let Witness::Minor(set) = witness else {
            panic!("{witness:?}")
        };
        assert!(determinant(m, set) <= 1e-9, "{m:?} {set:?}");
    }
    if let Verdict::No(Witness::Entry(i, j)) = &c.z {
        assert!(i != j && m[(*i, *j)] > 0.0);
    }
    assert!(!c.positive_definite.is_yes() || c.p.is_yes() && c.strictly_copositive.is_yes());
    assert!(!c.positive_semidefinite.is_yes() || c.copositive.is_yes());
    assert!(!c.m.is_yes() || c.z.is_yes() && c.p.is_yes());
    c
}

#[test]
fn definite_ones() {
    let c = checked(&matrix(&[[2.0, -1.0], [-1.0, 2.0]]));
    assert!(c.symmetric.is_yes() && c.positive_definite.is_yes() && c.m.is_yes());
    let c = checked(&matrix(&[[1.0, 1.0], [1.0, 1.0]]));
    assert!(c.positive_semidefinite.is_yes() && c.positive_definite.is_no() && c.p.is_no());
    assert!(c.strictly_copositive.is_yes() && c.z == Verdict::No(Witness::Entry(0, 1)));
    // the symmetric part counts
    let c = checked(&matrix(&[[0.0, 1.0], [-1.0, 0.0]]));
    assert!(
        c.positive_semidefinite.is_yes() && c.symmetric.is_no() && c.strictly_copositive.is_no()
    );
    // units do not
    let c = checked(&matrix(&[[1e12, 1.0], [1.0, 2e-12]]));
    assert!(c.positive_definite.is_yes() && c.p.is_yes());
    let c = checked(&Matrix::zeros(3, 3));
    assert!(c.positive_semidefinite.is_yes() && c.p.is_no() && c.copositive.is_yes());
    let c = checked(&Matrix::zeros(0, 0));
    assert!(c.p.is_yes() && c.strictly_copositive.is_yes());
}

#[test]
fn copositive_but_neither_semidefinite_nor_nonnegative() {
    // Horn's form of order five, copositive and not a sum of a semidefinite and a nonnegative matrix
    let horn = Matrix::from_fn(5, 5, |i, j| match (i + 5 - j) % 5 {
        1 | 4 => -1.0,
        _ => 1.0,
    });
    let c = checked(&horn);
    assert!(
        c.copositive.is_yes() && c.strictly_copositive.is_no() && c.positive_semidefinite.is_no()
    );
    // slightly more is strict, slightly less is not copositive
    let shifted =
        |t: f64| Matrix::from_fn(5, 5, |i, j| horn[(i, j)] + if i == j { t } else { 0.0 });
    assert!(checked(&shifted(1e-6)).strictly_copositive.is_yes());
    assert!(checked(&shifted(-1e-6)).copositive.is_no());
}

#[test]
fn p_without_definiteness() {
    // a cyclic P-matrix whose symmetric part is indefinite
    let c = checked(&matrix(&[
        [1.0, 3.0, 0.0],
        [0.0, 1.0, 3.0],
        [3.0, 0.0, 1.0],
    ]));
    assert!(c.p.is_yes() && c.positive_semidefinite.is_no());
    // all minors up to order two are positive, the determinant is not
    let c = checked(&matrix(&[
        [1.0, -3.0, 0.0],
        [0.0, 1.0, -3.0],
        [-3.0, 0.0, 1.0],
    ]));
    assert_eq!(c.p, Verdict::No(Witness::Minor(vec![0, 1, 2])));
}

#[test]
fn friction_problems_of_any_size_are_copositive() {
    // [[A, E], [μ −Eᵀ, 0]] with A = JᵀJ of low rank, ten directions per contact
    let (contacts, directions) = (12, 8);
    let (impulses, mut random) = (contacts * (1 + directions), Random(5));
    let n = impulses + contacts;
    let j = Matrix::from_fn(20, impulses, |_, _| random.integer(100) / 64.0);
    let of = |k: usize| (k - contacts) / directions;
    let m = Matrix::from_fn(n, n, |r, c| match (r < impulses, c < impulses) {
        (true, true) => dot(j.col(r), j.col(c)),
        (true, false) => f64::from(u8::from(r >= contacts && of(r) == c - impulses)),
        (false, true) if c < contacts => 0.7 * f64::from(u8::from(c == r - impulses)),
        (false, true) => -f64::from(u8::from(of(c) == r - impulses)),
        (false, false) => 0.0,
    });
    let c = classify(&m, &Settings::default());
    assert!(
        c.copositive.is_yes() && c.strictly_copositive.is_no() && c.positive_semidefinite.is_no()
    );
    assert!(c.guarantees().iter().any(|s| s.starts_with("copositive")));
}

#[test]
fn random_matrices_against_brute_force() {
    let mut random = Random(3);
    let mut counts = [0; 4];
    for trial in 0..4000 {
        let n = 1 + trial % 4;
        let mut m = Matrix::from_fn(n, n, |_, _| random.integer(3));
        if trial % 3 > 0 {
            (0..n).for_each(|i| m[(i, i)] = 1.0 + m[(i, i)].abs());
        }
        let c = checked(&m);
        // integers: a minor is zero or at least one
        let p = subsets(n).all(|set| determinant(&m, &set) > 0.5);
        assert_eq!(c.p.is_yes(), p, "{m:?}");
        assert_ne!(c.p, Verdict::Unknown);
        // copositive exactly if no principal submatrix has a positive vector x with A x < 0 constant, seen by a grid
        let grid = negative_on_grid(&m);
        assert!(!(grid && c.copositive.is_yes()), "{m:?}");
        assert_ne!(c.copositive, Verdict::Unknown);
        assert_ne!(c.strictly_copositive, Verdict::Unknown);
        counts[0] += usize::from(p);
        counts[1] += usize::from(c.copositive.is_yes());
        counts[2] += usize::from(c.copositive.is_yes() && c.strictly_copositive.is_no());
        counts[3] += usize::from(c.positive_semidefinite.is_yes());
    }
    assert!(counts.iter().all(|&c| c > 50), "{counts:?}");
}

/// Whether xᵀMx < 0 for some x with entries 0 … 6.
fn negative_on_grid(m: &Matrix) -> bool {
    let n = m.rows();
    (0..7_usize.pow(n as u32)).any(|k| {
        let x: Vec<f64> = (0..n)
            .map(|i| (k / 7_usize.pow(i as u32) % 7) as f64)
            .collect();
        value(m, &x) < 0.0
    })
}

#[test]
fn nothing_known_is_said_so() {
    let c = checked(&matrix(&[[-1.0, 1.0], [1.0, -1.0]]));
    assert_eq!(c.guarantees().len(), 1);
    assert!(c.guarantees()[0].starts_with("none"));
}
