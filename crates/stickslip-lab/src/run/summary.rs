//! What a run was, how it ended, and how far its numbers can be trusted: the content of `summary.json`.

use super::branch::Tree;
use super::folder::FORMAT;
use super::ledger::{self, LEDGER, Term};
use super::listed::{LeftOut, listed};
use super::notes::{Known, NoteGroup, Notes};
use super::roll::Roll;
use super::settings::SettingsSummary;
use super::warnings::{explosion, push_out, pyramids, warnings};
use super::watch::Uniqueness;
use super::{End, Verdict, verdict};
use crate::scene::Scene;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use stickslip::{IslandMethod, IslandMethods, Ledger, Mode, Note, State, StepReport, System};

/// The account of a whole run. JSON has no infinity: a figure that is infinite or not a number is `null` there.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Summary {
    /// Marks the file.
    pub format: &'static str,
    /// What was run.
    pub scene: SceneSummary,
    /// Version of the program.
    pub version: &'static str,
    /// How it was run.
    pub settings: SettingsSummary,
    /// How it ended.
    pub end: Reason,
    /// What a step that could not be taken said.
    pub error: Option<String>,
    /// Steps taken.
    pub steps: usize,
    /// Steps that were to be taken.
    pub steps_planned: usize,
    /// Time at the end (s).
    pub t: f64,
    /// Time it took (s); the only figure that differs when a run is repeated.
    pub wall_seconds: f64,
    /// How well the complementarity problems were solved.
    pub certificate: CertificateSummary,
    /// Deepest penetration after a step (m).
    pub penetration: f64,
    /// Largest joint error after a step (m, rad).
    pub joint_error: f64,
    /// Largest distance of an orientation from a rotation (1).
    pub norm_error: f64,
    /// Where the energy went.
    pub energy: EnergySummary,
    /// q at the end.
    #[serde(serialize_with = "listed")]
    pub positions: Vec<Entry>,
    /// v at the end.
    #[serde(serialize_with = "listed")]
    pub velocities: Vec<Entry>,
    /// The contacts that were ever in a problem.
    #[serde(serialize_with = "listed")]
    pub contacts: Vec<ContactSummary>,
    /// How much of these three is not in the file, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
    /// Impacts whose time was located.
    pub impacts: usize,
    /// What was worth telling.
    pub notes: Vec<NoteGroup>,
    /// Whether the motion is unique, if that was watched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uniqueness: Option<Uniqueness>,
    /// The runs that follow other motions, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branches: Option<Tree>,
    /// What is unusual about the beginning and the friction sets.
    pub warnings: Vec<String>,
    /// What the friction pyramids among the contacts cost in accuracy, once for each kind.
    pub pyramids: Vec<String>,
    /// The words for the numbers of `contact_mode` in `run.npz`.
    pub modes: [&'static str; 4],
    /// The folder.
    pub folder: String,
}

/// What was run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are those of scene files")]
pub struct SceneSummary {
    pub name: String,
    pub kind: &'static str,
    pub about: String,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// It has not, or it was killed.
    Unfinished,
    /// All steps were taken.
    Finished,
    /// It was stopped from outside.
    Interrupted,
    /// A step could not be taken.
    Failed,
}

impl Reason {
    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Unfinished => "unfinished",
            Self::Finished => "finished",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
        }
    }
}

/// The physical audit of a certified step stays below this (1). It is relative to the data and computed from impulses
/// and velocities alone, so it also catches what a residual cannot see: an answer read in the wrong way.
pub const AUDIT_LIMIT: f64 = 1e-6;
/// The same where an island is so large that it was swept: residual and violation in m/s are its certificate, and the audit only
/// makes sure that the answer was read in the right way.
pub const SWEPT_AUDIT_LIMIT: f64 = 1e-3;
/// Joints that are further apart after a certified step (m, rad) do not exist: what was solved is then not the mechanism.
pub const JOINT_LIMIT: f64 = 1e-4;

/// An answer to a swept problem whose residual is no larger (1) is useful, though not certified.
pub const USEFUL_LIMIT: f64 = stickslip::Large::USEFUL;

