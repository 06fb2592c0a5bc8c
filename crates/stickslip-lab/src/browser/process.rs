//! The browser's process: started without a window, and ended with all its children.

use super::profile::Profile;
use super::{BrowserError, PATIENCE};
use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};

/// Without a window; WebGL 2 in software, the same pixels on every machine; nothing that it would do by itself.
const FLAGS: [&str; 22] = [
    "--headless=new",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--hide-scrollbars",
    "--mute-audio",
    "--force-color-profile=srgb",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-dev-shm-usage",
    "--password-store=basic",
    "--use-mock-keychain",
    "--remote-debugging-port=0",
];

/// What Chromium writes in front of its address.
const ANNOUNCEMENT: &str = "DevTools listening on ";

/// How many lines of its complaints are kept.
const LAST_WORDS: usize = 8;

/// Where to talk to the browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    /// Host and port.
    pub(super) place: String,
    /// Path on it.
    pub(super) path: String,
}

impl Address {
    /// Reads ws://HOST:PORT/PATH.
    fn read(text: &str) -> Option<Self> {
        let (place, path) = text.trim().strip_prefix("ws://")?.split_once('/')?;
        Some(Self {
            place: place.to_owned(),
            path: format!("/{path}"),
        })
    }

    /// The address of a page.
    pub(super) fn page(&self, id: &str) -> Self {
        Self {
            place: self.place.clone(),
            path: format!("/devtools/page/{id}"),
        }
    }
}

/// The browser, running.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// Chromium ends by itself when this pipe is closed, which the system does even if this process is killed.
    lifeline: Option<ChildStdin>,
    pub(super) address: Address,
    // after the child, so that it is removed last
    _profile: Profile,
}

impl Process {
    /// Starts the program in its sandbox, or where it refuses that (as root, in containers) without.
    pub(super) fn start(program: &Path) -> Result<Self, BrowserError> {
        match Self::try_start(program, &[]) {
            Err(BrowserError::Silent { .. }) if cfg!(target_os = "linux") => {
                Self::try_start(program, &["--no-sandbox"])
            }
            started => started,
        }
    }

    fn try_start(program: &Path, more: &[&str]) -> Result<Self, BrowserError> {
        let profile = Profile::new()?;
        let mut command = command(program);
        command
            .args(FLAGS)
            .args(more)
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|source| BrowserError::Start {
            path: program.to_owned(),
            source,
        })?;
        let words = Words::listen(child.stderr.take());
        let lifeline = child.stdin.take();
        let mut process = Self {
            child,
            lifeline,
            address: Address {
                place: String::new(),
                path: String::new(),
            },
            _profile: profile,
        };
        match words.address.recv_timeout(PATIENCE) {
            Ok(address) => {
                process.address = address;
                Ok(process)
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                Err(BrowserError::Silent {
                    path: program.to_owned(),
                    said: words.last(),
                })
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.lifeline = None;
        end(&mut self.child);
        let _ = self.child.wait();
    }
}

/// The program in a process group of its own, so that Ctrl-C on a terminal does not end it before its last picture, with
/// standard input as the pipe whose end it takes as its own.
#[cfg(unix)]
fn command(program: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("sh");
    command
        .args(["-c", r#"exec "$0" "$@" 3<&0 4>/dev/null </dev/null"#])
        .arg(program)
        .arg("--remote-debugging-pipe")
        .process_group(0);
    command
}

#[cfg(not(unix))]
fn command(program: &Path) -> Command {
    Command::new(program)
}

/// Ends a process and all its children.
#[cfg(unix)]
fn end(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn end(child: &mut Child) {
    let _ = Command::new("taskkill")
        .args(["/T", "/F", "/PID", &child.id().to_string()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let _ = child.kill();
}

/// What the browser writes to standard error: read to the end, or it would stop when the pipe is full.
struct Words {
    address: Receiver<Address>,
    last: Arc<Mutex<VecDeque<String>>>,
}

impl Words {
    fn listen(stderr: Option<impl Read + Send + 'static>) -> Self {
        let (found, address) = mpsc::channel();
        let last = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last);
        std::thread::spawn(move || {
            let lines = stderr.map(|s| BufReader::new(s).split(b'\n'));
            for line in lines.into_iter().flatten().map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if let Some(address) = line.strip_prefix(ANNOUNCEMENT).and_then(Address::read) {
                    // nobody waits for a second one
                    let _ = found.send(address);
                } else if !line.is_empty() && !line.contains("dbus/") {
                    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                    kept.push_back(line);
                    if kept.len() > LAST_WORDS {
                        kept.pop_front();
                    }
                }
            }
        });
        Self { address, last }
    }

    fn last(&self) -> String {
        let kept = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.is_empty() {
            true => "none".to_owned(),
            false => kept.iter().cloned().collect::<Vec<_>>().join(" / "),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let address = Address::read("ws://127.0.0.1:4711/devtools/browser/ab-cd").unwrap();
        assert_eq!(address.place, "127.0.0.1:4711");
        assert_eq!(address.path, "/devtools/browser/ab-cd");
        assert_eq!(address.page("X").path, "/devtools/page/X");
        assert_eq!(Address::read("http://127.0.0.1:4711/"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_is_no_browser_is_told_with_its_last_words() {
        let folder =
            std::env::temp_dir().join(format!("stickslip-no-browser-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let program = folder.join("browser");
        std::fs::write(&program, "#!/bin/sh\necho I am none >&2\n").unwrap();
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let error = Process::start(&program).unwrap_err();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(error.to_string().contains("I am none"), "{error}");
    }
}
