//! Records as text for people.

use std::io::{self, Write};
use stickslip_lab::complementarity::enumerate::{Piece, Solutions};
use stickslip_lab::complementarity::{Certificate, Ray, Status, TOLERANCE};
use stickslip_lab::{ContactFinding, Finding, LcpFinding, Record};

/// Entries of a vector that are printed without `--full`.
const SHOWN: usize = 20;
/// Vertices and rays of solution sets that are printed without `--full`.
const SHOWN_VECTORS: usize = 20;
/// Entries of a vector in one line.
const PER_LINE: usize = 8;
/// Blanks before the continuation of a field.
const INDENT: &str = "               ";

/// How to print.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// With colours.
    pub(crate) colour: bool,
    /// Long vectors in full.
    pub(crate) full: bool,
}

impl Style {
    /// Prints one record as a short paragraph.
    pub(crate) fn record(
        self,
        record: &Record,
        note: Option<&str>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let colour = if record.is_solved() { "32" } else { "31" };
        let word = self.paint(record.status(), colour);
        let name = self.paint(&printable(&record.name), "1");
        let size = match &record.finding {
            Finding::Lcp(_) => format!("n = {}", record.answer().len()),
            Finding::Contact(found) => {
                let contacts = counted(found.r.len() / found.dim, "contact");
                format!("{contacts} in {}D", found.dim)
            }
        };
        writeln!(out, "{name}  {size}  {word}")?;
        if let Some(note) = note {
            field(out, "about", note)?;
        }
        match &record.finding {
            Finding::Lcp(finding) => self.lcp(finding, record.seconds, out),
            Finding::Contact(finding) => self.contact(finding, record.seconds, out),
        }
    }

    /// The fields of a frictional contact problem.
    fn contact(
        self,
        found: &ContactFinding,
        seconds: Option<f64>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let solved = found.is_solved();
        if !solved {
            field(out, "meaning", "not solved; nothing is proven")?;
        }
        let iterations = counted(found.iterations, "iteration");
        field(out, "method", &format!("{}, {iterations}", found.method))?;
        if let Some(seconds) = seconds {
            field(out, "median time", &time(seconds))?;
        }
        let natural = &found.natural;
        let verdict = verdict(natural.relative <= TOLERANCE);
        let worst = match natural.worst {
            Some(contact) if !solved => format!(", most at contact {contact}"),
            _ => String::new(),
        };
        let text = format!(
            "{verdict}: relative {} (limit {TOLERANCE:.0e}), ‖r − P(r − û)‖₂ {}{worst}",
            figure(natural.relative),
            figure(natural.absolute)
        );
        field(out, "certificate", &text)?;
        if let Some(bodies) = &found.bodies {
            let text = format!(
                "M v = q + H r up to {} of its terms (limit {TOLERANCE:.0e}), {} velocities",
                figure(bodies.imbalance),
                bodies.v.len()
            );
            field(out, "balance", &text)?;
        }
        if let Some(modes) = found.modes {
            let text = format!(
                "{} sticking, {} sliding, {} open",
                modes.sticking, modes.sliding, modes.open
            );
            field(out, "contacts", &text)?;
        }
        field(
            out,
            if solved { "r" } else { "best r" },
            &self.vector(&found.r),
        )
    }

    /// The fields of a complementarity problem.
    fn lcp(self, found: &LcpFinding, seconds: Option<f64>, out: &mut impl Write) -> io::Result<()> {
        let outcome = &found.outcome;
        let solved = outcome.status.is_solved();
        if let Some(meaning) = meaning(&outcome.status, found.mixed) {
            field(out, "meaning", meaning)?;
        }
        if let Status::Ray(Ray {
            infeasible: Some(y),
            ..
        }) = &outcome.status
        {
            field(out, "proof y", &self.vector(y))?;
        }
        if let Some(last) = outcome.attempts.last() {
            field(
                out,
                "method",
                &format!("{}, {}", last.method, counted(last.iterations, "iteration")),
            )?;
        }
        if outcome.attempts.len() > 1 {
            let tried = outcome
                .attempts
                .iter()
                .map(|a| format!("{}: {}", a.method, a.status));
            let separator = format!("\n{INDENT}");
            field(out, "tried", &tried.collect::<Vec<_>>().join(&separator))?;
        }
        if let Some(seconds) = seconds {
            field(out, "median time", &time(seconds))?;
        }
        let text = certificate(&outcome.certificate, found.mixed);
        field(out, "certificate", &text)?;
        field(
            out,
            if solved { "z" } else { "best z" },
            &self.vector(&outcome.z),
        )?;
        if !outcome.dependent.is_empty() {
            let rows: Vec<String> = outcome.dependent.iter().map(ToString::to_string).collect();
            let text = format!(
                "free rows {} depend on the others; their z is one of many",
                rows.join(", ")
            );
            field(out, "dependent", &text)?;
        }
        if let Some(solutions) = &found.solutions {
            self.solutions(solutions, out)?;
        }
        for guarantee in &found.guarantees {
            field(out, "guarantee", guarantee)?;
        }
        Ok(())
    }

