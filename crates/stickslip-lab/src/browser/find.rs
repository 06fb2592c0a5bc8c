//! Where Chromium and its kin are installed.

use super::BrowserError;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The environment variable that names the program, as a path or a command.
pub const VARIABLE: &str = "STICKSLIP_BROWSER";

/// Commands to look for, in this order.
const COMMANDS: [&str; 8] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
    "chrome-headless-shell",
];

/// Files inside the folders for applications of macOS.
const MACOS: [&str; 3] = [
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];

/// Files inside the folders for programs of Windows.
const WINDOWS: [&str; 3] = [
    r"Chromium\Application\chrome.exe",
    r"Google\Chrome\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
];

/// The program that [`VARIABLE`] names, or the first Chromium, Chrome or Edge on the PATH or in the usual places.
pub fn find() -> Result<PathBuf, BrowserError> {
    let path = env::var_os("PATH").unwrap_or_default();
    match env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        Some(value) => named(&value, &path),
        None => COMMANDS
            .iter()
            .find_map(|command| on_path(OsStr::new(command), &path))
            .or_else(|| usual_places().into_iter().find(|place| place.is_file()))
            .ok_or(BrowserError::NotFound),
    }
}

/// A value of the variable: a path, or a command without one.
fn named(value: &OsStr, path: &OsStr) -> Result<PathBuf, BrowserError> {
    let file = PathBuf::from(value);
    if file.is_file() {
        return Ok(file);
    }
    match file.components().count() {
        1 => on_path(value, path).ok_or(BrowserError::NotAProgram(file)),
        _ => Err(BrowserError::NotAProgram(file)),
    }
}

/// The file that a command stands for.
fn on_path(command: &OsStr, path: &OsStr) -> Option<PathBuf> {
    let program = |folder: PathBuf| {
        let plain = folder.join(command);
        let with_ending = folder.join(command).with_extension("exe");
        [plain, with_ending]
            .into_iter()
            .find(|file| is_program(file))
    };
    env::split_paths(path).find_map(program)
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "exe") && file.is_file()
}

fn usual_places() -> Vec<PathBuf> {
    let folder = |name: &str| env::var_os(name).map(PathBuf::from);
    let below = |folders: &[Option<PathBuf>], files: &[&str]| -> Vec<PathBuf> {
        let folders = folders.iter().flatten();
        folders
            .flat_map(|folder| files.iter().map(|file| folder.join(file)))
            .collect()
    };
    if cfg!(target_os = "macos") {
        let own = folder("HOME").map(|home| home.join("Applications"));
        below(&[Some(PathBuf::from("/Applications")), own], &MACOS)
    } else if cfg!(windows) {
        let folders = ["ProgramFiles", "ProgramFiles(x86)", "LocalAppData"].map(folder);
        below(&folders, &WINDOWS)
    } else {
        below(&[Some(PathBuf::from("/snap/bin"))], &COMMANDS[..2])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_names_nothing_is_told() {
        for value in ["no-such-browser", "/no/such/browser"] {
            let error = named(OsStr::new(value), OsStr::new("/no/such/folder")).unwrap_err();
            assert!(error.to_string().contains(value), "{error}");
            assert!(error.to_string().contains(VARIABLE), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn commands_are_programs_on_the_path() {
        let path = OsStr::new("/no/such/folder:/bin:/usr/bin");
        assert!(on_path(OsStr::new("sh"), path).is_some());
        assert_eq!(
            named(OsStr::new("sh"), path).unwrap(),
            on_path(OsStr::new("sh"), path).unwrap()
        );
        // a file that cannot be executed is none
        assert!(on_path(OsStr::new("passwd"), OsStr::new("/etc")).is_none());
    }

    #[test]
    fn without_a_browser_the_message_says_what_to_do() {
        let text = BrowserError::NotFound.to_string();
        assert!(
            text.contains("install") && text.contains(VARIABLE),
            "{text}"
        );
    }
}
