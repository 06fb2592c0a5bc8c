//! Ctrl-C: what is done is printed, and the exit code says that it is not all.
#![cfg(unix)]

mod command;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Command;

#[test]
fn an_interrupt_keeps_what_is_done() {
    // each problem is solved so often that the whole would take hours
    let mut child = command::spawn(&["solve", "-", "--json", "--repeat", "10000"]);
    let problem = r#"{"M": [[2, 1], [1, 2]], "q": [-5, -6]}"#;
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(format!("{problem}\n").repeat(100_000).as_bytes())
        .unwrap();
    drop(stdin);
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    let signal = format!("kill -INT {}", child.id());
    assert!(
        Command::new("sh")
            .args(["-c", &signal])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{stderr}");
    let done = 1 + rest.lines().count();
    for line in std::iter::once(first.as_str()).chain(rest.lines()) {
        let record: serde_json::Value = serde_json::from_str(line).expect("whole lines only");
        assert_eq!(record["status"], "solved");
    }
    let says = format!("interrupted: {done} of 100000 problems done");
    assert!(stderr.contains(&says), "no {says:?} in {stderr}");
}
