//! The solutions of one leaf: with every pair decided, a polyhedron in as many variables as the basis lacks rank.

use super::scaling::Scaled;
use super::tableau::{CONSTANT, Choice, Tableau, zero};
use crate::certificate::Certificate;
use crate::double_description::extreme_rays;
use crate::linear::{Lu, Matrix, max_abs};
use crate::problem::Lcp;

/// A value of z or w within this part of its row's size is zero at a solution.
const SUPPORT: f64 = 1e-9;
/// Bound on the generators of one piece; beyond it the piece counts as too large to list.
const MAX_GENERATORS: usize = 5_000;
/// Zero tests of the second try at a leaf, relative to those of the first.
const FAINT: f64 = 1e-4;
/// Smallest ratio of LU pivots with which a vertex is computed anew.
const WELL_CONDITIONED: f64 = 1e-14;

/// The z and w that are positive somewhere on a piece: bit 2i for z_i, bit 2i + 1 for w_i.
///
/// A leaf contains every solution that is positive only where its own solutions are. So one piece
/// contains another exactly if its support does, and equal supports mean equal pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Support(Vec<u64>);

impl Support {
    fn new(n: usize) -> Self {
        Self(vec![0; (2 * n).div_ceil(64)])
    }

    fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn has(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn union(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    /// The z and w that a leaf allows to be positive.
    pub(super) fn allowed(leaf: &Tableau) -> Self {
        let mut support = Self::new(leaf.choice.len());
        for (i, &choice) in leaf.choice.iter().enumerate() {
            support.insert(2 * i + usize::from(choice == Choice::Zero));
        }
        support
    }

    /// How many there are, at most one of a pair.
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether everything in `self` is in `other`.
    pub(super) fn within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & b == *a)
    }
}

/// A vertex or an extreme ray, in scaled variables.
#[derive(Debug)]
pub(super) struct Generator {
    z: Vec<f64>,
    support: Support,
    is_ray: bool,
    /// Whether it is a direction only because a number near zero counts as zero.
    doubtful: bool,
}

/// All solutions of a leaf.
#[derive(Debug)]
pub(super) struct Leaf {
    pub(super) support: Support,
    pub(super) generators: Vec<Generator>,
    /// Whether rounding errors may have decided what belongs to it.
    pub(super) doubtful: bool,
}

/// Why a leaf gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nothing {
    /// No solution.
    Empty,
    /// None was found, but rounding errors may have decided that.
    Unclear,
    /// More generators than can be listed.
    TooLarge,
}

impl Leaf {
    /// Vertices and rays of {x ≥ 0 : every row ≥ 0}, x the z of the remaining columns.
    ///
    /// If there is none on account of numbers near zero they are taken at face value in a second try.
    pub(super) fn new(tableau: &mut Tableau) -> Result<Self, Nothing> {
        tableau.finish();
        let hidden = tableau.hides_pivots();
        match Self::list(tableau, 1.0) {
            Ok(leaf) => Ok(Self {
                doubtful: leaf.doubtful || hidden,
                ..leaf
            }),
            Err(Nothing::Empty) if !hidden => Err(Nothing::Empty),
            Err(Nothing::TooLarge) => Err(Nothing::TooLarge),
            Err(_) => {
                tableau.finish_faint();
                let leaf = Self::list(tableau, FAINT).map_err(|_| Nothing::Unclear)?;
                Ok(Self {
                    doubtful: true,
                    ..leaf
                })
            }
        }
    }

    /// What the finished tableau describes, with all zero tests multiplied by a factor.
    fn list(tableau: &Tableau, factor: f64) -> Result<Self, Nothing> {
        let n = tableau.choice.len();
        let rows: Vec<usize> = (0..n).filter(|&r| !tableau.equation[r]).collect();
        // equations left over have no entries; their constants must vanish
        let mut wrong = (0..n).filter(|&r| tableau.equation[r] && tableau.sign(r) != 0);
        let mut negative =
            (rows.iter().copied()).filter(|&r| tableau.columns.is_empty() && tableau.sign(r) < 0);
        if let Some(first) = wrong.next().or_else(|| negative.next()) {
            let mut all = [first].into_iter().chain(wrong).chain(negative);
            // one sure contradiction is enough
            return Err(if all.any(|r| tableau.sure_sign(r).is_some()) {
                Nothing::Empty
            } else {
                Nothing::Unclear
            });
        }
        let tolerance = factor * CONSTANT;
        let mut doubtful = false;
        let generators: Vec<Generator> = if tableau.columns.is_empty() {
            vec![Generator::new(tableau, &[1.0], tolerance)]
        } else {
            let (cone, unsure) = cone(tableau, &rows, factor);
            let dimension = tableau.columns.len() + 1;
            let found = extreme_rays(&cone, dimension, tolerance, MAX_GENERATORS);
            let found = found.ok_or(Nothing::TooLarge)?;
            let new = |y: &Vec<f64>| Generator::new(tableau, y, tolerance);
            let generators: Vec<Generator> = found.rays.iter().map(new).collect();
            doubtful = unsure || found.doubtful || generators.iter().any(|g| g.doubtful);
            generators
        };
        if generators.iter().all(|g| g.is_ray) {
            return Err(if doubtful {
                Nothing::Unclear
            } else {
                Nothing::Empty
            });
        }
        let mut support = Support::new(n);
        generators.iter().for_each(|g| support.union(&g.support));
        Ok(Self {
            support,
            generators,
            doubtful,
        })
    }
}

