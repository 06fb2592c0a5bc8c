//! Arguments of the live view.

use clap::Args;
use std::path::PathBuf;

/// What to know beside the arguments.
pub(super) const HELP: &str = "The page is served on this machine only, at an address that cannot be guessed. The motion begins with the first viewer and goes on \
                               when all tabs are closed; others may join at any time. Ctrl-C ends it.\nWhat is seen is recorded like any run, up to the first \
                               pull; setting a parameter begins the record again.\n\nExit codes: 0 ended, 1 it could not be shown or recorded, 2 bad input or usage.";

#[derive(Args, Debug)]
pub(crate) struct ViewArgs {
    /// A scene file (TOML), `-` for standard input, or the name of a shipped scene; or the folder or run.toml of a run to look at it again, also
    /// by its name alone if it lies in runs. A folder that is called like a shipped scene is ./NAME.
    #[arg(value_name = "SCENE|RUN")]
    pub(crate) scene: PathBuf,

    /// Another value for a parameter (mu=0.4) or for a key of the scene (run.duration=20). May be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,

    /// The port to listen on. [default: any that is free]
    #[arg(
        long,
        value_name = "PORT",
        default_value = "0",
        hide_default_value = true
    )]
    pub(crate) port: u16,

    /// Stay at the beginning until somebody plays.
    #[arg(long)]
    pub(crate) paused: bool,

    /// Open the page in the usual browser.
    #[arg(long)]
    pub(crate) open: bool,

    /// The folder to record into. [default: runs/<name of the scene>-live, with a number if that is taken]
    #[arg(long, value_name = "DIR", conflicts_with = "no_record")]
    pub(crate) out: Option<PathBuf>,

    /// Record nothing.
    #[arg(long)]
    pub(crate) no_record: bool,

    /// Print one JSON object with the address.
    #[arg(long)]
    pub(crate) json: bool,
}
