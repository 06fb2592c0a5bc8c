//! The examples in the format document are valid, and solve.

use complementarity::{Method, Workspace};
use stickslip_lab::problem_file::{Data, read};

const DOCUMENT: &str = "../../docs/problem-format.md";

#[test]
fn the_documented_examples_are_read_and_solved() {
    // the document is not part of the published crate
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED 2 examples: {DOCUMENT} is not there"));
        return;
    };
    let blocks = text
        .split("```json\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let mut names = Vec::new();
    for block in blocks {
        for problem in read(block.as_bytes(), DOCUMENT).unwrap_or_else(|e| panic!("{}", e[0])) {
            let mut workspace = Workspace::default();
            let outcome = match &problem.data {
                Data::Lcp(lcp) => Method::default().solve(lcp, &mut workspace),
                Data::Mlcp(mlcp) => Method::default().solve_mixed(mlcp, &mut workspace),
            };
            assert!(
                outcome.status.is_solved(),
                "{}: {:?}",
                problem.name,
                outcome.status
            );
            names.push(problem.name);
        }
    }
    assert_eq!(names, ["two-blocks", "ball-and-wall"]);
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
