//! Files the fuzzer found interesting, replayed: problems or located errors, never a panic, and an exact round trip.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::path::Path;
use stickslip_lab::problem_file::{read, write};

#[test]
fn the_parser_survives_the_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/parser");
    let Ok(files) = std::fs::read_dir(&corpus) else {
        loud(format_args!("SKIPPED the fuzz corpus: not in this package"));
        return;
    };
    let (mut good, mut bad) = (0, 0);
    for file in files {
        let path = file.unwrap().path();
        match read(std::fs::read(&path).unwrap().as_slice(), "corpus") {
            Ok(problems) => {
                for problem in &problems {
                    let mut text = Vec::new();
                    write(problem, &mut text).unwrap();
                    let again = read(text.as_slice(), "again").unwrap();
                    assert_eq!(again[0].data, problem.data, "{path:?}");
                }
                good += 1;
            }
            Err(errors) => {
                assert!(!errors.is_empty(), "{path:?}");
                bad += 1;
            }
        }
    }
    assert!(
        good >= 5 && bad >= 20,
        "{good} good and {bad} bad files in {corpus:?}"
    );
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
