//! Friction described by any convex gauge ψ(β) ≤ σ of the user's own [Ste00 3.1].
//!
//! Everything is asked of g = ½Ψ², where Ψ is the gauge of scaled impulses: it is convex and smooth wherever ψ is, and
//! has a minimum wherever something linear is taken from it.

mod check;
mod minimise;

use super::directions;
use super::shape::{Constraint, Projection, Shape};
use crate::error::Error;
use crate::vector::{dot, length, minus, scale};
use minimise::{minimise, solve};
use std::fmt;
use std::sync::Arc;

/// A user's gauge: given impulses, ψ and its gradient.
type Gauge = dyn Fn([f64; 3]) -> (f64, [f64; 3]) + Send + Sync;

/// The set {ψ ≤ 1} of a convex function ψ that is homogeneous of degree 1 and positive except at 0.
#[derive(Clone)]
pub struct Convex(Arc<Set>);

/// What copies share: other sets are small, and every contact of a problem has its own.
struct Set {
    gauge: Box<Gauge>,
    dimensions: usize,
    lengths: [f64; 3],
}

impl Convex {
    /// ψ (N·s) and its gradient as a function of (c_t, c_o, c_r) (N·s, N·m·s), in the first `dimensions` of these; what
    /// it says about the others is ignored. It must have a gradient everywhere but at 0.
    ///
    /// Whether ψ is a gauge is tried at some dozens of points: finite, positive, homogeneous, with a gradient that
    /// supports it. A fault between them goes unseen.
    pub fn new(
        dimensions: usize,
        gauge: impl Fn([f64; 3]) -> (f64, [f64; 3]) + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        let lengths = check::reach(dimensions, &gauge)?;
        check::check(dimensions, lengths, &gauge)?;
        let mut set = Self(Arc::new(Set {
            gauge: Box::new(gauge),
            dimensions,
            lengths,
        }));
        // half the distance between the two planes across each axis that hold the set between them
        let half = |axis: usize| {
            let mut slip = [0.0; 3];
            slip[axis] = 1.0;
            let there = set.support(slip);
            slip[axis] = -1.0;
            0.5 * (there + set.support(slip))
        };
        let extents: Vec<f64> = (0..dimensions).map(half).collect();
        let own = Arc::get_mut(&mut set.0).expect("nobody else has it yet");
        own.lengths[..dimensions].copy_from_slice(&extents);
        Ok(set)
    }

    /// s without the axes that the set does not use.
    fn used(&self, s: [f64; 3]) -> [f64; 3] {
        std::array::from_fn(|i| if i < self.0.dimensions { s[i] } else { 0.0 })
    }

    /// Ψ and ∇g = Ψ∇Ψ at a scaled impulse.
    fn slope(&self, s: [f64; 3]) -> (f64, [f64; 3]) {
        if s == [0.0; 3] {
            return (0.0, s);
        }
        let c = std::array::from_fn(|i| s[i] * self.0.lengths[i]);
        let (psi, gradient) = (self.0.gauge)(c);
        let slope = std::array::from_fn(|i| psi * gradient[i] * self.0.lengths[i]);
        (psi, self.used(slope))
    }

    /// ∇²g by central differences of ∇g. It is homogeneous of degree 0: at 0, where it is not defined, its mean over
    /// the axes stands for it.
    fn curvature(&self, s: [f64; 3]) -> [[f64; 3]; 3] {
        let n = self.0.dimensions;
        let size = length(s);
        let mut h = [[0.0; 3]; 3];
        if size == 0.0 {
            for axis in 0..n {
                let mut unit = [0.0; 3];
                unit[axis] = 1.0;
                let part = self.curvature(unit);
                (0..9).for_each(|k| h[k / 3][k % 3] += part[k / 3][k % 3] / n as f64);
            }
            return h;
        }
        let s = scale(1.0 / size, s);
        let width = 6e-6;
        for j in 0..n {
            let (mut ahead, mut behind) = (s, s);
            ahead[j] += width;
            behind[j] -= width;
            let width = ahead[j] - behind[j];
            let change = minus(self.slope(ahead).1, self.slope(behind).1);
            for i in 0..n {
                h[i][j] = change[i] / width;
            }
        }
        std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (h[i][j] + h[j][i])))
    }

    /// The point of the set that lies farthest along w, in scaled impulses: the minimum of g(s) − w·s, scaled back.
    fn farthest(&self, w: [f64; 3]) -> [f64; 3] {
        let size = length(w);
        if size == 0.0 {
            return [0.0; 3];
        }
        let w = scale(1.0 / size, w);
        let s = minimise(self, w, 0.0, 1.0, scale(1.0 / self.slope(w).0.powi(2), w));
        scale(1.0 / self.slope(s).0, s)
    }

    /// The nearest point of the set of size 1 to z outside of it, with λ: z = s + λ∇g(s), Ψ(s) = 1.
    ///
    /// For each λ the equation has one solution, the minimum of ½|s − z|² + λ g(s). Its 1/Ψ grows with λ, for a ball in a
    /// straight line, so that Newton's method for 1/Ψ = 1 needs few rounds; a bracket keeps it on the way.
    fn nearest(&self, z: [f64; 3]) -> ([f64; 3], f64) {
        let outside = self.slope(z).0;
        let mut s = scale(1.0 / outside, z);
        let (mut low, mut high) = (0.0, f64::INFINITY);
        let start = self.slope(s).1;
        let mut lambda = dot(minus(z, s), start) / dot(start, start);
        for _ in 0..100 {
            s = minimise(self, z, 1.0, lambda, s);
            let (psi, slope) = self.slope(s);
            match psi > 1.0 {
                true => low = lambda,
                false => high = lambda,
            }
            if (psi - 1.0).abs() <= 4e-16 {
                break;
            }
            // ds/dλ = −(1 + λ∇²g)⁻¹ ∇g, and Ψ changes by ∇g·ds/Ψ
            let turned = solve(self.stiffness(s, lambda), slope);
            let falling = dot(slope, turned) / psi;
            let next = lambda + psi * (psi - 1.0) / falling;
            let middle = match high.is_finite() {
                true => 0.5 * (low + high),
                false => 2.0 * lambda,
            };
            let inside = next > low && next < high;
            let next = if inside { next } else { middle };
            if (next - lambda).abs() <= 2e-16 * lambda {
                break;
            }
            lambda = next;
        }
        (s, lambda)
    }

    /// 1 + λ∇²g, with 1 along unused axes.
    fn stiffness(&self, s: [f64; 3], lambda: f64) -> [[f64; 3]; 3] {
        let mut m = self.curvature(s);
        for (i, row) in m.iter_mut().enumerate() {
            row.iter_mut().for_each(|x| *x *= lambda);
            row[i] += 1.0;
        }
        m
    }
}

