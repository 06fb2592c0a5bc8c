//! Planar contacts as a complementarity problem of three pairs each: c_n, y = μ c_n + c_t and s with u_t = s₊ − s,
//!
//! ```text
//!     0 ≤ c_n ⊥ u_n ≥ 0,    0 ≤ y ⊥ s₊ = u_t + s ≥ 0,    0 ≤ s ⊥ 2 μ c_n − y ≥ 0.
//! ```
//!
//! Beside (c_n, β, λ) [Ste00 3.2] it says the same, but without the bases in which both directions carry force: these are singular whatever the
//! numbers, so that rounding would leave every enumeration in doubt.

use complementarity::{Lcp, Matrix, Mlcp};
use stickslip::{FrictionSet, ReducedProblem};

/// A problem in these unknowns; free ones of joints come last.
#[derive(Debug)]
pub(super) struct Planar {
    pub(super) problem: Mlcp,
    /// c = share z.
    share: Matrix,
}

impl Planar {
    /// The problem, if all friction is planar or none and joints have no bounds.
    pub(super) fn of(reduced: &ReducedProblem) -> Option<Self> {
        let planar = reduced.contacts().iter().all(|c| {
            let flat = matches!(c.friction.set, FrictionSet::None | FrictionSet::Planar(_));
            flat && c.reserve == 0.0
        });
        let unbounded =
            (reduced.bounds().iter()).all(|[low, high]| low.is_infinite() && high.is_infinite());
        if !planar || !unbounded {
            return None;
        }
        let unknowns = |rows: usize| if rows == 0 { 1 } else { 3 };
        let of_contacts: usize = (reduced.contacts().iter())
            .map(|c| unknowns(c.friction.rows()))
            .sum();
        let joints = reduced.len() - reduced.first_joint();
        let size = of_contacts + joints;
        // forces from unknowns, and which velocity each row is
        let mut share = Matrix::zeros(reduced.len(), size);
        let mut velocity: Vec<Option<usize>> = vec![None; size];
        let mut own = Matrix::zeros(size, size);
        let mut at = 0;
        for contact in reduced.contacts() {
            let (n, mu) = (contact.row, contact.friction.coefficient);
            share[(n, at)] = 1.0;
            velocity[at] = Some(n);
            if contact.friction.rows() > 0 {
                share[(n + 1, at)] = -mu;
                share[(n + 1, at + 1)] = 1.0;
                velocity[at + 1] = Some(n + 1);
                own[(at + 1, at + 2)] = 1.0;
                own[(at + 2, at)] = 2.0 * mu;
                own[(at + 2, at + 1)] = -1.0;
            }
            at += unknowns(contact.friction.rows());
        }
        for joint in 0..joints {
            let row = reduced.first_joint() + joint;
            share[(row, at + joint)] = 1.0;
            velocity[at + joint] = Some(row);
        }
        for j in 0..size {
            let mut response = vec![0.0; reduced.len()];
            reduced.w().mul_add(share.col(j), &mut response);
            for (i, row) in velocity.iter().enumerate() {
                own[(i, j)] += row.map_or(0.0, |row| response[row]);
            }
        }
        let q = velocity
            .iter()
            .map(|row| row.map_or(0.0, |row| reduced.q()[row]));
        let lcp = Lcp::new(own, q.collect()).ok()?;
        let free = (0..size).map(|i| i >= of_contacts).collect();
        let problem = Mlcp::new(lcp, free).ok()?;
        Some(Self { problem, share })
    }

    /// From the unknowns to forces.
    pub(super) fn recover(&self, z: &[f64]) -> Vec<f64> {
        let mut c = vec![0.0; self.share.rows()];
        self.share.mul_add(z, &mut c);
        c
    }
}
