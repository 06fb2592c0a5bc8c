//! Every way a file can be wrong, and that the message says where, in what, what and what to do.

use super::*;

/// The first message for a text, checked to contain all of `parts`.
fn fault(text: &str, parts: &[&str]) -> String {
    let faults = read(text.as_bytes(), "some.json").expect_err("the text is faulty");
    let message = faults[0].to_string();
    for part in parts.iter().chain(&["some.json"]) {
        assert!(message.contains(part), "no {part:?} in: {message}");
    }
    message
}

fn good(text: &str) -> Vec<Problem> {
    read(text.as_bytes(), "some.json").unwrap_or_else(|e| panic!("{}", e[0]))
}

#[test]
fn an_object_lines_and_a_list_are_read() {
    let one = r#"{"name": "a", "M": [[2]], "q": [-1], "props": {"x": [null]}, "note": 3}"#;
    assert_eq!(good(one)[0].name, "a");
    let pretty = "{\n\n \"M\": [\n  [2, 0],\n  [0, 2]\n ],\n \"q\": [1, 2]\n}\n";
    assert_eq!(
        (good(pretty)[0].name.as_str(), good(pretty)[0].len()),
        ("line-1", 2)
    );
    let lines = good(&format!("\n{one}\r\n\n{pretty}{one}"));
    assert_eq!(lines.iter().map(|p| p.line).collect::<Vec<_>>(), [2, 4, 12]);
    let list = good(&format!("[\n{one},\n {pretty}, {one}]"));
    assert_eq!(list.iter().map(|p| p.line).collect::<Vec<_>>(), [2, 3, 11]);
}

