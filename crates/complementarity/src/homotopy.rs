//! Homotopy from a trivial problem: the last resort.
//!
//! \[APS98 3.2\] name homotopy as the way to solve complementarity problems whose existence proof is topological.
//! The problem is deformed, t from 0 to 1, as F_t(z) = t F(z) + (1 − t)(z − a), and its complementarity smoothed,
//!
//! ```text
//! φ(z, w; μ) = ½ (z + w − √((z − w)² + 4μ²)),   zero where z > 0, w > 0, z w = μ²;   μ = (1 − t) μ₀.
//! ```
//!
//! At t = 0 the solution is known and unique; at t = 1 it solves the problem. For almost every a the zeros of the
//! deformation form a smooth curve \[CMY78\], which leaves t = 0 and cannot return there: it reaches t = 1 or runs
//! to infinity. It is followed by its arclength, so that it may turn back in t, with Euler steps along the
//! tangent and Newton corrections across it. Near t = 1, Newton's method on the true problem takes over.
//! If one curve fails, another a gives another curve.

use crate::TOLERANCE;
use crate::balance::{Balanced, spread};
use crate::linear::{Lu, Matrix, dot, max_abs, norm2};
use crate::newton;
use crate::outcome::{Outcome, Status};
use crate::polish::{active_set, polish};
use crate::problem::Ncp;

/// How to run the homotopy.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// Bound on [`crate::Certificate::relative`] for an answer to count; 1e-14 to 1e-6. Below, rounding decides.
    pub tolerance: f64,
    /// Most steps along curves and of the end game, over all curves.
    pub max_iterations: usize,
    /// Most curves to follow, each from its own a (a fixed sequence: the method is deterministic).
    pub curves: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tolerance: TOLERANCE,
            max_iterations: 4000,
            curves: 16,
        }
    }
}

/// μ₀, the smoothing at t = 0, in balanced units.
const SMOOTHING: f64 = 1.0;
/// Newton corrections per step.
const CORRECTIONS: usize = 5;
/// Residual that ends the corrections, relative to 1 + ‖y‖∞.
const ON_CURVE: f64 = 1e-7;
/// Steps shorter than this (relative to 1 + ‖y‖∞) give the curve up.
const SHORTEST: f64 = 1e-9;
/// Longest step, relative to 1 + ‖y‖∞.
const LONGEST: f64 = 0.5;
/// Size of y, in balanced units, that counts as infinity.
const INFINITE: f64 = 1e9;
/// Cosine between successive tangents below which the step was too long.
const STRAIGHT: f64 = 0.6;
/// Newton steps of one end game.
const END_GAME: usize = 40;

/// Solves 0 ≤ z ⊥ F(z) ≥ 0 (with free rows F_i = 0); the first curve starts near `start`.
///
/// Entries of `start` that are missing or not finite count as 0.
pub fn solve<P: Ncp + ?Sized>(problem: &P, start: &[f64], settings: &Settings) -> Outcome {
    let mut problem = Balanced::new(problem, start, settings.tolerance);
    let mut curve = Curve::new(problem.len());
    let (mut used, mut claim) = (0, Status::Stalled);
    for k in 0..settings.curves.max(1) {
        curve.begin(k, &problem);
        let (end, steps) = follow(&mut problem, &mut curve, settings.max_iterations - used);
        used += steps;
        claim = end;
        if problem.solved() || claim == Status::IterationLimit {
            break;
        }
    }
    problem.finish(claim, "homotopy", used)
}

/// A point x = (y, t) of a curve, its tangent, and scratch.
struct Curve {
    a: Vec<f64>,
    x: Vec<f64>,
    tangent: Vec<f64>,
    trial: Vec<f64>,
    trial_tangent: Vec<f64>,
    v: Vec<f64>,
    phi: Vec<f64>,
    derivative: Matrix,
    /// Derivative of φ by (y, t), with the tangent as last row.
    bordered: Matrix,
}

