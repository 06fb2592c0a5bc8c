//! Compares two runs.

use crate::BAD_INPUT;
use crate::args::DiffArgs;
use crate::error::{self, Error};
use crate::plan::folder_of_run;
use crate::print::{printable, seconds};
use crate::run::finish;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use stickslip_lab::compare::{self, Column, Comparison};

/// Columns that are printed; the rest is in the JSON.
const SHOWN: usize = 8;
/// Columns that differ by less than this part of their numbers differ by rounding, and are told together.
const ROUNDING: f64 = 1e-12;

/// Compares; 1 if the runs differ.
pub(crate) fn run(args: &DiffArgs) -> ExitCode {
    // written so that what is not a number is refused too
    let sensible = args.tolerance >= 0.0 && args.tolerance.is_finite();
    if !sensible {
        error::report(vec![Error::Tolerance(args.tolerance)]);
        return ExitCode::from(BAD_INPUT);
    }
    let found = match compared(args) {
        Ok(found) => found,
        Err(fault) => {
            error::report(vec![fault]);
            return ExitCode::from(BAD_INPUT);
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match args.json {
        true => serde_json::to_writer(&mut out, &found)
            .map_err(io::Error::from)
            .and_then(|()| writeln!(out)),
        false => print(&found, &mut out),
    };
    let written = finish(written.and_then(|()| out.flush()));
    ExitCode::from(u8::from(!(written && found.is_same())))
}

fn compared(args: &DiffArgs) -> Result<Comparison, Error> {
    let [first, second] = [folder_of_run(&args.first)?, folder_of_run(&args.second)?];
    compare::runs(&first, &second, args.tolerance).map_err(Error::Compare)
}

fn print(found: &Comparison, out: &mut impl Write) -> io::Result<()> {
    let [a, b] = &found.runs;
    let verdict = match (found.identical, found.is_same()) {
        (true, _) => format!("identical, {} steps", found.steps[0]),
        (false, true) => format!("the same up to {:e}", found.tolerance),
        (false, false) => match &found.first {
            Some(first) => {
                let t = seconds(first.t);
                format!("different from step {} on (t = {t} s)", first.step)
            }
            None => match found.shorter() {
                Some(shorter) => {
                    let t = seconds(found.ends[shorter]);
                    format!("different: one of them ends at t = {t} s")
                }
                None => "different".into(),
            },
        },
    };
    writeln!(out, "{} and {}: {verdict}", printable(a), printable(b))?;
    let field = |out: &mut dyn Write, name: &str, text: &str| writeln!(out, "  {name:<10} {text}");
    if let Some(shorter) = found.shorter() {
        let [first, last] = [shorter, 1 - shorter];
        let text = format!(
            "the motion of {} ends at t = {} s, that of {} goes on to {} s; compared is what both have",
            printable(&found.runs[first]),
            seconds(found.ends[first]),
            printable(&found.runs[last]),
            seconds(found.ends[last])
        );
        field(out, "ends", &text)?;
    }
    if found.steps[0] != found.steps[1] || found.steps_compared != found.steps[0] {
        let [a, b] = found.steps;
        let text = format!("{a} and {b}; {} end at the same time", found.steps_compared);
        field(out, "steps", &text)?;
    }
    for (key, one, two) in &found.settings {
        field(out, "settings", &format!("{key}: {one} and {two}"))?;
    }
    if let Some(first) = &found.first {
        let [x, y] = first.values;
        let text = format!(
            "{} {}: {x:?} and {y:?}",
            first.table,
            printable(&first.column)
        );
        field(out, "first", &text)?;
    }
    // written so that what is not a number is no rounding
    let (rounding, columns): (Vec<&Column>, Vec<&Column>) =
        (found.columns.iter()).partition(|column| column.relative <= ROUNDING);
    for column in columns.iter().take(SHOWN) {
        let text = format!(
            "{} {}: {:.3e} ({:.1e} of the column) at t = {} s",
            column.table,
            printable(&column.column),
            column.largest,
            column.relative,
            seconds(column.t)
        );
        field(out, "largest", &text)?;
    }
    if columns.len() > SHOWN {
        let rest = columns.len() - SHOWN;
        field(
            out,
            "",
            &format!("… and {rest} more columns; --json has all"),
        )?;
    }
    let worst = rounding.iter().map(|column| column.relative);
    if let Some(worst) = worst.reduce(f64::max) {
        let n = rounding.len();
        let s = if n == 1 { "" } else { "s" };
        let text =
            format!("{n} column{s} by no more than {worst:.1e} of the column; --json has all");
        field(out, "rounding", &text)?;
    }
    let contacts = &found.contacts;
    if let Some(first) = &contacts.first {
        let text = format!(
            "{} times in another mode, first {} at t = {} s: {} and {}",
            contacts.changes,
            printable(&first.name),
            seconds(first.t),
            first.modes[0],
            first.modes[1]
        );
        field(out, "contacts", &text)?;
    }
    if contacts.impulse > 0.0 {
        let text = format!(
            "normal impulses differ by up to {:.3e} N·s (t = {} s)",
            contacts.impulse,
            seconds(contacts.impulse_t)
        );
        field(out, "contacts", &text)?;
    }
    Ok(())
}
