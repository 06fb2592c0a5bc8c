//! Frictional contact problems through the real binary.

mod command;

use command::{stickslip, stickslip_with};
use serde_json::Value;

const LCP: &str = r#"{"name": "two", "M": [[2, 1], [1, 2]], "q": [-5, -6]}"#;
const PUCK: &str = r#"{"format": "fc-local-1", "name": "puck", "dim": 3, "nc": 1, "mu": [0.5], "q": [-1, 3, 4], "W": {"row": [0, 1, 2], "col": [0, 1, 2], "val": [1, 1, 1]}}"#;
const HELD_BY_NOTHING: &str = r#"{"format": "fc-local-1", "name": "nothing", "dim": 2, "nc": 1, "mu": [0.5], "q": [-1, 0], "W": [[0, 0], [0, 0]]}"#;

const BLOCK: &str = r#"{"format": "fc-global-1", "name": "block", "dim": 2, "nc": 1, "mu": [0.5], "q": [6, -2], "b": [0, 0], "M": [[2, 0], [0, 2]], "H": {"row": [1, 0], "col": [0, 1], "val": [1, 1]}}"#;

#[test]
fn bodies_have_their_velocities_and_balance() {
    let ran = stickslip_with(&["solve", "-", "--json"], BLOCK.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let record = &ran.records()[0];
    assert_eq!(record["status"], "solved");
    assert_eq!(record["ndof"], 2);
    let v: Vec<f64> = serde_json::from_value(record["v"].clone()).expect("numbers");
    assert!((v[0] - 2.5).abs() < 1e-12 && v[1].abs() < 1e-12, "{v:?}");
    let imbalance = record["certificate"]["imbalance"].as_f64();
    assert!(imbalance.expect("a figure") < 1e-14);
    let text = stickslip_with(&["solve", "-"], BLOCK.as_bytes()).stdout;
    assert!(text.contains("M v = q + H r up to"), "{text}");
    // a local problem has neither
    let record = &stickslip_with(&["solve", "-", "--json"], PUCK.as_bytes()).records()[0];
    assert!(record.get("v").is_none() && record["certificate"].get("imbalance").is_none());
    // named methods solve the reduced problem, and a singular mass is a status
    let ran = stickslip_with(&["solve", "-", "--method", "lemke"], BLOCK.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let singular = BLOCK.replace("[0, 2]]", "[0, 0]]");
    let ran = stickslip_with(&["solve", "-", "--json"], singular.as_bytes());
    assert_eq!(ran.code, 1);
    assert_eq!(ran.records()[0]["status"], "singular");
}

#[test]
fn a_solved_contact_problem_has_every_field() {
    let args = ["solve", "-", "--json", "--repeat", "2"];
    let ran = stickslip_with(&args, PUCK.as_bytes());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let record = &ran.records()[0];
    for (key, value) in [("name", "puck"), ("status", "solved"), ("file", "-")] {
        assert_eq!(record[key], value);
    }
    for (key, value) in [("line", 1), ("dim", 3), ("nc", 1), ("n", 3)] {
        assert_eq!(record[key], value);
    }
    let r: Vec<f64> = serde_json::from_value(record["r"].clone()).expect("numbers");
    for (r, exact) in r.iter().zip([1.0, -0.3, -0.4]) {
        assert!((r - exact).abs() < 1e-9, "{r}");
    }
    for figure in ["absolute", "relative"] {
        assert!(record["certificate"][figure].as_f64().expect("a figure") < 1e-8);
    }
    assert!(record["method"].is_string() && record["iterations"].is_u64());
    assert!(record["seconds"].as_f64().expect("timed") > 0.0);
    let contacts = serde_json::json!({"sticking": 0, "sliding": 1, "open": 0});
    assert_eq!(record["contacts"], contacts);
}

#[test]
fn people_read_what_the_contacts_do() {
    let text = stickslip_with(&["solve", "-"], PUCK.as_bytes()).stdout;
    for part in [
        "puck  1 contact in 3D  solved",
        "passes: relative",
        "0 sticking, 1 sliding, 0 open",
        "r            [",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let text = stickslip(&["solve", "disc-in-groove"]).stdout;
    assert!(text.contains("2 contacts in 2D") && text.contains("groove"));
}

#[test]
fn mixed_lists_keep_their_order_and_what_is_not_solved_is_a_status() {
    let text = format!("{LCP}\n{HELD_BY_NOTHING}\n{PUCK}\n");
    let ran = stickslip_with(&["solve", "-", "--json"], text.as_bytes());
    assert_eq!(ran.code, 1);
    let records = ran.records();
    let names: Vec<&Value> = records.iter().map(|record| &record["name"]).collect();
    assert_eq!(names, ["two", "nothing", "puck"]);
    assert!(records[0]["z"].is_array() && records[2]["r"].is_array());
    assert_ne!(records[1]["status"], "solved");
    assert_eq!(records[1]["proves_unsolvable"], false);
    assert!(records[1].get("contacts").is_none());
    let ran = stickslip_with(&["solve", "-"], text.as_bytes());
    assert!(ran.stdout.contains("2 solved, 1 not solved"));
    assert!(ran.stdout.contains("nothing is proven"), "{}", ran.stdout);
}

#[test]
fn what_makes_no_sense_for_contacts_is_refused() {
    for args in [
        &["solve", "disc-in-groove", "--all-solutions"][..],
        &["solve", "disc-in-groove", "--method", "enumerate"],
    ] {
        let ran = stickslip(args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        for part in ["\"disc-in-groove\" is fc-local-1", "leave --"] {
            assert!(ran.stderr.contains(part), "no {part:?} in {}", ran.stderr);
        }
    }
    let ran = stickslip(&["solve", "disc-in-groove", "--classify", "--method", "lemke"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("not lcp-1"), "{}", ran.stderr);
}

#[test]
fn bad_input_points_at_the_field() {
    let text = PUCK.replace("[0.5]", "[-0.5]");
    let ran = stickslip_with(&["solve", "-"], text.as_bytes());
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    for part in ["standard input:1:", "\"puck\"", "mu[0] is -0.5"] {
        assert!(ran.stderr.contains(part), "no {part:?} in {}", ran.stderr);
    }
}
