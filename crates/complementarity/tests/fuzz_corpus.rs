//! Inputs the fuzzer found interesting, replayed: no panic, no false "solved".

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use complementarity::{Certificate, Method, TOLERANCE, Workspace, generate};
use std::path::Path;

#[test]
fn lemke_and_auto_survive_the_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/lemke");
    let Ok(files) = std::fs::read_dir(&corpus) else {
        loud(format_args!("SKIPPED the fuzz corpus: not in this package"));
        return;
    };
    let mut count = 0;
    for file in files {
        let path = file.unwrap().path();
        let lcp = generate::from_bytes(&std::fs::read(&path).unwrap());
        for name in ["lemke", "auto"] {
            let method = Method::parse(name).unwrap();
            let outcome = method.solve(&lcp, &mut Workspace::default());
            assert!(
                outcome.z.iter().all(|z| z.is_finite()),
                "{name} on {path:?}"
            );
            let certificate = Certificate::of(&lcp, &outcome.z);
            assert_eq!(certificate, outcome.certificate, "{name} on {path:?}");
            let passes = certificate.passes(TOLERANCE);
            assert!(
                !outcome.status.is_solved() || passes,
                "{name} on {path:?}: {outcome:?}"
            );
        }
        count += 1;
    }
    assert!(count >= 20, "only {count} inputs in {corpus:?}");
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
