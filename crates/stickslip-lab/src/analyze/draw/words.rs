//! What contacts do, in a few words.

use crate::analyze::search::{ContactMode, Solution};

/// The colours that mean the same in all figures: a jam, and motions one after the other.
pub(super) const JAM: usize = 1;
const MOTIONS: [usize; 5] = [0, 2, 3, 5, 4];

/// The colour of a motion.
pub(super) fn colour(number: usize) -> usize {
    MOTIONS[number % MOTIONS.len()]
}

/// Numbers of solutions that figures tell apart, with their colours: none, one, two, more.
pub(super) const COUNTS: [(&str, usize); 4] = [
    ("no solution", 4),
    ("1 solution", 0),
    ("2 solutions", 6),
    ("more solutions", 3),
];

/// Names that are different where the contacts are: `table 1`, `table 2`. Where all names begin or end with the same body, it is left out.
pub(super) fn distinct(names: &[String]) -> Vec<String> {
    let halves: Option<Vec<[&str; 2]>> = (names.iter())
        .map(|name| name.split_once(" – ").map(|(a, b)| [a, b]))
        .collect();
    let same = |half: usize| {
        let halves = halves.as_ref().filter(|halves| halves.len() > 1)?;
        let rest = || halves.iter().map(|pair| pair[1 - half].to_owned());
        let shared = halves.iter().all(|pair| pair[half] == halves[0][half]);
        let differ = rest().any(|name| name != halves[0][1 - half]);
        (shared && differ).then(|| rest().collect::<Vec<_>>())
    };
    let names = same(0)
        .or_else(|| same(1))
        .unwrap_or_else(|| names.to_vec());
    let numbered = |(i, name): (usize, &String)| {
        let equal =
            |name: &String, names: &[String]| names.iter().filter(|other| *other == name).count();
        match equal(name, &names) {
            1 => name.clone(),
            _ => format!("{name} {}", 1 + equal(name, &names[..i])),
        }
    };
    names.iter().enumerate().map(numbered).collect()
}

/// What one contact does.
pub(super) fn does(mode: ContactMode) -> &'static str {
    match mode {
        ContactMode::Stick => "sticks",
        ContactMode::Roll => "rolls",
        ContactMode::Slide => "slides",
        ContactMode::Break => "breaks",
    }
}

/// What all contacts do: `all slide`, or `hump slides, rods stick`.
pub(super) fn all_do(modes: &[ContactMode], names: &[String]) -> String {
    let Some(first) = modes.first() else {
        return "no contact".into();
    };
    if modes.iter().all(|mode| mode == first) {
        return match modes.len() {
            1 => does(*first).into(),
            _ => format!("all {}", first.word()),
        };
    }
    // the rarer first: it is what tells motions apart
    let mut kinds: Vec<ContactMode> = modes.to_vec();
    kinds.sort();
    kinds.dedup();
    let count = |kind: &ContactMode| modes.iter().filter(|mode| *mode == kind).count();
    kinds.sort_by_key(count);
    let part = |kind: &ContactMode| {
        let of = modes.iter().zip(names).filter(|(mode, _)| *mode == kind);
        let names: Vec<&str> = of.map(|(_, name)| name.as_str()).collect();
        match names.as_slice() {
            [name] => format!("{name} {}", does(*kind)),
            _ if count(kind) > 2 => format!("{} {}", count(kind), kind.word()),
            names => format!("{} {}", names.join(" and "), kind.word()),
        }
    };
    kinds.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// A name for each solution.
pub(super) fn titles(solutions: &[Solution], names: &[String]) -> Vec<String> {
    let title = |solution: &Solution| {
        let words = all_do(&solution.modes, names);
        match solution.is_stuck() {
            true => format!("jam: {words}"),
            false => words,
        }
    };
    solutions.iter().map(title).collect()
}

/// √Σ v̇ᵢ².
pub(super) fn norm(acceleration: &[f64]) -> f64 {
    acceleration.iter().map(|a| a * a).sum::<f64>().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ContactMode::{Break, Slide, Stick};

    #[test]
    fn names_tell_contacts_apart() {
        let named =
            |names: &[&str]| distinct(&names.iter().map(|n| (*n).to_owned()).collect::<Vec<_>>());
        assert_eq!(named(&["cube – rod", "cube – hump"]), ["rod", "hump"]);
        assert_eq!(
            named(&["left – peg", "left – peg", "right – peg"]),
            ["left 1", "left 2", "right"]
        );
        assert_eq!(
            named(&["floor – table", "floor – table"]),
            ["floor – table 1", "floor – table 2"]
        );
        assert_eq!(named(&["floor – table"]), ["floor – table"]);
        assert_eq!(named(&["a", "b – c"]), ["a", "b – c"]);
    }

    #[test]
    fn modes_in_words() {
        let names = ["a", "b", "c", "d"].map(String::from);
        assert_eq!(all_do(&[], &names), "no contact");
        assert_eq!(all_do(&[Slide], &names), "slides");
        assert_eq!(all_do(&[Stick; 3], &names), "all stick");
        assert_eq!(
            all_do(&[Slide, Break, Slide], &names),
            "b breaks, a and c slide"
        );
        assert_eq!(
            all_do(&[Slide, Slide, Break, Slide], &names),
            "c breaks, 3 slide"
        );
    }
}
