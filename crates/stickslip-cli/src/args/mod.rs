//! What was typed on the command line, checked for form only; `plan` makes sense of it.

mod analyze;
mod pictures;
mod tools;
mod view;

pub(crate) use analyze::AnalyzeArgs;
pub(crate) use pictures::PictureArgs;
pub(crate) use tools::{
    CheckArgs, CompletionsArgs, DiffArgs, ExamplesAction, ExamplesArgs, ExportArgs, InfoArgs,
    NewArgs, ReportArgs,
};
pub(crate) use view::ViewArgs;

use clap::builder::PossibleValuesParser;
use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use stickslip_lab::complementarity::Method;
use stickslip_lab::near;
use stickslip_lab::run::OnFailure;
use stickslip_lab::stickslip::{ImpactLaw, Scheme};

/// Simulates rigid bodies in contact. Whether a contact sticks, slides or parts is solved for in every step, and every answer certified.
#[derive(Debug, Parser)]
#[command(name = "stickslip", version, after_help = EXIT_CODES)]
pub(crate) struct Typed {
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 every step or problem solved, 1 some are not, 2 bad input or usage, \
                          130 interrupted.\nColour is used on a terminal unless NO_COLOR is set.";

const RUN_HELP: &str = "The folder holds trajectory.csv, contacts.csv, energy.csv, run.npz (the same for numpy), \
                        certificate.csv, summary.json, scene.toml, run.toml, figures in plots/, and \
                        report.html, a page that shows the motion.\nThe line `energy` says what the bodies had, what they have, and where the rest went; docs/energy.md explains \
                        its terms. `numerical` is the error of steps of finite length, and the second half of landings at position level.\nCtrl-C stops after the current \
                        step, keeps what was computed with a checkpoint, and exits with 130; `--resume` goes on.\n\nExit codes: 0 finished, every step certified or, with a warning, close to it \
                        (sweeps over many contacts that ended at a useful residual), 1 a step failed, 2 bad input or usage, 130 interrupted.";

const CONVERGE_HELP: &str = "The shortest step is the reference; every other must be a multiple of it. Errors are those of \
                             Stewart and Trinkle's Table 1; the impulse error is the largest difference of \
                             ∫φ dc over the test functions 1, s, s², cos πs, sin πs, cos 2πs, sin 2πs of s = t/T \
                             and all contacts.\n\nExit codes: 0 every step certified, 1 some are not, 2 bad input or \
                             usage, 130 interrupted.";

const VERIFY_HELP: &str = "Examples: falling-rod, four-balls, painleve-rod, impacts, bouncing-ball, open-cone, spinning-sphere, \
sphere-in-seam, cube-and-rods, pucks.\nEach number has \
                           a band around its reference value (docs/reference-numbers.md).\n\nExit codes: 0 all within \
                           their bands, 1 some are not, 2 bad usage.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Simulate a scene and write what happened into a folder.
    #[command(after_help = RUN_HELP)]
    Run(RunArgs),
    /// Watch a scene while it moves, and steer it, or a finished run, in a browser on this machine.
    #[command(after_help = view::HELP)]
    View(ViewArgs),
    /// See it at work: runs four-balls and ends with the path of a page that shows it moving; the same as `run four-balls`.
    Demo,
    /// Can it jam? All motions that the contacts of a scene or problem allow at an instant, and what is proven about them.
    #[command(after_help = analyze::HELP)]
    Analyze(AnalyzeArgs),
    /// Begin a scene of your own from a template.
    New(NewArgs),
    /// List the scenes that come with stickslip, or copy one to change it.
    Examples(ExamplesArgs),
    /// Check scenes without running them; a line for each.
    #[command(after_help = "Exit codes: 0 all can be run, 2 some cannot.")]
    Check(CheckArgs),
    /// Tell about a scene: bodies, freedoms, energy, contacts, and what theory promises.
    Info(InfoArgs),
    /// Compare two runs: where they part, and how far.
    #[command(after_help = "Exit codes: 0 the same, 1 different, 2 bad input or usage.")]
    Diff(DiffArgs),
    /// Write a run for other programs: a table (csv), arrays (npz), or a glTF animation for viewers and Blender.
    Export(ExportArgs),
    /// Print completions for a shell.
    Completions(CompletionsArgs),
    /// List the scenes that come with stickslip, or print one.
    Scenes {
        /// Print the file of this scene.
        name: Option<String>,
        /// One JSON object a line.
        #[arg(long)]
        json: bool,
    },
    /// Print the JSON schema of scene files, for editors that complete and check them.
    Schema,
    /// Run a scene with several step lengths and measure how it converges.
    #[command(after_help = CONVERGE_HELP)]
    Converge(ConvergeArgs),
    /// Compare the examples of the papers with their published and reference numbers.
    #[command(after_help = VERIFY_HELP)]
    Verify {
        /// Examples to run; all of them if none is named.
        #[arg(value_name = "NAME")]
        names: Vec<String>,
        /// Write the tables as an HTML page too.
        #[arg(long, value_name = "FILE")]
        report: Option<PathBuf>,
        /// One JSON object a line: example, quantity, published, reference, ours, band, ok.
        #[arg(long)]
        json: bool,
    },
    /// Draw the figures of a run as SVG, or of several runs of the same bodies beside each other.
    Plot(PlotArgs),
    /// Write a run as one HTML page with the motion, the forces and the plots; it opens from a disk and needs nothing else.
    Report(ReportArgs),
    /// Solve complementarity and frictional contact problems and show the certificate of each answer.
    #[command(after_help = EXIT_CODES)]
    Solve(SolveArgs),
    /// List the problems that come with stickslip.
    Problems {
        /// One JSON object a line.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    /// A scene file (TOML), `-` for standard input, the name of a shipped scene, or the folder or run.toml of a run to make it
    /// again. A folder that is called like a shipped scene is ./NAME.
    #[arg(value_name = "SCENE")]
    pub(crate) scene: PathBuf,

    /// Another time-stepping scheme than the scene's.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Scheme::NAMES))]
    pub(crate) scheme: Option<String>,

    /// Another length of a step (s).
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) h: Option<f64>,

