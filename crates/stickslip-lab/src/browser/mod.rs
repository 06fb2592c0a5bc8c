//! An installed Chromium, without a window, for pictures of report pages and for tests of them.
//!
//! [`Browser::start`] finds it and starts it with a profile of its own, [`Browser::page`] opens a tab. Both end, with all
//! processes and files, when they are dropped. Everything is asked over the DevTools protocol and has a time limit.
//! Nothing is downloaded: where no Chromium is installed the error says what to install.

mod connection;
mod error;
mod find;
mod input;
mod page;
mod pictures;
mod process;
mod profile;
mod seen;

pub use error::BrowserError;
pub use find::{VARIABLE, find};
pub use input::{Key, Modifier};
pub use page::{Format, Page, Shade, Viewport};
pub use pictures::{Look, PictureError, Pictures};
pub use seen::{Message, Seen};

use connection::Connection;
use process::Process;
use serde_json::json;
use std::path::Path;
use std::time::Duration;

/// How long a question may take unless the caller says otherwise.
const PATIENCE: Duration = Duration::from_secs(30);

/// A Chromium that runs until this is dropped.
#[derive(Debug)]
pub struct Browser {
    // before the process, so that the connection is closed first
    connection: Connection,
    process: Process,
}

impl Browser {
    /// Finds an installed Chromium (see [`find`]) and starts it.
    pub fn start() -> Result<Self, BrowserError> {
        Self::start_at(&find()?)
    }

    /// Starts the Chromium of this path.
    pub fn start_at(program: &Path) -> Result<Self, BrowserError> {
        let process = Process::start(program)?;
        let connection = Connection::open(&process.address)?;
        Ok(Self {
            connection,
            process,
        })
    }

    /// A new page, empty, that shares no storage with others.
    pub fn page(&mut self) -> Result<Page, BrowserError> {
        let context = self
            .connection
            .call("Target.createBrowserContext", json!({}), PATIENCE)?;
        // a window of its own: tabs behind others draw nothing
        let wanted = json!({ "url": "about:blank", "newWindow": true,
                             "browserContextId": context["browserContextId"] });
        let target = self
            .connection
            .call("Target.createTarget", wanted, PATIENCE)?;
        let id = target["targetId"].as_str().unwrap_or_default();
        Page::attach(self.process.address.page(id))
    }

    /// Name and version of the browser.
    pub fn version(&mut self) -> Result<String, BrowserError> {
        let answer = self
            .connection
            .call("Browser.getVersion", json!({}), PATIENCE)?;
        Ok(answer["product"].as_str().unwrap_or("unknown").to_owned())
    }
}
