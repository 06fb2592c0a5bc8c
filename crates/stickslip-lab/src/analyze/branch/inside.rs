//! Of the forces that give one motion, some that obey the bounds: sticking contacts are often held by more forces than motion determines.
//!
//! Alternating projections: into the cones and bounds, and back onto the forces that leave accelerations and slip directions as they are.

use super::equations::{Equations, Side, direction};
use super::least_norm::LeastNorm;
use super::mode::{ContactMode, JointMode};
use super::newton::holds;
use complementarity::Matrix;

const ROUNDS: usize = 2000;

/// Unknowns with the same motion that obey the inequalities, and of these the ones of forces by a margin, if the search comes to any.
pub(super) fn search(equations: &Equations, x: &[f64], margin: f64) -> Option<Vec<f64>> {
    let problem = equations.problem;
    let kept = kept(equations);
    let by_x = equations.jacobian(x);
    // slips and directions stay, so that the accelerations of all rows must: those of the equations suffice
    let all: Vec<usize> = (0..x.len()).collect();
    let by_force = by_x.select(&all, &kept);
    let factored = LeastNorm::new(&by_force);
    if factored.rank() == kept.len() || breaks_away(equations, x) {
        return None;
    }
    let mut x = x.to_vec();
    for _ in 0..ROUNDS {
        if holds(equations, &x) && keeps_off(equations, &x, margin) {
            return Some(x);
        }
        let mut goal = x.clone();
        into_bounds(equations, &mut goal, 2.0 * margin);
        // a little beyond the nearest point: the boundary would be met only in the limit
        let step: Vec<f64> = kept.iter().map(|&i| 1.6 * (goal[i] - x[i])).collect();
        let seen = product(&by_force, &step, problem.b.len().max(x.len()));
        let back = factored.solve(&seen[..x.len()]);
        for ((&i, step), back) in kept.iter().zip(&step).zip(&back) {
            x[i] += step - back;
        }
    }
    None
}

fn product(a: &Matrix, x: &[f64], room: usize) -> Vec<f64> {
    let mut y = vec![0.0; room];
    a.mul_add(x, &mut y);
    y
}

/// Whether the inequalities of forces are kept by a margin.
fn keeps_off(equations: &Equations, x: &[f64], margin: f64) -> bool {
    let inequalities = equations.inequalities(x);
    inequalities.iter().all(|(value, side)| match side {
        Side::Pulls(_) | Side::Slips(_) => margin == 0.0 || *value >= margin,
        Side::Touches(_) | Side::Stops(_) | Side::Joint(..) => true,
    })
}

/// Whether an inequality of the accelerations fails, which forces of the same motion cannot mend.
fn breaks_away(equations: &Equations, x: &[f64]) -> bool {
    let failing = equations
        .inequalities(x)
        .into_iter()
        .filter(|(v, _)| *v < -super::newton::SLACK);
    failing.into_iter().any(|(_, side)| match side {
        Side::Touches(_) | Side::Stops(_) => true,
        Side::Pulls(_) | Side::Slips(_) => false,
        Side::Joint(_, to) => to == JointMode::Free,
    })
}

/// The unknowns that are forces.
fn kept(equations: &Equations) -> Vec<usize> {
    let (mut kept, mut k) = (Vec::new(), 0);
    for (contact, mode) in equations
        .problem
        .contacts
        .iter()
        .zip(&equations.modes.contacts)
    {
        match mode {
            ContactMode::Break => {}
            ContactMode::Slide if contact.rows > 0 => {
                kept.push(k);
                k += contact.rows + 2;
            }
            ContactMode::Slide | ContactMode::Stick => {
                kept.extend(k..=k + contact.rows);
                k += contact.rows + 1;
            }
        }
    }
    kept.extend(k..equations.len());
    kept
}

/// Moves the forces into cones and bounds, and off them by a margin.
fn into_bounds(equations: &Equations, x: &mut [f64], margin: f64) {
    let mut k = 0;
    for (contact, mode) in equations
        .problem
        .contacts
        .iter()
        .zip(&equations.modes.contacts)
    {
        let rows = contact.rows;
        match mode {
            ContactMode::Break => {}
            ContactMode::Stick => {
                // a cone with its tip at a higher normal force
                let tip = margin * (1.0 + contact.mu.recip());
                let (n, t) = contact.nearest_in_cone(x[k] - tip, direction(&x[k + 1..=k + rows]));
                x[k] = n + tip;
                (0..rows).for_each(|i| x[k + 1 + i] = t[i]);
                k += rows + 1;
            }
            ContactMode::Slide => {
                x[k] = x[k].max(margin);
                k += if rows > 0 { rows + 2 } else { 1 };
            }
        }
    }
    for (mode, [low, high]) in equations.modes.joints.iter().zip(&equations.problem.bounds) {
        if *mode == JointMode::Free {
            let margin = margin.min(0.5 * (high - low));
            x[k] = x[k].clamp(low + margin, high - margin);
            k += 1;
        }
    }
}
