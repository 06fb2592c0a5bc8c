//! Complementarity as an equation: the min map, the Fischer–Burmeister function, and their merit function.
//!
//! Both functions vanish exactly where a ≥ 0, b ≥ 0 and a b = 0, and both are positive where a and b are:
//!
//! * min map: φ(a, b) = min(a, b), piecewise linear, kinked along a = b;
//! * Fischer–Burmeister \[FB92\]: φ(a, b) = a + b − √(a² + b²), smooth except at (0, 0), with a smooth square.
//!
//! (The second is often written with the other sign; this one has nonnegative slopes and agrees in sign with
//! the first.) A problem becomes Φ(z) = 0 with Φ_i = φ(z_i, w_i), or Φ_i = w_i on free rows. Its merit function is
//! ½‖Φ‖², and for Fischer–Burmeister that is continuously differentiable with gradient VᵀΦ for every element V of
//! the generalised Jacobian \[DFK96\]: the reason why a line search can use it.

use crate::linear::{Matrix, dot};

/// Which function turns a complementarity pair into an equation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Map {
    /// min(z, w): the Newton step is an active-set step, exact once the set is right.
    Min,
    /// The Fischer–Burmeister function: farther-reaching steps, and a smooth merit function.
    #[default]
    FischerBurmeister,
}

impl Map {
    /// φ(a, b).
    pub fn value(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Min => a.min(b),
            Self::FischerBurmeister => fischer_burmeister(a, b),
        }
    }

    /// The partial derivatives (∂φ/∂a, ∂φ/∂b); where φ has a kink, their limit from (a, b) + ε (da, db), ε ↓ 0.
    ///
    /// If (da, db) is the derivative of (z_i, w_i) along one common direction for all rows, the limits belong to
    /// one and the same element of the B-subdifferential of Φ \[QS93\] (ties aside).
    pub fn slopes(self, (a, b): (f64, f64), (da, db): (f64, f64)) -> (f64, f64) {
        match self {
            Self::Min if a < b || (a == b && da <= db) => (1.0, 0.0),
            Self::Min => (0.0, 1.0),
            Self::FischerBurmeister if a != 0.0 || b != 0.0 => smooth_slopes(a, b),
            Self::FischerBurmeister if da != 0.0 || db != 0.0 => smooth_slopes(da, db),
            // no direction given: the limit along the diagonal a = b > 0
            Self::FischerBurmeister => smooth_slopes(1.0, 1.0),
        }
    }
}

/// a + b − √(a² + b²), without cancellation: where a + b > 0 it is 2ab / (√(a² + b²) + a + b).
fn fischer_burmeister(a: f64, b: f64) -> f64 {
    let (r, sum) = (a.hypot(b), a + b);
    if sum > 0.0 {
        2.0 * a * (b / (r + sum))
    } else {
        sum - r
    }
}

/// (1 − a/r, 1 − b/r) with r = √(a² + b²) > 0.
fn smooth_slopes(a: f64, b: f64) -> (f64, f64) {
    let r = a.hypot(b);
    // 1 − a/r = (b/r)² / (1 + a/r) keeps its digits for a ≫ |b|
    let slope = |x: f64, y: f64| {
        if x > 0.0 {
            (y / r) * (y / r) / (1.0 + x / r)
        } else {
            1.0 - x / r
        }
    };
    (slope(a, b), slope(b, a))
}

/// phi ← Φ(z) from z and w = F(z).
pub fn residual(map: Map, pair: (&[f64], &[f64]), free: &[bool], phi: &mut [f64]) {
    let (z, w) = pair;
    for i in 0..phi.len() {
        phi[i] = if free[i] { w[i] } else { map.value(z[i], w[i]) };
    }
}

/// The merit function ½‖Φ‖².
pub fn merit(phi: &[f64]) -> f64 {
    0.5 * dot(phi, phi)
}

/// v ← an element D_a + D_b F′(z) of the generalised Jacobian of Φ, from z, w = F(z) and F′(z).
///
/// All kinks are resolved along one direction, the indicator vector c of the kinked rows: (c_i, F′_i c) is how
/// (z_i, w_i) leaves its kink when z moves along c \[DFK96\].
pub fn jacobian(
    map: Map,
    pair: (&[f64], &[f64]),
    free: &[bool],
    derivative: &Matrix,
    v: &mut Matrix,
) {
    let (z, w) = pair;
    let n = z.len();
    let kinked = |i: usize| match map {
        Map::Min => !free[i] && z[i] == w[i],
        Map::FischerBurmeister => !free[i] && z[i] == 0.0 && w[i] == 0.0,
    };
    let towards = |i: usize| {
        (0..n)
            .filter(|&j| kinked(j))
            .map(|j| derivative[(i, j)])
            .sum::<f64>()
    };
    // D_b F′ by rows, then D_a on the diagonal
    v.clone_from(derivative);
    for i in (0..n).filter(|&i| !free[i]) {
        let direction = if kinked(i) {
            (1.0, towards(i))
        } else {
            (0.0, 0.0)
        };
        let (slope_a, slope_b) = map.slopes((z[i], w[i]), direction);
        for j in 0..n {
            v[(i, j)] *= slope_b;
        }
        v[(i, i)] += slope_a;
    }
}

