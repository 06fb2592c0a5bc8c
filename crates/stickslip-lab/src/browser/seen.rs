//! What a page did: messages on its console, exceptions, and everything that it asked the network for.

use super::connection::Event;
use serde_json::Value;

/// A line of the console.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// `log`, `info`, `warning`, `error`, `debug` and so on.
    pub level: String,
    /// The text.
    pub text: String,
}

/// All that a page did since it was opened.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Messages on the console, those of the browser about the page among them.
    pub messages: Vec<Message>,
    /// Exceptions that nobody caught.
    pub exceptions: Vec<String>,
    /// Addresses that were asked for, the page itself among them; `data:` addresses are cut.
    pub requests: Vec<String>,
    /// Times that the page was loaded.
    pub(super) loads: usize,
}

impl Seen {
    /// Everything that a sound page does not do: exceptions, errors and warnings.
    pub fn complaints(&self) -> Vec<String> {
        let bad = |message: &&Message| matches!(&*message.level, "error" | "warning" | "assert");
        let messages = self.messages.iter().filter(bad);
        let messages = messages.map(|m| format!("{}: {}", m.level, m.text));
        let exceptions = self.exceptions.iter().map(|e| format!("exception: {e}"));
        messages.chain(exceptions).collect()
    }

    pub(super) fn note(&mut self, event: &Event) {
        let Event { method, params } = event;
        match &**method {
            "Runtime.consoleAPICalled" => {
                let words = params["args"].as_array().map(Vec::as_slice);
                let words: Vec<String> = words.unwrap_or_default().iter().map(word).collect();
                self.message(&params["type"], words.join(" "));
            }
            "Log.entryAdded" => {
                let entry = &params["entry"];
                let text = entry["text"].as_str().unwrap_or_default();
                let text = match entry["url"].as_str() {
                    Some(url) => format!("{text} ({})", shortened(url)),
                    None => text.to_owned(),
                };
                self.message(&entry["level"], text);
            }
            "Runtime.exceptionThrown" => {
                self.exceptions.push(thrown(&params["exceptionDetails"]));
            }
            "Network.requestWillBeSent" => {
                let url = params["request"]["url"].as_str().unwrap_or_default();
                self.requests.push(shortened(url));
            }
            "Network.webSocketCreated" | "Network.webTransportCreated" => {
                let url = params["url"].as_str().unwrap_or_default();
                self.requests.push(shortened(url));
            }
            "Page.loadEventFired" => self.loads += 1,
            "Inspector.targetCrashed" => self.exceptions.push("the page crashed".to_owned()),
            _ => {}
        }
    }

    fn message(&mut self, level: &Value, text: String) {
        let level = level.as_str().unwrap_or("log").to_owned();
        self.messages.push(Message { level, text });
    }
}

/// The text of an exception.
pub(super) fn thrown(details: &Value) -> String {
    let exception = &details["exception"];
    let text = exception["description"]
        .as_str()
        .map(str::to_owned)
        .or_else(|| details["text"].as_str().map(str::to_owned));
    text.unwrap_or_else(|| exception["value"].to_string())
}

/// A word of a message, as the console would show it.
fn word(argument: &Value) -> String {
    match &argument["value"] {
        Value::String(text) => text.clone(),
        Value::Null => ["description", "unserializableValue"]
            .iter()
            .find_map(|key| argument[*key].as_str())
            .unwrap_or("null")
            .to_owned(),
        value => value.to_string(),
    }
}

/// An address; of those that are data themselves only the beginning.
fn shortened(url: &str) -> String {
    match url.starts_with("data:") {
        true => url.chars().take(60).collect(),
        false => url.to_owned(),
    }
}
