//! Every way an fc-global-1 problem can be wrong, and that the message says where, in what, what and what to do.

use super::*;

/// A puck of mass 2 on the ground, its third velocity a spin that touches nothing, over four lines.
const GOOD: &str = r#"{"format": "fc-global-1", "name": "puck", "dim": 2, "nc": 1, "ndof": 3, "note": [1],
 "mu": [0.5], "q": [6, -2, 1], "b": [0, 0],
 "M": {"rows": 3, "cols": 3, "nnz": 3, "row": [0, 1, 2], "col": [0, 1, 2], "val": [2, 2, 1]},
 "H": {"rows": 3, "cols": 2, "nnz": 2, "row": [1, 0], "col": [0, 1], "val": [1, 1]}}"#;

fn read_one(text: &str) -> Problem {
    let mut problems = read(text.as_bytes(), "some.json").unwrap_or_else(|e| panic!("{}", e[0]));
    problems.pop().unwrap()
}

fn global(problem: &Problem) -> &GlobalProblem {
    match &problem.data {
        Data::Global(global) => global,
        _ => panic!("a global contact problem"),
    }
}

/// The message for the good text with one change, checked to contain all of `parts`.
fn fault(from: &str, to: &str, parts: &[&str]) {
    let text = GOOD.replacen(from, to, 1);
    assert_ne!(text, GOOD, "{from:?} is not there");
    let faults = read(text.as_bytes(), "some.json").expect_err("the text is faulty");
    let message = faults[0].to_string();
    for part in parts.iter().chain(&["some.json:", "\"puck\""]) {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

#[test]
fn triplets_and_rows_are_the_same_problem() {
    let problem = read_one(GOOD);
    assert_eq!((problem.len(), problem.format()), (2, "fc-global-1"));
    assert!(problem.is_contact() && !problem.is_mixed() && problem.lcp().is_none());
    let data = global(&problem);
    assert_eq!((data.dim(), data.contacts(), data.velocities()), (2, 1, 3));
    assert_eq!(data.h().collect::<Vec<_>>(), [(0, 1, 1.0), (1, 0, 1.0)]);
    let start = GOOD.find("{\"rows\": 3, \"cols\": 2").unwrap();
    let rows = "[[0, 1], [1, 0], [0, 0]]}";
    let same = read_one(&format!("{}{rows}", &GOOD[..start]));
    assert_eq!(
        global(&same).reduce().unwrap().problem(),
        data.reduce().unwrap().problem()
    );
    // the counts are optional
    let without = GOOD
        .replace("\"ndof\": 3, ", "")
        .replace("\"nnz\": 3, ", "");
    assert_eq!(read_one(&without).data, problem.data);
}

#[test]
fn what_is_written_reads_back() {
    let problem = read_one(GOOD);
    let mut text = Vec::new();
    write(&problem, &mut text).unwrap();
    assert_eq!(
        read_one(std::str::from_utf8(&text).unwrap()).data,
        problem.data
    );
}

#[test]
fn missing_and_doubled_fields_are_named() {
    for (from, field) in [
        ("\"dim\": 2, ", "no dim;"),
        ("\"nc\": 1, ", "no nc;"),
        ("\"mu\": [0.5], ", "no mu;"),
        ("\"b\": [0, 0],", "no b;"),
        (", \"val\": [2, 2, 1]", "no M.val;"),
        (", \"val\": [1, 1]", "no H.val;"),
        ("\"row\": [1, 0], ", "no H.row;"),
    ] {
        fault(from, "", &[field, "needs dim, nc, mu, q, b, and M and H"]);
    }
    let twice = "\"row\": [1], \"col\": [0, 1]";
    fault("\"col\": [0, 1]", twice, &["H.row is given twice"]);
}

#[test]
fn lengths_and_counts_must_agree() {
    fault(
        "\"ndof\": 3",
        "\"ndof\": 4",
        &["q has 3 entries, expected 4", "ndof"],
    );
    fault(
        "\"b\": [0, 0]",
        "\"b\": [0]",
        &["b has 1 entries, expected 2", "dim × nc"],
    );
    fault("[0.5]", "[0.5, 1]", &["mu has 2 entries, expected 1"]);
    let cols = "\"cols\": 4, \"nnz\": 2";
    fault(
        "\"cols\": 2, \"nnz\": 2",
        cols,
        &["H.cols is 4", "dim × nc is 2"],
    );
    let rows = "\"rows\": 4, \"cols\": 2";
    fault(
        "\"rows\": 3, \"cols\": 2",
        rows,
        &["H.rows is 4", "ndof", "is 3"],
    );
    fault(
        "\"nnz\": 2",
        "\"nnz\": 1",
        &["H.row has 2 entries, expected 1"],
    );
}

#[test]
fn places_must_exist_and_be_given_once() {
    let (good, far) = ("\"row\": [1, 0]", "\"row\": [3, 0]");
    fault(good, far, &["H.row[0] = 3 is out of range", "H is 3 × 2"]);
    let (good, far) = ("\"col\": [0, 1]", "\"col\": [0, 2]");
    // M begins with the same text
    let text = GOOD.replace(good, far);
    let message = read(text.as_bytes(), "some.json").unwrap_err()[0].to_string();
    assert!(
        message.contains("H.col[1] = 2 is out of range"),
        "{message}"
    );
    let twice = "\"row\": [0, 1, 1], \"col\": [0, 1, 1]";
    let good = "\"row\": [0, 1, 2], \"col\": [0, 1, 2]";
    fault(
        good,
        twice,
        &["M.row[2] and M.col[2] name entry (1, 1)", "triplet 1"],
    );
}

#[test]
fn values_must_make_sense() {
    fault("\"dim\": 2", "\"dim\": 4", &["dim is 4"]);
    fault("[0.5]", "[-0.5]", &["mu[0] is -0.5"]);
    fault(
        "\"val\": [1, 1]",
        "\"val\": [1, \"a\"]",
        &["H.val[1] is \"a\""],
    );
}