/// The inequalities in units of their own sizes, the last coordinate standing for the constant 1; and
/// whether a number that may not be zero was taken for zero.
fn cone(tableau: &Tableau, rows: &[usize], factor: f64) -> (Vec<Vec<f64>>, bool) {
    let mut unsure = false;
    let mut cone = Vec::with_capacity(rows.len());
    for &r in rows {
        let size = tableau.entry_size[r].max(tableau.constant_size[r]);
        let margin = factor * zero(CONSTANT, size);
        let mut clean = |a: f64, sure: Option<i8>| {
            let small = a.abs() <= margin;
            unsure |= if small {
                sure != Some(0)
            } else {
                sure.is_none()
            };
            if small { 0.0 } else { a / size }
        };
        let entries = tableau.columns.iter();
        let mut row: Vec<f64> = entries
            .map(|&c| clean(tableau.row(r)[c], tableau.sure_entry(r, c)))
            .collect();
        row.push(clean(tableau.constant[r], tableau.sure_constant(r)));
        cone.push(row);
    }
    (cone, unsure)
}

impl Generator {
    /// The point or direction with coordinates y = (x, τ): τ x-units of the constant, none for a ray.
    fn new(tableau: &Tableau, y: &[f64], tolerance: f64) -> Self {
        let n = tableau.choice.len();
        let (x, mut tau) = (&y[..y.len() - 1], y[y.len() - 1]);
        let is_ray = tau <= tolerance * max_abs(x);
        let doubtful = is_ray && tau > 0.0;
        if is_ray {
            tau = 0.0;
        }
        let (mut z, mut support) = (vec![0.0; n], Support::new(n));
        for (&c, &x) in tableau.columns.iter().zip(x) {
            z[c] = x;
            if x > SUPPORT * max_abs(y) {
                support.insert(2 * c);
            }
        }
        for r in (0..n).filter(|&r| !tableau.equation[r]) {
            let row = tableau.row(r);
            let value = tableau
                .columns
                .iter()
                .zip(x)
                .map(|(&c, x)| row[c] * x)
                .sum::<f64>();
            let value = value + tau * tableau.constant[r];
            let size = tau * tableau.constant_size[r] + max_abs(x) * tableau.entry_size[r];
            if let Some(c) = tableau.holds[r] {
                z[c] = value.max(0.0);
            }
            if value > zero(SUPPORT, size) {
                support.insert(tableau.holds[r].map_or(2 * r + 1, |c| 2 * c));
            }
        }
        if !is_ray {
            z.iter_mut().for_each(|z| *z /= tau);
        }
        Self {
            z,
            support,
            is_ray,
            doubtful,
        }
    }

    /// Whether it is a direction.
    pub(super) fn is_ray(&self) -> bool {
        self.is_ray
    }

    /// In the variables of the original problem. A vertex comes with its certificate.
    ///
    /// Of three forms of a vertex — solved anew, with zeros off the support, as the tableau has it — the
    /// first with the best certificate counts: in a nearly singular basis none of them is always best.
    pub(super) fn unscale(&self, lcp: &Lcp, scaled: &Scaled) -> (Vec<f64>, Certificate) {
        let mut clean = self.z.clone();
        for i in (0..clean.len()).filter(|&i| !self.support.has(2 * i)) {
            clean[i] = 0.0;
        }
        if self.is_ray {
            return (
                scaled.unscale_ray(&clean),
                Certificate::worst(crate::Ncp::scale(lcp)),
            );
        }
        let mut best = (Vec::new(), Certificate::worst(crate::Ncp::scale(lcp)));
        for z in self
            .refined(scaled)
            .into_iter()
            .chain([clean, self.z.clone()])
        {
            let z = scaled.unscale(&z);
            let certificate = Certificate::of(lcp, &z);
            if certificate.relative < best.1.relative {
                best = (z, certificate);
            }
        }
        best
    }

    /// The vertex solved once more from the data, M_αα z_α = −q_α on its support α, if that is well posed.
    fn refined(&self, scaled: &Scaled) -> Option<Vec<f64>> {
        let support: Vec<usize> = (0..self.z.len())
            .filter(|&i| self.support.has(2 * i))
            .collect();
        let lu = Lu::new(&scaled.m.select(&support, &support));
        if support.is_empty() || lu.pivot_ratio() < WELL_CONDITIONED {
            return None;
        }
        let mut z = vec![0.0; self.z.len()];
        // a solve, and a correction by the residual
        for _ in 0..2 {
            let mut step: Vec<f64> = support.iter().map(|&i| -residual(scaled, i, &z)).collect();
            if !lu.solve(&mut step) {
                return None;
            }
            support
                .iter()
                .zip(&step)
                .for_each(|(&i, step)| z[i] += step);
        }
        z.iter().all(|&z| z >= 0.0).then_some(z)
    }
}

/// Row i of M z + q.
fn residual(scaled: &Scaled, i: usize, z: &[f64]) -> f64 {
    let m: &Matrix = &scaled.m;
    scaled.q[i] + (0..z.len()).map(|j| m[(i, j)] * z[j]).sum::<f64>()
}
