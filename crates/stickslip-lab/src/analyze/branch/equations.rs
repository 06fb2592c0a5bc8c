//! The laws of contact for one combination of modes, as smooth equations F(x) = 0.
//!
//! A contact that breaks has no unknowns. One that sticks has its forces, with α = 0. One that slides has its normal force, the
//! direction w of its slip and the size r of it, with α_n = 0, α_T = r w and |w| = 1, and its friction is (μ z_n + reserve) S(w): [TP97 iv]
//! without the division by the slip, so that nothing is singular where the slip or the normal force goes through zero. There the mode ends:
//! r ≥ 0 and z_n ≥ 0 are among its inequalities.

use super::mode::{ContactMode, JointMode, Modes};
use super::scaled::Scaled;
use complementarity::Matrix;

/// The equations of a mode.
pub(super) struct Equations<'a> {
    pub(super) problem: &'a Scaled,
    pub(super) modes: &'a Modes,
}

/// An inequality of a mode, by what would happen beyond it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Side {
    /// A contact that breaks would come back: α_n.
    Touches(usize),
    /// A contact would pull: z_n.
    Pulls(usize),
    /// A contact that sticks would leave its cone: its slack.
    Slips(usize),
    /// A contact that slides would slide the other way: r.
    Stops(usize),
    /// A joint would need another force than it has: the mode it goes to.
    Joint(usize, JointMode),
}

