//! Extreme rays of a polyhedral cone by the double description method \[MRTT53\].
//!
//! The cone is {y ≥ 0 : a_k·y ≥ 0 for all k}. It starts as the orthant, whose extreme rays are the unit
//! vectors, and each inequality cuts it once more: rays on the good side stay, and each edge between
//! a good and a bad ray meets the new plane in one new ray. All rays are combinations of nonnegative
//! vectors with nonnegative weights, so nothing cancels.

use crate::linear::max_abs;

/// A ray and the inequalities it satisfies with equality (the dimension's y_i ≥ 0 first, then the rows).
#[derive(Clone, Debug)]
struct Ray {
    y: Vec<f64>,
    tight: Vec<u64>,
}

/// The end of the method.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rays {
    pub(crate) rays: Vec<Vec<f64>>,
    /// Whether a ray was cut off, or called tight, by a row value near the tolerance: not 0, but within a
    /// factor [`NEAR`] of it.
    pub(crate) doubtful: bool,
}

/// See [`Rays::doubtful`].
const NEAR: f64 = 1e4;

/// The extreme rays of {y ≥ 0 : rows·y ≥ 0}, each with largest entry 1.
///
/// A row value counts as zero if it is within `tolerance` times the row's largest entry (the ray's is 1).
/// `None` if more than `limit` rays are needed on the way. The order depends on the input only.
pub(crate) fn extreme_rays(
    rows: &[Vec<f64>],
    dimension: usize,
    tolerance: f64,
    limit: usize,
) -> Option<Rays> {
    let words = (dimension + rows.len()).div_ceil(64);
    let mut rays: Vec<Ray> = (0..dimension).map(|i| unit(i, dimension, words)).collect();
    let mut doubtful = false;
    for (k, row) in rows.iter().enumerate() {
        let size = max_abs(row);
        // a row without negative entries cuts nothing off the orthant
        if row.iter().any(|&a| a < -tolerance * size) {
            let value: Vec<f64> = rays.iter().map(|r| crate::linear::dot(row, &r.y)).collect();
            let zero = tolerance * size;
            doubtful |= (value.iter()).any(|v| (zero / NEAR..zero * NEAR).contains(&v.abs()));
            rays = cut(&rays, &value, dimension + k, zero, limit)?;
        }
    }
    Some(Rays {
        rays: rays.into_iter().map(|r| r.y).collect(),
        doubtful,
    })
}

/// The i-th unit vector, tight at all y_j ≥ 0 but its own.
fn unit(i: usize, dimension: usize, words: usize) -> Ray {
    let mut ray = Ray {
        y: vec![0.0; dimension],
        tight: vec![0; words],
    };
    ray.y[i] = 1.0;
    for j in (0..dimension).filter(|&j| j != i) {
        ray.tight[j / 64] |= 1 << (j % 64);
    }
    ray
}

/// The rays of the cone cut by one more inequality, known as number `index`; `value` is its row times each ray.
fn cut(rays: &[Ray], value: &[f64], index: usize, zero: f64, limit: usize) -> Option<Vec<Ray>> {
    let mut kept = Vec::new();
    for (ray, &v) in rays.iter().zip(value) {
        if v >= -zero {
            let mut ray = ray.clone();
            if v <= zero {
                ray.tight[index / 64] |= 1 << (index % 64);
            }
            kept.push(ray);
        }
    }
    for (i, good) in rays.iter().enumerate().filter(|&(i, _)| value[i] > zero) {
        for (j, bad) in rays.iter().enumerate().filter(|&(j, _)| value[j] < -zero) {
            if let Some(shared) = adjacent(rays, i, j) {
                kept.push(meet((good, value[i]), (bad, -value[j]), shared, index));
                if kept.len() > limit {
                    return None;
                }
            }
        }
    }
    Some(kept)
}

