//! How much of long lists is in `summary.json`.

use super::Summary;
use serde::{Serialize, Serializer};

/// So many entries of a list of coordinates or contacts are in the file. Ten thousand spheres would fill it with thirty megabytes of what
/// other files have in a tenth of that.
pub const LISTED: usize = 1000;

/// The first entries of a list.
pub(super) fn listed<T: Serialize, S: Serializer>(list: &[T], to: S) -> Result<S::Ok, S::Error> {
    list[..list.len().min(LISTED)].serialize(to)
}

/// Entries that are not in `summary.json`, which has the first thousand of each list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LeftOut {
    /// Of the coordinates at the end.
    pub positions: usize,
    /// Of the velocities at the end.
    pub velocities: usize,
    /// Of the contacts.
    pub contacts: usize,
    /// What other files have of them. The totals of contacts that are not listed are kept nowhere.
    pub see: &'static str,
}

impl LeftOut {
    pub(super) fn of(summary: &Summary) -> Option<Self> {
        let rest = |n: usize| n.saturating_sub(LISTED);
        let left = Self {
            positions: rest(summary.positions.len()),
            velocities: rest(summary.velocities.len()),
            contacts: rest(summary.contacts.len()),
            see: "the last row of trajectory.csv; contacts.csv for contacts step by step, whose totals are not kept",
        };
        (left.positions + left.velocities + left.contacts > 0).then_some(left)
    }
}
