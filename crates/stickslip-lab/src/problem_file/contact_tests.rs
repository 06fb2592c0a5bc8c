//! Every way an fc-local-1 problem can be wrong, and that the message says where, in what, what and what to do.

use super::*;

/// Two planar contacts, W in triplets, over three lines.
const GOOD: &str = r#"{"format": "fc-local-1", "name": "pair", "dim": 2, "nc": 2, "note": [1],
 "mu": [0.5, 0], "q": [-1, 0.25, -2, 0],
 "W": {"rows": 4, "cols": 4, "nnz": 5, "row": [0, 1, 2, 3, 0], "col": [0, 1, 2, 3, 3], "val": [1, 2, 3, 4, 5]}}"#;

fn read_one(text: &str) -> Problem {
    let mut problems = read(text.as_bytes(), "some.json").unwrap_or_else(|e| panic!("{}", e[0]));
    problems.pop().unwrap()
}

/// The message for the good text with one change, checked to contain all of `parts`.
fn fault(from: &str, to: &str, parts: &[&str]) {
    let text = GOOD.replacen(from, to, 1);
    assert_ne!(text, GOOD, "{from:?} is not there");
    let faults = read(text.as_bytes(), "some.json").expect_err("the text is faulty");
    let message = faults[0].to_string();
    for part in parts.iter().chain(&["some.json:"]) {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
}

fn contact(problem: &Problem) -> &ContactData {
    match &problem.data {
        Data::Contact(contact) => contact,
        _ => panic!("a contact problem"),
    }
}

#[test]
fn triplets_and_rows_are_the_same_problem() {
    let problem = read_one(GOOD);
    assert_eq!((problem.name.as_str(), problem.len()), ("pair", 4));
    assert!(problem.is_contact() && !problem.is_mixed() && problem.lcp().is_none());
    let data = contact(&problem);
    assert_eq!((data.dim(), data.problem().contacts().len()), (2, 2));
    assert_eq!(data.mu().collect::<Vec<_>>(), [0.5, 0.0]);
    assert_eq!(data.problem().w()[(0, 3)], 5.0);
    assert_eq!(data.problem().w()[(3, 0)], 0.0);
    let start = GOOD.find("{\"rows\"").unwrap();
    let rows = "[[1, 0, 0, 5], [0, 2, 0, 0], [0, 0, 3, 0], [0, 0, 0, 4]]}";
    assert_eq!(
        read_one(&format!("{}{rows}", &GOOD[..start])).data,
        problem.data
    );
    // the counts are optional
    let without = GOOD.replace("\"rows\": 4, \"cols\": 4, \"nnz\": 5, ", "");
    assert_eq!(read_one(&without).data, problem.data);
}

#[test]
fn no_contacts_is_a_problem() {
    let text = r#"{"format": "fc-local-1", "dim": 3, "nc": 0, "mu": [], "q": [], "W": []}"#;
    assert!(read_one(text).is_empty());
}

#[test]
fn missing_and_doubled_fields_are_named() {
    for (from, field) in [
        ("\"dim\": 2, ", "no dim;"),
        ("\"nc\": 2, ", "no nc;"),
        ("\"mu\": [0.5, 0], ", "no mu;"),
        ("\"q\": [-1, 0.25, -2, 0],", "no q;"),
        ("\"row\": [0, 1, 2, 3, 0], ", "no W.row;"),
        (", \"val\": [1, 2, 3, 4, 5]", "no W.val;"),
    ] {
        fault(
            from,
            "",
            &[field, "needs dim, nc, mu, q, and W", "\"pair\""],
        );
    }
    fault("\"nc\": 2", "\"nc\": 2, \"nc\": 2", &["nc is given twice"]);
    fault(
        "\"col\"",
        "\"row\": [1], \"col\"",
        &["W.row is given twice"],
    );
}

#[test]
fn wrong_lengths_and_counts_are_named() {
    let at = "\"pair\"";
    fault(
        "[0.5, 0]",
        "[0.5]",
        &[at, "mu has 1 entries, expected 2", "per contact"],
    );
    fault(
        "-2, 0]",
        "-2]",
        &[at, ":2:", "q has 3 entries, expected 4", "dim × nc"],
    );
    fault("\"nc\": 2", "\"nc\": 3", &["mu has 2 entries, expected 3"]);
    fault(
        "\"rows\": 4",
        "\"rows\": 5",
        &[":3:", "W.rows is 5, but dim × nc is 4"],
    );
    fault("\"cols\": 4", "\"cols\": 1", &["W.cols is 1"]);
    fault(
        "\"nnz\": 5",
        "\"nnz\": 6",
        &["W.row has 5 entries, expected 6"],
    );
    fault(
        "4, 5]",
        "4]",
        &["W.val has 4 entries, expected 5", "per triplet"],
    );
    let dense = |rows: &str| {
        let start = GOOD.find("{\"rows\"").unwrap();
        let text = format!("{}{rows}}}", &GOOD[..start]);
        read(text.as_bytes(), "f").unwrap_err()[0].to_string()
    };
    assert!(dense("[[1]]").contains("W has 1 entries, expected 4"));
    let short = dense("[[1, 2, 3, 4], [1], [], []]");
    assert!(short.contains("W[1] has 1 entries, expected 4"), "{short}");
    let word = dense("[[1, 2, \"x\", 4]]");
    assert!(
        word.contains("W[0][2] is \"x\"; it must be a number"),
        "{word}"
    );
}

#[test]
fn values_out_of_range_are_named() {
    fault("\"dim\": 2", "\"dim\": 4", &["dim is 4", "2 rows", "or 3"]);
    fault(
        "\"dim\": 2",
        "\"dim\": \"2\"",
        &["dim is \"2\"; it must be 2 or 3"],
    );
    fault(
        "\"nc\": 2",
        "\"nc\": -1",
        &["nc is -1; it must be the number of contacts"],
    );
    fault(
        "[0.5, 0]",
        "[0.5, -0.1]",
        &[":2:14:", "mu[1] is -0.1", "not negative"],
    );
    fault(
        "\"row\": [0, 1",
        "\"row\": [0, 4",
        &[":3:", "W.row[1] = 4 is out of range", "4 × 4"],
    );
    fault(
        "\"col\": [0",
        "\"col\": [9",
        &["W.col[0] = 9 is out of range"],
    );
    fault(
        "\"row\": [0, 1",
        "\"row\": [0, -1",
        &["W.row[1] is -1; it must be a row or column number"],
    );
    fault("0.25", "NaN", &["q[1] is NaN", "finite"]);
    fault("0.25", "1e999", &["q[1] is 1e999, too large"]);
    fault(
        "\"val\": [1",
        "\"val\": [null",
        &["W.val[0] is null; it must be a number"],
    );
    fault(
        "\"col\": [0, 1, 2, 3, 3]",
        "\"col\": [0, 1, 2, 3, 0]",
        &[":3:", "W.row[4]", "(0, 0)", "triplet 0", "once"],
    );
    fault(
        "\"W\": {",
        "\"W\": 7, \"x\": {",
        &["W is 7; it must be an object"],
    );
    fault("fc-local-1", "fc-local-2", &["format is \"fc-local-2\""]);
}

#[test]
fn a_short_file_cannot_ask_for_endless_memory() {
    let nc = contact::MOST_ROWS / 3 + 1;
    let list = |n: usize| vec!["0"; n].join(",");
    let text = format!(
        r#"{{"format": "fc-local-1", "dim": 3, "nc": {nc}, "mu": [{}], "q": [{}], "W": {{"row": [], "col": [], "val": []}}}}"#,
        list(nc),
        list(3 * nc)
    );
    let message = read(text.as_bytes(), "f").unwrap_err()[0].to_string();
    assert!(
        message.contains("more than the") && message.contains("split"),
        "{message}"
    );
}

#[test]
fn what_is_written_reads_back_to_the_bit() {
    let tricky = GOOD
        .replace("[1, 2, 3", "[0.1, -0.0, 5e-324")
        .replace("-2,", "1.7976931348623157e308,");
    for problem in [read_one(GOOD), read_one(&tricky)] {
        let mut out = Vec::new();
        write(&problem, &mut out).unwrap();
        assert_eq!(out.iter().filter(|&&b| b == b'\n').count(), 1);
        let back = &read(&out[..], "back").unwrap()[0];
        assert_eq!((&back.name, &back.data), (&problem.name, &problem.data));
        let bits = |p: &Problem| -> Vec<u64> {
            let w = contact(p).problem().w().as_slice().iter();
            w.map(|x| x.to_bits()).collect()
        };
        assert_eq!(bits(back), bits(&problem));
    }
}

#[test]
fn text_that_breaks_off_is_placed() {
    for cut in (1..GOOD.len()).filter(|&cut| GOOD.is_char_boundary(cut)) {
        assert!(read(&GOOD.as_bytes()[..cut], "cut").is_err(), "{cut}");
    }
    let cut = &GOOD[..GOOD.find("3, 4, 5]").unwrap()];
    let message = read(cut.as_bytes(), "cut").unwrap_err()[0].to_string();
    assert!(
        message.contains("W.val[2]") && message.contains("truncated"),
        "{message}"
    );
}
