//! Tables and arrays of a run for other programs.

use super::drawable::Drawable;
use super::error::ExportError;
use super::thinned;
use crate::plot::RunData;
use crate::table::{Array, read_npz};
use std::path::Path;

/// A table of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Table {
    /// q and v, a row for each time.
    #[default]
    Trajectory,
    /// A row for each step and contact.
    Contacts,
    /// The energy ledger, a row for each step.
    Energy,
    /// Residual, audit and errors, a row for each step.
    Certificate,
}

impl Table {
    /// The names that [`parse`](Self::parse) knows.
    pub const NAMES: [&'static str; 4] = ["trajectory", "contacts", "energy", "certificate"];

    /// The table of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "trajectory" => Self::Trajectory,
            "contacts" => Self::Contacts,
            "energy" => Self::Energy,
            "certificate" => Self::Certificate,
            _ => return None,
        })
    }

    /// The file in the folder of a run.
    fn file(self) -> &'static str {
        match self {
            Self::Trajectory => "trajectory.csv",
            Self::Contacts => "contacts.csv",
            Self::Energy => "energy.csv",
            Self::Certificate => "certificate.csv",
        }
    }
}

/// A table as CSV: the header, and the rows of every so many steps and the last.
pub fn csv(folder: &Path, table: Table, every: usize) -> Result<String, ExportError> {
    let path = folder.join(table.file());
    let text = std::fs::read_to_string(&path).map_err(|source| ExportError::Read {
        path: path.clone(),
        source,
    })?;
    let mut lines = text.split_inclusive('\n');
    let header = lines.next().unwrap_or_default();
    let rows: Vec<&str> = lines.filter(|line| line.ends_with('\n')).collect();
    // a step has a row in most tables and several in that of the contacts: all with the same time
    let time = |row: &&str| row.split(',').next().unwrap_or_default().to_owned();
    let mut steps: Vec<Vec<&str>> = Vec::new();
    for row in rows {
        match steps.last_mut() {
            Some(step) if step.first().map(time) == Some(time(&row)) => step.push(row),
            _ => steps.push(vec![row]),
        }
    }
    let kept = thinned(&steps, every);
    Ok(std::iter::once(header).chain(kept.concat()).collect())
}

/// All arrays of `run.npz`, and for each body with a shape `pose_NAME`, a row x, y, z (m), w, x, y, z (quaternion) for each time.
pub fn npz(run: &RunData, bodies: &[Drawable]) -> Result<Vec<Array>, ExportError> {
    let mut arrays = read_npz(run.folder.join("run.npz"))?.arrays().to_vec();
    for body in bodies.iter().filter(|b| b.poses.len() == run.t.len()) {
        let rows = body.poses.iter().flat_map(|pose| {
            let (p, q) = (pose.position, pose.quat_wxyz);
            [p[0], p[1], p[2], q[0], q[1], q[2], q[3]]
        });
        let plain = |c: char| if c.is_alphanumeric() { c } else { '_' };
        let name: String = body.name.chars().map(plain).collect();
        arrays.extend(Array::matrix(format!("pose_{name}"), 7, rows.collect()));
    }
    Ok(arrays)
}
