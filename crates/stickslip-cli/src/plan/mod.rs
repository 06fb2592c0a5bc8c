//! From what was typed to what will be done: all files read and checked before anything is solved.

mod journey;
mod unknown;

pub(crate) use journey::{Journey, words_of_command};

use crate::args::{
    AnalyzeArgs, CheckArgs, Command, CompletionsArgs, ConvergeArgs, DiffArgs, ExamplesArgs,
    InfoArgs, PlotArgs, ReportArgs, SolveArgs, Typed, ViewArgs,
};
use crate::error::Error;
use crate::export::Parcel;
use crate::new::Writing;
use clap::Parser as _;
use std::path::{Path, PathBuf};
use stickslip_lab::catalogue;
use stickslip_lab::complementarity::{Method, enumerate};
use stickslip_lab::converge;
use stickslip_lab::figure::Theme;
use stickslip_lab::near;
use stickslip_lab::plot::RunData;
use stickslip_lab::problem_file::{self, Problem};
use stickslip_lab::run;
use stickslip_lab::scene::{self, Changes, Scene};
use stickslip_lab::solve::Task;
use stickslip_lab::stickslip::{ImpactLaw, Scheme};
use stickslip_lab::verify::{self, Example};

/// Size above which finding all solutions may meet the limit of the search.
const LARGE_SEARCH: usize = 24;

/// The scene of `demo`: it is done in a moment, in three dimensions, with forces that stick, slip and strike.
const DEMO: &str = "four-balls";

/// What to do.
pub(crate) enum Plan {
    /// List the shipped problems.
    List { json: bool },
    /// Solve problems.
    Solve(Work),
    /// List the shipped scenes.
    ListScenes { json: bool },
    /// Print the file of a shipped scene.
    PrintScene {
        name: String,
        text: &'static str,
        json: bool,
    },
    /// Check scenes.
    Check(CheckArgs),
    /// Tell about a scene.
    Info(InfoArgs),
    /// Analyze the contacts of a scene or problem.
    Analyze(AnalyzeArgs),
    /// Show a scene or a run in a browser.
    View(ViewArgs),
    /// Compare two runs.
    Diff(DiffArgs),
    /// Write a run for other programs.
    Export(Parcel),
    /// Write a scene that is new or copied.
    Write(Writing),
    /// Print completions.
    Completions(CompletionsArgs),
    /// Print the schema of scenes.
    Schema,
    /// Simulate a scene.
    Run(Box<Journey>),
    /// Study how a scene converges.
    Converge(Box<Course>),
    /// Compare numbers with the papers'.
    Verify {
        examples: Vec<&'static Example>,
        report: Option<PathBuf>,
        json: bool,
    },
    /// Draw runs.
    Plot(Drawing),
    /// Write the page of a run.
    Report(ReportArgs),
}

/// A scene to run with several step lengths.
pub(crate) struct Course {
    /// The scene, with the changes that were typed.
    pub(crate) scene: Scene,
    /// Step lengths (s), the longest first.
    pub(crate) steps: Vec<f64>,
    /// The figure to write.
    pub(crate) figure: PathBuf,
    /// The page to write, if one is wanted.
    pub(crate) report: Option<PathBuf>,
    /// JSON instead of text.
    pub(crate) json: bool,
}

/// Runs to draw, and where to.
pub(crate) struct Drawing {
    /// The runs, read.
    pub(crate) runs: Vec<RunData>,
    /// The folder for the figures.
    pub(crate) folder: PathBuf,
    /// Colours.
    pub(crate) theme: Theme,
    /// JSON instead of text.
    pub(crate) json: bool,
}

/// Problems and what to do with them.
pub(crate) struct Work {
    /// The problems of all files.
    pub(crate) problems: Vec<Problem>,
    /// Where the problems come from, in order.
    sources: Vec<Source>,
    /// How to solve.
    pub(crate) task: Task,
    /// JSON lines instead of text.
    pub(crate) json: bool,
    /// Long vectors in full.
    pub(crate) full: bool,
    /// What the user should know beforehand.
    pub(crate) warnings: Vec<String>,
}

