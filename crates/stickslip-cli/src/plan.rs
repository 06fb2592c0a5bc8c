//! From what was typed to what will be done: all files read and checked before anything is solved.

use crate::args::{Command, RunArgs, SolveArgs, Typed};
use crate::error::Error;
use std::path::{Path, PathBuf};
use stickslip_lab::catalogue;
use stickslip_lab::complementarity::{Method, enumerate};
use stickslip_lab::problem_file::{self, Problem};
use stickslip_lab::scene::{self, Changes, Scene};
use stickslip_lab::solve::Task;
use stickslip_lab::stickslip::{ImpactLaw, Scheme};

/// Size above which finding all solutions may meet the limit of the search.
const LARGE_SEARCH: usize = 24;

/// What to do.
pub(crate) enum Plan {
    /// List the shipped problems.
    List { json: bool },
    /// Solve problems.
    Solve(Work),
    /// List the shipped scenes.
    ListScenes { json: bool },
    /// Print the file of a shipped scene.
    PrintScene { text: &'static str },
    /// Simulate a scene.
    Run(Box<Journey>),
}

/// A scene to run, and where to.
pub(crate) struct Journey {
    /// The scene, with the changes that were typed.
    pub(crate) scene: Scene,
    /// The folder to write.
    pub(crate) folder: PathBuf,
    /// JSON instead of text.
    pub(crate) json: bool,
    /// Nothing but errors.
    pub(crate) quiet: bool,
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
                name: Some(name), ..
            } => match scene::catalogue::text(&name) {
                Some(text) => Ok(Self::PrintScene { text }),
                None => Err(vec![unknown_scene(name)]),
            },
            Command::Run(args) => Journey::new(args)
                .map(|journey| Self::Run(Box::new(journey)))
                .map_err(|error| vec![error]),
        }
    }
}

impl Journey {
    fn new(args: RunArgs) -> Result<Self, Error> {
        let mut scene = load_scene(&args.scene)?;
        let changes = Changes {
            scheme: args.scheme.as_deref().and_then(Scheme::parse),
            impact: args.impact.as_deref().and_then(ImpactLaw::parse),
            step: args.h,
            duration: args.duration,
        };
        scene.change(&changes).map_err(Error::Changes)?;
        let folder = args
            .out
            .unwrap_or_else(|| Path::new("runs").join(&scene.name));
        Ok(Self {
            scene,
            folder,
            json: args.json,
            quiet: args.quiet,
        })
    }
}

/// A file if there is one, otherwise a shipped scene.
fn load_scene(path: &Path) -> Result<Scene, Error> {
    let name = path.to_string_lossy();
    let shipped = scene::catalogue::find(&name).filter(|_| !path.is_file());
    match shipped {
        Some(scene) => Ok(scene),
        None if name != "-" && !path.exists() => Err(unknown_scene(name.into_owned())),
        None => scene::read_path(path).map_err(|error| Error::Scene(Box::new(error))),
    }
}

fn unknown_scene(name: String) -> Error {
    let near = scene::catalogue::nearest(&name);
    Error::UnknownScene { name, near }
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
    if name != "-" && !path.exists() {
        return match catalogue::find(&name) {
            Some(entry) => Ok((vec![entry.problem], Some(entry.note.to_string()))),
            None => {
                let near = catalogue::nearest(&name);
                Err(vec![Error::UnknownFile {
                    name: name.into_owned(),
                    near,
                }])
            }
        };
    }
    match problem_file::read_path(path) {
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
    let mixed = problems.iter().filter(|p| p.is_mixed()).count();
    if task.classify && mixed > 0 {
        warnings.push(format!(
            "--classify leaves out {mixed} of the problems, which are mixed: classes are for lcp-1"
        ));
    }
    warnings
}
