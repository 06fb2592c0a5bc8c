//! The contacts of a run, numbered. Where they are always the same, the numbers are those of the system; where they come and go,
//! they are counted as they appear.

use std::collections::BTreeMap;
use stickslip::{ContactId, ContactReport, System};

/// Numbers and names of contacts.
#[derive(Clone, Debug, Default)]
pub(super) struct Roll {
    numbers: BTreeMap<ContactId, usize>,
    names: Vec<String>,
    changing: bool,
}

impl Roll {
    /// The contacts that a system has from the start.
    pub(super) fn new(system: &impl System) -> Self {
        let mut roll = Self {
            changing: system.has_changing_contacts(),
            ..Self::default()
        };
        // those near a state that was prepared before say nothing about this run
        let known = if roll.changing {
            0
        } else {
            system.contacts().len()
        };
        for contact in 0..known {
            roll.add(system.contact_id(contact), system.contact_name(contact));
        }
        roll
    }

    /// Whether contacts come and go.
    pub(super) fn is_changing(&self) -> bool {
        self.changing
    }

    /// The number of a contact of a step, whose name is asked for when it is new.
    pub(super) fn number(
        &mut self,
        contact: &ContactReport,
        name: impl Fn(usize) -> String,
    ) -> usize {
        match self.numbers.get(&contact.key) {
            Some(&number) => number,
            None => self.add(contact.key, name(contact.id)),
        }
    }

    /// The name of a number.
    pub(super) fn name(&self, number: usize) -> &str {
        self.names.get(number).map_or("", String::as_str)
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    /// The contacts that appeared during the run, as a checkpoint keeps them.
    pub(super) fn save(&self) -> Vec<(u64, String)> {
        if !self.changing {
            return Vec::new();
        }
        let mut list: Vec<(u64, String)> = vec![(0, String::new()); self.names.len()];
        for (key, &number) in &self.numbers {
            list[number] = (key.0, self.names[number].clone());
        }
        list
    }

    /// Adds those of a checkpoint.
    pub(super) fn restore(&mut self, saved: &[(u64, String)]) {
        for (key, name) in saved {
            self.add(ContactId(*key), name.clone());
        }
    }

    fn add(&mut self, key: ContactId, name: String) -> usize {
        let number = self.names.len();
        self.numbers.insert(key, number);
        self.names.push(name);
        number
    }
}
