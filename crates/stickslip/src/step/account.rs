//! The report of a step: opened before it, written as its parts are accepted, closed at the end.

use super::{Effort, ImpactLaw, Settings, Stepper};
use crate::answer::{Answer, Impulse};
use crate::audit::ContactAudit;
use crate::error::Error;
use crate::problem::{Contact, ContactProblem};
use crate::report::{ContactReport, Ledger, Mode, Note, Solution, StepReport};
use crate::room::make_room;
use crate::state::State;
use crate::system::{ContactId, JointLaw, System};

/// Impulses, slips and gains below this part of their natural size in the data are rounding.
const ROUNDING: f64 = 1e-9;

impl Stepper {
    /// An empty report with the energies at the start.
    pub(super) fn open(
        &mut self,
        system: &dyn System,
        state: &State,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        report.t = state.t;
        report.h = h;
        report.contacts.clear();
        report.joints.clear();
        report.joints.resize(system.joints().len(), 0.0);
        report.solution = Solution::default();
        report.audit = 0.0;
        report.impacts.clear();
        report.notes.clear();
        // a step that failed may have left something
        self.notes.clear();
        self.effort = Effort::default();
        // nothing of an earlier step may be left where a solve begins
        self.answer.joints.clear();
        // forces go on, so impulses grow with the step; contacts that are no longer near are forgotten
        let longer = match h / state.span {
            ratio if (1e-3..1e3).contains(&ratio) => ratio,
            // a span next to nothing is what an impact left of a step: it says nothing about forces
            _ if state.span > 0.0 => 0.0,
            _ => 1.0,
        };
        self.known_before = Some(longer);
        self.known_joints.clear();
        (self.known_joints).extend(state.joints.iter().map(|c| longer * c));
        self.known_joints.resize(system.joints().len(), 0.0);
        self.problem.mass.clear_for_energy();
        system.mass(&state.q, &mut self.problem.mass);
        self.problem.mass.check()?;
        let (expected, found) = (state.v.len(), self.problem.mass.len());
        if expected != found {
            return Err(Error::WrongLength {
                field: "the system's mass matrix".into(),
                expected,
                found,
            });
        }
        let kinetic = 0.5 * self.problem.mass.square(&state.v);
        let potential = system.potential(&state.q);
        report.energy = Ledger {
            kinetic_before: kinetic,
            kinetic,
            potential_before: potential,
            potential,
            ..Ledger::default()
        };
        Ok(())
    }

    /// The answer to a step of length h becomes the state.
    pub(super) fn accept(
        &mut self,
        system: &dyn System,
        settings: &Settings,
        state: &mut State,
        h: f64,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        let solution = &self.ending.solution;
        self.noise = match solution.swept {
            0 => 0.0,
            _ => settings.large.violation.max(solution.violation),
        };

        // every contact is judged, and told at once
        state.active.clear();
        state.impulses.clear();
        state.sticking.clear();
        self.modes.clear();
        make_room(&mut self.modes, self.problem.contacts.len());
        let mut bouncy = false;
        let mut earlier = self.before.active.iter().peekable();
        let (problem, answer, noise) = (&self.problem, &self.answer, self.noise);
        let contacts = system.contacts();
        let tell = |i: usize, audit: &ContactAudit| {
            let (contact, impulse) = (&problem.contacts[i], answer.impulses[i]);
            let name = system.contact_id(contact.id);
            // both ascend by name
            while earlier.next_if(|known| **known < name).is_some() {}
            let met = earlier.peek().is_none_or(|known| **known != name);
            let mode = mode(problem, contact, &impulse, audit, (met, noise));
            self.modes.push(mode);
            if mode != Mode::Separating {
                make_room(&mut state.active, 1);
                make_room(&mut state.impulses, 1);
                state.active.push(name);
                state.impulses.push(impulse);
                if !slips(problem, contact, audit, noise) {
                    make_room(&mut state.sticking, 1);
                    state.sticking.push(name);
                }
                bouncy |= !contacts[contact.id].restitution.is_none();
            }
            add_contact(report, (contact.id, name), mode, impulse, audit.velocity);
        };
        // the guess has done its work
        let (islands, change) = self.solver.memory();
        (self.audit).judge_each(problem, answer, (islands, change, &mut self.guess), tell)?;
        report.audit = report.audit.max(self.audit.relative);
        self.add_solution(report);
        report.notes.append(&mut self.notes);
        if self.ending.angle > 0.0 {
            let angle = self.ending.angle;
            report.notes.push(Note::NotRefined { angle });
        }
        if !self.ending.dependent.is_empty() {
            let id = |&j: &usize| self.problem.joints[j].id;
            let joints = self.ending.dependent.iter().map(id).collect();
            report.notes.push(Note::DependentJoints { joints });
        }

        state.joints.clear();
        state.joints.resize(system.joints().len(), 0.0);
        for (joint, c) in self.problem.joints.iter().zip(&self.answer.joints) {
            report.joints[joint.id] += c;
            state.joints[joint.id] = *c;
        }
        state.span = h;

        let impact_loss = self.impact_loss();
        self.book(impact_loss, report);
        if bouncy && settings.impact == ImpactLaw::Newton && settings.locate.is_none() {
            self.flag_gain(settings.impact.name(), report);
        }
        self.choices.accept(&self.problem, &self.answer);
        state.q.clone_from(&self.end);
        state.v.clone_from(&self.answer.velocity);
        Ok(())
    }

