//! `stickslip analyze` through the real binary.

mod command;

use command::{stickslip, stickslip_with};

#[test]
fn a_drawer_is_told_to_jam_with_remedies() {
    let ran = stickslip(&["analyze", "drawer", "--no-plots"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for words in [
        "verdict      unique (certified)",
        "jam          it can",
        "reducing mu by more than 0.1 (to below 0.5) removes the jam",
    ] {
        assert!(ran.stdout.contains(words), "{words}: {}", ran.stdout);
    }
}

#[test]
fn json_has_what_programs_need() {
    let ran = stickslip(&[
        "analyze",
        "drawer",
        "--sweep",
        "mu=0.1:1",
        "--json",
        "--no-plots",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let record = &ran.records()[0];
    assert_eq!(record["verdict"], "unique (certified)");
    assert_eq!(record["jam"]["exists"], true);
    let threshold = record["jam"]["threshold"].as_f64().unwrap();
    assert!((threshold - 0.5).abs() < 1e-6, "{threshold}");
    assert_eq!(record["solutions"][0]["modes"][0], "stick");
}

#[test]
fn a_problem_can_be_posed_on_standard_input() {
    let text = r#"{"format": "contact-problem-1", "name": "block", "parameters": {"mu": 0.5}, "mass": [2, 2], "force": [5, -20],
                   "contacts": [{"n": [0, 1], "t": [1, 0], "friction": {"coefficient": "$mu", "set": "planar"}}]}"#;
    let ran = stickslip_with(
        &[
            "analyze",
            "-",
            "--sweep",
            "mu=0.1:1",
            "--json",
            "--no-plots",
        ],
        text.as_bytes(),
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let record = &ran.records()[0];
    assert_eq!(record["verdict"], "unique (certified)");
    let threshold = record["jam"]["threshold"].as_f64().unwrap();
    assert!((threshold - 0.25).abs() < 1e-7, "{threshold}");
}

#[test]
fn mistakes_are_told_with_what_to_do() {
    for (args, words) in [
        (vec!["analyze", "drawr"], "did you mean drawer?"),
        (
            vec!["analyze", "drawer", "--sweep", "mu"],
            "write it like mu=0.1:1.2",
        ),
        (
            vec!["analyze", "drawer", "--sweep", "mu=1:0.1"],
            "the first end must be the smaller one",
        ),
        (
            vec!["analyze", "drawer", "--sweep", "foo=0:1"],
            "--sweep foo=0:1: there is no parameter `foo`",
        ),
        (
            vec!["analyze", "drawer", "--at", "-1"],
            "it must be a number of seconds from 0 on",
        ),
        (
            vec!["analyze", "tp97-example-2.json", "--at", "1"],
            "--at is for scenes",
        ),
        (
            vec![
                "analyze", "drawer", "--slip", "nobody", "--sweep", "mu=0:1", "--sweep", "pull=1:2",
            ],
            r#"the contacts are ["rear, left", "front, right"]"#,
        ),
        (
            vec![
                "analyze",
                "drawer",
                "--sweep",
                "mu=0:1",
                "--sweep",
                "pull=1:2",
                "--sweep",
                "width=1:2",
            ],
            "a map has two parameters",
        ),
    ] {
        let ran = stickslip(&args);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.stdout);
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
        // what was never typed is not blamed
        assert!(!ran.stderr.contains("--set:"), "{}", ran.stderr);
    }
}
