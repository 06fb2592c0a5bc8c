//! How free bodies turn.

use crate::coordinates::Coordinate;
use crate::vector::{columns, cross, dot, length, minus};

/// Rounds of the iteration, and the relative change at which it is done.
const ROUNDS: usize = 20;
const DONE: f64 = 1e-13;

/// R I Rᵀ for the orientation of a quaternion w, x, y, z.
pub(super) fn turned(inertia: &[[f64; 3]; 3], quaternion: &[f64]) -> [[f64; 3]; 3] {
    let axes = columns(Coordinate::Quaternion, quaternion);
    // I Rᵀ first
    let half: [[f64; 3]; 3] = std::array::from_fn(|k| {
        std::array::from_fn(|j| (0..3).map(|l| inertia[k][l] * axes[l][j]).sum())
    });
    let mut out = [[0.0; 3]; 3];
    for i in 0..3 {
        for j in i..3 {
            out[i][j] = (0..3).map(|k| axes[k][i] * half[k][j]).sum();
            out[j][i] = out[i][j];
        }
    }
    out
}

/// The angular velocity after a step of length h without torque: I(q⁺) ω⁺ = I(q) ω, where q⁺ is q turned by h ω⁺. Where the
/// iteration does not settle, because a step turns the body too far, the torque is that at the start, made implicit.
pub(super) fn free(inertia: &[[f64; 3]; 3], turn: &[f64], spin: [f64; 3], h: f64) -> [f64; 3] {
    let here = turned(inertia, turn);
    let momentum = here.map(|row| dot(row, spin));
    let mut ahead = spin;
    for _ in 0..ROUNDS {
        let there = advanced(turn, ahead, h);
        let next = solve(&turned(inertia, &there), momentum);
        let change = length(minus(next, ahead));
        ahead = next;
        if change <= DONE * length(spin) {
            return ahead;
        }
    }
    // (I + h([ω]I − [Iω])) Δω = −h ω × Iω
    let mut slope = here;
    for j in 0..3 {
        let mut unit = [0.0; 3];
        unit[j] = 1.0;
        let column = here.map(|row| row[j]);
        let (a, b) = (cross(spin, column), cross(unit, momentum));
        (0..3).for_each(|i| slope[i][j] += h * (a[i] + b[i]));
    }
    let torque = cross(momentum, spin).map(|x| h * x);
    let change = solve(&slope, torque);
    std::array::from_fn(|i| spin[i] + change[i])
}

/// A quaternion turned by h ω, as steps turn it.
fn advanced(turn: &[f64], spin: [f64; 3], h: f64) -> [f64; 4] {
    let [w, x, y, z] = [turn[0], turn[1], turn[2], turn[3]];
    let a = spin.map(|s| 0.5 * h * s);
    let q = [
        w - a[0] * x - a[1] * y - a[2] * z,
        x + a[0] * w + a[1] * z - a[2] * y,
        y + a[1] * w + a[2] * x - a[0] * z,
        z + a[2] * w + a[0] * y - a[1] * x,
    ];
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / norm)
}

/// A⁻¹ b by Cramer's rule.
fn solve(a: &[[f64; 3]; 3], b: [f64; 3]) -> [f64; 3] {
    let column = |j: usize| [a[0][j], a[1][j], a[2][j]];
    let (x, y, z) = (column(0), column(1), column(2));
    let determinant = dot(x, cross(y, z));
    [
        dot(b, cross(y, z)) / determinant,
        dot(x, cross(b, z)) / determinant,
        dot(x, cross(y, b)) / determinant,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coordinates::Coordinates;

    const INERTIA: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.7]];

    #[test]
    fn steps_turn_as_coordinates_do() {
        let (mut q, spin) = (vec![0.6, 0.0, 0.8, 0.0], [1.0, -2.0, 0.5]);
        let ahead = advanced(&q, spin, 0.01);
        Coordinates::default()
            .with("body", Coordinate::Quaternion)
            .advance(&mut q, &spin, 0.01);
        for (a, b) in q.iter().zip(ahead) {
            assert!((a - b).abs() < 1e-15, "{q:?} {ahead:?}");
        }
    }

    #[test]
    fn free_bodies_keep_their_angular_momentum_for_ever() {
        let momentum = |q: &[f64; 4], spin: [f64; 3]| turned(&INERTIA, q).map(|row| dot(row, spin));
        // about the middle axis, where every error grows, and a turn of 0.3 rad a step
        let (mut q, mut spin) = ([1.0, 0.0, 0.0, 0.0], [0.1, 30.0, 0.1]);
        let start = momentum(&q, spin);
        let (h, energy) = (0.01, 0.5 * dot(start, spin));
        for _ in 0..10_000 {
            spin = free(&INERTIA, &q, spin, h);
            q = advanced(&q, spin, h);
        }
        let end = momentum(&q, spin);
        assert!(length(minus(start, end)) < 1e-8 * length(start));
        // between turns about the longest and the shortest axis, so it cannot explode
        assert!(0.5 * dot(end, spin) < 1.01 * 2.0 * energy);
    }

    #[test]
    fn a_spin_too_fast_for_the_step_does_not_explode() {
        let (mut q, mut spin) = ([1.0, 0.0, 0.0, 0.0], [300.0, 500.0, -200.0]);
        let energy = |q: &[f64; 4], w: [f64; 3]| dot(turned(&INERTIA, q).map(|r| dot(r, w)), w);
        let start = energy(&q, spin);
        for _ in 0..1000 {
            spin = free(&INERTIA, &q, spin, 1.0 / 240.0);
            q = advanced(&q, spin, 1.0 / 240.0);
        }
        assert!(energy(&q, spin) < 3.0 * start);
    }
}
