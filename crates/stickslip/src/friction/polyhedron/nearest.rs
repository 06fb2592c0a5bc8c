//! The nearest point of a polyhedron, by Wolfe's method: a simplex of corners walks over the hull until no corner lies
//! nearer than the plane of the face it has reached.

use super::SAME;
use super::faces::Face;
use crate::friction::shape::Projection;
use crate::vector::{dot, length, minus, scale};

/// More exchanges than corners meet in any walk are rounding.
const WALK: usize = 500;

/// A polyhedron in scaled impulses.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scaled {
    /// e: half extents of the set, 1 along an axis without extent.
    pub(super) lengths: [f64; 3],
    /// The directions and the origin, whose hull the set is.
    corners: Vec<[f64; 3]>,
    /// Orthonormal vectors that span the set.
    span: Basis,
    /// Faces within the span: those that a flat set has upright on itself, not those that make it flat.
    walls: Vec<Face>,
}

impl Scaled {
    pub(super) fn new(directions: &[[f64; 3]], faces: &[Face]) -> Self {
        let size = directions.iter().map(|d| length(*d)).fold(0.0, f64::max);
        let lengths = std::array::from_fn(|i| {
            let highest = directions.iter().map(|d| d[i]).fold(0.0, f64::max);
            let lowest = directions.iter().map(|d| d[i]).fold(0.0, f64::min);
            let half = 0.5 * (highest - lowest);
            if half > SAME * size { half } else { 1.0 }
        });
        let shrink = |d: &[f64; 3]| std::array::from_fn(|i| d[i] / lengths[i]);
        let mut corners: Vec<[f64; 3]> = directions.iter().map(shrink).collect();
        corners.push([0.0; 3]);
        let mut span = Basis::default();
        while let Some(longest) = (corners.iter().map(|c| span.across(*c)))
            .max_by(|a, b| length(*a).total_cmp(&length(*b)))
            .filter(|c| length(*c) > SAME && span.count < 3)
        {
            span.add(longest);
        }
        let stretch = |&(a, b): &Face| (std::array::from_fn(|i| a[i] * lengths[i]), b);
        let within = |(a, _): &Face| length(span.along(*a)) > SAME * length(*a);
        let walls = faces.iter().map(stretch).filter(within).collect();
        Self {
            lengths,
            corners,
            span,
            walls,
        }
    }

    /// The nearest point of the set of size `bound`.
    pub(super) fn project(&self, x: [f64; 3], bound: f64) -> Projection {
        let flat = self.span.along(x);
        if self.walls.iter().all(|(a, b)| dot(*a, flat) <= b * bound) {
            return Projection {
                point: flat,
                by_x: self.span.projector(),
                by_bound: [0.0; 3],
            };
        }
        // P onto σF is σ times P onto F of x/σ
        let target = scale(1.0 / bound, flat);
        if !target.iter().all(|x| x.is_finite()) {
            return self.vanishing(flat, bound);
        }
        let point = nearest(self.corners.iter().copied(), target);
        // The point moves within the face it lies in, and with the bound away from the origin. A face has all corners
        // that lie as far along the way to x as the point does, whichever of them the walk ended with.
        let way = minus(target, point);
        let noise = 1e-15 * (1.0 + length(target));
        let mut face = Basis::default();
        for corner in &self.corners {
            let edge = minus(*corner, point);
            if dot(way, edge) >= -(SAME * length(way) + noise) {
                let rest = face.across(edge);
                if length(rest) > 1e-7 {
                    face.add(rest);
                }
            }
        }
        Projection {
            point: scale(bound, point),
            by_x: face.projector(),
            by_bound: face.across(point),
        }
    }

    /// The set of almost no size: of the points that lie farthest along x, the one nearest to the origin.
    fn vanishing(&self, x: [f64; 3], bound: f64) -> Projection {
        let highest = (self.corners.iter())
            .map(|c| dot(*c, x))
            .fold(0.0, f64::max);
        let far = |c: &[f64; 3]| dot(*c, x) >= highest - SAME * length(x);
        let by_bound = nearest(self.corners.iter().copied().filter(far), [0.0; 3]);
        Projection {
            point: scale(bound, by_bound),
            by_x: [[0.0; 3]; 3],
            by_bound,
        }
    }
}

/// Up to three orthonormal vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Basis {
    vectors: [[f64; 3]; 3],
    count: usize,
}

impl Basis {
    /// The part of x across the basis. Twice, because what remains of the first time may be mostly rounding.
    fn across(&self, x: [f64; 3]) -> [f64; 3] {
        let once = |x: [f64; 3]| {
            (self.vectors[..self.count].iter()).fold(x, |x, q| minus(x, scale(dot(*q, x), *q)))
        };
        match self.count {
            3 => [0.0; 3],
            _ => once(once(x)),
        }
    }

    /// The part of x along the basis.
    fn along(&self, x: [f64; 3]) -> [f64; 3] {
        match self.count {
            3 => x,
            _ => minus(x, self.across(x)),
        }
    }

