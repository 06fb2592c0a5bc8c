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
fn each_branch_has_a_page_and_all_pages_name_each_other() {
    let scratch = Scratch::new("branch-pages");
    let out = scratch.file("cube");
    let ran = stickslip(&[
        "run",
        "tp97-example-2",
        "--set",
        "mu=0.75",
        "--duration",
        "0.01",
        "--out",
        &out,
        "--no-plots",
        "--watch-uniqueness",
        "--branch",
        "3",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let described = |folder: &str| -> serde_json::Value {
        let html = std::fs::read_to_string(format!("{folder}/report.html")).unwrap();
        let (_, rest) = html.split_once("id=\"page\">").unwrap();
        let (json, _) = rest.split_once("</script>").unwrap();
        serde_json::from_str(json).unwrap()
    };
    let count = described(&out)["branches"].as_array().unwrap().len();
    assert!(count >= 2);
    let folders: Vec<String> = (1..=count)
        .map(|number| match number {
            1 => out.clone(),
            _ => format!("{out}/branch-{number}"),
        })
        .collect();
    // from every page to every other, by relative links that lead to a file
    for (at, folder) in folders.iter().enumerate() {
        for (to, branch) in (described(folder)["branches"].as_array().unwrap().iter()).enumerate() {
            assert_eq!(branch["here"], at == to);
            match branch["href"].as_str() {
                None => assert_eq!(at, to),
                Some(href) => {
                    let there = std::fs::canonicalize(format!("{folder}/{href}")).unwrap();
                    let own = std::fs::canonicalize(format!("{}/report.html", folders[to]));
                    assert_eq!(there, own.unwrap());
                }
            }
        }
    }
    // made again, alone and with all branches
    let inside = &folders[1];
    std::fs::remove_file(format!("{inside}/report.html")).unwrap();
    let ran = stickslip(&["report", inside]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(described(inside)["branches"][1]["here"], true);
    std::fs::remove_file(format!("{inside}/report.html")).unwrap();
    let ran = stickslip(&["report", &out]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(described(inside)["branches"].is_array());
    // elsewhere it cannot say where they are
    let other = scratch.file("elsewhere.html");
    let ran = stickslip(&["report", &out, "--out", &other]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let html = std::fs::read_to_string(&other).unwrap();
    assert!(html.contains("Run 2") && !html.contains("branch-2/report.html"));
    // a branch that was thrown away is named, and no page leads to it
    std::fs::remove_dir_all(inside).unwrap();
    let ran = stickslip(&["report", &out]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(described(&out)["branches"][1]["href"].is_null());
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
