//! Arguments of `analyze`.

use super::count;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use stickslip_lab::analyze::Wanted;

pub(super) const HELP: &str = "The verdict is one of: unique (certified), unique as far as searched, non-unique, no finite solution. The folder holds report.txt, \
                               analysis.json and figures (SVG).\nCtrl-C stops the search and keeps what was found.\n\nExamples:\n  stickslip analyze drawer\n  \
                               stickslip analyze tp97-example-2 --set mu=0.75 --sweep mu=0.1:1.2\n  stickslip analyze drawer --sweep mu=0.1:1 --sweep eccentricity=0.1:0.5\n\n\
                               Exit codes: 0 analyzed, whatever the verdict, 1 the output cannot be written, 2 bad input or usage, 130 interrupted.";

#[derive(Args, Debug)]
pub(crate) struct AnalyzeArgs {
    /// A scene file (TOML), a contact problem (JSON, contact-problem-1), `-` for standard input, or the name of a shipped scene or problem.
    #[arg(value_name = "SCENE|PROBLEM")]
    pub(crate) subject: PathBuf,

    /// Another value for a parameter (mu=0.4) or for a key (bodies[0].mass=3). May be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// Vary a parameter or key: how many motions are there, and where does jamming begin? Given twice, a map. `mu` is the friction of all
    /// contacts unless there is a parameter of that name.
    #[arg(long, value_name = "NAME=LOW:HIGH[:N]", conflicts_with = "at")]
    pub(crate) sweep: Vec<String>,

    /// Run the scene for so long before (s).
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub(crate) at: Option<f64>,

    /// Ask for accelerations, or for the velocities after a step; auto: accelerations unless bodies approach each other.
    #[arg(long, value_name = "NAME", default_value = "auto",
          value_parser = PossibleValuesParser::new(Wanted::NAMES))]
    pub(crate) level: String,

    /// Random starts of the search, beside those from each combination of contact modes. [default: 60]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    pub(crate) starts: Option<NonZeroUsize>,

    /// Where the random numbers begin: the same seed gives the same search.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,

    /// The contact whose slip acceleration is drawn over two parameters: its name, or its number from 1 on.
    #[arg(long, value_name = "CONTACT")]
    pub(crate) slip: Option<String>,

    /// Write the problem as it was posed, in the format contact-problem-1.
    #[arg(long, value_name = "FILE")]
    pub(crate) export: Option<PathBuf>,

    /// The folder for report and figures. [default: runs/<name>-analysis]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Write what was found and the figures as an HTML page too.
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,

    /// Write no folder.
    #[arg(long, conflicts_with = "out")]
    pub(crate) no_plots: bool,

    /// Print one JSON object. Figures that are not finite are null.
    #[arg(long)]
    pub(crate) json: bool,
}
