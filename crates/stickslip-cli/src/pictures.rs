//! Pictures of a report, through an installed browser.

use crate::BAD_INPUT;
use crate::args::PictureArgs;
use crate::error::{self, Error, say};
use crate::print::seconds;
use crate::run::{INTERRUPTED, finish, stop_on_interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use stickslip_lab::browser::{self, BrowserError, Format, Look, PictureError, Pictures, Shade};

/// What was made.
enum Made {
    Picture {
        file: PathBuf,
        bytes: usize,
        t: f64,
    },
    Frames {
        folder: PathBuf,
        done: usize,
        of: usize,
    },
}

/// Stops before anything else is done where pictures are wanted and cannot be made.
pub(crate) fn possible(wanted: &PictureArgs) -> Result<(), Error> {
    if !wanted.any() {
        return Ok(());
    }
    if let Some(file) = wanted.png.as_ref().filter(|file| !is_png(file)) {
        return Err(Error::NotPng { file: file.clone() });
    }
    browser::find().map_err(|fault| Error::Pictures(fault.into()))?;
    if let Some(at) = wanted.at.filter(|at| !at.is_finite()) {
        return Err(Error::PictureTime(at));
    }
    match &wanted.frames {
        Some(folder) if holds_frames(folder) => Err(Error::FramesThere {
            folder: folder.clone(),
        }),
        _ => Ok(()),
    }
}

/// Whether the name of a file promises nothing else than what is written.
fn is_png(file: &Path) -> bool {
    (file.extension()).is_none_or(|ending| ending.eq_ignore_ascii_case("png"))
}

/// Makes the pictures of a report and says where they are.
pub(crate) fn run(report: &Path, wanted: &PictureArgs, dark: bool, json: bool) -> ExitCode {
    if !wanted.any() {
        return ExitCode::SUCCESS;
    }
    let dark = wanted.dark || dark && !wanted.light;
    match draw(report, wanted, dark) {
        Ok(made) => {
            let written = made.iter().try_for_each(|made| tell(made, wanted, json));
            let cut = made
                .iter()
                .any(|made| matches!(made, Made::Frames { done, of, .. } if done < of));
            match (finish(written), cut) {
                (_, true) => ExitCode::from(INTERRUPTED),
                (whole, false) => ExitCode::from(u8::from(!whole)),
            }
        }
        Err(fault) => {
            let code = match &fault {
                Error::Pictures(PictureError::Browser(
                    BrowserError::NotFound | BrowserError::NotAProgram(_),
                ))
                | Error::Pictures(PictureError::NoMotion { .. }) => BAD_INPUT,
                _ => 1,
            };
            error::report(vec![fault]);
            ExitCode::from(code)
        }
    }
}

fn draw(report: &Path, wanted: &PictureArgs, dark: bool) -> Result<Vec<Made>, Error> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| Error::Write { path, source }
    };
    let look = Look {
        width: wanted.size[0],
        height: wanted.size[1],
        shade: match dark {
            true => Shade::Dark,
            false => Shade::Light,
        },
    };
    let mut pictures = Pictures::open(report, look).map_err(Error::Pictures)?;
    let drawn = |fault: BrowserError| Error::Pictures(fault.into());
    pictures.caption().map_err(drawn)?;
    let mut made = Vec::new();
    let picture = |pictures: &mut Pictures, t: f64, file: &Path| -> Result<usize, Error> {
        let bytes = pictures.at(t, Format::Png).map_err(drawn)?;
        std::fs::write(file, &bytes).map_err(failed(file))?;
        Ok(bytes.len())
    };
    let [first, last] = pictures.span();
    if let Some(file) = &wanted.png {
        let (t, note) = moment(wanted.at, [first, last]);
        if let Some(note) = note {
            say(format_args!("note: {note}"));
        }
        // one picture is of what is there, a film of the whole motion
        pictures.near(t).map_err(drawn)?;
        let bytes = picture(&mut pictures, t, file)?;
        pictures.fit().map_err(drawn)?;
        made.push(Made::Picture {
            file: file.clone(),
            bytes,
            t,
        });
    }
    if let Some(folder) = &wanted.frames {
        std::fs::create_dir_all(folder).map_err(failed(folder))?;
        let stop = stop_on_interrupt("frame");
        let fps = f64::from(wanted.fps.get());
        let of = frames(first, last, fps);
        let bar = progress(of);
        let mut done = 0;
        while done < of && !stop.load(Ordering::Relaxed) {
            let file = folder.join(frame_name(done + 1));
            picture(&mut pictures, first + done as f64 / fps, &file)?;
            done += 1;
            bar.inc(1);
        }
        bar.finish_and_clear();
        made.push(Made::Frames {
            folder: folder.clone(),
            done,
            of,
        });
    }
    Ok(made)
}

