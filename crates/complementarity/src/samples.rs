//! Problems that the tests of several methods share.

use crate::generate::{Random, fathi, murty};
use crate::linear::{Matrix, max_abs};
use crate::outcome::{Outcome, Status};
use crate::problem::{Lcp, Mlcp, Ncp, Scale};
use crate::{Certificate, TOLERANCE};

/// A positive definite, unsymmetric matrix (hence P) with rows and columns of very different size.
pub(crate) fn p_matrix(random: &mut Random, n: usize) -> Matrix {
    let b = Matrix::from_fn(n, n, |_, _| random.uniform(-1.0, 1.0));
    let skew = Matrix::from_fn(n, n, |_, _| random.uniform(-1.0, 1.0));
    let size: Vec<f64> = (0..n)
        .map(|_| 10.0_f64.powf(random.uniform(-2.0, 2.0)))
        .collect();
    Matrix::from_fn(n, n, |i, j| {
        let gram: f64 = (0..n).map(|k| b[(k, i)] * b[(k, j)]).sum();
        let shift = if i == j { 0.1 } else { 0.0 };
        size[i] * (gram + shift + skew[(i, j)] - skew[(j, i)]) * size[j]
    })
}

/// A vector with entries in [−1, 1).
pub(crate) fn vector(random: &mut Random, n: usize) -> Vec<f64> {
    (0..n).map(|_| random.uniform(-1.0, 1.0)).collect()
}

/// An LCP from rows.
pub(crate) fn lcp<const N: usize>(rows: [[f64; N]; N], q: [f64; N]) -> Lcp {
    Lcp::new(Matrix::from_rows(&rows).unwrap(), q.to_vec()).unwrap()
}

/// Small problems from the literature, each with a name; all solvable.
pub(crate) fn textbook() -> Vec<(&'static str, Lcp)> {
    vec![
        (
            "positive definite",
            lcp([[2.0, 1.0], [1.0, 2.0]], [-5.0, -6.0]),
        ),
        (
            "segment of solutions",
            lcp([[1.0, 1.0], [1.0, 1.0]], [-1.0, -1.0]),
        ),
        ("skew", lcp([[0.0, 1.0], [-1.0, 0.0]], [-1.0, 0.0])),
        (
            "ray of solutions",
            lcp([[1.0, -1.0], [-1.0, 1.0]], [1.0, -1.0]),
        ),
        ("zero solves", lcp([[1.0, 2.0], [3.0, 4.0]], [0.0, 5.0])),
        ("q is zero", lcp([[1.0, -1.0], [-1.0, 1.0]], [0.0, 0.0])),
        ("two solutions", lcp([[-1.0]], [1.0])),
        (
            "cycling active sets",
            lcp(
                [[1.0, 2.0, 0.0], [0.0, 1.0, 2.0], [2.0, 0.0, 1.0]],
                [-1.0; 3],
            ),
        ),
        (
            "24 decades",
            lcp([[1e12, 1.0], [1.0, 2e-12]], [-1e6, -1.5e-6]),
        ),
        (
            "nearly singular",
            lcp([[1.0, 1.0], [1.0, 1.0 + 1e-12]], [-1.0, -1.0]),
        ),
        (
            "four-legged table",
            lcp(
                [
                    [7.0, 1.0, 1.0, -5.0],
                    [1.0, 7.0, -5.0, 1.0],
                    [1.0, -5.0, 7.0, 1.0],
                    [-5.0, 1.0, 1.0, 7.0],
                ],
                [-1.0; 4],
            ),
        ),
        (
            "bimatrix game",
            lcp(
                [
                    [0.0, 0.0, 10.0, 20.0],
                    [0.0, 0.0, 30.0, 15.0],
                    [10.0, 20.0, 0.0, 0.0],
                    [30.0, 15.0, 0.0, 0.0],
                ],
                [-1.0; 4],
            ),
        ),
        ("Murty", murty(16)),
        ("Fathi", fathi(24)),
        (
            "no unknowns",
            Lcp::new(Matrix::zeros(0, 0), Vec::new()).unwrap(),
        ),
    ]
}

/// Problems without a solution.
pub(crate) fn unsolvable() -> Vec<(&'static str, Lcp)> {
    vec![
        ("w = −z − 1", lcp([[-1.0]], [-1.0])),
        ("w = −1", lcp([[0.0]], [-1.0])),
        ("w₁ = −z₂ − 1", lcp([[0.0, -1.0], [1.0, 0.0]], [-1.0, 0.0])),
        ("feasible only", lcp([[0.0, 1.0], [0.0, 0.0]], [-1.0, 1.0])),
        ("squeezed", lcp([[1.0, -1.0], [-1.0, 1.0]], [-1.0, -1.0])),
    ]
}

/// A random mixed problem with a positive definite matrix; every third row is free.
pub(crate) fn mixed(n: usize, seed: u64) -> Mlcp {
    let mut random = Random::new(seed);
    let (m, q) = (p_matrix(&mut random, n), vector(&mut random, n));
    Mlcp::new(
        Lcp::new(m, q).unwrap(),
        (0..n).map(|i| i % 3 == 2).collect(),
    )
    .unwrap()
}

