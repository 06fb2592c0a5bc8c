//! Runs scenes and shows the shipped ones.

use crate::BAD_INPUT;
use crate::error::{self, Error, colours, say};
use crate::plan::Journey;
use crate::plot;
use crate::report;
use crate::run::{INTERRUPTED, finish, stop_on_interrupt};
use crate::summary;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;
use stickslip_lab::run::{self, Ran, Reason, Summary};
use stickslip_lab::scene::catalogue;

/// Steps after which the progress bar is drawn again.
const OFTEN: usize = 16;

/// Runs the scene and says what became of it.
pub(crate) fn run(journey: &Journey) -> ExitCode {
    for warning in &journey.warnings {
        say(format_args!("warning: {warning}"));
    }
    for note in journey.notes.iter().filter(|_| !journey.quiet) {
        say(format_args!("note: {note}"));
    }
    let stop = stop_on_interrupt("step");
    let bar = progress(journey);
    let (scene, folder, options) = (&journey.scene, &journey.folder, &journey.options);
    let mut looked = journey.quiet;
    let ran = run::with(scene, folder, options, &stop, |now| {
        // twenty times, because contacts may come late
        if !looked && now.branch == 1 && now.done % (now.of / 20).max(1) == 0 {
            let size = run::ahead(run::written(folder), now.done, now.of);
            if let Some(size) = size {
                looked = true;
                let size = size as f64 / 1e9;
                bar.suspend(|| {
                    say(format_args!(
                        "note: this run is going to write about {size:.1} GB; --record-every {} keeps a tenth of its states",
                        10 * scene.record_every
                    ));
                });
            }
        }
        if now.done % OFTEN == 0 || now.done == now.of {
            if bar.position() == 0 && now.done > OFTEN {
                // steps of an earlier part say nothing about the speed of this one
                bar.set_position(now.done as u64);
                bar.reset_eta();
            }
            let certificate = &now.so_far.certificate;
            let worst = certificate.worst_audit.max(certificate.swept.worst_audit);
            let branch = match now.branch {
                1 => String::new(),
                number => format!(", branch {number}"),
            };
            let audit = now.report.audit;
            bar.set_message(format!("{audit:.0e}, worst {worst:.0e}{branch}"));
            bar.set_position(now.done as u64);
        }
    });
    bar.finish_and_clear();
    match ran {
        Ok(Ran::Now { summary, before }) => {
            if let (Some(step), false) = (before, journey.quiet) {
                say(format_args!("resumed after step {step}"));
            }
            finished(journey, &summary)
        }
        Ok(Ran::Before(summary)) => already(journey, &summary),
        Err(fault) => {
            let code = if fault.is_input() { BAD_INPUT } else { 1 };
            error::report(vec![Error::Run(fault)]);
            ExitCode::from(code)
        }
    }
}

/// Draws and prints what a run gave.
fn finished(journey: &Journey, summary: &Summary) -> ExitCode {
    // figures of a run without a single step would be empty
    let figures = match journey.plots && summary.steps > 0 {
        true => plot::draw_folder(&journey.folder),
        false => Ok(Vec::new()),
    };
    let page = (journey.report && summary.steps > 0).then(|| report::write_folder(&journey.folder));
    let written = finish(show(journey, summary));
    match figures {
        Ok(figures) if !figures.is_empty() && !journey.json && !journey.quiet => {
            let folder = journey.folder.join("plots");
            let line = format!("figures  {} in {}", figures.len(), folder.display());
            let _ = writeln!(io::stdout(), "{line}");
        }
        Ok(_) => {}
        Err(fault) => error::report(vec![fault]),
    }
    match page {
        Some(Ok(file)) if !journey.json && !journey.quiet => {
            let _ = writeln!(io::stdout(), "report   {}", file.display());
        }
        Some(Err(fault)) => error::report(vec![fault]),
        _ => {}
    }
    if let (Some(first), Reason::Finished, false) = (&journey.repeats, summary.end, journey.quiet) {
        let (first, second) = (first.display(), journey.folder.display());
        say(format_args!(
            "compare with: stickslip diff {first} {second}"
        ));
    }
    let branches = summary.branches.as_ref().map(|tree| &tree.branches[..]);
    let branches = branches.unwrap_or_default();
    let ends = branches.iter().map(|branch| branch.end);
    match ends.chain([summary.end]).any(|e| e == Reason::Interrupted) {
        true => ExitCode::from(INTERRUPTED),
        false => {
            let fair = |certified, useful| certified || useful && !journey.require_certified;
            let own = fair(summary.is_fine(), summary.is_useful());
            let rest = branches.iter().all(|b| fair(b.certified, b.useful));
            ExitCode::from(u8::from(!(written && own && rest)))
        }
    }
}

