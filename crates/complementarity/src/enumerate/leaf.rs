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
}

/// All solutions of a leaf.
#[derive(Debug)]
pub(super) struct Leaf {
    pub(super) support: Support,
    pub(super) generators: Vec<Generator>,
}

/// Why a leaf gives nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nothing {
    /// No solution.
    Empty,
    /// More generators than can be listed.
    TooLarge,
}

impl Leaf {
    /// Vertices and rays of {x ≥ 0 : every row ≥ 0}, x the z of the remaining columns.
    pub(super) fn new(tableau: &mut Tableau) -> Result<Self, Nothing> {
        tableau.finish();
        let n = tableau.choice.len();
        let rows: Vec<usize> = (0..n).filter(|&r| !tableau.equation[r]).collect();
        // equations left over have no entries; their constants must vanish
        if (0..n).any(|r| tableau.equation[r] && tableau.sign(r) != 0) {
            return Err(Nothing::Empty);
        }
        let generators: Vec<Generator> = if tableau.columns.is_empty() {
            if rows.iter().any(|&r| tableau.sign(r) < 0) {
                return Err(Nothing::Empty);
            }
            vec![Generator::new(tableau, &[1.0])]
        } else {
            // every row in units of its own size; the last coordinate stands for the constant 1
            let cone: Vec<Vec<f64>> = rows
                .iter()
                .map(|&r| {
                    let size = tableau.entry_size[r].max(tableau.constant_size[r]);
                    let entries = tableau.columns.iter().map(|&c| tableau.row(r)[c]);
                    let row = entries.chain([tableau.constant[r]]).map(|a| a / size);
                    row.map(|a| {
                        if a.abs() <= zero(CONSTANT, size) / size {
                            0.0
                        } else {
                            a
                        }
                    })
                    .collect()
                })
                .collect();
            let dimension = tableau.columns.len() + 1;
            let rays = extreme_rays(&cone, dimension, CONSTANT, MAX_GENERATORS);
            let rays = rays.ok_or(Nothing::TooLarge)?;
            rays.iter().map(|y| Generator::new(tableau, y)).collect()
        };
        if generators.iter().all(|g| g.is_ray) {
            return Err(Nothing::Empty);
        }
        let mut support = Support::new(n);
        generators.iter().for_each(|g| support.union(&g.support));
        Ok(Self {
            support,
            generators,
        })
    }
}

impl Generator {
    /// The point or direction with coordinates y = (x, τ): τ x-units of the constant, none for a ray.
    fn new(tableau: &Tableau, y: &[f64]) -> Self {
        let n = tableau.choice.len();
        let (x, mut tau) = (&y[..y.len() - 1], y[y.len() - 1]);
        let is_ray = tau <= CONSTANT * max_abs(x);
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
        Self { z, support, is_ray }
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
