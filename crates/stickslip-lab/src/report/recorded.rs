//! What a run folder holds, as a page needs it. Runs of earlier versions lack some of it.

use super::error::ReportError;
use crate::plot::RunData;
use crate::run::{self, Touch, place};
use crate::table::Npz;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use stickslip::System as _;

/// A run, read back.
#[derive(Debug)]
pub(super) struct Recorded {
    pub(super) run: RunData,
    arrays: Npz,
    /// Which of the arrays say where contacts are: point, normal, tangent, force.
    places: Option<[usize; 4]>,
    velocities: Option<usize>,
    gaps: Option<usize>,
    /// `summary.json`; null if it cannot be read.
    pub(super) summary: Value,
    /// Why what it says is not all there is to say, if so.
    pub(super) unknown: Option<&'static str>,
    /// The first row of the contacts of each recorded time, and one more for the end.
    pub(super) starts: Vec<usize>,
    /// Names of contacts and of their bodies.
    pub(super) names: BTreeMap<usize, Named>,
}

/// What a contact is called, and its bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Named {
    pub(super) name: String,
    pub(super) bodies: Option<[String; 2]>,
    /// Which shapes of them, if that was recorded.
    pub(super) shapes: Option<[usize; 2]>,
}

impl Recorded {
    pub(super) fn read(folder: &Path) -> Result<Self, ReportError> {
        let (run, arrays) = RunData::read_with_arrays(folder)?;
        let text = std::fs::read_to_string(folder.join("summary.json")).unwrap_or_default();
        let summary: Value = serde_json::from_str(&text).unwrap_or_default();
        let mut starts = vec![0; run.t.len() + 1];
        for touch in &run.touches {
            // a step is known by the record before its end
            starts[touch.step + 2] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let names = match run.scene.system.has_changing_contacts() {
            true => names(&folder.join("contacts.csv"))?,
            false => fixed_names(&run),
        };
        let find = |name: &str| arrays.arrays().iter().position(|a| a.name() == name);
        let places = || {
            let [point, normal] = [find("contact_point")?, find("contact_normal")?];
            Some([
                point,
                normal,
                find("contact_tangent")?,
                find("contact_force")?,
            ])
        };
        Ok(Self {
            places: places(),
            velocities: find("contact_velocity"),
            gaps: find("contact_gap"),
            arrays,
            unknown: unknown(&summary),
            summary,
            starts,
            names,
            run,
        })
    }

    /// A row of the contacts: its place, if that is known.
    pub(super) fn touch(&self, row: usize) -> Option<Touch> {
        let touch = &self.run.touches[row];
        let vector = |array: usize| -> Option<[f64; 3]> {
            let found = self.arrays.arrays()[array].row(row)?.try_into().ok()?;
            Some(found).filter(|v: &[f64; 3]| v.iter().all(|x| x.is_finite()))
        };
        let stored = || {
            let [point, normal, tangent, force] = self.places?;
            Some(Touch {
                bodies: Default::default(),
                shapes: None,
                point: vector(point)?,
                normal: vector(normal)?,
                tangent: vector(tangent)?,
                force: vector(force)?,
            })
        };
        stored().or_else(|| {
            let at = touch.step + 1;
            let (t, q) = (self.run.t[at], &self.run.q[at]);
            let place = place(&self.run.scene.system, touch.id, t, q)?;
            Some(Touch::at(place, touch.impulse.map(|c| c / touch.h)))
        })
    }

    /// Relative velocity of a row, along n, t, o, and about n.
    pub(super) fn velocity(&self, row: usize) -> [f64; 4] {
        let row_of = |array: usize| self.arrays.arrays()[array].row(row)?.try_into().ok();
        self.velocities.and_then(row_of).unwrap_or([0.0; 4])
    }

    /// Gap of a row (m).
    pub(super) fn gap(&self, row: usize) -> f64 {
        let found = |array: usize| self.arrays.arrays()[array].data().get(row).copied();
        self.gaps.and_then(found).unwrap_or(0.0)
    }

    /// An array with a number for each step, if the run has it.
    pub(super) fn per_step(&self, name: &str) -> Option<&[f64]> {
        let found = self.arrays.vector(name).ok()?.data();
        (found.len() == self.run.step_t.len()).then_some(found)
    }

    /// Contacts of each step by mode, if the run has them.
    pub(super) fn modes(&self, mode: usize) -> Option<Vec<f64>> {
        let found = self.arrays.matrix("modes").ok()?.column(mode)?;
        (found.len() == self.run.step_t.len()).then_some(found)
    }

    /// The rows of contacts of a recorded time.
    pub(super) fn rows(&self, record: usize) -> std::ops::Range<usize> {
        self.starts[record]..self.starts[record + 1]
    }
}

/// What a page cannot know. A run has a summary from its first moment, so that none, or half of one, is damage.
fn unknown(summary: &Value) -> Option<&'static str> {
    match summary["end"].as_str() {
        None => {
            Some("summary.json cannot be read: the warnings and settings of this run are unknown")
        }
        Some("unfinished") => {
            Some("the run has not ended: what it would warn of at its end is not known yet")
        }
        Some(_) => None,
    }
}

/// The names of contacts that are always the same.
fn fixed_names(run: &RunData) -> BTreeMap<usize, Named> {
    let system = &run.scene.system;
    let of = |contact: usize| {
        let place = place(system, contact, run.t[0], &run.q[0]);
        let named = Named {
            name: system.contact_name(contact),
            bodies: place.map(|place| place.bodies),
            shapes: None,
        };
        (contact, named)
    };
    (0..system.contacts().len()).map(of).collect()
}

/// The names in `contacts.csv`, read line by line: the table may be larger than the memory.
fn names(path: &Path) -> Result<BTreeMap<usize, Named>, ReportError> {
    let failed = |source| ReportError::Read {
        path: path.to_owned(),
        source,
    };
    let mut reader = BufReader::with_capacity(1 << 18, File::open(path).map_err(failed)?);
    let mut found: BTreeMap<usize, Named> = BTreeMap::new();
    let mut known: Vec<bool> = Vec::new();
    let mut line = Vec::new();
    loop {
        line.clear();
        if reader.read_until(b'\n', &mut line).map_err(failed)? == 0 {
            return Ok(found);
        }
        let number = line.split(|b| *b == b',').nth(1).and_then(whole);
        let Some(number) = number.filter(|&n| !known.get(n).is_some_and(|known| *known)) else {
            continue;
        };
        let text = String::from_utf8_lossy(&line);
        if let Some(row) = run::contact_row(&text).filter(|row| row.id < MOST) {
            known.resize(known.len().max(number + 1), false);
            known[number] = true;
            let named = Named {
                name: row.name,
                shapes: row.touch.as_ref().and_then(|touch| touch.shapes),
                bodies: row.touch.map(|touch| touch.bodies),
            };
            found.insert(number, named);
        }
    }
}

/// Numbers of contacts from here on are those of a damaged file.
const MOST: u64 = 1 << 24;

/// A whole number of digits.
fn whole(digits: &[u8]) -> Option<usize> {
    let add = |number: usize, digit: &u8| match digit {
        b'0'..=b'9' => number
            .checked_mul(10)?
            .checked_add(usize::from(digit - b'0')),
        _ => None,
    };
    match digits.is_empty() {
        true => None,
        false => digits.iter().try_fold(0, add),
    }
}