#[test]
fn no_unknowns_is_a_problem() {
    let empty = good(r#"{"format": "lcp-1", "n": 0, "M": [], "q": []}"#);
    assert!(empty[0].is_empty() && !empty[0].is_mixed());
    assert!(good(r#"{"format": "mlcp-1", "M": [], "q": [], "free": []}"#)[0].is_mixed());
}

#[test]
fn rows_of_a_matrix_are_rows() {
    let p = &good(r#"{"M": [[1, 2], [3, 4]], "q": [5, 6]}"#)[0];
    assert_eq!(
        (p.lcp().unwrap().m()[(0, 1)], p.lcp().unwrap().m()[(1, 0)]),
        (2.0, 3.0)
    );
}

#[test]
fn wrong_lengths_are_named() {
    let text = "\n\n{\"name\": \"x\", \"M\": [[1,2,3],[1,2,3],[1,2]], \"q\": [1,2,3]}";
    fault(
        text,
        &[":3:", "\"x\"", "M[2] has 2 entries, expected 3", "square"],
    );
    fault(
        r#"{"M": [[1,2],[3,4]], "q": [1]}"#,
        &[":1:", "q has 1 entries but M is 2 × 2"],
    );
    fault(
        r#"{"n": 3, "M": [[1,2],[3,4]], "q": [1, 2]}"#,
        &["M has 2 rows, but n is 3"],
    );
    fault(
        r#"{"M": [[]], "q": []}"#,
        &["M[0] has 0 entries, expected 1"],
    );
}

#[test]
fn values_that_are_no_numbers_are_named() {
    let with = |entry: &str| {
        format!("{{\"name\": \"x\",\n \"M\": [[1, 2], [{entry}, 4]], \"q\": [1, 2]}}")
    };
    let at = [":2:17:", "problem \"x\"", "M[1][0] is"];
    for (entry, says) in [
        ("null", "must be a number"),
        ("\"a string\"", "without quotes"),
        ("true", "must be a number"),
        ("NaN", "Python"),
        ("-Infinity", "finite"),
        ("inf", "finite"),
        ("1e999", "too large"),
        ("-1e999", "too large"),
        ("[3]", "must be a number"),
        ("{}", "must be a number"),
        ("None", "JSON does not know"),
    ] {
        let shown = if entry.len() == 3 && entry.starts_with('[') {
            "["
        } else {
            entry
        };
        let message = fault(&with(entry), &at);
        let shown = if entry == "{}" { "{" } else { shown };
        assert!(
            message.contains(&format!("is {shown}")) && message.contains(says),
            "{message}"
        );
    }
    fault(r#"{"M": [[1]], "q": [NaN]}"#, &["q[0] is NaN"]);
}

#[test]
fn wrong_shapes_are_named() {
    fault(
        r#"{"M": 3, "q": []}"#,
        &["M is 3; it must be a list of rows"],
    );
    fault(r#"{"M": [3], "q": [1]}"#, &["M[0] is 3; it must be a row"]);
    fault(r#"{"M": [[1], null], "q": [1]}"#, &["M[1] is null"]);
    fault(
        r#"{"M": [[1]], "q": 1}"#,
        &["q is 1; it must be a list of numbers"],
    );
    fault(
        r#"{"n": -1, "M": [[1]], "q": [1]}"#,
        &["n is -1; it must be the number of rows"],
    );
    fault(
        r#"{"name": 7, "M": [[1]], "q": [1]}"#,
        &["name is 7; it must be a string"],
    );
    fault("3", &["the problem is 3", "JSON object"]);
    fault("[3]", &["the problem is 3", "JSON object"]);
    fault(r#"{"q": []}"#, &["there is no M; add it"]);
    fault(
        r#"{"name": "x", "M": []}"#,
        &["there is no q; add it", "\"x\""],
    );
    fault(r#"{"M": [], "q": [], "M": []}"#, &["M is given twice"]);
}

#[test]
fn equations_are_checked() {
    let with = |free: &str| {
        format!(r#"{{"format": "mlcp-1", "M": [[1,2],[3,4]], "q": [1,2], "free": {free}}}"#)
    };
    assert_eq!(good(&with("[1]"))[0].len(), 2);
    fault(&with("[0, 9]"), &["free[1] = 9 is out of range", "2 rows"]);
    fault(
        &with("[1, 0, 1]"),
        &["free[2] = 1 is a duplicate of free[0]"],
    );
    fault(&with("[-1]"), &["free[0] is -1; it must be a row number"]);
    fault(&with("true"), &["free is true; it must be a list"]);
    fault(
        r#"{"format": "mlcp-1", "M": [], "q": []}"#,
        &["there is no free; add it"],
    );
    fault(
        r#"{"M": [[1]], "q": [1], "free": [0]}"#,
        &["write \"format\": \"mlcp-1\""],
    );
    assert!(!good(r#"{"M": [[1]], "q": [1], "free": []}"#)[0].is_mixed());
}

#[test]
fn formats_are_checked_before_shapes() {
    fault(
        r#"{"format": "lcp-2", "M": [], "q": []}"#,
        &["format is \"lcp-2\"", "reads \"lcp-1\""],
    );
    fault(r#"{"format": "qp-1", "H": 3}"#, &["format is \"qp-1\""]);
    fault(
        r#"{"format": 1, "M": [], "q": []}"#,
        &["format is 1; it must be a string"],
    );
}

#[test]
fn text_that_breaks_off_is_placed() {
    fault(
        "{\"name\": \"x\",\n\"M\": [[1, 2], [3",
        &[":2:16:", "\"x\"", "M[1][0]", "truncated"],
    );
    fault("{\"name\": \"x\", \"M\": [[1,", &[":1:", "truncated"]);
    fault("{\"na", &[":1:", "truncated"]);
    fault("[{\"M\": [], \"q\": []},", &[":1:", "truncated"]);
    let cut = "{\"M\": [], \"q\": []}\n{\"M\": [[1, 2\n{\"M\": [], \"q\": []}\n";
    fault(cut, &[":3:1:", "begun on line 2", "M[0]", "truncated"]);
    fault(
        "{\"M\": [[1,,2]], \"q\": []}",
        &["not valid JSON", "M[0][1]"],
    );
    fault("{\"M\": [[1,]], \"q\": []}", &["trailing comma", "M[0][1]"]);
    fault(
        "{\"M\": [], \"q\": []} extra",
        &["trailing characters", "extra"],
    );
    fault("hello", &[":1:1:", "not valid JSON", "hello"]);
}

#[test]
fn nothing_to_read_is_said() {
    fault("", &["holds no problem"]);
    fault("\n  \n", &["holds no problem"]);
    fault("[ ]", &["holds no problem"]);
    let message = |path: &str| read_path(Path::new(path)).unwrap_err()[0].to_string();
    assert!(message("no/such/file.json").contains("no/such/file.json: there is no such file"));
    assert!(message(env!("CARGO_MANIFEST_DIR")).contains("is a directory"));
    let faults = read(&b"{\"name\": \"\xe9\"}"[..], "latin.json").unwrap_err();
    let message = faults[0].to_string();
    assert!(
        message.contains("latin.json:1") && message.contains("0xe9"),
        "{message}"
    );
}

#[test]
fn hostile_depth_is_an_error_and_no_crash() {
    for text in ["[".repeat(3_000_000), "{\"a\":".repeat(1_000_000)] {
        fault(&text, &["truncated"]);
    }
    let deep = format!("{}1{}", "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(
        good(&format!("{{\"M\": [], \"q\": [], \"x\": {deep}}}")).len(),
        1
    );
    fault(&format!("{{\"M\": {deep}, \"q\": []}}"), &["M[0][0] is ["]);
    fault(&deep, &["JSON object"]);
}

#[test]
fn all_faulty_problems_are_listed_up_to_a_limit() {
    let text = "{\"M\": [[1]], \"q\": []}\n{\"M\": [], \"q\": []}\n{\"M\": 1}\n";
    let lines = |text: &str| -> Vec<usize> {
        let faults = read(text.as_bytes(), "f").unwrap_err();
        faults
            .iter()
            .map(|f| f.place.as_ref().map_or(0, |place| place.line))
            .collect()
    };
    assert_eq!(lines(text), [1, 3]);
    assert_eq!(lines(&"x\n".repeat(MOST_FAULTS)).len(), MOST_FAULTS);
    // the last one says, for the file as a whole, that there is more
    let many = lines(&"x\n".repeat(1000));
    assert_eq!((many.len(), many[MOST_FAULTS]), (MOST_FAULTS + 1, 0));
}

#[test]
fn what_is_written_reads_back_to_the_bit() {
    let text = r#"{"format": "mlcp-1", "name": "a\n\"b\" é", "free": [1],
        "M": [[0.1, -0.0, 5e-324], [1.7976931348623157e308, 3, 2.2250738585072011e-308],
        [-0.848076211353316, 1e22, 123456789012345678]], "q": [-9.81, 0.3333333333333333, 1e-7]}"#;
    let plain = r#"{"name": "p", "M": [[7]], "q": [1]}"#;
    for problem in good(text).into_iter().chain(good(plain)) {
        let mut out = Vec::new();
        write(&problem, &mut out).unwrap();
        assert_eq!(out.iter().filter(|&&b| b == b'\n').count(), 1);
        let back = &read(&out[..], "back").unwrap()[0];
        let bits = |p: &Problem| -> Vec<u64> {
            p.lcp()
                .unwrap()
                .m()
                .as_slice()
                .iter()
                .chain(p.lcp().unwrap().q())
                .map(|x| x.to_bits())
                .collect()
        };
        assert_eq!(bits(back), bits(&problem));
        assert_eq!((&back.name, &back.data), (&problem.name, &problem.data));
    }
}
