//! A step with curved friction sets as a nonlinear complementarity problem, and the way back [APS98 22].
//!
//! Per contact the unknowns are the normal impulse x_n, the friction x_T and one slip speed λ_i for each smooth constraint
//! φ_i(x_T) ≤ b σ^γ of its friction set, all in scaled units ([`Scaled`]); y = W x + q are the velocities and σ = μ x_n the
//! friction bound.
//!
//! ```text
//!     0 ≤ x_n ⊥ y_n ≥ 0
//!     σ y_T + κ y_n x_T + Σ_i λ_i σ^(2−γ) ∇φ_i(x_T)/γ = 0
//!     0 ≤ λ_i ⊥ b σ^γ − φ_i(x_T) + κ y_n s^(γ−1) ≥ 0
//! ```
//!
//! The second line is the Fritz John condition of maximal dissipation [APS98 21], in the sign of the errata and with λ
//! scaled to a speed. With κ = 0 it is the paper's, and singular at c_n = 0: there σ = 0 and x_T = 0, and λ is anything. The
//! terms with κ = 1 change nothing where the contact is closed, because y_n = 0 there; where it is open they read
//! y_n x_T = 0 and λ y_n = 0, and the solution x_T = 0, λ = 0 is regular. s is the size of the data. A contact that has a
//! reserve of friction keeps κ = 0: its bound is positive without normal impulse.

use super::bounded::{Bounds, JointPlace};
use super::reduced::ReducedProblem;
use super::scaled::{Scaled, ScaledContact};
use complementarity::{Matrix, Ncp};

/// A reduced problem as an [`Ncp`].
#[derive(Debug, Default)]
pub struct Conic {
    problem: Scaled,
    places: Vec<Place>,
    joints: Vec<JointPlace>,
    len: usize,
}

/// Where a contact's unknowns are: x_n, then friction, then what is idle, then λ.
#[derive(Clone, Copy, Debug)]
struct Place {
    first: usize,
    lambda: usize,
    constraints: usize,
    /// κ.
    open: f64,
}

impl Conic {
    /// Writes a problem.
    pub fn new(reduced: &ReducedProblem) -> Self {
        let mut conic = Self::default();
        conic.problem.take(reduced);
        let mut first = 0;
        for contact in &conic.problem.contacts {
            let constraints = contact.shape().map_or(0, |s| s.constraints());
            let lambda = first + 1 + contact.friction + contact.idle;
            conic.places.push(Place {
                first,
                lambda,
                constraints,
                open: if contact.reserve == 0.0 { 1.0 } else { 0.0 },
            });
            first = lambda + constraints;
        }
        for (row, bounds) in (conic.problem.joints..).zip(&conic.problem.bounds) {
            let mut place = JointPlace::new(row, *bounds);
            place.unknown = first;
            first += place.unknowns();
            conic.joints.push(place);
        }
        conic.len = first;
        conic
    }

    /// From the unknowns to impulses c of the reduced problem.
    pub fn recover(&self, z: &[f64], c: &mut Vec<f64>) {
        let mut x = Vec::with_capacity(self.problem.len());
        self.impulses(z, &mut x);
        self.problem.unscale(&x, c);
    }

    /// From impulses c to the unknowns, with the slip speeds that go with them.
    pub fn start(&self, c: &[f64]) -> Vec<f64> {
        let (mut x, mut y) = (Vec::new(), vec![0.0; self.problem.len()]);
        self.problem.scale(c, &mut x);
        self.problem.velocity(&x, &mut y);
        let mut z = vec![0.0; self.len];
        for (contact, place) in self.problem.contacts.iter().zip(&self.places) {
            let rows = 1 + contact.friction + contact.idle;
            z[place.first..place.first + rows].copy_from_slice(&x[contact.row..contact.row + rows]);
            let slip: f64 = contact.rows().map(|row| y[row] * y[row]).sum();
            z[place.lambda..place.lambda + place.constraints].fill(slip.sqrt());
        }
        for joint in &self.joints {
            z[joint.unknown] = joint.sign * (x[joint.row] - joint.shift);
            if joint.bounds != Bounds::None {
                z[joint.unknown] = z[joint.unknown].max(0.0);
            }
        }
        z
    }

    /// x within z.
    fn impulses(&self, z: &[f64], x: &mut Vec<f64>) {
        x.clear();
        for (contact, place) in self.problem.contacts.iter().zip(&self.places) {
            let rows = 1 + contact.friction + contact.idle;
            x.extend_from_slice(&z[place.first..place.first + rows]);
        }
        let joints = self.joints.iter();
        x.extend(joints.map(|j| j.shift + j.sign * z[j.unknown]));
    }

    /// The unknown of each row of the scaled problem, and the derivative of x by it.
    fn unknowns(&self) -> impl Iterator<Item = (usize, f64)> {
        let contacts = self.problem.contacts.iter().zip(&self.places);
        contacts
            .flat_map(|(c, p)| p.first..p.first + 1 + c.friction + c.idle)
            .map(|unknown| (unknown, 1.0))
            .chain(self.joints.iter().map(|j| (j.unknown, j.sign)))
    }
}

