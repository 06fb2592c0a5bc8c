//! Impacts that take no time: Newton, Poisson in two phases, the energy-safe shortcut, Stronge.
//!
//! All of them begin with the same problem, the step of length h = 0 for the closed contacts, and end with one impulse
//! for each contact and the velocity after the impact.

use super::assemble::{Level, frame, friction, gap};
use super::{FrictionBound, ImpactLaw, Settings, Stepper, stronge};
use crate::answer::Impulse;
use crate::error::Error;
use crate::problem::NormalLaw;
use crate::report::{Note, StepReport};
use crate::state::State;
use crate::system::{Frame, System};

impl Stepper {
    /// Impacts of a step that does not locate them: they happen at its start, to the contacts that the prediction
    /// closes. Newton's law needs no such phase, it is part of the step's own problem.
    pub(super) fn impact_before_step(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &mut State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        let bouncy = system.contacts().iter().any(|c| !c.restitution.is_none());
        if settings.impact == ImpactLaw::Newton || !bouncy {
            return Ok(());
        }
        self.predict(system, state, settings.step);
        self.active.clear();
        for id in 0..system.contacts().len() {
            let reached = gap(system, id, state.t + settings.step, &self.end)?;
            self.active.push(reached <= settings.touch);
        }
        if self.rebounds(system, settings, state)? {
            self.impact(system, settings, state, true, report)?;
        }
        Ok(())
    }

