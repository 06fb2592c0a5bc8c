//! Writes the page of a run.

use crate::BAD_INPUT;
use crate::args::ReportArgs;
use crate::error::{self, Error, say};
use crate::pictures;
use crate::plan::{folder_of_run, words_of_command};
use crate::run::finish;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickslip_lab::figure::Theme;
use stickslip_lab::report::{self, Choice, Page};
use stickslip_lab::run::REPORT;

/// Writes the page and says where it is.
pub(crate) fn run(args: &ReportArgs) -> ExitCode {
    let folder = match pictures::possible(&args.pictures).and_then(|()| folder_of_run(&args.run)) {
        Ok(folder) => folder,
        Err(fault) => {
            error::report(vec![fault]);
            return ExitCode::from(BAD_INPUT);
        }
    };
    let file = args.out.clone().unwrap_or_else(|| folder.join(REPORT));
    let choice = Choice {
        apart: args.out.is_some(),
        full: args.full,
        theme: match args.theme.as_str() {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => Theme::Auto,
        },
    };
    match write(&folder, &file, choice) {
        Ok(page) if finish(tell(&file, &page, args.json)) => {
            pictures::run(&file, &args.pictures, args.theme == "dark", args.json)
        }
        Ok(_) => ExitCode::from(1),
        Err(fault) => {
            let code = match fault {
                Error::Write { .. } => 1,
                _ => BAD_INPUT,
            };
            error::report(vec![fault]);
            ExitCode::from(code)
        }
    }
}

/// Writes the page of a folder into that folder, and those of its branches into theirs.
pub(crate) fn write_folder(folder: &Path) -> Result<PathBuf, Error> {
    let file = folder.join(REPORT);
    write(folder, &file, Choice::default()).map(|_| file)
}

/// The command that was typed, as one line.
pub(crate) fn command() -> String {
    report::command_line(words_of_command())
}

/// Writes a page.
pub(crate) fn save(file: &Path, html: &str) -> Result<(), Error> {
    let failed = |source| Error::Write {
        path: file.to_owned(),
        source,
    };
    let parent = file
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    if let Some(parent) = parent {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    std::fs::write(file, html).map_err(failed)
}

fn write(folder: &Path, file: &Path, choice: Choice) -> Result<Page, Error> {
    // first those that the page of the run names
    if !choice.apart {
        for branch in report::branch_folders(folder) {
            let page = report::of_run(&branch, choice).map_err(Error::Report)?;
            warn(&branch, &page);
            save(&branch.join(REPORT), &page.html)?;
        }
    }
    let page = report::of_run(folder, choice).map_err(Error::Report)?;
    warn(folder, &page);
    save(file, &page.html)?;
    Ok(page)
}

/// Says what the page of a run cannot tell.
pub(crate) fn warn(folder: &Path, page: &Page) {
    if let Some(unknown) = page.unknown {
        say(format_args!("warning: {}: {unknown}", folder.display()));
    }
}

fn tell(file: &Path, page: &Page, json: bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let (bytes, frames) = (page.html.len(), page.frames);
    if json {
        let file = file.to_string_lossy();
        let thinned = &page.thinned;
        let line = serde_json::json!({ "file": file, "bytes": bytes, "frames": frames, "thinned": thinned });
        return writeln!(out, "{line}");
    }
    let size = bytes as f64 / 1e6;
    let less = match page.thinned.is_empty() {
        true => String::new(),
        false => format!("; {}", page.thinned),
    };
    writeln!(
        out,
        "{}  {frames} states, {size:.1} MB{less}",
        file.display()
    )
}
