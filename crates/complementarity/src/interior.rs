//! Potential-reduction interior-point method for complementarity problems as constrained equations \[WMP96\].
//!
//! With w as unknown of its own, the problem reads H(z, w) = 0 with z, w ≥ 0, where
//!
//! ```text
//! H(z, w) = ( w_i − F_i(z),  z_i w_i )  on restricted rows,    H = F_i(z)  on free rows.
//! ```
//!
//! Iterates stay strictly positive and reduce the potential p = ζ log‖H‖² − Σ log z_i w_i with ζ > m/2 for m
//! pairs: the first term drives to a solution, the second away from the boundary. The direction is Newton's,
//! bent towards equal products: H′ d = −H + β (aᵀH/‖a‖²) a with a = (0, 1), so aᵀH/‖a‖² = μ, the mean product.
//! Along it the potential falls at a rate of at least (1−β)(2ζ − m), wherever H′ is nonsingular. \[TP97\] solve their
//! frictional contact problems in this way.

use crate::TOLERANCE;
use crate::balance::Balanced;
use crate::damped;
use crate::linear::{Lu, Matrix, max_abs};
use crate::outcome::{Outcome, Status};
use crate::polish::Watch;
use crate::problem::Ncp;
use crate::sequence::spread;

/// How to run the interior-point method.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// Bound on [`crate::Certificate::relative`] for an answer to count; 1e-14 to 1e-6. Below, rounding decides.
    pub tolerance: f64,
    /// Most interior-point steps, over all restarts.
    pub max_iterations: usize,
    /// Most restarts from other interior points once the potential stalls; 0 to rely on the given start alone.
    pub restarts: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tolerance: TOLERANCE,
            max_iterations: 1000,
            restarts: 24,
        }
    }
}

/// Sufficient decrease asked of a step, as a fraction of what the slope promises.
const ARMIJO: f64 = 1e-3;
/// Fraction of the way to the boundary a step may go.
const BOUNDARY: f64 = 0.99;
/// β of a step that is nearly all centring.
const CENTRE: f64 = 0.95;
/// Shortenings of a step before the direction is given up.
const SHORTENINGS: usize = 40;
/// Step lengths below this, `PATIENCE` times in a row, count as a stall.
const SHORT: f64 = 1e-3;
/// Short steps before giving up.
const PATIENCE: usize = 10;
/// Pivot ratio below which the reduced system counts as singular.
const SINGULAR: f64 = 1e-15;

/// Solves 0 ≤ z ⊥ F(z) ≥ 0 (with free rows F_i = 0), starting from `start` moved into the interior.
///
/// Entries of `start` that are missing or not finite count as 0.
pub fn solve<P: Ncp + ?Sized>(problem: &P, start: &[f64], settings: &Settings) -> Outcome {
    let mut problem = Balanced::new(problem, start, settings.tolerance);
    let (mut used, mut claim) = (0, Status::Stalled);
    for restart in 0..=settings.restarts {
        if problem.solved() && restart > 0 {
            break;
        }
        let Some(mut point) = Point::interior(&mut problem, restart) else {
            continue;
        };
        let (end, steps) = reduce(&mut problem, &mut point, settings.max_iterations - used);
        used += steps;
        claim = end;
        if claim == Status::IterationLimit {
            break;
        }
    }
    problem.finish(claim, "interior", used)
}

/// An iterate: y, the slack v, the values f = F(y), and a trial copy of the three.
struct Point {
    y: Vec<f64>,
    v: Vec<f64>,
    f: Vec<f64>,
    trial: [Vec<f64>; 3],
}

impl Point {
    /// The k-th starting point: the user's start pushed inside, then ones, then spread points; `None` if F is
    /// not finite there.
    fn interior<P: Ncp + ?Sized>(problem: &mut Balanced<P>, k: usize) -> Option<Self> {
        let size = [1.0, 8.0, 0.125, 64.0][k % 4];
        let mut y = problem.start();
        for (i, y) in y.iter_mut().enumerate() {
            *y = match (k, problem.free()[i]) {
                (0 | 1, true) => *y,
                (_, true) => *y + size * (2.0 * spread(k, i) - 1.0),
                (0, false) => y.max(0.5),
                (1, false) => 1.0,
                (_, false) => size * (0.1 + spread(k, i)),
            };
        }
        let n = y.len();
        let mut f = vec![0.0; n];
        if !problem.eval(&y, &mut f) {
            return None;
        }
        let v = f.iter().map(|f| f.max(size)).collect();
        Some(Self {
            y,
            v,
            f,
            trial: [vec![0.0; n], vec![0.0; n], vec![0.0; n]],
        })
    }

    /// The trial point becomes the iterate.
    fn accept(&mut self) {
        let [y, v, f] = &mut self.trial;
        std::mem::swap(&mut self.y, y);
        std::mem::swap(&mut self.v, v);
        std::mem::swap(&mut self.f, f);
    }
}

/// ‖H‖², Σ z_i w_i, Σ 1/(z_i w_i) and Σ log z_i w_i at a point.
struct Measure {
    norm2: f64,
    products: f64,
    inverses: f64,
    logs: f64,
}