/// gradient ← VᵀΦ, the gradient of the merit function.
pub fn gradient(v: &Matrix, phi: &[f64], gradient: &mut [f64]) {
    for (j, g) in gradient.iter_mut().enumerate() {
        *g = dot(v.col(j), phi);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAPS: [Map; 2] = [Map::Min, Map::FischerBurmeister];

    /// One point per region: each quadrant, both sides of the diagonal, the axes.
    const REGIONS: [(f64, f64); 10] = [
        (2.0, 1.0),
        (1.0, 2.0),
        (-1.0, 2.0),
        (2.0, -1.0),
        (-1.0, -2.0),
        (-2.0, -1.0),
        (3.0, 0.0),
        (0.0, 3.0),
        (0.0, -3.0),
        (-3.0, 0.0),
    ];

    #[test]
    fn both_maps_vanish_exactly_at_complementary_pairs() {
        for map in MAPS {
            for t in [0.0, 1e-200, 1e-8, 1.0, 1e8, 1e150] {
                assert_eq!(map.value(t, 0.0), 0.0, "{map:?} at ({t}, 0)");
                assert_eq!(map.value(0.0, t), 0.0, "{map:?} at (0, {t})");
            }
            assert!(map.value(1.0, 1.0) > 0.0);
            assert!(map.value(-1.0, 0.0) < 0.0);
            assert!(map.value(-1.0, -1.0) < 0.0);
        }
    }

    #[test]
    fn fischer_burmeister_keeps_its_digits() {
        // a ≫ b > 0: φ = b − b²/2a + …; the naive form returns 0 here
        let phi = Map::FischerBurmeister.value(1e9, 1e-9);
        assert!((phi / 1e-9 - 1.0).abs() < 1e-15, "{phi}");
        // the slope 1 − a/r = b²/2a² + … likewise
        let (slope, _) = Map::FischerBurmeister.slopes((1e9, 1.0), (0.0, 0.0));
        assert!((slope / 5e-19 - 1.0).abs() < 1e-15, "{slope}");
    }

    #[test]
    fn fischer_burmeister_does_not_overflow() {
        let huge = Map::FischerBurmeister.value(1e200, 1e200);
        assert!(
            (huge / 1e200 - (2.0 - 2.0_f64.sqrt())).abs() < 1e-14,
            "{huge}"
        );
    }

    #[test]
    fn slopes_match_finite_differences_in_every_region() {
        let h = 1e-6;
        for map in MAPS {
            for (a, b) in REGIONS {
                let (slope_a, slope_b) = map.slopes((a, b), (0.0, 0.0));
                let fd_a = (map.value(a + h, b) - map.value(a - h, b)) / (2.0 * h);
                let fd_b = (map.value(a, b + h) - map.value(a, b - h)) / (2.0 * h);
                assert!(
                    (slope_a - fd_a).abs() < 1e-8,
                    "{map:?} ∂a at ({a}, {b}): {slope_a} {fd_a}"
                );
                assert!(
                    (slope_b - fd_b).abs() < 1e-8,
                    "{map:?} ∂b at ({a}, {b}): {slope_b} {fd_b}"
                );
            }
        }
    }

    #[test]
    fn slopes_at_kinks_are_limits_along_the_direction() {
        let e = 1e-9;
        for map in MAPS {
            for (da, db) in [
                (1.0, 2.0),
                (2.0, 1.0),
                (-1.0, 0.5),
                (1.0, -3.0),
                (-1.0, -1.5),
            ] {
                let kink = map.slopes((0.0, 0.0), (da, db));
                let near = map.slopes((e * da, e * db), (0.0, 0.0));
                assert!(
                    (kink.0 - near.0).abs() < 1e-12 && (kink.1 - near.1).abs() < 1e-12,
                    "{map:?}"
                );
            }
        }
        // every Fischer–Burmeister element lies on the circle (1 − ξ)² + (1 − η)² = 1
        let (x, y) = Map::FischerBurmeister.slopes((0.0, 0.0), (0.0, 0.0));
        assert!(((1.0 - x).powi(2) + (1.0 - y).powi(2) - 1.0).abs() < 1e-14);
    }

    /// Φ, V and ½‖Φ‖² of w = M z + q with row 1 free.
    fn example(z: &[f64; 3]) -> (Vec<f64>, Matrix, f64) {
        let m = Matrix::from_rows(&[[2.0, -1.0, 0.5], [1.0, 3.0, 0.0], [-0.5, 1.0, 1.0]]).unwrap();
        let mut w = vec![-1.0, 0.5, 0.25];
        m.mul_add(z, &mut w);
        let free = [false, true, false];
        let (mut phi, mut v) = (vec![0.0; 3], Matrix::zeros(3, 3));
        residual(Map::FischerBurmeister, (z, &w), &free, &mut phi);
        jacobian(Map::FischerBurmeister, (z, &w), &free, &m, &mut v);
        let value = merit(&phi);
        (phi, v, value)
    }

    #[test]
    fn gradient_matches_finite_differences() {
        let z = [0.7, -0.4, 0.1];
        let (phi, v, _) = example(&z);
        let mut g = vec![0.0; 3];
        gradient(&v, &phi, &mut g);
        for j in 0..3 {
            let h = 1e-6;
            let (mut up, mut down) = (z, z);
            up[j] += h;
            down[j] -= h;
            let fd = (example(&up).2 - example(&down).2) / (2.0 * h);
            assert!((g[j] - fd).abs() < 1e-8, "∂ψ/∂z{j}: {} {fd}", g[j]);
        }
    }
}
