//! Known solution sets, and random problems against a brute-force search of all bases.

use super::*;
use crate::generate::Random;
use crate::linear::{Lu, Matrix, dot};

fn lcp<R: AsRef<[f64]>>(rows: &[R], q: &[f64]) -> Lcp {
    Lcp::new(Matrix::from_rows(rows).expect("equal rows"), q.to_vec()).expect("valid data")
}

fn every(lcp: &Lcp) -> Vec<Piece> {
    let found = all(lcp, &Settings::default());
    assert!(found.complete, "{found:?}");
    found.pieces
}

fn close(a: &[f64], b: &[f64]) -> bool {
    a.iter()
        .zip(b)
        .all(|(a, b)| (a - b).abs() <= 1e-8 * (1.0 + b.abs()))
}

fn has_point(pieces: &[Piece], z: &[f64]) -> bool {
    pieces
        .iter()
        .any(|p| p.is_point() && close(&p.vertices[0], z))
}

/// Distance of z from a piece, by alternating minimisation over the generators (Frank–Wolfe-like
/// coordinate descent on the weights); enough for tests.
fn distance(piece: &Piece, z: &[f64]) -> f64 {
    let generators: Vec<(&[f64], bool)> = (piece.vertices.iter().map(|v| (&v[..], true)))
        .chain(piece.rays.iter().map(|r| (&r[..], false)))
        .collect();
    let mut weight: Vec<f64> = vec![0.0; generators.len()];
    weight[0] = 1.0;
    let mut rest: Vec<f64> = z.iter().zip(generators[0].0).map(|(z, g)| z - g).collect();
    for _ in 0..4000 {
        for a in 0..generators.len() {
            // rays move alone, vertices against each other
            let partners: Vec<Option<usize>> = if generators[a].1 {
                (0..piece.vertices.len())
                    .filter(|&b| b != a)
                    .map(Some)
                    .collect()
            } else {
                vec![None]
            };
            for b in partners {
                let d: Vec<f64> = (0..z.len())
                    .map(|i| generators[a].0[i] - b.map_or(0.0, |b| generators[b].0[i]))
                    .collect();
                let t = dot(&d, &rest) / dot(&d, &d).max(1e-300);
                let t = t.clamp(-weight[a], b.map_or(f64::INFINITY, |b| weight[b]));
                weight[a] += t;
                if let Some(b) = b {
                    weight[b] -= t;
                }
                rest.iter_mut().zip(&d).for_each(|(r, d)| *r -= t * d);
            }
        }
    }
    crate::linear::max_abs(&rest)
}

/// All solutions of nonsingular bases, by trying each of them.
fn brute_force(lcp: &Lcp) -> Vec<Vec<f64>> {
    let n = lcp.len();
    let mut points: Vec<Vec<f64>> = Vec::new();
    for mask in 0..1_u32 << n {
        let active: Vec<usize> = (0..n).filter(|i| mask >> i & 1 == 1).collect();
        let mut z = vec![0.0; n];
        if !active.is_empty() {
            let lu = Lu::new(&lcp.m().select(&active, &active));
            let mut b: Vec<f64> = active.iter().map(|&i| -lcp.q()[i]).collect();
            if lu.pivot_ratio() < 1e-10 || !lu.solve(&mut b) {
                continue;
            }
            active.iter().zip(&b).for_each(|(&i, &b)| z[i] = b);
        }
        let mut w = vec![0.0; n];
        lcp.w(&z, &mut w);
        if z.iter().chain(&w).all(|&x| x >= -1e-9) && !points.iter().any(|p| close(p, &z)) {
            points.push(z);
        }
    }
    points
}

#[test]
fn one_pair() {
    assert_eq!(every(&lcp(&[[1.0]], &[-2.0]))[0].vertices, [[2.0]]);
    // two solutions: 0 and 1
    let pieces = every(&lcp(&[[-1.0]], &[1.0]));
    assert_eq!(pieces.len(), 2);
    assert!(has_point(&pieces, &[0.0]) && has_point(&pieces, &[1.0]));
    // none
    assert!(every(&lcp(&[[-1.0]], &[-1.0])).is_empty());
    assert!(every(&lcp(&[[0.0]], &[-1.0])).is_empty());
    // every z ≥ 0
    let pieces = every(&lcp(&[[0.0]], &[0.0]));
    assert_eq!(
        (&pieces[0].vertices[0], &pieces[0].rays[0]),
        (&vec![0.0], &vec![1.0])
    );
    assert_eq!(pieces.len(), 1);
}

