//! A smooth curve from a trivial problem to the given one: its equations, its tangent, and the way back onto it.
//!
//! With x = (y, t), each row is φ(y_i, t F_i(y) + (1 − t)(y_i − a_i); μ) = 0 with μ = (1 − t) μ₀ and φ the smoothed
//! minimum of Chen, Harker, Kanzow and Smale, or t F_i + (1 − t)(y_i − a_i) = 0 on free rows: n equations for
//! n + 1 unknowns. Bordered by the tangent their derivative is a square matrix, regular on a regular curve even
//! where t turns back; it gives both the next tangent and the Newton correction across the current one.

use crate::balance::{Balanced, spread};
use crate::linear::{Lu, Matrix, dot, max_abs, norm2};
use crate::problem::Ncp;

/// μ₀, the smoothing at t = 0, in balanced units.
const SMOOTHING: f64 = 1.0;
/// Newton corrections per step.
const CORRECTIONS: usize = 5;
/// Residual that ends the corrections, relative to 1 + ‖y‖∞.
const ON_CURVE: f64 = 1e-7;

/// A point x = (y, t) of a curve, its tangent, and scratch.
pub(crate) struct Curve {
    a: Vec<f64>,
    /// The point.
    pub(crate) x: Vec<f64>,
    /// The unit tangent there.
    pub(crate) tangent: Vec<f64>,
    /// The next point, not yet accepted.
    pub(crate) trial: Vec<f64>,
    trial_tangent: Vec<f64>,
    /// F at the trial point.
    pub(crate) v: Vec<f64>,
    correction: Vec<f64>,
    phi: Vec<f64>,
    derivative: Matrix,
    /// Derivative of φ by (y, t), with the tangent as last row.
    bordered: Matrix,
}

impl Curve {
    /// Room for n unknowns.
    pub(crate) fn new(n: usize) -> Self {
        let zeros = |n| vec![0.0; n];
        Self {
            a: zeros(n),
            x: zeros(n + 1),
            tangent: zeros(n + 1),
            trial: zeros(n + 1),
            trial_tangent: zeros(n + 1),
            v: zeros(n),
            correction: zeros(n + 1),
            phi: zeros(n),
            derivative: Matrix::zeros(n, n),
            bordered: Matrix::zeros(n + 1, n + 1),
        }
    }

    /// Chooses the k-th a and puts x on the known solution at t = 0.
    pub(crate) fn begin<P: Ncp + ?Sized>(&mut self, k: usize, problem: &Balanced<P>) {
        let n = self.a.len();
        let size = [1.0, 4.0, 0.25, 16.0][k % 4];
        let start = problem.start();
        for i in 0..n {
            self.a[i] = start[i] + size * (2.0 * spread(k, i) - 1.0);
            // y − a = μ₀²/y on restricted rows
            let half = 0.5 * self.a[i];
            self.x[i] = if problem.free()[i] {
                self.a[i]
            } else {
                half + half.hypot(SMOOTHING)
            };
        }
        self.x[n] = 0.0;
        self.tangent.fill(0.0);
        self.tangent[n] = 1.0;
    }

    /// phi ← φ at the trial point, and bordered ← its derivative over the tangent; false if not finite.
    fn linearise<P: Ncp + ?Sized>(&mut self, problem: &mut Balanced<P>) -> bool {
        let n = self.a.len();
        let (y, t) = (&self.trial[..n], self.trial[n]);
        if !problem.eval(y, &mut self.v) || !problem.jacobian(y, &mut self.derivative) {
            return false;
        }
        let mu = (1.0 - t) * SMOOTHING;
        for i in 0..n {
            // w = t F + (1 − t)(y − a) and its derivative by t
            let w = t * self.v[i] + (1.0 - t) * (y[i] - self.a[i]);
            let w_t = self.v[i] - (y[i] - self.a[i]);
            let (value, [slope_z, slope_w, slope_mu]) = match problem.free()[i] {
                true => (w, [0.0, 1.0, 0.0]),
                false => smoothed(y[i], w, mu),
            };
            self.phi[i] = value;
            for j in 0..n {
                self.bordered[(i, j)] = slope_w * t * self.derivative[(i, j)];
            }
            self.bordered[(i, i)] += slope_z + slope_w * (1.0 - t);
            self.bordered[(i, n)] = slope_w * w_t - slope_mu * SMOOTHING;
        }
        for j in 0..=n {
            self.bordered[(n, j)] = self.tangent[j];
        }
        true
    }

    /// trial ← the point one Euler step ahead along the tangent.
    pub(crate) fn predict(&mut self, step: f64) {
        for i in 0..self.x.len() {
            self.trial[i] = self.x[i] + step * self.tangent[i];
        }
    }

