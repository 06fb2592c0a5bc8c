//! A reduced problem without units: α = A z + b with numbers about 1, every friction set of ball shape a ball.
//!
//! Forces are c = β D z and accelerations a = β D⁻¹ α, with D the half axes of the friction set times a number for each contact that
//! makes the diagonal of A about 1, and β the size of D b.

use crate::analyze::FrictionLaw;
use complementarity::Matrix;
use complementarity::linear::max_abs;
use stickslip::{Friction, FrictionSet};
use stickslip::{ReducedContact, ReducedProblem};

/// The numbers that stay the same while a parameter changes.
#[derive(Clone, Debug)]
pub(super) struct Units {
    contacts: Vec<f64>,
    joints: Vec<f64>,
    beta: f64,
    law: FrictionLaw,
}

/// A problem in these units.
#[derive(Clone, Debug)]
pub(super) struct Scaled {
    pub(super) a: Matrix,
    pub(super) b: Vec<f64>,
    pub(super) contacts: Vec<ScaledContact>,
    /// The first row of a joint.
    pub(super) first_joint: usize,
    pub(super) bounds: Vec<[f64; 2]>,
    /// β D for each row.
    unit: Vec<f64>,
}

/// A contact: z_T = (μ z_n + reserve) S(w) where it slides towards w.
#[derive(Clone, Debug)]
pub(super) struct ScaledContact {
    pub(super) row: usize,
    /// How many friction rows follow.
    pub(super) rows: usize,
    pub(super) mu: f64,
    pub(super) reserve: f64,
    /// What relates the slip to its direction: α_T · along = r w.
    pub(super) along: [f64; 3],
    friction: Friction,
    law: FrictionLaw,
}

/// The half axes of a friction set.
fn lengths(contact: &ReducedContact) -> [f64; 3] {
    contact.friction.shape().map_or([1.0; 3], |s| s.lengths())
}

impl Units {
    /// Units in which a problem has numbers about 1.
    pub(super) fn of(problem: &ReducedProblem, law: FrictionLaw) -> Self {
        let (w, q) = (problem.w(), problem.q());
        let unit = |sum: f64| if sum > 0.0 { sum.sqrt().recip() } else { 1.0 };
        let contacts: Vec<f64> = (problem.contacts().iter())
            .map(|contact| {
                let (e, n) = (lengths(contact), contact.row);
                let rows = problem.friction_rows(contact);
                let count = 1.0 + rows.len() as f64;
                let friction: f64 = rows.zip(e).map(|(i, e)| e * e * w[(i, i)]).sum();
                unit((w[(n, n)].abs() + friction) / count)
            })
            .collect();
        let joints = (problem.first_joint()..problem.len())
            .map(|i| unit(w[(i, i)].abs()))
            .collect();
        let mut units = Self {
            contacts,
            joints,
            beta: 1.0,
            law,
        };
        let scaled: Vec<f64> = (units.rows(problem).iter().zip(q))
            .map(|(d, q)| d * q)
            .collect();
        units.beta = match max_abs(&scaled) {
            size if size > 0.0 => size,
            _ => 1.0,
        };
        units
    }

    /// β D.
    fn rows(&self, problem: &ReducedProblem) -> Vec<f64> {
        let mut rows = vec![self.beta; problem.len()];
        for (contact, unit) in problem.contacts().iter().zip(&self.contacts) {
            rows[contact.row] *= unit;
            for (row, e) in problem.friction_rows(contact).zip(lengths(contact)) {
                rows[row] *= e * unit;
            }
        }
        let joints = rows[problem.first_joint()..].iter_mut();
        joints
            .zip(&self.joints)
            .for_each(|(row, unit)| *row *= unit);
        rows
    }
}