    /// ½ (v⁺ − v)ᵀM(v⁺ − v) of all islands where a contact is in impact: what hits one contact is felt at the others of its
    /// island, and only their sum is a loss.
    fn impact_loss(&mut self) -> f64 {
        if !self.modes.contains(&Mode::Impact) {
            return 0.0;
        }
        let (problem, islands, modes) = (&self.problem, self.solver.islands(), &self.modes);
        let is_hit = |island| (islands.contacts(island).iter()).any(|&c| modes[c] == Mode::Impact);
        self.hit.clear();
        self.hit.extend((0..islands.len()).map(is_hit));
        let change = &mut self.momentum;
        change.clear();
        let velocities = self.answer.velocity.iter().zip(&problem.start);
        change.extend(velocities.map(|(after, before)| after - before));
        let blocks = (0..problem.mass.blocks()).filter(|&block| {
            islands
                .of_block(block)
                .is_some_and(|island| self.hit[island])
        });
        let squares = blocks.map(|block| problem.mass.block_square(block, change));
        0.5 * squares.sum::<f64>()
    }

    /// Books an impact: `self.problem` is its compression, `self.answer` the whole of it.
    pub(super) fn book_impact(
        &mut self,
        system: &dyn System,
        law: &'static str,
        state: &State,
        report: &mut StepReport,
    ) {
        debug_assert_eq!(self.problem.start, state.v);
        self.audit.book(&self.problem, &self.answer);
        self.book(self.audit.energy.numerical_loss, report);
        report.energy.kinetic = self.audit.energy.after;
        self.flag_gain(law, report);
        for (i, contact) in self.problem.contacts.iter().enumerate() {
            let impulse = self.answer.impulses[i];
            let velocity = self
                .problem
                .relative_velocity(contact, &self.answer.velocity);
            let mode = match impulse.normal > 0.0 {
                true => Mode::Impact,
                false => Mode::Separating,
            };
            let name = (contact.id, system.contact_id(contact.id));
            add_contact(report, name, mode, impulse, velocity);
        }
        for (joint, c) in self.problem.joints.iter().zip(&self.answer.joints) {
            report.joints[joint.id] += c;
        }
    }

    /// Energies, gaps and errors at the end.
    pub(super) fn close(
        &mut self,
        system: &dyn System,
        state: &State,
        report: &mut StepReport,
    ) -> Result<(), Error> {
        if !system.has_constant_mass() {
            self.problem.mass.clear_for_energy();
            system.mass(&state.q, &mut self.problem.mass);
        }
        let energy = &mut report.energy;
        energy.kinetic = 0.5 * self.problem.mass.square(&state.v);
        energy.potential = system.potential(&state.q);
        let booked = energy.normal_work
            + energy.friction_work
            + energy.surface_work
            + energy.joint_work
            + energy.external_work
            - energy.impact_loss
            - energy.numerical_loss;
        // the books hold for the M of each problem; what is left is how M differs at the ends
        energy.inertia = energy.kinetic - energy.kinetic_before - booked - energy.imbalance;

        report.penetration = 0.0;
        let mut reported = 0;
        if self.gaps.len() != system.contacts().len() {
            self.measure(system, state)?;
        }
        for (id, &gap) in self.gaps.iter().enumerate() {
            report.penetration = report.penetration.max(-gap);
            if let Some(contact) = report.contacts.get_mut(reported).filter(|c| c.id == id) {
                contact.gap = gap;
                reported += 1;
            }
        }
        report.joint_error = 0.0;
        for id in 0..system.joints().len() {
            self.row.clear();
            let g = system.joint(id, state.t, &state.q, &mut self.row);
            let error = match system.joints()[id].law {
                JointLaw::Equation => g.abs(),
                JointLaw::Limit { .. } => -g,
                JointLaw::Drive => 0.0,
            };
            report.joint_error = report.joint_error.max(error);
        }
        report.norm_error = system.coordinates().norm_error(&state.q);
        Ok(())
    }

