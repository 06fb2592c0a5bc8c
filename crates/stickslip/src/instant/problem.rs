//! The multi-rigid-body contact problem of one instant [TP97 i–iv]: a = A c + b with forces instead of impulses, 0 ≤ a_n ⊥ c_n ≥ 0, and
//! friction that takes out the most power: against velocities where a contact slips already (the set N), against accelerations where it
//! does not (the set R).
//!
//! A contact of R obeys the laws of a time step with accelerations for velocities, so its data are those of a [`ContactProblem`]. The
//! friction of a contact of N is known but for its size, c_T = μ c_n s, and only its normal force is an unknown.

use crate::answer::{Answer, Impulse};
use crate::error::Error;
use crate::formulate::ReducedProblem;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::problem::{ContactProblem, NormalLaw};
use crate::system::{Drive, Frame};
use complementarity::Matrix;

/// How a contact moves at the instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slip {
    /// It does not slip: the set R.
    Rolling,
    /// It slips with this velocity along t, o (m/s) and about n (rad/s): the set N.
    Sliding([f64; 3]),
}

/// What the unknowns of a problem are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Forces (N, N·m) and accelerations (m/s², rad/s²), at an instant.
    #[default]
    Acceleration,
    /// Impulses (N·s, N·m·s) and the velocities at the end of a step (m/s, rad/s).
    Velocity,
}

/// The laws of contact of one instant. What is called an impulse in its data is a force (N, N·m), what is called a velocity an acceleration,
/// unless it was made of a time step: see [`level`](Self::level).
#[derive(Clone, Debug, PartialEq)]
pub struct InstantProblem {
    problem: ContactProblem,
    slips: Vec<Slip>,
    level: Level,
}

/// Forces and what they do; impulses and the velocities after them where the problem is that of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The forces of the contacts (N, N·m).
    pub forces: Vec<Impulse>,
    /// The forces of the joints (N, N·m).
    pub joints: Vec<f64>,
    /// The acceleration v̇ (m/s², rad/s²).
    pub acceleration: Vec<f64>,
    /// The relative accelerations of the contacts along n, t, o (m/s²) and about n (rad/s²).
    pub contacts: Vec<[f64; 4]>,
}

impl InstantProblem {
    /// A problem without contacts, with the sum of all applied and velocity-dependent forces (N, N·m).
    pub fn new(mass: Mass, force: &[f64]) -> Result<Self, Error> {
        let still = vec![0.0; mass.len()];
        Ok(Self {
            // a second after rest, velocities are what accelerations are
            problem: ContactProblem::new(mass, &still, force, 1.0)?,
            slips: Vec::new(),
            level: Level::Acceleration,
        })
    }

    /// One time step, which has the same structure: friction against the velocities at its end, no contact with a friction that is known.
    pub fn of_step(problem: ContactProblem) -> Self {
        Self {
            slips: vec![Slip::Rolling; problem.contacts.len()],
            problem,
            level: Level::Velocity,
        }
    }

    /// One instant from its data, whose "velocities" are accelerations a second after rest, with the slip of each contact.
    pub fn of_instant(problem: ContactProblem, slips: Vec<Slip>) -> Result<Self, Error> {
        if slips.len() != problem.contacts.len() {
            return Err(Error::BadParameter {
                field: "slips".into(),
                value: format!("a list of {}", slips.len()),
                expected: "one slip for each contact",
            });
        }
        for slip in &slips {
            if let Slip::Sliding(velocity) = slip {
                Error::check_vector(velocity, 3, || "slip".into())?;
            }
        }
        Ok(Self {
            problem,
            slips,
            level: Level::Acceleration,
        })
    }

    /// What its unknowns are.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Adds a contact. `drift` is what its relative acceleration would be if the bodies went on as they are, J̇v (m/s², rad/s²).
    pub fn add_contact(
        &mut self,
        frame: &Frame,
        friction: Friction,
        slip: Slip,
        drift: [f64; 4],
    ) -> Result<(), Error> {
        let mut frame = frame.clone();
        frame.surface = drift.map(|x| -x);
        if let Slip::Sliding(velocity) = slip {
            Error::check_vector(&velocity, 3, || "slip".into())?;
        }
        let id = self.problem.contacts.len();
        (self.problem).add_contact(id, &frame, friction, NormalLaw::Velocity)?;
        self.slips.push(slip);
        Ok(())
    }

    /// Adds a joint: row·v̇ is `target` as far as forces between the bounds can make it (N, N·m).
    pub fn add_joint(
        &mut self,
        row: impl IntoIterator<Item = (usize, f64)>,
        drive: Drive,
    ) -> Result<(), Error> {
        let id = self.problem.joints.len();
        self.problem.add_drive(id, row, drive)
    }

    /// Masses, free acceleration, rows and friction.
    pub fn data(&self) -> &ContactProblem {
        &self.problem
    }

