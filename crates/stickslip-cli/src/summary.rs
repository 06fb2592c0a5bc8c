//! The summary of a run as text for people.

mod watched;

use crate::print::printable;
use std::io::{self, Write};
use stickslip_lab::run::{
    ContactSummary, EnergySummary, Entry, FILES, LISTED, NoteGroup, Reason, Summary,
};
use stickslip_lab::stickslip::IslandMethod;

/// Coordinates that are printed; the rest is in summary.json.
const SHOWN: usize = 36;
/// Contacts that are printed.
const SHOWN_CONTACTS: usize = 12;
/// Coordinates in one line.
const PER_LINE: usize = 6;
/// Blanks before the continuation of a field.
const INDENT: &str = "               ";

/// Prints the summary.
pub(crate) fn print(summary: &Summary, colour: bool, out: &mut impl Write) -> io::Result<()> {
    let fine = summary.is_fine();
    let useful = summary.is_useful();
    let word = match (summary.end, fine) {
        (Reason::Finished, false) if useful => "finished, not all certified",
        (Reason::Finished, false) => "finished, not certified",
        (end, _) => end.word(),
    };
    let colour_of_word = match (fine, useful) {
        (true, _) => "32",
        (false, true) => "33",
        (false, false) => "31",
    };
    let paint = |text: &str, code: &str| match colour {
        true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
        false => text.to_owned(),
    };
    let settings = &summary.settings;
    writeln!(
        out,
        "{}  {} of {} steps of {} s ({}), t = {:.6} s  {}",
        paint(&printable(&summary.scene.name), "1"),
        summary.steps,
        summary.steps_planned,
        settings.h,
        settings.scheme,
        summary.t,
        paint(word, colour_of_word),
    )?;
    field(out, "about", &printable(&summary.scene.about))?;
    if let Some(error) = &summary.error {
        field(out, "error", error)?;
    }
    let state: Vec<&Entry> = summary
        .positions
        .iter()
        .chain(&summary.velocities)
        .filter(|entry| !is_orientation(&entry.name))
        .collect();
    field(out, "end state", &entries(&state))?;
    if !summary.contacts.is_empty() {
        field(out, "contacts", &contacts(summary))?;
    }
    field(out, "energy", &energy(&summary.energy))?;
    field(out, "certificate", &certificate(summary))?;
    if let Some(methods) = methods(summary) {
        field(out, "islands", &methods)?;
    }
    field(out, "geometry", &geometry(summary))?;
    for pyramid in &summary.pyramids {
        field(out, "friction", pyramid)?;
    }
    for note in &summary.notes {
        field(out, "note", &self::note(note, summary.steps))?;
    }
    if let Some(uniqueness) = &summary.uniqueness {
        field(out, "uniqueness", &watched::uniqueness(uniqueness))?;
    }
    if let Some(tree) = &summary.branches {
        field(out, "branches", &watched::branches(tree))?;
    }
    for warning in &summary.warnings {
        field(out, "warning", warning)?;
    }
    if settings.record_every > 1 {
        let text = format!(
            "state and contacts of every {} steps and the last; energies and certificates of all",
            settings.record_every
        );
        field(out, "recorded", &text)?;
    }
    let text = format!("{}: {}", printable(&summary.folder), FILES.join(", "));
    field(out, "written", &text)
}

/// A note: how often and when first, unless it is about the whole run.
fn note(note: &NoteGroup, steps: usize) -> String {
    let text = printable(&note.first);
    match note.kind == "dependent-joints" && note.count == steps {
        true => text,
        false => format!(
            "{} × {text} (first at t = {:.6} s)",
            note.count, note.first_time
        ),
    }
}

fn field(out: &mut impl Write, name: &str, text: &str) -> io::Result<()> {
    writeln!(out, "  {name:<12} {text}")
}

/// `x = 1  y = 2`, a few in a line.
fn entries(entries: &[&Entry]) -> String {
    let shown = entries.len().min(SHOWN);
    let lines: Vec<String> = entries[..shown]
        .chunks(PER_LINE)
        .map(|chunk| {
            let cells: Vec<String> = chunk
                .iter()
                .map(|e| format!("{} = {}", printable(&e.name), number(e.value)))
                .collect();
            cells.join("   ")
        })
        .collect();
    let mut text = lines.join(&format!("\n{INDENT}"));
    if entries.len() > shown {
        let place = match entries.len() > LISTED {
            true => "trajectory.csv",
            false => "summary.json",
        };
        text += &format!("\n{INDENT}… and {} more in {place}", entries.len() - shown);
    }
    text
}

