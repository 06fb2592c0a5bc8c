//! Linear programmes over the forces of a choice of modes, each answer judged by its multipliers from the expressions alone: for z ≥ 0 of
//! those that are not negative, and any z of those that vanish, Σ z (a·c + constant) ≥ 0 wherever all hold.

use super::super::cone::programme::{Linear, Outcome, Programme};
use super::span::Row;
use complementarity::linear::max_abs;

/// Forces whose sum is up to this many times what the loads ask of a row alone are judged: a·c that should vanish but for rounding is taken to
/// be as large as such forces can make it.
const REACH: f64 = 1e6;

/// What is known of the forces that obey all expressions.
#[derive(Debug)]
pub(super) enum Feasible {
    /// These do, as far as the solver knows.
    Point(Vec<f64>),
    /// None do, which is proven.
    Never,
    /// Neither.
    Unknown,
}

/// Expressions that vanish, independent of each other for the solver's sake, and such that are not negative.
#[derive(Clone, Debug, Default)]
pub(super) struct Region<'a> {
    pub(super) zero: Vec<&'a Row>,
    pub(super) nonnegative: Vec<&'a Row>,
}

impl Region<'_> {
    /// Whether there are such forces.
    pub(super) fn feasible(&self, size: usize) -> Feasible {
        let nothing = vec![0.0; size];
        match self.programme(&nothing).solve("a choice of modes") {
            Ok(Outcome::Solved { x, .. }) => Feasible::Point(x),
            Ok(Outcome::Infeasible { z }) => {
                let (constant, rest) = self.sum(&z, &nothing);
                match constant + REACH * rest < 0.0 {
                    true => Feasible::Never,
                    false => Feasible::Unknown,
                }
            }
            _ => Feasible::Unknown,
        }
    }

    /// A number that an expression does not exceed, and the forces at which it is largest.
    pub(super) fn most(&self, row: &Row) -> Option<(f64, Vec<f64>)> {
        let cost: Vec<f64> = row.a.iter().map(|a| -a).collect();
        match self.programme(&cost).solve("a choice of modes") {
            // −row = Σ z a − (constant of row), so row ≤ constant of row + Σ z constant
            Ok(Outcome::Solved { x, z }) => {
                let (constant, rest) = self.sum(&z, &cost);
                Some((row.constant + constant + REACH * rest, x))
            }
            _ => None,
        }
    }

    fn rows(&self) -> impl Iterator<Item = (bool, &Row)> {
        let zero = self.zero.iter().map(|row| (true, *row));
        zero.chain(self.nonnegative.iter().map(|row| (false, *row)))
    }

    /// Σ z constant, and the largest entry of Σ z a − cost.
    fn sum(&self, z: &[f64], cost: &[f64]) -> (f64, f64) {
        let mut rest: Vec<f64> = cost.iter().map(|cost| -cost).collect();
        let mut constant = 0.0;
        for ((free, row), &z) in self.rows().zip(z) {
            let z = if free { z } else { z.max(0.0) };
            constant += z * row.constant;
            (rest.iter_mut().zip(&row.a)).for_each(|(rest, a)| *rest += z * a);
        }
        (constant, max_abs(&rest))
    }

    fn programme(&self, cost: &[f64]) -> Programme {
        let mut programme = Programme::default();
        programme.variables(cost.len());
        for (i, &cost) in cost.iter().enumerate() {
            programme.set_cost(i, cost);
        }
        for (free, row) in self.rows() {
            let terms = row.a.iter().copied().enumerate();
            let expression = Linear::new(terms, row.constant);
            match free {
                true => programme.zero(expression),
                false => programme.nonnegative(expression),
            };
        }
        programme
    }
}
