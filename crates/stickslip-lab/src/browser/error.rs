//! What can go wrong between here and the browser.

use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Why there is no browser, or why it did not do what was asked.
#[derive(Debug, Error)]
pub enum BrowserError {
    /// No Chromium is installed where one is looked for.
    #[error(
        "no Chromium was found; install Chromium, Google Chrome or Microsoft Edge (Debian: apt install chromium), \
         or name the program in the environment variable STICKSLIP_BROWSER"
    )]
    NotFound,
    /// The environment variable names no program.
    #[error(
        "STICKSLIP_BROWSER is {}, which is neither a file nor a command on the PATH; name a Chromium, or unset it",
        .0.display()
    )]
    NotAProgram(PathBuf),
    /// The program could not be started.
    #[error("{}: cannot be started ({source})", path.display())]
    Start {
        /// The program.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The program was started and does not answer.
    #[error(
        "{}: it was started, but told no DevTools address; is it a Chromium? Its last words: {said}",
        path.display()
    )]
    Silent {
        /// The program.
        path: PathBuf,
        /// The end of what it wrote to standard error.
        said: String,
    },
    /// No folder for its profile.
    #[error("{}: the folder for the browser's profile cannot be made ({source})", path.display())]
    Profile {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The connection broke, most likely because the browser ended.
    #[error("the browser no longer answers ({0})")]
    Lost(String),
    /// Nothing came in time.
    #[error("the browser took more than {} s for {what}", limit.as_secs_f64())]
    Late {
        /// What was asked.
        what: String,
        /// How long it was waited for.
        limit: Duration,
    },
    /// The browser refused.
    #[error("the browser refuses {what}: {text}")]
    Refused {
        /// What was asked.
        what: String,
        /// What it said.
        text: String,
    },
    /// A script threw.
    #[error("the script {script:?} failed: {text}")]
    Script {
        /// Its beginning.
        script: String,
        /// What it threw.
        text: String,
    },
}
