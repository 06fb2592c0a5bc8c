//! Descent on the Fischer–Burmeister merit function: the directions and the line search of Newton's method.
//!
//! With Φ and V as in [`crate::merit`] and ψ = ½‖Φ‖², the Newton direction V d = −Φ falls with slope −2ψ, as steep
//! as any; but where V is nearly singular it is long and only its first bit leads down. It is therefore
//! shortened a few times only, and then replaced by the damped direction (VᵀV + νI) d = −VᵀΦ, which turns with
//! growing ν into the gradient.

use crate::balance::Balanced;
use crate::damped;
use crate::linear::{Lu, Matrix, dot, max_abs, norm2};
use crate::merit::{Map, gradient, jacobian, merit, residual};
use crate::problem::Ncp;

/// Sufficient decrease asked of a step, as a fraction of what the slope promises.
const ARMIJO: f64 = 1e-4;
/// Halvings of a gradient step before it is given up.
const HALVINGS: usize = 40;
/// Halvings of any other step: a direction that has to be shortened more is a bad one.
const FEW_HALVINGS: usize = 5;
/// Cosine to the negative gradient below which a direction is none of descent.
const DESCENT: f64 = 1e-12;
/// Merit after a full min-map step, relative to the merit before, at which it is taken.
const LEAP: f64 = 0.25;
/// Gradient, relative to ‖Φ‖, that counts as zero.
const STATIONARY: f64 = 1e-14;

/// Where to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Direction {
    /// The Newton direction of the min map, an active-set step; in full or not at all.
    MinMap,
    /// The Newton direction of the Fischer–Burmeister map.
    Newton,
    /// The damped direction, ν relative to the largest entry of VᵀV.
    Damped(f64),
    /// The negative gradient.
    Gradient,
}

/// An iterate and what belongs to it, allocated once.
pub(crate) struct Descent {
    /// The iterate.
    pub(crate) y: Vec<f64>,
    /// v = F(y).
    pub(crate) v: Vec<f64>,
    /// Whether the last Newton system was singular.
    pub(crate) singular: bool,
    derivative: Matrix,
    phi: Vec<f64>,
    element: Matrix,
    gradient: Vec<f64>,
    direction: Vec<f64>,
    min_element: Matrix,
    trial: Vec<f64>,
    trial_v: Vec<f64>,
    trial_phi: Vec<f64>,
}

impl Descent {
    /// Room for n unknowns; y = 0.
    pub(crate) fn new(n: usize) -> Self {
        let (zeros, square) = (|| vec![0.0; n], || Matrix::zeros(n, n));
        Self {
            y: zeros(),
            v: zeros(),
            singular: false,
            derivative: square(),
            phi: zeros(),
            element: square(),
            gradient: zeros(),
            direction: zeros(),
            min_element: square(),
            trial: zeros(),
            trial_v: zeros(),
            trial_phi: zeros(),
        }
    }

    /// v ← F(y); false if that is not finite.
    pub(crate) fn begin<P: Ncp + ?Sized>(&mut self, problem: &mut Balanced<P>) -> bool {
        problem.eval(&self.y, &mut self.v)
    }

    /// Φ, V and ∇ψ at y; returns ψ, or `None` if F′ is not finite.
    pub(crate) fn linearise<P: Ncp + ?Sized>(&mut self, problem: &mut Balanced<P>) -> Option<f64> {
        if !problem.jacobian(&self.y, &mut self.derivative) {
            return None;
        }
        let (map, pair, free) = (
            Map::FischerBurmeister,
            (&self.y[..], &self.v[..]),
            problem.free(),
        );
        residual(map, pair, free, &mut self.phi);
        jacobian(map, pair, free, &self.derivative, &mut self.element);
        gradient(&self.element, &self.phi, &mut self.gradient);
        Some(merit(&self.phi))
    }

    /// Whether ∇ψ vanishes, to working precision.
    pub(crate) fn is_stationary(&self) -> bool {
        max_abs(&self.gradient) <= STATIONARY * norm2(&self.phi)
    }