/// A file or a shipped problem.
struct Source {
    name: String,
    /// How many of the problems are its.
    count: usize,
    /// What a shipped problem is about.
    note: Option<String>,
}

impl Plan {
    /// Makes the plan, or says everything that is wrong with it.
    pub(crate) fn new(typed: Typed) -> Result<Self, Vec<Error>> {
        match typed.command {
            Command::Problems { json } => Ok(Self::List { json }),
            Command::Solve(args) => Work::new(args).map(Self::Solve),
            Command::Scenes { name: None, json } => Ok(Self::ListScenes { json }),
            Command::Scenes {
                name: Some(name),
                json,
            } => match scene::catalogue::text(&name) {
                Some(text) => Ok(Self::PrintScene { name, text, json }),
                None => Err(vec![unknown::scene(name)]),
            },
            Command::Examples(ExamplesArgs { action: None, json }) => Ok(Self::ListScenes { json }),
            Command::Examples(ExamplesArgs {
                action: Some(action),
                ..
            }) => one(Writing::copy(action)).map(Self::Write),
            Command::New(args) => one(Writing::template(args)).map(Self::Write),
            Command::Check(args) => Ok(Self::Check(args)),
            Command::Info(args) => Ok(Self::Info(args)),
            Command::Analyze(args) => Ok(Self::Analyze(args)),
            Command::View(args) => Ok(Self::View(args)),
            Command::Diff(args) => Ok(Self::Diff(args)),
            Command::Export(args) => one(Parcel::new(args)).map(Self::Export),
            Command::Completions(args) => Ok(Self::Completions(args)),
            Command::Schema => Ok(Self::Schema),
            Command::Converge(args) => Course::new(args)
                .map(|course| Self::Converge(Box::new(course)))
                .map_err(|error| vec![error]),
            Command::Verify {
                names,
                report,
                json,
            } => Ok(Self::Verify {
                examples: examples(&names)?,
                report,
                json,
            }),
            Command::Plot(args) => Drawing::new(args).map(Self::Plot),
            Command::Report(args) => Ok(Self::Report(args)),
            Command::Demo => Self::new(Typed::parse_from(["stickslip", "run", DEMO])),
            Command::Run(args) => Journey::new(args)
                .map(|journey| Self::Run(Box::new(journey)))
                .map_err(|error| vec![error]),
        }
    }
}

/// Whether so many steps of h make up the duration, as a study of convergence needs.
fn divides(h: f64, duration: f64) -> bool {
    converge::check_steps(&[h, h / 2.0], duration).is_ok()
}

impl Course {
    fn new(args: ConvergeArgs) -> Result<Self, Error> {
        let mut scene = load_scene(&args.scene, &args.set)?;
        let changes = Changes {
            scheme: args.scheme.as_deref().and_then(Scheme::parse),
            impact: args.impact.as_deref().and_then(ImpactLaw::parse),
            step: None,
            duration: args.duration,
            record_every: None,
        };
        change(&mut scene, &changes)?;
        let steps = match args.h.is_empty() {
            true => [8.0, 4.0, 2.0, 1.0, 0.5]
                .map(|k| k * scene.settings.step)
                .into_iter()
                // with the half step, so that a scene whose own step does not fit is an error with its reason
                .filter(|&h| h <= scene.settings.step || divides(h, scene.duration))
                .collect(),
            false => args.h,
        };
        let steps = converge::check_steps(&steps, scene.duration).map_err(Error::Converge)?;
        let figure = args
            .out
            .unwrap_or_else(|| Path::new("runs").join(format!("{}-converge.svg", scene.name)));
        Ok(Self {
            scene,
            steps,
            figure,
            report: args.report,
            json: args.json,
        })
    }
}

