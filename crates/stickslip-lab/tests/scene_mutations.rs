//! Shipped scenes with their text damaged at random: a located error, or a scene whose first steps are finite numbers or
//! an error. Never a panic.

#![allow(clippy::unwrap_used, reason = "a test that cannot unwrap has failed")]

mod brief;

use complementarity::generate::Random;
use stickslip::Simulation;
use stickslip_lab::scene;

const MUTANTS: usize = 800;
/// Worlds search for contacts and take longer.
const WORLD_MUTANTS: usize = 200;

/// Numbers that are legal TOML and make little sense.
const NASTY: [&str; 12] = [
    "0", "0.0", "-0.0", "-1.0", "1e308", "-1e308", "1e-9", "1e9", "1e-6", "nan", "inf", "7",
];

fn below(random: &mut Random, n: usize) -> usize {
    (random.bits() % n.max(1) as u64) as usize
}

/// The text with one number replaced, or a piece of it cut, doubled or overwritten.
fn damage(text: &str, random: &mut Random) -> String {
    let numbers: Vec<(usize, usize)> = numbers(text);
    if !random.bits().is_multiple_of(4) && !numbers.is_empty() {
        let (start, end) = numbers[below(random, numbers.len())];
        return format!(
            "{}{}{}",
            &text[..start],
            NASTY[below(random, NASTY.len())],
            &text[end..]
        );
    }
    let mut bytes = text.as_bytes().to_vec();
    let at = below(random, bytes.len());
    let end = (at + 1 + below(random, 12)).min(bytes.len());
    match random.bits() % 3 {
        0 => drop(bytes.drain(at..end)),
        1 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        _ => bytes[at] = (random.bits() % 256) as u8,
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Where the numbers after the first `=` are, comments left out.
fn numbers(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("");
        let mut start = None;
        for (i, c) in code.char_indices().chain([(code.len(), ' ')]) {
            let part = c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e');
            match (part && code[..i].contains('='), start) {
                (true, None) => start = Some(i),
                (false, Some(s)) => {
                    if code[s..i].contains(|c: char| c.is_ascii_digit()) {
                        found.push((offset + s, offset + i));
                    }
                    start = None;
                }
                _ => {}
            }
        }
        offset += line.len();
    }
    found
}

#[test]
fn damaged_scenes_are_refused_or_run_without_panic() {
    let texts: Vec<&str> = brief::small_ones()
        .filter_map(scene::catalogue::text)
        .collect();
    damage_many(&texts, 3, MUTANTS);
}

#[test]
fn damaged_worlds_are_refused_or_run_without_panic() {
    let mut texts: Vec<&str> = brief::small_ones()
        .filter_map(scene::catalogue::text)
        .filter(|text| text.contains("[world]"))
        .collect();
    texts.push(WORLD);
    damage_many(&texts, 4, WORLD_MUTANTS);
}

/// A world with keys that the shipped ones do not have.
const WORLD: &str = include_str!("worlds/many-keys.toml");

fn damage_many(texts: &[&str], seed: u64, mutants: usize) {
    let mut random = Random::new(seed);
    let (mut refused, mut ran, mut stopped) = (0, 0, 0);
    for i in 0..mutants {
        let damaged = damage(texts[i % texts.len()], &mut random);
        let Ok(scene) = scene::read(&damaged, "damaged") else {
            refused += 1;
            continue;
        };
        match Simulation::new(scene.system, scene.initial, scene.settings) {
            Err(_) => refused += 1,
            Ok(mut simulation) => {
                ran += 1;
                for _ in 0..3 {
                    if simulation.step().is_err() {
                        stopped += 1;
                        break;
                    }
                    let state = simulation.state();
                    let finite = state.q.iter().chain(&state.v).all(|x| x.is_finite());
                    assert!(finite, "{damaged}\n{state:?}");
                }
            }
        }
    }
    assert!(
        refused > mutants / 10 && ran > mutants / 10,
        "{refused} refused, {ran} ran, {stopped} stopped"
    );
}
