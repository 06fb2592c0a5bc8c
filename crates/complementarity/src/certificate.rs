//! The certificate: how well an answer solves a problem, from problem data and answer alone.
//!
//! Nothing a solver believes enters here. Relative figures are divided by the size of the data, never
//! by the size of the answer: dividing by ‖z‖ lets a diverging answer pass. For the same reason the
//! rounding error of evaluating w counts against the answer: where M z cancels from 10²⁰ down to
//! −q, a computed w of exactly zero says nothing.

use crate::kernels::{larger, smaller};
use crate::linear::{max_abs, norm2};
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
    /// Largest uncertainty of a w_i from rounding in its evaluation.
    pub rounding: f64,
    /// The larger of ‖min(z, w)‖₂ and ‖min(s z, w)‖₂, divided by ‖q‖₂, where s is the largest entry of M and each
    /// w_i is the worst within its rounding error.
    ///
    /// The second form puts z and w in the same unit, so that neither large nor small matrices flatter the answer.
    pub relative: f64,
    /// The data the relative figure is measured against.
    pub scale: Scale,
}

/// Memory for making certificates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Judge {
    w: Vec<f64>,
    rounding: Vec<f64>,
    /// Residuals row by row: min(z, w) and min(s z, w).
    plain: Vec<f64>,
    scaled: Vec<f64>,
}

impl Judge {
    /// Evaluates the problem at z and measures the residuals.
    pub(crate) fn certificate<P: Ncp + ?Sized>(&mut self, problem: &P, z: &[f64]) -> Certificate {
        self.w.resize(z.len(), 0.0);
        problem.eval(z, &mut self.w);
        let w = std::mem::take(&mut self.w);
        let certificate = self.measure(problem, problem.scale(), z, &w);
        self.w = w;
        certificate
    }

    /// Measures given the problem's scale and w = F(z), for callers that have evaluated them already.
    pub(crate) fn measure<P: Ncp + ?Sized>(
        &mut self,
        problem: &P,
        scale: Scale,
        z: &[f64],
        w: &[f64],
    ) -> Certificate {
        let n = z.len();
        let finite = |v: &[f64]| max_abs(v).is_finite();
        if !finite(z) || !finite(w) {
            return Certificate::worst(scale);
        }
        let (rounding, plain, scaled) = (&mut self.rounding, &mut self.plain, &mut self.scaled);
        rounding.resize(n, 0.0);
        problem.rounding(z, w, rounding);
        let mut c = Certificate {
            rounding: max_abs(rounding),
            scale,
            ..Certificate::worst(scale)
        };
        (c.z_negative, c.w_negative, c.product, c.natural) = (0.0, 0.0, 0.0, 0.0);
        plain.clear();
        scaled.clear();
        for i in 0..n {
            let (z, w, error) = (z[i], w[i], rounding[i]);
            if problem.is_free(i) {
                c.w_negative = larger(w.abs(), c.w_negative);
                c.natural = larger(w.abs(), c.natural);
                plain.push(w.abs() + error);
                scaled.push(w.abs() + error);
            } else {
                c.z_negative = larger(-z, c.z_negative);
                c.w_negative = larger(-w, c.w_negative);
                c.product = larger((z * w).abs(), c.product);
                c.natural = larger(smaller(z, w).abs(), c.natural);
                // an overflow of s·z leaves w as the minimum, which is right
                let off = |z: f64, w: f64| smaller(z, w).abs();
                let worst = |z: f64| larger(off(z, w - error), off(z, w + error));
                plain.push(worst(z));
                scaled.push(worst(scale.m * z));
            }
        }
        let residual = norm2(plain).max(norm2(scaled));
        c.relative = if residual == 0.0 {
            0.0
        } else if scale.q.is_finite() {
            residual / scale.q
        } else {
            // ‖q‖ overflowed: nothing can be said relative to it
            f64::INFINITY
        };
        if c.relative.is_nan() {
            Certificate::worst(scale)
        } else {
            c
        }
    }
}

impl Certificate {
    /// Evaluates the problem at z and measures the residuals.
    pub fn of<P: Ncp + ?Sized>(problem: &P, z: &[f64]) -> Self {
        Judge::default().certificate(problem, z)
    }

    /// The certificate of an answer that is no answer.
    pub fn worst(scale: Scale) -> Self {
        let bad = f64::INFINITY;
        Self {
            z_negative: bad,
            w_negative: bad,
            product: bad,
            natural: bad,
            rounding: bad,
            relative: bad,
            scale,
        }
    }

    /// Whether the relative residual is within the tolerance. NaN never passes.
    pub fn passes(&self, tolerance: f64) -> bool {
        self.relative <= tolerance
    }
}
