//! Notes of many steps, grouped: what, how often, and when first.

use super::exact::Exact;
use serde::{Deserialize, Serialize};
use stickslip::Note;

/// Notes of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NoteGroup {
    /// Which kind, in a word.
    pub kind: &'static str,
    /// How many.
    pub count: usize,
    /// Start of the step of the first (s).
    pub first_time: f64,
    /// The first, as a sentence.
    pub first: String,
}

/// The groups, in the order in which they first appeared.
#[derive(Debug, Default)]
pub(super) struct Notes {
    groups: Vec<NoteGroup>,
}

impl Notes {
    /// Adds a note of the step that began at t (s), in a system whose rows of joints have these names.
    pub(super) fn add(&mut self, t: f64, note: &Note, joints: &[String]) {
        let kind = word(note);
        match self.groups.iter_mut().find(|group| group.kind == kind) {
            Some(group) => group.count += 1,
            None => self.groups.push(NoteGroup {
                kind,
                count: 1,
                first_time: t,
                first: sentence(note, joints),
            }),
        }
    }

    pub(super) fn groups(&self) -> Vec<NoteGroup> {
        self.groups.clone()
    }

    /// The groups as a checkpoint keeps them.
    pub(super) fn save(&self) -> Vec<SavedNotes> {
        let save = |group: &NoteGroup| SavedNotes {
            kind: group.kind.to_owned(),
            count: group.count,
            first_time: Exact(group.first_time),
            first: group.first.clone(),
        };
        self.groups.iter().map(save).collect()
    }

    /// The groups of a checkpoint.
    pub(super) fn restore(saved: &[SavedNotes]) -> Self {
        let restore = |saved: &SavedNotes| NoteGroup {
            kind: (KINDS.into_iter())
                .find(|kind| *kind == saved.kind)
                .unwrap_or(OTHER),
            count: saved.count,
            first_time: saved.first_time.0,
            first: saved.first.clone(),
        };
        Self {
            groups: saved.iter().map(restore).collect(),
        }
    }
}

/// A note with names where it has numbers of joints.
fn sentence(note: &Note, names: &[String]) -> String {
    match note {
        Note::DependentJoints { joints } => format!(
            "equations of joints depend on others: {}. The motion is unique, the forces in these joints are not",
            by_joint(joints.iter().filter_map(|&row| names.get(row)))
        ),
        other => other.to_string(),
    }
}

/// Rows called `hinge, x` and `hinge, about y`, told as `hinge (x, about y)`.
pub fn by_joint<'a>(rows: impl Iterator<Item = &'a String>) -> String {
    let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in rows {
        let (joint, part) = row.rsplit_once(", ").unwrap_or((row, ""));
        match told.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, parts)) => parts.push(part),
            None => told.push((joint, vec![part])),
        }
    }
    let tell = |(joint, parts): &(&str, Vec<&str>)| match parts.as_slice() {
        [""] => (*joint).to_owned(),
        parts => format!("{joint} ({})", parts.join(", ")),
    };
    told.iter().map(tell).collect::<Vec<_>>().join("; ")
}

/// A group in a checkpoint.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct SavedNotes {
    kind: String,
    count: usize,
    first_time: Exact,
    first: String,
}

/// What [`word`] says of notes that it does not know.
const OTHER: &str = "other";

/// Everything that [`word`] can say.
const KINDS: [&str; 12] = [
    "velocity-level",
    "unsolved",
    "not-settled",
    "halved",
    "parts",
    "not-refined",
    "energy-gain",
    "dependent-joints",
    "zeno",
    "stronge-fallback",
    "not-projected",
    OTHER,
];

fn word(note: &Note) -> &'static str {
    match note {
        Note::VelocityLevel { .. } => "velocity-level",
        Note::Unsolved { .. } => "unsolved",
        Note::NotSettled { .. } => "not-settled",
        Note::Halved { .. } => "halved",
        Note::Parts { .. } => "parts",
        Note::NotRefined { .. } => "not-refined",
        Note::EnergyGain { .. } => "energy-gain",
        Note::DependentJoints { .. } => "dependent-joints",
        Note::Zeno { .. } => "zeno",
        Note::StrongeFallback { .. } => "stronge-fallback",
        Note::NotProjected { .. } => "not-projected",
        // kinds to come
        _ => OTHER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_counted_by_kind_and_the_first_is_kept() {
        let mut notes = Notes::default();
        notes.add(0.5, &Note::NotSettled { change: 1e-3 }, &[]);
        notes.add(0.6, &Note::NotProjected { error: 1.0 }, &[]);
        notes.add(0.7, &Note::NotSettled { change: 2e-3 }, &[]);
        let groups = notes.groups();
        assert_eq!(groups.len(), 2);
        assert_eq!(
            (groups[0].kind, groups[0].count, groups[0].first_time),
            ("not-settled", 2, 0.5)
        );
        assert!(groups[0].first.contains("1.0e-3"));
        assert_eq!(groups[1].kind, "not-projected");
        assert_eq!(Notes::restore(&notes.save()).groups(), groups);
    }

    #[test]
    fn dependent_joints_are_named_each_with_its_rows() {
        let names = ["pin, x", "pin, y", "slider", "hinge, z", "hinge, about x"];
        let names = names.map(str::to_owned);
        let joints = vec![1, 2, 3, 4];
        let told = sentence(&Note::DependentJoints { joints }, &names);
        let listed = "pin (y); slider; hinge (z, about x). ";
        assert!(told.contains(listed), "{told}");
    }
}