/// Kojima and Shindo's problem: F is no P₀-function; solutions (√6/2, 0, 0, 1/2) and (1, 0, 3, 0).
pub(crate) struct KojimaShindo;

impl Ncp for KojimaShindo {
    fn len(&self) -> usize {
        4
    }
    fn is_free(&self, _: usize) -> bool {
        false
    }
    fn eval(&self, z: &[f64], w: &mut [f64]) {
        let (a, b, c, d) = (z[0], z[1], z[2], z[3]);
        w[0] = 3.0 * a * a + 2.0 * a * b + 2.0 * b * b + c + 3.0 * d - 6.0;
        w[1] = 2.0 * a * a + a + b * b + 10.0 * c + 2.0 * d - 2.0;
        w[2] = 3.0 * a * a + a * b + 2.0 * b * b + 2.0 * c + 9.0 * d - 9.0;
        w[3] = a * a + 3.0 * b * b + 2.0 * c + 3.0 * d - 3.0;
    }
    fn jacobian(&self, z: &[f64], jacobian: &mut Matrix) {
        let (a, b) = (z[0], z[1]);
        let rows = [
            [6.0 * a + 2.0 * b, 2.0 * a + 4.0 * b, 1.0, 3.0],
            [4.0 * a + 1.0, 2.0 * b, 10.0, 2.0],
            [6.0 * a + b, a + 4.0 * b, 2.0, 9.0],
            [2.0 * a, 6.0 * b, 2.0, 3.0],
        ];
        *jacobian = Matrix::from_rows(&rows).unwrap();
    }
}

/// Whether z is one of the two solutions of [`KojimaShindo`].
pub(crate) fn solves_kojima_shindo(z: &[f64]) -> bool {
    [[6.0_f64.sqrt() / 2.0, 0.0, 0.0, 0.5], [1.0, 0.0, 3.0, 0.0]]
        .iter()
        .any(|s| s.iter().zip(z).all(|(s, z)| (s - z).abs() < 1e-6))
}

/// The point of the unit disc nearest to (2, 1), with its multiplier: (2, 1)/√5 and √5 − 1.
///
/// The coordinates are free rows, x − 2 + λx = 0 and y − 1 + λy = 0; the disc is 0 ≤ λ ⊥ ½(1 − x² − y²) ≥ 0.
pub(crate) struct NearestInDisc;

impl Ncp for NearestInDisc {
    fn len(&self) -> usize {
        3
    }
    fn is_free(&self, i: usize) -> bool {
        i < 2
    }
    fn eval(&self, z: &[f64], w: &mut [f64]) {
        w[0] = z[0] - 2.0 + z[2] * z[0];
        w[1] = z[1] - 1.0 + z[2] * z[1];
        w[2] = 0.5 * (1.0 - z[0] * z[0] - z[1] * z[1]);
    }
    fn jacobian(&self, z: &[f64], jacobian: &mut Matrix) {
        let rows = [
            [1.0 + z[2], 0.0, z[0]],
            [0.0, 1.0 + z[2], z[1]],
            [-z[0], -z[1], 0.0],
        ];
        *jacobian = Matrix::from_rows(&rows).unwrap();
    }
}

/// A block of unit mass pressed on a table with unit impulse, initially sliding with speed `speed` along t, with a
/// friction cone of coefficient `friction`: z = (c_n, c_t, c_o, λ).
///
/// Friction opposes slip, μ c_n v + λ c = 0 on the two free rows, within the cone, 0 ≤ λ ⊥ (μ c_n)² − c_t² − c_o² ≥ 0.
/// It sticks (c_t = −speed, λ = 0) or slides on (c_t = −μ, λ = speed − μ).
pub(crate) struct Block {
    pub(crate) speed: f64,
    pub(crate) friction: f64,
}

impl Ncp for Block {
    fn len(&self) -> usize {
        4
    }
    fn is_free(&self, i: usize) -> bool {
        i == 1 || i == 2
    }
    fn eval(&self, z: &[f64], w: &mut [f64]) {
        let bound = self.friction * z[0];
        w[0] = z[0] - 1.0;
        w[1] = bound * (z[1] + self.speed) + z[3] * z[1];
        w[2] = bound * z[2] + z[3] * z[2];
        w[3] = bound * bound - z[1] * z[1] - z[2] * z[2];
    }
    fn jacobian(&self, z: &[f64], jacobian: &mut Matrix) {
        let (mu, bound) = (self.friction, self.friction * z[0]);
        let rows = [
            [1.0, 0.0, 0.0, 0.0],
            [mu * (z[1] + self.speed), bound + z[3], 0.0, z[1]],
            [mu * z[2], 0.0, bound + z[3], z[2]],
            [2.0 * mu * bound, -2.0 * z[1], -2.0 * z[2], 0.0],
        ];
        *jacobian = Matrix::from_rows(&rows).unwrap();
    }
}

/// F(z) = ln z: −∞ at 0 and NaN below, with the solution z = 1. If `broken`, NaN everywhere.
pub(crate) struct Logarithm {
    pub(crate) broken: bool,
}

