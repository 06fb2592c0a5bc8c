//! Projection of q onto g = 0 and f ≥ 0 [APS98 §2.5]: the smallest displacement, in the norm of M, that removes the
//! errors to first order, repeated until they are gone, and shortened where the first order goes too far. Velocities are left alone
//! as long as it holds, and the energy that the displacement adds is booked.
//!
//! A displacement under constraints is a step of length 1 from rest without forces: the same problem, the same solver.
//!
//! Where a joint turns so far within a step that its error is no matter of the first order, as the links of a loaded chain do, the displacement is
//! part of the motion: v⁺ = (q⁺ − q)/h. Velocities that do not know of it go on in what the projection has just undone, further in each step.

use super::assemble::{frame, gap};
use super::{Projection, Settings, Stepper};
use crate::error::Error;
use crate::friction::Friction;
use crate::problem::NormalLaw;
use crate::report::{Note, StepReport};
use crate::solve::Ways;
use crate::state::State;
use crate::system::{Drive, JointLaw, System};

/// Errors below this (m, rad) are left.
const SMALL: f64 = 1e-12;
/// From here on (m, rad) it is a pity if a projection ends.
const LARGE: f64 = 1e3 * SMALL;
const ROUNDS: usize = 60;
/// A round that leaves more than this part of the error is the last.
const STUCK: f64 = 0.98;
/// A displacement is halved until it takes away this part of what the first order promises.
const HELPS: f64 = 0.1;
/// So often.
const HALVINGS: i32 = 10;
/// If the first round leaves more than this part of the error, the first order does not hold.
const CURVED: f64 = 0.05;
/// How much a row gives way, relative to its own response. Redundant joints ask for the same displacement twice, and rounding
/// errors make them ask for two: rows that give way a little share the difference, where rigid ones have no solution. What that
/// leaves of an error is removed in the next round.
const SOFTNESS: f64 = 1e-6;

/// Memory of a projection.
#[derive(Debug, Default)]
pub(super) struct Shift {
    /// q before the round.
    from: Vec<f64>,
    /// All displacements together, and the impulses of the joints that belong to them.
    moved: Vec<f64>,
    pushed: Vec<f64>,
}

impl Stepper {
    pub(crate) fn project(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &mut State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        let contacts = settings.projection == Projection::All;
        let joints = settings.projection != Projection::Off && !system.joints().is_empty();
        if !contacts && !joints {
            return Ok(());
        }
        let first = self.assemble_projection(system, state, contacts)?;
        if first <= SMALL {
            return Ok(());
        }
        let before = system.potential(&state.q);
        // impulses are no displacements
        self.known.clear();
        self.known_before = None;
        self.known_joints.clear();
        self.known_joints.resize(system.joints().len(), 0.0);
        self.shift.begin(state, system);
        let ways = Ways::exact(&settings.method, &settings.refinement);
        self.end.clone_from(&state.q);
        let mut error = first;
        let mut curved = false;
        for round in 0..ROUNDS {
            self.solve_once(system, &ways)?;
            self.remember_answer();
            if self.ending.failure.is_some() {
                // no displacement removes all errors
                break;
            }
            self.shift.from.clone_from(&state.q);
            system.advance(&mut state.q, &self.answer.velocity, 1.0);
            let mut left = self.assemble_projection(system, state, contacts)?;
            curved |= round == 0 && left > CURVED * error;
            // shorter, where the first order goes too far; rounding errors are not worth it
            let mut part = 1.0;
            while error > LARGE && left > (1.0 - HELPS * part) * error {
                if part <= 0.5_f64.powi(HALVINGS) {
                    break;
                }
                part *= 0.5;
                state.q.clone_from(&self.shift.from);
                system.advance(&mut state.q, &self.answer.velocity, part);
                left = self.assemble_projection(system, state, contacts)?;
            }
            self.shift
                .add(part, &self.answer.velocity, &self.known_joints);
            let stuck = left > STUCK * error || error <= LARGE && left > 0.5 * error;
            error = left;
            if error <= SMALL || stuck {
                break;
            }
        }
        if error >= first {
            // the first order led astray
            state.q.clone_from(&self.end);
            error = first;
        } else if curved && !contacts && settings.locate.is_none() {
            self.carry(system, state, before, report);
        }
        report.solution.solves += std::mem::take(&mut self.effort.solves);
        report.solution.iterations += std::mem::take(&mut self.effort.iterations);
        report.energy.projection += system.potential(&state.q) - before;
        if error > LARGE {
            report.notes.push(Note::NotProjected { error });
        }
        Ok(())
    }