    /// Adds a vector across the others, of any length.
    fn add(&mut self, rest: [f64; 3]) {
        if self.count < 3 {
            self.vectors[self.count] = scale(1.0 / length(rest), rest);
            self.count += 1;
        }
    }

    /// QQᵀ.
    fn projector(&self) -> [[f64; 3]; 3] {
        let mut p = [[0.0; 3]; 3];
        for i in 0..3 {
            for j in 0..3 {
                p[i][j] = match self.count {
                    3 => f64::from(u8::from(i == j)),
                    n => self.vectors[..n].iter().map(|q| q[i] * q[j]).sum(),
                };
            }
        }
        p
    }
}

/// Corners with positive weights that add up to 1.
#[derive(Clone, Copy, Debug, Default)]
struct Simplex {
    corners: [[f64; 3]; 4],
    weights: [f64; 4],
    count: usize,
}

impl Simplex {
    fn point(&self) -> [f64; 3] {
        // from a corner, so that weights that do not quite add up to 1 do no harm
        let base = self.corners[0];
        let mut point = base;
        for i in 1..self.count {
            let edge = minus(self.corners[i], base);
            (0..3).for_each(|k| point[k] += self.weights[i] * edge[k]);
        }
        point
    }

    fn remove(&mut self, i: usize) {
        self.count -= 1;
        self.corners[i] = self.corners[self.count];
        self.weights[i] = self.weights[self.count];
    }

    /// The weights with which the plane through all corners is nearest to the target; `None` if they do not span one.
    fn flat_weights(&self, target: [f64; 3]) -> Option<[f64; 4]> {
        let n = self.count - 1;
        let base = self.corners[0];
        // edges = Q R column by column, then R w = Qᵀ (target − base)
        let (mut basis, mut r, mut right) = (Basis::default(), [[0.0; 3]; 3], [0.0; 3]);
        let aim = minus(target, base);
        for j in 0..n {
            let edge = minus(self.corners[j + 1], base);
            for (i, q) in basis.vectors[..j].iter().enumerate() {
                r[i][j] = dot(*q, edge);
            }
            let rest = basis.across(edge);
            if length(rest) <= 1e-12 * length(edge) {
                return None;
            }
            basis.add(rest);
            r[j][j] = dot(basis.vectors[j], edge);
            right[j] = dot(basis.vectors[j], aim);
        }
        let mut weights = [0.0; 4];
        for i in (0..n).rev() {
            let later: f64 = (i + 1..n).map(|j| r[i][j] * weights[j + 1]).sum();
            weights[i + 1] = (right[i] - later) / r[i][i];
        }
        weights[0] = 1.0 - weights[1..].iter().sum::<f64>();
        Some(weights)
    }
}

/// The point of the hull of the corners (at least one) nearest to the target.
fn nearest(corners: impl Iterator<Item = [f64; 3]> + Clone, target: [f64; 3]) -> [f64; 3] {
    // ½|c − x|² without its constant part, which would drown the rest where x is far away
    let height = |c: &[f64; 3]| 0.5 * dot(*c, *c) - dot(*c, target);
    let lowest = |a: &[f64; 3], b: &[f64; 3]| height(a).total_cmp(&height(b));
    let mut simplex = Simplex::default();
    simplex.corners[0] = corners.clone().min_by(lowest).unwrap_or_default();
    (simplex.weights[0], simplex.count) = (1.0, 1);
    for _ in 0..WALK {
        let point = simplex.point();
        let way = minus(target, point);
        let farther = |a: &[f64; 3], b: &[f64; 3]| dot(way, *a).total_cmp(&dot(way, *b));
        let Some(next) = corners.clone().max_by(farther) else {
            break;
        };
        let gain = dot(way, minus(next, point));
        let known = simplex.corners[..simplex.count].contains(&next);
        if gain <= 1e-16 * length(way) || known || simplex.count == 4 {
            break;
        }
        let before = simplex;
        simplex.corners[simplex.count] = next;
        simplex.weights[simplex.count] = 0.0;
        simplex.count += 1;
        // to the nearest point of the plane through all of them, or as far as the simplex goes
        loop {
            let Some(wish) = simplex.flat_weights(target) else {
                simplex = before;
                return simplex.point();
            };
            let mut step = 1.0;
            let mut stop = None;
            for (i, (have, want)) in simplex.weights.iter().zip(wish).enumerate() {
                if i < simplex.count && want <= 0.0 {
                    let reach = have / (have - want);
                    if stop.is_none() || reach < step {
                        (step, stop) = (reach, Some(i));
                    }
                }
            }
            let Some(out) = stop else {
                simplex.weights = wish;
                break;
            };
            for (have, want) in simplex.weights.iter_mut().zip(wish) {
                *have += step * (want - *have);
            }
            simplex.remove(out);
        }
    }
    simplex.point()
}