#[test]
fn no_pair() {
    let empty = Lcp::new(Matrix::zeros(0, 0), vec![]).expect("valid");
    assert_eq!(
        every(&empty),
        [Piece {
            vertices: vec![vec![]],
            rays: vec![]
        }]
    );
    assert_eq!(solve(&empty, &Settings::default()).status, Status::Solved);
}

#[test]
fn a_segment_swallows_its_ends() {
    let pieces = every(&lcp(&[[1.0, 1.0], [1.0, 1.0]], &[-1.0, -1.0]));
    assert_eq!(pieces.len(), 1);
    assert_eq!(pieces[0].vertices.len(), 2);
    assert!(pieces[0].rays.is_empty());
    for z in [[1.0, 0.0], [0.0, 1.0]] {
        assert!(pieces[0].vertices.iter().any(|v| close(v, &z)));
    }
}

#[test]
fn a_ray_of_solutions() {
    // z₂ = z₁ + 1
    let pieces = every(&lcp(&[[1.0, -1.0], [-1.0, 1.0]], &[1.0, -1.0]));
    assert_eq!(
        pieces,
        [Piece {
            vertices: vec![vec![0.0, 1.0]],
            rays: vec![vec![1.0, 1.0]]
        }]
    );
}

#[test]
fn a_bimatrix_game_has_three_equilibria() {
    let rows = [
        [0.0, 0.0, 10.0, 20.0],
        [0.0, 0.0, 30.0, 15.0],
        [10.0, 20.0, 0.0, 0.0],
        [30.0, 15.0, 0.0, 0.0],
    ];
    let problem = lcp(&rows, &[-1.0; 4]);
    let (pieces, points) = (every(&problem), brute_force(&problem));
    assert_eq!((pieces.len(), points.len()), (3, 3));
    assert!(points.iter().all(|z| has_point(&pieces, z)), "{pieces:?}");
}

#[test]
fn skew_matrices() {
    // zero diagonal: only block pivots exist
    let pieces = every(&lcp(&[[0.0, -1.0], [1.0, 0.0]], &[1.0, -1.0]));
    assert_eq!(
        pieces,
        [Piece {
            vertices: vec![vec![1.0, 1.0]],
            rays: vec![]
        }]
    );
    // z₂ = 0, and then every z₁ ≥ 1
    let pieces = every(&lcp(&[[0.0, -1.0], [1.0, 0.0]], &[0.0, -1.0]));
    assert_eq!(
        pieces,
        [Piece {
            vertices: vec![vec![1.0, 0.0]],
            rays: vec![vec![1.0, 0.0]]
        }]
    );
    // infeasible: w₁ = −z₂ − 1
    let bad = lcp(&[[0.0, -1.0], [1.0, 0.0]], &[-1.0, 0.0]);
    assert_eq!(solve(&bad, &Settings::default()).status, Status::NoSolution);
    // feasible but unsolvable
    let bad = lcp(&[[0.0, 1.0], [0.0, 0.0]], &[-1.0, 1.0]);
    assert_eq!(solve(&bad, &Settings::default()).status, Status::NoSolution);
}

#[test]
fn a_zero_matrix_is_one_orthant() {
    let n = 16;
    let found = all(
        &Lcp::new(Matrix::zeros(n, n), vec![0.0; n]).expect("valid"),
        &Settings::default(),
    );
    assert!(found.complete && found.nodes < 100);
    assert_eq!(found.pieces.len(), 1);
    assert_eq!(
        (found.pieces[0].vertices.len(), found.pieces[0].rays.len()),
        (1, n)
    );
}

#[test]
fn entries_over_24_decades() {
    let pieces = every(&lcp(&[[1e12, 1.0], [1.0, 2e-12]], &[-3e12, -4.0]));
    assert_eq!(pieces.len(), 1);
    let z = &pieces[0].vertices[0];
    assert!(close(&[z[0], z[1] / 1e12], &[2.0, 1.0]), "{z:?}");
}

#[test]
fn the_node_limit_is_reported() {
    let n = 12;
    let m = Matrix::from_fn(n, n, |i, j| if i == j { -1.0 } else { 0.0 });
    let problem = Lcp::new(m, vec![1.0; n]).expect("valid");
    let settings = Settings {
        max_nodes: 500,
        ..Settings::default()
    };
    let found = all(&problem, &settings);
    assert!(!found.complete && found.nodes <= 500 && !found.pieces.is_empty());
    // all 2^12 sign patterns are solutions
    assert_eq!(every(&problem).len(), 1 << n);
}

