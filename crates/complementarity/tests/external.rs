//! Third-party problems, read from a folder beside the repository when it is there.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use complementarity::{Certificate, Lcp, Matrix, Method, Status, Workspace};
use std::path::Path;

struct Problem {
    name: String,
    lcp: Lcp,
    solvable: bool,
}

/// The problems of a file, or `None` (loudly) where the folder is absent.
fn read(file: &str, count: usize) -> Option<Vec<Problem>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/lcp")
        .join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        loud(format_args!(
            "SKIPPED {count} problems: no {file} beside the repository"
        ));
        return None;
    };
    let problems: Vec<Problem> = text
        .lines()
        .map(|line| {
            let v: serde_json::Value = serde_json::from_str(line).unwrap();
            let rows: Vec<Vec<f64>> = serde_json::from_value(v["M"].clone()).unwrap();
            let q: Vec<f64> = serde_json::from_value(v["q"].clone()).unwrap();
            Problem {
                name: v["name"].as_str().unwrap().into(),
                lcp: Lcp::new(Matrix::from_rows(&rows).unwrap(), q).unwrap(),
                solvable: v["solvable"].as_bool().unwrap(),
            }
        })
        .collect();
    assert_eq!(problems.len(), count);
    Some(problems)
}

/// ‖z − max(0, z − w)‖₂ / ‖q‖₂, computed here once more and independently of the crate.
fn residual(lcp: &Lcp, z: &[f64]) -> f64 {
    let n = lcp.len();
    let (mut error, mut size) = (0.0, 0.0);
    for i in 0..n {
        let w = lcp.q()[i] + (0..n).map(|j| lcp.m()[(i, j)] * z[j]).sum::<f64>();
        error += (z[i] - (z[i] - w).max(0.0)).powi(2);
        size += lcp.q()[i].powi(2);
    }
    if error == 0.0 {
        0.0
    } else {
        (error / size).sqrt()
    }
}

fn check(file: &str, count: usize) {
    let Some(problems) = read(file, count) else {
        return;
    };
    let mut ws = Workspace::default();
    for Problem {
        name,
        lcp,
        solvable,
    } in &problems
    {
        let outcome = Method::Auto.solve(lcp, &mut ws);
        if *solvable {
            assert!(
                outcome.status.is_solved(),
                "{name}: {} {:?}",
                outcome.status.word(),
                outcome.attempts
            );
            assert!(
                residual(lcp, &outcome.z) <= 1e-9,
                "{name}: {}",
                residual(lcp, &outcome.z)
            );
            assert!(
                outcome.z.iter().all(|z| *z >= 0.0),
                "{name}: {:?}",
                outcome.z
            );
        } else {
            assert!(
                outcome.status.proves_unsolvable(),
                "{name}: {}",
                outcome.status.word()
            );
            if let Status::Ray(ray) = &outcome.status {
                let y = ray.infeasible.as_ref().unwrap();
                let pull = lcp.m().transpose_mul(y);
                assert!(
                    y.iter().all(|y| *y >= 0.0) && pull.iter().all(|x| *x <= 1e-10),
                    "{name}: {y:?}"
                );
            }
        }
    }
}

#[test]
fn forty_linear_complementarity_problems() {
    check("lcp.jsonl", 40);
}

#[test]
fn forty_eight_contact_problems() {
    check("contact_lcp.jsonl", 48);
}

/// The single methods are not asked to solve everything, but never to claim what is not so.
#[test]
fn no_method_claims_more_than_its_certificate() {
    for (file, count) in [("lcp.jsonl", 40), ("contact_lcp.jsonl", 48)] {
        let Some(problems) = read(file, count) else {
            continue;
        };
        for name in ["lemke", "newton", "interior", "homotopy"] {
            let method = Method::parse(name).unwrap();
            let mut solved = 0;
            for problem in &problems {
                let outcome = method.solve(&problem.lcp, &mut Workspace::default());
                assert_eq!(
                    Certificate::of(&problem.lcp, &outcome.z),
                    outcome.certificate
                );
                assert!(!outcome.status.is_solved() || outcome.certificate.passes(1e-9));
                assert!(
                    problem.solvable || !outcome.status.is_solved(),
                    "{name} solved {}",
                    problem.name
                );
                solved += usize::from(outcome.status.is_solved());
            }
            println!("{name}: {solved} of {count} problems of {file} solved");
            assert!(
                solved * 10 >= count * 7,
                "{name} solved only {solved} of {count}"
            );
        }
    }
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
