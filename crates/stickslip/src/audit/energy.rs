//! Where the kinetic energy of a step went.

use crate::answer::{Answer, Impulse};
use crate::problem::{Contact, ContactProblem};

/// The books of the step's kinetic energy, all in J.
///
/// For a constant mass matrix the change of kinetic energy is, identically,
/// p·v⁺ + h(k + f)·v⁺ − ½ (v⁺ − v)ᵀM(v⁺ − v), with p the momentum brought by contacts and joints.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct EnergyBooks {
    /// ½ vᵀM v at the start.
    pub before: f64,
    /// ½ v⁺ᵀM v⁺ at the end.
    pub after: f64,
    /// Σ c_n u_n with u the velocity relative to the surface: 0 at velocity level, positive when a law pushes bodies
    /// apart (restitution, penetration).
    pub normal_work: f64,
    /// Σ (c_t u_t + c_o u_o + c_r u_r): never positive if friction dissipates.
    pub friction_work: f64,
    /// Σ c·w: what moving surfaces do.
    pub surface_work: f64,
    /// Σ c_ν (row·v⁺).
    pub joint_work: f64,
    /// h(k + f)·v⁺.
    pub external_work: f64,
    /// ½ (v⁺ − v)ᵀM(v⁺ − v): lost in inelastic impacts, and by the backward Euler step.
    pub numerical_loss: f64,
    /// after − before − (all work − numerical_loss).
    pub imbalance: f64,
}

impl EnergyBooks {
    /// Who did work on the bodies, by the identity for constant M.
    pub(super) fn of(
        problem: &ContactProblem,
        answer: &Answer,
        contacts: &Work,
        change: &mut Vec<f64>,
    ) -> Self {
        let (mass, v) = (&problem.mass, &answer.velocity);
        let mut books = Self {
            before: 0.5 * mass.square(&problem.start),
            after: 0.5 * mass.square(v),
            normal_work: contacts.normal,
            friction_work: contacts.friction,
            surface_work: contacts.surface,
            ..Self::default()
        };
        for (joint, c) in problem.joints.iter().zip(&answer.joints) {
            books.joint_work += c * problem.rows.dot(joint.row, v);
        }
        difference(&problem.free, &problem.start, change);
        books.external_work = mass.product(change, v);
        difference(v, &problem.start, change);
        books.numerical_loss = 0.5 * mass.square(change);
        let work = books.normal_work
            + books.friction_work
            + books.surface_work
            + books.joint_work
            + books.external_work;
        books.imbalance = books.after - books.before - (work - books.numerical_loss);
        books
    }
}

/// What contacts do (J): see [`EnergyBooks`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    normal: f64,
    friction: f64,
    surface: f64,
}

impl Work {
    /// Adds a contact with its relative velocity.
    #[inline]
    pub(super) fn add(&mut self, contact: &Contact, impulse: &Impulse, u: &[f64; 4]) {
        let c = impulse.parts();
        let work = |u: &[f64; 4], k: usize| c[k] * u[k];
        self.normal += work(u, 0);
        self.friction += work(u, 1) + work(u, 2) + work(u, 3);
        self.surface += (0..4).map(|k| work(&contact.surface, k)).sum::<f64>();
    }
}

/// a − b.
pub(super) fn difference(a: &[f64], b: &[f64], out: &mut Vec<f64>) {
    out.clear();
    out.extend(a.iter().zip(b).map(|(a, b)| a - b));
}
