//! F(x, p) = 0 of one mode, as a curve: tangents, and the point a given length ahead.
//!
//! The unknowns are x and, last, the parameter in units of the range. Where motion does not determine all forces the curve is a surface; then
//! the way ahead is the old way, as far as it lies in the surface.

use super::equations::{Equations, norm};
use super::least_norm::LeastNorm;
use super::mode::Modes;
use super::newton::{Smooth, newton};
use super::scaled::{Scaled, Units};
use complementarity::Matrix;
use stickslip::{Error, InstantProblem};

/// A family of problems over a range of its parameter.
pub(super) struct Family<'a> {
    pub(super) problem: &'a dyn Fn(f64) -> Result<InstantProblem, Error>,
    pub(super) range: [f64; 2],
    pub(super) units: Units,
}

impl Family<'_> {
    /// The problem at a parameter in units of the range.
    pub(super) fn at(&self, p: f64) -> Option<Scaled> {
        let problem = (self.problem)(self.parameter(p)).ok()?;
        Scaled::of(&problem.reduce().ok()?, &self.units)
    }

    /// The parameter, from 0 to 1 over the range.
    pub(super) fn parameter(&self, p: f64) -> f64 {
        let [low, high] = self.range;
        match p {
            // the ends to the last bit
            1.0 => high,
            _ => low + p * (high - low),
        }
    }
}

/// The curve of a mode.
pub(super) struct Curve<'a> {
    pub(super) family: &'a Family<'a>,
    pub(super) modes: &'a Modes,
}

/// How far, in the parameter, two problems are apart whose difference stands for the derivative.
const STEP: f64 = 1e-6;

impl Curve<'_> {
    /// What a function of the equations says at a point (x, p).
    pub(super) fn with<T>(
        &self,
        y: &[f64],
        what: impl FnOnce(&Equations, &[f64]) -> T,
    ) -> Option<T> {
        let (p, x) = y.split_last()?;
        let problem = self.family.at(*p)?;
        let equations = Equations {
            problem: &problem,
            modes: self.modes,
        };
        (equations.len() == x.len()).then(|| what(&equations, x))
    }

    /// The direction in which the curve goes on, of length 1, if it goes anywhere near `old`.
    pub(super) fn tangent(&self, y: &[f64], old: &[f64]) -> Option<Vec<f64>> {
        let by = self.jacobian(y)?;
        let mut across = vec![0.0; by.rows()];
        by.mul_add(old, &mut across);
        let off = LeastNorm::new(&by).solve(&across);
        let along: Vec<f64> = old.iter().zip(&off).map(|(t, off)| t - off).collect();
        let size = norm(&along);
        (size > 1e-3 * norm(old)).then(|| along.iter().map(|t| t / size).collect())
    }

    /// The point on the curve whose component along a tangent is `length` more than that of y, and how many steps it took.
    pub(super) fn ahead(
        &self,
        y: &[f64],
        tangent: &[f64],
        length: f64,
    ) -> Option<(Vec<f64>, usize)> {
        let guess: Vec<f64> = y.iter().zip(tangent).map(|(y, t)| y + length * t).collect();
        self.meet(guess, tangent)
    }

    /// The point on the curve at a parameter.
    pub(super) fn at_parameter(&self, mut y: Vec<f64>, p: f64) -> Option<Vec<f64>> {
        let mut along = vec![0.0; y.len()];
        *along.last_mut()? = 1.0;
        *y.last_mut()? = p;
        let mut y = self.meet(y, &along)?.0;
        *y.last_mut()? = p;
        Some(y)
    }

    /// The point on the curve nearest to a guess in the plane through it and across `normal`.
    fn meet(&self, guess: Vec<f64>, normal: &[f64]) -> Option<(Vec<f64>, usize)> {
        let place = dot(&guess, normal);
        let cut = Cut {
            curve: self,
            normal,
            place,
        };
        newton(&cut, guess, 12)
    }
}

/// A curve and a plane across it.
struct Cut<'a> {
    curve: &'a Curve<'a>,
    normal: &'a [f64],
    place: f64,
}

impl Smooth for Curve<'_> {
    fn residual(&self, y: &[f64]) -> Option<Vec<f64>> {
        self.with(y, |equations, x| equations.residual(x))
    }

    /// F by x, and by the parameter as a difference that stays in the range.
    fn jacobian(&self, y: &[f64]) -> Option<Matrix> {
        let by_x = self.with(y, |equations, x| equations.jacobian(x))?;
        let p = *y.last()?;
        let near = |p: f64| {
            let mut y = y.to_vec();
            *y.last_mut()? = p;
            self.residual(&y)
        };
        let (before, after) = match (p - STEP < 0.0, p + STEP > 1.0) {
            (true, _) => (p, p + STEP),
            (_, true) => (p - STEP, p),
            _ => (p - STEP, p + STEP),
        };
        let (low, high) = (near(before)?, near(after)?);
        let n = by_x.cols();
        Some(Matrix::from_fn(by_x.rows(), n + 1, |i, j| match j == n {
            true => (high[i] - low[i]) / (after - before),
            false => by_x[(i, j)],
        }))
    }
}

impl Smooth for Cut<'_> {
    fn residual(&self, y: &[f64]) -> Option<Vec<f64>> {
        let mut f = self.curve.residual(y)?;
        f.push(dot(y, self.normal) - self.place);
        Some(f)
    }

    fn jacobian(&self, y: &[f64]) -> Option<Matrix> {
        let by = self.curve.jacobian(y)?;
        let m = by.rows();
        Some(Matrix::from_fn(m + 1, by.cols(), |i, j| match i == m {
            true => self.normal[j],
            false => by[(i, j)],
        }))
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