impl Ncp for Logarithm {
    fn len(&self) -> usize {
        1
    }
    fn is_free(&self, _: usize) -> bool {
        false
    }
    fn eval(&self, z: &[f64], w: &mut [f64]) {
        w[0] = if self.broken { f64::NAN } else { z[0].ln() };
    }
    fn jacobian(&self, z: &[f64], jacobian: &mut Matrix) {
        jacobian[(0, 0)] = if self.broken { f64::NAN } else { 1.0 / z[0] };
    }
    fn scale(&self) -> Scale {
        Scale { q: 1.0, m: 1.0 }
    }
}

/// What every method must do, whatever it is: `run(problem, start)`.
pub(crate) fn check(run: impl Fn(&dyn Ncp, &[f64]) -> Outcome) {
    let solved = |name: &str, problem: &dyn Ncp, start: &[f64]| {
        let outcome = run(problem, start);
        assert!(
            outcome.status.is_solved(),
            "{name}: {:?} {:?}",
            outcome.status,
            outcome.certificate
        );
        assert!(
            Certificate::of(problem, &outcome.z).passes(TOLERANCE),
            "{name}"
        );
        outcome.z
    };

    // textbook and random linear problems, pure and mixed
    for (name, lcp) in textbook() {
        solved(name, &lcp, &vec![0.0; Ncp::len(&lcp)]);
    }
    for n in [1, 2, 5, 12, 30, 60] {
        for seed in 0..4 {
            let mut random = Random::new(seed);
            let (m, q) = (p_matrix(&mut random, n), vector(&mut random, n));
            solved("random", &Lcp::new(m, q).unwrap(), &vec![0.0; n]);
            solved("random mixed", &mixed(n, seed), &vec![0.0; n]);
        }
    }

    // nonlinear problems, from several starts
    for start in [[0.0; 4], [1.0; 4], [1.0, -1.0, 2.0, 3.0], [100.0; 4]] {
        let z = solved("Kojima-Shindo", &KojimaShindo, &start);
        assert!(solves_kojima_shindo(&z), "{z:?}");
    }
    for start in [[0.0; 3], [5.0, -3.0, 2.0]] {
        let z = solved("nearest in disc", &NearestInDisc, &start);
        let root = 5.0_f64.sqrt();
        let error = [z[0] - 2.0 / root, z[1] - 1.0 / root, z[2] - (root - 1.0)];
        assert!(max_abs(&error) < 1e-8, "{z:?}");
    }

    for (speed, friction) in [(1.0, 0.5), (0.2, 0.5)] {
        for start in [[0.0; 4], [1.0; 4]] {
            let z = solved("block", &Block { speed, friction }, &start);
            let (c_t, lambda) = (-speed.min(friction), (speed - friction).max(0.0));
            let error = [z[0] - 1.0, z[1] - c_t, z[2], z[3] - lambda];
            assert!(max_abs(&error) < 1e-7, "{z:?}");
        }
    }

    // values that are not finite are met and survived
    let z = solved("logarithm", &Logarithm { broken: false }, &[3.0]);
    assert!((z[0] - 1.0).abs() < 1e-8);
    let outcome = run(&Logarithm { broken: true }, &[f64::NAN]);
    assert!(!outcome.status.is_solved());
    assert!(outcome.z[0].is_finite());

    // no solution: never solved, never proven, always a finite answer
    for (name, lcp) in unsolvable() {
        let outcome = run(&lcp, &[]);
        assert!(
            matches!(
                outcome.status,
                Status::Stalled | Status::IterationLimit | Status::Singular
            ),
            "{name}"
        );
        assert!(max_abs(&outcome.z).is_finite(), "{name}");
    }
}

#[test]
fn derivatives_of_the_samples_match_finite_differences() {
    let block = Block {
        speed: 1.0,
        friction: 0.5,
    };
    let problems: [(&dyn Ncp, &[f64]); 3] = [
        (&KojimaShindo, &[0.3, 0.7, -0.2, 1.1]),
        (&NearestInDisc, &[0.4, -0.9, 0.6]),
        (&block, &[0.8, 0.1, -0.3, 0.5]),
    ];
    for (problem, z) in problems {
        let n = problem.len();
        let (mut derivative, mut up, mut down) = (Matrix::zeros(n, n), vec![0.0; n], vec![0.0; n]);
        problem.jacobian(z, &mut derivative);
        for j in 0..n {
            let (h, mut point) = (1e-6, z.to_vec());
            point[j] = z[j] + h;
            problem.eval(&point, &mut up);
            point[j] = z[j] - h;
            problem.eval(&point, &mut down);
            for i in 0..n {
                let slope = (up[i] - down[i]) / (2.0 * h);
                assert!((slope - derivative[(i, j)]).abs() < 1e-8, "∂F{i}/∂z{j}");
            }
        }
    }
}

/// The method, given a limit, takes no more iterations than that.
pub(crate) fn check_limit(solve: impl Fn(usize) -> Outcome) {
    for limit in [0, 1, 3] {
        let taken = solve(limit).iterations;
        assert!(taken <= limit, "{taken} of {limit}");
    }
}
