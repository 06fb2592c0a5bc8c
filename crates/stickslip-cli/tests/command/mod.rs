//! Runs the real binary.
#![allow(dead_code, reason = "each test file uses its own part")]

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

/// What a run left behind.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    fn new(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        let code = output.status.code().expect("not killed by a signal");
        Self {
            code,
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }

    /// Standard output as JSON lines; every line must be an object.
    pub(crate) fn records(&self) -> Vec<Value> {
        let parse = |line: &str| {
            let value: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
            assert!(value.is_object(), "{line}");
            value
        };
        self.stdout.lines().map(parse).collect()
    }
}

/// Runs the command with nothing on standard input.
pub(crate) fn stickslip(args: &[&str]) -> Ran {
    stickslip_with(args, b"")
}

/// Runs the command in a folder.
pub(crate) fn stickslip_in(folder: &str, args: &[&str]) -> Ran {
    let ran = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output();
    Ran::new(ran.expect("the command ends"))
}

/// Runs the command with the given standard input.
pub(crate) fn stickslip_with(args: &[&str], input: &[u8]) -> Ran {
    let mut child = spawn(args);
    feed(&mut child, input);
    Ran::new(child.wait_with_output().expect("the command ends"))
}

/// Runs the command with a standard output that nobody reads.
pub(crate) fn with_closed_stdout(args: &[&str], input: &[u8]) -> Ran {
    let mut child = spawn(args);
    drop(child.stdout.take());
    feed(&mut child, input);
    Ran::new(child.wait_with_output().expect("the command ends"))
}

/// Starts the command with pipes on all three streams.
pub(crate) fn spawn(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

fn feed(child: &mut Child, input: &[u8]) {
    let mut stdin = child.stdin.take().expect("piped");
    // a command that fails early does not read its input
    let _ = stdin.write_all(input);
}

/// A folder of its own for each test, gone when the test ends.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let folder = format!("stickslip-cli-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&path).expect("the folder for temporary files can be written");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("UTF-8").to_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}
