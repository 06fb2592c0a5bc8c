//! What all viewers see: one board that the simulation writes and each viewer reads at its own pace.
//!
//! There is no queue for a viewer. Each remembers how far it has read, and takes what is new when it has sent the last: a slow one
//! misses frames, and never holds the simulation or its memory.

use super::roll::Changes;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;

/// Events that are kept for those who come later.
const EVENTS: usize = 2000;

/// Types of messages.
const DESCRIPTION: u8 = 1;
const NEWS: u8 = 2;
const FRAME: u8 = 3;

/// How it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Standing {
    #[default]
    Paused,
    Playing,
    Finished,
    Failed,
}

impl Standing {
    fn word(self) -> &'static str {
        match self {
            Self::Paused => "paused",
            Self::Playing => "playing",
            Self::Finished => "finished",
            Self::Failed => "failed",
        }
    }
}

/// The board.
#[derive(Debug, Default)]
pub(super) struct Board {
    written: Mutex<Written>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct Written {
    /// Counts beginnings; 0 is before the first.
    beginning: u64,
    description: Arc<Vec<u8>>,
    /// Contacts that appeared since the description and are not forgotten, by their numbers.
    contacts: BTreeMap<u32, Value>,
    /// Counts how often contacts were forgotten.
    sweeps: u64,
    events: VecDeque<Value>,
    /// How many events are no longer kept.
    forgotten: usize,
    /// Counts changes of the standing and its text.
    change: u64,
    standing: Standing,
    text: String,
    /// Simulated seconds in a second.
    speed: f64,
    t: f64,
    /// Counts frames.
    number: u64,
    frame: Arc<Vec<u8>>,
    viewers: usize,
    closed: bool,
}

/// How far a viewer has read.
#[derive(Debug, Default)]
pub(super) struct Reader {
    beginning: u64,
    /// The first number of a contact that it was not told, and the contacts that it was told and not yet told to forget.
    contacts: u32,
    told: BTreeSet<u32>,
    sweeps: u64,
    events: usize,
    change: u64,
    number: u64,
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, Written> {
        // what is written is whole after each line, so a panic elsewhere spoils nothing
        self.written.lock().unwrap_or_else(|e| e.into_inner())
    }

    /// A new beginning: all before it is forgotten.
    pub(super) fn begin(&self, description: Vec<u8>) {
        let mut written = self.lock();
        written.beginning += 1;
        written.description = Arc::new(message(DESCRIPTION, &description));
        written.contacts.clear();
        written.events.clear();
        written.forgotten = 0;
        written.frame = Arc::default();
        drop(written);
        self.news.notify_all();
    }

    /// Contacts and events of a step. Who has not read a contact that is forgotten needs it no more: of the frames it gets the present one.
    pub(super) fn add(&self, changes: Changes) {
        let Changes {
            contacts,
            events,
            forgotten,
        } = changes;
        if contacts.is_empty() && events.is_empty() && forgotten.is_empty() {
            return;
        }
        let mut written = self.lock();
        written.contacts.extend(contacts);
        written.sweeps += u64::from(!forgotten.is_empty());
        for number in forgotten {
            written.contacts.remove(&number);
        }
        written.events.extend(events);
        let surplus = written.events.len().saturating_sub(EVENTS);
        written.events.drain(..surplus);
        written.forgotten += surplus;
        // whoever waits is woken by the next frame
    }

    /// How it stands, with what to say about it, and how fast it goes.
    pub(super) fn stand(&self, standing: Standing, text: &str, speed: f64, t: f64) {
        let mut written = self.lock();
        written.t = t;
        let same = written.standing == standing && written.text == text && written.speed == speed;
        if same && written.change > 0 {
            return;
        }
        written.standing = standing;
        written.speed = speed;
        text.clone_into(&mut written.text);
        written.change += 1;
        drop(written);
        self.news.notify_all();
    }

    /// The present frame.
    pub(super) fn show(&self, frame: &[u8]) {
        let bytes = message(FRAME, frame);
        let mut written = self.lock();
        written.number += 1;
        written.frame = Arc::new(bytes);
        drop(written);
        self.news.notify_all();
    }

    /// Takes the last frame away, which is no longer the present one: nobody looks, so there is no other yet.
    pub(super) fn withdraw(&self) {
        self.lock().frame = Arc::default();
    }

    /// How many are watching.
    pub(super) fn viewers(&self) -> usize {
        self.lock().viewers
    }

    /// One more, unless there are so many already; whether there was room.
    pub(super) fn join(&self, most: usize) -> bool {
        let mut written = self.lock();
        let room = written.viewers < most;
        written.viewers += usize::from(room);
        room
    }