impl Drawing {
    fn new(args: PlotArgs) -> Result<Self, Vec<Error>> {
        let mut runs = Vec::new();
        let mut faults = Vec::new();
        for path in &args.runs {
            let read =
                folder_of_run(path).and_then(|folder| RunData::read(&folder).map_err(Error::Plot));
            match read {
                Ok(run) => runs.push(run),
                Err(fault) => faults.push(fault),
            }
        }
        let Some(first) = runs.first().filter(|_| faults.is_empty()) else {
            return Err(faults);
        };
        let folder = args.out.unwrap_or_else(|| first.folder.join("plots"));
        let theme = match args.theme.as_str() {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => Theme::Auto,
        };
        Ok(Self {
            runs,
            folder,
            theme,
            json: args.json,
        })
    }
}

/// A single error as a list.
fn one<T>(planned: Result<T, Error>) -> Result<T, Vec<Error>> {
    planned.map_err(|error| vec![error])
}

/// The folder of a run: the name of a scene stands for the folder that `run` writes by default. Where there is none, a scene that could
/// be run is told from a name that means nothing; what is wrong with a folder that is there, reading it tells.
pub(crate) fn folder_of_run(path: &Path) -> Result<PathBuf, Error> {
    let runs = Path::new("runs");
    let usual = runs.join(path);
    let name = path.to_string_lossy().into_owned();
    // the file of a run stands for its folder, and that of a scene for the folder that `run` writes by default
    if path.is_file() && path.extension().is_some_and(|e| e == "toml") {
        let found = run::run_folder(path).or_else(|| {
            let scene = load_scene(path, &[]).ok()?;
            run::run_folder(&runs.join(scene.name))
        });
        return found.ok_or(Error::NotRunYet { name });
    }
    if path.exists() {
        return Ok(path.to_owned());
    }
    if usual.exists() {
        return Ok(usual);
    }
    if scene::catalogue::text(&name).is_some() {
        return Err(Error::NotRunYet { name });
    }
    let there = std::fs::read_dir(runs).into_iter().flatten().flatten();
    let there: Vec<String> = there
        .filter(|entry| entry.path().join("summary.json").is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .collect();
    let near = near::nearest(&name, there.iter().map(String::as_str));
    let near = near.map(str::to_owned);
    let shipped = scene::catalogue::nearest(&name).filter(|_| near.is_none());
    Err(Error::UnknownRun {
        name,
        near,
        shipped,
    })
}

/// The named examples, or all.
fn examples(names: &[String]) -> Result<Vec<&'static Example>, Vec<Error>> {
    if names.is_empty() {
        return Ok(verify::EXAMPLES.iter().collect());
    }
    let (mut found, mut faults) = (Vec::new(), Vec::new());
    for name in names {
        match verify::example(name) {
            Some(example) => found.push(example),
            None => faults.push(Error::UnknownExample { name: name.clone() }),
        }
    }
    match faults.is_empty() {
        true => Ok(found),
        false => Err(faults),
    }
}

/// A file if there is one, otherwise a shipped scene; with what was typed after `--set`.
pub(crate) fn load_scene(path: &Path, set: &[String]) -> Result<Scene, Error> {
    let name = path.to_string_lossy();
    let shipped = match path.is_file() {
        true => None,
        false => scene::catalogue::find_with(&name, set),
    };
    let read = match shipped {
        Some(read) => read,
        None if name != "-" && !path.exists() => return Err(unknown::scene(name.into_owned())),
        None => scene::read_path_with(path, set),
    };
    read.map_err(|error| Error::Scene(Box::new(error)))
}

/// Makes changes to a scene; what is wrong with one is told with the option that it was typed with.
fn change(scene: &mut Scene, changes: &Changes) -> Result<(), Error> {
    scene.change(changes).map_err(|fault| {
        let options = [
            ("step is ", "--h", changes.step.is_some()),
            ("duration is ", "--duration", changes.duration.is_some()),
        ];
        let typed = options.iter().find_map(|(field, option, typed)| {
            let rest = fault.strip_prefix(field).filter(|_| *typed)?;
            Some(format!("{option} is {rest}"))
        });
        Error::Changes(typed.unwrap_or(fault))
    })
}

