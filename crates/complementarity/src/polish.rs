//! The last digits: Newton's method on a fixed guess of which entries are positive.
//!
//! Near a solution the sign of y_i − v_i tells the active set α = {i : y_i > v_i} ∪ {free rows}. Setting the
//! other entries to exactly 0 and solving v_α = 0 for y_α gives an answer as good as the arithmetic allows (in one
//! step if the problem is linear). The set is then read off again, so that a wrong guess can repair itself:
//! these are full steps of Newton's method on the min map. The answer counts only by its certificate.

use crate::balance::Balanced;
use crate::damped;
use crate::linear::{Lu, Matrix};
use crate::problem::Ncp;

/// Most steps of one polish.
const STEPS: usize = 8;

/// Pivot ratio below which M_αα counts as singular.
const SINGULAR: f64 = 1e-13;

/// Damping of the singular case, relative to the largest entry of M_ααᵀ M_αα.
const DAMPING: f64 = 1e-11;

/// Watches the active sets of successive iterates, and polishes once whenever one has settled.
#[derive(Default)]
pub(crate) struct Watch {
    last: Vec<bool>,
    polished: Vec<bool>,
}

impl Watch {
    /// Offers the iterate y with its v = F(y) (or slack); true if the best answer now passes.
    pub(crate) fn finish<P: Ncp + ?Sized>(
        &mut self,
        problem: &mut Balanced<P>,
        y: &[f64],
        v: &[f64],
    ) -> bool {
        // good enough already: polishing still adds digits
        if problem.offer(y) {
            return polish(problem, y);
        }
        let set = active_set(y, v, problem.free());
        let settled = set == self.last && set != self.polished;
        self.last = set;
        if settled {
            self.polished.clone_from(&self.last);
        }
        settled && polish(problem, y)
    }
}

/// α: the rows whose v_i should vanish.
fn active_set(y: &[f64], v: &[f64], free: &[bool]) -> Vec<bool> {
    (0..y.len()).map(|i| free[i] || y[i] > v[i]).collect()
}

/// Polishes a point, offering every step as an answer; true if the best answer then passes.
pub(crate) fn polish<P: Ncp + ?Sized>(problem: &mut Balanced<P>, start: &[f64]) -> bool {
    let n = problem.len();
    let (mut y, mut v, mut derivative) = (start.to_vec(), vec![0.0; n], Matrix::zeros(n, n));
    let mut last: Option<Vec<bool>> = None;
    for _ in 0..STEPS {
        if !problem.eval(&y, &mut v) {
            break;
        }
        let active = active_set(&y, &v, problem.free());
        for i in (0..n).filter(|&i| !active[i]) {
            y[i] = 0.0;
        }
        // a step on the same set that gains nothing ends it
        let before = problem.residual();
        if !step(problem, &active, &mut y, (&mut v, &mut derivative)) {
            break;
        }
        let solved = problem.offer(&y);
        let gained = problem.residual() < 0.5 * before;
        if !gained && (solved || last.as_ref() == Some(&active)) {
            break;
        }
        last = Some(active);
    }
    problem.solved()
}

/// One Newton step for v_α = 0 with the other entries of y fixed; false if a number is not finite.
fn step<P: Ncp + ?Sized>(
    problem: &mut Balanced<P>,
    active: &[bool],
    y: &mut [f64],
    (v, derivative): (&mut [f64], &mut Matrix),
) -> bool {
    if !problem.eval(y, v) || !problem.jacobian(y, derivative) {
        return false;
    }
    let alpha: Vec<usize> = (0..y.len()).filter(|&i| active[i]).collect();
    if alpha.is_empty() {
        return true;
    }
    let block = derivative.select(&alpha, &alpha);
    let rhs: Vec<f64> = alpha.iter().map(|&i| -v[i]).collect();

    // a singular block (hyperstatic contact, say) still has a nearest least-squares correction
    let lu = Lu::new(&block);
    let mut d = rhs.clone();
    let regular = lu.pivot_ratio() > SINGULAR && lu.solve(&mut d);
    if !regular {
        match damped::solve(&block, &rhs, DAMPING, true) {
            Some(x) => d = x,
            None => return false,
        }
    }
    for (&i, d) in alpha.iter().zip(&d) {
        y[i] += d;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Lcp;

    #[test]
    fn linear_problem_becomes_exact_in_one_step() {
        let m = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).unwrap();
        let lcp = Lcp::new(m, vec![-5.0, -6.0]).unwrap();
        let mut problem = Balanced::new(&lcp, &[1.3, 2.3], 1e-15);
        let y = problem.start();
        assert!(polish(&mut problem, &y));
    }

    #[test]
    fn hyperstatic_set_is_solved_by_the_nearest_correction() {
        let m = Matrix::from_rows(&[[1.0, 1.0], [1.0, 1.0]]).unwrap();
        let lcp = Lcp::new(m, vec![-1.0, -1.0]).unwrap();
        let mut problem = Balanced::new(&lcp, &[0.7, 0.4], 1e-13);
        let y = problem.start();
        assert!(polish(&mut problem, &y));
    }

    #[test]
    fn wrong_set_repairs_itself() {
        // z = (0, 1): started with the first entry active
        let m = Matrix::from_rows(&[[2.0, 1.0], [1.0, 2.0]]).unwrap();
        let lcp = Lcp::new(m, vec![0.0, -2.0]).unwrap();
        let mut problem = Balanced::new(&lcp, &[5.0, 0.0], 1e-13);
        let y = problem.start();
        assert!(polish(&mut problem, &y));
    }
}