impl Scaled {
    /// A problem in given units; nothing if it has other contacts or joints than the units were made for.
    pub(super) fn of(problem: &ReducedProblem, units: &Units) -> Option<Self> {
        if problem.contacts().len() != units.contacts.len()
            || problem.len() - problem.first_joint() != units.joints.len()
        {
            return None;
        }
        let (unit, w) = (units.rows(problem), problem.w());
        let (n, beta) = (problem.len(), units.beta);
        let d: Vec<f64> = unit.iter().map(|u| u / beta).collect();
        let contacts = (problem.contacts().iter().zip(&units.contacts))
            .map(|(contact, size)| ScaledContact {
                row: contact.row,
                rows: problem.friction_rows(contact).len(),
                mu: contact.friction.coefficient,
                reserve: contact.reserve / (beta * size),
                along: match units.law {
                    FrictionLaw::MaximalDissipation => [1.0; 3],
                    FrictionLaw::Collinear => lengths(contact).map(|e| 1.0 / (e * e)),
                },
                friction: contact.friction.clone(),
                law: units.law,
            })
            .collect();
        let first_joint = problem.first_joint();
        Some(Self {
            a: Matrix::from_fn(n, n, |i, j| d[i] * w[(i, j)] * d[j]),
            b: (0..n).map(|i| d[i] * problem.q()[i] / beta).collect(),
            contacts,
            first_joint,
            bounds: (problem.bounds().iter().zip(&unit[first_joint..]))
                .map(|(bounds, unit)| bounds.map(|c| c / unit))
                .collect(),
            unit,
        })
    }

    /// α = A z + b.
    pub(super) fn acceleration(&self, z: &[f64]) -> Vec<f64> {
        let mut alpha = self.b.clone();
        self.a.mul_add(z, &mut alpha);
        alpha
    }

    /// Forces with their units.
    pub(super) fn with_units(&self, z: &[f64]) -> Vec<f64> {
        z.iter().zip(&self.unit).map(|(z, unit)| z * unit).collect()
    }

    /// Forces without their units.
    pub(super) fn without_units(&self, c: &[f64]) -> Vec<f64> {
        c.iter().zip(&self.unit).map(|(c, unit)| c / unit).collect()
    }
}

impl ScaledContact {
    /// Whether the set is a ball.
    pub(super) fn is_ball(&self) -> bool {
        matches!(
            self.friction.set,
            FrictionSet::Planar(_) | FrictionSet::Ellipse(_) | FrictionSet::Ellipsoid(_)
        )
    }

    /// The bound of friction.
    pub(super) fn bound(&self, normal: f64) -> f64 {
        self.mu * normal + self.reserve
    }

    /// ψ(z_T).
    pub(super) fn gauge(&self, z: [f64; 3]) -> f64 {
        match self.friction.shape() {
            Some(shape) => {
                let e = shape.lengths();
                shape.gauge(std::array::from_fn(|i| e[i] * z[i]))
            }
            None => 0.0,
        }
    }

    /// S(w): friction of bound 1 against a slip towards w. On a ball it is −w, of whatever length w is.
    pub(super) fn against(&self, w: [f64; 3]) -> [f64; 3] {
        if self.is_ball() {
            return w.map(|w| -w);
        }
        let Some(shape) = self.friction.shape() else {
            return [0.0; 3];
        };
        let e = shape.lengths();
        match self.law {
            FrictionLaw::MaximalDissipation => {
                let c = shape.argmax(std::array::from_fn(|i| w[i] / e[i]));
                std::array::from_fn(|i| c[i] / e[i])
            }
            FrictionLaw::Collinear => {
                let size = shape.gauge(std::array::from_fn(|i| e[i] * w[i]));
                w.map(|w| -w / size)
            }
        }
    }

    /// The derivative of S, column after column.
    pub(super) fn against_by(&self, w: [f64; 3]) -> [[f64; 3]; 3] {
        const STEP: f64 = 1e-6;
        let mut columns = [[0.0; 3]; 3];
        for j in 0..self.rows {
            if self.is_ball() {
                columns[j][j] = -1.0;
                continue;
            }
            let at = |h: f64| {
                let mut w = w;
                w[j] += h;
                self.against(w)
            };
            let (ahead, behind) = (at(STEP), at(-STEP));
            columns[j] = std::array::from_fn(|i| (ahead[i] - behind[i]) / (2.0 * STEP));
        }
        columns
    }

    /// A nearby force inside the cone: the nearest, where the set is a ball.
    pub(super) fn nearest_in_cone(&self, normal: f64, z: [f64; 3]) -> (f64, [f64; 3]) {
        let size = self.gauge(z);
        let (mu, inside) = (self.mu, self.bound(normal.max(0.0)));
        if size <= inside && normal >= 0.0 {
            return (normal, z);
        }
        if self.is_ball() && self.reserve == 0.0 {
            if mu * size <= -normal {
                return (0.0, [0.0; 3]);
            }
            let n = (normal + mu * size) / (1.0 + mu * mu);
            return (n, z.map(|z| mu * n * z / size));
        }
        let shrink = if size > inside { inside / size } else { 1.0 };
        (normal.max(0.0), z.map(|z| shrink * z))
    }
}
