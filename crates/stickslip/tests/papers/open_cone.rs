//! Two friction cones whose sum is not closed [APS98 3.1]: K₁ + K₂ with normals (0, ∓1, 1)/√2 and μ = 1 contains
//! points as close to (1, 0, 0) as one likes, but not (1, 0, 0) itself.

use crate::close;
use complementarity::{Lcp, Matrix, Method, Workspace};
use stickslip::Polyhedron;

/// The corners n + μ d of both pyramids of k directions, t along x.
fn corners(k: usize) -> Vec<[f64; 3]> {
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let mut all = Vec::new();
    for side in [-1.0, 1.0] {
        let n = [0.0, side * half, half];
        // o = n × t with t = (1, 0, 0)
        let o = [0.0, n[2], -n[1]];
        for d in Polyhedron::polygon(k).unwrap().directions() {
            all.push([d[0], n[1] + d[1] * o[1], n[2] + d[1] * o[2]]);
        }
    }
    all
}

/// The distance of a point from the cone of the corners: the projection is the frictionless contact problem
/// 0 ≤ s ⊥ Gᵀ(G s − p) ≥ 0.
fn distance(corners: &[[f64; 3]], p: [f64; 3]) -> f64 {
    let dot = |a: [f64; 3], b: [f64; 3]| (0..3).map(|i| a[i] * b[i]).sum::<f64>();
    let k = corners.len();
    let gram = Matrix::from_fn(k, k, |i, j| dot(corners[i], corners[j]));
    let q = corners.iter().map(|&c| -dot(c, p)).collect();
    let lcp = Lcp::new(gram, q).unwrap();
    let outcome = Method::Auto.solve(&lcp, &mut Workspace::default());
    assert!(outcome.status.is_solved(), "{outcome:?}");
    let mut rest = p;
    for (c, s) in corners.iter().zip(&outcome.z) {
        (0..3).for_each(|i| rest[i] -= s * c[i]);
    }
    dot(rest, rest).sqrt()
}

#[test]
fn the_distance_to_the_open_cone_falls_as_the_polygon_becomes_round() {
    let p = [1.0, 0.0, 0.0];
    let found = [4, 8, 16, 32, 64].map(|k| distance(&corners(k), p));
    close(&found[..2], &[0.577_350, 0.281_085], 5e-7);
    // ∝ 1/k
    for pair in found[1..].windows(2) {
        assert!((pair[0] / pair[1] - 2.0).abs() < 0.1, "{found:?}");
    }
}