impl Work {
    fn new(args: SolveArgs) -> Result<Self, Vec<Error>> {
        if args.files.iter().filter(|f| f.as_os_str() == "-").count() > 1 {
            return Err(vec![Error::StdinTwice]);
        }
        let mut method = Method::parse(&args.method).ok_or_else(|| {
            vec![Error::UnknownMethod {
                name: args.method.clone(),
            }]
        })?;
        let mut search = enumerate::Settings::default();
        if let Some(nodes) = args.max_nodes {
            search.max_nodes = nodes.get();
        }
        if let Method::Enumerate(settings) = &mut method {
            settings.clone_from(&search);
        }
        let (mut problems, mut sources, mut faults) = (Vec::new(), Vec::new(), Vec::new());
        for path in &args.files {
            match load(path) {
                Ok((found, note)) => {
                    let name = path.to_string_lossy().into_owned();
                    sources.push(Source {
                        name,
                        count: found.len(),
                        note,
                    });
                    problems.extend(found);
                }
                Err(errors) => faults.extend(errors),
            }
        }
        if args.all_solutions {
            let mixed = problems.iter().filter(|p| p.is_mixed());
            faults.extend(mixed.map(|p| Error::AllOfMixed {
                name: p.name.clone(),
            }));
        }
        let refused = [
            ("--all-solutions", args.all_solutions),
            ("--method enumerate", matches!(method, Method::Enumerate(_))),
        ];
        for (option, _) in refused.into_iter().filter(|(_, typed)| *typed) {
            let contact = problems.iter().filter(|p| p.is_contact());
            faults.extend(contact.map(|p| Error::NotForContact {
                option,
                name: p.name.clone(),
                format: p.format(),
            }));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let task = Task {
            method,
            all_solutions: args.all_solutions,
            search,
            classify: args.classify,
            repeat: args.repeat,
        };
        let warnings = warnings(&problems, &task);
        Ok(Self {
            problems,
            sources,
            task,
            json: args.json,
            full: args.full,
            warnings,
        })
    }

    /// The file that problem i comes from.
    pub(crate) fn file(&self, i: usize) -> &str {
        self.source(i).map_or("", |source| &source.name)
    }

    /// What problem i is about, if it is a shipped one.
    pub(crate) fn note(&self, i: usize) -> Option<&str> {
        self.source(i)?.note.as_deref()
    }

    fn source(&self, i: usize) -> Option<&Source> {
        let mut end = 0;
        self.sources.iter().find(|source| {
            end += source.count;
            i < end
        })
    }
}

/// A file if there is one, otherwise a shipped problem.
fn load(path: &Path) -> Result<(Vec<Problem>, Option<String>), Vec<Error>> {
    let name = path.to_string_lossy();
    let read = if name == "-" || path.exists() {
        problem_file::read_path(path)
    } else if let Some(entry) = catalogue::find(&name) {
        return Ok((vec![entry.problem], Some(entry.note.to_string())));
    } else if let Some(text) = problem_file::contact_problem::catalogue::text(&name) {
        // what is to be analyzed is not solved, and says so
        problem_file::read(text.as_bytes(), &name)
    } else {
        let near = catalogue::nearest(&name);
        return Err(vec![Error::UnknownFile {
            name: name.into_owned(),
            near,
        }]);
    };
    match read {
        Ok(problems) => Ok((problems, None)),
        Err(faults) => Err(faults
            .into_iter()
            .map(|fault| Error::File(fault.into()))
            .collect()),
    }
}

fn warnings(problems: &[Problem], task: &Task) -> Vec<String> {
    let mut warnings = Vec::new();
    let large = |p: &&Problem| task.all_solutions && p.len() > LARGE_SEARCH;
    for problem in problems.iter().filter(large) {
        warnings.push(format!(
            "problem {:?} has n = {}: beyond n = {LARGE_SEARCH} the search for all solutions may \
             reach its node limit; `complete` then is false and solutions may be missing",
            problem.name,
            problem.len()
        ));
    }
    let others = problems.iter().filter(|p| p.is_mixed() || p.is_contact());
    let others = others.count();
    if task.classify && others > 0 {
        warnings.push(format!(
            "--classify leaves out {others} of the problems, which are not lcp-1: classes are for lcp-1"
        ));
    }
    warnings
}