/// Figures of the certificates of all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CertificateSummary {
    /// Steps all of whose problems were solved, with an audit that passes.
    pub steps_certified: usize,
    /// Steps that are not, only because sweeps ended before their goal, at a useful residual.
    pub steps_useful: usize,
    /// The worst relative residual.
    pub worst_residual: f64,
    /// What counts as solved.
    pub limit: f64,
    /// The worst physical audit.
    pub worst_audit: f64,
    /// What passes as one.
    pub audit_limit: f64,
    /// Those steps in which a large group of contacts was swept; the figures above are those of the others.
    pub swept: SweptSummary,
    /// Unknowns of the largest problem.
    pub largest_problem: usize,
    /// Problems solved.
    pub solves: usize,
    /// Pivots or iterations.
    pub iterations: usize,
    /// Islands of all steps by the method that gave their answers.
    #[serde(serialize_with = "by_method")]
    pub islands: IslandMethods,
}

/// Counts under the words of their methods.
fn by_method<S: Serializer>(islands: &IslandMethods, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(IslandMethod::ALL.map(|m| (m.word().replace(' ', "_"), islands.by(m))))
}

/// Figures of the certificates of steps in which a large group of contacts was swept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SweptSummary {
    /// How many.
    pub steps: usize,
    /// The worst residual of the natural map, relative to the impulses.
    pub worst_residual: f64,
    /// What counts as solved.
    pub limit: f64,
    /// The largest violation of a law of contact (m/s).
    pub worst_violation: f64,
    /// What counts as solved (m/s).
    pub violation_limit: f64,
    /// The worst physical audit.
    pub worst_audit: f64,
    /// What passes as one.
    pub audit_limit: f64,
}

/// The energy books of the whole run (J).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct EnergySummary {
    /// Kinetic and potential energy at the start.
    pub start: f64,
    /// Kinetic and potential energy at the end.
    pub end: f64,
    /// All entries of the ledger.
    pub ledger: Vec<Entry>,
    /// Where the difference went: the entries add up to end − start.
    pub balance: Vec<Entry>,
}

impl EnergySummary {
    /// An entry of the ledger (J).
    pub fn entry(&self, name: &str) -> f64 {
        let found = self.ledger.iter().find(|entry| entry.name == name);
        found.map_or(0.0, |entry| entry.value)
    }
}

/// A number with its name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[allow(missing_docs, reason = "they say what they are")]
pub struct Entry {
    pub name: String,
    pub value: f64,
}

/// A contact over the whole run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContactSummary {
    /// Its number.
    pub id: usize,
    /// Its name.
    pub name: String,
    /// What happened in the last step; `separating` if it was not in its problem.
    pub mode: &'static str,
    /// Steps in each mode, in the order of [`Summary::modes`].
    pub steps: [usize; 4],
    /// Normal impulse over the run (N·s).
    pub normal_impulse: f64,
}

impl Summary {
    /// Whether all was done and certified.
    pub fn is_fine(&self) -> bool {
        self.end == Reason::Finished && self.certificate.steps_certified == self.steps
    }

    /// Whether all was done, and what is not certified is at least useful: no step failed.
    pub fn is_useful(&self) -> bool {
        let fair = self.certificate.steps_certified + self.certificate.steps_useful;
        self.end == Reason::Finished && fair == self.steps
    }
}

/// Collects what a summary says, step by step.
#[derive(Debug)]
pub(super) struct Tally {
    pub(super) summary: Summary,
    pub(super) ledger: Option<Ledger>,
    balance: Vec<Term>,
    pub(super) notes: Notes,
    /// What was to be warned of before the first step.
    warnings: Vec<String>,
    /// The contacts, numbered.
    pub(super) roll: Roll,
    /// For each of them: steps in each mode, normal impulse, and mode in the last step.
    pub(super) contacts: Vec<([usize; 4], f64, Mode)>,
    /// The numbers of the contacts of the last step.
    numbers: Vec<usize>,
    names: [Vec<String>; 2],
    /// What notes are told with.
    known: Known,
}