/// The inequalities tight at both rays, if the two span an edge: no third ray is tight at all of them.
fn adjacent(rays: &[Ray], i: usize, j: usize) -> Option<Vec<u64>> {
    let shared: Vec<u64> = rays[i]
        .tight
        .iter()
        .zip(&rays[j].tight)
        .map(|(a, b)| a & b)
        .collect();
    let covers = |r: &Ray| r.tight.iter().zip(&shared).all(|(t, s)| t & s == *s);
    let alone = rays
        .iter()
        .enumerate()
        .all(|(k, r)| k == i || k == j || !covers(r));
    alone.then_some(shared)
}

/// Where the edge from a good to a bad ray meets the plane; sizes are their distances to it.
///
/// Weights and values are nonnegative, so an old inequality is tight there only if it is at both ends.
fn meet(good: (&Ray, f64), bad: (&Ray, f64), mut tight: Vec<u64>, index: usize) -> Ray {
    tight[index / 64] |= 1 << (index % 64);
    let mut y: Vec<f64> = good
        .0
        .y
        .iter()
        .zip(&bad.0.y)
        .map(|(g, b)| bad.1 * g + good.1 * b)
        .collect();
    let size = max_abs(&y);
    y.iter_mut().for_each(|x| *x /= size);
    Ray { y, tight }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rays(rows: &[&[f64]], dimension: usize) -> Vec<Vec<f64>> {
        let rows: Vec<Vec<f64>> = rows.iter().map(|r| r.to_vec()).collect();
        extreme_rays(&rows, dimension, 1e-12, 1000)
            .expect("few rays")
            .rays
    }

    #[test]
    fn the_orthant_itself() {
        assert_eq!(rays(&[], 2), [vec![1.0, 0.0], vec![0.0, 1.0]]);
        assert!(rays(&[], 0).is_empty());
    }

    #[test]
    fn the_unit_square_has_four_corners() {
        // x ≤ τ, y ≤ τ
        let found = rays(&[&[-1.0, 0.0, 1.0], &[0.0, -1.0, 1.0]], 3);
        assert_eq!(found.len(), 4);
        for corner in [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]] {
            assert!(
                found
                    .iter()
                    .any(|y| y[2] > 0.0 && corner == [y[0] / y[2], y[1] / y[2]])
            );
        }
    }

    #[test]
    fn cubes_cut_by_a_redundant_and_a_degenerate_plane() {
        // the 4-cube and Σx ≤ 4τ, which touches it in one corner only: still 16 corners
        let mut rows: Vec<Vec<f64>> = Vec::new();
        for i in 0..4 {
            rows.push(
                (0..5)
                    .map(|j| {
                        if j == 4 {
                            1.0
                        } else {
                            -f64::from(u8::from(i == j))
                        }
                    })
                    .collect(),
            );
        }
        rows.push(vec![-1.0, -1.0, -1.0, -1.0, 4.0]);
        assert_eq!(
            extreme_rays(&rows, 5, 1e-12, 1000)
                .expect("few rays")
                .rays
                .len(),
            16
        );
        // half of it: Σx ≤ 2τ passes through 6 corners and keeps the 5 below
        rows.push(vec![-1.0, -1.0, -1.0, -1.0, 2.0]);
        assert_eq!(
            extreme_rays(&rows, 5, 1e-12, 1000)
                .expect("few rays")
                .rays
                .len(),
            11
        );
        assert_eq!(extreme_rays(&rows, 5, 1e-12, 8), None);
    }

    #[test]
    fn values_near_the_tolerance_are_doubtful() {
        for (a, doubtful) in [
            (0.0, false),
            (1e-17, false),
            (1e-13, true),
            (1e-10, true),
            (1e-4, false),
        ] {
            let row = vec![1.0, -1.0, a];
            let found = extreme_rays(&[row], 3, 1e-12, 10).expect("few rays");
            assert_eq!(found.doubtful, doubtful, "{a}");
        }
    }

    #[test]
    fn an_empty_polyhedron_has_only_rays_at_infinity() {
        // x ≥ 0 and −x − τ ≥ 0
        assert!(rays(&[&[-1.0, -1.0]], 2).is_empty());
    }
}
