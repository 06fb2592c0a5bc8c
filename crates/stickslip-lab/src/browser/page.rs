//! A page of the browser: opened, asked, looked at.

use super::connection::Connection;
use super::process::Address;
use super::seen::{Seen, thrown};
use super::{BrowserError, Modifier, PATIENCE};
use crate::base64;
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a condition is looked at.
const INTERVAL: Duration = Duration::from_millis(30);

/// The size of what is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// In CSS pixels.
    pub width: u32,
    /// In CSS pixels.
    pub height: u32,
    /// Pixels of a picture for each CSS pixel.
    pub scale: f64,
    /// Whether it is a phone: touch, and widths as phones treat them.
    pub phone: bool,
}

impl Viewport {
    /// Of a screen with one pixel for each CSS pixel.
    pub fn new(width: u32, height: u32) -> Self {
        Self {
            width,
            height,
            scale: 1.0,
            phone: false,
        }
    }
}

/// What the reader of the page prefers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shade {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every pixel as it is.
    Png,
    /// Small, of this quality from 1 to 100.
    Jpeg(u8),
    /// Smaller, of this quality from 1 to 100.
    Webp(u8),
}

/// A page; closed when dropped.
#[derive(Debug)]
pub struct Page {
    pub(super) connection: Connection,
    pub(super) held: Vec<Modifier>,
    seen: Seen,
    patience: Duration,
}

impl Page {
    pub(super) fn attach(address: Address) -> Result<Self, BrowserError> {
        let mut page = Self {
            connection: Connection::open(&address)?,
            held: Vec::new(),
            seen: Seen::default(),
            patience: PATIENCE,
        };
        for domain in [
            "Page.enable",
            "Runtime.enable",
            "Log.enable",
            "Network.enable",
        ] {
            page.ask(domain, json!({}))?;
        }
        // as if it were in front, whatever else is open
        page.ask(
            "Emulation.setFocusEmulationEnabled",
            json!({ "enabled": true }),
        )?;
        page.set_viewport(Viewport::new(1280, 800))?;
        Ok(page)
    }

    /// Another limit for single questions, 30 s at first.
    pub fn set_patience(&mut self, limit: Duration) {
        self.patience = limit;
    }

    /// Opens an address and waits until it is loaded.
    pub fn open(&mut self, url: &str) -> Result<(), BrowserError> {
        let loads = self.seen.loads;
        let answer = self.ask("Page.navigate", json!({ "url": url }))?;
        if let Some(text) = answer["errorText"].as_str().filter(|text| !text.is_empty()) {
            return Err(BrowserError::Refused {
                what: format!("to open {url}"),
                text: text.to_owned(),
            });
        }
        // another place on the same page loads nothing
        if answer["loaderId"].is_null() {
            return Ok(());
        }
        let deadline = Instant::now() + self.patience;
        while self.seen.loads == loads {
            let told = self.connection.listen(deadline)?;
            self.note();
            if !told {
                return Err(self.late(format!("loading {url}")));
            }
        }
        Ok(())
    }

    /// Opens a file, `fragment` being what follows the `#`.
    pub fn open_file(&mut self, file: &Path, fragment: &str) -> Result<(), BrowserError> {
        self.open(&file_address(file, fragment))
    }

    /// The value of an expression, or of what a promise becomes. What JSON has no word for (NaN, 1/0) is a text.
    pub fn evaluate(&mut self, script: &str) -> Result<Value, BrowserError> {
        let question = json!({ "expression": script, "awaitPromise": true, "returnByValue": true,
                               "userGesture": true });
        let mut answer = self.ask("Runtime.evaluate", question)?;
        if let Some(details) = answer.get("exceptionDetails") {
            return Err(BrowserError::Script {
                script: script.chars().take(200).collect(),
                text: thrown(details),
            });
        }
        let result = &mut answer["result"];
        Ok(match result["unserializableValue"].take() {
            Value::Null => result["value"].take(),
            text => text,
        })
    }

