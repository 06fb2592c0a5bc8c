//! A reduced problem in units of its own: every contact has a mean diagonal of 1, and friction sets their unit lengths.
//!
//! Impulses c = S x and velocities y = S u have the same unit, √J, and the laws keep their form: one factor for all rows of
//! a contact keeps its cone, and the lengths of the friction set turn ellipsoids into balls.

use super::reduced::ReducedProblem;
use crate::friction::{FrictionSet, Shape};
use complementarity::Matrix;
use complementarity::linear::norm2;

/// y = W x + q with the contacts' laws. The memory is reused.
#[derive(Debug, Default)]
pub(crate) struct Scaled {
    pub(crate) w: Matrix,
    pub(crate) q: Vec<f64>,
    pub(crate) contacts: Vec<ScaledContact>,
    /// The first row of a joint.
    pub(crate) joints: usize,
    /// The least and the largest impulse of each joint (√J).
    pub(crate) bounds: Vec<[f64; 2]>,
    /// S.
    scale: Vec<f64>,
    asked: Vec<f64>,
    /// ‖q‖₂ without the normals that ask nothing: what residuals are compared with (√J).
    pub(crate) size: f64,
}

/// A contact: its rows begin with n.
#[derive(Debug)]
pub(crate) struct ScaledContact {
    pub(crate) row: usize,
    /// Rows after n that friction uses, and rows after those that carry nothing.
    pub(crate) friction: usize,
    pub(crate) idle: usize,
    pub(crate) mu: f64,
    /// Friction bound without normal impulse (√J).
    pub(crate) reserve: f64,
    pub(crate) set: Option<FrictionSet>,
}

impl ScaledContact {
    /// The friction set, if there is one.
    pub(crate) fn shape(&self) -> Option<&dyn Shape> {
        self.set.as_ref().and_then(FrictionSet::shape)
    }

    /// The rows that friction uses.
    pub(crate) fn rows(&self) -> std::ops::Range<usize> {
        self.row + 1..self.row + 1 + self.friction
    }

    /// The rows that carry nothing.
    pub(crate) fn idle_rows(&self) -> std::ops::Range<usize> {
        let first = self.row + 1 + self.friction;
        first..first + self.idle
    }

    /// μ x_n + reserve for a normal impulse that does not pull.
    pub(crate) fn bound(&self, normal: f64) -> f64 {
        self.mu * normal.max(0.0) + self.reserve
    }
}

impl Scaled {
    /// Takes up a problem.
    pub(crate) fn take(&mut self, reduced: &ReducedProblem) {
        let n = reduced.len();
        self.scale.clear();
        self.scale.resize(n, 1.0);
        self.contacts.clear();
        self.joints = reduced.first_joint();
        let diagonal = |i: usize| reduced.w()[(i, i)].max(0.0);
        for contact in reduced.contacts() {
            let row = contact.row;
            let friction = contact.friction.rows();
            let lengths = contact.friction.shape().map_or([1.0; 3], |s| s.lengths());
            // one factor for the contact: from the mean of its diagonal
            let mut mean = diagonal(row);
            for i in 0..friction {
                self.scale[row + 1 + i] = lengths[i];
                mean += lengths[i] * lengths[i] * diagonal(row + 1 + i);
            }
            mean /= (1 + friction) as f64;
            let factor = if mean > 0.0 { 1.0 / mean.sqrt() } else { 1.0 };
            self.scale[row..row + 1 + friction]
                .iter_mut()
                .for_each(|s| *s *= factor);
            self.contacts.push(ScaledContact {
                row,
                friction,
                idle: contact.rows - friction,
                mu: contact.friction.coefficient,
                reserve: contact.reserve / factor,
                set: (friction > 0).then(|| contact.friction.set.clone()),
            });
        }
        for i in self.joints..n {
            let own = diagonal(i);
            if own > 0.0 {
                self.scale[i] = 1.0 / own.sqrt();
            }
        }
        self.w.reset(n, n);
        for j in 0..n {
            let (from, s) = (reduced.w().col(j), self.scale[j]);
            for (i, w) in self.w.col_mut(j).iter_mut().enumerate() {
                *w = self.scale[i] * from[i] * s;
            }
        }
        self.q.clear();
        let q = reduced.q().iter().zip(&self.scale).map(|(q, s)| q * s);
        self.q.extend(q);
        // a contact that is apart asks nothing, however far apart it is
        self.asked.clone_from(&self.q);
        for contact in &self.contacts {
            self.asked[contact.row] = self.q[contact.row].min(0.0);
        }
        // and a joint no more than its bounds can do
        self.bounds.clear();
        for (i, bounds) in reduced.bounds().iter().enumerate() {
            let row = self.joints + i;
            let bounds = bounds.map(|c| c / self.scale[row]);
            self.bounds.push(bounds);
            // not `clamp`, which panics where masses beyond all measure have made bounds that are no numbers
            self.asked[row] = (-self.q[row]).max(bounds[0]).min(bounds[1]);
        }
        self.size = norm2(&self.asked);
    }

    /// Number of rows.
    pub(crate) fn len(&self) -> usize {
        self.q.len()
    }

    /// From impulses c to x.
    pub(crate) fn scale(&self, c: &[f64], x: &mut Vec<f64>) {
        x.clear();
        x.extend(c.iter().zip(&self.scale).map(|(c, s)| c / s));
    }

    /// From x to impulses c.
    pub(crate) fn unscale(&self, x: &[f64], c: &mut Vec<f64>) {
        c.clear();
        c.extend(x.iter().zip(&self.scale).map(|(x, s)| x * s));
    }

    /// ‖S f‖₂: the size of scaled impulses in N·s.
    pub(crate) fn impulse_size(&self, f: &[f64]) -> f64 {
        let squares = f.iter().zip(&self.scale).map(|(f, s)| (f * s) * (f * s));
        squares.sum::<f64>().sqrt()
    }

    /// y ← W x + q.
    pub(crate) fn velocity(&self, x: &[f64], y: &mut [f64]) {
        y.copy_from_slice(&self.q);
        self.w.mul_add(x, y);
    }
}