impl Tally {
    pub(super) fn new(scene: &Scene, steps: usize, folder: String) -> Self {
        let coordinates = scene.system.coordinates();
        let names = [coordinates.position_names(), coordinates.velocity_names()];
        let settings = &scene.settings;
        let mut tally = Self {
            summary: Summary {
                format: FORMAT,
                scene: SceneSummary {
                    name: scene.name.clone(),
                    kind: scene.system.kind(),
                    about: scene.about.clone(),
                },
                version: env!("CARGO_PKG_VERSION"),
                settings: SettingsSummary::new(scene),
                end: Reason::Unfinished,
                error: None,
                steps: 0,
                steps_planned: steps,
                t: scene.initial.t,
                wall_seconds: 0.0,
                certificate: CertificateSummary {
                    limit: settings.method.tolerance(),
                    audit_limit: AUDIT_LIMIT,
                    swept: SweptSummary {
                        limit: settings.large.relative,
                        violation_limit: settings.large.violation,
                        audit_limit: SWEPT_AUDIT_LIMIT,
                        ..Default::default()
                    },
                    ..Default::default()
                },
                penetration: 0.0,
                joint_error: 0.0,
                norm_error: 0.0,
                energy: EnergySummary::default(),
                positions: Vec::new(),
                velocities: Vec::new(),
                contacts: Vec::new(),
                left_out: None,
                impacts: 0,
                notes: Vec::new(),
                uniqueness: None,
                branches: None,
                warnings: Vec::new(),
                pyramids: pyramids(scene),
                modes: Mode::ALL.map(Mode::word),
                folder,
            },
            ledger: None,
            balance: ledger::balance(&scene.system),
            notes: Notes::default(),
            warnings: warnings(scene),
            roll: Roll::new(&scene.system),
            contacts: Vec::new(),
            numbers: Vec::new(),
            names,
            known: Known::of(scene),
        };
        tally.make_room();
        tally.place(&scene.initial);
        tally
    }

    /// Room for all contacts on the roll.
    pub(super) fn make_room(&mut self) {
        let none = ([0; 4], 0.0, Mode::Separating);
        self.contacts.resize(self.roll.len(), none);
    }

    /// The numbers of the contacts of the step that was added last, in its order.
    pub(super) fn numbers(&self) -> &[usize] {
        &self.numbers
    }

    /// Adds a step and the state after it. `name` gives the name of a contact of the system.
    pub(super) fn add(
        &mut self,
        state: &State,
        report: &StepReport,
        name: impl Fn(usize) -> String,
    ) {
        let summary = &mut self.summary;
        let (solution, certificate) = (&report.solution, &mut summary.certificate);
        summary.steps += 1;
        match verdict(report) {
            Verdict::Certified => certificate.steps_certified += 1,
            Verdict::Useful => certificate.steps_useful += 1,
            Verdict::Failed => {}
        }
        if solution.swept > 0 {
            let swept = &mut certificate.swept;
            swept.steps += 1;
            swept.worst_residual = worst(swept.worst_residual, solution.residual);
            swept.worst_violation = worst(swept.worst_violation, solution.violation);
            swept.worst_audit = worst(swept.worst_audit, report.audit);
        } else {
            certificate.worst_residual = worst(certificate.worst_residual, solution.residual);
            certificate.worst_audit = worst(certificate.worst_audit, report.audit);
        }
        certificate.largest_problem = certificate.largest_problem.max(solution.largest);
        certificate.solves += solution.solves;
        certificate.iterations += solution.iterations;
        certificate.islands.add(&solution.methods);
        summary.penetration = worst(summary.penetration, report.penetration);
        summary.joint_error = worst(summary.joint_error, report.joint_error);
        summary.norm_error = worst(summary.norm_error, report.norm_error);
        summary.impacts += report.impacts.len();
        self.ledger = Some(match &self.ledger {
            None => report.energy,
            Some(before) => before.then(&report.energy),
        });
        for (_, _, mode) in &mut self.contacts {
            *mode = Mode::Separating;
        }
        self.numbers.clear();
        for contact in &report.contacts {
            self.numbers.push(self.roll.number(contact, &name));
        }
        self.make_room();
        for (contact, &number) in report.contacts.iter().zip(&self.numbers) {
            let (steps, impulse, mode) = &mut self.contacts[number];
            steps[index(contact.mode)] += 1;
            *impulse += contact.impulse.normal;
            *mode = contact.mode;
        }
        // where contacts come and go, notes of a part have the numbers of that part
        let parts = self.known.substeps
            || (report.notes.iter()).any(|note| matches!(note, Note::Parts { .. }));
        let named = !parts || !self.roll.is_changing();
        for note in &report.notes {
            let name = |id: usize| {
                if !named {
                    return None;
                }
                let place = report.contacts.iter().position(|c| c.id == id)?;
                Some(self.roll.name(self.numbers[place]).to_owned())
            };
            self.notes.add(report.t, note, &self.known, name);
        }
        self.summary.t = state.t;
    }

