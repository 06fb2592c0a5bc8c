//! A scene to run, where to, and how.

use super::{change, load_scene};
use crate::args::RunArgs;
use crate::error::Error;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use stickslip_lab::run::{self, Checkpoints, OnFailure, Options, Origin};
use stickslip_lab::scene::{Changes, Scene, catalogue};
use stickslip_lab::stickslip::{ImpactLaw, Scheme};

/// A scene to run, and where to.
pub(crate) struct Journey {
    /// The scene, with the changes that were typed.
    pub(crate) scene: Scene,
    /// The folder to write.
    pub(crate) folder: PathBuf,
    /// How to run it.
    pub(crate) options: Options,
    /// The run that is made again.
    pub(crate) repeats: Option<PathBuf>,
    /// What the user should know beforehand.
    pub(crate) warnings: Vec<String>,
    /// And what is good to know.
    pub(crate) notes: Vec<String>,
    /// Whether a step that is not certified makes the command fail.
    pub(crate) require_certified: bool,
    /// Whether to draw figures.
    pub(crate) plots: bool,
    /// Whether to write the page.
    pub(crate) report: bool,
    /// JSON instead of text.
    pub(crate) json: bool,
    /// Nothing but errors.
    pub(crate) quiet: bool,
}

impl Journey {
    pub(super) fn new(args: RunArgs) -> Result<Self, Error> {
        let Some(folder) = run::run_folder(&args.scene) else {
            return Self::first(args);
        };
        // a folder that happens to be called like a shipped scene, as `--out` may have left it
        let name = args.scene.to_string_lossy().into_owned();
        if catalogue::text(&name).is_none() {
            return Self::again(args, &folder);
        }
        let mut journey = Self::first(args)?;
        journey.notes.push(format!(
            "{name} is a shipped scene and a folder with a run: this is the scene; write ./{name} for the run in the folder"
        ));
        Ok(journey)
    }

    fn first(args: RunArgs) -> Result<Self, Error> {
        let set = settings(&args);
        let mut scene = load_scene(&args.scene, &set)?;
        let changes = changes(&args);
        change(&mut scene, &changes)?;
        let folder = Path::new("runs").join(&scene.name);
        let origin = Origin {
            command: words_of_command(),
            source: args.scene.to_string_lossy().into_owned(),
            changes,
            set,
            branch: None,
        };
        Ok(Self {
            options: options(&args, OnFailure::default(), origin),
            scene,
            folder: args.out.unwrap_or(folder),
            repeats: None,
            warnings: Vec::new(),
            notes: Vec::new(),
            require_certified: args.require_certified,
            plots: !args.no_plots,
            report: !args.no_report,
            json: args.json,
            quiet: args.quiet,
        })
    }

    /// The run in a folder once more. What is typed beside it changes it further.
    fn again(args: RunArgs, folder: &Path) -> Result<Self, Error> {
        let mut repeat = run::repeat_with(folder, &settings(&args)).map_err(Error::Run)?;
        let typed = changes(&args);
        change(&mut repeat.scene, &typed)?;
        let before = repeat.origin.changes;
        let origin = Origin {
            changes: Changes {
                scheme: typed.scheme.or(before.scheme),
                impact: typed.impact.or(before.impact),
                step: typed.step.or(before.step),
                duration: typed.duration.or(before.duration),
                record_every: typed.record_every.or(before.record_every),
            },
            ..repeat.origin
        };
        // beside the first, which must not be replaced by what it is to be compared with
        let mut beside = folder.as_os_str().to_owned();
        beside.push("-again");
        let beside = match folder == Path::new(".") {
            true => PathBuf::from("again"),
            false => PathBuf::from(beside),
        };
        Ok(Self {
            options: options(&args, repeat.on_failure, origin),
            scene: repeat.scene,
            folder: args.out.unwrap_or(beside),
            repeats: Some(repeat.folder),
            warnings: repeat.doubts,
            notes: Vec::new(),
            require_certified: args.require_certified,
            plots: !args.no_plots,
            report: !args.no_report,
            json: args.json,
            quiet: args.quiet,
        })
    }
}

/// What is typed as settings of the scene, or stands for one.
fn settings(args: &RunArgs) -> Vec<String> {
    let mut set = Vec::new();
    if args.exact {
        // a dense matrix for what it can hold, the interior-point method for as long as it gains for the rest
        set.push("run.large.contacts=400".into());
        set.push("run.large.rounds=50".into());
        set.push("run.large.leaps=50".into());
    }
    set.extend_from_slice(&args.set);
    if args.resolve_overlap {
        set.push("run.resolve_overlap=true".into());
    }
    set
}

fn changes(args: &RunArgs) -> Changes {
    Changes {
        scheme: args.scheme.as_deref().and_then(Scheme::parse),
        impact: args.impact.as_deref().and_then(ImpactLaw::parse),
        step: args.h,
        duration: args.duration,
        record_every: args.record_every.map(NonZeroUsize::get),
    }
}

fn options(args: &RunArgs, usual: OnFailure, origin: Origin) -> Options {
    Options {
        checkpoints: match args.checkpoint_every {
            Some(steps) => Checkpoints::Steps(steps.get()),
            None => Checkpoints::default(),
        },
        resume: args.resume,
        overwrite: args.overwrite,
        on_failure: (args.on_failure.as_deref())
            .and_then(OnFailure::parse)
            .unwrap_or(usual),
        watch: args.watch_uniqueness.map(NonZeroUsize::get),
        branches: args.branch.map_or(0, NonZeroUsize::get),
        origin,
    }
}

/// The words of the command, the program by its name alone. The demo is told as the run that it is.
pub(crate) fn words_of_command() -> Vec<String> {
    let typed = std::env::args_os().skip(1);
    let typed = typed.map(|word| word.to_string_lossy().into_owned());
    let mut words = vec!["stickslip".to_owned()];
    words.extend(typed);
    if words.get(1).is_some_and(|word| word == "demo") {
        words.splice(1..2, ["run", super::DEMO].map(str::to_owned));
    }
    words
}
