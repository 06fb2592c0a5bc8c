//! The data of one step, asked of the system at a chosen configuration.

use super::{ImpactLaw, Scheme, Settings, Stepper};
use crate::error::Error;
use crate::friction::{Friction, SlipLaw};
use crate::problem::NormalLaw;
use crate::rows::check_row;
use crate::state::State;
use crate::system::{ContactSpec, Drive, Frame, JointLaw, System};
use std::mem::take;

/// Steps that end at impacts may be next to nothing. What is inside is pushed out no faster than in this part of a whole step (1).
const HASTE: f64 = 1e-2;

/// What is asked of the normal velocities.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Level {
    /// What the scheme and the impact law say.
    Scheme,
    /// A trial of the locator: impacts are solved apart from the step, and contacts that are open are watched, not
    /// added.
    Located,
    /// n·v⁺ ≥ 0 for everyone: the way out when the scheme's own problem has no solution [ST00 3.3].
    Velocity,
}

impl Stepper {
    /// Builds the problem of a step of length h at the guess q̂, v̂ for the active contacts.
    pub(super) fn assemble(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        h: f64,
        level: Level,
    ) -> Result<(), Error> {
        let end = state.t + h;
        // the nonlinear scheme evaluates everything at the end of the step, the others forces at its start
        let (force_time, force_velocity) = match settings.scheme.is_implicit() {
            true if !self.guess_velocity.is_empty() => (end, &self.guess_velocity),
            true => (end, &state.v),
            false => (state.t, &state.v),
        };
        self.problem.mass.clear();
        system.mass(&self.guess, &mut self.problem.mass);
        // the solver does not need its velocities just now
        let (_, force) = self.solver.memory();
        force.clear();
        force.resize(state.v.len(), 0.0);
        match settings.scheme.is_implicit() {
            true => system.bias(&self.guess, force_velocity, force),
            false => system.bias_ahead(&state.q, &self.guess, &state.v, h, force),
        }
        system.force(force_time, &self.guess, force_velocity, force);
        let pushed = force.iter_mut().zip(&self.applied);
        pushed.for_each(|(force, applied)| *force += applied);
        if let Some(i) = force.iter().position(|f| !f.is_finite()) {
            return Err(Error::SystemNotFinite {
                t: force_time,
                field: format!("force[{i}]"),
                value: force[i],
            });
        }
        self.problem.set_motion(&state.v, force, h)?;

        self.assemble_contacts(system, settings, state, end, level)?;
        self.assemble_joints(system, settings, state, h, level)?;
        if self.large {
            self.leave_penetration(system);
        }
        for contact in &mut self.problem.contacts {
            contact.target = without_haste(settings, h, (contact.target, contact.surface[0]));
        }
        Ok(())
    }

    /// In a large step nothing is pushed out: n·v⁺ ≥ w_n − max(gap, 0)/h. Where bodies are wedged against each other that would have no
    /// answer, and the noise of the gaps would be solved for again and again. A pass over positions removes it after the step.
    fn leave_penetration(&mut self, system: &dyn System) {
        let specs = system.contacts();
        for contact in &mut self.problem.contacts {
            if specs[contact.id].restitution.is_none() {
                contact.target = contact.target.min(contact.surface[0]);
            }
        }
    }

    fn assemble_contacts(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        end: f64,
        level: Level,
    ) -> Result<(), Error> {
        let (wanted, guess) = (take(&mut self.active), take(&mut self.guess));
        let mut frame = take(&mut self.frame);
        let specs = system.contacts();
        let done = system.touch_each(&wanted, (end, &guess), &mut frame, &mut |id, frame, gap| {
            let spec = &specs[id];
            check_touch(system, (id, spec), (end, state.v.len()), frame, gap)?;
            self.assemble_contact(system, settings, state, (id, spec, frame, gap), level)
        });
        (self.active, self.guess, self.frame) = (wanted, guess, frame);
        done
    }

    fn assemble_contact(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        (id, spec, frame, gap): (usize, &ContactSpec, &Frame, f64),
        level: Level,
    ) -> Result<(), Error> {
        let bouncy = !spec.restitution.is_none() && settings.locate.is_none();
        let approach = || frame.surface[0] - frame.normal.dot(&self.problem.start);
        let law = match level {
            Level::Velocity => NormalLaw::Velocity,
            // a contact with restitution carries no gap term: the gap would fight the rebound [Ste00 3.2]
            _ if bouncy => match settings.impact {
                ImpactLaw::Newton if level == Level::Scheme && approach() > settings.rest_speed => {
                    NormalLaw::Newton {
                        restitution: spec.restitution.at(approach()),
                    }
                }
                _ => NormalLaw::Velocity,
            },
            _ if settings.scheme == Scheme::AnitescuPotra => NormalLaw::Velocity,
            _ => {
                let along = frame.normal.dot(self.guess_velocity(state));
                NormalLaw::Position { gap, along }
            }
        };
        // the slip at the end of the step where the scheme knows it, else at its beginning [Ste00 5.1]
        let rest = match self.large {
            // sweeps leave noise
            true => settings.rest_slip.max(settings.large.violation),
            false => settings.rest_slip,
        };
        let friction = match (settings.scheme.is_implicit(), spec.friction.slip_law) {
            (_, SlipLaw::Constant) => spec.friction.clone(),
            (true, SlipLaw::Decreasing { .. }) => {
                friction(spec, frame, self.guess_velocity(state), rest)
            }
            (_, SlipLaw::TwoCoefficients { .. })
                if state.sticking.binary_search(&system.contact_id(id)).is_ok() =>
            {
                // where frames or surfaces turn, slip from one step to the next is small but never zero
                spec.friction.at(0.0)
            }
            _ => {
                let mut frame = take(&mut self.other_frame);
                let seen = self::frame(system, id, state.t, &state.q, &mut frame);
                let at_start = seen.map(|()| friction(spec, &frame, &state.v, rest));
                self.other_frame = frame;
                at_start?
            }
        };
        self.problem.add_contact(id, frame, friction, law)
    }