    /// Waits until an expression is true.
    pub fn wait_until(&mut self, condition: &str, limit: Duration) -> Result<(), BrowserError> {
        let deadline = Instant::now() + limit;
        let script = format!("Boolean({condition})");
        while self.evaluate(&script)? != Value::Bool(true) {
            if Instant::now() > deadline {
                return Err(BrowserError::Late {
                    what: format!("the condition {condition}"),
                    limit,
                });
            }
            std::thread::sleep(INTERVAL);
        }
        Ok(())
    }

    /// Sets the size of what is seen.
    pub fn set_viewport(&mut self, viewport: Viewport) -> Result<(), BrowserError> {
        let size = json!({ "width": viewport.width, "height": viewport.height,
                           "deviceScaleFactor": viewport.scale, "mobile": viewport.phone });
        self.ask("Emulation.setDeviceMetricsOverride", size)?;
        let touch = json!({ "enabled": viewport.phone });
        self.ask("Emulation.setTouchEmulationEnabled", touch)?;
        Ok(())
    }

    /// Sets what the reader prefers.
    pub fn set_shade(&mut self, shade: Shade) -> Result<(), BrowserError> {
        let value = match shade {
            Shade::Light => "light",
            Shade::Dark => "dark",
        };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.ask(
            "Emulation.setEmulatedMedia",
            json!({ "features": features }),
        )?;
        Ok(())
    }

    /// A picture of what is seen.
    pub fn screenshot(&mut self, format: Format) -> Result<Vec<u8>, BrowserError> {
        let wanted = match format {
            Format::Png => json!({ "format": "png" }),
            Format::Jpeg(quality) => json!({ "format": "jpeg", "quality": quality }),
            Format::Webp(quality) => json!({ "format": "webp", "quality": quality }),
        };
        let answer = self.ask("Page.captureScreenshot", wanted)?;
        let bytes = answer["data"].as_str().and_then(base64::decode);
        bytes.ok_or_else(|| BrowserError::Lost("it sent no picture".to_owned()))
    }

    /// What the page did so far.
    pub fn seen(&self) -> &Seen {
        &self.seen
    }

    /// What the page did up to the end of a time from now.
    pub fn watch(&mut self, time: Duration) -> Result<&Seen, BrowserError> {
        let deadline = Instant::now() + time;
        while self.connection.listen(deadline)? {}
        self.note();
        Ok(&self.seen)
    }

    /// Asks something of the protocol.
    pub(super) fn ask(&mut self, method: &str, params: Value) -> Result<Value, BrowserError> {
        let answer = self.connection.call(method, params, self.patience);
        self.note();
        answer
    }

    fn note(&mut self) {
        for event in self.connection.events.drain(..) {
            self.seen.note(&event);
        }
    }

    fn late(&self, what: String) -> BrowserError {
        BrowserError::Late {
            what,
            limit: self.patience,
        }
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // a browser that is gone has no pages
        let _ = self.connection.send("Page.close", json!({}));
    }
}

/// The address of a file: what addresses do not allow is written in hexadecimals.
fn file_address(file: &Path, fragment: &str) -> String {
    let file = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let mut url = "file://".to_owned();
    let text = file.to_string_lossy().replace('\\', "/");
    if !text.starts_with('/') {
        url.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => {
                url.push(char::from(byte));
            }
            _ => url.push_str(&format!("%{byte:02X}")),
        }
    }
    if !fragment.is_empty() {
        url.push('#');
        url.push_str(fragment);
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn addresses_of_files() {
        assert_eq!(
            file_address(Path::new("/a b/ü#?.html"), "t=1"),
            "file:///a%20b/%C3%BC%23%3F.html#t=1"
        );
        assert_eq!(file_address(Path::new("/x.html"), ""), "file:///x.html");
    }
}
