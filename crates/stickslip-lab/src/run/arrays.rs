//! What `run.npz` will hold, gathered while the run goes on or read back from the tables of one that is resumed.

use super::contact_rows::ContactRow;
use super::ledger::{self, LEDGER};
use super::step_contacts::{StepContact, Touch};
use super::step_figures;
use super::summary::index;
use crate::table::{Array, Csv};
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
    widths: [usize; 2],
    t: Vec<f64>,
    q: Vec<f64>,
    v: Vec<f64>,
    /// When each step ended (s); the times of records are among them.
    step_t: Vec<f64>,
    energy: Vec<f64>,
    /// Those of [`step_figures::COLUMNS`], and the counts of modes as rows.
    figures: [Vec<f64>; SINGLE],
    modes: Vec<f64>,
    contact_step: Vec<f64>,
    contact_id: Vec<f64>,
    contact_mode: Vec<f64>,
    contact_impulse: Vec<f64>,
    contact_velocity: Vec<f64>,
    contact_gap: Vec<f64>,
    /// Those of [`PLACES`].
    contact_places: [Vec<f64>; 4],
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
    /// For so many coordinates and velocities.
    pub(super) fn new([positions, velocities]: [usize; 2]) -> Self {
        Self {
            widths: [positions, velocities],
            t: Vec::new(),
            q: Vec::new(),
            v: Vec::new(),
            step_t: Vec::new(),
            energy: Vec::new(),
            figures: Default::default(),
            modes: Vec::new(),
            contact_step: Vec::new(),
            contact_id: Vec::new(),
            contact_mode: Vec::new(),
            contact_impulse: Vec::new(),
            contact_velocity: Vec::new(),
            contact_gap: Vec::new(),
            contact_places: Default::default(),
            steps: 0,
        }
    }

    /// From the tables of a run that is resumed, with so many records, or nothing if they do not fit each other.
    pub(super) fn read_back(widths: [usize; 2], tables: &Tables, records: usize) -> Option<Self> {
        let mut arrays = Self::new(widths);
        let steps = tables.energy.rows.len();
        if tables.trajectory.rows.len() != records || tables.certificate.rows.len() != steps {
            return None;
        }
        for row in &tables.trajectory.rows {
            let (q, v) = row.get(1..)?.split_at_checked(widths[0])?;
            arrays.t.push(row[0]);
            arrays.q.extend(q);
            arrays.v.extend(v);
        }
        for row in &tables.energy.rows {
            arrays.step_t.push(*row.first()?);
            arrays.energy.extend(row.get(1..)?);
        }
        for row in &tables.certificate.rows {
            arrays.figures(row.get(1..)?.try_into().ok()?);
        }
        for row in &tables.contacts {
            // rows come in the order of the steps, and a step is known by the time it ended
            while *arrays.step_t.get(arrays.steps)? != row.t {
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
        self.q.extend(&state.q);
        self.v.extend(&state.v);
    }

    /// A step that ended at t (s), with its contacts if they are recorded.
    pub(super) fn step(
        &mut self,
        t: f64,
        report: &StepReport,
        figures: &[f64; step_figures::COLUMNS.len()],
        contacts: &[StepContact<'_>],
    ) {
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
    }

    /// The figures of a step.
    fn figures(&mut self, figures: &[f64; step_figures::COLUMNS.len()]) {
        let (single, modes) = figures.split_at(SINGLE);
        for (array, figure) in self.figures.iter_mut().zip(single) {
            array.push(*figure);
        }
        self.modes.extend(modes);
    }

    /// The place of a contact; not numbers where it is not known.
    fn place(&mut self, touch: Option<&Touch>) {
        let arrays = &mut self.contact_places;
        let vectors = touch.map_or([[f64::NAN; 3]; 4], Touch::vectors);
        for (array, vector) in arrays.iter_mut().zip(vectors) {
            array.extend(vector);
        }
    }

    pub(super) fn finish(&mut self) -> Vec<Array> {
        let [positions, velocities] = self.widths;
        let matrix = |name: &str, columns: usize, data: &mut Vec<f64>| {
            Array::matrix(name, columns, std::mem::take(data)).expect("whole rows were added")
        };
        let mut arrays = vec![
            matrix("q", positions, &mut self.q),
            matrix("v", velocities, &mut self.v),
            matrix("energy", LEDGER.len(), &mut self.energy),
            matrix("modes", step_figures::MODES, &mut self.modes),
            matrix("contact_impulse", 4, &mut self.contact_impulse),
            matrix("contact_velocity", 4, &mut self.contact_velocity),
        ];
        for (name, data) in PLACES.iter().zip(&mut self.contact_places) {
            arrays.push(matrix(name, 3, data));
        }
        for (name, data) in step_figures::COLUMNS.iter().zip(&mut self.figures) {
            arrays.push(Array::vector(*name, std::mem::take(data)));
        }
        for (name, data) in [
            ("t", &mut self.t),
            ("step_t", &mut self.step_t),
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
