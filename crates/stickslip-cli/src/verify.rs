//! Compares the papers' numbers with ours.

use crate::error::{self, Error, colours, say};
use crate::report;
use crate::run::finish;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use stickslip_lab::report as lab;
use stickslip_lab::verify::{Check, Example};

/// Runs the examples; 1 if a number is outside its band.
pub(crate) fn run(examples: &[&Example], page: Option<&Path>, json: bool) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let colour = colours(&io::stdout());
    let (mut fine, mut all) = (0, 0);
    let mut found = Vec::new();
    for example in examples {
        let checks = match example.checks() {
            Ok(checks) => checks,
            Err(error) => {
                say(format_args!("error: {}: {error}", example.name));
                return ExitCode::from(1);
            }
        };
        fine += checks.iter().filter(|c| c.ok).count();
        all += checks.len();
        let written = match json {
            true => lines(&checks, &mut out),
            false => table(example, &checks, colour, &mut out),
        };
        let written = written.and_then(|()| out.flush());
        if written.is_err() {
            return ExitCode::from(u8::from(!finish(written)));
        }
        found.push((*example, checks));
    }
    if let Some(file) = page {
        let page = lab::of_checks(&found, report::command()).map_err(Error::Report);
        if let Err(fault) = page.and_then(|page| report::save(file, &page)) {
            error::report(vec![fault]);
            return ExitCode::from(1);
        }
    }
    let mut written = Ok(());
    if !json {
        written = writeln!(out, "{fine} of {all} numbers within their bands");
        if let (Ok(()), Some(file)) = (&written, page) {
            written = writeln!(out, "{}", file.display());
        }
        written = written.and_then(|()| out.flush());
    }
    ExitCode::from(u8::from(!(finish(written) && fine == all)))
}

/// One JSON object a line.
fn lines(checks: &[Check], out: &mut impl Write) -> io::Result<()> {
    for check in checks {
        serde_json::to_writer(&mut *out, check)?;
        writeln!(out)?;
    }
    Ok(())
}

fn table(
    example: &Example,
    checks: &[Check],
    colour: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let width = checks
        .iter()
        .map(|c| c.quantity.chars().count())
        .max()
        .unwrap_or(0);
    writeln!(out, "{}  {}", example.name, example.about)?;
    let heads = ["published", "reference", "ours", "band"];
    write!(out, "  {:width$}", "")?;
    for head in heads {
        write!(out, " {head:>12}")?;
    }
    writeln!(out)?;
    for check in checks {
        let published = check.published.map_or("–".to_owned(), number);
        let verdict = match (check.ok, colour) {
            (true, _) => "ok",
            (false, true) => "\u{1b}[31mOUT\u{1b}[0m",
            (false, false) => "OUT",
        };
        let pad = width - check.quantity.chars().count();
        let (reference, ours) = (number(check.reference), number(check.ours));
        writeln!(
            out,
            "  {}{:pad$} {published:>12} {reference:>12} {ours:>12} {:>12}  {verdict}",
            check.quantity,
            "",
            format!("±{:.1e}", check.band),
        )?;
    }
    writeln!(out)
}

/// Seven significant digits, without trailing zeros.
fn number(x: f64) -> String {
    if x == 0.0 || !x.is_finite() {
        return x.to_string();
    }
    let digits = (6 - x.abs().log10().floor() as i32).clamp(0, 12) as usize;
    let text = format!("{x:.digits$}");
    match text.contains('.') {
        true => text
            .trim_end_matches('0')
            .trim_end_matches('.')
            .replace('-', "−"),
        false => text.replace('-', "−"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_seven_digits_and_no_idle_zeros() {
        for (x, text) in [
            (0.3825, "0.3825"),
            (-0.230_786_328, "−0.2307863"),
            (19.410_97, "19.41097"),
            (70.0, "70"),
            (0.0, "0"),
            (f64::NAN, "NaN"),
        ] {
            assert_eq!(number(x), text);
        }
    }
}
