//! The contacts of a beginning, numbered as they appear, and what happens to them.

use super::describe;
use crate::scene::BuiltIn;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stickslip::{ContactId, ContactReport, Mode, StepReport, System};

/// Events of one step that are told; a pile that collapses has thousands.
const EVENTS_OF_A_STEP: usize = 20;

/// The roll.
#[derive(Debug, Default)]
pub(super) struct Roll {
    numbers: BTreeMap<ContactId, u32>,
    /// Names, and modes in the last step they were in.
    names: Vec<String>,
    modes: Vec<Mode>,
    /// The contacts of the last step.
    last: Vec<u32>,
    present: Vec<u32>,
}

impl Roll {
    /// The contacts that a system has from the start, which are part of its description.
    pub(super) fn new(system: &BuiltIn) -> Self {
        let mut roll = Self::default();
        if !system.has_changing_contacts() {
            for contact in 0..system.contacts().len() {
                roll.add(system.contact_id(contact), system.contact_name(contact));
            }
        }
        roll
    }

    /// The number of a contact.
    pub(super) fn number(&self, contact: &ContactReport) -> Option<u32> {
        self.numbers.get(&contact.key).copied()
    }

    /// Takes a step in: the contacts that are new, and what happened.
    pub(super) fn step(
        &mut self,
        system: &BuiltIn,
        report: &StepReport,
        t: f64,
    ) -> (Vec<Value>, Vec<Value>) {
        let (mut contacts, mut events) = (Vec::new(), Vec::new());
        self.present.clear();
        for contact in &report.contacts {
            let number = match self.number(contact) {
                Some(number) => number,
                None => {
                    contacts.push(describe::contact(system, contact.id));
                    self.add(contact.key, system.contact_name(contact.id))
                }
            };
            let before = std::mem::replace(&mut self.modes[number as usize], contact.mode);
            if contact.mode != Mode::Separating {
                self.present.push(number);
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
            events.push(self.event(t, kind, number, &what, size));
        }
        self.present.sort_unstable();
        for i in 0..self.last.len() {
            let number = self.last[i];
            if self.present.binary_search(&number).is_err() {
                self.modes[number as usize] = Mode::Separating;
                events.push(self.event(t, "break", number, "separates", 0.0));
            }
        }
        std::mem::swap(&mut self.last, &mut self.present);
        // the largest impacts first where there are too many
        if events.len() > EVENTS_OF_A_STEP {
            let size = |event: &Value| event["size"].as_f64().unwrap_or(0.0);
            events.sort_by(|a, b| size(b).total_cmp(&size(a)));
            events.truncate(EVENTS_OF_A_STEP);
        }
        (contacts, events)
    }

    fn event(&self, t: f64, kind: &str, number: u32, what: &str, size: f64) -> Value {
        let name = &self.names[number as usize];
        json!({ "t": t, "kind": kind, "text": format!("{name}: {what}"), "contact": number, "size": size })
    }

    fn add(&mut self, key: ContactId, name: String) -> u32 {
        let number = self.names.len() as u32;
        self.numbers.insert(key, number);
        self.names.push(name);
        self.modes.push(Mode::Separating);
        number
    }
}
