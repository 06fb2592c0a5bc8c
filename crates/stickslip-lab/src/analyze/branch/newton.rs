//! Newton's method with least-norm steps and a line search, and with it the solutions of one mode.

use super::equations::{Equations, norm};
use super::inside;
use super::least_norm::LeastNorm;
use super::mode::ContactMode;
use complementarity::Matrix;
use complementarity::generate::Random;
use complementarity::linear::max_abs;

/// The residual, in numbers about 1, at which an iteration may end if it goes no further.
const SMALL: f64 = 1e-11;
/// How far an inequality may be missed, in numbers about 1.
pub(super) const SLACK: f64 = 1e-10;

/// Smooth equations.
pub(super) trait Smooth {
    /// F(x); nothing where it has no value.
    fn residual(&self, x: &[f64]) -> Option<Vec<f64>>;
    /// F′(x).
    fn jacobian(&self, x: &[f64]) -> Option<Matrix>;
}

impl Smooth for Equations<'_> {
    fn residual(&self, x: &[f64]) -> Option<Vec<f64>> {
        Some(Equations::residual(self, x))
    }

    fn jacobian(&self, x: &[f64]) -> Option<Matrix> {
        Some(Equations::jacobian(self, x))
    }
}

/// A root near x, with the number of steps taken, if one is found.
pub(super) fn newton(
    system: &dyn Smooth,
    mut x: Vec<f64>,
    steps: usize,
) -> Option<(Vec<f64>, usize)> {
    let mut f = system.residual(&x)?;
    for step in 0..steps {
        let size = norm(&f);
        if !size.is_finite() || max_abs(&x) > 1e9 {
            return None;
        }
        if size < 1e-15 {
            return Some((x, step));
        }
        let dx = LeastNorm::new(&system.jacobian(&x)?).solve(&f);
        // the longest of the steps 1, 1/2, 1/4 … that brings the residual down
        let mut length = 1.0;
        let next = loop {
            let ahead: Vec<f64> = x.iter().zip(&dx).map(|(x, d)| x - length * d).collect();
            match system.residual(&ahead) {
                Some(f) if norm(&f) < (1.0 - 1e-3 * length) * size => break Some((ahead, f)),
                _ if length < 1e-3 => break None,
                _ => length *= 0.5,
            }
        };
        match next {
            Some(next) => (x, f) = next,
            None if size < SMALL * (1.0 + max_abs(&x)) => return Some((x, step)),
            None => return None,
        }
    }
    (norm(&f) < SMALL * (1.0 + max_abs(&x))).then_some((x, steps))
}

/// Forces of a mode that obey its equations and inequalities, if any is found from random directions of slip.
pub(super) fn solve_mode(
    equations: &Equations,
    random: &mut Random,
    start: usize,
) -> Option<Vec<f64>> {
    let x = start_of(equations, random, start);
    let (x, _) = newton(equations, x, 60)?;
    let x = match holds(equations, &x) {
        true => x,
        // of the forces that give the same motion others may obey
        false => inside::search(equations, &x, 0.0)?,
    };
    holds(equations, &x).then(|| equations.forces(&x))
}

/// Whether the inequalities hold.
pub(super) fn holds(equations: &Equations, x: &[f64]) -> bool {
    let inequalities = equations.inequalities(x);
    let margin = SLACK * (1.0 + max_abs(x));
    inequalities.iter().all(|(value, _)| *value >= -margin)
}

/// How often a start turns its directions towards the slips that they lead to, start after start. Of 400 random starts of TP97's second
/// example the sliding solution at μ = 0.75 is reached by 61, 303, 90 and 127; as printed, at 0.9, by 55, 0, 47 and 5.
const TURNS: [usize; 4] = [2, 30, 3, 8];

/// Directions of slip, and the forces that hold the normal accelerations and the sticking contacts at zero with them; then the directions
/// turn halfway to the slips that follow, and so on. Start 0 begins with the directions in which the bodies would slip
/// without forces. Without the turns most starts end where some contact slides along its friction (r < 0).
fn start_of(equations: &Equations, random: &mut Random, start: usize) -> Vec<f64> {
    let none = vec![0.0; equations.problem.b.len()];
    let mut x = equations.unknowns(&none);
    let (mut forces, mut k) = (Vec::new(), 0);
    let mut slips = Vec::new();
    for (contact, mode) in equations
        .problem
        .contacts
        .iter()
        .zip(&equations.modes.contacts)
    {
        let rows = contact.rows;
        match mode {
            ContactMode::Break => {}
            ContactMode::Slide if rows > 0 => {
                let w: Vec<f64> = (0..rows).map(|_| random.normal()).collect();
                if start > 0 {
                    let size = norm(&w);
                    (0..rows).for_each(|i| x[k + 1 + i] = w[i] / size);
                }
                forces.push(k);
                slips.push((contact, k));
                k += rows + 2;
            }
            ContactMode::Slide | ContactMode::Stick => {
                forces.extend(k..=k + rows);
                k += rows + 1;
            }
        }
    }
    forces.extend(k..x.len());
    for _ in 0..TURNS[start % TURNS.len()] {
        balance(equations, &forces, &mut x);
        if slips.is_empty() {
            break;
        }
        let alpha = equations.problem.acceleration(&equations.forces(&x));
        for (contact, k) in &slips {
            let (k, rows) = (*k, contact.rows);
            let slip: Vec<f64> = (0..rows)
                .map(|i| contact.along[i] * alpha[contact.row + 1 + i])
                .collect();
            let size = norm(&slip);
            x[k + rows + 1] = size;
            if size > 0.0 {
                (0..rows).for_each(|i| x[k + 1 + i] += slip[i] / size);
                let length = norm(&x[k + 1..=k + rows]);
                if length > 1e-3 {
                    (0..rows).for_each(|i| x[k + 1 + i] /= length);
                } else {
                    (0..rows).for_each(|i| x[k + 1 + i] = slip[i] / size);
                }
            }
        }
    }
    x
}

/// With the directions of slip as they are, and slips of any size, the rest is linear: sets the forces.
fn balance(equations: &Equations, forces: &[usize], x: &mut [f64]) {
    let f = equations.residual(x);
    let jacobian = equations.jacobian(x).select(forces, forces);
    let f: Vec<f64> = forces.iter().map(|&i| f[i]).collect();
    let dx = LeastNorm::new(&jacobian).solve(&f);
    forces.iter().zip(&dx).for_each(|(&i, d)| x[i] -= d);
}
