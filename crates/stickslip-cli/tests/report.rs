//! The real binary: pages of runs and studies.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod command;

use command::{Scratch, stickslip, stickslip_in};

#[test]
fn a_run_ends_with_the_path_of_its_page() {
    let scratch = Scratch::new("report-run");
    let folder = scratch.file("run");
    let ran = stickslip(&["run", "four-balls", "--out", &folder, "--no-plots"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let last = ran.stdout.lines().last().unwrap();
    let path = last.strip_prefix("report").unwrap().trim();
    let page = std::fs::read_to_string(path).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<title>four-balls</title>"));
    // the same page again, elsewhere
    let other = scratch.file("other.html");
    let ran = stickslip(&["report", &folder, "-o", &other, "--theme", "dark", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let told = &ran.records()[0];
    assert_eq!(told["file"], other.as_str());
    let text = std::fs::read_to_string(&other).unwrap();
    assert_eq!(told["bytes"], text.len());
    assert!(text.contains("data-wish=\"dark\""));
    // a part of it is missing, and the terminal says so too
    let summary = format!("{folder}/summary.json");
    let text = std::fs::read_to_string(&summary).unwrap();
    std::fs::remove_file(&summary).unwrap();
    let ran = stickslip(&["report", &folder, "-o", &other]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let told = format!("warning: {folder}: summary.json cannot be read");
    assert!(ran.stderr.contains(&told), "{}", ran.stderr);
    std::fs::write(&summary, text).unwrap();
    // none is wanted: the old one does not stay
    let args = [
        "run",
        "four-balls",
        "--out",
        &folder,
        "--no-plots",
        "--no-report",
        "--quiet",
    ];
    assert_eq!(stickslip(&args).code, 0);
    assert!(!std::path::Path::new(path).exists());
}

#[test]
fn the_demo_ends_with_a_page() {
    let scratch = Scratch::new("report-demo");
    let folder = scratch.file("");
    let ran = stickslip_in(&folder, &["demo"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let last = ran.stdout.lines().last().unwrap();
    let path = last.strip_prefix("report").unwrap().trim();
    let page = std::fs::read_to_string(std::path::Path::new(&folder).join(path)).unwrap();
    assert!(page.contains("\"command\":\"stickslip run four-balls\""));
}

#[test]
fn studies_have_pages() {
    let scratch = Scratch::new("report-studies");
    let file = scratch.file("page.html");
    let svg = scratch.file("figure.svg");
    for args in [
        vec![
            "converge",
            "falling-rod",
            "--duration",
            "0.5",
            "--out",
            &svg,
            "--report",
            &file,
        ],
        vec!["analyze", "drawer", "--no-plots", "--report", &file],
        vec!["verify", "open-cone", "--report", &file],
    ] {
        let ran = stickslip(&args);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
        assert!(ran.stdout.contains(&file), "{}", ran.stdout);
        let page = std::fs::read_to_string(&file).unwrap();
        assert!(page.contains("\"kind\":\"tables\""), "{args:?}");
        std::fs::remove_file(&file).unwrap();
    }
}

#[test]
fn what_is_no_run_is_bad_input() {
    let ran = stickslip(&["report", "no-such-run"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("no-such-run"), "{}", ran.stderr);
}