    /// Moves y along a direction to where ψ(y + τd) ≤ reference + σ τ ∇ψ·d; false, and no move, if none such is
    /// found.
    pub(crate) fn step<P: Ncp + ?Sized>(
        &mut self,
        problem: &mut Balanced<P>,
        direction: Direction,
        reference: f64,
    ) -> bool {
        let found = self.find(direction, problem.free());
        if direction == Direction::Newton {
            self.singular = !found;
        }
        if !found {
            return false;
        }
        let slope = dot(&self.gradient, &self.direction);
        let halvings = match direction {
            Direction::MinMap => {
                // no direction of descent in general: judged by where it ends
                let bound = LEAP * merit(&self.phi);
                return self
                    .attempt(problem, 1.0)
                    .is_some_and(|value| value <= bound)
                    && self.accept();
            }
            Direction::Gradient => HALVINGS,
            Direction::Newton | Direction::Damped(_) => FEW_HALVINGS,
        };
        if slope >= -DESCENT * norm2(&self.gradient) * norm2(&self.direction) {
            return false;
        }
        let mut length = 1.0;
        for _ in 0..halvings {
            let value = self.attempt(problem, length);
            if value.is_some_and(|value| value <= reference + ARMIJO * length * slope) {
                return self.accept();
            }
            length *= 0.5;
        }
        false
    }

    /// direction ← the chosen one; false if its system cannot be solved.
    fn find(&mut self, direction: Direction, free: &[bool]) -> bool {
        let d = &mut self.direction;
        let negative =
            |d: &mut Vec<f64>, of: &[f64]| d.iter_mut().zip(of).for_each(|(d, x)| *d = -x);
        match direction {
            Direction::MinMap => {
                let pair = (&self.y[..], &self.v[..]);
                residual(Map::Min, pair, free, &mut self.trial_phi);
                jacobian(
                    Map::Min,
                    pair,
                    free,
                    &self.derivative,
                    &mut self.min_element,
                );
                negative(d, &self.trial_phi);
                Lu::new(&self.min_element).solve(d)
            }
            Direction::Newton => {
                negative(d, &self.phi);
                Lu::new(&self.element).solve(d)
            }
            Direction::Damped(damping) => {
                negative(d, &self.phi);
                damped::solve(&self.element, d, damping, false)
                    .map(|x| *d = x)
                    .is_some()
            }
            Direction::Gradient => {
                negative(d, &self.gradient);
                true
            }
        }
    }

    /// ψ at the trial point y + τd; `None` where it is not finite, which shortens a step like any bad value.
    fn attempt<P: Ncp + ?Sized>(&mut self, problem: &mut Balanced<P>, length: f64) -> Option<f64> {
        for i in 0..self.y.len() {
            self.trial[i] = self.y[i] + length * self.direction[i];
        }
        if !problem.eval(&self.trial, &mut self.trial_v) {
            return None;
        }
        let pair = (&self.trial[..], &self.trial_v[..]);
        residual(
            Map::FischerBurmeister,
            pair,
            problem.free(),
            &mut self.trial_phi,
        );
        Some(merit(&self.trial_phi)).filter(|value| value.is_finite())
    }

    /// y ← the trial point; false if that is no move at all.
    fn accept(&mut self) -> bool {
        if self.y == self.trial {
            return false;
        }
        std::mem::swap(&mut self.y, &mut self.trial);
        std::mem::swap(&mut self.v, &mut self.trial_v);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::KojimaShindo;

    #[test]
    fn every_direction_leads_down() {
        let directions = [
            Direction::Newton,
            Direction::Damped(1e-10),
            Direction::Damped(1e-2),
            Direction::Gradient,
        ];
        for direction in directions {
            let mut problem = Balanced::new(&KojimaShindo, &[0.9, 0.1, 2.8, 0.2], 1e-9);
            let mut descent = Descent::new(4);
            descent.y = problem.start();
            assert!(descent.begin(&mut problem));
            let before = descent.linearise(&mut problem).unwrap();
            assert!(!descent.is_stationary());
            assert!(
                descent.step(&mut problem, direction, before),
                "{direction:?}"
            );
            assert!(
                descent.linearise(&mut problem).unwrap() < before,
                "{direction:?}"
            );
        }
    }
}