    /// One less.
    pub(super) fn leave(&self) {
        let mut written = self.lock();
        written.viewers = written.viewers.saturating_sub(1);
    }

    /// There will be nothing more.
    pub(super) fn close(&self) {
        self.lock().closed = true;
        self.news.notify_all();
    }

    /// What is new for a reader, waiting for it; after so long without any, how it stands, so that a connection that is gone is found out.
    /// Nothing when the board is closed.
    pub(super) fn read(
        &self,
        reader: &mut Reader,
        patience: Duration,
    ) -> Option<Vec<Arc<Vec<u8>>>> {
        let (written, timeout) = self
            .news
            .wait_timeout_while(self.lock(), patience, |written| {
                !written.closed && !reader.has_news(written)
            })
            .unwrap_or_else(|e| e.into_inner());
        let mut messages = Vec::new();
        if written.closed && !reader.has_news(&written) {
            return None;
        }
        let fresh = reader.beginning != written.beginning;
        if fresh {
            *reader = Reader {
                beginning: written.beginning,
                number: reader.number,
                ..Reader::default()
            };
            messages.push(Arc::clone(&written.description));
        }
        messages.extend(reader.news(&written, fresh, timeout.timed_out()));
        if reader.number != written.number && !written.frame.is_empty() {
            messages.push(Arc::clone(&written.frame));
        }
        reader.number = written.number;
        Some(messages)
    }
}

impl Reader {
    fn has_news(&self, written: &Written) -> bool {
        written.beginning > 0
            && (self.beginning != written.beginning
                || self.change != written.change
                || self.number != written.number)
    }

