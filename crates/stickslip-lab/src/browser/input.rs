//! Mouse, keyboard and fingers.

use super::{BrowserError, Page};
use serde_json::{Value, json};
use std::time::Duration;

/// A key that is held while others are pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// Alt.
    Alt,
    /// Control.
    Control,
    /// Shift.
    Shift,
}

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// One that writes a character.
    Character(char),
    /// ←
    Left,
    /// ↑
    Up,
    /// →
    Right,
    /// ↓
    Down,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// Tabulator.
    Tab,
    /// Enter.
    Enter,
    /// Escape.
    Escape,
}

impl Key {
    /// Its name, that of its place on the keyboard, its number, and what it writes.
    fn description(self) -> (String, String, u32, String) {
        let plain = |name: &str, number| (name.to_owned(), name.to_owned(), number, String::new());
        match self {
            Self::Left => plain("ArrowLeft", 37),
            Self::Up => plain("ArrowUp", 38),
            Self::Right => plain("ArrowRight", 39),
            Self::Down => plain("ArrowDown", 40),
            Self::Home => plain("Home", 36),
            Self::End => plain("End", 35),
            Self::Tab => plain("Tab", 9),
            Self::Escape => plain("Escape", 27),
            Self::Enter => ("Enter".to_owned(), "Enter".to_owned(), 13, "\r".to_owned()),
            Self::Character(c) => {
                let upper = c.to_ascii_uppercase();
                let code = match c {
                    ' ' => "Space".to_owned(),
                    'a'..='z' | 'A'..='Z' => format!("Key{upper}"),
                    '0'..='9' => format!("Digit{c}"),
                    '.' => "Period".to_owned(),
                    ',' => "Comma".to_owned(),
                    _ => String::new(),
                };
                let number = match upper {
                    '.' => 190,
                    ',' => 188,
                    ' ' | 'A'..='Z' | '0'..='9' => u32::from(upper),
                    _ => 0,
                };
                (c.to_string(), code, number, c.to_string())
            }
        }
    }
}

/// Places are CSS pixels from the upper left corner of what is seen.
impl Page {
    /// Holds these keys from now on, and no others.
    pub fn hold(&mut self, keys: &[Modifier]) {
        self.held = keys.to_vec();
    }

    /// Presses and releases a key.
    pub fn press(&mut self, key: Key) -> Result<(), BrowserError> {
        let (name, code, number, text) = key.description();
        let event = |kind: &str, text: &str| json!({ "type": kind, "key": name, "code": code, "windowsVirtualKeyCode": number, "text": text });
        let down = match text.is_empty() {
            true => "rawKeyDown",
            false => "keyDown",
        };
        self.key_event(event(down, &text))?;
        self.key_event(event("keyUp", ""))
    }

    /// Moves the mouse.
    pub fn move_mouse(&mut self, to: [f64; 2]) -> Result<(), BrowserError> {
        self.mouse("mouseMoved", to, json!({ "button": "none", "buttons": 0 }))
    }

    /// Clicks with the left button.
    pub fn click(&mut self, at: [f64; 2]) -> Result<(), BrowserError> {
        self.move_mouse(at)?;
        self.button("mousePressed", at)?;
        self.button("mouseReleased", at)
    }

    /// Pulls with the left button, in steps as a hand does.
    pub fn drag(&mut self, from: [f64; 2], to: [f64; 2]) -> Result<(), BrowserError> {
        self.take(from)?;
        self.pull(from, to)?;
        self.button("mouseReleased", to)
    }

    /// Presses the left button and keeps it down; [`Page::pull`] and [`Page::let_go`] follow.
    pub fn take(&mut self, at: [f64; 2]) -> Result<(), BrowserError> {
        self.move_mouse(at)?;
        self.button("mousePressed", at)
    }

    /// Moves with the button down.
    pub fn pull(&mut self, from: [f64; 2], to: [f64; 2]) -> Result<(), BrowserError> {
        const STEPS: u32 = 8;
        for i in 1..=STEPS {
            let s = f64::from(i) / f64::from(STEPS);
            let at = [0, 1].map(|k| from[k] + s * (to[k] - from[k]));
            self.mouse("mouseMoved", at, json!({ "button": "left", "buttons": 1 }))?;
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// Releases the button.
    pub fn let_go(&mut self, at: [f64; 2]) -> Result<(), BrowserError> {
        self.button("mouseReleased", at)
    }

    /// Turns the wheel; down is positive.
    pub fn wheel(&mut self, at: [f64; 2], amount: f64) -> Result<(), BrowserError> {
        self.mouse("mouseWheel", at, json!({ "deltaX": 0, "deltaY": amount }))
    }

    /// Touches briefly.
    pub fn tap(&mut self, at: [f64; 2]) -> Result<(), BrowserError> {
        self.touch("touchStart", &[at])?;
        self.touch("touchEnd", &[])
    }

    /// Moves fingers, each from its first place to its second.
    pub fn swipe(&mut self, fingers: &[[[f64; 2]; 2]]) -> Result<(), BrowserError> {
        const STEPS: u32 = 8;
        let places = |s: f64| -> Vec<[f64; 2]> {
            let at = |[from, to]: &[[f64; 2]; 2]| [0, 1].map(|k| from[k] + s * (to[k] - from[k]));
            fingers.iter().map(at).collect()
        };
        self.touch("touchStart", &places(0.0))?;
        for i in 1..=STEPS {
            self.touch("touchMove", &places(f64::from(i) / f64::from(STEPS)))?;
            std::thread::sleep(Duration::from_millis(10));
        }
        self.touch("touchEnd", &[])
    }

    fn button(&mut self, kind: &str, at: [f64; 2]) -> Result<(), BrowserError> {
        let buttons = u8::from(kind == "mousePressed");
        let more = json!({ "button": "left", "buttons": buttons, "clickCount": 1 });
        self.mouse(kind, at, more)
    }

    fn mouse(&mut self, kind: &str, at: [f64; 2], mut event: Value) -> Result<(), BrowserError> {
        event["type"] = json!(kind);
        event["x"] = json!(at[0]);
        event["y"] = json!(at[1]);
        event["modifiers"] = json!(self.modifiers());
        self.ask("Input.dispatchMouseEvent", event).map(|_| ())
    }

    fn touch(&mut self, kind: &str, places: &[[f64; 2]]) -> Result<(), BrowserError> {
        let points = places.iter().enumerate();
        let points: Vec<Value> = points
            .map(|(id, [x, y])| json!({ "x": x, "y": y, "id": id }))
            .collect();
        let event = json!({ "type": kind, "touchPoints": points, "modifiers": self.modifiers() });
        self.ask("Input.dispatchTouchEvent", event).map(|_| ())
    }

    fn key_event(&mut self, mut event: Value) -> Result<(), BrowserError> {
        event["modifiers"] = json!(self.modifiers());
        self.ask("Input.dispatchKeyEvent", event).map(|_| ())
    }

    /// The protocol's bits.
    fn modifiers(&self) -> u8 {
        let bit = |modifier: &Modifier| match modifier {
            Modifier::Alt => 1,
            Modifier::Control => 2,
            Modifier::Shift => 8,
        };
        self.held.iter().map(bit).fold(0, |sum, bit| sum | bit)
    }
}