/// Entries of quaternions and rotation matrices tell a reader nothing.
fn is_orientation(name: &str) -> bool {
    let part = name.rsplit_once('.').map_or("", |(_, part)| part);
    let matrix = part.len() == 3 && part.starts_with('r') && part[1..].parse::<u8>().is_ok();
    matrix || ["qw", "qx", "qy", "qz"].contains(&part)
}

/// Six digits, and noise as what it is.
fn number(x: f64) -> String {
    match x.abs() {
        0.0 => "0".into(),
        size if (1e-3..1e6).contains(&size) => {
            let digits = (5 - size.log10().floor() as i32).max(0) as usize;
            format!("{x:.digits$}")
        }
        _ => format!("{x:.3e}"),
    }
}

fn contacts(summary: &Summary) -> String {
    let line = |contact: &ContactSummary| {
        let modes = contact.steps.iter().zip(summary.modes);
        let counts: Vec<String> = modes
            .filter(|(n, _)| **n > 0)
            .map(|(n, mode)| format!("{mode} {n}"))
            .collect();
        let name = printable(&contact.name);
        // two bodies can touch at several points
        let unit = match contact.steps.iter().sum::<usize>() > summary.steps {
            true => "steps of points",
            false => "steps",
        };
        format!(
            "{name}: {} at the end ({unit}: {})",
            contact.mode,
            counts.join(", ")
        )
    };
    let shown = summary.contacts.len().min(SHOWN_CONTACTS);
    let mut lines: Vec<String> = summary.contacts[..shown].iter().map(line).collect();
    if summary.contacts.len() > shown {
        let rest = summary.contacts.len() - shown;
        lines.push(format!("… and {rest} more in {}", rest_of(rest, shown)));
    }
    lines.join(&format!("\n{INDENT}"))
}

/// Where the contacts are that are not printed, and what of them is not kept.
fn rest_of(rest: usize, shown: usize) -> String {
    match rest.saturating_sub(LISTED - shown) {
        0 => "summary.json".into(),
        lost => format!(
            "contacts.csv, step by step; summary.json has the totals of {} of them, those of the other {lost} are not kept",
            rest - lost
        ),
    }
}

/// What was there, what is left, and where the rest went; entries that are nothing are left out.
fn energy(energy: &EnergySummary) -> String {
    let scale = energy.start.abs().max(energy.end.abs()).max(1e-300);
    let mut text = format!("{} → {}", joules(energy.start), joules(energy.end));
    let told: Vec<String> = energy
        .balance
        .iter()
        .filter(|term| term.value.abs() > 1e-9 * scale)
        .map(|term| {
            let sign = if term.value > 0.0 { "+" } else { "" };
            format!("{} {sign}{}", term.name, joules(term.value))
        })
        .collect();
    if !told.is_empty() {
        text += &format!("; {}", told.join(", "));
    }
    text
}

/// An energy (J) to four digits.
fn joules(x: f64) -> String {
    let text = match x.abs() {
        0.0 => "0".into(),
        size if (1e-3..1e6).contains(&size) => {
            let digits = (3 - size.log10().floor() as i32).max(0) as usize;
            format!("{x:.digits$}")
        }
        _ => format!("{x:.3e}"),
    };
    format!("{} J", text.replace('-', "−"))
}

fn certificate(summary: &Summary) -> String {
    let c = &summary.certificate;
    if summary.steps == 0 {
        return "no step was taken".into();
    }
    let certified = match summary.steps - c.steps_certified {
        0 => "all certified".to_owned(),
        rest => format!(
            "{rest} NOT certified ({:.1} % are)",
            100.0 * c.steps_certified as f64 / summary.steps as f64
        ),
    };
    let limited = |value: f64, unit: &str, limit: f64| {
        let value = match value == 0.0 {
            true => "0".to_owned(),
            false => format!("{value:.0e}"),
        };
        format!("{value}{unit} (limit {limit:.0e})")
    };
    let s = &c.swept;
    let mut swept = format!(
        "residual {}, violation {}",
        limited(s.worst_residual, "", s.limit),
        limited(s.worst_violation, " m/s", s.violation_limit)
    );
    // what is not a number does not pass
    let swept_pass = s.worst_audit <= s.audit_limit;
    if !swept_pass {
        swept += &format!(", audit {}", limited(s.worst_audit, "", s.audit_limit));
    }
    let others = format!(
        "residual {}, audit {}",
        limited(c.worst_residual, "", c.limit),
        limited(c.worst_audit, "", c.audit_limit)
    );
    let rest = summary.steps - s.steps;
    // figures of steps that nobody has to worry about must not come first
    let others_pass = c.worst_residual <= c.limit && c.worst_audit <= c.audit_limit;
    let worst = match (s.steps, rest) {
        (0, _) => format!(": worst {others}"),
        (n, 0) => format!("; {n} with many contacts: worst {swept}"),
        (n, _) if others_pass => {
            format!("; {n} with many contacts: worst {swept}; the other {rest}: worst {others}")
        }
        (n, _) => {
            format!("; {rest} with few contacts: worst {others}; {n} with many: worst {swept}")
        }
    };
    let largest = match c.largest_problem {
        0 => String::new(),
        n => format!("; largest problem {n} unknowns"),
    };
    format!("{} steps, {certified}{worst}{largest}", summary.steps)
}