impl Measure {
    fn of([y, v, f]: [&[f64]; 3], free: &[bool]) -> Self {
        let mut m = Self {
            norm2: 0.0,
            products: 0.0,
            inverses: 0.0,
            logs: 0.0,
        };
        for i in 0..y.len() {
            if free[i] {
                m.norm2 += f[i] * f[i];
            } else {
                let product = y[i] * v[i];
                m.norm2 += (v[i] - f[i]) * (v[i] - f[i]) + product * product;
                m.products += product;
                m.inverses += 1.0 / product;
                m.logs += product.ln();
            }
        }
        m
    }

    /// p = ζ log‖H‖² − Σ log z_i w_i.
    fn potential(&self, zeta: f64) -> f64 {
        zeta * self.norm2.ln() - self.logs
    }
}

/// One run: potential reduction from an interior point until solved, stalled, or out of steps.
fn reduce<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    point: &mut Point,
    budget: usize,
) -> (Status, usize) {
    let n = problem.len();
    let free = problem.free().to_vec();
    let pairs = free.iter().filter(|f| !**f).count() as f64;
    let zeta = pairs.max(1.0);
    let (mut derivative, mut reduced) = (Matrix::zeros(n, n), Matrix::zeros(n, n));
    let (mut dy, mut dv) = (vec![0.0; n], vec![0.0; n]);
    let mut watch = Watch::default();
    let (mut centring, mut short_steps) = (0.1, 0);

    for k in 0..budget {
        // offer the iterate; where z and w have parted, finish on the set that shows
        if watch.finish(problem, &point.y, &point.v) {
            return (Status::Solved, k);
        }
        if !problem.jacobian(&point.y, &mut derivative) {
            return (Status::Stalled, k);
        }

        // the direction: (W + Z F′) dz = βμ1 − z∘w + z∘(w − F), dw = F′dz − (w − F); each row over max(z, w)
        let measure = Measure::of([&point.y, &point.v, &point.f], &free);
        let mean = measure.products / pairs.max(1.0);
        reduced.clone_from(&derivative);
        for i in 0..n {
            if free[i] {
                dy[i] = -point.f[i];
                continue;
            }
            let (y, v) = (point.y[i], point.v[i]);
            let size = y.max(v);
            for j in 0..n {
                reduced[(i, j)] *= y / size;
            }
            reduced[(i, i)] += v / size;
            dy[i] = (centring * mean - y * point.f[i]) / size;
        }
        if !solve_reduced(&reduced, &mut dy) {
            return (Status::Singular, k);
        }
        for i in 0..n {
            dv[i] = point.f[i] - point.v[i];
        }
        derivative.mul_add(&dy, &mut dv);

        // Armijo's rule on the potential, never leaving the interior
        let slope = 2.0 * zeta * (centring * mean * measure.products / measure.norm2 - 1.0) + pairs
            - centring * mean * measure.inverses;
        let longest = (BOUNDARY * to_boundary(point, (&dy, &dv), &free)).min(1.0);
        let goal = (measure.potential(zeta), slope, zeta);
        let Some(step) = search(problem, point, (&dy, &dv), (longest, goal)) else {
            // once more with nothing but centring
            if centring < CENTRE {
                centring = CENTRE;
                continue;
            }
            return (Status::Stalled, k);
        };
        point.accept();

        // short steps ask for more centring; too many of them are a stall
        centring = if step > 0.9 {
            0.05
        } else if step > 0.3 {
            0.3
        } else {
            0.7
        };
        short_steps = if step < SHORT { short_steps + 1 } else { 0 };
        if short_steps > PATIENCE || max_abs(&point.y) > 1e100 {
            return (Status::Stalled, k);
        }
    }
    (Status::IterationLimit, budget)
}

/// Overwrites the right-hand side with the solution, damped if the matrix is singular.
fn solve_reduced(reduced: &Matrix, rhs: &mut Vec<f64>) -> bool {
    let lu = Lu::new(reduced);
    let mut x = rhs.clone();
    if lu.pivot_ratio() > SINGULAR && lu.solve(&mut x) {
        *rhs = x;
        return true;
    }
    damped::solve(reduced, rhs, 1e-12, true)
        .map(|x| *rhs = x)
        .is_some()
}

/// The largest τ with z + τ dz ≥ 0 and w + τ dw ≥ 0 (infinite if no entry falls).
fn to_boundary(point: &Point, (dy, dv): (&[f64], &[f64]), free: &[bool]) -> f64 {
    let reach = |x: f64, d: f64| if d < 0.0 { -x / d } else { f64::INFINITY };
    (0..dy.len())
        .filter(|&i| !free[i])
        .map(|i| reach(point.y[i], dy[i]).min(reach(point.v[i], dv[i])))
        .fold(f64::INFINITY, f64::min)
}

/// Fills the trial point with the first step, from the longest on, that reduces the potential; its length.
fn search<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    point: &mut Point,
    (dy, dv): (&[f64], &[f64]),
    (longest, (potential, slope, zeta)): (f64, (f64, f64, f64)),
) -> Option<f64> {
    let mut step = longest;
    for _ in 0..SHORTENINGS {
        let [y, v, f] = &mut point.trial;
        for i in 0..dy.len() {
            y[i] = point.y[i] + step * dy[i];
            v[i] = point.v[i] + step * dv[i];
        }
        // F not finite: shorten the step like any other bad one
        if problem.eval(y, f) {
            let value = Measure::of([y, v, f], problem.free()).potential(zeta);
            if value <= potential + ARMIJO * step * slope {
                return Some(step);
            }
        }
        step *= 0.6;
    }
    None
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
