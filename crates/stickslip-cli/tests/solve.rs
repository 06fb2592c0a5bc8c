//! The real binary: exit codes, JSON, standard input, shipped problems, pipes.

mod command;

use command::{Ran, stickslip, stickslip_with};
use serde_json::Value;

const TWO: &str = r#"{"name": "two", "M": [[2, 1], [1, 2]], "q": [-5, -6]}"#;
const NONE: &str = r#"{"name": "none", "M": [[-1]], "q": [-1]}"#;

fn z(record: &Value) -> Vec<f64> {
    let entries = record["z"].as_array().expect("z is a list");
    entries
        .iter()
        .map(|x| x.as_f64().expect("of numbers"))
        .collect()
}

#[test]
fn solved_is_0_and_the_json_line_has_every_field() {
    let ran = stickslip_with(&["solve", "-", "--json"], TWO.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let records = ran.records();
    assert_eq!(records.len(), 1);
    let record = &records[0];
    for (key, value) in [("name", "two"), ("status", "solved"), ("file", "-")] {
        assert_eq!(record[key], value);
    }
    assert_eq!((&record["line"], &record["n"]), (&1.into(), &2.into()));
    let (found, exact) = (z(record), [4.0 / 3.0, 7.0 / 3.0]);
    assert!(
        found.iter().zip(exact).all(|(a, b)| (a - b).abs() < 1e-9),
        "{found:?}"
    );
    for figure in ["z_negative", "w_negative", "product", "natural", "relative"] {
        assert!(
            record["certificate"][figure].as_f64().unwrap() < 1e-9,
            "{figure}"
        );
    }
    assert!(record["iterations"].is_u64());
    assert!(record["attempts"][0]["method"].is_string());
    for absent in ["seconds", "solutions", "guarantees"] {
        assert!(record.get(absent).is_none(), "{absent}");
    }
}

#[test]
fn not_solved_is_1_and_the_others_are_still_solved() {
    let ran = stickslip_with(&["solve", "-"], format!("{NONE}\n{TWO}\n").as_bytes());
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains("1 solved, 1 not solved"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("proven"), "{}", ran.stdout);
    let ran = stickslip(&["solve", "painleve-none", "--json"]);
    assert_eq!(
        (ran.code, &ran.records()[0]["proves_unsolvable"]),
        (1, &Value::Bool(true))
    );
}

#[test]
fn bad_input_is_2_points_at_the_line_and_solves_nothing() {
    let text =
        format!("{TWO}\n{{\"name\": \"bad\", \"M\": [[1, NaN]], \"q\": [1]}}\n{{\"M\": 1}}\n");
    for args in [&["solve", "-"][..], &["solve", "-", "--json"]] {
        let ran = stickslip_with(args, text.as_bytes());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        for part in [
            "standard input:2:",
            "\"bad\"",
            "M[0][1] is NaN",
            "standard input:3:",
            "M is 1",
        ] {
            assert!(ran.stderr.contains(part), "no {part:?} in {}", ran.stderr);
        }
        assert!(!ran.stderr.contains('\u{1b}'), "no colours in a pipe");
    }
}

#[test]
fn bad_usage_is_2_and_says_what_to_do() {
    for (args, says) in [
        (
            &["solve", "four-leg-tabel"][..],
            "did you mean four-leg-table?",
        ),
        (
            &["solve", "no/such.json"],
            "no/such.json: there is no such file",
        ),
        (&["solve", "."], "is a directory"),
        (
            &["solve", "tp97-example-2"],
            "format is \"contact-problem-1\", which is not solved but analyzed; use `stickslip analyze`",
        ),
        (&["solve", "-", "-"], "more than once"),
        (
            &["solve", "painleve-two", "--method", "magic"],
            "lemke, newton, interior",
        ),
        (
            &["solve", "painleve-two", "--repeat", "0"],
            "whole number from 1",
        ),
        (&["solve"], "<FILE>"),
        (
            &["solve", "pendulum-wall", "--all-solutions"],
            "\"pendulum-wall\" is mlcp-1",
        ),
        (&["frobnicate"], "frobnicate"),
    ] {
        let ran = stickslip(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        assert!(ran.stderr.contains(says), "no {says:?} in {}", ran.stderr);
    }
}

#[test]
fn all_solutions_are_listed() {
    let ran = stickslip(&[
        "solve",
        "painleve-two",
        "four-leg-table",
        "--all-solutions",
        "--json",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let [two, table] = &ran.records()[..] else {
        panic!("two records")
    };
    assert_eq!(two["solutions"]["pieces"].as_array().unwrap().len(), 2);
    assert_eq!(two["solutions"]["complete"], true);
    let pieces = table["solutions"]["pieces"].as_array().unwrap();
    assert_eq!(pieces.len(), 1);
    assert_eq!(pieces[0]["vertices"].as_array().unwrap().len(), 2);
    assert_eq!(pieces[0]["rays"].as_array().unwrap().len(), 0);
    let text = stickslip(&["solve", "four-leg-table", "--all-solutions"]).stdout;
    assert!(
        text.contains("segment") && text.contains("every basis was searched"),
        "{text}"
    );
}

#[test]
fn a_large_search_is_warned_about() {
    let n = 25;
    let row = |i| {
        (0..n)
            .map(|j| if i == j { "1" } else { "0" })
            .collect::<Vec<_>>()
            .join(",")
    };
    let rows: Vec<String> = (0..n).map(|i| format!("[{}]", row(i))).collect();
    let text = format!(r#"{{"M": [{}], "q": {:?}}}"#, rows.join(","), vec![1.0; n]);
    let ran = stickslip_with(
        &["solve", "-", "--all-solutions", "--json"],
        text.as_bytes(),
    );
    assert!(
        ran.stderr.contains("n = 25") && ran.stderr.contains("node limit"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.records().len(), 1);
}

#[test]
fn timing_gives_seconds_and_classes_give_guarantees() {
    let ran = stickslip(&[
        "solve",
        "sliding-block",
        "--repeat",
        "5",
        "--classify",
        "--json",
    ]);
    let record = &ran.records()[0];
    let seconds = record["seconds"].as_f64().unwrap();
    assert!(seconds > 0.0 && seconds < 1.0, "{seconds}");
    assert!(!record["guarantees"].as_array().unwrap().is_empty());
}

#[test]
fn every_shipped_problem_is_listed_and_solves_as_it_should() {
    let listed = stickslip(&["problems", "--json"]).records();
    assert_eq!(listed.len(), 10);
    let text = stickslip(&["problems"]);
    assert_eq!(text.code, 0);
    for entry in &listed {
        let name = entry["name"].as_str().unwrap();
        assert!(
            text.stdout.contains(name) && text.stdout.contains(entry["note"].as_str().unwrap())
        );
        let unsolvable = ["painleve-none", "squeeze"].contains(&name);
        let ran = stickslip(&["solve", name, "--json"]);
        assert_eq!(ran.code, i32::from(unsolvable), "{name}: {}", ran.stdout);
        assert_eq!(ran.records()[0]["proves_unsolvable"], unsolvable, "{name}");
    }
}

#[test]
fn records_keep_the_order_of_several_files() {
    let dir = std::env::temp_dir().join(format!("stickslip-order-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let line = |k| format!("{{\"name\": \"p{k}\", \"M\": [[2]], \"q\": [-{k}]}}\n");
    let files = [0..30, 30..31, 31..100].map(|range| {
        let path = dir.join(format!("{}.jsonl", range.start));
        std::fs::write(&path, range.map(line).collect::<String>()).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let records = stickslip(&["solve", &files[0], &files[1], &files[2], "--json"]).records();
    std::fs::remove_dir_all(&dir).unwrap();
    assert_eq!(records.len(), 100);
    for (k, record) in records.iter().enumerate() {
        assert_eq!(record["name"], format!("p{k}"));
        assert_eq!(z(record), [k as f64 / 2.0]);
        let file = [(31, 2), (30, 1), (0, 0)]
            .into_iter()
            .find(|&(from, _)| k >= from)
            .unwrap()
            .1;
        assert_eq!(record["file"], files[file].as_str());
    }
}

#[test]
fn long_vectors_are_cut_for_people_only() {
    let short = stickslip(&["solve", "box-at-rest"]).stdout;
    assert!(
        short.contains("20 more") && !short.contains('\u{1b}'),
        "{short}"
    );
    assert!(
        !stickslip(&["solve", "box-at-rest", "--full"])
            .stdout
            .contains("more")
    );
    assert_eq!(
        z(&stickslip(&["solve", "box-at-rest", "--json"]).records()[0]).len(),
        40
    );
}

#[test]
fn no_unknowns_is_solved() {
    let ran = stickslip_with(&["solve", "-", "--json"], br#"{"n": 0, "M": [], "q": []}"#);
    assert_eq!(
        (ran.code, &ran.records()[0]["status"]),
        (0, &"solved".into())
    );
}

#[test]
fn a_closed_pipe_is_no_panic() {
    let many = format!("{TWO}\n").repeat(5000);
    for args in [&["solve", "-"][..], &["solve", "-", "--json"]] {
        let Ran { code, stderr, .. } = command::with_closed_stdout(args, many.as_bytes());
        assert_eq!((code, stderr.as_str()), (1, ""), "{args:?}");
    }
    let listed = command::with_closed_stdout(&["problems"], b"");
    assert_eq!((listed.code, listed.stderr.as_str()), (0, ""));
}
