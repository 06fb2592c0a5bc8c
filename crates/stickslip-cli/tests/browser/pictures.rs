//! `report --png` and `--frames`.

use crate::command::{Scratch, spawn, stickslip};
use crate::pixels::Picture;
use crate::wanted;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A run of a falling rod in a folder.
fn ran(scratch: &Scratch) -> String {
    let folder = scratch.file("rod");
    let ran = stickslip(&[
        "run",
        "falling-rod",
        "--out",
        &folder,
        "--no-plots",
        "--quiet",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    folder
}

#[test]
fn a_picture_of_a_run() {
    // only to skip where there is none
    if wanted::browser().is_none() {
        return;
    }
    let scratch = Scratch::new("pictures-png");
    let (run, file) = (ran(&scratch), scratch.file("rod.png"));
    let size = ["--size", "320x200"];
    let made = stickslip(&[&["report", &run, "--png", &file, "--at", "0.3"], &size[..]].concat());
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert!(made.stdout.contains("rod.png"), "{}", made.stdout);
    let light = Picture::read(&std::fs::read(&file).unwrap());
    assert_eq!((light.width, light.height), (320, 200));
    assert!(light.colours() > 50);
    let made = stickslip(
        &[
            &["report", &run, "--png", &file, "--dark", "--json"],
            &size[..],
        ]
        .concat(),
    );
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert_eq!(made.records()[1]["file"], *file);
    let dark = Picture::read(&std::fs::read(&file).unwrap());
    assert!(light.differences(&dark) > 320 * 200 / 2);
    // nowhere to write
    let made = stickslip(&["report", &run, "--png", &scratch.file("no/such/rod.png")]);
    assert_eq!(made.code, 1, "{}", made.stdout);
    assert!(made.stderr.contains("rod.png"), "{}", made.stderr);
}

#[test]
fn frames_of_a_run() {
    if wanted::browser().is_none() {
        return;
    }
    let scratch = Scratch::new("pictures-frames");
    let (run, folder) = (ran(&scratch), scratch.file("film"));
    let asked = [
        "report", &run, "--frames", &folder, "--fps", "10", "--size", "161x100",
    ];
    let made = stickslip(&asked);
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert!(made.stdout.contains("ffmpeg"), "{}", made.stdout);
    assert!(made.stdout.contains("pad="), "{}", made.stdout);
    let frame = |n: usize| Path::new(&folder).join(format!("frame-{n:05}.png"));
    let read = |n: usize| Picture::read(&std::fs::read(frame(n)).unwrap());
    let (first, fourth) = (read(1), read(4));
    assert_eq!((first.width, first.height), (161, 100));
    assert!(first.differences(&fourth) > 10, "the rod falls");
    // frames of another film are not mixed with these
    let made = stickslip(&asked);
    assert_eq!(made.code, 2, "{}", made.stdout);
    assert!(made.stderr.contains("frames already"), "{}", made.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_frames_that_are_there() {
    if wanted::browser().is_none() {
        return;
    }
    let scratch = Scratch::new("pictures-interrupt");
    let (run, folder) = (ran(&scratch), scratch.file("film"));
    let many = ["--fps", "3000", "--size", "160x100"];
    let child = spawn(&[&["report", &run, "--frames", &folder], &many[..]].concat());
    let third = Path::new(&folder).join("frame-00003.png");
    let deadline = Instant::now() + Duration::from_secs(60);
    while !third.exists() && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.unwrap().success());
    let ended = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(130), "{told}");
    assert!(told.contains("frames are there"), "{told}");
    assert!(String::from_utf8_lossy(&ended.stdout).contains("ffmpeg"));
    // each is whole
    for frame in std::fs::read_dir(&folder).unwrap().flatten() {
        let picture = Picture::read(&std::fs::read(frame.path()).unwrap());
        assert_eq!((picture.width, picture.height), (160, 100));
    }
}

#[test]
fn without_a_browser_it_is_said_what_to_do() {
    let scratch = Scratch::new("pictures-none");
    let file = scratch.file("x.png");
    let made = Command::new(env!("CARGO_BIN_EXE_stickslip"))
        .args(["report", "anything", "--png", &file])
        .env("STICKSLIP_BROWSER", "no-such-browser")
        .output()
        .unwrap();
    assert_eq!(made.status.code(), Some(2));
    let told = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(
        told.contains("STICKSLIP_BROWSER is no-such-browser"),
        "{told}"
    );
    for wrong in ["12", "0x0", "640x"] {
        let made = stickslip(&["report", "anything", "--png", &file, "--size", wrong]);
        assert_eq!(made.code, 2);
        assert!(made.stderr.contains("1280x720"), "{}", made.stderr);
    }
}