    /// Prints the pieces of the solution set.
    fn solutions(self, all: &Solutions, out: &mut impl Write) -> io::Result<()> {
        let end = if all.complete {
            "; the search was complete, so there are no others"
        } else if all.doubtful {
            "; every basis was searched, but some numbers are too near zero to tell from rounding errors, so \
             there may be others"
        } else {
            "; the search met its limit (--max-nodes), so there may be others"
        };
        let count = match all.pieces.len() {
            0 => "none found".into(),
            1 => "1 piece".into(),
            k => format!("{k} pieces"),
        };
        field(
            out,
            "solutions",
            &format!("{count}{end} ({})", counted(all.nodes, "node")),
        )?;
        let listed = |piece: &Piece| piece.vertices.len() + piece.rays.len();
        let total: usize = all.pieces.iter().map(listed).sum();
        let mut left = if self.full { usize::MAX } else { SHOWN_VECTORS };
        for piece in &all.pieces {
            if left == 0 {
                break;
            }
            if piece.is_point() {
                field(out, "  point", &self.vector(&piece.vertices[0]))?;
                left -= 1;
                continue;
            }
            field(out, &format!("  {}", kind(piece)), "")?;
            let vertices = piece.vertices.iter().map(|v| ("    vertex", v));
            let rays = piece.rays.iter().map(|v| ("    ray", v));
            for (word, vector) in vertices.chain(rays).take(left) {
                field(out, word, &self.vector(vector))?;
            }
            left = left.saturating_sub(listed(piece));
        }
        if !self.full && total > SHOWN_VECTORS {
            let text = format!(
                "… {} more; --full and --json have all",
                total - SHOWN_VECTORS
            );
            field(out, "", &text)?;
        }
        Ok(())
    }

    /// `[1, 2.5, 0]`, wrapped, and cut unless everything is wanted.
    fn vector(self, v: &[f64]) -> String {
        let shown = if self.full {
            v.len()
        } else {
            v.len().min(SHOWN)
        };
        let mut text = String::from("[");
        for (i, &x) in v[..shown].iter().enumerate() {
            match i {
                0 => {}
                _ if i % PER_LINE == 0 => text.extend([",\n ", INDENT]),
                _ => text.push_str(", "),
            }
            text.push_str(&number(x));
        }
        if shown < v.len() {
            text.push_str(&format!(", … {} more; --full shows them", v.len() - shown));
        }
        text + "]"
    }

    fn paint(self, text: &str, code: &str) -> String {
        if self.colour {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }
}

/// What an end other than `solved` proves, and what it does not.
fn meaning(status: &Status, mixed: bool) -> Option<&'static str> {
    Some(match status {
        Status::Solved => return None,
        Status::Ray(Ray {
            infeasible: Some(_),
            ..
        }) if mixed => {
            "proven: no z meets all conditions, because the y below has qᵀy < 0 and, in the restricted \
             rows, y ≥ 0 and Mᵀy ≤ 0, in the free ones Mᵀy = 0"
        }
        Status::Ray(Ray {
            infeasible: Some(_),
            ..
        }) => {
            "proven: no z ≥ 0 has M z + q ≥ 0, because the y below has y ≥ 0, Mᵀy ≤ 0 and qᵀy < 0"
        }
        Status::Ray(_) => {
            "the path ran off to infinity; by itself this does not prove that there is no solution"
        }
        Status::NoSolution => {
            "proven: all complementary bases were searched and none is a solution"
        }
        Status::IterationLimit => "the iteration limit was reached; nothing is proven",
        Status::Stalled => "no further progress was possible; nothing is proven",
        Status::Singular => "a linear system that must be solved is singular; nothing is proven",
        _ => "not solved; nothing is proven",
    })
}