/// The friction of a contact at a point: σ, x_T.
fn friction(contact: &ScaledContact, x: &[f64]) -> (f64, [f64; 3]) {
    let mut along = [0.0; 3];
    for (i, row) in contact.rows().enumerate() {
        along[i] = x[row];
    }
    (contact.mu * x[contact.row] + contact.reserve, along)
}

impl Ncp for Conic {
    fn len(&self) -> usize {
        self.len
    }

    fn is_free(&self, i: usize) -> bool {
        if self.joints.first().is_some_and(|j| i >= j.unknown) {
            let at = self.joints.partition_point(|j| j.unknown <= i) - 1;
            return self.joints[at].bounds == Bounds::None;
        }
        let at = self.places.partition_point(|p| p.first <= i) - 1;
        let place = &self.places[at];
        i != place.first && i < place.lambda
    }

    fn eval(&self, z: &[f64], w: &mut [f64]) {
        let (mut x, mut y) = (Vec::new(), vec![0.0; self.problem.len()]);
        self.impulses(z, &mut x);
        self.problem.velocity(&x, &mut y);
        for (contact, place) in self.problem.contacts.iter().zip(&self.places) {
            let n = contact.row;
            w[place.first] = y[n];
            let (sigma, along) = friction(contact, &x);
            for (i, row) in contact.rows().enumerate() {
                w[place.first + 1 + i] = sigma * y[row] + place.open * y[n] * x[row];
            }
            let idle = 1 + contact.friction;
            for i in idle..idle + contact.idle {
                w[place.first + i] = x[n + i];
            }
            let Some(shape) = contact.shape() else {
                continue;
            };
            for part in 0..place.constraints {
                let phi = shape.constraint(part, along);
                let gamma = phi.degree;
                let factor = z[place.lambda + part] * sigma.powi(2 - gamma) / f64::from(gamma);
                for i in 0..contact.friction {
                    w[place.first + 1 + i] += factor * phi.gradient[i];
                }
                w[place.lambda + part] = phi.right * sigma.powi(gamma) - phi.value
                    + place.open * y[n] * self.problem.size.powi(gamma - 1);
            }
        }
        for joint in &self.joints {
            let at = joint.unknown;
            w[at] = joint.sign * y[joint.row];
            if let Bounds::Two(width) = joint.bounds {
                w[at] += z[at + 1];
                w[at + 1] = width - z[at];
            }
        }
    }

    fn jacobian(&self, z: &[f64], jacobian: &mut Matrix) {
        let (mut x, mut y) = (Vec::new(), vec![0.0; self.problem.len()]);
        self.impulses(z, &mut x);
        self.problem.velocity(&x, &mut y);
        jacobian.fill(0.0);
        let unknowns: Vec<(usize, f64)> = self.unknowns().collect();
        // row i of the derivative += factor · (row of W)
        let add = |jacobian: &mut Matrix, i: usize, factor: f64, row: usize| {
            for (j, &(unknown, sign)) in unknowns.iter().enumerate() {
                jacobian[(i, unknown)] += factor * sign * self.problem.w[(row, j)];
            }
        };
        for (contact, place) in self.problem.contacts.iter().zip(&self.places) {
            let n = contact.row;
            add(jacobian, place.first, 1.0, n);
            let (sigma, along) = friction(contact, &x);
            let first = place.first + 1;
            for (i, row) in contact.rows().enumerate() {
                add(jacobian, first + i, sigma, row);
                jacobian[(first + i, place.first)] += contact.mu * y[row];
                add(jacobian, first + i, place.open * x[row], n);
                jacobian[(first + i, first + i)] += place.open * y[n];
            }
            for i in first + contact.friction..first + contact.friction + contact.idle {
                jacobian[(i, i)] = 1.0;
            }
            let Some(shape) = contact.shape() else {
                continue;
            };
            for part in 0..place.constraints {
                let phi = shape.constraint(part, along);
                let (gamma, lambda) = (phi.degree, place.lambda + part);
                let degree = f64::from(gamma);
                let speed = z[lambda];
                let bound = sigma.powi(2 - gamma) / degree;
                // how the bound grows with x_n
                let growth = match gamma {
                    1 => contact.mu,
                    _ => 0.0,
                };
                for i in 0..contact.friction {
                    jacobian[(first + i, place.first)] += speed * growth * phi.gradient[i];
                    for j in 0..contact.friction {
                        jacobian[(first + i, first + j)] += speed * bound * phi.hessian[i][j];
                    }
                    jacobian[(first + i, lambda)] += bound * phi.gradient[i];
                    jacobian[(lambda, first + i)] -= phi.gradient[i];
                }
                jacobian[(lambda, place.first)] +=
                    phi.right * degree * sigma.powi(gamma - 1) * contact.mu;
                let open = place.open * self.problem.size.powi(gamma - 1);
                add(jacobian, lambda, open, n);
            }
        }
        for joint in &self.joints {
            let at = joint.unknown;
            add(jacobian, at, joint.sign, joint.row);
            if let Bounds::Two(_) = joint.bounds {
                jacobian[(at, at + 1)] += 1.0;
                jacobian[(at + 1, at)] -= 1.0;
            }
        }
    }
}
