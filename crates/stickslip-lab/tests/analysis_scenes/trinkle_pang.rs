//! The cube between rods of Trinkle and Pang [TP97 §4]: the scenes pose the same problems as the files, joints and bodies and all.

use super::*;
use stickslip_lab::analyze::{FrictionLaw, branch};
use stickslip_lab::problem_file::contact_problem::{PosedFile, catalogue as files};
use stickslip_lab::stickslip::{Contact, ContactProblem};

/// a = A c + b in the forces of the contacts alone, four rows each.
struct Rows {
    a: Vec<Vec<f64>>,
    b: Vec<f64>,
}

/// Of a problem whose joints are all equations: they are eliminated one by one.
fn rows(problem: &InstantProblem) -> Rows {
    let reduced = problem.reduce().unwrap();
    let n = reduced.len();
    let row = |i: usize| (0..n).map(|j| reduced.w()[(i, j)]).collect();
    let mut a: Vec<Vec<f64>> = (0..n).map(row).collect();
    let mut b = reduced.q().to_vec();
    for k in (reduced.first_joint()..n).rev() {
        let (pivot, last) = (a[k].clone(), b[k]);
        for i in 0..k {
            let factor = a[i][k] / pivot[k];
            (0..k).for_each(|j| a[i][j] -= factor * pivot[j]);
            b[i] -= factor * last;
        }
    }
    let kept = reduced.first_joint();
    a.truncate(kept);
    a.iter_mut().for_each(|row| row.truncate(kept));
    b.truncate(kept);
    Rows { a, b }
}

/// What a row does to the cube, whose six velocities are the first.
fn on_cube(data: &ContactProblem, row: usize) -> Vec<f64> {
    let mut dense = vec![0.0; data.mass.len()];
    data.rows.scatter(row, 1.0, &mut dense);
    dense.truncate(6);
    dense
}

fn dot(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

/// The rows of a file as combinations of those of a scene: the same contacts in another order, with other tangents.
fn turned(file: &ContactProblem, scene: &ContactProblem) -> Vec<Vec<f64>> {
    let count = 4 * file.contacts.len();
    let mut turn = vec![vec![0.0; count]; count];
    for (i, contact) in file.contacts.iter().enumerate() {
        let normal = on_cube(file, contact.row);
        let same = |k: &usize| {
            let other = on_cube(scene, scene.contacts[*k].row);
            normal
                .iter()
                .zip(&other)
                .all(|(x, y)| (x - y).abs() < 1e-12)
        };
        let k = (0..scene.contacts.len()).find(same).unwrap();
        let (from, to) = (contact.row, scene.contacts[k].row);
        turn[4 * i][4 * k] = 1.0;
        for p in 1..3 {
            for q in 1..3 {
                let [x, y] = [on_cube(file, from + p), on_cube(scene, to + q)];
                turn[4 * i + p][4 * k + q] = dot(&x[..3], &y[..3]);
            }
        }
        let [x, y] = [on_cube(file, from + 3), on_cube(scene, to + 3)];
        turn[4 * i + 3][4 * k + 3] = dot(&x[3..], &y[3..]);
        let friction = |contact: &Contact| {
            let friction = &contact.friction;
            (
                friction.coefficient,
                friction.set.shape().unwrap().lengths(),
            )
        };
        assert_eq!(friction(contact), friction(&scene.contacts[k]));
    }
    turn
}

#[track_caller]
fn file(name: &str, set: &[&str]) -> PosedFile {
    let set: Vec<String> = set.iter().map(|s| (*s).to_owned()).collect();
    files::find_with(name, &set).unwrap().unwrap()
}

#[test]
fn scenes_and_files_are_the_same_problems() {
    let cases: [(&str, &[&str]); 5] = [
        ("tp97-example-1", &[]),
        ("tp97-example-1", &["zeta=0", "mu1=0.7", "tau1=4"]),
        ("tp97-example-2", &[]),
        ("tp97-example-2", &["mu=0.75", "tau2=2"]),
        (
            "tp97-example-2",
            &["eta=1.2", "zeta=1.7", "gamma=1.4", "delta=0.6"],
        ),
    ];
    for (name, set) in cases {
        let (file, scene) = (file(name, set).posed.problem, problem(name, set));
        let turn = turned(file.data(), scene.data());
        let (ours, theirs) = (rows(&file), rows(&scene));
        assert_eq!(ours.b.len(), turn.len());
        for (i, row) in turn.iter().enumerate() {
            let b = dot(row, &theirs.b);
            assert!(
                (b - ours.b[i]).abs() < 1e-11,
                "{name} {set:?}: b[{i}] is {b}"
            );
            // A turnᵀ, then its rows
            let image: Vec<f64> = (0..turn.len())
                .map(|k| theirs.a.iter().zip(row).map(|(a, x)| a[k] * x).sum())
                .collect();
            for (j, other) in turn.iter().enumerate() {
                let a = dot(&image, other);
                assert!(
                    (a - ours.a[i][j]).abs() < 1e-11,
                    "{name}: A[{i}][{j}] is {a}"
                );
            }
        }
    }
}

/// Jamming exists from 0.70368 on, in the scene as in the file.
#[test]
fn the_cube_jams_where_it_should() {
    for (mu, jams) in [(0.70367, false), (0.70369, true), (0.9, true)] {
        let mu = format!("mu={mu}");
        let scene = cone::stick(&problem("tp97-example-2", &[&mu])).unwrap();
        let file = cone::stick(&file("tp97-example-2", &[&mu]).posed.problem).unwrap();
        assert_eq!((scene.is_jam(), file.is_jam()), (jams, jams), "{mu}");
    }
    // all that is determined at 0.9 is the thrust and the torque of the rod
    let ranges = cone::force_ranges(&file("tp97-example-2", &[]).posed.problem);
    let ranges = ranges.unwrap().unwrap();
    for (i, contact) in ranges.contacts.iter().enumerate() {
        for (part, range) in contact.iter().enumerate() {
            let fixed = i == 0 && (part == 0 || part == 3);
            assert_eq!(ranges.is_determinate(range), fixed, "{i} {part} {range:?}");
        }
    }
    let [thrust, torque] = [ranges.contacts[0][0], ranges.contacts[0][3]];
    assert!((thrust.low - 6.0).abs() < 1e-9 && (torque.low.abs() - 3.0).abs() < 1e-9);
}

/// As printed, the sliding solution of Table 1 comes out to its digits.
#[test]
fn table_1_is_found_as_printed() {
    let posed = file("tp97-example-2-as-printed", &[]).posed;
    assert_eq!(posed.law, FrictionLaw::Collinear);
    let found = branch::all_modes(&posed, &branch::Enumeration::default(), &mut |_, _| true);
    let found = found.unwrap().solutions;
    let printed = [
        -1.2926, -0.3194, -0.3431, -0.4759, -0.1327, 0.1629, -1.4404, -0.7212,
    ];
    let near = |s: &&branch::ModeSolution| {
        let pairs = s.motion.acceleration.iter().zip(printed);
        pairs.fold(0.0_f64, |m, (x, y)| m.max((x - y).abs())) < 6e-5
    };
    let table = found.iter().find(near).unwrap();
    for (force, normal) in table.motion.forces.iter().zip([5.6399, 4.1562, 1.7016]) {
        assert!((force.normal - normal).abs() < 6e-5, "{force:?}");
    }
}
