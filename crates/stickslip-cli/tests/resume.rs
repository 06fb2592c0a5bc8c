//! The real binary, stopped by Ctrl-C and by kill -9, goes on as if nothing had happened.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod command;

use command::{Scratch, stickslip};
use std::process::{Child, Command};

fn signal(child: &Child, name: &str) {
    let kill = format!("kill -{name} {}", child.id());
    assert!(
        Command::new("sh")
            .args(["-c", &kill])
            .status()
            .unwrap()
            .success()
    );
}

/// Waits until a table has so many lines.
fn wait_for(file: &str, lines: usize) {
    let found = || std::fs::read_to_string(file).map_or(0, |text| text.lines().count());
    while found() < lines {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

#[test]
fn ctrl_c_and_kill_leave_a_run_that_can_be_finished() {
    let scratch = Scratch::new("resume");
    let (whole, parts) = (scratch.file("whole"), scratch.file("parts"));
    // long enough to be caught in the middle
    let run = [
        "run",
        "four-balls",
        "--h",
        "0.0002",
        "--no-plots",
        "--json",
        "--out",
    ];
    let ran = stickslip(&[&run[..], &[&whole]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);

    // killed without warning
    let begin = [&run[..], &[&parts, "--checkpoint-every", "20"]].concat();
    let mut child = command::spawn(&begin);
    wait_for(&format!("{parts}/trajectory.csv"), 50);
    signal(&child, "KILL");
    child.wait().unwrap();

    // resumed, and stopped by Ctrl-C
    let resume = [&run[..], &[&parts, "--resume"]].concat();
    let child = command::spawn(&resume);
    wait_for(&format!("{parts}/trajectory.csv"), 400);
    signal(&child, "INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("resumed after step "), "{stderr}");

    // what --resume was forgotten for is not lost
    let kept = |file: &str| std::fs::read(format!("{parts}/{file}")).unwrap();
    let before = ["checkpoint.json", "trajectory.csv", "summary.json"].map(kept);
    let forgotten = stickslip(&[&run[..], &[&parts]].concat());
    assert_eq!((forgotten.code, forgotten.stdout.as_str()), (2, ""));
    for way in ["--resume", "--overwrite", "--out", "steps are done"] {
        assert!(forgotten.stderr.contains(way), "{}", forgotten.stderr);
    }
    let after = ["checkpoint.json", "trajectory.csv", "summary.json"].map(kept);
    assert!(before == after, "the unfinished run was touched");

    // other settings are refused, the same are finished
    let other = stickslip(&[&resume[..], &["--impact", "poisson"]].concat());
    assert_eq!((other.code, other.stdout.as_str()), (2, ""));
    assert!(other.stderr.contains("impact"), "{}", other.stderr);
    let ran = stickslip(&resume);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for file in [
        "trajectory.csv",
        "contacts.csv",
        "energy.csv",
        "certificate.csv",
        "run.npz",
    ] {
        let bytes = |folder: &str| std::fs::read(format!("{folder}/{file}")).unwrap();
        assert!(bytes(&whole) == bytes(&parts), "{file} differs");
    }
    assert!(!std::path::Path::new(&format!("{parts}/checkpoint.json")).exists());

    // and then there is nothing left to do
    let again = stickslip(&[
        "run",
        "four-balls",
        "--h",
        "0.0002",
        "--out",
        &parts,
        "--resume",
    ]);
    assert_eq!((again.code, again.stderr.as_str()), (0, ""));
    assert!(again.stdout.contains("finished before"), "{}", again.stdout);
}

#[test]
fn an_unfinished_run_is_replaced_when_that_is_asked_for() {
    let scratch = Scratch::new("overwrite");
    let folder = scratch.file("run");
    let run = [
        "run",
        "four-balls",
        "--h",
        "0.0002",
        "--no-plots",
        "--no-report",
        "--json",
        "--out",
        &folder,
    ];
    let child = command::spawn(&run);
    wait_for(&format!("{folder}/trajectory.csv"), 20);
    signal(&child, "INT");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    // of another length, so that it is the new run that is there afterwards
    let short = ["--overwrite", "--duration", "0.01"];
    let ran = stickslip(&[&run[..], &short].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.records()[0]["steps"], 50);
    // what is finished is replaced as ever
    let ran = stickslip(&[&run[..], &["--duration", "0.01"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}
