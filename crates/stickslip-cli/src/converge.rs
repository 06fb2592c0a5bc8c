//! Convergence studies: a table, an SVG figure, or JSON.

use crate::error::{self, Error, say};
use crate::plan::Course;
use crate::report;
use crate::run::{INTERRUPTED, finish, stop_on_interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use stickslip_lab::converge::{self, ConvergeError, Line, Study};
use stickslip_lab::figure::{Axis, Convergence, Mark, Series, Theme};
use stickslip_lab::report as lab;
use stickslip_lab::stickslip::Settings;

/// Runs the study.
pub(crate) fn run(course: &Course) -> ExitCode {
    let stop = stop_on_interrupt("step");
    let scene = &course.scene;
    let bar = progress(course);
    let mut tracks = Vec::new();
    for &h in &course.steps {
        let settings = Settings {
            step: h,
            ..scene.settings.clone()
        };
        let track = converge::track(
            scene.system.clone(),
            &scene.initial,
            &settings,
            scene.duration,
            || {
                bar.inc(1);
                !stop.load(Ordering::Relaxed)
            },
        );
        match track {
            Ok(track) => tracks.push(track),
            Err(ConvergeError::Interrupted) => {
                bar.finish_and_clear();
                say(format_args!(
                    "interrupted: {} of {} step lengths done",
                    tracks.len(),
                    course.steps.len()
                ));
                // what is there can still be compared, with the shortest finished step as reference
                if tracks.len() > 1 {
                    let _ = show(course, &converge::compare(&tracks));
                }
                return ExitCode::from(INTERRUPTED);
            }
            Err(fault) => {
                bar.finish_and_clear();
                say(format_args!("error: h = {h}: {fault}"));
                return ExitCode::from(1);
            }
        }
    }
    bar.finish_and_clear();
    let study = converge::compare(&tracks);
    if let Err(fault) = write_files(course, &study) {
        error::report(vec![fault]);
        return ExitCode::from(1);
    }
    let written = finish(show(course, &study));
    ExitCode::from(u8::from(!(written && study.certified == study.steps)))
}

fn progress(course: &Course) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let steps: f64 = course
        .steps
        .iter()
        .map(|h| (course.scene.duration / h).round())
        .sum();
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} steps, {eta} left");
    ProgressBar::new(steps as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn show(course: &Course, study: &Study) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if course.json {
        let mut object = serde_json::to_value(study).map_err(io::Error::other)?;
        if let Some(map) = object.as_object_mut() {
            let functions: Vec<&str> = converge::TEST_FUNCTIONS.iter().map(|f| f.0).collect();
            map.insert("scene".into(), course.scene.name.clone().into());
            map.insert("scheme".into(), course.scene.settings.scheme.name().into());
            map.insert("duration".into(), course.scene.duration.into());
            map.insert("test_functions".into(), functions.into());
            map.insert("figure".into(), course.figure.to_string_lossy().into());
        }
        writeln!(out, "{object}")?;
        return out.flush();
    }
    let scene = &course.scene;
    writeln!(
        out,
        "{}, {}, T = {} s",
        scene.name,
        scene.settings.scheme.name(),
        scene.duration
    )?;
    let cell = |value: Option<f64>| value.map_or("–".to_owned(), |x| format!("{x:.6}"));
    writeln!(
        out,
        "{:>12} {:>15} {:>15} {:>12} {:>15}",
        "h (s)", "velocity error", "position error", "variation", "impulse error"
    )?;
    for row in &study.rows {
        writeln!(
            out,
            "{:>12} {:>15} {:>15} {:>12.6} {:>15}",
            row.h,
            cell(row.velocity_error),
            cell(row.position_error),
            row.variation,
            cell(row.impulse_error)
        )?;
    }
    let order = study
        .order
        .map(|o| o.map_or("–".to_owned(), |o| format!("{o:.2}")));
    writeln!(
        out,
        "{:>12} {:>15} {:>15} {:>12} {:>15}",
        "order", order[0], order[1], "", order[2]
    )?;
    let certified = match study.certified == study.steps {
        true => "all certified".to_owned(),
        false => format!("{} certified", study.certified),
    };
    writeln!(
        out,
        "{} steps, {certified}: worst residual {:.1e} (limit 1e-9)",
        study.steps, study.residual
    )?;
    writeln!(out, "{}", course.figure.display())?;
    if let Some(file) = &course.report {
        writeln!(out, "{}", file.display())?;
    }
    out.flush()
}

/// Writes the figure, and the page if one is wanted.
fn write_files(course: &Course, study: &Study) -> Result<(), Error> {
    let svg = figure(course, study);
    write_file(&course.figure, &svg)?;
    match &course.report {
        Some(file) => {
            let page = lab::of_convergence(&course.scene, study, svg, report::command());
            report::save(file, &page.map_err(Error::Report)?)
        }
        None => Ok(()),
    }
}

/// Errors against h, on logarithmic axes.
fn figure(course: &Course, study: &Study) -> String {
    let series = |name: &str, error: fn(&Line) -> Option<f64>| {
        let points = study
            .rows
            .iter()
            .filter_map(|row| Some([row.h, error(row)?]));
        Series::new(name, Mark::LineMarkers, points)
    };
    let scene = &course.scene;
    let figure = Convergence {
        title: format!("{}: convergence", scene.name),
        subtitle: format!(
            "{}, T = {} s, against h = {} s",
            scene.settings.scheme.name(),
            scene.duration,
            course.steps.last().copied().unwrap_or_default()
        ),
        x: Axis::log("h", "s"),
        y: Axis::log("error", ""),
        series: vec![
            series("velocity", |r| r.velocity_error),
            series("position", |r| r.position_error),
            series("impulse", |r| r.impulse_error),
        ],
        order: Some(1.0),
        ..Convergence::default()
    };
    figure.to_svg(Theme::Auto)
}

fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    let failed = |source| Error::Write {
        path: path.to_owned(),
        source,
    };
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)
}