impl Equations<'_> {
    /// How many unknowns, and equations, there are.
    pub(super) fn len(&self) -> usize {
        let contacts = self.problem.contacts.iter().zip(&self.modes.contacts);
        let of = |rows: usize, mode: &ContactMode| match mode {
            ContactMode::Break => 0,
            ContactMode::Slide if rows > 0 => rows + 2,
            ContactMode::Slide | ContactMode::Stick => rows + 1,
        };
        let joints = self.modes.joints.iter();
        contacts.map(|(c, mode)| of(c.rows, mode)).sum::<usize>()
            + joints.filter(|mode| **mode == JointMode::Free).count()
    }

    /// The forces z of the unknowns, and if asked their derivative.
    fn forces_by(&self, x: &[f64], mut by: Option<&mut Matrix>) -> Vec<f64> {
        let mut z = vec![0.0; self.problem.b.len()];
        let mut set = |row: usize, column: usize, value: f64| {
            if let Some(by) = by.as_deref_mut() {
                by[(row, column)] = value;
            }
        };
        let mut k = 0;
        for (contact, mode) in self.problem.contacts.iter().zip(&self.modes.contacts) {
            let (row, rows) = (contact.row, contact.rows);
            match mode {
                ContactMode::Break => {}
                ContactMode::Slide if rows > 0 => {
                    let w = direction(&x[k + 1..=k + rows]);
                    let (push, bound) = (contact.against(w), contact.bound(x[k]));
                    let turn = contact.against_by(w);
                    z[row] = x[k];
                    set(row, k, 1.0);
                    for i in 0..rows {
                        z[row + 1 + i] = bound * push[i];
                        set(row + 1 + i, k, contact.mu * push[i]);
                        (0..rows).for_each(|j| set(row + 1 + i, k + 1 + j, bound * turn[j][i]));
                    }
                    k += rows + 2;
                }
                ContactMode::Slide | ContactMode::Stick => {
                    for i in 0..=rows {
                        z[row + i] = x[k + i];
                        set(row + i, k + i, 1.0);
                    }
                    k += rows + 1;
                }
            }
        }
        for (j, mode) in self.modes.joints.iter().enumerate() {
            let row = self.problem.first_joint + j;
            let [low, high] = self.problem.bounds[j];
            match mode {
                JointMode::Low => z[row] = low,
                JointMode::High => z[row] = high,
                JointMode::Free => {
                    z[row] = x[k];
                    set(row, k, 1.0);
                    k += 1;
                }
            }
        }
        z
    }

    /// The forces z of the unknowns.
    pub(super) fn forces(&self, x: &[f64]) -> Vec<f64> {
        self.forces_by(x, None)
    }

    /// F(x).
    pub(super) fn residual(&self, x: &[f64]) -> Vec<f64> {
        let alpha = self.problem.acceleration(&self.forces(x));
        let mut f = Vec::with_capacity(x.len());
        let mut k = 0;
        for (contact, mode) in self.problem.contacts.iter().zip(&self.modes.contacts) {
            let (row, rows) = (contact.row, contact.rows);
            match mode {
                ContactMode::Break => {}
                ContactMode::Slide if rows > 0 => {
                    let (w, r) = (&x[k + 1..=k + rows], x[k + rows + 1]);
                    f.push(alpha[row]);
                    f.extend((0..rows).map(|i| contact.along[i] * alpha[row + 1 + i] - r * w[i]));
                    f.push(w.iter().map(|w| w * w).sum::<f64>() - 1.0);
                    k += rows + 2;
                }
                ContactMode::Slide | ContactMode::Stick => {
                    f.extend_from_slice(&alpha[row..=row + rows]);
                    k += rows + 1;
                }
            }
        }
        let joints = alpha[self.problem.first_joint..].iter();
        let free = |mode: &JointMode| *mode == JointMode::Free;
        f.extend((joints.zip(&self.modes.joints)).filter_map(|(u, mode)| free(mode).then_some(u)));
        f
    }

    /// F′(x).
    pub(super) fn jacobian(&self, x: &[f64]) -> Matrix {
        let n = self.problem.b.len();
        let mut push = Matrix::zeros(n, x.len());
        self.forces_by(x, Some(&mut push));
        let mut alpha = Matrix::zeros(n, x.len());
        for j in 0..x.len() {
            self.problem.a.mul_add(push.col(j), alpha.col_mut(j));
        }
        let mut out = Matrix::zeros(x.len(), x.len());
        let mut copy = |to: usize, from: usize, factor: f64| {
            (0..x.len()).for_each(|j| out[(to, j)] = factor * alpha[(from, j)]);
        };
        // what comes through the accelerations
        let mut k = 0;
        let mut own = Vec::new();
        for (contact, mode) in self.problem.contacts.iter().zip(&self.modes.contacts) {
            let (row, rows) = (contact.row, contact.rows);
            match mode {
                ContactMode::Break => {}
                ContactMode::Slide if rows > 0 => {
                    copy(k, row, 1.0);
                    let size = k + rows + 1;
                    for i in 0..rows {
                        copy(k + 1 + i, row + 1 + i, contact.along[i]);
                        own.push((k + 1 + i, k + 1 + i, -x[size]));
                        own.push((k + 1 + i, size, -x[k + 1 + i]));
                        own.push((size, k + 1 + i, 2.0 * x[k + 1 + i]));
                    }
                    k += rows + 2;
                }
                ContactMode::Slide | ContactMode::Stick => {
                    (0..=rows).for_each(|i| copy(k + i, row + i, 1.0));
                    k += rows + 1;
                }
            }
        }
        for (j, mode) in self.modes.joints.iter().enumerate() {
            if *mode == JointMode::Free {
                copy(k, self.problem.first_joint + j, 1.0);
                k += 1;
            }
        }
        // and what does not
        own.into_iter()
            .for_each(|(i, j, value)| out[(i, j)] += value);
        out
    }

    /// The unknowns that go with forces: directions from the slips, or, where there is none, from the friction.
    pub(super) fn unknowns(&self, z: &[f64]) -> Vec<f64> {
        const NO_SLIP: f64 = 1e-7;
        let alpha = self.problem.acceleration(z);
        let mut x = Vec::with_capacity(self.len());
        for (contact, mode) in self.problem.contacts.iter().zip(&self.modes.contacts) {
            let (row, rows) = (contact.row, contact.rows);
            match mode {
                ContactMode::Break => {}
                ContactMode::Slide if rows > 0 => {
                    let slip: Vec<f64> = (0..rows)
                        .map(|i| contact.along[i] * alpha[row + 1 + i])
                        .collect();
                    let size = norm(&slip);
                    let friction: Vec<f64> = (1..=rows).map(|i| -z[row + i]).collect();
                    let held = norm(&friction);
                    x.push(z[row]);
                    match (size > NO_SLIP, held > 0.0) {
                        (true, _) => x.extend(slip.iter().map(|s| s / size)),
                        (_, true) => x.extend(friction.iter().map(|f| f / held)),
                        _ => x.extend((0..rows).map(|i| if i == 0 { 1.0 } else { 0.0 })),
                    }
                    x.push(size);
                }
                ContactMode::Slide | ContactMode::Stick => {
                    x.extend_from_slice(&z[row..=row + rows])
                }
            }
        }
        for (j, mode) in self.modes.joints.iter().enumerate() {
            if *mode == JointMode::Free {
                x.push(z[self.problem.first_joint + j]);
            }
        }
        x
    }

    /// What must not be negative for the mode to hold.
    pub(super) fn inequalities(&self, x: &[f64]) -> Vec<(f64, Side)> {
        let z = self.forces(x);
        let alpha = self.problem.acceleration(&z);
        let mut out = Vec::new();
        let mut k = 0;
        let contacts = self.problem.contacts.iter().zip(&self.modes.contacts);
        for (i, (contact, mode)) in contacts.enumerate() {
            let (row, rows) = (contact.row, contact.rows);
            match mode {
                ContactMode::Break => out.push((alpha[row], Side::Touches(i))),
                ContactMode::Slide if rows > 0 => {
                    out.push((x[k], Side::Pulls(i)));
                    out.push((x[k + rows + 1], Side::Stops(i)));
                    k += rows + 2;
                }
                ContactMode::Slide => {
                    out.push((x[k], Side::Pulls(i)));
                    k += 1;
                }
                ContactMode::Stick => {
                    let gauge = contact.gauge(direction(&z[row + 1..=row + rows]));
                    out.push((contact.bound(z[row]) - gauge, Side::Slips(i)));
                    out.push((z[row], Side::Pulls(i)));
                    k += rows + 1;
                }
            }
        }
        for (j, mode) in self.modes.joints.iter().enumerate() {
            let (row, [low, high]) = (self.problem.first_joint + j, self.problem.bounds[j]);
            match mode {
                JointMode::Low => out.push((alpha[row], Side::Joint(j, JointMode::Free))),
                JointMode::High => out.push((-alpha[row], Side::Joint(j, JointMode::Free))),
                JointMode::Free => {
                    out.push((z[row] - low, Side::Joint(j, JointMode::Low)));
                    out.push((high - z[row], Side::Joint(j, JointMode::High)));
                }
            }
        }
        out.retain(|(value, _)| *value < f64::INFINITY);
        out
    }
}

/// The Euclidean length of few numbers.
pub(super) fn norm(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Up to three numbers, with zeros after them.
pub(super) fn direction(x: &[f64]) -> [f64; 3] {
    std::array::from_fn(|i| x.get(i).copied().unwrap_or(0.0))
}
