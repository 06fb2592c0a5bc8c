//! The set of all forces with which everything sticks: the equations of motion at full stick, cones and bounds.

use super::forces::{Inside, Unknowns};
use super::held::Held;
use super::programme::{Linear, Programme};
use complementarity::linear::{dot, max_abs};

/// All forces with which everything sticks, as a programme in units of the scale.
pub(super) struct Sticking<'a> {
    pub(super) programme: Programme,
    unknowns: &'a Unknowns<'a>,
    held: &'a Held,
    /// The rows of the equations of motion.
    equations: Vec<usize>,
}

impl<'a> Sticking<'a> {
    /// The equations of motion, as many as are independent.
    pub(super) fn new(unknowns: &'a Unknowns<'a>, held: &'a Held) -> Self {
        let mut programme = Programme::default();
        programme.variables(unknowns.len());
        let mut equations = Vec::new();
        for q in &held.basis.vectors {
            let terms = (held.pushes.iter().enumerate())
                .filter(|(k, _)| !is_known(unknowns, held, *k))
                .map(|(k, push)| (k, dot(push, q)));
            let need = dot(&held.need, q) / held.scale;
            equations.push(programme.zero(Linear::new(terms, -need)));
        }
        Self {
            programme,
            unknowns,
            held,
            equations,
        }
    }

    /// Forces within the cones, and joints within their bounds or beyond them by what a variable is below zero.
    pub(super) fn confine(&mut self, inside: Inside, relaxed: Option<usize>) {
        self.unknowns.add_cones(&mut self.programme, inside);
        let joints = &self.unknowns.problem.data().joints;
        for (j, [low, high]) in self.held.bounds(joints).into_iter().enumerate() {
            let k = self.unknowns.first_joint + j;
            if self.held.known[j].is_some() {
                let force = low / self.held.scale;
                self.programme.zero(Linear::new([(k, 1.0)], -force));
                continue;
            }
            for (sign, bound) in [(1.0, low), (-1.0, high)] {
                if bound.is_finite() {
                    let mut side = Linear::new([(k, sign)], -sign * bound / self.held.scale);
                    side.terms.extend(relaxed.map(|margin| (margin, -1.0)));
                    self.programme.nonnegative(side);
                }
            }
        }
    }

    /// The forces of a solution (N, N·m).
    pub(super) fn forces(&self, x: &[f64]) -> Vec<f64> {
        let unknowns = &x[..self.unknowns.len()];
        unknowns.iter().map(|x| x * self.held.scale).collect()
    }

    /// Multipliers of the equations of motion as a motion, with 1 as its largest entry.
    pub(super) fn motion(&self, z: &[f64]) -> Vec<f64> {
        let weights: Vec<f64> = self.equations.iter().map(|row| -z[*row]).collect();
        let x = self.held.basis.point(&weights, self.held.need.len());
        let mut y = self.held.white.velocity(&x);
        let size = max_abs(&y);
        if size > 0.0 {
            y.iter_mut().for_each(|y| *y /= size);
        }
        y
    }
}

/// Whether an unknown is the force of a joint that is known.
pub(super) fn is_known(unknowns: &Unknowns, held: &Held, k: usize) -> bool {
    k >= unknowns.first_joint && held.known[k - unknowns.first_joint].is_some()
}