    /// Whether an active contact approaches fast enough to rebound.
    pub(super) fn rebounds(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
    ) -> Result<bool, Error> {
        for id in (0..self.active.len()).filter(|&id| self.active[id]) {
            let approach = approach(&mut self.frame, system, state, id)?;
            if approach > settings.rest_speed && coefficient(system, state.t, id, approach)? > 0.0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Solves the impact of the active contacts at the state's position and changes its velocity.
    pub(super) fn impact(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &mut State,
        elastic: bool,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        // the coefficients, at each contact's own speed of approach [Ste00 §5.2]
        self.restitution.clear();
        for id in 0..system.contacts().len() {
            let e = match elastic && self.active[id] {
                true => {
                    let approach = approach(&mut self.frame, system, state, id)?;
                    coefficient(system, state.t, id, approach.max(0.0))?
                }
                false => 0.0,
            };
            self.restitution.push(e);
        }
        let law = match settings.impact {
            _ if !elastic => ImpactLaw::Poisson(FrictionBound::Corrected),
            ImpactLaw::Stronge if self.active.iter().filter(|&&a| a).count() > 1 => {
                report.notes.push(Note::StrongeFallback { t: state.t });
                ImpactLaw::Poisson(FrictionBound::Corrected)
            }
            law => law,
        };
        self.assemble_impact(system, settings, state, law == ImpactLaw::Newton)?;
        self.solve_once(system, &settings.ways())?;
        if let (ImpactLaw::Newton, Some(status)) = (law, self.ending.failure) {
            // restitution can ask for the impossible; an inelastic impact is always possible
            report.notes.push(Note::VelocityLevel { status });
            self.assemble_impact(system, settings, state, false)?;
            self.solve_once(system, &settings.ways())?;
        }
        self.judge_phase(report)?;
        match law {
            ImpactLaw::Newton => {}
            ImpactLaw::Poisson(_) if !elastic => {}
            ImpactLaw::Poisson(bound) => self.decompress(system, settings, bound, report)?,
            ImpactLaw::Shortcut => self.shortcut(settings.rest_speed),
            ImpactLaw::Stronge => stronge::resolve(self, settings, report)?,
        }
        self.book_impact(system, law.name(), state, report);
        state.v.clone_from(&self.answer.velocity);
        Ok(())
    }

    /// The problem of the compression [APS98 27]: h = 0, n·v ≥ 0; or Newton's, which is solved at once [Ste00 3.11].
    fn assemble_impact(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        newton: bool,
    ) -> Result<(), Error> {
        self.guess.clone_from(&state.q);
        self.problem.mass.clear();
        system.mass(&state.q, &mut self.problem.mass);
        let (_, force) = self.solver.memory();
        force.clear();
        force.resize(state.v.len(), 0.0);
        self.problem.set_motion(&state.v, force, 0.0)?;
        for id in 0..self.active.len() {
            if !self.active[id] {
                continue;
            }
            frame(system, id, state.t, &state.q, &mut self.frame)?;
            let law = match newton {
                true => NormalLaw::Newton {
                    restitution: self.restitution[id],
                },
                false => NormalLaw::Velocity,
            };
            let friction = friction(&system.contacts()[id], &self.frame, &state.v, 0.0);
            self.problem.add_contact(id, &self.frame, friction, law)?;
        }
        self.assemble_joints(system, settings, state, 0.0, Level::Scheme)
    }

    /// Judges the answer to the problem that is there, and notes a failure.
    fn judge_phase(&mut self, report: &mut StepReport) -> Result<(), Error> {
        self.audit.judge(&self.problem, &self.answer)?;
        report.audit = report.audit.max(self.audit.relative);
        self.add_solution(report);
        if let Some(status) = self.ending.failure {
            let residual = self.ending.solution.residual;
            report.notes.push(Note::Unsolved { status, residual });
        }
        Ok(())
    }

    /// Poisson's second phase [APS98 28]: each contact gives back ε of its normal impulse (and ε_T of its friction),
    /// and further impulses keep bodies apart and friction maximal. Friction is bounded by the whole normal impulse
    /// of the phase, Σβ^d + ε_T Σβ^c ≤ μ (c_n^d + ε c_n^c); the printed bound lacks the restored part.
    fn decompress(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        bound: FrictionBound,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        let compression = std::mem::take(&mut self.answer);
        let start = self.problem.start.clone();
        let mut restored = vec![Impulse::default(); compression.impulses.len()];
        for (i, contact) in self.problem.contacts.iter_mut().enumerate() {
            let c = compression.impulses[i];
            let e = self.restitution[contact.id];
            let tangential = system.contacts()[contact.id].tangential_restitution.min(e);
            restored[i] = Impulse {
                normal: e * c.normal,
                tangent: tangential * c.tangent,
                binormal: tangential * c.binormal,
                torsion: tangential * c.torsion,
            };
            if bound == FrictionBound::Corrected && contact.friction.rows() > 0 {
                let used = tangential * contact.friction.gauge(c.friction());
                let reserve = contact.friction.coefficient * e * c.normal - used;
                contact.reserve = reserve.max(0.0);
            }
        }
        // the restored impulses act on the velocity after compression
        self.momentum.clear();
        self.momentum.resize(start.len(), 0.0);
        self.problem
            .add_contact_momentum(&restored, &mut self.momentum);
        self.problem.start.clone_from(&compression.velocity);
        self.problem
            .mass
            .response(&self.momentum, &mut self.problem.free);
        for (b, v) in self.problem.free.iter_mut().zip(&compression.velocity) {
            *b += v;
        }
        self.solve_once(system, &settings.ways())?;
        self.judge_phase(report)?;

        // the whole impact
        for (i, total) in self.answer.impulses.iter_mut().enumerate() {
            let parts = [
                compression.impulses[i].parts(),
                restored[i].parts(),
                total.parts(),
            ];
            *total = Impulse::from_parts(std::array::from_fn(|k| parts.iter().map(|p| p[k]).sum()));
        }
        for (total, c) in self.answer.joints.iter_mut().zip(&compression.joints) {
            *total += c;
        }
        self.problem.free.clone_from(&start);
        self.problem.start = start;
        Ok(())
    }

    /// v⁺ = (1 + e) v^c − e v⁻ [APS98 §4]. One coefficient for all: the smallest of the approaching contacts, and no
    /// more than leaves every receding contact apart. For such an e kinetic energy never increases. An approach below
    /// the rest speed is no impact: a contact at rest, whose approach is rounding, has no say.
    fn shortcut(&mut self, rest_speed: f64) {
        let mut e = f64::INFINITY;
        for contact in &self.problem.contacts {
            let before = self.problem.relative_velocity(contact, &self.problem.start)[0];
            let after = self
                .problem
                .relative_velocity(contact, &self.answer.velocity)[0];
            if before < -rest_speed {
                e = e.min(self.restitution[contact.id]);
            } else if before > after {
                e = e.min(after.max(0.0) / (before - after));
            }
        }
        let e = if e.is_finite() { e } else { 0.0 };
        for impulse in &mut self.answer.impulses {
            *impulse = Impulse::from_parts(impulse.parts().map(|c| (1.0 + e) * c));
        }
        self.answer.joints.iter_mut().for_each(|c| *c *= 1.0 + e);
        for (v, before) in self.answer.velocity.iter_mut().zip(&self.problem.start) {
            *v = (1.0 + e) * *v - e * before;
        }
    }
}

/// −u_n: how fast the bodies of a contact approach (m/s).
pub(super) fn approach(
    rows: &mut Frame,
    system: &dyn System,
    state: &State,
    id: usize,
) -> Result<f64, Error> {
    frame(system, id, state.t, &state.q, rows)?;
    Ok(rows.surface[0] - rows.normal.dot(&state.v))
}

/// ε of a contact at a speed of approach (m/s), checked.
pub(super) fn coefficient(
    system: &dyn System,
    t: f64,
    id: usize,
    approach: f64,
) -> Result<f64, Error> {
    let e = system.contacts()[id].restitution.at(approach);
    match e.is_nan() {
        false => Ok(e),
        true => Err(Error::SystemNotFinite {
            t,
            field: format!("restitution of contact {id} at {approach} m/s"),
            value: e,
        }),
    }
}
