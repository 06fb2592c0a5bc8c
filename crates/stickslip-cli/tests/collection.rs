//! The collection of problems kept beside the repository, if it is there: every line gives an object.

mod command;

use std::path::Path;

#[test]
fn every_problem_of_the_collection_gives_an_object() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/lcp");
    for (file, count) in [("lcp.jsonl", 40), ("contact_lcp.jsonl", 48)] {
        let path = folder.join(file);
        let Ok(text) = std::fs::read_to_string(&path) else {
            loud(format_args!(
                "SKIPPED {count} problems: {file} is not there"
            ));
            continue;
        };
        let ran = command::stickslip(&["solve", path.to_str().unwrap(), "--json"]);
        assert!([0, 1].contains(&ran.code), "{}", ran.stderr);
        let records = ran.records();
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        assert_eq!((records.len(), lines.len()), (count, count));
        for (record, line) in records.iter().zip(lines) {
            let problem: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(record["name"], problem["name"]);
            assert_eq!(record["n"], problem["n"]);
            assert_eq!(record["z"].as_array().unwrap().len() as u64, problem["n"]);
            // a word for the end, and never a "solved" that the certificate does not bear out
            if record["status"] == "solved" {
                assert!(
                    record["certificate"]["relative"].as_f64().unwrap() <= 1e-9,
                    "{record}"
                );
            }
            if problem["solvable"] == true {
                assert_eq!(record["proves_unsolvable"], false, "{}", record["name"]);
            }
        }
    }
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