/// Says that a run to be resumed was finished before; its exit code is that of then.
fn already(journey: &Journey, summary: &serde_json::Value) -> ExitCode {
    let steps = &summary["steps"];
    let line = match (journey.json, journey.quiet) {
        (true, _) => Some(summary.to_string()),
        (_, true) => None,
        _ => Some(format!(
            "{}: finished before, all {steps} steps done; nothing to resume. Run without --resume to run it again",
            journey.folder.display()
        )),
    };
    let written = line.map_or(Ok(()), |line| writeln!(io::stdout(), "{line}"));
    let count = |key: &str| summary["certificate"][key].as_u64().unwrap_or(0);
    let useful = match journey.require_certified {
        true => 0,
        false => count("steps_useful"),
    };
    let fair = steps.as_u64() == Some(count("steps_certified") + useful);
    ExitCode::from(u8::from(!(finish(written) && fair)))
}

/// Prints the summary, and what a person must not miss to standard error.
fn show(journey: &Journey, summary: &Summary) -> io::Result<()> {
    let (done, of) = (summary.steps, summary.steps_planned);
    if let Some(tree) = &summary.branches
        && let Some(branch) = tree.branches.iter().find(|b| b.end == Reason::Interrupted)
    {
        say(format_args!(
            "interrupted: {} of {of} steps of branch {} done and kept; branches are not resumed, the same command makes all of them again",
            branch.steps, branch.number
        ));
    }
    match (summary.end, &summary.error) {
        (Reason::Interrupted, _) if summary.branches.is_some() => {}
        (Reason::Interrupted, _) => say(format_args!(
            "interrupted: {done} of {of} steps done; the same command with --resume goes on from here"
        )),
        (Reason::Failed, Some(error)) => {
            // an error that names the step need not do so twice
            let step = format!("step {}", done + 1);
            match error.strip_prefix(&step) {
                Some(rest) => say(format_args!("error: {step} of {of}{rest}")),
                None => say(format_args!("error: {step} of {of}: {error}")),
            }
        }
        (Reason::Finished, _) if !journey.quiet && !summary.is_fine() && summary.is_useful() => {
            say(format_args!("warning: {}", summary::short_of_goal(summary)));
        }
        _ => {}
    }
    let mut out = BufWriter::new(io::stdout().lock());
    if journey.json {
        serde_json::to_writer(&mut out, summary)?;
        writeln!(out)?;
    } else if !journey.quiet {
        summary::print(summary, colours(&io::stdout()), &mut out)?;
    }
    out.flush()
}

/// A bar on standard error, if a person watches it.
fn progress(journey: &Journey) -> ProgressBar {
    if journey.quiet || !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let steps = journey.scene.steps().unwrap_or(0);
    let style = ProgressStyle::with_template(
        "{wide_bar} {pos}/{len} steps, {per_sec}, {eta} left, audit {msg}",
    );
    ProgressBar::new(steps as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Lists the shipped scenes.
pub(crate) fn list(json: bool) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let width = catalogue::names().map(str::len).max().unwrap_or(0);
    let mut write = || -> io::Result<()> {
        for scene in catalogue::names().filter_map(catalogue::find) {
            let (name, about) = (&scene.name, &scene.about);
            if json {
                let kind = scene.system.kind();
                let line = serde_json::json!({ "name": name, "kind": kind, "about": about });
                writeln!(out, "{line}")?;
            } else {
                writeln!(out, "{name:<width$}  {about}")?;
            }
        }
        out.flush()
    };
    let written = write();
    ExitCode::from(u8::from(!finish(written)))
}

/// Prints the schema of scenes.
pub(crate) fn schema() -> ExitCode {
    print(
        "schema",
        &format!("{:#}\n", stickslip_lab::scene::schema()),
        false,
    )
}

/// Prints a scene's file.
pub(crate) fn print(name: &str, text: &str, json: bool) -> ExitCode {
    let mut out = io::stdout().lock();
    let written = match json {
        true => writeln!(out, "{}", serde_json::json!({ "name": name, "text": text })),
        false => out.write_all(text.as_bytes()),
    };
    let written = written.and_then(|()| out.flush());
    ExitCode::from(u8::from(!finish(written)))
}
