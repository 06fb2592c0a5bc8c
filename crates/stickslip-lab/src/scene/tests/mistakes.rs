//! Mistakes in a world: each is found at its line and said in words that help.

mod company;
mod forms;
mod names;
mod numbers;

use super::worlds::WORLD;
use super::*;

/// What is changed, into what, the line of the complaint within what it is changed into (from 0), and words it must have.
type Mistake = (&'static str, &'static str, usize, &'static [&'static str]);

const MISTAKES: [&[Mistake]; 4] = [forms::LIST, names::LIST, numbers::LIST, company::LIST];

#[test]
fn every_mistake_is_found_at_its_line_and_said_in_words_that_help() {
    let mistakes = MISTAKES.concat();
    let mut faults = Vec::new();
    for (from, to, below, words) in &mistakes {
        assert!(WORLD.contains(from), "{from:?} is not there");
        let wrong = WORLD.replacen(from, to, 1);
        let error = match read(&wrong, "my.toml") {
            Err(error) => error,
            Ok(_) => {
                faults.push(format!("{to:?} is accepted"));
                continue;
            }
        };
        let said = error.to_string();
        let Some(place) = &error.place else {
            faults.push(format!("no place: {said}"));
            continue;
        };
        let at = WORLD.find(from).unwrap();
        let line = 1 + WORLD[..at].matches('\n').count() + below;
        // what is missing is looked for in the table around it
        if place.line != line && !said.contains("there is no") && !to.is_empty() {
            faults.push(format!("{to:?} is in line {line}: {said}"));
        }
        if !said.starts_with(&format!("my.toml:{}:{}: ", place.line, place.column)) {
            faults.push(said.clone());
        }
        let missing = words.iter().filter(|word| !said.contains(**word));
        faults.extend(missing.map(|word| format!("no {word:?} in {said:?}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(mistakes.len() > 70);
}

#[test]
fn it_is_no_mistake_to_list_only_the_pairs_that_meet() {
    let strict = WORLD.replace("missing_pairs = \"mean\"", "missing_pairs = \"refuse\"");
    assert!(strict != WORLD && read(&strict, "f").is_ok());
}

#[test]
fn no_cut_of_a_world_makes_it_panic() {
    for cut in (0..WORLD.len()).step_by(11) {
        let _ = read(&WORLD[..cut], "cut");
        let _ = read(&WORLD[cut..], "cut");
    }
}
