//! What stops the command before it begins, shown with the place in the file where there is one.

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteHandlerOpts, MietteSpanContents, SourceCode,
    SourceSpan, SpanContents,
};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use stickslip_lab::analyze::SubjectError;
use stickslip_lab::browser::PictureError;
use stickslip_lab::compare::CompareError;
use stickslip_lab::complementarity::Method;
use stickslip_lab::converge::ConvergeError;
use stickslip_lab::export::ExportError;
use stickslip_lab::live::LiveError;
use stickslip_lab::plot::PlotError;
use stickslip_lab::problem_file::{Place, ReadError};
use stickslip_lab::report::ReportError;
use stickslip_lab::run::RunError;
use stickslip_lab::scene::SceneError;
use stickslip_lab::verify;
use thiserror::Error;

/// An error of input or usage.
#[derive(Debug, Error)]
pub(crate) enum Error {
    #[error(transparent)]
    File(Box<ReadError>),
    #[error(transparent)]
    Scene(Box<SceneError>),
    #[error("{name}: there is no such file, and no shipped scene of that name")]
    UnknownScene { name: String, near: Option<String> },
    #[error("{name}: there is no run of it yet")]
    NotRunYet { name: String },
    #[error("{name}: there is no folder of a run of that name, neither here nor in runs")]
    UnknownRun {
        name: String,
        near: Option<String>,
        shipped: Option<&'static str>,
    },
    #[error("{0}")]
    Changes(String),
    #[error(transparent)]
    Run(RunError),
    #[error(transparent)]
    Converge(ConvergeError),
    #[error(transparent)]
    Plot(PlotError),
    #[error(transparent)]
    Report(ReportError),
    #[error(transparent)]
    Pictures(PictureError),
    #[error("--at is {0}; it must be a time in seconds")]
    PictureTime(f64),
    #[error("--png {}: pictures are written as PNG alone", file.display())]
    NotPng { file: PathBuf },
    #[error("{}: there are frames already, which a film would mix with new ones", folder.display())]
    FramesThere { folder: PathBuf },
    #[error(transparent)]
    Library(stickslip_lab::stickslip::Error),
    #[error(transparent)]
    Analysis(SubjectError),
    #[error("{0}")]
    Sweep(String),
    #[error("--sweep is given {0} times; a map has two parameters")]
    TooManySweeps(usize),
    #[error("--slip draws over two parameters")]
    SlipWithoutMap,
    #[error("--slip {name}: there is no such contact")]
    UnknownContact { name: String, known: Vec<String> },
    #[error(transparent)]
    Live(LiveError),
    #[error("{option} is for scenes, and this is a run that is finished")]
    ViewOfRun { option: &'static str },
    #[error(transparent)]
    Compare(CompareError),
    #[error(transparent)]
    Export(ExportError),
    #[error("{}: it is not clear what to write", file.display())]
    ExportFormat { file: PathBuf },
    #[error("npz, and what --json tells, cannot go to standard output together with the file")]
    ExportToStdout,
    #[error("--tolerance is {0}; it must be a number from 0 on")]
    Tolerance(f64),
    #[error("{}: there is a file already", path.display())]
    Exists { path: PathBuf },
    #[error("{name:?} cannot be the name of a scene")]
    SceneName { name: String },
    #[error("there is no example {name:?}")]
    UnknownExample { name: String },
    #[error("{}: cannot be written; check the folder and its permissions ({source})", path.display())]
    Write {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{name}: there is no such file, and no shipped problem of that name")]
    UnknownFile {
        name: String,
        near: Option<&'static str>,
    },
    #[error("there is no method {name:?}")]
    UnknownMethod { name: String },
    #[error("`-` is given more than once; standard input can be read only once")]
    StdinTwice,
    #[error("--all-solutions does not do mixed problems, and problem {name:?} is mlcp-1")]
    AllOfMixed { name: String },
    #[error("{option} does not do frictional contact, and problem {name:?} is {format}")]
    NotForContact {
        option: &'static str,
        name: String,
        format: &'static str,
    },
}

impl Diagnostic for Error {
    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        let text = match self {
            Self::UnknownFile {
                near: Some(near), ..
            } => format!("did you mean {near}?"),
            Self::UnknownScene {
                near: Some(near), ..
            } => format!("did you mean {near}?"),
            Self::NotPng { file } => {
                format!("write {}", file.with_extension("png").display())
            }
            Self::NotRunYet { name } => format!("run it first: stickslip run {name}"),
            Self::UnknownRun {
                near: Some(near), ..
            } => format!("did you mean {near}?"),
            Self::UnknownRun {
                shipped: Some(near),
                ..
            } => format!("did you mean {near}? Run it first: stickslip run {near}"),
            Self::UnknownRun { .. } => "name a folder that `stickslip run` wrote".to_owned(),
            Self::UnknownScene { .. } => {
                "check the path; `stickslip scenes` lists the shipped scenes".to_owned()
            }
            Self::UnknownFile { .. } => {
                "check the path; `stickslip problems` lists the shipped problems".to_owned()
            }
            Self::Analysis(SubjectError::Unknown { near, .. }) => match near {
                Some(near) => format!("did you mean {near}?"),
                None => "check the path; `stickslip scenes` lists the shipped scenes".to_owned(),
            },
            Self::SlipWithoutMap => "give --sweep twice, or leave --slip out".to_owned(),
            Self::TooManySweeps(_) => "leave some out, or set their values with --set".to_owned(),
            Self::UnknownContact { known, .. } => {
                format!("the contacts are {known:?}, or their numbers from 1 on")
            }
            Self::UnknownMethod { .. } => format!("the methods are {}", Method::NAMES.join(", ")),
            Self::AllOfMixed { .. } => {
                "leave --all-solutions out, or eliminate the equations and write lcp-1".to_owned()
            }
            Self::NotForContact { option, .. } => {
                format!("leave {option} out, or solve the contact problems by themselves")
            }
            Self::UnknownExample { .. } => {
                let names: Vec<&str> = verify::EXAMPLES.iter().map(|e| e.name).collect();
                format!("the examples are {}", names.join(", "))
            }
            Self::ExportFormat { .. } => {
                "give --format csv, npz or gltf, or a file that ends in .csv, .npz, .gltf or .glb"
                    .to_owned()
            }
            Self::ExportToStdout => "name a file with -o".to_owned(),
            Self::Exists { .. } => {
                "choose another with -o, or give --force to replace it".to_owned()
            }
            Self::FramesThere { .. } => "name another folder, or remove its frame-*.png".to_owned(),
            Self::SceneName { .. } => {
                "use 1 to 64 letters, digits, - and _, because it names the run's folder".to_owned()
            }
            Self::ViewOfRun { option } => {
                format!("leave {option} out, or name a scene")
            }
            Self::Library(_)
            | Self::Live(_)
            | Self::Analysis(_)
            | Self::Sweep(_)
            | Self::Compare(_)
            | Self::Export(_)
            | Self::Tolerance(_)
            | Self::File(_)
            | Self::Scene(_)
            | Self::Changes(_)
            | Self::Run(_)
            | Self::Converge(_)
            | Self::Plot(_)
            | Self::Report(_)
            | Self::Pictures(_)
            | Self::PictureTime(_)
            | Self::Write { .. }
            | Self::StdinTwice => return None,
        };
        Some(Box::new(text))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place().is_some().then_some(self)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let (start, length) = self.place()?.1.mark;
        let label = LabeledSpan::new(Some("here".to_owned()), start, length.max(1));
        Some(Box::new(std::iter::once(label)))
    }
}

impl Error {
    /// The file and the place in it, if there is text to show.
    fn place(&self) -> Option<(&str, &Place)> {
        let (file, place) = match self {
            Self::File(error) => (&error.file, error.place.as_ref()?),
            Self::Scene(error) => (&error.file, error.place.as_ref()?),
            _ => return None,
        };
        (!place.excerpt.is_empty()).then_some((file, place))
    }
}

/// Shows the excerpt under the line number it has in the file.
impl SourceCode for Error {
    fn read_span<'a>(
        &'a self,
        _: &SourceSpan,
        _: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (file, place) = self.place().ok_or(MietteError::OutOfBounds)?;
        Ok(Box::new(MietteSpanContents::new_named(
            file.to_owned(),
            place.excerpt.as_bytes(),
            (0, place.excerpt.len()).into(),
            place.line - 1,
            place.column - 1,
            1,
        )))
    }
}

/// Whether to write colours to a stream: only on a terminal, and not if NO_COLOR is set.
pub(crate) fn colours(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Prints errors to standard error.
pub(crate) fn report(errors: Vec<Error>) {
    // a second call finds the hook in place, which is all that is wanted
    let _ = miette::set_hook(Box::new(|_| {
        let colour = colours(&std::io::stderr());
        Box::new(
            MietteHandlerOpts::new()
                .color(colour)
                .unicode(true)
                .wrap_lines(false)
                .build(),
        )
    }));
    for error in errors {
        say(format_args!("{:?}", miette::Report::new(Shown(error))));
    }
}

/// An error as it is shown: a cause that its sentence names already is not told again.
#[derive(Debug)]
struct Shown(Error);

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Shown {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let said = self.0.to_string();
        let cause = std::error::Error::source(&self.0)?;
        (!said.contains(&cause.to_string())).then_some(cause)
    }
}

impl Diagnostic for Shown {
    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        self.0.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.0.source_code()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.0.labels()
    }
}

/// A line for standard error. If nobody can read it there is nobody to tell.
pub(crate) fn say(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
