//! Nonsmooth Newton method for linear and nonlinear complementarity problems, pure or mixed.
//!
//! The problem is written as Φ(z) = 0 (see [`crate::merit`]) and solved by V d = −Φ with V in the generalised
//! Jacobian of Φ \[QS93\]. A line search on the Fischer–Burmeister merit function ½‖Φ‖² makes it global in the
//! sense of \[DFK96\]: limits are stationary points of the merit function, and these are solutions whenever F′ is
//! a P₀-matrix there. Three things are added for problems beyond that class:
//!
//! * where V is singular or its direction no descent, a Levenberg–Marquardt direction, then the gradient;
//! * once the active set repeats, an attempt to finish on that set (see `polish`);
//! * when the merit function stalls, a restart from another point of a fixed sequence.

use crate::TOLERANCE;
use crate::balance::{Balanced, spread};
use crate::damped;
use crate::linear::{Lu, Matrix, dot, max_abs, norm2};
pub use crate::merit::Map;
use crate::merit::{gradient, jacobian, merit, residual};
use crate::outcome::{Outcome, Status};
use crate::polish::{active_set, polish};
use crate::problem::Ncp;

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

/// Sufficient decrease asked of a step, as a fraction of what the slope promises.
const ARMIJO: f64 = 1e-4;
/// Halvings of a gradient step before it is given up.
const HALVINGS: usize = 40;
/// Halvings of a Newton step: a direction that has to be shortened more is a bad one, and damping does better.
const FEW_HALVINGS: usize = 5;
/// Past merit values the nonmonotone line search may look back on.
const MEMORY: usize = 6;
/// Steps without gain in the merit function before it counts as stalled.
const PATIENCE: usize = 25;
/// Merit after a full min-map step, relative to the merit before, below which it is taken without further ado.
const LEAP: f64 = 0.25;

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
    let mut work = Workspace::new(problem.len());
    let (mut used, mut claim) = (0, Status::Stalled);
    let mut y = problem.start();
    for restart in 0..=settings.restarts {
        if restart > 0 {
            restart_point(restart, problem.free(), &mut y);
        }
        let (end, steps) = descend(
            &mut problem,
            &mut y,
            &mut work,
            (settings, settings.max_iterations - used),
        );
        used += steps;
        claim = end;
        if problem.solved() || claim == Status::IterationLimit {
            break;
        }
    }
    problem.finish(claim, "newton", used)
}

/// Newton's method from the given point alone, for the end of another method: true if the best answer then passes.
pub(crate) fn finish<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    y: &mut [f64],
    steps: usize,
) -> (bool, usize) {
    let mut work = Workspace::new(y.len());
    let (_, used) = descend(problem, y, &mut work, (&Settings::default(), steps));
    (problem.solved(), used)
}

/// The k-th restart: all ones first, then spread points in growing and shrinking cubes.
fn restart_point(k: usize, free: &[bool], y: &mut [f64]) {
    let size = [1.0, 4.0, 0.25, 16.0][k % 4];
    for (i, y) in y.iter_mut().enumerate() {
        *y = match (k, free[i]) {
            (1, free) => {
                if free {
                    0.0
                } else {
                    1.0
                }
            }
            (_, true) => size * (2.0 * spread(k, i) - 1.0),
            (_, false) => size * spread(k, i),
        };
    }
}

/// Vectors and matrices of one iteration, allocated once.
struct Workspace {
    v: Vec<f64>,
    derivative: Matrix,
    phi: Vec<f64>,
    element: Matrix,
    min_element: Matrix,
    gradient: Vec<f64>,
    direction: Vec<f64>,
    trial: Vec<f64>,
    trial_v: Vec<f64>,
    trial_phi: Vec<f64>,
}

impl Workspace {
    fn new(n: usize) -> Self {
        let zeros = || vec![0.0; n];
        Self {
            v: zeros(),
            derivative: Matrix::zeros(n, n),
            phi: zeros(),
            element: Matrix::zeros(n, n),
            min_element: Matrix::zeros(n, n),
            gradient: zeros(),
            direction: zeros(),
            trial: zeros(),
            trial_v: zeros(),
            trial_phi: zeros(),
        }
    }
}

/// The directions, in the order in which they are tried.
#[derive(Clone, Copy)]
enum Direction {
    MinMap,
    Newton,
    Damped(f64),
    Gradient,
}

