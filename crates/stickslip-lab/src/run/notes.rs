//! Notes of many steps, grouped: what, how often, and when first.

use serde::Serialize;
use std::mem::{Discriminant, discriminant};
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
    groups: Vec<(Discriminant<Note>, NoteGroup)>,
}

impl Notes {
    /// Adds a note of the step that began at t (s).
    pub(super) fn add(&mut self, t: f64, note: &Note) {
        let which = discriminant(note);
        match self.groups.iter_mut().find(|(known, _)| *known == which) {
            Some((_, group)) => group.count += 1,
            None => {
                let group = NoteGroup {
                    kind: word(note),
                    count: 1,
                    first_time: t,
                    first: note.to_string(),
                };
                self.groups.push((which, group));
            }
        }
    }

    pub(super) fn groups(&self) -> Vec<NoteGroup> {
        self.groups.iter().map(|(_, group)| group.clone()).collect()
    }
}

fn word(note: &Note) -> &'static str {
    match note {
        Note::VelocityLevel { .. } => "velocity-level",
        Note::Unsolved { .. } => "unsolved",
        Note::NotSettled { .. } => "not-settled",
        Note::NotRefined { .. } => "not-refined",
        Note::EnergyGain { .. } => "energy-gain",
        Note::DependentJoints { .. } => "dependent-joints",
        Note::Zeno { .. } => "zeno",
        Note::StrongeFallback { .. } => "stronge-fallback",
        Note::NotProjected { .. } => "not-projected",
        // kinds to come
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_counted_by_kind_and_the_first_is_kept() {
        let mut notes = Notes::default();
        notes.add(0.5, &Note::NotSettled { change: 1e-3 });
        notes.add(0.6, &Note::NotProjected { error: 1.0 });
        notes.add(0.7, &Note::NotSettled { change: 2e-3 });
        let groups = notes.groups();
        assert_eq!(groups.len(), 2);
        assert_eq!(
            (groups[0].kind, groups[0].count, groups[0].first_time),
            ("not-settled", 2, 0.5)
        );
        assert!(groups[0].first.contains("1.0e-3"));
        assert_eq!(groups[1].kind, "not-projected");
    }
}
