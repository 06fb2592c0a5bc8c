//! Frictional contact problems in reduced form: small ones with known answers, and third-party ones where they are at hand.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::path::Path;
use std::sync::atomic::AtomicBool;
use stickslip_lab::problem_file::{Data, Problem, read, read_path};
use stickslip_lab::solve::{Memory, Task, one};
use stickslip_lab::stickslip::{NaturalMap, ReducedProblem};
use stickslip_lab::{ContactFinding, Finding, Modes};

/// Contacts of the largest third-party problem that is tried.
const MOST_CONTACTS: usize = 60;

fn reduced(problem: &Problem) -> &ReducedProblem {
    match &problem.data {
        Data::Contact(contact) => contact.problem(),
        _ => panic!("{} is a contact problem", problem.name),
    }
}

fn solve(problem: &Problem) -> ContactFinding {
    let stop = AtomicBool::new(false);
    match one(problem, &Task::default(), &stop, &mut Memory::default()).finding {
        Finding::Contact(finding) => *finding,
        Finding::Lcp(_) => panic!("{} is a contact problem", problem.name),
    }
}

/// One contact in space with W = diag(1/2, 1, 1).
fn point(mu: f64, q: [f64; 3]) -> Problem {
    let text = format!(
        r#"{{"format": "fc-local-1", "dim": 3, "nc": 1, "mu": [{mu}], "q": {q:?},
            "W": {{"row": [0, 1, 2], "col": [0, 1, 2], "val": [0.5, 1, 1]}}}}"#
    );
    read(text.as_bytes(), "here").unwrap().pop().unwrap()
}

fn assert_answer(problem: &Problem, exact: &[f64], modes: [usize; 3]) {
    let found = solve(problem);
    assert!(found.is_solved(), "{found:?}");
    assert!(found.natural.relative <= 1e-9);
    for (r, exact) in found.r.iter().zip(exact) {
        assert!((r - exact).abs() < 1e-8, "{:?}", found.r);
    }
    let [sticking, sliding, open] = modes;
    let modes = Modes {
        sticking,
        sliding,
        open,
    };
    assert_eq!(found.modes, Some(modes));
}

#[test]
fn one_contact_sticks_slides_or_takes_off() {
    let stick = point(0.5, [-1.0, 0.5, -0.5]);
    assert_answer(&stick, &[2.0, -0.5, 0.5], [1, 0, 0]);
    let slide = point(0.5, [-1.0, 3.0, -4.0]);
    assert_answer(&slide, &[2.0, -0.6, 0.8], [0, 1, 0]);
    assert_answer(&point(0.5, [1.0, 3.0, -4.0]), &[0.0; 3], [0, 0, 1]);
}

#[test]
fn without_friction_only_the_normal_acts() {
    assert_answer(&point(0.0, [-1.0, 3.0, -4.0]), &[2.0, 0.0, 0.0], [0, 1, 0]);
}

#[test]
fn a_frictionless_contact_beside_others_keeps_its_place() {
    let text = r#"{"format": "fc-local-1", "dim": 2, "nc": 3, "mu": [0, 0.5, 0], "q": [-1, 1, -2, 4, -3, 1],
        "W": {"row": [0, 1, 2, 3, 4, 5], "col": [0, 1, 2, 3, 4, 5], "val": [1, 1, 1, 1, 1, 1]}}"#;
    let problem = read(text.as_bytes(), "here").unwrap().pop().unwrap();
    assert_answer(&problem, &[1.0, 0.0, 2.0, -1.0, 3.0, 0.0], [0, 3, 0]);
}

#[test]
fn a_box_on_four_corners_shares_its_weight_somehow() {
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/box-on-slope.json"),
    );
    let problem = read(text.unwrap().as_bytes(), "box")
        .unwrap()
        .pop()
        .unwrap();
    let found = solve(&problem);
    assert!(found.is_solved(), "{found:?}");
    let sum = |row: usize| found.r.iter().skip(row).step_by(3).sum::<f64>();
    let load = 2.0 * 9.81 * 0.01 * 0.8;
    assert!((sum(0) - load).abs() < 1e-9 && (sum(1) + 0.5 * load).abs() < 1e-9);
    let mut u = vec![0.0; 12];
    reduced(&problem).velocity(&found.r, &mut u);
    // what is left of gravity drives it down the slope
    for u in u.chunks(3) {
        assert!(u[0].abs() < 1e-9 && (u[1] - 9.81 * 0.01 * (0.6 - 0.4)).abs() < 1e-9);
    }
}

