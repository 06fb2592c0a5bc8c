//! Writes the folder of a run while it is made: what is computed is on disk, whatever happens next.

use super::arrays::{Arrays, Tables};
use super::checkpoint::{Bytes, Checkpoint, Identity};
use super::contacts::ContactTable;
use super::error::RunError;
use super::folder::{self, ARRAYS, CERTIFICATE, CHECKPOINT, CONTACTS, ENERGY, SCENE, TRAJECTORY};
use super::ledger::{self, LEDGER};
use super::options::{Checkpoints, Options};
use super::origin;
use super::rhythm::Rhythm;
use super::saved::{SavedState, SavedTally};
use super::step_contacts;
use super::step_figures;
use super::summary::{Summary, Tally};
use super::watch::Uniqueness;
use super::{End, Steps};
use crate::scene::Scene;
use crate::table::CsvWriter;
use std::path::{Path, PathBuf};
use std::time::Instant;
use stickslip::{State, System};

/// Records a run.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    trajectory: CsvWriter,
    contacts: ContactTable,
    energy: CsvWriter,
    certificate: CsvWriter,
    tally: Tally,
    arrays: Arrays,
    state: State,
    row: Vec<f64>,
    rhythm: Rhythm,
    /// Whether the state is in the trajectory.
    placed: bool,
    identity: Identity,
    checkpoints: Checkpoints,
    begun: Instant,
    /// Time that the run took before it was resumed (s).
    before: f64,
    /// When the last checkpoint was written.
    kept: Instant,
}

impl Recorder {
    /// Takes the folder and begins all files; the initial state is the first row of the trajectory.
    pub fn create(
        folder: &Path,
        scene: &Scene,
        steps: usize,
        options: &Options,
    ) -> Result<Self, RunError> {
        folder::claim(folder, &scene.name)?;
        let mut tally = Tally::new(scene, steps, folder.to_string_lossy().into_owned());
        folder::write_summary(folder, tally.summary(&scene.initial))?;
        folder::write(&folder.join(SCENE), scene.text.as_bytes())?;
        origin::write(folder, scene, options.on_failure, &options.origin)?;
        folder::write_beside(folder, &scene.files)?;
        let columns = Columns::new(scene);
        let mut recorder = Self {
            trajectory: CsvWriter::create(folder.join(TRAJECTORY), &columns.trajectory())?,
            contacts: ContactTable::create(&folder.join(CONTACTS))?,
            energy: CsvWriter::create(folder.join(ENERGY), &with_time(&LEDGER))?,
            certificate: CsvWriter::create(
                folder.join(CERTIFICATE),
                &with_time(&step_figures::COLUMNS),
            )?,
            folder: folder.to_owned(),
            tally,
            arrays: Arrays::new(columns.widths(), &folder.join(ARRAYS)),
            state: scene.initial.clone(),
            row: Vec::new(),
            rhythm: Rhythm::new(scene, steps),
            placed: false,
            identity: Identity::new(scene, steps, options.on_failure).with(options),
            checkpoints: options.checkpoints,
            begun: Instant::now(),
            before: 0.0,
            kept: Instant::now(),
        };
        recorder.place()?;
        Ok(recorder)
    }

    /// Goes on where a checkpoint was written: later rows are cut off, the rest is as it was.
    pub(super) fn resume(
        folder: &Path,
        scene: &Scene,
        steps: usize,
        options: &Options,
        checkpoint: Checkpoint,
    ) -> Result<Self, RunError> {
        let state = checkpoint.state.state();
        let mut tally = Tally::new(scene, steps, folder.to_string_lossy().into_owned());
        let fits = (checkpoint.tally).restore(checkpoint.step, state.t, &mut tally);
        let columns = Columns::new(scene);
        let bytes = checkpoint.bytes;
        let open = |name: &str, columns: &[&str], bytes: u64| {
            CsvWriter::resume_at(folder.join(name), columns, bytes)
        };
        let (trajectory, places) = open(TRAJECTORY, &columns.trajectory(), bytes.trajectory)?;
        let (energy, ledger) = open(ENERGY, &with_time(&LEDGER), bytes.energy)?;
        let figures = with_time(&step_figures::COLUMNS);
        let (certificate, figures) = open(CERTIFICATE, &figures, bytes.certificate)?;
        let path = folder.join(CONTACTS);
        let (contacts, touches) = ContactTable::resume(&path, bytes.contacts)?;
        let tables = Tables {
            trajectory: places,
            energy: ledger,
            certificate: figures,
            contacts: touches,
        };
        let rhythm = Rhythm::new(scene, steps);
        let records = rhythm.records(checkpoint.step);
        let place = (columns.widths(), &*folder.join(ARRAYS));
        let arrays = Arrays::read_back(place, &tables, records)
            .filter(|_| fits && tables.energy.rows.len() == checkpoint.step)
            .ok_or_else(|| RunError::Damaged {
                path: folder.join(CHECKPOINT),
                problem: "it does not fit the tables beside it".into(),
            })?;
        // no longer those of the whole run
        folder::remove(folder, ARRAYS)?;
        folder::remove_parts(folder)?;
        Ok(Self {
            folder: folder.to_owned(),
            trajectory,
            contacts,
            energy,
            certificate,
            tally,
            arrays,
            state,
            row: Vec::new(),
            rhythm,
            placed: rhythm.records_step(checkpoint.step),
            identity: checkpoint.identity,
            checkpoints: options.checkpoints,
            begun: Instant::now(),
            before: checkpoint.wall_seconds,
            kept: Instant::now(),
        })
    }

