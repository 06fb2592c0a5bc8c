//! Nonsmooth Newton method for linear and nonlinear complementarity problems, pure or mixed.
//!
//! The problem is written as Φ(z) = 0 (see [`crate::merit`]) and solved by V d = −Φ with V in the generalised
//! Jacobian of Φ \[QS93\]. A line search on the Fischer–Burmeister merit function ½‖Φ‖² makes it global in the
//! sense of \[DFK96\]: limits are stationary points of the merit function, and these are solutions whenever F′ is
//! a P₀-matrix there. Three things are added for problems beyond that class:
//!
//! * where V is singular or its direction a bad one, damped directions, then the gradient (see `descent`);
//! * once the active set repeats, an attempt to finish on that set (see `polish`);
//! * when the merit function stalls, a restart from another point of a fixed sequence.

use std::collections::VecDeque;

use crate::TOLERANCE;
use crate::balance::Balanced;
use crate::descent::Descent;
use crate::descent::Direction::{Damped, Gradient, MinMap, Newton};
pub use crate::merit::Map;
use crate::outcome::{Outcome, Status};
use crate::polish::Watch;
use crate::problem::Ncp;
use crate::sequence::spread;

/// How to run the Newton method.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// Bound on [`crate::Certificate::relative`] for an answer to count; 1e-14 to 1e-6. Below, rounding decides.
    pub tolerance: f64,
    /// Most Newton steps, over all restarts.
    pub max_iterations: usize,
    /// The map whose Newton direction is tried first. The line search always uses Fischer–Burmeister.
    pub map: Map,
    /// Most restarts from other points once the merit function stalls; 0 to rely on the given start alone.
    pub restarts: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tolerance: TOLERANCE,
            max_iterations: 1000,
            map: Map::default(),
            restarts: 20,
        }
    }
}

/// Past merit values the nonmonotone line search may look back on.
const MEMORY: usize = 6;
/// Merit, relative to the lowest before, that counts as a gain.
const GAIN: f64 = 0.99;
/// Steps without gain in the merit function before it counts as stalled.
const PATIENCE: usize = 25;
/// Solves 0 ≤ z ⊥ F(z) ≥ 0 (with free rows F_i = 0), starting from `start`.
///
/// Entries of `start` that are missing or not finite count as 0.
///
/// ```
/// # use complementarity::{Lcp, Matrix, newton};
/// let m = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).expect("rows of equal length");
/// let lcp = Lcp::new(m, vec![-5.0, -6.0])?;
/// let outcome = newton::solve(&lcp, &[0.0, 0.0], &newton::Settings::default());
/// assert!(outcome.status.is_solved());
/// assert!((outcome.z[0] - 4.0 / 3.0).abs() < 1e-12);
/// # Ok::<(), complementarity::ProblemError>(())
/// ```
pub fn solve<P: Ncp + ?Sized>(problem: &P, start: &[f64], settings: &Settings) -> Outcome {
    let mut problem = Balanced::new(problem, start, settings.tolerance);
    let mut state = Descent::new(problem.len());
    let (mut used, mut claim) = (0, Status::Stalled);
    for restart in 0..=settings.restarts {
        match restart {
            0 => state.y = problem.start(),
            k => restart_point(k, problem.free(), &mut state.y),
        }
        let budget = settings.max_iterations - used;
        let (end, steps) = descend(&mut problem, &mut state, settings.map, budget);
        used += steps;
        claim = end;
        if problem.solved() || claim == Status::IterationLimit {
            break;
        }
    }
    problem.finish(claim, "newton", used)
}

/// Newton's method from the given point alone, to end another method: whether the best answer then passes, and
/// the steps it took.
pub(crate) fn finish<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    y: Vec<f64>,
    budget: usize,
) -> (bool, usize) {
    let mut state = Descent::new(y.len());
    state.y = y;
    let (_, used) = descend(problem, &mut state, Map::default(), budget);
    (problem.solved(), used)
}

/// The k-th restart: all ones first, then spread points in cubes of several sizes.
fn restart_point(k: usize, free: &[bool], y: &mut [f64]) {
    let size = [1.0, 4.0, 0.25, 16.0][k % 4];
    for (i, y) in y.iter_mut().enumerate() {
        *y = match (k, free[i]) {
            (1, true) => 0.0,
            (1, false) => 1.0,
            (_, true) => size * (2.0 * spread(k, i) - 1.0),
            (_, false) => size * spread(k, i),
        };
    }
}

/// One run: steps from y until solved, stalled, or out of steps.
fn descend<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    state: &mut Descent,
    map: Map,
    budget: usize,
) -> (Status, usize) {
    let order = match map {
        Map::Min => [MinMap, Newton, Damped(1e-10), Damped(1e-4), Gradient],
        Map::FischerBurmeister => [Newton, MinMap, Damped(1e-10), Damped(1e-4), Gradient],
    };
    let mut watch = Watch::default();
    let mut history = VecDeque::with_capacity(MEMORY);
    let (mut lowest, mut since_gain) = (f64::INFINITY, 0);
    if !state.begin(problem) {
        return (Status::Stalled, 0);
    }
    for k in 0..budget {
        // offer the iterate, and finish if its active set has settled on the right one
        if watch.finish(problem, &state.y, &state.v) {
            return (Status::Solved, k);
        }
        let Some(merit) = state.linearise(problem) else {
            return (Status::Stalled, k);
        };

        // a stationary point, or as good as that
        if merit < GAIN * lowest {
            (lowest, since_gain) = (merit, 0);
        } else {
            since_gain += 1;
        }
        if since_gain > PATIENCE || state.is_stationary() {
            return (Status::Stalled, k);
        }

        // the first direction that leads below the worst of the last few merit values
        if history.len() == MEMORY {
            history.pop_front();
        }
        history.push_back(merit);
        let reference = history.iter().copied().fold(merit, f64::max);
        if !order
            .iter()
            .any(|&direction| state.step(problem, direction, reference))
        {
            let end = if state.singular {
                Status::Singular
            } else {
                Status::Stalled
            };
            return (end, k);
        }
    }
    (Status::IterationLimit, budget)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::*;

    #[test]
    fn both_maps_pass_the_common_checks() {
        for map in [Map::FischerBurmeister, Map::Min] {
            check(|problem, start| {
                solve(
                    problem,
                    start,
                    &Settings {
                        map,
                        ..Settings::default()
                    },
                )
            });
        }
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