#[test]
fn random_integer_problems_agree_with_brute_force() {
    let mut random = Random::new(1);
    let (mut unsolvable, mut extended) = (0, 0);
    for trial in 0..3000 {
        let n = 1 + trial % 5;
        let size = 1 + trial / 5 % 3;
        let m = Matrix::from_fn(n, n, |_, _| random.integer(size));
        let q = (0..n).map(|_| random.integer(size)).collect();
        let problem = Lcp::new(m, q).expect("valid");
        let pieces = every(&problem);
        let points = brute_force(&problem);
        // every basic solution lies in a piece
        for z in &points {
            let near = pieces
                .iter()
                .map(|p| distance(p, z))
                .fold(f64::INFINITY, f64::min);
            assert!(
                near < 1e-5,
                "trial {trial}: {z:?} is {near} from {pieces:?}"
            );
        }
        // and every point of a piece is a solution
        for piece in &pieces {
            let inner = middle(piece, random.bits());
            let certificate = Certificate::of(&problem, &inner);
            assert!(
                certificate.natural < 1e-7,
                "trial {trial}: {piece:?} {inner:?}"
            );
        }
        let status = solve(&problem, &Settings::default()).status;
        assert_eq!(status.is_solved(), !pieces.is_empty(), "trial {trial}");
        unsolvable += usize::from(pieces.is_empty());
        extended += usize::from(pieces.iter().any(|p| !p.is_point()));
    }
    assert!(
        unsolvable > 200 && extended > 200,
        "{unsolvable} {extended}"
    );
}

#[test]
fn small_numbers_prove_nothing() {
    // determinant 1e-12, solution (4000, 3999)
    let problem = lcp(&[[1.0, -1.0], [-1.0 + 1e-12, 1.0]], &[-1.0, 1.0 - 4e-9]);
    let found = solve(&problem, &Settings::default());
    assert!(found.status.is_solved(), "{found:?}");
    assert!((found.z[0] - 4000.0).abs() < 1.0, "{found:?}");
    // solution (871, 0, 0, 268, 976), exactly
    let p = (-21.0_f64).exp2();
    let rows = [
        [-p, 0.0, 0.0, -2.0, 0.0],
        [2.0 - p, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, -p, 1.0],
        [-p, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, -1.0 - p, -p, 0.0],
    ];
    let q = [
        536.0 + 871.0 * p,
        -871.0 * (2.0 - p),
        268.0 * p - 974.0,
        871.0 * p,
        268.0 * p,
    ];
    let found = solve(&lcp(&rows, &q), &Settings::default());
    assert!(!found.status.proves_unsolvable(), "{found:?}");
}

/// A problem with dyadic data and a known solution, the matrix being a perturbed integer one; `None` if q
/// cannot be computed without rounding.
fn perturbed(random: &mut Random) -> Option<(Lcp, Vec<f64>)> {
    let n = 1 + random.below(6);
    let p = (-5.0 - random.below(36) as f64).exp2();
    let size = 1 + random.below(3);
    let mut m = Matrix::from_fn(n, n, |_, _| {
        let whole = if random.below(2) == 0 {
            0.0
        } else {
            random.integer(size)
        };
        whole + p * random.integer(1)
    });
    if n > 1 && random.below(2) == 0 {
        // two rows nearly the same
        for j in 0..n {
            m[(1, j)] = m[(0, j)] + p * random.integer(1);
        }
    }
    let (mut z, mut w) = (vec![0.0; n], vec![0.0; n]);
    for i in 0..n {
        let value = (1 + random.below(1000)) as f64;
        match random.below(5) {
            0 | 1 => z[i] = value,
            2 | 3 => w[i] = value,
            _ => {}
        }
    }
    let mut q = w.clone();
    for i in 0..n {
        for j in 0..n {
            let product = m[(i, j)] * z[j];
            let sum = q[i] - product;
            let exact = m[(i, j)].mul_add(z[j], -product) == 0.0
                && sum + product == q[i]
                && q[i] - sum == product;
            if !exact {
                return None;
            }
            q[i] = sum;
        }
    }
    Lcp::new(m, q).ok().map(|lcp| (lcp, z))
}

#[test]
fn perturbed_integer_problems_with_a_solution_are_never_called_unsolvable() {
    let mut random = Random::new(7);
    let (mut tried, mut solved) = (0, 0);
    for trial in 0..10_000 {
        let Some((problem, z)) = perturbed(&mut random) else {
            continue;
        };
        assert_eq!(Certificate::of(&problem, &z).natural, 0.0);
        let found = solve(&problem, &Settings::default());
        assert!(
            !found.status.proves_unsolvable(),
            "trial {trial}: {z:?} {problem:?}"
        );
        let every = all(&problem, &Settings::default());
        assert!(!every.complete || !every.pieces.is_empty());
        tried += 1;
        solved += usize::from(found.status.is_solved());
    }
    assert!(
        tried > 5000 && solved * 100 > tried * 95,
        "{solved} of {tried}"
    );
}

