//! Arguments of the commands around scenes and runs: looking, checking, beginning, exporting, comparing.

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use clap_complete::Shell;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use stickslip_lab::export::Table;

use super::count;

#[derive(Args, Debug)]
pub(crate) struct ExportArgs {
    /// A folder that `stickslip run` wrote, or the name of a scene for runs/<name>.
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,

    /// What to write. [default: by the ending of the file]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(["csv", "npz", "gltf"]))]
    pub(crate) format: Option<String>,

    /// The file to write; `-` for standard output. A glTF file that ends in .glb is binary.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,

    /// Which table to write as csv.
    #[arg(long, value_name = "NAME", default_value = "trajectory",
          value_parser = PossibleValuesParser::new(Table::NAMES))]
    pub(crate) table: String,

    /// Keep every N-th step and the last (csv, gltf).
    #[arg(long, value_name = "N", default_value = "1", value_parser = count, allow_negative_numbers = true)]
    pub(crate) every: NonZeroUsize,

    /// Print one JSON object: file, format, bytes, bodies.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// A folder that `stickslip run` wrote, or the name of a scene for runs/<name>.
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,

    /// The page to write. [default: report.html in the run's folder]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Keep all digits and all recorded states, however large the page becomes.
    #[arg(long)]
    pub(crate) full: bool,

    /// Colours: auto follows the reader's light or dark setting.
    #[arg(long, value_name = "NAME", default_value = "auto",
          value_parser = PossibleValuesParser::new(["auto", "light", "dark"]))]
    pub(crate) theme: String,

    #[command(flatten)]
    pub(crate) pictures: super::PictureArgs,

    /// Print one JSON object: file, bytes, frames, thinned.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// A folder that `stickslip run` wrote, or the name of a scene for runs/<name>.
    #[arg(value_name = "RUN1")]
    pub(crate) first: PathBuf,

    /// Another.
    #[arg(value_name = "RUN2")]
    pub(crate) second: PathBuf,

    /// Largest difference that counts as none, relative to the largest number of a column and at least to 1.
    /// 0 asks for the same bits.
    #[arg(
        long,
        value_name = "PART",
        default_value = "0",
        allow_negative_numbers = true
    )]
    pub(crate) tolerance: f64,

    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// Scene files (TOML), `-` for standard input, or names of shipped scenes.
    #[arg(required = true, value_name = "SCENE")]
    pub(crate) scenes: Vec<PathBuf>,

    /// Another value for a parameter (mu=0.4) or for a key of the scene (run.duration=2, bodies[0].mass=3). May be given
    /// several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// One JSON object a line: file, ok, name or error with line and column.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct InfoArgs {
    /// A scene file (TOML), `-` for standard input, or the name of a shipped scene.
    #[arg(value_name = "SCENE")]
    pub(crate) scene: PathBuf,

    /// Another value for a parameter (mu=0.4) or for a key of the scene (run.duration=2, bodies[0].mass=3). May be given
    /// several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct NewArgs {
    /// The name of the scene: letters, digits, - and _.
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    /// What to begin with.
    #[arg(long, value_name = "NAME", default_value = "box",
          value_parser = PossibleValuesParser::new(crate::new::NAMES))]
    pub(crate) template: String,

    /// The file to write. [default: NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Replace a file that is there.
    #[arg(long)]
    pub(crate) force: bool,

    /// Print one JSON object: file, template.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct ExamplesArgs {
    #[command(subcommand)]
    pub(crate) action: Option<ExamplesAction>,

    /// One JSON object a line: name, kind, about.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ExamplesAction {
    /// Copy a shipped scene into a file, to change it.
    Copy {
        /// The name of the scene.
        #[arg(value_name = "NAME")]
        name: String,
        /// The file to write; `-` for standard output. [default: NAME.toml]
        #[arg(short, long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Replace a file that is there.
        #[arg(long)]
        force: bool,
        /// Print one JSON object: file, scene.
        #[arg(long)]
        json: bool,
    },
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,

    /// Print one JSON object: shell, script.
    #[arg(long)]
    pub(crate) json: bool,
}
