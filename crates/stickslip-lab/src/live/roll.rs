//! The contacts of a beginning, numbered as they appear, what happens to them, and which of them are forgotten.
//!
//! A pile that is stirred for hours has new neighbours all the time. Whoever has been apart for longest is forgotten when there are several
//! times as many on the roll as touch at once; if such a pair meets again it is a new contact with a new number, so that no number ever
//! means two things in a recording that a page still holds.

use super::describe;
use crate::report::Frictions;
use crate::scene::BuiltIn;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stickslip::{ContactId, ContactReport, Mode, StepReport, System};

/// Events of one step that are told; a pile that collapses has thousands.
const EVENTS_OF_A_STEP: usize = 20;
/// So many contacts may be on the roll,
const FEW: usize = 4096;
/// or so many times those of the present step. When there are more, half as many stay.
const TIMES: usize = 4;

/// The roll.
#[derive(Debug, Default)]
pub(super) struct Roll {
    known: BTreeMap<ContactId, Known>,
    /// The number of the next contact.
    next: u32,
    /// Steps so far.
    step: u64,
    /// Whether contacts come and go; else all are part of the description.
    changing: bool,
    /// So many may be on the roll however few there are in a step.
    few: usize,
    /// The contacts that touched in the last step, and in this one, ascending.
    last: Vec<ContactId>,
    present: Vec<ContactId>,
}

/// A contact.
#[derive(Debug)]
struct Known {
    number: u32,
    name: String,
    /// In the last step that it was in.
    mode: Mode,
    /// That step.
    seen: u64,
}

/// What a step changes for those who watch.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The contacts that are new, with their numbers.
    pub(super) contacts: Vec<(u32, Value)>,
    pub(super) events: Vec<Value>,
    /// The numbers of contacts that are no longer known.
    pub(super) forgotten: Vec<u32>,
}

impl Roll {
    /// The contacts that a system has from the start, which are part of its description.
    pub(super) fn new(system: &BuiltIn) -> Self {
        let mut roll = Self {
            changing: system.has_changing_contacts(),
            few: FEW,
            ..Self::default()
        };
        if !roll.changing {
            for contact in 0..system.contacts().len() {
                roll.add(system.contact_id(contact), system.contact_name(contact));
            }
        }
        roll
    }

    /// The number of a contact.
    pub(super) fn number(&self, contact: &ContactReport) -> Option<u32> {
        self.known.get(&contact.key).map(|known| known.number)
    }

    /// Takes a step in.
    pub(super) fn step(
        &mut self,
        (system, frictions): (&BuiltIn, &Frictions),
        report: &StepReport,
        t: f64,
    ) -> Changes {
        let mut changes = Changes::default();
        self.step += 1;
        self.present.clear();
        for contact in &report.contacts {
            if !self.known.contains_key(&contact.key) {
                let number = self.add(contact.key, system.contact_name(contact.id));
                let told = describe::contact(system, contact.id, number, frictions);
                changes.contacts.push((number, told));
            }
            let Some(known) = self.known.get_mut(&contact.key) else {
                continue;
            };
            known.seen = self.step;
            let before = std::mem::replace(&mut known.mode, contact.mode);
            if contact.mode != Mode::Separating {
                self.present.push(contact.key);
            }
            let impulse = contact.impulse.parts()[0];
            let (kind, what, size) = match (before, contact.mode) {
                (_, Mode::Impact) => ("impact", format!("{impulse:.3} N·s"), impulse),
                (Mode::Separating, Mode::Sticking | Mode::Sliding) => {
                    ("touch", "touch".to_owned(), 0.0)
                }
                (Mode::Sticking, Mode::Sliding) => ("slip", "begins to slip".to_owned(), 0.0),
                (Mode::Sliding, Mode::Sticking) => ("stick", "stops slipping".to_owned(), 0.0),
                _ => continue,
            };
            changes.events.push(known.event(t, kind, &what, size));
        }
        self.present.sort_unstable();
        for key in &self.last {
            if self.present.binary_search(key).is_err()
                && let Some(known) = self.known.get_mut(key)
            {
                known.mode = Mode::Separating;
                changes
                    .events
                    .push(known.event(t, "break", "separates", 0.0));
            }
        }
        std::mem::swap(&mut self.last, &mut self.present);
        // the largest impacts first where there are too many
        let events = &mut changes.events;
        if events.len() > EVENTS_OF_A_STEP {
            let size = |event: &Value| event["size"].as_f64().unwrap_or(0.0);
            events.sort_by(|a, b| size(b).total_cmp(&size(a)));
            events.truncate(EVENTS_OF_A_STEP);
        }
        changes.forgotten = self.forget(report.contacts.len());
        changes
    }