/// When to take the picture, and what to say if that is not when it was asked for.
fn moment(at: Option<f64>, [first, last]: [f64; 2]) -> (f64, Option<String>) {
    let Some(at) = at else {
        return (last, None);
    };
    let t = at.clamp(first, last);
    // clocks round
    let apart = (t - at).abs() > 1e-9 * (1.0 + last.abs());
    let note = apart.then(|| {
        let [first, last, t] = [first, last, t].map(seconds);
        format!("--at {at} is not in the run, which is from {first} to {last} s; the picture is at {t} s")
    });
    (t, note)
}

/// How many pictures there are from the first to the last time.
fn frames(first: f64, last: f64, fps: f64) -> usize {
    // a picture that is due at the end is taken, whatever rounding says
    ((last - first) * fps + 1e-6).floor().max(0.0) as usize + 1
}

fn frame_name(number: usize) -> String {
    format!("frame-{number:05}.png")
}

/// Whether there are frames of another film, which would be mixed with new ones.
fn holds_frames(folder: &Path) -> bool {
    folder.join(frame_name(1)).exists()
}

fn tell(made: &Made, wanted: &PictureArgs, json: bool) -> io::Result<()> {
    let mut out = io::stdout();
    match made {
        Made::Picture { file, bytes, t } if json => {
            let file = file.to_string_lossy();
            let line = serde_json::json!({ "file": file, "bytes": bytes, "t": t });
            writeln!(out, "{line}")
        }
        Made::Picture { file, bytes, t } => {
            let t = seconds(*t);
            writeln!(out, "{}: {bytes} bytes, at {t} s", file.display())
        }
        Made::Frames { folder, done, of } => {
            if done < of {
                say(format_args!("interrupted: {done} of {of} frames are there"));
            }
            if json {
                let folder = folder.to_string_lossy();
                let line = serde_json::json!({ "folder": folder, "frames": done, "of": of,
                                               "fps": wanted.fps.get() });
                return writeln!(out, "{line}");
            }
            let all = folder.join("frame-%05d.png");
            writeln!(out, "{}: {done} frames", folder.display())?;
            // most players want this kind of colours, which wants even sizes
            let even = match wanted.size.iter().any(|side| side % 2 == 1) {
                true => " -vf \"pad=ceil(iw/2)*2:ceil(ih/2)*2\"",
                false => "",
            };
            writeln!(
                out,
                "a film of them: ffmpeg -framerate {} -i \"{}\"{even} -pix_fmt yuv420p film.mp4",
                wanted.fps,
                all.display()
            )
        }
    }
}

fn progress(total: usize) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} frames, {eta} left");
    ProgressBar::new(total as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_not_called_what_it_is_not() {
        for (name, fine) in [
            ("q.png", true),
            ("Q.PNG", true),
            ("q", true),
            ("q.jpg", false),
            ("q.svg", false),
        ] {
            assert_eq!(is_png(Path::new(name)), fine, "{name}");
        }
    }

    #[test]
    fn a_time_outside_of_the_run_is_told() {
        assert_eq!(moment(None, [0.0, 1.0]), (1.0, None));
        assert_eq!(moment(Some(0.4), [0.0, 1.0]), (0.4, None));
        assert_eq!(moment(Some(1.0 + 1e-15), [0.0, 1.0]), (1.0, None));
        let (t, note) = moment(Some(7.0), [0.0, 1.0]);
        assert_eq!(t, 1.0);
        assert!(note.unwrap().contains("from 0 to 1 s"));
    }

    #[test]
    fn the_last_moment_has_its_picture() {
        assert_eq!(frames(0.0, 1.0, 30.0), 31);
        assert_eq!(frames(0.0, 0.3, 10.0), 4);
        assert_eq!(frames(0.0, 0.0, 30.0), 1);
        assert_eq!(frames(0.5, 0.51, 30.0), 1);
    }
}
