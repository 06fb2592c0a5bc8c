//! Draws runs.

use crate::BAD_INPUT;
use crate::error::{self, Error};
use crate::plan::Drawing;
use crate::run::finish;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stickslip_lab::figure::Theme;
use stickslip_lab::plot::{self, RunData};

/// Draws the figures and says where they are.
pub(crate) fn run(drawing: &Drawing) -> ExitCode {
    match draw(&drawing.runs, &drawing.folder, drawing.theme) {
        Ok(files) => {
            let mut out = BufWriter::new(io::stdout().lock());
            let mut write = || -> io::Result<()> {
                for (about, file) in &files {
                    let file = file.to_string_lossy();
                    match drawing.json {
                        true => writeln!(
                            out,
                            "{}",
                            serde_json::json!({ "figure": about, "file": file })
                        )?,
                        false => writeln!(out, "{file}  {about}")?,
                    }
                }
                out.flush()
            };
            let written = write();
            ExitCode::from(u8::from(!finish(written)))
        }
        Err(fault) => {
            let code = if matches!(fault, Error::Write { .. }) {
                1
            } else {
                BAD_INPUT
            };
            error::report(vec![fault]);
            ExitCode::from(code)
        }
    }
}

/// Draws the run in a folder into its `plots`.
pub(crate) fn draw_folder(folder: &Path) -> Result<Vec<(&'static str, PathBuf)>, Error> {
    let run = RunData::read(folder).map_err(Error::Plot)?;
    draw(&[run], &folder.join("plots"), Theme::Auto)
}

/// Writes the figures; what each shows, and its file.
fn draw(
    runs: &[RunData],
    folder: &Path,
    theme: Theme,
) -> Result<Vec<(&'static str, PathBuf)>, Error> {
    let figures = plot::figures(runs, theme).map_err(Error::Plot)?;
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| Error::Write { path, source }
    };
    std::fs::create_dir_all(folder).map_err(failed(folder))?;
    let mut files = Vec::new();
    for figure in figures {
        let path = folder.join(format!("{}.svg", figure.name));
        std::fs::write(&path, figure.svg).map_err(failed(&path))?;
        files.push((figure.about, path));
    }
    Ok(files)
}