    /// Another duration (s).
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) duration: Option<f64>,

    /// Another impact law.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(ImpactLaw::NAMES))]
    pub(crate) impact: Option<String>,

    /// Record state and contacts after every N steps only, and at the end; energies and certificates are those of all steps.
    /// [default: the scene's, or 1]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) record_every: Option<NonZeroUsize>,

    /// Another value for a parameter (mu=0.4) or for a key of the scene (run.duration=2, bodies[0].mass=3). May be given
    /// several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// The folder to write; an old run of the same scene in it is replaced, one that is not finished only with --overwrite. [default: runs/<name of the scene>]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Move bodies apart that overlap at t = 0, instead of refusing the scene.
    #[arg(long)]
    pub(crate) resolve_overlap: bool,

    /// Spend what it takes until large groups of contacts are certified too.
    #[arg(long)]
    pub(crate) exact: bool,

    /// Write a checkpoint after every N steps. [default: every half minute]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) checkpoint_every: Option<NonZeroUsize>,

    /// Go on with the run in the folder from its last checkpoint; the result is that of a run that never stopped.
    #[arg(long)]
    pub(crate) resume: bool,

    /// Begin again although the folder holds an unfinished run, which --resume would go on with.
    #[arg(long, conflicts_with = "resume")]
    pub(crate) overwrite: bool,

    /// What to do with a step that is not certified: stop before it and keep its problem, take it again as half steps, or
    /// use the best answer and go on.
    /// [default: continue]
    #[arg(long, value_name = "WHAT", value_parser = PossibleValuesParser::new(OnFailure::NAMES))]
    pub(crate) on_failure: Option<String>,

    /// After every step, or every so many, look for other motions than the one that was taken, and mark the steps that have some. Large
    /// groups of contacts are left out, and counted.
    #[arg(
        long,
        value_name = "EVERY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = count
    )]
    pub(crate) watch_uniqueness: Option<NonZeroUsize>,

    /// Follow the other motions of marked steps too, each as a run of its own in branch-2, branch-3, … of the folder, until there are N
    /// runs in all; the earliest steps first. The summary has the tree.
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "resume", allow_negative_numbers = true)]
    pub(crate) branch: Option<NonZeroUsize>,

    /// Exit with 1 if any step is not certified, also where sweeps over many contacts came close to their goal.
    #[arg(long)]
    pub(crate) require_certified: bool,

    /// Draw no figures.
    #[arg(long)]
    pub(crate) no_plots: bool,

    /// Write no report.html.
    #[arg(long)]
    pub(crate) no_report: bool,

    /// Print summary.json on one line instead of text.
    #[arg(long)]
    pub(crate) json: bool,

    /// Print nothing but errors.
    #[arg(long, conflicts_with = "json")]
    pub(crate) quiet: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ConvergeArgs {
    /// A scene file (TOML), `-` for standard input, or the name of a shipped scene.
    #[arg(value_name = "SCENE")]
    pub(crate) scene: PathBuf,

    /// Step lengths (s), separated by commas. [default: 8, 4, 2, 1 and 1/2 times the scene's, without
    /// those that do not divide the duration]
    #[arg(
        long,
        value_name = "SECONDS,…",
        value_delimiter = ',',
        allow_negative_numbers = true
    )]
    pub(crate) h: Vec<f64>,

    /// Another time-stepping scheme than the scene's.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Scheme::NAMES))]
    pub(crate) scheme: Option<String>,

    /// Another duration (s).
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) duration: Option<f64>,

    /// Another impact law.
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(ImpactLaw::NAMES))]
    pub(crate) impact: Option<String>,

    /// Another value for a parameter (mu=0.4) or for a key of the scene (run.duration=2, bodies[0].mass=3). May be given
    /// several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// The figure to write. [default: runs/<name of the scene>-converge.svg]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Write the table and the figure as an HTML page too.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,

    /// Print one JSON object instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct PlotArgs {
    /// Folders that `stickslip run` wrote, or names of scenes for runs/<name>. All with the same bodies.
    #[arg(required = true, value_name = "RUN")]
    pub(crate) runs: Vec<PathBuf>,

    /// The folder for the figures. [default: plots in the first run's folder]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Colours: auto follows the reader's light or dark setting.
    #[arg(long, value_name = "NAME", default_value = "auto",
          value_parser = PossibleValuesParser::new(["auto", "light", "dark"]))]
    pub(crate) theme: String,

    /// One JSON object a line: figure and file.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    /// Problem files (lcp-1, mlcp-1, fc-local-1 or fc-global-1: a JSON object, a list, or JSON lines), `-` for standard input, or
    /// names of shipped problems.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// How to solve; `enumerate` is for lcp-1 and mlcp-1 only.
    #[arg(long, value_name = "NAME", default_value = "auto",
          value_parser = PossibleValuesParser::new(Method::NAMES))]
    pub(crate) method: String,

    /// Find all solutions: points, segments, polytopes and rays (lcp-1 only).
    #[arg(long)]
    pub(crate) all_solutions: bool,

    /// Nodes that a search for all solutions, or `--method enumerate`, may visit for each problem.
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) max_nodes: Option<NonZeroUsize>,

    /// Say what the class of the matrix guarantees (lcp-1 only).
    #[arg(long)]
    pub(crate) classify: bool,

    /// Solve each problem N times, one at a time and after a warm-up, and give the median time.
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) repeat: Option<NonZeroUsize>,

    /// Print all entries of long vectors.
    #[arg(long)]
    pub(crate) full: bool,

    /// One JSON object a line for each problem. Figures that are not finite are null.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The error with the command that was probably meant: letters in the wrong order are farther apart for clap than for fingers.
