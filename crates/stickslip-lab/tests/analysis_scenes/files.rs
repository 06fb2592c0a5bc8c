//! The problem of a scene's first instant as a file, and back.

use super::*;
use stickslip_lab::analyze::Posed;
use stickslip_lab::problem_file::contact_problem::{PosedFile, read_posed_text};
use stickslip_lab::problem_file::write_posed;
use stickslip_lab::stickslip::{ContactProblem, StepLaw};

fn dense(data: &ContactProblem, row: usize) -> Vec<f64> {
    let mut values = vec![0.0; data.mass.len()];
    data.rows.scatter(row, 1.0, &mut values);
    values
}

/// Writes a problem, reads it, and compares everything that mechanics knows of, to the bit.
#[track_caller]
fn there_and_back(name: &str, problem: InstantProblem) {
    let file = PosedFile::new(Posed::new(name, problem));
    let mut text = Vec::new();
    write_posed(&file, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let again = read_posed_text(&text, "again", &[]).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let [one, two] = [&file, &again].map(|f| &f.posed);
    assert_eq!(one.problem.slips(), two.problem.slips(), "{text}");
    assert_eq!(one.problem.level(), two.problem.level());
    assert_eq!((&one.contacts, &one.joints), (&two.contacts, &two.joints));
    let (a, b) = (one.problem.data(), two.problem.data());
    assert_eq!((&a.free, &a.start, a.step), (&b.free, &b.start, b.step));
    let unit = |i: usize| -> Vec<f64> { (0..a.mass.len()).map(|k| f64::from(k == i)).collect() };
    for i in 0..a.mass.len() {
        let [mut x, mut y] = [unit(i), unit(i)];
        a.mass.momentum(&unit(i), &mut x);
        b.mass.momentum(&unit(i), &mut y);
        assert_eq!(x, y, "{name}: column {i} of M");
    }
    assert_eq!(a.contacts.len(), b.contacts.len());
    for (x, y) in a.contacts.iter().zip(&b.contacts) {
        assert_eq!((&x.friction, x.target), (&y.friction, y.target), "{text}");
        assert_eq!((x.surface, x.reserve), (y.surface, y.reserve), "{text}");
        for row in 0..=x.friction.rows() {
            assert_eq!(dense(a, x.row + row), dense(b, y.row + row), "{text}");
        }
    }
    assert_eq!(a.joints.len(), b.joints.len());
    for (x, y) in a.joints.iter().zip(&b.joints) {
        assert_eq!(dense(a, x.row), dense(b, y.row));
        let numbers = [x, y].map(|j| [j.target, j.low, j.high, j.softness]);
        assert_eq!(numbers[0], numbers[1], "{text}");
    }
}

#[test]
fn the_problem_of_every_scene_reads_back_to_the_bit() {
    for (name, ..) in SCENES {
        there_and_back(name, instant(name, &[]).problem);
    }
    // known slips, rows that turn, stops and motors
    for name in [
        "four-bar",
        "slider-crank",
        "sphere-in-seam",
        "curling-stone",
    ] {
        there_and_back(name, instant(name, &[]).problem);
    }
}

#[test]
fn so_does_the_problem_of_a_step() {
    for name in ["painleve-rod", "tp97-example-2", "four-balls"] {
        let mut scene = scene(name, &[]);
        let step = scene.settings.step;
        (scene.system)
            .prepare(&scene.initial, step, Part::First)
            .unwrap();
        let look = Look::from(&scene.settings);
        let law = StepLaw::Velocity;
        let instant = Instant::of_step(&scene.system, &scene.initial, step, &look, law);
        there_and_back(name, instant.unwrap().problem);
    }
}
