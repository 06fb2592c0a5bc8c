//! Homotopy from a trivial problem: the last resort.
//!
//! Newton's method may fail far from a solution, as after a change of contacts; \[APS98 3.2\] then ask for a global
//! method such as homotopy. The problem is deformed, t from 0 to 1, as F_t(z) = t F(z) + (1 − t)(z − a), and its
//! complementarity is smoothed,
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
use crate::balance::Balanced;
use crate::curve::Curve;
use crate::linear::max_abs;
use crate::newton;
use crate::outcome::{Outcome, Status};
use crate::polish::Watch;
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

/// Follows one curve until solved, lost, or out of steps.
fn follow<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    curve: &mut Curve,
    budget: usize,
) -> (Status, usize) {
    let n = problem.len();
    let mut watch = Watch::default();
    let (mut step, mut used, mut near) = (0.1, 0, 0.2);

    // the first tangent, towards growing t
    curve.predict(0.0);
    if curve.correct(problem).is_none() {
        return (Status::Singular, 0);
    }
    curve.accept();
    while used < budget {
        used += 1;
        let size = 1.0 + max_abs(&curve.x[..n]);
        let left = 1.0 - curve.x[n];
        if size > INFINITE || left > 1.5 || step < SHORTEST * size {
            return (Status::Stalled, used);
        }

        // the end game, each time t has come a good deal closer to 1
        let forward = curve.tangent[n].max(0.0);
        let to_end = left / forward;
        if left < near && step >= 0.5 * to_end {
            let y: Vec<f64> = (0..n)
                .map(|i| curve.x[i] + to_end * curve.tangent[i])
                .collect();
            let (solved, steps) = newton::finish(problem, y, END_GAME.min(budget - used));
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
        curve.predict(step_now);
        match curve.correct(problem) {
            Some((corrections, cosine)) if cosine > STRAIGHT && curve.trial[n] < 1.0 => {
                curve.accept();
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
        if problem.eval(y, &mut curve.v) && watch.finish(problem, y, &curve.v) {
            return (Status::Solved, used);
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
        check_limit(|max_iterations| {
            let settings = Settings {
                max_iterations,
                tolerance: 0.0,
                ..Settings::default()
            };
            solve(&KojimaShindo, &[0.0; 4], &settings)
        });
    }
}
