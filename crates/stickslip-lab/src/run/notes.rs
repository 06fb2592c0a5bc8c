//! Notes of many steps, grouped: what, how often, and when first.

use super::exact::Exact;
use crate::scene::{BuiltIn, Scene};
use serde::{Deserialize, Serialize};
use stickslip::world::{Axis, JointKind};
use stickslip::{Note, Scheme, System};

/// Notes of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct NoteGroup {
    /// Which kind, in a word.
    pub kind: &'static str,
    /// In how many steps.
    pub count: usize,
    /// Start of the first of them (s).
    pub first_time: f64,
    /// The first, as a sentence.
    pub first: String,
}

/// The groups, in the order in which they first appeared.
#[derive(Debug, Default)]
pub(super) struct Notes {
    groups: Vec<NoteGroup>,
    /// Start of the last step with a note of each (s): one step may have several, and counts once.
    last: Vec<f64>,
}

impl Notes {
    /// Adds a note of the step that began at t (s), in which contacts have names.
    pub(super) fn add(
        &mut self,
        t: f64,
        note: &Note,
        known: &Known,
        contact: impl Fn(usize) -> Option<String>,
    ) {
        let kind = word(note);
        match self.groups.iter().position(|group| group.kind == kind) {
            Some(place) => {
                let last = std::mem::replace(&mut self.last[place], t);
                self.groups[place].count += usize::from(last != t);
            }
            None => {
                self.last.push(t);
                self.groups.push(NoteGroup {
                    kind,
                    count: 1,
                    first_time: t,
                    first: match note_of_contact(note, contact) {
                        Some(first) => first,
                        None => sentence(t, note, known),
                    },
                });
            }
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
            // a checkpoint stands between two steps
            last: vec![f64::NAN; saved.len()],
        }
    }
}

/// What a scene knows that a note does not.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// The names of the rows of joints.
    joints: Vec<String>,
    /// Motors that take as much force as they like: the joint, and the key that would limit it.
    motors: Vec<(String, &'static str)>,
    /// Whether steps are taken at velocity level from the start.
    velocity_level: bool,
    /// Whether each step is several.
    pub(super) substeps: bool,
}

impl Known {
    pub(super) fn of(scene: &Scene) -> Self {
        let mut motors = Vec::new();
        if let BuiltIn::World(world) = &scene.system {
            for joint in &world.model().joints {
                let endless = |axis: &&Axis| {
                    (axis.motor.as_ref()).is_some_and(|motor| motor.force == f64::INFINITY)
                };
                if let Some(axis) = joint.axes.iter().find(endless) {
                    let turns = match joint.kind {
                        JointKind::Revolute | JointKind::Universal => true,
                        JointKind::Cylindrical => axis.coordinate == 1,
                        JointKind::Planar => axis.coordinate == 2,
                        _ => false,
                    };
                    let key = if turns { "max_torque" } else { "max_force" };
                    motors.push((joint.name.clone(), key));
                }
            }
        }
        Self {
            joints: (scene.system.joints().iter())
                .map(|joint| joint.name.clone())
                .collect(),
            motors,
            velocity_level: scene.settings.scheme == Scheme::AnitescuPotra,
            substeps: scene.settings.substeps > 1,
        }
    }
}

/// A note about one contact, with its name, if it has one.
fn note_of_contact(note: &Note, name: impl Fn(usize) -> Option<String>) -> Option<String> {
    match note {
        Note::EnergyGain { law, contact, gain } => Some(format!(
            "the impact law {law} created {gain:.3e} J, most of it at {}",
            name(*contact)?
        )),
        Note::Zeno { t, contact } => Some(format!(
            "{} stays closed from t = {t:.6} s: its rebounds are below the cut-off",
            name(*contact)?
        )),
        _ => None,
    }
}

/// A note of the step that began at t (s), with names where it has numbers of joints, and with what to do.
fn sentence(t: f64, note: &Note, known: &Known) -> String {
    let names = &known.joints;
    match note {
        Note::VelocityLevel { status } if known.velocity_level => format!(
            "the problem of the step ended {status}; it was posed once more with less asked of it: without contacts that would not \
             be violated, or without restitution"
        ),
        Note::Unsolved { .. } if note.ran_out_of_sweeps() => {
            format!("{note} (`--h`); `--exact` spends what it takes")
        }
        Note::Unsolved { .. } => {
            let mut text = format!(
                "{note}; `stickslip analyze` with `--at {t}` tells whether the laws of contact have an answer there"
            );
            if let Some((first, key)) = known.motors.first() {
                let others = match known.motors.len() - 1 {
                    0 => String::new(),
                    n => format!(" (and {n} more)"),
                };
                text += &format!(
                    ". The motor of {first}{others} may ask for what contacts cannot give: it has no largest force; give it a `{key}`"
                );
            }
            text
        }
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
        let mut add = |t, note| notes.add(t, &note, &Known::default(), |_| None);
        add(0.5, Note::NotSettled { change: 1e-3 });
        add(0.6, Note::NotProjected { error: 1.0 });
        // a step that is taken in parts may have several of a kind
        add(0.7, Note::NotSettled { change: 2e-3 });
        add(0.7, Note::NotSettled { change: 3e-3 });
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
    fn contacts_are_named_where_they_have_names() {
        let (law, gain) = ("newton", 0.25);
        let told = |contact| {
            let mut notes = Notes::default();
            let note = Note::EnergyGain { law, contact, gain };
            let name = |i: usize| (i == 0).then(|| "free end – table".to_owned());
            notes.add(0.0, &note, &Known::default(), name);
            notes.groups()[0].first.clone()
        };
        assert!(told(0).ends_with("most of it at free end – table"));
        assert!(told(1).ends_with("most of it at contact 1"));
    }

    #[test]
    fn dependent_joints_are_named_each_with_its_rows() {
        let names = ["pin, x", "pin, y", "slider", "hinge, z", "hinge, about x"];
        let names = names.map(str::to_owned);
        let joints = vec![1, 2, 3, 4];
        let known = Known {
            joints: names.to_vec(),
            motors: vec![("crank".into(), "max_torque")],
            velocity_level: true,
            substeps: false,
        };
        let told = sentence(0.0, &Note::DependentJoints { joints }, &known);
        let listed = "pin (y); slider; hinge (z, about x). ";
        assert!(told.contains(listed), "{told}");
        let (status, residual) = ("stalled", 0.5);
        let told = sentence(0.25, &Note::Unsolved { status, residual }, &known);
        assert!(
            told.contains("stickslip analyze` with `--at 0.25`"),
            "{told}"
        );
        assert!(
            told.contains("motor of crank") && told.contains("`max_torque`"),
            "{told}"
        );
        let told = sentence(0.0, &Note::VelocityLevel { status }, &known);
        assert!(!told.contains("position-level"), "{told}");
    }
}