    /// Contacts, events and standing that are new, as one message; to a fresh reader also which beginning it is, so that one who comes
    /// back knows whether it is the same.
    fn news(&mut self, written: &Written, fresh: bool, always: bool) -> Option<Arc<Vec<u8>>> {
        let mut forgotten = Vec::new();
        if self.sweeps != written.sweeps {
            let gone = |number: &&u32| !written.contacts.contains_key(number);
            forgotten.extend(self.told.iter().filter(gone).copied());
            self.told
                .retain(|number| written.contacts.contains_key(number));
            self.sweeps = written.sweeps;
        }
        let mut contacts: Vec<&Value> = Vec::new();
        for (&number, contact) in written.contacts.range(self.contacts..) {
            self.told.insert(number);
            self.contacts = number + 1;
            contacts.push(contact);
        }
        let known = self.events.saturating_sub(written.forgotten);
        let events: Vec<&Value> = written.events.iter().skip(known).collect();
        let mut news = json!({});
        if fresh {
            news["beginning"] = json!(written.beginning);
        }
        if !contacts.is_empty() {
            news["contacts"] = json!(contacts);
        }
        if !forgotten.is_empty() {
            news["forgotten"] = json!(forgotten);
        }
        if !events.is_empty() {
            news["events"] = json!(events);
        }
        if self.change != written.change {
            news["state"] = json!(written.standing.word());
            news["text"] = json!(written.text);
            news["speed"] = json!(written.speed);
            news["t"] = json!(written.t);
        }
        self.events = written.forgotten + written.events.len();
        self.change = written.change;
        let empty = news.as_object().is_none_or(serde_json::Map::is_empty);
        (always || !empty).then(|| Arc::new(message(NEWS, news.to_string().as_bytes())))
    }
}

/// A message: length of what follows, type, content.
fn message(kind: u8, content: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(5 + content.len());
    // no scene comes near 4 GB
    let length = u32::try_from(content.len() + 1).unwrap_or(u32::MAX);
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.push(kind);
    bytes.extend_from_slice(content);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(10);

    /// A step with one new contact and one event.
    fn step(number: u32, contact: &str, event: Value) -> Changes {
        Changes {
            contacts: vec![(number, json!(contact))],
            events: vec![event],
            forgotten: Vec::new(),
        }
    }

    fn event(event: Value) -> Changes {
        Changes {
            events: vec![event],
            ..Changes::default()
        }
    }

    fn kinds(messages: &[Arc<Vec<u8>>]) -> Vec<u8> {
        messages.iter().map(|m| m[4]).collect()
    }

    fn news(message: &[u8]) -> Value {
        let length = u32::from_le_bytes([message[0], message[1], message[2], message[3]]);
        assert_eq!(length as usize, message.len() - 4);
        serde_json::from_slice(&message[5..]).unwrap()
    }

    #[test]
    fn who_comes_late_sees_the_description_all_contacts_and_the_present_frame() {
        let board = Board::default();
        board.begin(b"{}".to_vec());
        board.add(step(0, "a", json!(1)));
        board.show(b"old");
        board.add(step(1, "b", json!(2)));
        board.show(b"new");
        board.stand(Standing::Playing, "", 2.0, 0.5);
        let mut reader = Reader::default();
        let seen = board.read(&mut reader, SOON).unwrap();
        assert_eq!(kinds(&seen), [DESCRIPTION, NEWS, FRAME]);
        let told = news(&seen[1]);
        assert_eq!(told["beginning"], 1);
        assert_eq!(told["contacts"], json!(["a", "b"]));
        assert_eq!(
            (&told["events"], &told["state"], &told["speed"]),
            (&json!([1, 2]), &json!("playing"), &json!(2.0))
        );
        // another speed alone is news too
        board.stand(Standing::Playing, "", 0.1, 0.5);
        assert_eq!(&seen[2][5..], b"new");
        let seen = board.read(&mut reader, SOON).unwrap();
        assert_eq!(news(&seen[0])["speed"], 0.1);
    }

    #[test]
    fn a_slow_reader_misses_frames_and_no_contacts() {
        let board = Board::default();
        board.begin(Vec::new());
        let mut reader = Reader::default();
        board.read(&mut reader, SOON).unwrap();
        for i in 0..100_u8 {
            board.add(step(u32::from(i), "c", json!(i)));
            board.show(&[i]);
        }
        let seen = board.read(&mut reader, SOON).unwrap();
        assert_eq!(kinds(&seen), [NEWS, FRAME]);
        assert_eq!(news(&seen[0])["contacts"].as_array().unwrap().len(), 100);
        assert_eq!(seen[1][5], 99);
    }

    #[test]
    fn contacts_that_are_forgotten_are_taken_back_from_those_who_know_them() {
        let board = Board::default();
        board.begin(Vec::new());
        let mut early = Reader::default();
        board.add(step(0, "a", json!(0)));
        board.add(step(1, "b", json!(1)));
        let seen = board.read(&mut early, SOON).unwrap();
        assert_eq!(news(&seen[1])["contacts"], json!(["a", "b"]));
        board.add(Changes {
            forgotten: vec![0, 1],
            ..Changes::default()
        });
        board.add(step(2, "c", json!(2)));
        board.show(b"");
        for (mut reader, forgets) in [(early, json!([0, 1])), (Reader::default(), Value::Null)] {
            let seen = board.read(&mut reader, SOON).unwrap();
            let told = seen.iter().find(|message| message[4] == NEWS).unwrap();
            let told = news(told);
            assert_eq!(told["contacts"], json!(["c"]));
            assert_eq!(told["forgotten"], forgets);
            assert_eq!(reader.told.len(), 1);
            let nothing = board.read(&mut reader, SOON).unwrap();
            assert_eq!(news(&nothing[0]), json!({}));
        }
        assert_eq!(board.lock().contacts.len(), 1);
    }

    #[test]
    fn a_new_beginning_forgets_what_was() {
        let board = Board::default();
        board.begin(b"1".to_vec());
        board.add(step(0, "a", json!(1)));
        board.show(b"f");
        let mut reader = Reader::default();
        board.read(&mut reader, SOON).unwrap();
        board.begin(b"2".to_vec());
        let seen = board.read(&mut reader, SOON).unwrap();
        assert_eq!(seen[0][4..], *b"\x012");
        assert_eq!(news(&seen[1])["beginning"], 2);
        assert!(!kinds(&seen).contains(&FRAME));
    }

    #[test]
    fn events_are_bounded_and_counted_right() {
        let board = Board::default();
        board.begin(Vec::new());
        let mut reader = Reader::default();
        for i in 0..EVENTS + 10 {
            board.add(event(json!(i)));
        }
        let seen = board.read(&mut reader, SOON).unwrap();
        let told = news(&seen[1]);
        assert_eq!(told["events"].as_array().unwrap().len(), EVENTS);
        assert_eq!(told["events"][0], 10);
        board.add(event(json!("last")));
        board.show(b"");
        let seen = board.read(&mut reader, SOON).unwrap();
        assert_eq!(news(&seen[0])["events"], json!(["last"]));
        assert!(news(&seen[0])["beginning"].is_null());
    }

    #[test]
    fn silence_is_broken_and_an_end_is_told() {
        let board = Board::default();
        board.begin(Vec::new());
        let mut reader = Reader::default();
        board.read(&mut reader, SOON).unwrap();
        assert_eq!(kinds(&board.read(&mut reader, SOON).unwrap()), [NEWS]);
        board.close();
        assert!(board.read(&mut reader, SOON).is_none());
    }
}