    /// How each contact moves.
    pub fn slips(&self) -> &[Slip] {
        &self.slips
    }

    /// The forces that act without contacts, M times the free acceleration (N, N·m).
    pub fn force(&self) -> Vec<f64> {
        let mut force = vec![0.0; self.problem.mass.len()];
        self.problem.mass.momentum(&self.problem.free, &mut force);
        force
    }

    /// The friction of a contact of N for a normal force of 1 N, [TP97 2]; nothing for one of R, or without friction.
    pub fn known_friction(&self, contact: usize) -> Option<[f64; 3]> {
        let Slip::Sliding(slip) = self.slips[contact] else {
            return None;
        };
        let friction = &self.problem.contacts[contact].friction;
        let shape = friction.set.shape()?;
        Some(shape.argmax(slip).map(|c| friction.coefficient * c))
    }

    /// The same problem with one coefficient of friction for all contacts that have friction.
    pub fn with_friction(&self, coefficient: f64) -> Self {
        let mut other = self.clone();
        for contact in &mut other.problem.contacts {
            // one with a coefficient of 0 has no rows for it
            if contact.friction.rows() > 0 {
                contact.friction.coefficient = coefficient;
            }
        }
        other
    }

    /// a = A c + b in the unknown forces [TP97 i]: all rows of contacts of R, the normal rows of those of N, then joints. With sliding contacts A is not
    /// symmetric.
    pub fn reduce(&self) -> Result<ReducedProblem, Error> {
        let whole = ReducedProblem::of(&self.problem);
        if self.slips.iter().all(|slip| *slip == Slip::Rolling) {
            return Ok(whole);
        }
        let (keep, push) = self.unknowns(&whole);
        let mut a = Matrix::zeros(keep.len(), keep.len());
        for (j, push) in push.iter().enumerate() {
            for (i, &row) in keep.iter().enumerate() {
                a[(i, j)] = push
                    .iter()
                    .map(|&(k, share)| whole.w()[(row, k)] * share)
                    .sum();
            }
        }
        let b = keep.iter().map(|&row| whole.q()[row]).collect();
        let frictions = (self.problem.contacts.iter().zip(&self.slips))
            .map(|(contact, slip)| match slip {
                Slip::Rolling => (contact.friction.clone(), 0.0),
                Slip::Sliding(_) => (Friction::none(), 0.0),
            })
            .collect();
        ReducedProblem::linearised(a, b, frictions, whole.bounds().to_vec())
    }

    /// The rows of the whole problem that are kept, and which of its forces each unknown is a multiple of.
    fn unknowns(&self, whole: &ReducedProblem) -> (Vec<usize>, Vec<Vec<(usize, f64)>>) {
        let (mut keep, mut push) = (Vec::new(), Vec::new());
        for (i, contact) in whole.contacts().iter().enumerate() {
            let rows = contact.row..=contact.row + contact.rows;
            match self.slips[i] {
                Slip::Rolling => {
                    push.extend(rows.clone().map(|row| vec![(row, 1.0)]));
                    keep.extend(rows);
                }
                Slip::Sliding(_) => {
                    let known = self.known_friction(i).unwrap_or_default();
                    let shares = std::iter::once(1.0).chain(known);
                    push.push(rows.zip(shares).collect());
                    keep.push(contact.row);
                }
            }
        }
        for row in whole.first_joint()..whole.len() {
            keep.push(row);
            push.push(vec![(row, 1.0)]);
        }
        (keep, push)
    }

    /// Forces and accelerations from the unknowns of the reduced problem.
    pub fn motion(&self, reduced: &ReducedProblem, c: &[f64]) -> Result<Motion, Error> {
        if c.len() != reduced.len() {
            return Err(Error::WrongUnknowns {
                expected: reduced.len(),
                found: c.len(),
            });
        }
        let mut answer = Answer {
            impulses: Vec::with_capacity(self.slips.len()),
            joints: c[reduced.first_joint()..].to_vec(),
            velocity: Vec::new(),
        };
        for (i, contact) in reduced.contacts().iter().enumerate() {
            let mut parts = [c[contact.row], 0.0, 0.0, 0.0];
            match self.known_friction(i) {
                Some(known) => (0..3).for_each(|k| parts[1 + k] = known[k] * parts[0]),
                None => {
                    for (part, row) in parts[1..].iter_mut().zip(reduced.friction_rows(contact)) {
                        *part = c[row];
                    }
                }
            }
            answer.impulses.push(Impulse::from_parts(parts));
        }
        self.problem.set_velocity(&mut answer, &mut Vec::new());
        let along = |contact| (self.problem).relative_velocity(contact, &answer.velocity);
        Ok(Motion {
            contacts: self.problem.contacts.iter().map(along).collect(),
            forces: answer.impulses,
            joints: answer.joints,
            acceleration: answer.velocity,
        })
    }
}
