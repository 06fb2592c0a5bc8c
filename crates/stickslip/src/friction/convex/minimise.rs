//! The minimum of a gauge's square beside something simple: Newton's method, with the slope checked on the way.

use super::Convex;
use crate::vector::{dot, length, minus};

/// The s that minimises κ ½|s|² + λ g(s) − z·s, with λ > 0, from a start that is not 0.
///
/// The function is convex and of degree 2 where z does not matter, so Newton's steps are long at once; one that
/// overshoots is cut until the slope along it has not turned by more than half.
pub(super) fn minimise(
    set: &Convex,
    z: [f64; 3],
    kappa: f64,
    lambda: f64,
    start: [f64; 3],
) -> [f64; 3] {
    let slope = |s: [f64; 3]| -> [f64; 3] {
        let own = set.slope(s).1;
        std::array::from_fn(|i| kappa * s[i] + lambda * own[i] - z[i])
    };
    let enough = 2e-16 * length(z);
    let mut s = start;
    let mut downhill = slope(s).map(|x| -x);
    let mut best = (length(downhill), s);
    for _ in 0..200 {
        if length(downhill) <= enough {
            break;
        }
        let mut hessian = set.curvature(s).map(|row| row.map(|x| lambda * x));
        let trace: f64 = (0..3).map(|i| hessian[i][i]).sum::<f64>() + 3.0 * kappa;
        for (i, row) in hessian.iter_mut().enumerate() {
            // a little more than it is where the set is flat, so that steps stay finite
            row[i] += kappa + 1e-14 * trace;
            if i >= set.0.dimensions {
                row[i] = 1.0;
            }
        }
        let mut step = solve(hessian, downhill);
        let falls = dot(step, downhill);
        if falls.is_nan() || falls <= 0.0 {
            step = downhill;
        }
        let falls = dot(step, downhill);
        let mut share = 1.0;
        let mut next = s;
        for _ in 0..60 {
            next = std::array::from_fn(|i| s[i] + share * step[i]);
            let rest = -dot(slope(next), step);
            if next != [0.0; 3] && rest >= -0.5 * falls {
                break;
            }
            share *= 0.5;
        }
        let moved = length(minus(next, s));
        s = next;
        downhill = slope(s).map(|x| -x);
        if length(downhill) < best.0 {
            best = (length(downhill), s);
        }
        if moved <= 1e-16 * length(s) {
            break;
        }
    }
    best.1
}

/// Solves a symmetric positive definite system of three equations by Cholesky's method; pivots that rounding spoils
/// count as very stiff.
pub(super) fn solve(m: [[f64; 3]; 3], right: [f64; 3]) -> [f64; 3] {
    let mut l = [[0.0; 3]; 3];
    for j in 0..3 {
        for i in j..3 {
            let rest = m[i][j] - (0..j).map(|k| l[i][k] * l[j][k]).sum::<f64>();
            l[i][j] = match i == j {
                true if rest > 0.0 => rest.sqrt(),
                true => 1e150,
                false => rest / l[j][j],
            };
        }
    }
    let mut x = right;
    for i in 0..3 {
        x[i] = (x[i] - (0..i).map(|k| l[i][k] * x[k]).sum::<f64>()) / l[i][i];
    }
    for i in (0..3).rev() {
        x[i] = (x[i] - (i + 1..3).map(|k| l[k][i] * x[k]).sum::<f64>()) / l[i][i];
    }
    x
}
