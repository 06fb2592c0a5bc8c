//! What every friction set can tell about itself: the few questions that solvers, the audit and the pyramids ask.

/// A convex set F that holds 0: the friction impulses (c_t, c_o, c_r) that are possible for μ c_n = 1 N·s. For another
/// bound σ the set is σ F.
///
/// Impulses c are in N·s, with c_r in N·m·s. A set has its own [`lengths`](Self::lengths) e, and *scaled* impulses are
/// c/e: an ellipsoid becomes a ball, and the torsion row counts like the others.
pub trait Shape {
    /// How many of (t, o, r) it uses: 1, 2 or 3.
    fn dimensions(&self) -> usize;

    /// e: the half extents of the set along t, o (1) and r (m). All positive.
    fn lengths(&self) -> [f64; 3];

    /// ψ(c), the smallest bound whose set holds the impulse (N·s); infinite if none does [Ste00 3.1].
    fn gauge(&self, c: [f64; 3]) -> f64;

    /// How far inside the set of size `bound` an impulse lies (N·s); negative outside.
    fn slack(&self, c: [f64; 3], bound: f64) -> f64 {
        bound - self.gauge(c)
    }

    /// The impulse of bound 1 that takes the most power out of a slip (v_t, v_o, v_r) [Ste00 (3.1)]. Zero for no slip.
    fn argmax(&self, slip: [f64; 3]) -> [f64; 3];

    /// That power (m/s), never negative.
    fn support(&self, slip: [f64; 3]) -> f64 {
        let c = self.argmax(slip);
        -(c[0] * slip[0] + c[1] * slip[1] + c[2] * slip[2])
    }

    /// The point of the set of size `bound` ≥ 0 that is nearest to x, all in scaled impulses.
    fn project(&self, x: [f64; 3], bound: f64) -> Projection;

    /// How many smooth constraints describe the set.
    fn constraints(&self) -> usize;

    /// Constraint φ_i(c) ≤ b bound^γ at a scaled impulse, with φ_i convex and homogeneous of degree γ [APS98 18], and b
    /// = 1 but for faces through the origin.
    fn constraint(&self, index: usize, c: [f64; 3]) -> Constraint;

    /// Directions whose mixtures approach the set from the inside (N·s for bound 1), about k around each great circle,
    /// balanced where the set is.
    fn facets(&self, k: usize) -> Vec<[f64; 3]>;
}

/// A nearest point and how it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// The nearest point.
    pub point: [f64; 3],
    /// An element of its (generalised) derivative by x: rows are components of the point.
    pub by_x: [[f64; 3]; 3],
    /// Its derivative by the bound.
    pub by_bound: [f64; 3],
}

impl Projection {
    /// A point inside: it is its own projection.
    pub fn inside(x: [f64; 3]) -> Self {
        Self {
            point: x,
            by_x: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            by_bound: [0.0; 3],
        }
    }
}

/// A smooth convex constraint φ(c) ≤ b bound^γ at one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Constraint {
    /// γ: 1 or 2.
    pub degree: i32,
    /// b: 1, or 0 where the constraint does not grow with the bound (what it forbids is forbidden at every bound).
    pub right: f64,
    /// φ(c).
    pub value: f64,
    /// ∇φ(c).
    pub gradient: [f64; 3],
    /// ∇²φ(c).
    pub hessian: [[f64; 3]; 3],
}

/// The unit ball in the first `dimensions` axes of scaled impulses: what discs, ellipses, ellipsoids and segments are.
pub(super) mod ball {
    use super::{Constraint, Projection};
    use crate::vector::length;

    /// c/e, without the axes that the set does not use.
    pub(crate) fn scaled(c: [f64; 3], e: [f64; 3], dimensions: usize) -> [f64; 3] {
        std::array::from_fn(|i| if i < dimensions { c[i] / e[i] } else { 0.0 })
    }

    /// |c/e|; infinite if there is anything along an axis that the set does not use.
    pub(crate) fn gauge(c: [f64; 3], e: [f64; 3], dimensions: usize) -> f64 {
        match c[dimensions..].iter().all(|&x| x == 0.0) {
            true => length(scaled(c, e, dimensions)),
            false => f64::INFINITY,
        }
    }

    /// −e² v / |e v| [TP97 2].
    pub(crate) fn argmax(slip: [f64; 3], e: [f64; 3], dimensions: usize) -> [f64; 3] {
        let v: [f64; 3] =
            std::array::from_fn(|i| if i < dimensions { e[i] * slip[i] } else { 0.0 });
        let size = length(v);
        match size > 0.0 {
            true => std::array::from_fn(|i| -e[i] * v[i] / size),
            false => [0.0; 3],
        }
    }

    /// x, or σ x/|x| with the derivative σ/|x| (1 − d dᵀ), d = x/|x|.
    pub(crate) fn project(x: [f64; 3], bound: f64, dimensions: usize) -> Projection {
        let mut inside = Projection::inside(x);
        for i in dimensions..3 {
            inside.point[i] = 0.0;
            inside.by_x[i][i] = 0.0;
        }
        let size = length(inside.point);
        if size <= bound {
            return inside;
        }
        let d = inside.point.map(|x| x / size);
        let shrink = bound / size;
        let mut out = Projection {
            point: d.map(|d| bound * d),
            by_x: [[0.0; 3]; 3],
            by_bound: d,
        };
        for i in 0..dimensions {
            for j in 0..dimensions {
                let one = if i == j { 1.0 } else { 0.0 };
                out.by_x[i][j] = shrink * (one - d[i] * d[j]);
            }
        }
        out
    }

    /// |c|² over the axes `from..to`.
    pub(crate) fn constraint(c: [f64; 3], axes: std::ops::Range<usize>) -> Constraint {
        let mut out = Constraint {
            degree: 2,
            right: 1.0,
            value: 0.0,
            gradient: [0.0; 3],
            hessian: [[0.0; 3]; 3],
        };
        for i in axes {
            out.value += c[i] * c[i];
            out.gradient[i] = 2.0 * c[i];
            out.hessian[i][i] = 2.0;
        }
        out
    }
}
