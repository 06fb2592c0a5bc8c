//! The certificate: how well an answer solves a problem, from problem data and answer alone.
//!
//! Nothing a solver believes enters here. Relative figures are divided by the size of the data, never
//! by the size of the answer: dividing by ‖z‖ lets a diverging answer pass.

use crate::linear::norm2;
use crate::problem::{Ncp, Scale};

/// Residuals of an answer z with w = F(z). All figures are ≥ 0, and infinite if z or w is not finite.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Certificate {
    /// How far below zero the most negative restricted z_i lies.
    pub z_negative: f64,
    /// How far below zero the most negative w_i lies; for free rows, the largest |w_i|.
    pub w_negative: f64,
    /// Largest complementarity product |z_i w_i| over the restricted rows.
    pub product: f64,
    /// ‖min(z, w)‖∞, with w_i in place of the minimum on free rows: zero exactly at solutions.
    pub natural: f64,
    /// The larger of ‖min(z, w)‖₂ and ‖min(s z, w)‖₂, divided by ‖q‖₂, where s is the largest entry of M.
    ///
    /// The second form puts z and w in the same unit, so that neither large nor small matrices flatter the answer.
    pub relative: f64,
    /// The data the relative figure is measured against.
    pub scale: Scale,
}

impl Certificate {
    /// Evaluates the problem at z and measures the residuals.
    pub fn of(problem: &(impl Ncp + ?Sized), z: &[f64]) -> Self {
        let mut w = vec![0.0; z.len()];
        problem.eval(z, &mut w);
        Self::measure(z, &w, |i| problem.is_free(i), problem.scale())
    }

    /// Measures given z and w = F(z); `is_free(i)` tells the equations.
    pub fn measure(z: &[f64], w: &[f64], is_free: impl Fn(usize) -> bool, scale: Scale) -> Self {
        let mut c = Self {
            z_negative: 0.0,
            w_negative: 0.0,
            product: 0.0,
            natural: 0.0,
            relative: 0.0,
            scale,
        };
        let (mut plain, mut scaled) = (Vec::with_capacity(z.len()), Vec::with_capacity(z.len()));
        for (i, (&zi, &wi)) in z.iter().zip(w).enumerate() {
            if !zi.is_finite() || !wi.is_finite() {
                return Self::worst(scale);
            }
            if is_free(i) {
                c.w_negative = c.w_negative.max(wi.abs());
                plain.push(wi);
                scaled.push(wi);
            } else {
                c.z_negative = c.z_negative.max(-zi);
                c.w_negative = c.w_negative.max(-wi);
                c.product = c.product.max((zi * wi).abs());
                plain.push(zi.min(wi));
                // an overflow of s·z leaves w as the minimum, which is right
                scaled.push((scale.m * zi).min(wi));
            }
        }
        c.natural = crate::linear::max_abs(&plain);
        let residual = norm2(&plain).max(norm2(&scaled));
        c.relative = if residual == 0.0 {
            0.0
        } else {
            residual / scale.q
        };
        if c.relative.is_nan() {
            Self::worst(scale)
        } else {
            c
        }
    }

    /// The certificate of an answer that is no answer.
    pub fn worst(scale: Scale) -> Self {
        let bad = f64::INFINITY;
        Self {
            z_negative: bad,
            w_negative: bad,
            product: bad,
            natural: bad,
            relative: bad,
            scale,
        }
    }

    /// Whether the relative residual is within the tolerance. NaN never passes.
    pub fn passes(&self, tolerance: f64) -> bool {
        self.relative <= tolerance
    }
}