    /// The trial point and its tangent become the current ones.
    pub(crate) fn accept(&mut self) {
        std::mem::swap(&mut self.x, &mut self.trial);
        std::mem::swap(&mut self.tangent, &mut self.trial_tangent);
    }

    /// trial_tangent ← the unit tangent at the trial point, on the same side as the current tangent; the cosine
    /// between the two, or `None` if the curve has none there.
    fn find_tangent(&mut self, lu: &Lu) -> Option<f64> {
        // the bordered matrix times τ is (0, 1): τ spans the kernel and has a positive product with the tangent
        self.trial_tangent.fill(0.0);
        let n = self.a.len();
        self.trial_tangent[n] = 1.0;
        if !lu.solve(&mut self.trial_tangent) {
            return None;
        }
        let length = norm2(&self.trial_tangent);
        self.trial_tangent.iter_mut().for_each(|x| *x /= length);
        Some(dot(&self.tangent, &self.trial_tangent)).filter(|c| c.is_finite())
    }

    /// Newton corrections of the trial point across the tangent; the number it took and the cosine of the new
    /// tangent, or `None` if they do not converge.
    pub(crate) fn correct<P: Ncp + ?Sized>(
        &mut self,
        problem: &mut Balanced<P>,
    ) -> Option<(usize, f64)> {
        let n = self.a.len();
        for k in 0..=CORRECTIONS {
            if !self.linearise(problem) {
                return None;
            }
            let lu = Lu::new(&self.bordered);
            if max_abs(&self.phi) <= ON_CURVE * (1.0 + max_abs(&self.trial[..n])) {
                return self.find_tangent(&lu).map(|cosine| (k, cosine));
            }
            for i in 0..n {
                self.correction[i] = -self.phi[i];
            }
            self.correction[n] = 0.0;
            if !lu.solve(&mut self.correction) {
                return None;
            }
            for (x, d) in self.trial.iter_mut().zip(&self.correction) {
                *x += d;
            }
        }
        None
    }
}

/// φ(z, w; μ) = ½ (z + w − √((z − w)² + 4μ²)) and its derivatives by z, w and μ.
fn smoothed(z: f64, w: f64, mu: f64) -> (f64, [f64; 3]) {
    let (sum, root) = (z + w, (z - w).hypot(2.0 * mu));
    // without cancellation: 2 (zw − μ²) / (z + w + root) where z + w > 0
    let value = if sum > 0.0 {
        2.0 * (z * w - mu * mu) / (sum + root)
    } else {
        0.5 * (sum - root)
    };
    if root == 0.0 {
        return (value, [0.5, 0.5, 0.0]);
    }
    let lean = (z - w) / root;
    (
        value,
        [0.5 * (1.0 - lean), 0.5 * (1.0 + lean), -2.0 * mu / root],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::NearestInDisc;

    #[test]
    fn smoothed_function_vanishes_on_its_hyperbola() {
        for (z, mu) in [(2.0, 1.0), (1e-6, 1e-3), (1e6, 1e-3)] {
            let w = mu * mu / z;
            assert!(smoothed(z, w, mu).0.abs() < 1e-15 * mu, "z = {z}");
        }
        // without smoothing it is the minimum
        assert_eq!(smoothed(3.0, 2.0, 0.0).0, 2.0);
        assert_eq!(smoothed(-3.0, 2.0, 0.0).0, -3.0);
    }

    #[test]
    fn derivative_along_the_curve_matches_finite_differences() {
        let mut problem = Balanced::new(&NearestInDisc, &[0.3, -0.2, 0.4], 1e-9);
        let mut curve = Curve::new(3);
        curve.begin(2, &problem);
        let point = [0.7, 0.2, 0.6, 0.35];
        curve.trial.copy_from_slice(&point);
        assert!(curve.linearise(&mut problem));
        let derivative = curve.bordered.clone();
        let h = 1e-6;
        for j in 0..4 {
            let mut value = |shift: f64| {
                curve.trial.copy_from_slice(&point);
                curve.trial[j] += shift;
                assert!(curve.linearise(&mut problem));
                curve.phi.clone()
            };
            let (up, down) = (value(h), value(-h));
            for i in 0..3 {
                let slope = (up[i] - down[i]) / (2.0 * h);
                assert!(
                    (slope - derivative[(i, j)]).abs() < 1e-7,
                    "∂φ{i}/∂x{j}: {slope}"
                );
            }
        }
    }

    #[test]
    fn the_start_is_on_the_curve() {
        let mut problem = Balanced::new(&NearestInDisc, &[0.3, -0.2, 0.4], 1e-9);
        for k in 0..5 {
            let mut curve = Curve::new(3);
            curve.begin(k, &problem);
            curve.predict(0.0);
            assert!(curve.linearise(&mut problem));
            assert!(max_abs(&curve.phi) < 1e-15, "{k}: {:?}", curve.phi);
        }
    }
}