impl Curve {
    fn new(n: usize) -> Self {
        let zeros = |n| vec![0.0; n];
        Self {
            a: zeros(n),
            x: zeros(n + 1),
            tangent: zeros(n + 1),
            trial: zeros(n + 1),
            trial_tangent: zeros(n + 1),
            v: zeros(n),
            phi: zeros(n),
            derivative: Matrix::zeros(n, n),
            bordered: Matrix::zeros(n + 1, n + 1),
        }
    }

    /// Chooses the k-th a and puts x on the known solution at t = 0.
    fn begin<P: Ncp + ?Sized>(&mut self, k: usize, problem: &Balanced<P>) {
        let n = self.a.len();
        let size = [1.0, 4.0, 0.25, 16.0][k % 4];
        let start = problem.start();
        for i in 0..n {
            self.a[i] = start[i] + size * (2.0 * spread(k, i) - 1.0);
            // y − a = μ₀²/y on restricted rows
            let half = 0.5 * self.a[i];
            self.x[i] = if problem.free()[i] {
                self.a[i]
            } else {
                half + half.hypot(SMOOTHING)
            };
        }
        self.x[n] = 0.0;
        self.tangent.fill(0.0);
        self.tangent[n] = 1.0;
    }

    /// phi ← φ at the trial point, and bordered ← its derivative over the tangent; false if not finite.
    fn linearise<P: Ncp + ?Sized>(&mut self, problem: &mut Balanced<P>) -> bool {
        let n = self.a.len();
        let (y, t) = (&self.trial[..n], self.trial[n]);
        if !problem.eval(y, &mut self.v) || !problem.jacobian(y, &mut self.derivative) {
            return false;
        }
        let mu = (1.0 - t) * SMOOTHING;
        for i in 0..n {
            // w = t F + (1 − t)(y − a) and its derivative by t
            let w = t * self.v[i] + (1.0 - t) * (y[i] - self.a[i]);
            let w_t = self.v[i] - (y[i] - self.a[i]);
            let (slope_z, slope_w, slope_mu) = if problem.free()[i] {
                self.phi[i] = w;
                (0.0, 1.0, 0.0)
            } else {
                let root = (y[i] - w).hypot(2.0 * mu);
                self.phi[i] = smoothed(y[i], w, mu, root);
                let lean = if root > 0.0 { (y[i] - w) / root } else { 0.0 };
                (
                    0.5 * (1.0 - lean),
                    0.5 * (1.0 + lean),
                    if root > 0.0 { -2.0 * mu / root } else { 0.0 },
                )
            };
            for j in 0..n {
                self.bordered[(i, j)] = slope_w * t * self.derivative[(i, j)];
            }
            self.bordered[(i, i)] += slope_z + slope_w * (1.0 - t);
            self.bordered[(i, n)] = slope_w * w_t - slope_mu * SMOOTHING;
        }
        for j in 0..=n {
            self.bordered[(n, j)] = self.tangent[j];
        }
        true
    }
    /// trial_tangent ← the unit tangent at the trial point, on the same side as the current tangent; the cosine
    /// between the two, or `None` if the curve has none there.
    fn find_tangent(&mut self, lu: &Lu) -> Option<f64> {
        // the bordered matrix times τ is (0, 1): τ spans the kernel and has a positive product with the tangent
        self.trial_tangent.fill(0.0);
        let n = self.a.len();
        self.trial_tangent[n] = 1.0;
        if !lu.solve(&mut self.trial_tangent) {
            return None;
        }
        let length = norm2(&self.trial_tangent);
        self.trial_tangent.iter_mut().for_each(|x| *x /= length);
        Some(dot(&self.tangent, &self.trial_tangent)).filter(|c| c.is_finite())
    }

    /// Newton corrections of the trial point across the tangent; the number it took and the cosine of the new
    /// tangent, or `None` if they do not converge.
    fn correct<P: Ncp + ?Sized>(&mut self, problem: &mut Balanced<P>) -> Option<(usize, f64)> {
        let n = self.a.len();
        let mut correction = vec![0.0; n + 1];
        for k in 0..=CORRECTIONS {
            if !self.linearise(problem) {
                return None;
            }
            let lu = Lu::new(&self.bordered);
            if max_abs(&self.phi) <= ON_CURVE * (1.0 + max_abs(&self.trial[..n])) {
                return self.find_tangent(&lu).map(|cosine| (k, cosine));
            }
            for i in 0..n {
                correction[i] = -self.phi[i];
            }
            correction[n] = 0.0;
            if !lu.solve(&mut correction) {
                return None;
            }
            for (x, d) in self.trial.iter_mut().zip(&correction) {
                *x += d;
            }
        }
        None
    }
}