    /// The state after the last step.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The account so far.
    pub fn so_far(&self) -> &Summary {
        &self.tally.summary
    }

    /// What is known of the uniqueness of the motion. A step is looked at before it is recorded, so that checkpoints know of both.
    pub(super) fn uniqueness(&mut self) -> &mut Option<Uniqueness> {
        &mut self.tally.summary.uniqueness
    }

    /// Records a step, and writes a checkpoint if it is time.
    pub fn step(&mut self, moved: &impl Steps) -> Result<(), RunError> {
        let (state, report) = (moved.state(), moved.report());
        self.state.clone_from(state);
        let name = |contact: usize| moved.contact_name(contact);
        self.tally.add(state, report, name);
        let steps = self.tally.summary.steps;
        self.placed = false;
        let contacts = match self.rhythm.records_step(steps) {
            true => {
                self.place()?;
                let contacts = step_contacts::gather(moved, self.tally.numbers());
                (self.contacts).step(state.t, &contacts, &self.tally.roll)?;
                contacts
            }
            false => Vec::new(),
        };
        self.row.clear();
        self.row.push(state.t);
        self.row.extend(ledger::row(&report.energy));
        self.energy.row(&self.row)?;
        let figures = step_figures::of(report);
        self.row.clear();
        self.row.push(state.t);
        self.row.extend(figures);
        self.certificate.row(&self.row)?;
        (self.arrays.step(state.t, report, &figures, &contacts))
            .map_err(|source| folder::failed(&self.folder.join(ARRAYS), source))?;
        let due = match self.checkpoints {
            Checkpoints::Steps(every) => steps.is_multiple_of(every.max(1)),
            Checkpoints::Time(span) => self.kept.elapsed() >= span,
        };
        match due {
            true => self.checkpoint(),
            false => Ok(()),
        }
    }

    /// Writes a checkpoint.
    fn checkpoint(&mut self) -> Result<(), RunError> {
        let bytes = Bytes {
            trajectory: self.trajectory.sync()?,
            contacts: self.contacts.sync()?,
            energy: self.energy.sync()?,
            certificate: self.certificate.sync()?,
        };
        let checkpoint = Checkpoint::new(
            self.identity.clone(),
            self.tally.summary.steps,
            bytes,
            self.wall_seconds(),
            SavedState::new(&self.state),
            SavedTally::new(&self.tally),
        );
        checkpoint.write(&self.folder)?;
        self.kept = Instant::now();
        Ok(())
    }

    /// Writes the arrays and the summary; where the run can go on, a checkpoint too.
    pub fn finish(mut self, end: &End) -> Result<Summary, RunError> {
        match end {
            End::Interrupted => self.checkpoint()?,
            End::Finished | End::Failed(_) | End::NotCertified(_) => {}
        }
        // after the checkpoint, which does not count this row: a run that goes on has no record here
        if !self.placed {
            self.place()?;
        }
        self.tally.end(end);
        let wall_seconds = self.wall_seconds();
        self.arrays.finish(&self.folder.join(ARRAYS))?;
        let summary = self.tally.summary(&self.state);
        summary.wall_seconds = wall_seconds;
        folder::write_summary(&self.folder, summary)?;
        // only now: a run that is killed before has its checkpoint still
        if !matches!(end, End::Interrupted) {
            folder::remove(&self.folder, CHECKPOINT)?;
        }
        Ok(summary.clone())
    }

    fn wall_seconds(&self) -> f64 {
        self.before + self.begun.elapsed().as_secs_f64()
    }

    /// Adds the state to the trajectory.
    fn place(&mut self) -> Result<(), RunError> {
        let state = &self.state;
        self.row.clear();
        self.row.push(state.t);
        self.row.extend(state.q.iter().chain(&state.v));
        self.arrays.state(state);
        self.placed = true;
        Ok(self.trajectory.row(&self.row)?)
    }
}

/// The names of the coordinates.
struct Columns {
    q: Vec<String>,
    v: Vec<String>,
}

impl Columns {
    fn new(scene: &Scene) -> Self {
        let coordinates = scene.system.coordinates();
        Self {
            q: coordinates.position_names(),
            v: coordinates.velocity_names(),
        }
    }

    /// How many there are of q and of v.
    fn widths(&self) -> [usize; 2] {
        [self.q.len(), self.v.len()]
    }

    /// The columns of the trajectory.
    fn trajectory(&self) -> Vec<&str> {
        let names: Vec<&str> = self.q.iter().chain(&self.v).map(String::as_str).collect();
        with_time(&names)
    }
}

/// Names after that of the time.
fn with_time<'a>(names: &[&'a str]) -> Vec<&'a str> {
    std::iter::once("t").chain(names.iter().copied()).collect()
}