    /// The summary so far, with the state where it is.
    pub(super) fn summary(&mut self, state: &State) -> &mut Summary {
        self.place(state);
        let summary = &mut self.summary;
        summary.notes = self.notes.groups();
        summary.warnings.clone_from(&self.warnings);
        if let Some(ledger) = &self.ledger {
            let values = ledger::row(ledger);
            summary.energy = EnergySummary {
                start: ledger.kinetic_before + ledger.potential_before,
                end: ledger.total(),
                ledger: entries(LEDGER, &values),
                balance: Vec::new(),
            };
            let energy = &summary.energy;
            let term = |(name, columns): &Term| Entry {
                name: (*name).into(),
                value: columns.iter().map(|(c, sign)| sign * energy.entry(c)).sum(),
            };
            summary.energy.balance = self.balance.iter().map(term).collect();
            summary.warnings.extend(explosion(&summary.energy));
            summary.warnings.extend(push_out(&summary.energy));
        }
        summary.contacts = contacts(&self.contacts, &self.roll);
        summary.left_out = LeftOut::of(summary);
        summary
    }

    /// Says how it ended.
    pub(super) fn end(&mut self, end: &End) {
        self.summary.end = match end {
            End::Finished => Reason::Finished,
            End::Interrupted => Reason::Interrupted,
            End::Failed(_) | End::NotCertified(_) => Reason::Failed,
        };
        self.summary.error = match end {
            End::Failed(error) => Some(error.to_string()),
            End::NotCertified(text) => Some(text.clone()),
            _ => None,
        };
    }

    fn place(&mut self, state: &State) {
        let [positions, velocities] = &self.names;
        self.summary.positions = entries(positions, &state.q);
        self.summary.velocities = entries(velocities, &state.v);
    }
}

/// The contacts that were in a problem. Where contacts come and go there may be thousands, so those between the same bodies
/// are told together: steps and impulses are sums, and the mode is the liveliest of the last step.
fn contacts(counted: &[([usize; 4], f64, Mode)], roll: &Roll) -> Vec<ContactSummary> {
    let mut told: Vec<ContactSummary> = Vec::new();
    let mut places: BTreeMap<&str, (usize, Mode)> = BTreeMap::new();
    for (id, &(steps, normal_impulse, mode)) in counted.iter().enumerate() {
        if steps.iter().all(|&n| n == 0) {
            continue;
        }
        let name = roll.name(id);
        match places.get_mut(name).filter(|_| roll.is_changing()) {
            Some((place, liveliest)) => {
                let same = &mut told[*place];
                *liveliest = mode.max(*liveliest);
                same.mode = liveliest.word();
                same.normal_impulse += normal_impulse;
                same.steps = std::array::from_fn(|i| same.steps[i] + steps[i]);
            }
            None => {
                places.insert(name, (told.len(), mode));
                told.push(ContactSummary {
                    id,
                    name: name.to_owned(),
                    mode: mode.word(),
                    steps,
                    normal_impulse,
                });
            }
        }
    }
    told
}

/// The larger, and what is not a number above all.
pub(crate) fn worst(a: f64, b: f64) -> f64 {
    match a.is_nan() || b.is_nan() {
        true => f64::NAN,
        false => a.max(b),
    }
}

/// The number of a mode in `run.npz`.
pub(super) fn index(mode: Mode) -> usize {
    Mode::ALL.iter().position(|&m| m == mode).unwrap_or(0)
}

fn entries(names: impl IntoIterator<Item = impl Into<String>>, values: &[f64]) -> Vec<Entry> {
    let entry = |(name, &value): (_, &f64)| Entry { name, value };
    let names = names.into_iter().map(Into::into);
    names.zip(values).map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::LISTED;
    use crate::scene::catalogue;

    #[test]
    fn the_file_has_the_first_thousand_of_long_lists_and_says_so() {
        let scene = catalogue::find("four-balls").unwrap();
        let mut tally = Tally::new(&scene, 1, "here".into());
        let summary = tally.summary(&scene.initial);
        let json = serde_json::to_value(&*summary).unwrap();
        assert_eq!(
            json["positions"].as_array().unwrap().len(),
            summary.positions.len()
        );
        assert!(json.get("left_out").is_none());
        let one = summary.positions[0].clone();
        summary.positions = vec![one; LISTED + 7];
        summary.left_out = LeftOut::of(summary);
        let json = serde_json::to_value(&*summary).unwrap();
        assert_eq!(json["positions"].as_array().unwrap().len(), LISTED);
        assert_eq!(json["left_out"]["positions"], 7);
        assert_eq!(json["left_out"]["contacts"], 0);
    }
}
