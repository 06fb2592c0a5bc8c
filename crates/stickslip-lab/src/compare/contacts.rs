//! Contacts of two runs: which were there in one and not in the other, and which stuck where others slid.

use super::tables::same_time;
use crate::run::ContactRow;
use serde::Serialize;

/// How the contacts of two runs differ.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContactDifference {
    /// Whether all rows are the same to the bit.
    pub identical: bool,
    /// How often a contact was in another mode, or only in one of the runs, at times that both have.
    pub changes: usize,
    /// The first of these.
    pub first: Option<ContactChange>,
    /// The largest difference of a normal impulse where both runs have the contact (N·s).
    pub impulse: f64,
    /// When that was (s).
    pub impulse_t: f64,
}

/// A contact in another mode.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ContactChange {
    /// End of the step (s).
    pub t: f64,
    /// The number of the contact.
    pub contact: u64,
    /// Its name.
    pub name: String,
    /// The mode in each run; `absent` where it was not in the problem.
    pub modes: [&'static str; 2],
}

/// Compares rows that ascend in time and, within a step, in the number of the contact.
pub(super) fn compare(a: &[ContactRow], b: &[ContactRow]) -> ContactDifference {
    let mut found = ContactDifference {
        identical: a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        ..ContactDifference::default()
    };
    if found.identical {
        return found;
    }
    let (mut i, mut k) = (0, 0);
    loop {
        // which of the two is next: the earlier, then the lower number
        let (one, two) = match (a.get(i), b.get(k)) {
            (None, None) => return found,
            (Some(x), Some(y)) if same_time(x.t, y.t) => match x.id.cmp(&y.id) {
                std::cmp::Ordering::Equal => (Some(x), Some(y)),
                std::cmp::Ordering::Less => (Some(x), None),
                std::cmp::Ordering::Greater => (None, Some(y)),
            },
            (Some(x), Some(y)) if x.t < y.t => (Some(x), None),
            (Some(x), None) => (Some(x), None),
            (_, Some(y)) => (None, Some(y)),
        };
        i += usize::from(one.is_some());
        k += usize::from(two.is_some());
        if let (Some(x), Some(y)) = (one, two) {
            let difference = (x.impulse[0] - y.impulse[0]).abs();
            if difference > found.impulse {
                (found.impulse, found.impulse_t) = (difference, x.t);
            }
        }
        let mode = |row: Option<&ContactRow>| row.map_or("absent", |row| row.mode.word());
        let modes = [mode(one), mode(two)];
        let Some(row) = one.or(two).filter(|_| modes[0] != modes[1]) else {
            continue;
        };
        found.changes += 1;
        found.first.get_or_insert_with(|| ContactChange {
            t: row.t,
            contact: row.id,
            name: row.name.clone(),
            modes,
        });
    }
}

/// Whether two rows are the same to the bit.
fn is_same(a: &ContactRow, b: &ContactRow) -> bool {
    let numbers = |row: &ContactRow| {
        let parts = row.impulse.into_iter().chain(row.velocity);
        let place = row.touch.iter().flat_map(|touch| touch.numbers());
        let all = parts.chain([row.t, row.gap]).chain(place);
        all.map(f64::to_bits).collect::<Vec<u64>>()
    };
    a.id == b.id && a.mode == b.mode && a.name == b.name && numbers(a) == numbers(b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip::Mode;

    fn row(t: f64, id: u64, mode: Mode) -> ContactRow {
        ContactRow {
            t,
            id,
            name: format!("contact {id}"),
            mode,
            impulse: [1.0, 0.0, 0.0, 0.0],
            velocity: [0.0; 4],
            gap: 0.0,
            touch: None,
        }
    }

    #[test]
    fn modes_and_absences_are_counted_and_the_first_is_named() {
        use Mode::{Sliding, Sticking};
        let a = [
            row(0.1, 0, Sticking),
            row(0.1, 2, Sliding),
            row(0.2, 0, Sticking),
        ];
        let b = [
            row(0.1, 0, Sticking),
            row(0.1, 1, Sliding),
            row(0.1, 2, Sticking),
        ];
        assert!(compare(&a, &a).identical);
        let found = compare(&a, &b);
        assert_eq!(found.changes, 3);
        let first = found.first.unwrap();
        assert_eq!((first.contact, first.modes), (1, ["absent", "sliding"]));
    }
}