impl fmt::Debug for Convex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Convex {{ dimensions: {} }}", self.0.dimensions)
    }
}

impl PartialEq for Convex {
    /// Functions cannot be compared: the same one is equal.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Shape for Convex {
    fn dimensions(&self) -> usize {
        self.0.dimensions
    }

    fn lengths(&self) -> [f64; 3] {
        self.0.lengths
    }

    fn gauge(&self, c: [f64; 3]) -> f64 {
        match c[self.0.dimensions..].iter().all(|&x| x == 0.0) {
            true if c == [0.0; 3] => 0.0,
            true => (self.0.gauge)(c).0,
            false => f64::INFINITY,
        }
    }

    fn argmax(&self, slip: [f64; 3]) -> [f64; 3] {
        let against = std::array::from_fn(|i| -slip[i] * self.0.lengths[i]);
        let s = self.farthest(self.used(against));
        std::array::from_fn(|i| s[i] * self.0.lengths[i])
    }

    fn project(&self, x: [f64; 3], bound: f64) -> Projection {
        let x = self.used(x);
        if self.slope(x).0 <= bound {
            let mut inside = Projection::inside(x);
            (self.0.dimensions..3).for_each(|i| inside.by_x[i][i] = 0.0);
            return inside;
        }
        // P onto σF is σ times P onto F of x/σ
        let z = scale(1.0 / bound, x);
        if !z.iter().all(|z| z.is_finite()) {
            let by_bound = self.farthest(x);
            return Projection {
                point: scale(bound, by_bound),
                by_x: [[0.0; 3]; 3],
                by_bound,
            };
        }
        let (s, lambda) = self.nearest(z);
        // with K = (1 + λ∇²g)⁻¹ and n = ∇g: K − K n nᵀ K/(nᵀ K n), and n keeps its share of the bound
        let stiffness = self.stiffness(s, lambda);
        let normal = self.slope(s).1;
        let turned = solve(stiffness, normal);
        let share = dot(normal, turned);
        let mut by_x = [[0.0; 3]; 3];
        for j in 0..self.0.dimensions {
            let mut unit = [0.0; 3];
            unit[j] = 1.0;
            let column = solve(stiffness, unit);
            for i in 0..self.0.dimensions {
                by_x[i][j] = column[i] - turned[i] * turned[j] / share;
            }
        }
        // σ P(x/σ) changes with σ by P − P′ z
        let along = by_x.map(|row| dot(row, z));
        Projection {
            point: scale(bound, s),
            by_x,
            by_bound: minus(s, along),
        }
    }

    fn constraints(&self) -> usize {
        1
    }

    /// Ψ², of degree 2.
    fn constraint(&self, _: usize, c: [f64; 3]) -> Constraint {
        let c = self.used(c);
        let (psi, slope) = self.slope(c);
        Constraint {
            degree: 2,
            right: 1.0,
            value: psi * psi,
            gradient: scale(2.0, slope),
            hessian: self.curvature(c).map(|row| scale(2.0, row)),
        }
    }

    fn facets(&self, k: usize) -> Vec<[f64; 3]> {
        let onto = |d: &[f64; 3]| {
            let c: [f64; 3] = std::array::from_fn(|i| d[i] * self.0.lengths[i]);
            scale(1.0 / self.gauge(c), c)
        };
        directions::around(self.0.dimensions, k)
            .iter()
            .map(onto)
            .collect()
    }
}
