//! Writes the folder of a run while it is made: what is computed is on disk, whatever happens next.

use super::End;
use super::contacts::ContactTable;
use super::error::RunError;
use super::folder::{self, ARRAYS, CONTACTS, ENERGY, SCENE, TRAJECTORY};
use super::ledger::{self, LEDGER};
use super::summary::{Summary, Tally, index};
use crate::scene::Scene;
use crate::table::{Array, CsvWriter, write_npz};
use std::path::{Path, PathBuf};
use std::time::Instant;
use stickslip::{State, StepReport, System};

/// Records a run.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    trajectory: CsvWriter,
    contacts: ContactTable,
    energy: CsvWriter,
    tally: Tally,
    arrays: Arrays,
    state: State,
    row: Vec<f64>,
    begun: Instant,
}

impl Recorder {
    /// Takes the folder and begins all files; the initial state is the first row of the trajectory.
    pub fn create(folder: &Path, scene: &Scene, steps: usize) -> Result<Self, RunError> {
        folder::claim(folder, &scene.name)?;
        let mut tally = Tally::new(scene, steps, folder.to_string_lossy().into_owned());
        folder::write_summary(folder, tally.summary(&scene.initial))?;
        folder::write(&folder.join(SCENE), scene.text.as_bytes())?;
        let coordinates = scene.system.coordinates();
        let (q, v) = (coordinates.position_names(), coordinates.velocity_names());
        let columns: Vec<&str> = std::iter::once("t")
            .chain(q.iter().chain(&v).map(String::as_str))
            .collect();
        let ledger: Vec<&str> = std::iter::once("t").chain(LEDGER).collect();
        let mut recorder = Self {
            trajectory: CsvWriter::create(folder.join(TRAJECTORY), &columns)?,
            contacts: ContactTable::create(&folder.join(CONTACTS), scene.system.contacts())?,
            energy: CsvWriter::create(folder.join(ENERGY), &ledger)?,
            folder: folder.to_owned(),
            tally,
            arrays: Arrays::new(q.len(), v.len()),
            state: scene.initial.clone(),
            row: Vec::new(),
            begun: Instant::now(),
        };
        recorder.place()?;
        Ok(recorder)
    }

    /// Records a step and the state after it.
    pub fn step(&mut self, state: &State, report: &StepReport) -> Result<(), RunError> {
        self.state.clone_from(state);
        self.tally.add(state, report);
        self.place()?;
        self.contacts.step(state.t, &report.contacts)?;
        self.row.clear();
        self.row.push(state.t);
        self.row.extend(ledger::row(&report.energy));
        self.energy.row(&self.row)?;
        self.arrays.step(report);
        Ok(())
    }

    /// Writes the arrays and the summary.
    pub fn finish(mut self, end: &End) -> Result<Summary, RunError> {
        self.tally.end(end);
        write_npz(self.folder.join(ARRAYS), &self.arrays.finish())?;
        let summary = self.tally.summary(&self.state);
        summary.wall_seconds = self.begun.elapsed().as_secs_f64();
        folder::write_summary(&self.folder, summary)?;
        Ok(summary.clone())
    }

    /// Adds the state to the trajectory.
    fn place(&mut self) -> Result<(), RunError> {
        let state = &self.state;
        self.row.clear();
        self.row.push(state.t);
        self.row.extend(state.q.iter().chain(&state.v));
        self.arrays.state(state);
        Ok(self.trajectory.row(&self.row)?)
    }
}

/// What `run.npz` will hold. Contacts come and go, so theirs have a row for each step and contact, as in
/// `contacts.csv`.
#[derive(Debug)]
struct Arrays {
    widths: [usize; 2],
    t: Vec<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
    energy: Vec<f64>,
    residual: Vec<f64>,
    audit: Vec<f64>,
    penetration: Vec<f64>,
    contact_step: Vec<f64>,
    contact_id: Vec<f64>,
    contact_mode: Vec<f64>,
    contact_impulse: Vec<f64>,
    contact_velocity: Vec<f64>,
    contact_gap: Vec<f64>,
    steps: usize,
}

impl Arrays {
    fn new(positions: usize, velocities: usize) -> Self {
        Self {
            widths: [positions, velocities],
            t: Vec::new(),
            q: Vec::new(),
            v: Vec::new(),
            energy: Vec::new(),
            residual: Vec::new(),
            audit: Vec::new(),
            penetration: Vec::new(),
            contact_step: Vec::new(),
            contact_id: Vec::new(),
            contact_mode: Vec::new(),
            contact_impulse: Vec::new(),
            contact_velocity: Vec::new(),
            contact_gap: Vec::new(),
            steps: 0,
        }
    }

    fn state(&mut self, state: &State) {
        self.t.push(state.t);
        self.q.extend(&state.q);
        self.v.extend(&state.v);
    }

    fn step(&mut self, report: &StepReport) {
        self.energy.extend(ledger::row(&report.energy));
        self.residual.push(report.solution.residual);
        self.audit.push(report.audit);
        self.penetration.push(report.penetration);
        for contact in &report.contacts {
            self.contact_step.push(self.steps as f64);
            self.contact_id.push(contact.id as f64);
            self.contact_mode.push(index(contact.mode) as f64);
            self.contact_impulse.extend(contact.impulse.parts());
            self.contact_velocity.extend(contact.velocity);
            self.contact_gap.push(contact.gap);
        }
        self.steps += 1;
    }

    fn finish(&mut self) -> Vec<Array> {
        let [positions, velocities] = self.widths;
        let matrix = |name: &str, columns: usize, data: &mut Vec<f64>| {
            Array::matrix(name, columns, std::mem::take(data)).expect("whole rows were added")
        };
        let mut arrays = vec![
            matrix("q", positions, &mut self.q),
            matrix("v", velocities, &mut self.v),
            matrix("energy", LEDGER.len(), &mut self.energy),
            matrix("contact_impulse", 4, &mut self.contact_impulse),
            matrix("contact_velocity", 4, &mut self.contact_velocity),
        ];
        for (name, data) in [
            ("t", &mut self.t),
            ("residual", &mut self.residual),
            ("audit", &mut self.audit),
            ("penetration", &mut self.penetration),
            ("contact_step", &mut self.contact_step),
            ("contact_id", &mut self.contact_id),
            ("contact_mode", &mut self.contact_mode),
            ("contact_gap", &mut self.contact_gap),
        ] {
            arrays.push(Array::vector(name, std::mem::take(data)));
        }
        arrays
    }
}