    /// Adds the figures of the last solve.
    pub(super) fn add_solution(&mut self, report: &mut StepReport) {
        if !self.ending.solution.solved {
            self.unsolved = Some(self.problem.clone());
        }
        let effort = std::mem::take(&mut self.effort);
        report.solution.add(&Solution {
            solves: effort.solves,
            iterations: effort.iterations,
            ..self.ending.solution
        });
    }

    /// Adds the books of the last audit to the ledger.
    fn book(&self, impact_loss: f64, report: &mut StepReport) {
        let (ledger, books) = (&mut report.energy, &self.audit.energy);
        ledger.normal_work += books.normal_work;
        ledger.friction_work += books.friction_work;
        ledger.surface_work += books.surface_work;
        ledger.joint_work += books.joint_work;
        ledger.external_work += books.external_work;
        ledger.impact_loss += impact_loss;
        ledger.numerical_loss += books.numerical_loss - impact_loss;
        ledger.imbalance += books.imbalance;
        ledger.kinetic = books.after;
    }

    /// Notes it if the contacts together brought energy in, and which brought the most.
    fn flag_gain(&self, law: &'static str, report: &mut StepReport) {
        let (mut gain, mut most) = (0.0, (0, f64::NEG_INFINITY));
        for (contact, impulse) in self.problem.contacts.iter().zip(&self.answer.impulses) {
            let work = contact_work(&self.problem, contact, impulse, &self.answer);
            gain += work;
            if work > most.1 {
                most = (contact.id, work);
            }
        }
        if gain > ROUNDING * self.problem.scale().powi(2) {
            let contact = most.0;
            report.notes.push(Note::EnergyGain { law, contact, gain });
        }
    }
}

/// What happened at a contact, whether or not its bodies met in this step; speeds below `noise` (m/s) are none. Bodies that pushed each other in the
/// step before cannot meet: where frames turn, what is left of their approach is a matter of the step.
fn mode(
    problem: &ContactProblem,
    contact: &Contact,
    impulse: &Impulse,
    audit: &ContactAudit,
    (met, noise): (bool, f64),
) -> Mode {
    let (reach, scale) = (audit.reach, audit.scale);
    if impulse.normal <= 1e-12 * scale / reach {
        return Mode::Separating;
    }
    if met {
        let start = problem.rows.dot(contact.row, &problem.start) - contact.surface[0];
        let free = problem.rows.dot(contact.row, &problem.free) - contact.surface[0];
        let noise = (ROUNDING * scale * reach).max(noise);
        if -start > 2.0 * (free - start).abs() + noise {
            return Mode::Impact;
        }
    }
    match slips(problem, contact, audit, noise) {
        true => Mode::Sliding,
        false => Mode::Sticking,
    }
}

/// Whether a contact slips at the end of the step; one without friction always does.
fn slips(problem: &ContactProblem, contact: &Contact, audit: &ContactAudit, noise: f64) -> bool {
    let u = audit.velocity;
    let rows = contact.friction.rows();
    let rounding = |i: usize| ROUNDING * audit.scale * problem.reach(contact.row + i);
    let moves = |i: usize| u[i].abs() > noise && u[i].abs() > rounding(i);
    rows == 0 || (1..=rows).any(moves)
}

/// The energy (J) that a contact brings in: its impulse times the mean of the relative velocities with and without it,
/// which is exact whatever happens in between. Without it the forces of the step still act: a block that slides up a
/// slope and down again within a step is no gain.
fn contact_work(
    problem: &ContactProblem,
    contact: &Contact,
    impulse: &Impulse,
    answer: &Answer,
) -> f64 {
    let before = problem.relative_velocity(contact, &problem.free);
    let after = problem.relative_velocity(contact, &answer.velocity);
    let c = impulse.parts();
    (0..4).map(|i| 0.5 * c[i] * (before[i] + after[i])).sum()
}

/// Adds to what the report has of a contact: an impact and the rest of its step are one entry, and stay an impact.
fn add_contact(
    report: &mut StepReport,
    (id, key): (usize, ContactId),
    mode: Mode,
    impulse: Impulse,
    velocity: [f64; 4],
) {
    let contact = ContactReport {
        id,
        key,
        mode,
        impulse,
        velocity,
        gap: 0.0,
    };
    // they mostly come one after the other
    if report.contacts.last().is_none_or(|last| last.id < id) {
        make_room(&mut report.contacts, 1);
        report.contacts.push(contact);
        return;
    }
    match report.contacts.binary_search_by_key(&id, |c| c.id) {
        Ok(at) => report.contacts[at].add(mode, impulse, velocity),
        Err(at) => report.contacts.insert(at, contact),
    }
}
