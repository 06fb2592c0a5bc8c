//! Checks scenes: read, built, and ready to take the first step.

use crate::BAD_INPUT;
use crate::args::CheckArgs;
use crate::error::{self, Error, say};
use crate::plan::load_scene;
use crate::print::printable;
use crate::run::finish;
use serde_json::{Value, json};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use stickslip_lab::info::{self, Info};

/// Checks each scene; a line for each.
pub(crate) fn run(args: &CheckArgs) -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut all_fine = true;
    let mut write = || -> io::Result<()> {
        for path in &args.scenes {
            let checked = check(path, &args.set);
            all_fine &= checked.is_ok();
            let file = path.to_string_lossy();
            match (args.json, checked) {
                (true, Ok(info)) => {
                    let line = json!({ "file": file, "ok": true, "name": info.name, "kind": info.kind, "steps": info.steps, "warnings": told_of(&info).collect::<Vec<_>>() });
                    writeln!(out, "{line}")?;
                }
                (true, Err(fault)) => writeln!(out, "{}", told(&file, &fault))?,
                (false, Ok(info)) => {
                    writeln!(out, "{file}: ok, {}", line(&info))?;
                    for warning in told_of(&info) {
                        out.flush()?;
                        say(format_args!("warning: {file}: {}", printable(warning)));
                    }
                }
                (false, Err(fault)) => error::report(vec![fault]),
            }
        }
        out.flush()
    };
    let written = finish(write());
    match (all_fine, written) {
        (false, _) => ExitCode::from(BAD_INPUT),
        (true, written) => ExitCode::from(u8::from(!written)),
    }
}

fn check(path: &Path, set: &[String]) -> Result<Info, Error> {
    let scene = load_scene(path, set)?;
    info::of(&scene).map_err(Error::Library)
}

/// What is to be put right or known; how accurate pyramids are is no fault of a scene.
fn told_of(info: &Info) -> impl Iterator<Item = &String> {
    let is_fact = |warning: &&String| info.pyramids.contains(warning);
    info.warnings
        .iter()
        .filter(move |warning| !is_fact(warning))
}

fn line(info: &Info) -> String {
    format!(
        "{} ({}): {} freedoms, {} contacts known, {} steps of {} s",
        info.name, info.kind, info.freedoms_left, info.contacts.known, info.steps, info.settings.h
    )
}

/// A fault as JSON.
fn told(file: &str, fault: &Error) -> Value {
    let mut line = json!({ "file": file, "ok": false, "error": fault.to_string() });
    if let Error::Scene(fault) = fault {
        line["error"] = fault.fault.clone().into();
        if let Some(place) = &fault.place {
            line["line"] = place.line.into();
            line["column"] = place.column.into();
        }
    }
    line
}
