//! The folder that a browser keeps its files in: fresh for each, and gone with it.

use super::BrowserError;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// Removed when dropped.
#[derive(Debug)]
pub(super) struct Profile(PathBuf);

impl Profile {
    pub(super) fn new() -> Result<Self, BrowserError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        // the clock keeps apart what an earlier process of the same number may have left
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let name = format!(
            "stickslip-browser-{}-{}-{:x}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed),
            now.unwrap_or_default().as_nanos()
        );
        let path = std::env::temp_dir().join(name);
        // not create_dir_all: a folder that is there already is not ours
        match std::fs::create_dir(&path) {
            Ok(()) => Ok(Self(path)),
            Err(source) => Err(BrowserError::Profile { path, source }),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        // processes that were just ended may still hold or write files
        for _ in 0..40 {
            if std::fs::remove_dir_all(&self.0).is_ok() || !self.0.exists() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}