/// What to know of a run whose steps are not all certified, but useful, and what to do about it.
pub(crate) fn short_of_goal(summary: &Summary) -> String {
    let (c, swept) = (&summary.certificate, &summary.certificate.swept);
    format!(
        "in {} of {} steps the sweeps over many contacts ended before their goal ({:.1} % are certified): worst residual {:.0e} \
         (goal {:.0e}), worst violation of a law of contact {:.0e} m/s (goal {:.0e}). Take a smaller step (--h), or spend \
         what it takes (--exact); --require-certified makes this an error",
        c.steps_useful,
        summary.steps,
        100.0 * c.steps_certified as f64 / summary.steps as f64,
        swept.worst_residual,
        swept.limit,
        swept.worst_violation,
        swept.violation_limit
    )
}

/// Who answered: islands of all steps by method; nothing if one method did all of it.
fn methods(summary: &Summary) -> Option<String> {
    let islands = &summary.certificate.islands;
    let how = |method: IslandMethod| match method {
        IslandMethod::Rest => "left at rest",
        IslandMethod::Sweeps => "by sweeps (many contacts, or the last impulses almost held)",
        IslandMethod::InteriorPoint => "by rounds of an interior-point method and sweeps",
        IslandMethod::Newton => "by Newton's method on the cones",
        IslandMethod::Pivoting => "by pivoting",
        IslandMethod::Complementarity => "as complementarity problems",
        IslandMethod::Equations => "as equations of joints",
        other => other.word(),
    };
    let counts = IslandMethod::ALL.map(|m| (islands.by(m), how(m)));
    let told: Vec<String> = (counts.iter().filter(|(n, _)| *n > 0))
        .map(|(n, how)| format!("{n} {how}"))
        .collect();
    (told.len() > 1).then(|| told.join(", "))
}

fn geometry(summary: &Summary) -> String {
    let mut text = format!("deepest penetration {:.1e} m", summary.penetration);
    if summary.joint_error > 0.0 {
        text += &format!(", joint error {:.1e}", summary.joint_error);
    }
    if summary.impacts > 0 {
        let s = if summary.impacts == 1 { "" } else { "s" };
        text += &format!(", {} impact{s} located", summary.impacts);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_six_digits() {
        for (x, text) in [
            (0.0, "0"),
            (1.5, "1.50000"),
            (-0.2307654321, "-0.230765"),
            (123456.7, "123457"),
            (1.234e-9, "1.234e-9"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number(x), text);
        }
    }

    #[test]
    fn energies_have_four_digits_and_a_unit() {
        for (x, text) in [
            (0.0, "0 J"),
            (13.882_96, "13.88 J"),
            (-0.292_38, "−0.2924 J"),
            (12_345.6, "12346 J"),
            (-1.234e-9, "−1.234e−9 J"),
        ] {
            assert_eq!(joules(x), text);
        }
    }

    #[test]
    fn totals_that_are_not_kept_are_not_promised() {
        assert_eq!(rest_of(988, 12), "summary.json");
        let text = rest_of(1500, 12);
        assert!(
            text.contains("totals of 988 of them") && text.contains("other 512 are not kept"),
            "{text}"
        );
    }

    #[test]
    fn orientations_are_known_by_their_names() {
        for name in ["ball1.qw", "brick.r23"] {
            assert!(is_orientation(name));
        }
        for name in ["x", "ball1.x", "v_ball1.x", "ball1.wx", "rod.y"] {
            assert!(!is_orientation(name));
        }
    }
}
