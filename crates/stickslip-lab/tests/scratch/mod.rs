//! A folder of its own for each test, gone when the test ends.
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]
#![allow(dead_code, reason = "each test file uses its own part")]

use std::path::PathBuf;

pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let folder = format!("stickslip-lab-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}