pub(crate) fn with_suggestion(mut error: clap::Error) -> clap::Error {
    let known = Typed::command();
    let names = known.get_subcommands().map(clap::Command::get_name);
    let typed = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(typed)) => typed.clone(),
        _ => return error,
    };
    if let (None, Some(near)) = (
        error.get(ContextKind::SuggestedSubcommand),
        near::nearest(&typed, names),
    ) {
        let near = ContextValue::Strings(vec![near.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, near);
    }
    error
}

/// A count, at least one.
fn count(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| format!("give a whole number from 1 to {}", usize::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Typed::command().debug_assert();
    }

    #[test]
    fn a_command_with_swapped_letters_is_understood() {
        for (typed, meant) in [
            ("rnu", Some("run")),
            ("repotr", Some("report")),
            ("zzzzzz", None),
        ] {
            let error = Typed::try_parse_from(["stickslip", typed]).unwrap_err();
            let said = with_suggestion(error).to_string();
            match meant {
                Some(meant) => assert!(said.contains(&format!("'{meant}'")), "{said}"),
                None => assert!(!said.contains("similar"), "{said}"),
            }
        }
    }

    #[test]
    fn every_method_name_parses() {
        for name in Method::NAMES {
            assert!(Method::parse(name).is_some(), "{name}");
        }
    }
}
