//! Islands of many joints and nothing else, none of them with bounds: equations, u = W c + q = 0.
//!
//! A long chain that carries a heavy load has impulses so large, beside the velocities that they cancel, that no answer in f64 is good
//! to nine digits of q: W c is rounded. So an answer counts as solved if what is left of each equation is rounding of its own terms.

use super::ReducedEnd;
use crate::formulate::ReducedProblem;
use complementarity::linear::{Lu, max_abs};

/// From so many rows on; smaller ones are eliminated together with everything else.
const MANY: usize = 64;
/// What is left of an equation, relative to the sum of the sizes of its terms (1).
const ROUNDING: f64 = 1e-13;
/// Rounds of refinement.
const ROUNDS: usize = 4;
/// Pivots below this part of the largest mean that joints may depend on each other: somebody else knows what to do.
const SINGULAR: f64 = 1e-10;
/// And what is left, relative to the largest velocity that the joints are to take away (1): impulses that grow beyond all measure
/// must not make the first test easy.
const LEFT: f64 = 1e-7;

/// Memory of the equations.
#[derive(Debug, Default)]
pub(super) struct Equations {
    left: Vec<f64>,
    size: Vec<f64>,
    answer: Vec<f64>,
}

impl Equations {
    /// The answer, if the island is one of many equations that do not depend on each other.
    pub(super) fn solve(&mut self, reduced: &ReducedProblem, c: &mut [f64]) -> Option<ReducedEnd> {
        let free = |[low, high]: &[f64; 2]| *low == f64::NEG_INFINITY && *high == f64::INFINITY;
        let equations = reduced.contacts().is_empty() && reduced.bounds().iter().all(free);
        if !equations || reduced.len() < MANY {
            return None;
        }
        let factor = Lu::new(reduced.w());
        if factor.pivot_ratio().is_nan() || factor.pivot_ratio() < SINGULAR {
            return None;
        }
        let mut start = std::mem::take(&mut self.answer);
        start.clear();
        start.resize(reduced.len(), 0.0);
        let end = self.refine(reduced, &factor, &mut start);
        if end.is_some() {
            c.copy_from_slice(&start);
        }
        self.answer = start;
        end
    }

    fn refine(
        &mut self,
        reduced: &ReducedProblem,
        factor: &Lu,
        c: &mut [f64],
    ) -> Option<ReducedEnd> {
        self.left.resize(c.len(), 0.0);
        let mut residual = f64::INFINITY;
        for _ in 0..ROUNDS {
            reduced.velocity(c, &mut self.left);
            if !factor.solve(&mut self.left) {
                return None;
            }
            c.iter_mut().zip(&self.left).for_each(|(c, d)| *c -= d);
            residual = self.residual(reduced, c);
            if residual <= 1e-15 {
                break;
            }
        }
        let solved = residual <= ROUNDING
            && max_abs(&self.left) <= LEFT * max_abs(reduced.q()).max(f64::MIN_POSITIVE);
        solved.then_some(ReducedEnd {
            solved,
            status: "solved",
            method: "equations",
            residual,
            violation: None,
            unknowns: c.len(),
            solves: 1,
            iterations: 1,
            refined: 0,
            angle: 0.0,
        })
    }

    /// The worst of what is left, each over the sizes of its terms.
    fn residual(&mut self, reduced: &ReducedProblem, c: &[f64]) -> f64 {
        reduced.velocity(c, &mut self.left);
        self.size.clear();
        self.size.extend(reduced.q().iter().map(|q| q.abs()));
        reduced.w().mul_add_abs(1.0, c, &mut self.size);
        let rows = self.left.iter().zip(&self.size);
        let parts = rows.map(|(u, size)| if *u == 0.0 { 0.0 } else { u.abs() / size });
        // the largest of numbers does not show one that is none
        parts.fold(
            0.0,
            |m, x| if x.is_nan() { f64::INFINITY } else { m.max(x) },
        )
    }
}
