//! Projection of q onto g = 0 and f ≥ 0 [APS98 §2.5]: the smallest displacement, in the norm of M, that removes the
//! errors to first order, repeated until they are gone. Velocities are left alone, and the potential energy that the
//! displacement adds is booked.
//!
//! A displacement under constraints is a step of length 1 from rest without forces: the same problem, the same solver.

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
const ROUNDS: usize = 20;
/// How much a row gives way, relative to its own response. Redundant joints ask for the same displacement twice, and rounding
/// errors make them ask for two: rows that give way a little share the difference, where rigid ones have no solution. What that
/// leaves of an error is removed in the next round.
const SOFTNESS: f64 = 1e-6;

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
        let ways = Ways::exact(&settings.method, &settings.refinement);
        self.end.clone_from(&state.q);
        let mut error = first;
        for _ in 0..ROUNDS {
            self.solve_once(system, &ways)?;
            self.remember_answer();
            if self.ending.failure.is_some() {
                // no displacement removes all errors
                break;
            }
            system.advance(&mut state.q, &self.answer.velocity, 1.0);
            let left = self.assemble_projection(system, state, contacts)?;
            let stuck = left > 0.5 * error;
            error = left;
            if error <= SMALL || stuck {
                break;
            }
        }
        if error >= first {
            // the first order led astray
            state.q.clone_from(&self.end);
            error = first;
        }
        report.solution.solves += std::mem::take(&mut self.effort.solves);
        report.solution.iterations += std::mem::take(&mut self.effort.iterations);
        report.energy.projection += system.potential(&state.q) - before;
        if error > 1e3 * SMALL {
            report.notes.push(Note::NotProjected { error });
        }
        Ok(())
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