    /// The displacement becomes part of the velocities, v⁺ = (q⁺ − q)/h, unless that would bring in more energy than the step took out: so
    /// would joints that were apart before it, and those that pass through a dead centre.
    fn carry(
        &mut self,
        system: &dyn System,
        state: &mut State,
        potential: f64,
        report: &mut StepReport,
    ) {
        let (mass, shift, h) = (&self.problem.mass, &self.shift, report.h);
        let kinetic = 0.5 * mass.square(&state.v);
        self.momentum.clone_from(&state.v);
        let pairs = self.momentum.iter_mut().zip(&shift.moved);
        pairs.for_each(|(v, moved)| *v += moved / h);
        let work = 0.5 * mass.square(&self.momentum) - kinetic;
        let lost = report.energy.numerical_loss + report.energy.impact_loss;
        let gain = work + system.potential(&state.q) - potential;
        if gain > lost || !gain.is_finite() {
            return;
        }
        state.v.clone_from(&self.momentum);
        report.energy.joint_work += work;
        let joints = report.joints.iter_mut().zip(&shift.pushed);
        joints.for_each(|(c, pushed)| *c += pushed / h);
    }

    /// The deepest overlap of a contact (m), 0 if there is none.
    pub(crate) fn deepest(&self, system: &dyn System, state: &State) -> Result<f64, Error> {
        let mut deepest = 0.0_f64;
        for id in 0..system.contacts().len() {
            deepest = deepest.max(-gap(system, id, state.t, &state.q)?);
        }
        Ok(deepest)
    }

    /// The problem of the displacement, and the largest error.
    fn assemble_projection(
        &mut self,
        system: &dyn System,
        state: &State,
        contacts: bool,
    ) -> Result<f64, Error> {
        self.problem.mass.clear();
        system.mass(&state.q, &mut self.problem.mass);
        let (_, force) = self.solver.memory();
        force.clear();
        force.resize(state.v.len(), 0.0);
        self.momentum.clear();
        self.momentum.resize(state.v.len(), 0.0);
        self.problem.set_motion(&self.momentum, force, 1.0)?;

        let mut worst = 0.0_f64;
        if contacts {
            for id in 0..system.contacts().len() {
                worst = worst.max(-gap(system, id, state.t, &state.q)?);
            }
            for id in 0..system.contacts().len() {
                let gap = gap(system, id, state.t, &state.q)?;
                // contacts nearby are kept from being pushed in
                if gap > 0.01 * worst.max(1e-6) {
                    continue;
                }
                frame(system, id, state.t, &state.q, &mut self.frame)?;
                let law = NormalLaw::Position { gap, along: 0.0 };
                self.problem
                    .add_contact(id, &self.frame, Friction::none(), law)?;
            }
        }
        for (id, spec) in system.joints().iter().enumerate() {
            self.row.clear();
            let g = system.joint(id, state.t, &state.q, &mut self.row);
            let low = match spec.law {
                JointLaw::Equation => {
                    worst = worst.max(g.abs());
                    f64::NEG_INFINITY
                }
                JointLaw::Limit { .. } => {
                    worst = worst.max(-g);
                    0.0
                }
                JointLaw::Drive => continue,
            };
            let drive = Drive {
                // rounding errors are left alone, or they shrink from step to step until they are slow to compute with
                target: if g.abs() <= 1e-3 * SMALL { 0.0 } else { -g },
                low,
                high: f64::INFINITY,
                softness: SOFTNESS * self.problem.mass.row_square(self.row.view()),
            };
            self.problem.add_drive(id, self.row.entries(), drive)?;
        }
        Ok(worst)
    }
}

impl Shift {
    fn begin(&mut self, state: &State, system: &dyn System) {
        self.moved.clear();
        self.moved.resize(state.v.len(), 0.0);
        self.pushed.clear();
        self.pushed.resize(system.joints().len(), 0.0);
    }

    /// Adds a part of a displacement with its impulses.
    fn add(&mut self, part: f64, displacement: &[f64], impulses: &[f64]) {
        for (sums, terms) in [
            (&mut self.moved, displacement),
            (&mut self.pushed, impulses),
        ] {
            let pairs = sums.iter_mut().zip(terms);
            pairs.for_each(|(sum, term)| *sum += part * term);
        }
    }
}