    /// Forgets those that have been apart for longest, where there are too many beside the ones of this step; their numbers, ascending.
    fn forget(&mut self, in_step: usize) -> Vec<u32> {
        let most = self.few.max(TIMES * in_step);
        if !self.changing || self.known.len() <= most {
            return Vec::new();
        }
        let age = |known: &Known| (known.seen, known.number);
        let mut ages: Vec<(u64, u32)> = self.known.values().map(age).collect();
        let surplus = ages.len() - most / 2;
        let (_, &mut oldest, _) = ages.select_nth_unstable(surplus);
        // those of this step are fewer than half, so none of them goes
        let mut forgotten = Vec::new();
        self.known.retain(|_, known| {
            let stays = age(known) >= oldest;
            if !stays {
                forgotten.push(known.number);
            }
            stays
        });
        forgotten.sort_unstable();
        forgotten
    }

    fn add(&mut self, key: ContactId, name: String) -> u32 {
        let number = self.next;
        self.next += 1;
        let known = Known {
            number,
            name,
            mode: Mode::Separating,
            seen: self.step,
        };
        self.known.insert(key, known);
        number
    }
}

impl Known {
    fn event(&self, t: f64, kind: &str, what: &str, size: f64) -> Value {
        let (name, number) = (&self.name, self.number);
        json!({ "t": t, "kind": kind, "text": format!("{name}: {what}"), "contact": number, "size": size })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::catalogue;
    use stickslip::Simulation;

    /// Spheres that a drum mixes meet each other again and again.
    #[test]
    fn a_pile_that_is_stirred_for_long_is_remembered_no_longer_than_needed() {
        let set = ["side=3", "deep_in=2", "layers=2", "turn=240"].map(String::from);
        let scene = catalogue::find_with("rotating-drum", &set)
            .unwrap()
            .unwrap();
        let (system, state) = (scene.system.clone(), scene.initial.clone());
        let mut simulation = Simulation::new(system, state, scene.settings.clone()).unwrap();
        let frictions = Frictions::of(&scene.system);
        let mut roll = Roll::new(&scene.system);
        roll.few = 40;
        let mut page: BTreeMap<u32, Value> = BTreeMap::new();
        let (mut most, mut told) = (0, 0);
        for step in 0..6000 {
            simulation.step().unwrap();
            let (report, t) = (simulation.report(), simulation.state().t);
            let changes = roll.step((simulation.system(), &frictions), report, t);
            for (number, contact) in changes.contacts {
                assert_eq!(
                    number as usize, told,
                    "numbers are counted on, none is used again"
                );
                assert_eq!(contact["number"], number);
                assert!(contact["friction"].is_u64(), "{contact}");
                told += 1;
                page.insert(number, contact);
            }
            for number in changes.forgotten {
                assert!(page.remove(&number).is_some());
            }
            for contact in &report.contacts {
                let number = roll.number(contact).unwrap();
                assert!(page.contains_key(&number), "step {step}: {number}");
            }
            assert_eq!(page.len(), roll.known.len());
            assert!(page.len() <= 40.max(TIMES * report.contacts.len()));
            most = most.max(page.len());
        }
        assert!(told > 4 * most, "{told} contacts, at most {most} at once");
    }

    #[test]
    fn contacts_of_the_description_are_never_forgotten() {
        let scene = catalogue::find("four-balls").unwrap();
        let mut roll = Roll::new(&scene.system);
        roll.few = 0;
        let before = roll.known.len();
        assert!(before > 0 && roll.forget(0).is_empty());
        assert_eq!(roll.known.len(), before);
    }
}
