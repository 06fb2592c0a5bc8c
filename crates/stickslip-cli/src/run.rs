//! Carries out a plan, writing as it goes.

use crate::error::{colours, say};
use crate::plan::Work;
use crate::print::{Style, printable};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use stickslip_lab::{catalogue, solve};

/// Number of problems from which a progress bar is worth its space.
const MANY: usize = 20;
/// What a shell reports for a command ended by Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Solves the problems, a record as soon as it is there.
pub(crate) fn solve(work: &Work) -> ExitCode {
    for warning in &work.warnings {
        say(format_args!("warning: {warning}"));
    }
    let stop = stop_on_interrupt("problem");
    let mut out = BufWriter::new(io::stdout().lock());
    let style = Style {
        colour: colours(&io::stdout()),
        full: work.full,
    };
    let bar = match work.task.all_solutions {
        true => search(),
        false => progress(work.problems.len()),
    };
    let (mut solved, mut written) = (0, Ok(()));
    let done = solve::each(&work.problems, &work.task, &stop, |i, record| {
        solved += usize::from(record.is_solved());
        written = bar.suspend(|| {
            if work.json {
                record.write_json(work.file(i), &mut out)
            } else {
                style.record(&record, work.note(i), &mut out)
            }
            .and_then(|()| out.flush())
        });
        bar.inc(1);
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    bar.finish_and_clear();
    let total = work.problems.len();
    if written.is_ok() && !work.json {
        written = writeln!(out, "{solved} solved, {} not solved", done - solved)
            .and_then(|()| out.flush());
    }
    let all_solved = finish(written) && solved == total;
    if done < total && stop.load(Ordering::Relaxed) {
        say(format_args!("interrupted: {done} of {total} problems done"));
        return ExitCode::from(INTERRUPTED);
    }
    ExitCode::from(u8::from(!all_solved))
}

/// Lists the shipped problems.
pub(crate) fn list(json: bool) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut write = || -> io::Result<()> {
        for entry in catalogue::all() {
            let (name, n) = (&entry.problem.name, entry.problem.len());
            if json {
                let line = serde_json::json!({ "name": name, "n": n, "note": entry.note });
                writeln!(out, "{line}")?;
            } else {
                writeln!(out, "{:<15} n = {n:<3} {}", printable(name), entry.note)?;
            }
        }
        out.flush()
    };
    let written = write();
    ExitCode::from(u8::from(!finish(written)))
}

/// Whether what was to be written is acceptable. A reader that has seen enough is no error.
pub(crate) fn finish(written: io::Result<()>) -> bool {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            say(format_args!("error: cannot write the output: {error}"));
            false
        }
        _ => true,
    }
}

/// A flag that Ctrl-C raises; a second Ctrl-C ends the process at once.
pub(crate) fn stop_on_interrupt(unit: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let handler = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
        say(format_args!(
            "finishing the current {unit}; press Ctrl-C again to stop at once"
        ));
    });
    if let Err(error) = handler {
        say(format_args!(
            "warning: Ctrl-C will end the command without a summary ({error})"
        ));
    }
    stop
}

/// A bar on standard error, if a person watches it and the records themselves go elsewhere.
fn progress(total: usize) -> ProgressBar {
    if total < MANY || !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} problems, {eta} left");
    ProgressBar::new(total as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A sign of life while all solutions are searched for, which may take minutes; if a person watches.
fn search() -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} searching for all solutions, {elapsed}");
    let bar = ProgressBar::new_spinner()
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