#[test]
fn larger_integer_problems_are_still_proved_unsolvable() {
    let mut random = Random::new(8);
    let mut unsolvable = 0;
    for trial in 0..300 {
        let n = 6 + trial % 5;
        let m = Matrix::from_fn(n, n, |_, _| random.integer(3));
        let q = (0..n).map(|_| random.integer(3)).collect();
        let found = solve(&Lcp::new(m, q).expect("valid"), &Settings::default());
        assert!(
            found.status.is_solved() || found.status.proves_unsolvable(),
            "trial {trial}: {found:?}"
        );
        unsolvable += usize::from(found.status.proves_unsolvable());
    }
    assert!(unsolvable > 20, "{unsolvable}");
}

#[test]
fn many_isolated_solutions() {
    // every sign pattern is a solution; a zero in q leaves them without strict complementarity
    for (n, degenerate) in [(14, 0), (16, 0), (15, 1)] {
        let m = Matrix::from_fn(n, n, |i, j| if i == j { -1.0 } else { 0.0 });
        let q = (0..n).map(|i| if i < degenerate { 0.0 } else { 1.0 });
        let problem = Lcp::new(m, q.collect()).expect("valid");
        assert_eq!(every(&problem).len(), 1 << (n - degenerate));
    }
    // one more than are listed
    let m = Matrix::from_fn(17, 17, |i, j| if i == j { -1.0 } else { 0.0 });
    let found = all(
        &Lcp::new(m, vec![1.0; 17]).expect("valid"),
        &Settings::default(),
    );
    assert!(!found.complete);
    assert_eq!(found.pieces.len(), 1 << 16);
}

/// A point inside a piece, with weights from random bits.
fn middle(piece: &Piece, bits: u64) -> Vec<f64> {
    let mut z = vec![0.0; piece.vertices[0].len()];
    let weights: Vec<f64> = (0..piece.vertices.len())
        .map(|k| 1.0 + (bits >> (k % 60) & 3) as f64)
        .collect();
    let total: f64 = weights.iter().sum();
    for (v, weight) in piece.vertices.iter().zip(&weights) {
        z.iter_mut()
            .zip(v)
            .for_each(|(z, v)| *z += weight / total * v);
    }
    for r in &piece.rays {
        z.iter_mut().zip(r).for_each(|(z, r)| *z += 0.5 * r);
    }
    z
}

#[test]
fn p_matrices_have_one_solution() {
    let mut random = Random::new(2);
    for trial in 0..300 {
        let n = 1 + trial % 9;
        // dominant positive diagonal, neither symmetric nor well scaled
        let mut m = Matrix::from_fn(n, n, |_, _| random.integer(9) / 9.0);
        for i in 0..n {
            let sum: f64 = (0..n).map(|j| m[(i, j)].abs()).sum();
            m[(i, i)] = 0.1 + sum;
        }
        let scale = (random.integer(20)).exp2();
        let m = Matrix::from_fn(n, n, |i, j| {
            m[(i, j)] * if i % 2 == 0 { scale } else { 1.0 }
        });
        let q = (0..n).map(|_| random.integer(1000)).collect();
        let pieces = every(&Lcp::new(m, q).expect("valid"));
        assert!(
            pieces.len() == 1 && pieces[0].is_point(),
            "trial {trial}: {pieces:?}"
        );
    }
}

#[cfg(feature = "parallel")]
#[test]
fn threads_change_nothing() {
    let mut random = Random::new(4);
    for trial in 0..40 {
        let n = 8 + trial % 3;
        let m = Matrix::from_fn(n, n, |_, _| random.integer(2));
        let q = (0..n).map(|_| random.integer(2)).collect();
        let problem = Lcp::new(m, q).expect("valid");
        for max_nodes in [70, 200, 1_000_000] {
            let settings = Settings {
                max_nodes,
                ..Settings::default()
            };
            let run = |threads| {
                let pool = rayon::ThreadPoolBuilder::new()
                    .num_threads(threads)
                    .build()
                    .expect("pool");
                pool.install(|| (all(&problem, &settings), solve(&problem, &settings)))
            };
            let one = run(1);
            assert_eq!(one, run(2));
            assert_eq!(one, run(8));
        }
    }
}