/// The shape of a piece in a word.
fn kind(piece: &Piece) -> &'static str {
    match (piece.vertices.len(), piece.rays.len()) {
        (1, 0) => "point",
        (2, 0) => "segment",
        (_, 0) => "polytope",
        (1, 1) => "half line",
        _ => "unbounded polyhedron",
    }
}

/// All figures of a certificate, each with a short label.
fn certificate(c: &Certificate, mixed: bool) -> String {
    let (relative, natural) = (figure(c.relative), figure(c.natural));
    let (z, w, product) = (
        figure(c.z_negative),
        figure(c.w_negative),
        figure(c.product),
    );
    let verdict = verdict(c.passes(TOLERANCE));
    // on the free rows of a mixed problem w must be zero, so either sign counts
    let w_label = if mixed { "w off by" } else { "w below zero" };
    format!(
        "{verdict}: relative {relative} (limit {TOLERANCE:.0e}), ‖min(z, w)‖∞ {natural},\n\
         {INDENT}z below zero {z}, {w_label} {w}, largest |z·w| {product}"
    )
}

fn verdict(passes: bool) -> &'static str {
    if passes { "passes" } else { "fails" }
}

/// Two digits: enough to judge a residual.
fn figure(x: f64) -> String {
    if x == 0.0 {
        "0".into()
    } else {
        format!("{x:.1e}")
    }
}

fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// One labelled field.
fn field(out: &mut impl Write, label: &str, text: &str) -> io::Result<()> {
    writeln!(out, "  {label:<11}  {text}")
}

/// Nine significant digits, without trailing zeros.
fn number(x: f64) -> String {
    let rounded = format!("{x:.8e}").parse().unwrap_or(x);
    let size = f64::abs(rounded);
    if size == 0.0 {
        "0".into()
    } else if (1e-4..1e7).contains(&size) || !size.is_finite() {
        format!("{rounded}")
    } else {
        format!("{rounded:e}")
    }
}

/// Seconds in a fitting unit.
fn time(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", 1e9 * s),
        s if s < 1e-3 => format!("{:.2} µs", 1e6 * s),
        s if s < 1.0 => format!("{:.2} ms", 1e3 * s),
        s => format!("{s:.2} s"),
    }
}

/// A time (s) without the digits that adding steps leaves behind.
pub(crate) fn seconds(t: f64) -> String {
    let short = format!("{t:.11e}").parse().unwrap_or(t);
    format!("{short}")
}

/// A name without control characters and marks of writing direction, which could garble a terminal.
pub(crate) fn printable(name: &str) -> String {
    let garbles = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    name.chars()
        .map(|c| if garbles(c) { '\u{fffd}' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_honest() {
        for (x, text) in [
            (0.1 + 0.2, "0.3"),
            (-0.0, "0"),
            (1e-9, "1e-9"),
            (123456.789, "123456.789"),
            (1e300, "1e300"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(number(x), text);
        }
        assert_eq!(time(2.5e-5), "25.00 µs");
    }

    #[test]
    fn long_vectors_are_cut_unless_full() {
        let v = vec![1.0; 30];
        let cut = Style {
            colour: false,
            full: false,
        }
        .vector(&v);
        assert!(
            cut.contains("… 10 more") && cut.lines().count() == 3,
            "{cut}"
        );
        let full = Style {
            colour: false,
            full: true,
        }
        .vector(&v);
        assert_eq!(full.matches('1').count(), 30);
        assert_eq!(
            Style {
                colour: false,
                full: false
            }
            .vector(&[]),
            "[]"
        );
    }

    #[test]
    fn many_solutions_are_cut_unless_full() {
        let mut all = Solutions::default();
        for k in 0..30 {
            let mut piece = Piece::default();
            piece.vertices = vec![vec![f64::from(k)]];
            all.pieces.push(piece);
        }
        let told = |full| {
            let mut out = Vec::new();
            let style = Style {
                colour: false,
                full,
            };
            style.solutions(&all, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(told(false).matches("  point").count(), 20);
        assert!(told(false).contains("… 10 more; --full and --json have all"));
        assert_eq!(told(true).matches("  point").count(), 30);
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(printable("a\u{1b}[2Jb\nc"), "a\u{fffd}[2Jb\u{fffd}c");
        assert_eq!(printable("a\u{202e}b"), "a\u{fffd}b");
    }
}
