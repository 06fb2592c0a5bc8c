//! The real binary looks for other motions and follows them.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod command;

use command::{Scratch, stickslip};

#[test]
fn example_2_of_trinkle_and_pang_jams_in_one_branch_and_slides_in_the_other() {
    let scratch = Scratch::new("branch");
    let out = scratch.file("cube");
    let args = [
        "run",
        "tp97-example-2",
        "--set",
        "mu=0.75",
        "--duration",
        "0.02",
        "--out",
        &out,
        "--no-plots",
        "--watch-uniqueness",
        "--branch",
        "2",
    ];
    let ran = stickslip(&args);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    for part in [
        "uniqueness   20 steps looked at: ",
        "step 1, t = 0.000000 s: all 3 contacts: ",
        "branches     1  this run: finished at t = 0.020000 s, ",
        "2  from 1 at step 1 (t = 0.000000 s), all 3 contacts: ",
        ", at rest",
        ", largest speed ",
        "; branch-2\n",
    ] {
        assert!(ran.stdout.contains(part), "no {part:?} in {}", ran.stdout);
    }
    let ran = stickslip(&[&args[..], &["--json"]].concat());
    let record = &ran.records()[0];
    let branches = record["branches"]["branches"].as_array().unwrap();
    let speeds: Vec<f64> = (branches.iter())
        .map(|branch| branch["largest_speed"].as_f64().unwrap())
        .collect();
    assert_eq!(speeds.len(), 2);
    assert!(speeds.iter().any(|&v| v < 1e-9) && speeds.iter().any(|&v| v > 1e-3));
    // a branch is a run like any other
    let inside = format!("{out}/branch-2");
    let ran = stickslip(&["diff", &out, &inside]);
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(
        ran.stdout.contains("different from step 1 on"),
        "{}",
        ran.stdout
    );
}

#[test]
fn what_cannot_be_watched_or_branched_is_refused() {
    let scratch = Scratch::new("no-branch");
    let out = scratch.file("rod");
    for (arguments, says) in [
        (vec!["falling-rod", "--branch", "2"], "fixed-point"),
        (vec!["painleve-rod", "--branch", "0"], "from 1"),
        (vec!["painleve-rod", "--watch-uniqueness=0"], "from 1"),
        (
            vec!["painleve-rod", "--branch", "2", "--resume"],
            "cannot be used with",
        ),
    ] {
        let ran = stickslip(&[&["run"], &arguments[..], &["--out", &out]].concat());
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(says), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn a_table_on_four_legs_is_not_marked() {
    let scratch = Scratch::new("no-mark");
    let out = scratch.file("table");
    let ran = stickslip(&[
        "run",
        "four-legged-table",
        "--duration",
        "0.05",
        "--watch-uniqueness=4",
        "--out",
        &out,
        "--no-plots",
    ]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    let told = "uniqueness   3 steps looked at: no motion found but those that were taken";
    assert!(ran.stdout.contains(told), "{}", ran.stdout);
}
