//! What `run.npz` will hold, gathered while the run goes on or read back from the tables of one that is resumed.

use super::contact_rows::ContactRow;
use super::ledger::{self, LEDGER};
use super::step_contacts::{StepContact, Touch};
use super::step_figures;
use super::summary::index;
use crate::table::{Csv, Spool, TableError, write_spools};
use std::io;
use std::path::Path;
use stickslip::{State, StepReport};

/// The tables of a run.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) trajectory: Csv,
    pub(super) energy: Csv,
    pub(super) certificate: Csv,
    pub(super) contacts: Vec<ContactRow>,
}

/// What `run.npz` will hold. Contacts come and go, so theirs have a row for each recorded step and contact, as in
/// `contacts.csv`.
#[derive(Debug)]
pub(super) struct Arrays {
    t: Spool,
    q: Spool,
    v: Spool,
    /// When each step ended (s); the times of records are among them.
    step_t: Spool,
    energy: Spool,
    /// Those of [`step_figures::COLUMNS`], and the counts of modes as rows.
    figures: [Spool; SINGLE],
    modes: Spool,
    contact_step: Spool,
    contact_id: Spool,
    contact_mode: Spool,
    contact_impulse: Spool,
    contact_velocity: Spool,
    contact_gap: Spool,
    /// Those of [`PLACES`].
    contact_places: [Spool; 4],
    steps: usize,
}

/// Figures of a step that have an array each; the others are rows of `modes`.
const SINGLE: usize = step_figures::COLUMNS.len() - step_figures::MODES;

/// Vectors that say where contacts are, as [`Touch::vectors`] has them.
const PLACES: [&str; 4] = [
    "contact_point",
    "contact_normal",
    "contact_tangent",
    "contact_force",
];

impl Arrays {
    /// For so many coordinates and velocities, and for a file of that path.
    pub(super) fn new([positions, velocities]: [usize; 2], path: &Path) -> Self {
        let vector = |name: &str| Spool::new(name, None, path);
        let matrix = |name: &str, columns: usize| Spool::new(name, Some(columns), path);
        Self {
            t: vector("t"),
            q: matrix("q", positions),
            v: matrix("v", velocities),
            step_t: vector("step_t"),
            energy: matrix("energy", LEDGER.len()),
            figures: std::array::from_fn(|i| vector(step_figures::COLUMNS[i])),
            modes: matrix("modes", step_figures::MODES),
            contact_step: vector("contact_step"),
            contact_id: vector("contact_id"),
            contact_mode: vector("contact_mode"),
            contact_impulse: matrix("contact_impulse", 4),
            contact_velocity: matrix("contact_velocity", 4),
            contact_gap: vector("contact_gap"),
            contact_places: PLACES.map(|name| matrix(name, 3)),
            steps: 0,
        }
    }

    /// From the tables of a run that is resumed, with so many records, or nothing if they do not fit each other.
    pub(super) fn read_back(
        (widths, path): ([usize; 2], &Path),
        tables: &Tables,
        records: usize,
    ) -> Option<Self> {
        let mut arrays = Self::new(widths, path);
        let steps = tables.energy.rows.len();
        if tables.trajectory.rows.len() != records || tables.certificate.rows.len() != steps {
            return None;
        }
        for row in &tables.trajectory.rows {
            let (q, v) = row.get(1..)?.split_at_checked(widths[0])?;
            arrays.t.push(row[0]);
            arrays.q.extend(q.iter().copied());
            arrays.v.extend(v.iter().copied());
        }
        for row in &tables.energy.rows {
            arrays.step_t.push(*row.first()?);
            arrays.energy.extend(row.get(1..)?.iter().copied());
        }
        let step_t: Vec<f64> = tables.energy.rows.iter().map(|row| row[0]).collect();
        for row in &tables.certificate.rows {
            arrays.figures(row.get(1..)?.try_into().ok()?);
        }
        for row in &tables.contacts {
            // rows come in the order of the steps, and a step is known by the time it ended
            while *step_t.get(arrays.steps)? != row.t {
                arrays.steps += 1;
            }
            arrays.contact_step.push(arrays.steps as f64);
            arrays.contact_id.push(row.id as f64);
            arrays.contact_mode.push(index(row.mode) as f64);
            arrays.contact_impulse.extend(row.impulse);
            arrays.contact_velocity.extend(row.velocity);
            arrays.contact_gap.push(row.gap);
            arrays.place(row.touch.as_ref());
        }
        arrays.steps = steps;
        Some(arrays)
    }

    pub(super) fn state(&mut self, state: &State) {
        self.t.push(state.t);
        self.q.extend(state.q.iter().copied());
        self.v.extend(state.v.iter().copied());
    }

    /// A step that ended at t (s), with its contacts if they are recorded. What becomes too much for the memory goes to disk.
    pub(super) fn step(
        &mut self,
        t: f64,
        report: &StepReport,
        figures: &[f64; step_figures::COLUMNS.len()],
        contacts: &[StepContact<'_>],
    ) -> io::Result<()> {
        self.step_t.push(t);
        self.energy.extend(ledger::row(&report.energy));
        self.figures(figures);
        for contact in contacts {
            let told = contact.report;
            self.contact_step.push(self.steps as f64);
            self.contact_id.push(contact.number as f64);
            self.contact_mode.push(index(told.mode) as f64);
            self.contact_impulse.extend(told.impulse.parts());
            self.contact_velocity.extend(told.velocity);
            self.contact_gap.push(told.gap);
            self.place(contact.touch.as_ref());
        }
        self.steps += 1;
        self.all().try_for_each(Spool::settle)
    }

    /// The figures of a step.
    fn figures(&mut self, figures: &[f64; step_figures::COLUMNS.len()]) {
        let (single, modes) = figures.split_at(SINGLE);
        for (array, figure) in self.figures.iter_mut().zip(single) {
            array.push(*figure);
        }
        self.modes.extend(modes.iter().copied());
    }

    /// The place of a contact; not numbers where it is not known.
    fn place(&mut self, touch: Option<&Touch>) {
        let arrays = &mut self.contact_places;
        let vectors = touch.map_or([[f64::NAN; 3]; 4], Touch::vectors);
        for (array, vector) in arrays.iter_mut().zip(vectors) {
            array.extend(vector);
        }
    }

    /// Writes the file.
    pub(super) fn finish(self, path: &Path) -> Result<(), TableError> {
        let Self {
            t,
            q,
            v,
            step_t,
            energy,
            figures,
            modes,
            contact_step,
            contact_id,
            contact_mode,
            contact_impulse,
            contact_velocity,
            contact_gap,
            contact_places,
            ..
        } = self;
        let mut arrays = vec![q, v, energy, modes, contact_impulse, contact_velocity];
        arrays.extend(contact_places);
        arrays.extend(figures);
        arrays.extend([
            t,
            step_t,
            contact_step,
            contact_id,
            contact_mode,
            contact_gap,
        ]);
        write_spools(path, &mut arrays)
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Spool> {
        let single = [
            &mut self.t,
            &mut self.q,
            &mut self.v,
            &mut self.step_t,
            &mut self.energy,
            &mut self.modes,
            &mut self.contact_step,
            &mut self.contact_id,
            &mut self.contact_mode,
            &mut self.contact_impulse,
            &mut self.contact_velocity,
            &mut self.contact_gap,
        ];
        (single.into_iter())
            .chain(&mut self.figures)
            .chain(&mut self.contact_places)
    }
}
