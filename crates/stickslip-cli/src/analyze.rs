//! "Can it jam?": reads a scene or problem, studies it, prints what was found and leaves a folder with figures.

use crate::BAD_INPUT;
use crate::args::AnalyzeArgs;
use crate::error::{self, Error};
use crate::report;
use crate::run::{INTERRUPTED, finish, stop_on_interrupt};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use stickslip_lab::analyze::{
    self, Parameter, Progress, Question, Settings, Study, Subject, SubjectError, View, Wanted,
};
use stickslip_lab::problem_file::contact_problem::{PosedFile, write_posed};
use stickslip_lab::report as lab;

/// Studies what was asked for.
pub(crate) fn run(args: &AnalyzeArgs) -> ExitCode {
    let stop = stop_on_interrupt("question");
    let bar = Bar::new();
    let studied = studied(args, &mut |now| {
        bar.show(now);
        !stop.load(Ordering::Relaxed)
    });
    bar.0.finish_and_clear();
    let study = match studied {
        Ok(study) => study,
        Err(fault) => {
            error::report(vec![fault]);
            return ExitCode::from(BAD_INPUT);
        }
    };
    let files = match write_files(args, &study) {
        Ok(files) => files,
        Err(fault) => {
            error::report(vec![fault]);
            return ExitCode::from(1);
        }
    };
    let written = finish(print(args, &study, &files));
    match study.interrupted {
        true => ExitCode::from(INTERRUPTED),
        false => ExitCode::from(u8::from(!written)),
    }
}

fn studied(args: &AnalyzeArgs, progress: &mut dyn FnMut(Progress) -> bool) -> Result<Study, Error> {
    let questions = (args.sweep.iter())
        .map(|text| Question::parse(text).map_err(Error::Sweep))
        .collect::<Result<Vec<_>, _>>()?;
    if args.slip.is_some() && questions.len() != 2 {
        return Err(Error::SlipWithoutMap);
    }
    if questions.len() > 2 {
        return Err(Error::TooManySweeps(questions.len()));
    }
    let view = View {
        at: args.at.unwrap_or(0.0),
        wanted: Wanted::parse(&args.level).unwrap_or_default(),
    };
    let subject = Subject::find(&args.subject, &args.set, view).map_err(wrong)?;
    let mut settings = Settings::default();
    settings.search.seed = args.seed;
    settings.modes.seed = args.seed;
    if let Some(starts) = args.starts {
        settings.search.starts = starts.get();
    }
    if let Some(name) = &args.slip {
        let known = subject.look().map_err(wrong)?.posed.contacts;
        settings.slip = Some(contact(name, known)?);
    }
    analyze::study(&subject, &settings, &questions, progress).map_err(wrong)
}

/// The contact of a name, or of a number from 1 on.
fn contact(name: &str, known: Vec<String>) -> Result<usize, Error> {
    let number = name.parse::<usize>().ok().and_then(|n| n.checked_sub(1));
    let named = known.iter().position(|other| other == name);
    match named.or(number.filter(|n| *n < known.len())) {
        Some(found) => Ok(found),
        None => Err(Error::UnknownContact {
            name: name.to_owned(),
            known,
        }),
    }
}

fn wrong(error: SubjectError) -> Error {
    match error {
        SubjectError::Scene(error) => Error::Scene(error),
        SubjectError::File(error) => Error::File(error),
        other => Error::Analysis(other),
    }
}

/// Writes the problem, the report and the figures, as far as they are wanted; the files of the folder come back.
fn write_files(args: &AnalyzeArgs, study: &Study) -> Result<Vec<PathBuf>, Error> {
    if let Some(path) = &args.export {
        let mut file = PosedFile::new(study.sight.posed.clone());
        file.about.clone_from(&study.sight.about);
        file.places.clone_from(&study.sight.places);
        let mut text = Vec::new();
        let written = write_posed(&file, &mut text);
        written.map_err(|source| Error::Write {
            path: path.clone(),
            source,
        })?;
        write(path, &text)?;
    }
    let mut page = Vec::new();
    if let Some(path) = &args.report {
        let html = lab::of_analysis(study, report::command()).map_err(Error::Report)?;
        report::save(path, &html)?;
        page.push(path.clone());
    }
    if args.no_plots {
        return Ok(page);
    }
    // a name is not a path
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "-_.".contains(c) {
            c
        } else {
            '_'
        }
    };
    let name: String = study.sight.posed.name.chars().map(plain).collect();
    let name = format!("{}-analysis", name.trim_start_matches('.'));
    let folder = (args.out.clone()).unwrap_or_else(|| Path::new("runs").join(name));
    let mut files = vec![
        (folder.join("report.txt"), analyze::text(study)),
        (
            folder.join("analysis.json"),
            format!("{}\n", analyze::json(study)),
        ),
    ];
    for (name, svg) in analyze::figures(study) {
        files.push((folder.join(format!("{name}.svg")), svg));
    }
    for (path, text) in &files {
        write(path, text.as_bytes())?;
    }
    let files = files.into_iter().map(|(path, _)| path);
    Ok(files.chain(page).collect())
}

fn write(path: &Path, text: &[u8]) -> Result<(), Error> {
    let failed = |source| Error::Write {
        path: path.to_owned(),
        source,
    };
    if let Some(folder) = path.parent().filter(|p| !p.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)
}

fn print(args: &AnalyzeArgs, study: &Study, files: &[PathBuf]) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if args.json {
        let mut object = analyze::json(study);
        if let Some(map) = object.as_object_mut() {
            let files: Vec<String> = files.iter().map(|f| f.to_string_lossy().into()).collect();
            map.insert("files".into(), files.into());
        }
        writeln!(out, "{object}")?;
        return out.flush();
    }
    write!(out, "{}", analyze::text(study))?;
    let parameters: Vec<String> = (study.sight.parameters.iter())
        .map(|Parameter { name, value, .. }| format!("{name} = {value}"))
        .collect();
    if !parameters.is_empty() {
        writeln!(out, "  {:<12} {}", "parameters", parameters.join(", "))?;
    }
    for file in files {
        writeln!(out, "{}", file.display())?;
    }
    out.flush()
}

/// What is being done, on a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{msg:<16} {wide_bar} {pos}/{len}");
        let bar = ProgressBar::new(1);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(bar)
    }

    fn show(&self, now: Progress) {
        self.0.set_message(now.stage.word());
        self.0.set_length(now.total as u64);
        self.0.set_position(now.done as u64);
    }
}
