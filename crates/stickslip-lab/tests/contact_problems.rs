//! Frictional contact problems, in reduced and in global form: small ones with known answers, and third-party ones where they
//! are at hand.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

use std::path::Path;
use std::sync::atomic::AtomicBool;
use stickslip_lab::problem_file::{Data, Problem, read, read_path};
use stickslip_lab::solve::{Memory, Task, one};
use stickslip_lab::stickslip::{GlobalMap, NaturalMap, ReducedProblem};
use stickslip_lab::{ContactFinding, Finding, Modes};

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

/// A block of mass 2 slides at 3 on the ground, which it meets at 1; its spin touches nothing.
fn block(mass: [f64; 3], mu: f64) -> Problem {
    let text = format!(
        r#"{{"format": "fc-global-1", "dim": 2, "nc": 1, "mu": [{mu}], "q": [6, -2, 1], "b": [0, 0],
            "M": {{"row": [0, 1, 2], "col": [0, 1, 2], "val": {mass:?}}},
            "H": {{"row": [1, 0], "col": [0, 1], "val": [1, 1]}}}}"#
    );
    read(text.as_bytes(), "here").unwrap().pop().unwrap()
}

#[test]
fn a_block_in_global_form_slides_on_slower_or_sticks() {
    let problem = block([2.0, 2.0, 1.0], 0.5);
    assert_answer(&problem, &[2.0, -1.0], [0, 1, 0]);
    let bodies = solve(&problem).bodies.unwrap();
    for (v, exact) in bodies.v.iter().zip([2.5, 0.0, 1.0]) {
        assert!((v - exact).abs() < 1e-14, "{:?}", bodies.v);
    }
    assert!(bodies.imbalance < 1e-15);
    assert_answer(&block([2.0, 2.0, 1.0], 4.0), &[2.0, -6.0], [1, 0, 0]);
}

#[test]
fn masses_that_couple_velocities_are_eliminated_together() {
    // two velocities that share mass, one of them pushed by the contact; M need not be symmetric
    let text = r#"{"format": "fc-global-1", "dim": 2, "nc": 1, "mu": [0], "q": [-2, 1], "b": [0.5, 0],
        "M": [[2, 1], [0.5, 2]], "H": [[1, 0], [0, 1]]}"#;
    let problem = read(text.as_bytes(), "here").unwrap().pop().unwrap();
    let found = solve(&problem);
    assert!(found.is_solved(), "{found:?}");
    // u = v_0 + 1/2 = 0, so v_1 = (1 + 1/4)/2 and r = 2 v_0 + v_1 + 2
    let bodies = found.bodies.unwrap();
    assert!((bodies.v[0] + 0.5).abs() < 1e-14 && (bodies.v[1] - 0.625).abs() < 1e-14);
    assert!((found.r[0] - 1.625).abs() < 1e-14 && found.r[1] == 0.0);
}

#[test]
fn a_singular_mass_is_told() {
    for mass in [[2.0, 0.0, 1.0], [2.0, 2.0, 0.0]] {
        let found = solve(&block(mass, 0.5));
        assert_eq!(found.status, "singular");
        assert!(!found.is_solved() && found.modes.is_none());
    }
}

#[test]
fn every_change_of_a_global_answer_shows() {
    let problem = block([2.0, 2.0, 1.0], 0.5);
    let Data::Global(global) = &problem.data else {
        panic!("a global problem");
    };
    let (v, free, r) = ([2.5, 0.0, 1.0], [3.0, -1.0, 1.0], [2.0, -1.0]);
    let exact = GlobalMap::of(global, [&v, &free], &r);
    assert!(exact.natural.relative < 1e-15 && exact.imbalance == 0.0);
    for row in 0..3 {
        for change in [1e-3, -1e-3] {
            let (mut other_v, mut other_free, mut other_r) = (v, free, r);
            other_v[row] += change;
            other_free[row] += change;
            other_r[row % 2] += change;
            assert!(GlobalMap::of(global, [&other_v, &free], &r).imbalance > 1e-5);
            assert!(GlobalMap::of(global, [&v, &other_free], &r).imbalance > 1e-5);
            let map = GlobalMap::of(global, [&v, &free], &other_r);
            assert!(map.imbalance > 1e-5 && map.natural.absolute > 1e-5);
        }
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

/// Those of a folder, or none (loudly) where it is absent.
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
        let solvable = fields["solvable"] != false;
        known.push(Known { problem, solvable });
    }
    assert_eq!(known.len(), count);
    known
}

/// The natural map, absolute and relative, of an answer: for problems in impulses alone by the dense matrix.
fn judge(problem: &Problem, found: &ContactFinding) -> (f64, f64) {
    let map = match &problem.data {
        Data::Global(_) => {
            let imbalance = found.bodies.as_ref().unwrap().imbalance;
            assert!(imbalance <= 1e-12, "{}: {imbalance}", problem.name);
            found.natural
        }
        _ => NaturalMap::of(reduced(problem), &found.r),
    };
    (map.absolute, map.relative)
}

/// Solves all of a folder and checks that what has a solution is solved, and nothing else is claimed to be.
fn all_solved(folder: &str, count: usize) {
    for Known { problem, solvable } in third_party(folder, count) {
        let found = solve(&problem);
        let (absolute, relative) = judge(&problem, &found);
        println!(
            "{:<38} {:>3} contacts  {:<10} {relative:.1e} ({absolute:.1e})  {} iterations",
            problem.name,
            problem.len() / found.dim,
            found.status,
            found.iterations
        );
        assert_eq!(found.is_solved(), solvable, "{}: {relative}", problem.name);
        if solvable {
            assert!(relative <= 1e-9 && absolute <= 1e-8, "{}", problem.name);
        }
    }
}

#[test]
fn planar_third_party_problems_are_solved() {
    all_solved("fc2d_local", 10);
}

#[test]
fn spatial_third_party_problems_are_solved() {
    all_solved("fc3d_local", 32);
}

#[test]
fn global_third_party_problems_are_solved() {
    all_solved("fc_global", 9);
}

/// Straight to standard error: the test harness captures what `println!` writes, and a skip must be seen.
fn loud(message: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{message}");
}
