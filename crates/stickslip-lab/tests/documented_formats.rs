//! The examples in the format document are valid, and solve.

use std::sync::atomic::AtomicBool;
use stickslip_lab::problem_file::read;
use stickslip_lab::solve::{Memory, Task, one};

const DOCUMENT: &str = "../../docs/problem-format.md";

#[test]
fn the_documented_examples_are_read_and_solved() {
    // the document is not part of the published crate
    let Ok(text) = std::fs::read_to_string(DOCUMENT) else {
        loud(format_args!("SKIPPED 3 examples: {DOCUMENT} is not there"));
        return;
    };
    let blocks = text
        .split("```json\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next());
    let mut names = Vec::new();
    for block in blocks {
        for problem in read(block.as_bytes(), DOCUMENT).unwrap_or_else(|e| panic!("{}", e[0])) {
            let stop = AtomicBool::new(false);
            let record = one(&problem, &Task::default(), &stop, &mut Memory::default());
            assert!(record.is_solved(), "{record:?}");
            names.push(problem.name);
        }
    }
    assert_eq!(names, ["two-blocks", "ball-and-wall", "puck", "block"]);
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
