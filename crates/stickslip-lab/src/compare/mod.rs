//! Two runs beside each other: whether they are the same to the bit, and if not, where they part and how far.
//!
//! What is compared are the tables that a run writes as it goes, row by row at the times that both have, so that runs that were
//! interrupted, have different step lengths or record other steps can be compared too.

mod contacts;
mod tables;

pub use contacts::{ContactChange, ContactDifference};
pub use tables::{Column, First};

use crate::run::{RunError, read_contacts};
use crate::table::{Csv, TableError, read_csv};
use serde::Serialize;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The tables of numbers, and the files they are in.
const TABLES: [(&str, &str); 3] = [
    ("trajectory", "trajectory.csv"),
    ("energy", "energy.csv"),
    ("certificate", "certificate.csv"),
];

/// Why two runs cannot be compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what each field is")]
pub enum CompareError {
    #[error("{}: this is no folder of a run ({file} is missing); name a folder that `stickslip run` wrote", folder.display())]
    NoRun { folder: PathBuf, file: &'static str },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Contacts(#[from] RunError),
    #[error(
        "{} has the columns {found}, and {} has {expected}; compare runs of the same bodies",
        second.display(),
        first.display()
    )]
    OtherColumns {
        first: PathBuf,
        second: PathBuf,
        found: String,
        expected: String,
    },
}

/// How two runs differ.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// The folders.
    pub runs: [String; 2],
    /// Whether every number of every table is the same to the bit.
    pub identical: bool,
    /// Whether every number is the same up to the tolerance, and so are the modes of contacts.
    pub within_tolerance: bool,
    /// The tolerance, relative to the largest number of the column in the first run, and at least to 1.
    pub tolerance: f64,
    /// Steps of each run.
    pub steps: [usize; 2],
    /// Steps that end at the same time in both.
    pub steps_compared: usize,
    /// The last time of the motion that each has (s).
    pub ends: [f64; 2],
    /// Settings that are not the same: name, and the value in each run.
    pub settings: Vec<(String, Value, Value)>,
    /// Where the motions first differ by more than the tolerance.
    pub first: Option<First>,
    /// The columns that differ, those of the motion first, and among them the largest difference as the tolerance measures it.
    pub columns: Vec<Column>,
    /// The contacts.
    pub contacts: ContactDifference,
}