/// One run: damped Newton steps from y until solved, stalled, or out of steps.
fn descend<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    y: &mut [f64],
    work: &mut Workspace,
    (settings, budget): (&Settings, usize),
) -> (Status, usize) {
    use Direction::{Damped, Gradient, MinMap, Newton};
    let order = match settings.map {
        Map::Min => [MinMap, Newton, Damped(1e-10), Damped(1e-4), Gradient],
        Map::FischerBurmeister => [Newton, MinMap, Damped(1e-10), Damped(1e-4), Gradient],
    };
    let mut history = Vec::with_capacity(MEMORY);
    let (mut lowest, mut since_gain) = (f64::INFINITY, 0);
    let (mut last_set, mut polished) = (Vec::new(), Vec::new());

    if !problem.eval(y, &mut work.v) {
        return (Status::Stalled, 0);
    }
    for k in 0..budget {
        if problem.offer(y) && polish(problem, y) {
            return (Status::Solved, k);
        }
        if !problem.jacobian(y, &mut work.derivative) {
            return (Status::Stalled, k);
        }

        // the active set has settled: try to finish on it
        let set = active_set(y, &work.v, problem.free());
        if set == last_set && set != polished {
            if polish(problem, y) {
                return (Status::Solved, k);
            }
            polished.clone_from(&set);
        }
        last_set = set;

        // Φ, an element of its Jacobian, and the gradient of the merit function
        let map = Map::FischerBurmeister;
        residual(map, (y, &work.v), problem.free(), &mut work.phi);
        jacobian(
            map,
            (y, &work.v),
            problem.free(),
            &work.derivative,
            &mut work.element,
        );
        gradient(&work.element, &work.phi, &mut work.gradient);
        let value = merit(&work.phi);
        if value < 0.99 * lowest {
            (lowest, since_gain) = (value, 0);
        } else {
            since_gain += 1;
        }
        // stationary, or as good as that
        if since_gain > PATIENCE || max_abs(&work.gradient) <= 1e-14 * (2.0 * value).sqrt() {
            return (Status::Stalled, k);
        }
        if history.len() == MEMORY {
            history.remove(0);
        }
        history.push(value);
        let reference = history.iter().fold(0.0_f64, |m, x| m.max(*x));

        // the first direction that leads down
        let mut singular = false;
        let moved = order.iter().any(|&choice| {
            if !find_direction(choice, problem.free(), y, work) {
                singular |= matches!(choice, Newton);
                return false;
            }
            let slope = dot(&work.gradient, &work.direction);
            let halvings = if matches!(choice, Gradient) {
                HALVINGS
            } else {
                FEW_HALVINGS
            };
            match choice {
                MinMap => leap(problem, y, work, LEAP * value),
                _ if slope < -1e-12 * norm2(&work.gradient) * norm2(&work.direction) => {
                    line_search(problem, y, work, (reference, slope, halvings))
                }
                _ => false,
            }
        });
        if !moved {
            return (
                if singular {
                    Status::Singular
                } else {
                    Status::Stalled
                },
                k,
            );
        }
    }
    (Status::IterationLimit, budget)
}

/// direction ← the chosen one at y; false if its system cannot be solved.
fn find_direction(choice: Direction, free: &[bool], y: &[f64], work: &mut Workspace) -> bool {
    let negate = |x: &f64| -x;
    match choice {
        Direction::MinMap => {
            residual(Map::Min, (y, &work.v), free, &mut work.trial_phi);
            jacobian(
                Map::Min,
                (y, &work.v),
                free,
                &work.derivative,
                &mut work.min_element,
            );
            work.direction.clear();
            work.direction.extend(work.trial_phi.iter().map(negate));
            Lu::new(&work.min_element).solve(&mut work.direction)
        }
        Direction::Newton => {
            work.direction.clear();
            work.direction.extend(work.phi.iter().map(negate));
            Lu::new(&work.element).solve(&mut work.direction)
        }
        Direction::Damped(damping) => {
            let rhs: Vec<f64> = work.phi.iter().map(negate).collect();
            damped::solve(&work.element, &rhs, damping, false)
                .map(|d| work.direction = d)
                .is_some()
        }
        Direction::Gradient => {
            work.direction.clear();
            work.direction.extend(work.gradient.iter().map(negate));
            true
        }
    }
}

/// Moves y by the full direction if that brings the merit function below the bound.
fn leap<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    y: &mut [f64],
    work: &mut Workspace,
    bound: f64,
) -> bool {
    try_step(problem, y, work, 1.0).is_some_and(|value| value <= bound) && accept(y, work)
}

/// Moves y along the direction, halving the step until ψ(y + τd) ≤ reference + σ τ ∇ψ·d; a point where F is not
/// finite shortens the step like any other bad one.
fn line_search<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    y: &mut [f64],
    work: &mut Workspace,
    (reference, slope, halvings): (f64, f64, usize),
) -> bool {
    let mut step = 1.0;
    for _ in 0..halvings {
        let value = try_step(problem, y, work, step);
        if value.is_some_and(|value| value <= reference + ARMIJO * step * slope) {
            return accept(y, work);
        }
        step *= 0.5;
    }
    false
}

/// The merit function at y + τd, `None` where it is not finite.
fn try_step<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    y: &[f64],
    work: &mut Workspace,
    step: f64,
) -> Option<f64> {
    for i in 0..y.len() {
        work.trial[i] = y[i] + step * work.direction[i];
    }
    if !problem.eval(&work.trial, &mut work.trial_v) {
        return None;
    }
    residual(
        Map::FischerBurmeister,
        (&work.trial, &work.trial_v),
        problem.free(),
        &mut work.trial_phi,
    );
    Some(merit(&work.trial_phi)).filter(|value| value.is_finite())
}

/// y ← the trial point; false if that is no move at all.
fn accept(y: &mut [f64], work: &mut Workspace) -> bool {
    if *y == *work.trial {
        return false;
    }
    y.copy_from_slice(&work.trial);
    work.v.copy_from_slice(&work.trial_v);
    true
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