    /// Equations at velocity level, ∇g v⁺ + ∂g/∂t = 0 [APS98 15], with drift left to the projection; in the implicit scheme at
    /// position level, g + ∇g h (v⁺ − v̂) = 0. Limits as contacts: g at the end of the step is not negative, or by Newton's law
    /// where they give back. Drives as they say.
    pub(super) fn assemble_joints(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &State,
        h: f64,
        level: Level,
    ) -> Result<(), Error> {
        let exact = matches!(settings.scheme, Scheme::TzitzourisPang { .. }) && h > 0.0;
        let by_position =
            h > 0.0 && level != Level::Velocity && settings.scheme != Scheme::AnitescuPotra;
        let end = state.t + h;
        for (id, spec) in system.joints().iter().enumerate() {
            self.row.clear();
            let g = system.joint(id, end, &self.guess, &mut self.row);
            let row = &self.row;
            let rate = system.joint_rate(id, end, &self.guess);
            match spec.law {
                JointLaw::Equation => {
                    let target = match exact {
                        true => row.dot(self.guess_velocity(state)) - g / h,
                        false => -rate,
                    };
                    self.problem.add_joint(id, row.entries(), target)?;
                }
                JointLaw::Limit { restitution } => {
                    let target = if restitution == 0.0 && by_position {
                        let target = row.dot(self.guess_velocity(state)) - g / h;
                        without_haste(settings, h, (target, -rate))
                    } else if g <= settings.touch {
                        let approach = -(row.dot(&self.problem.start) + rate);
                        match approach > settings.rest_speed && level != Level::Velocity {
                            true => restitution * approach - rate,
                            false => -rate,
                        }
                    } else {
                        continue;
                    };
                    let drive = Drive {
                        target,
                        low: 0.0,
                        high: f64::INFINITY,
                        softness: 0.0,
                    };
                    self.problem.add_drive(id, row.entries(), drive)?;
                }
                JointLaw::Drive => {
                    let mut other = take(&mut self.other_row);
                    other.clear();
                    let along = system.joint(id, state.t, &state.q, &mut other);
                    self.other_row = other;
                    let mut drive = system.drive(id, end, along, h);
                    if drive.low == 0.0 && drive.high == 0.0 {
                        continue;
                    }
                    drive.target -= rate;
                    self.problem.add_drive(id, self.row.entries(), drive)?;
                }
            }
        }
        Ok(())
    }
}

/// What a normal velocity must reach in a step of length h, where at `rest` nothing is pushed out (m/s).
fn without_haste(settings: &Settings, h: f64, (target, rest): (f64, f64)) -> f64 {
    let whole = HASTE * settings.step;
    match settings.locate.is_some() && h < whole && target > rest {
        true => rest + h / whole * (target - rest),
        false => target,
    }
}

/// The friction of a contact at a velocity: μ(s), where a slip below `rest` counts as none [Ste00 5.1].
pub(crate) fn friction(spec: &ContactSpec, frame: &Frame, v: &[f64], rest: f64) -> Friction {
    let friction = &spec.friction;
    if friction.slip_law == SlipLaw::Constant {
        return friction.clone();
    }
    let along = |i: usize| frame.row(i).dot(v) - frame.surface[i];
    let slip = match friction.rows() {
        0 => 0.0,
        1 => along(1).abs(),
        _ => along(1).hypot(along(2)),
    };
    friction.at(if slip <= rest { 0.0 } else { slip })
}

/// The frame of a contact, checked.
pub(crate) fn frame(
    system: &dyn System,
    id: usize,
    t: f64,
    q: &[f64],
    frame: &mut Frame,
) -> Result<(), Error> {
    frame.clear();
    system.frame(id, t, q, frame);
    check_frame(system, id, frame)
}

/// Checks the gap of a contact, and of its frame what is looked at before it is added to a problem.
#[inline]
fn check_touch(
    system: &dyn System,
    (id, spec): (usize, &ContactSpec),
    (t, velocities): (f64, usize),
    frame: &Frame,
    gap: f64,
) -> Result<(), Error> {
    let asked = spec.friction.slip_law != SlipLaw::Constant;
    if asked || frame.normal.view().end() > velocities {
        check_frame(system, id, frame)?;
    }
    check_gap(gap, id, t).map(|_| ())
}

fn check_frame(system: &dyn System, id: usize, frame: &Frame) -> Result<(), Error> {
    let velocities = system.coordinates().velocities();
    for (i, name) in (0..4).zip(["normal", "tangent", "binormal", "torsion"]) {
        check_row(frame.row(i).view(), velocities, || {
            format!("contact {id}: {name}")
        })?;
        Error::check_finite(frame.surface[i], || {
            format!("contact {id}: surface velocity along the {name}")
        })?;
    }
    Ok(())
}

/// The gap of a contact, checked.
pub(crate) fn gap(system: &dyn System, id: usize, t: f64, q: &[f64]) -> Result<f64, Error> {
    check_gap(system.gap(id, t, q), id, t)
}

#[inline]
pub(super) fn check_gap(gap: f64, id: usize, t: f64) -> Result<f64, Error> {
    match gap.is_nan() {
        false => Ok(gap),
        true => Err(Error::SystemNotFinite {
            t,
            field: format!("gap of contact {id}"),
            value: gap,
        }),
    }
}