/// Compares two folders. A tolerance of 0 asks for the same bits.
pub fn runs(first: &Path, second: &Path, tolerance: f64) -> Result<Comparison, CompareError> {
    let mut columns = Vec::new();
    let mut parting = None;
    let mut identical = true;
    let mut within = true;
    let mut steps = [0; 2];
    let mut compared = 0;
    let mut times: [Vec<f64>; 2] = Default::default();
    let mut step_ends = Vec::new();
    for (table, file) in TABLES {
        let paths = [first, second].map(|folder| folder.join(file));
        for (folder, path) in [first, second].iter().zip(&paths) {
            if !path.is_file() {
                return Err(CompareError::NoRun {
                    folder: folder.to_path_buf(),
                    file,
                });
            }
        }
        let [mut a, mut b] = [read_csv(&paths[0])?, read_csv(&paths[1])?];
        // runs of earlier versions have fewer figures of a step
        if table == "certificate" {
            let common = |other: &Csv| other.columns.clone();
            let (of_a, of_b) = (common(&a), common(&b));
            a.keep(&of_b);
            b.keep(&of_a);
        }
        if a.columns != b.columns {
            let [first, second] = paths;
            return Err(CompareError::OtherColumns {
                first,
                second,
                found: shortened(&b.columns),
                expected: shortened(&a.columns),
            });
        }
        let found = tables::compare(table, &a, &b, tolerance);
        if table == "trajectory" {
            times = [&a, &b].map(tables::times);
        }
        // of every step, recorded or not
        if table == "energy" {
            steps = [&a, &b].map(|csv| csv.rows.len());
            compared = found.rows;
            step_ends = tables::times(&a);
        }
        identical &= found.identical;
        // figures of certificates may differ where the motion does not
        within &= found.within || table == "certificate";
        let first = found.first.filter(|_| table != "certificate");
        parting = match (parting, first) {
            (None, other) => other,
            (Some(a), Some(b)) if First::is_before(&b, &a) => Some(b),
            (before, _) => before,
        };
        columns.extend(found.columns);
    }
    // where not every step is recorded, a row of the trajectory is not its number
    if let Some(first) = parting.as_mut().filter(|first| first.table == "trajectory") {
        first.step = step_ends.partition_point(|end| *end <= first.t);
    }
    let rows = |folder: &Path| read_contacts(&folder.join("contacts.csv"));
    let mut touches = [rows(first)?, rows(second)?];
    // at a time that only one of them records, nothing is known of the other
    if times[0] != times[1] {
        for rows in &mut touches {
            rows.retain(|row| times.iter().all(|times| tables::has_time(times, row.t)));
        }
    }
    let contacts = contacts::compare(&touches[0], &touches[1]);
    // the motion first, then energies, then how well it was solved
    let rank = |column: &Column| TABLES.iter().position(|(table, _)| *table == column.table);
    columns.sort_by(|a, b| {
        let larger = b.measured.total_cmp(&a.measured);
        rank(a).cmp(&rank(b)).then(larger)
    });
    let ends = times.map(|times| times.last().copied().unwrap_or(0.0));
    let together = tables::same_time(ends[0], ends[1]);
    let whole = together && steps[0] == steps[1] && compared == steps[0];
    Ok(Comparison {
        runs: [first, second].map(|folder| folder.to_string_lossy().into_owned()),
        identical: identical && whole && contacts.identical,
        within_tolerance: within && whole && contacts.changes == 0,
        tolerance,
        steps,
        steps_compared: compared,
        ends,
        settings: settings(first, second),
        first: parting,
        columns,
        contacts,
    })
}

impl Comparison {
    /// Which of the runs ends earlier, if one does.
    pub fn shorter(&self) -> Option<usize> {
        let [a, b] = self.ends;
        (!tables::same_time(a, b)).then(|| usize::from(b < a))
    }

    /// Whether the runs are the same as far as was asked.
    pub fn is_same(&self) -> bool {
        self.identical || (self.tolerance > 0.0 && self.within_tolerance)
    }
}

/// Settings that differ, from the summaries; what cannot be read is left out.
fn settings(first: &Path, second: &Path) -> Vec<(String, Value, Value)> {
    let read = |folder: &Path| -> Value {
        let text = std::fs::read(folder.join("summary.json")).unwrap_or_default();
        let summary: Value = serde_json::from_slice(&text).unwrap_or_default();
        let mut settings = summary["settings"].clone();
        settings["version"] = summary["version"].clone();
        // what was changed by `--set`
        let origin = std::fs::read_to_string(folder.join("run.toml")).unwrap_or_default();
        let origin: toml::Table = toml::from_str(&origin).unwrap_or_default();
        let set = origin.get("set").and_then(|set| set.as_array());
        let set = set.map(|set| set.iter().filter_map(|s| s.as_str()).collect::<Vec<_>>());
        settings["set"] = Value::from(set.unwrap_or_default().join(" "));
        settings
    };
    let [a, b] = [read(first), read(second)];
    let (Value::Object(a), Value::Object(b)) = (a, b) else {
        return Vec::new();
    };
    let mut keys: Vec<&String> = a.keys().chain(b.keys()).collect();
    keys.sort();
    keys.dedup();
    let value = |map: &serde_json::Map<String, Value>, key: &str| {
        map.get(key).cloned().unwrap_or(Value::Null)
    };
    (keys.into_iter())
        .map(|key| (key.clone(), value(&a, key), value(&b, key)))
        .filter(|(_, a, b)| a != b)
        .collect()
}

/// A list of columns that fits into a sentence.
fn shortened(columns: &[String]) -> String {
    match columns.len() {
        0..=8 => columns.join(", "),
        n => format!("{}, … ({n} in all)", columns[..6].join(", ")),
    }
}
