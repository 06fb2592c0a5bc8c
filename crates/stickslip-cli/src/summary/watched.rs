//! What a watched run found about other motions, and the tree of its branches.

use super::{INDENT, number};
use crate::print::printable;
use stickslip_lab::analyze::search::ContactMode;
use stickslip_lab::run::{Branch, Mark, Tree, Uniqueness};

/// Marks that are printed.
const SHOWN_MARKS: usize = 4;
/// Contacts of a mark that are printed.
const SHOWN_MODES: usize = 6;
/// Branches that are printed.
const SHOWN_BRANCHES: usize = 24;

/// How many steps were looked at, how many have other motions, and the first of those.
pub(super) fn uniqueness(seen: &Uniqueness) -> String {
    let found = match seen.steps_marked {
        0 => "no motion found but those that were taken".to_owned(),
        marked => format!("{marked} with other motions than the one that was taken"),
    };
    let mut lines = vec![format!("{} steps looked at: {found}", seen.steps_looked_at)];
    if seen.steps_too_large > 0 {
        lines.push(format!(
            "{} steps not looked at, or not all of them: more than {} contacts",
            seen.steps_too_large, seen.contacts_limit
        ));
    }
    if seen.steps_unsolved > 0 {
        let unsolved = seen.steps_unsolved;
        lines.push(format!(
            "{unsolved} steps not looked at: they are not solved"
        ));
    }
    lines.extend(seen.marks.iter().take(SHOWN_MARKS).map(mark));
    if seen.steps_marked > SHOWN_MARKS {
        lines.push("… and more in summary.json".to_owned());
    }
    lines.join(&format!("\n{INDENT}"))
}

fn mark(mark: &Mark) -> String {
    let modes = |modes: &[ContactMode]| modes_of(modes, &mark.contacts);
    let others: Vec<String> = (mark.others.iter())
        .map(|other| {
            let (apart, modes) = (number(other.distance), modes(&other.modes));
            format!("{modes} ({apart} m/s away)")
        })
        .collect();
    let continuum = match mark.continuum {
        true => ", and motions between",
        false => "",
    };
    format!(
        "step {}, t = {:.6} s: {}; or {}{continuum}",
        mark.step,
        mark.t,
        modes(&mark.taken),
        others.join("; or ")
    )
}

/// What contacts do: one word if all do the same, else each with its name.
fn modes_of(modes: &[ContactMode], names: &[String]) -> String {
    let Some(first) = modes.first() else {
        return "a motion not known to the search".to_owned();
    };
    let same = modes.iter().all(|mode| mode == first);
    match modes.len() {
        n if same && n > 1 => format!("all {n} contacts: {}", first.word()),
        n => {
            let told = names.iter().zip(modes).take(SHOWN_MODES);
            let told: Vec<String> = told
                .map(|(name, mode)| format!("{}: {}", printable(name), mode.word()))
                .collect();
            let rest = match n > SHOWN_MODES {
                true => ", …",
                false => "",
            };
            format!("{}{rest}", told.join(", "))
        }
    }
}

/// A line for each run of the tree.
pub(super) fn branches(tree: &Tree) -> String {
    let mut lines: Vec<String> = (tree.branches.iter().take(SHOWN_BRANCHES))
        .map(branch)
        .collect();
    if tree.branches.len() > SHOWN_BRANCHES {
        let rest = tree.branches.len() - SHOWN_BRANCHES;
        lines.push(format!("… and {rest} more in summary.json"));
    }
    if tree.astray > 0 {
        lines.push(format!(
            "{} motions could not be taken: they lead into contacts that the step had left out",
            tree.astray
        ));
    }
    if tree.left > 0 {
        lines.push(format!("{} other motions not followed", tree.left));
    }
    lines.join(&format!("\n{INDENT}"))
}

fn branch(branch: &Branch) -> String {
    let speed = match branch.largest_speed {
        v if v < 1e-9 => "at rest".to_owned(),
        v => format!("largest speed {}", number(v)),
    };
    let end = format!(
        "{} at t = {:.6} s, {speed}{}",
        branch.end.word(),
        branch.t,
        match branch.certified || branch.end != stickslip_lab::run::Reason::Finished {
            true => "",
            false => ", NOT certified",
        }
    );
    let Some(from) = &branch.from else {
        return format!("{}  this run: {end}", branch.number);
    };
    let apart = match &from.at_end {
        None => String::new(),
        Some(apart) => format!(
            ", {} away in position and {} in velocity",
            number(apart.position),
            number(apart.velocity)
        ),
    };
    format!(
        "{}  from {} at step {} (t = {:.6} s), {}: {end}{apart}; {}",
        branch.number,
        from.parent,
        from.step,
        from.t,
        modes_of(&from.modes, &from.contacts),
        branch.folder
    )
}