#[test]
fn a_contact_that_nothing_can_hold_is_not_called_solved() {
    let zero = r#"{"format": "fc-local-1", "dim": 2, "nc": 1, "mu": [0.3], "q": [-1, 0], "W": [[0, 0], [0, 0]]}"#;
    let walls = r#"{"format": "fc-local-1", "dim": 2, "nc": 2, "mu": [0.3, 0.3], "q": [-1, 0, -1, 0],
        "W": [[1, 0, -1, 0], [0, 1, 0, -1], [-1, 0, 1, 0], [0, -1, 0, 1]]}"#;
    for text in [zero, walls] {
        let problem = read(text.as_bytes(), "here").unwrap().pop().unwrap();
        let found = solve(&problem);
        assert!(!found.is_solved() && found.modes.is_none(), "{found:?}");
        assert!(found.natural.relative > 1e-3);
    }
}

#[test]
fn repetitions_start_from_nothing_and_agree() {
    let problem = point(0.5, [-1.0, 3.0, -4.0]);
    let task = Task {
        repeat: std::num::NonZeroUsize::new(3),
        ..Task::default()
    };
    let (stop, mut memory) = (AtomicBool::new(false), Memory::default());
    let first = one(&problem, &task, &stop, &mut memory);
    let other = one(&point(0.1, [-5.0, 1.0, 1.0]), &task, &stop, &mut memory);
    let again = one(&problem, &task, &stop, &mut memory);
    assert!(first.is_solved() && other.is_solved() && first.seconds.is_some());
    assert_eq!(first.answer(), again.answer());
    assert_ne!(first.answer(), other.answer());
}

/// A third-party problem, and whether it has a solution.
struct Known {
    problem: Problem,
    solvable: bool,
}

/// Those of a folder that are small enough, or none (loudly) where the folder is absent.
fn third_party(folder: &str, count: usize) -> Vec<Known> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(folder)
        .join("problems");
    let Ok(files) = std::fs::read_dir(&path) else {
        loud(format_args!(
            "SKIPPED {count} problems: no {folder} beside the repository"
        ));
        return Vec::new();
    };
    let mut files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    let mut known = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let fields: serde_json::Value = serde_json::from_str(&text).unwrap();
        let problem = read_path(&file).unwrap().pop().unwrap();
        assert_eq!(fields["name"], problem.name.as_str());
        if reduced(&problem).contacts().len() <= MOST_CONTACTS {
            let solvable = fields["solvable"] != false;
            known.push(Known { problem, solvable });
        }
    }
    assert_eq!(known.len(), count);
    known
}

/// Solves all of both folders, prints a table, checks that nothing is claimed that is not so, and returns what solvable
/// problems were not solved.
fn unsolved() -> Vec<String> {
    let mut unsolved = Vec::new();
    for (folder, count) in [("fc2d_local", 7), ("fc3d_local", 27)] {
        for Known { problem, solvable } in third_party(folder, count) {
            let found = solve(&problem);
            let NaturalMap {
                relative, absolute, ..
            } = NaturalMap::of(reduced(&problem), &found.r);
            println!(
                "{:<38} {:>3} contacts  {:<10} {relative:.1e} ({absolute:.1e})  {} iterations",
                problem.name,
                reduced(&problem).contacts().len(),
                found.status,
                found.iterations
            );
            if found.is_solved() {
                assert!(solvable, "{} has no solution", problem.name);
                assert!(relative <= 1e-9, "{}: {relative}", problem.name);
            } else if solvable {
                unsolved.push(problem.name);
            }
        }
    }
    unsolved
}

#[test]
fn every_solvable_third_party_problem_is_solved() {
    assert_eq!(unsolved(), Vec::<String>::new());
}

#[test]
fn planar_third_party_problems_are_solved() {
    for Known { problem, solvable } in third_party("fc2d_local", 7) {
        let found = solve(&problem);
        assert_eq!(found.is_solved(), solvable, "{}: {found:?}", problem.name);
    }
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
