//! The live view: a running simulation on a page of this machine, to look at and to steer. `docs/page-format.md` has the protocol.
//!
//! Data flow: `engine` (a thread that steps, paced and recorded) → `board` (what all see) → `server` (a thread for each connection); and
//! back as `command`. Nobody but this machine is listened to, and only who knows the token of the address (`gate`).

mod board;
mod books;
mod command;
mod describe;
mod engine;
mod frame;
mod gate;
mod motion;
mod pace;
mod record;
mod request;
mod response;
mod roll;
mod server;
mod token;

use crate::run::{Options, RunError, Summary};
use crate::scene::Scene;
use board::Board;
use engine::Engine;
use server::{Page, Running, Server};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use thiserror::Error;

/// Commands that may wait.
const INBOX: usize = 64;

/// Reads the scene with settings like `mu=0.4`; the error is a sentence.
pub type ReadScene = Box<dyn Fn(&[String]) -> Result<Scene, String> + Send>;

/// The words of a command that makes a run with settings.
pub type SayCommand = Box<dyn Fn(&[String]) -> Vec<String> + Send>;

/// What to show.
pub struct Show {
    /// Reads the scene, again whenever a parameter is set.
    pub read: ReadScene,
    /// The words of the command that makes the same run, with settings.
    pub command: SayCommand,
    /// Settings at the beginning.
    pub set: Vec<String>,
    /// The folder to record into, and how.
    pub record: Option<(Folder, Options)>,
    /// The port; 0 is any that is free.
    pub port: u16,
    /// Whether it stays at its beginning until somebody plays; else it begins with its first viewer.
    pub paused: bool,
}

/// A folder to record into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Folder {
    /// This one. A run of the scene that ended is replaced, one that can be resumed is not.
    This(PathBuf),
    /// This one, or the first of `NAME-2`, `NAME-3`, … that is not there yet.
    Free(PathBuf),
}

/// What became of a live run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// Steps since it began last.
    pub steps: usize,
    /// Steps of the whole.
    pub planned: usize,
    /// Whether all were taken.
    pub finished: bool,
    /// Whether a step could not be taken.
    pub failed: bool,
    /// The folder and the account of what was recorded last.
    pub recorded: Option<(PathBuf, Summary)>,
    /// What is to be known about it.
    pub notes: Vec<String>,
}

/// Why there is no live view.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LiveError {
    /// The scene cannot be run.
    #[error("{0}")]
    Scene(String),
    /// It cannot be recorded.
    #[error(transparent)]
    Record(RunError),
    /// It would be recorded over a run that can be resumed.
    #[error(
        "{}: there is an unfinished run, of which {steps} steps are done; `stickslip run SCENE --resume` goes on with it; choose another folder \
         with --out, or remove it",
        folder.display()
    )]
    Unfinished {
        /// The folder.
        folder: PathBuf,
        /// The steps of the run.
        steps: usize,
    },
    /// The port is taken, or there is none.
    #[error(
        "cannot listen on 127.0.0.1, port {port}: {source}; choose another with --port, or 0 for any that is free"
    )]
    Listen {
        /// The port.
        port: u16,
        /// What the system says.
        source: std::io::Error,
    },
    /// The page of a run cannot be made.
    #[error("{0}")]
    Page(String),
    /// No thread can be started.
    #[error("the simulation cannot be started: {0}")]
    Start(std::io::Error),
    /// It ended by a bug.
    #[error("the simulation ended by a bug of stickslip; please report it with the scene")]
    Panicked,
}

/// A live view that is served.
pub struct Live {
    server: Server,
    stop: Arc<AtomicBool>,
    running: JoinHandle<Outcome>,
    folder: Option<PathBuf>,
}

impl Live {
    /// Reads the scene, begins to listen, and waits for viewers.
    pub fn start(show: Show) -> Result<Self, LiveError> {
        let port = show.port;
        let board = Arc::new(Board::default());
        let page: Page = Arc::default();
        let stop = Arc::new(AtomicBool::new(false));
        let (commands, inbox) = sync_channel(INBOX);
        let (own, shown) = (Arc::clone(&board), Arc::clone(&page));
        let mut engine =
            Engine::new(show, own, shown, inbox, Arc::clone(&stop)).map_err(LiveError::Scene)?;
        let running = Some(Running { board, commands });
        let server = Server::start(port, page, running)
            .map_err(|source| LiveError::Listen { port, source })?;
        engine.open().map_err(|fault| match fault {
            RunError::Unfinished { folder, steps } => LiveError::Unfinished { folder, steps },
            other => LiveError::Record(other),
        })?;
        let folder = engine.folder();
        let running = std::thread::Builder::new()
            .name("simulation".into())
            .spawn(move || engine.run())
            .map_err(LiveError::Start)?;
        Ok(Self {
            server,
            stop,
            running,
            folder,
        })
    }

    /// The folder that it is recorded into.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Where the page is.
    pub fn address(&self) -> String {
        self.server.address()
    }

    /// Serves until the flag is raised; what was done is kept.
    pub fn serve(self, stop: &AtomicBool) -> Result<Outcome, LiveError> {
        wait(stop, || self.running.is_finished());
        self.stop.store(true, Ordering::Relaxed);
        let outcome = self.running.join().map_err(|_| LiveError::Panicked);
        drop(self.server);
        outcome
    }
}

/// A finished page that is served.
pub struct Served(Server);

impl Served {
    /// Begins to listen.
    pub fn start(html: Vec<u8>, port: u16) -> Result<Self, LiveError> {
        let page = Arc::new(Mutex::new(Arc::new(html)));
        let server = Server::start(port, page, None);
        server
            .map(Self)
            .map_err(|source| LiveError::Listen { port, source })
    }

    /// Where the page is.
    pub fn address(&self) -> String {
        self.0.address()
    }

    /// Serves until the flag is raised.
    pub fn serve(self, stop: &AtomicBool) {
        wait(stop, || false);
    }
}

/// Waits until the flag is raised, or there is nothing to wait for.
fn wait(stop: &AtomicBool, ended: impl Fn() -> bool) {
    while !stop.load(Ordering::Relaxed) && !ended() {
        std::thread::sleep(Duration::from_millis(20));
    }
}