/// φ(z, w; μ) with root = √((z − w)² + 4μ²), without cancellation: 2(zw − μ²)/(z + w + root) where z + w > 0.
fn smoothed(z: f64, w: f64, mu: f64, root: f64) -> f64 {
    let sum = z + w;
    if sum > 0.0 {
        2.0 * (z * w - mu * mu) / (sum + root)
    } else {
        0.5 * (sum - root)
    }
}

/// Follows one curve until solved, lost, or out of steps.
fn follow<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    curve: &mut Curve,
    budget: usize,
) -> (Status, usize) {
    let n = problem.len();
    let (mut last_set, mut polished) = (Vec::new(), Vec::new());
    let (mut step, mut used, mut near) = (0.1, 0, 0.2);

    // the first tangent, towards growing t
    curve.trial.copy_from_slice(&curve.x);
    match curve.correct(problem) {
        Some(_) => curve.tangent.copy_from_slice(&curve.trial_tangent),
        None => return (Status::Singular, 0),
    }
    while used < budget {
        used += 1;
        let size = 1.0 + max_abs(&curve.x[..n]);
        let left = 1.0 - curve.x[n];
        if size > INFINITE || left > 1.5 || step < SHORTEST * size {
            return (Status::Stalled, used);
        }

        // the end game, each time t has come a good deal closer to 1
        let to_end = if curve.tangent[n] > 0.0 {
            left / curve.tangent[n]
        } else {
            f64::INFINITY
        };
        if left < near && step >= 0.5 * to_end {
            let mut y: Vec<f64> = (0..n)
                .map(|i| curve.x[i] + to_end * curve.tangent[i])
                .collect();
            let (solved, steps) = newton::finish(problem, &mut y, END_GAME.min(budget - used));
            used += steps;
            if solved {
                return (Status::Solved, used);
            }
            if left < 1e-9 {
                return (Status::Stalled, used);
            }
            near = 0.1 * left;
        }

        // predict along the tangent, correct across it; t = 1 itself, where φ is not smooth, is never reached
        let step_now = step.min(0.9 * to_end);
        for (x, (old, d)) in curve
            .trial
            .iter_mut()
            .zip(curve.x.iter().zip(&curve.tangent))
        {
            *x = old + step_now * d;
        }
        match curve.correct(problem) {
            Some((corrections, cosine)) if cosine > STRAIGHT && curve.trial[n] < 1.0 => {
                std::mem::swap(&mut curve.x, &mut curve.trial);
                std::mem::swap(&mut curve.tangent, &mut curve.trial_tangent);
                let easy = corrections <= 2 && cosine > 0.9;
                step = (if easy { 2.0 * step } else { step }).min(LONGEST * size);
            }
            _ => {
                step = 0.4 * step_now;
                continue;
            }
        }

        // an active set that settles may already be the right one
        let y = &curve.x[..n];
        if problem.offer(y) && polish(problem, y) {
            return (Status::Solved, used);
        }
        if problem.eval(y, &mut curve.v) {
            let set = active_set(y, &curve.v, problem.free());
            if set == last_set && set != polished {
                if polish(problem, y) {
                    return (Status::Solved, used);
                }
                polished.clone_from(&set);
            }
            last_set = set;
        }
    }
    (Status::IterationLimit, used)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::*;

    #[test]
    fn passes_the_common_checks() {
        check(|problem, start| solve(problem, start, &Settings::default()));
    }

    #[test]
    fn the_iteration_limit_is_kept() {
        for limit in [0, 1, 3] {
            let settings = Settings {
                max_iterations: limit,
                tolerance: 0.0,
                ..Settings::default()
            };
            let outcome = solve(&KojimaShindo, &[0.0; 4], &settings);
            assert!(
                outcome.iterations <= limit,
                "{} of {limit}",
                outcome.iterations
            );
        }
    }
}
