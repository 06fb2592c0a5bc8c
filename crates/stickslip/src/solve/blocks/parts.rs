//! Contacts that act on each other, directly or through others.

use crate::formulate::BlockProblem;

/// The parts of a problem that have nothing to do with each other, in the order of their first contacts.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The contacts, part by part and in rising order within each.
    members: Vec<u32>,
    starts: Vec<usize>,
    /// Where each contact is within its part.
    places: Vec<u32>,
    /// A contact before it in the same part, or itself.
    earlier: Vec<u32>,
    /// The part of each contact.
    part: Vec<u32>,
}

impl Parts {
    /// Takes a problem apart.
    pub(super) fn find(&mut self, problem: &BlockProblem) {
        let contacts = problem.contacts();
        self.earlier.clear();
        self.earlier.extend(0..contacts as u32);
        for contact in 0..contacts as u32 {
            for &other in problem.neighbours(contact as usize) {
                let (a, b) = (self.first(contact), self.first(other));
                self.earlier[a.max(b) as usize] = a.min(b);
            }
        }
        // count, then lay out: the first contact of a part comes before its others
        self.part.clear();
        self.starts.clear();
        for contact in 0..contacts as u32 {
            let first = self.first(contact);
            let part = match first == contact {
                true => {
                    self.starts.push(0);
                    self.starts.len() as u32 - 1
                }
                false => self.part[first as usize],
            };
            self.part.push(part);
            self.starts[part as usize] += 1;
        }
        let mut begin = 0;
        for start in &mut self.starts {
            begin += std::mem::replace(start, begin);
        }
        self.members.clear();
        self.members.resize(contacts, 0);
        self.places.clear();
        self.places.resize(contacts, 0);
        self.earlier.clear();
        self.earlier.resize(self.starts.len(), 0);
        for contact in 0..contacts {
            let part = self.part[contact] as usize;
            let place = self.earlier[part];
            self.places[contact] = place;
            self.members[self.starts[part] + place as usize] = contact as u32;
            self.earlier[part] += 1;
        }
        self.starts.push(contacts);
    }

    /// The first contact of a contact's part, as far as is known; shortens the way to it.
    fn first(&mut self, mut contact: u32) -> u32 {
        while self.earlier[contact as usize] != contact {
            let earlier = self.earlier[contact as usize];
            self.earlier[contact as usize] = self.earlier[earlier as usize];
            contact = earlier;
        }
        contact
    }

    /// Number of parts.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The contacts of a part.
    pub(super) fn members(&self, part: usize) -> &[u32] {
        &self.members[self.starts[part]..self.starts[part + 1]]
    }

    /// Where each contact is within its part.
    pub(super) fn places(&self) -> &[u32] {
        &self.places
    }
}
