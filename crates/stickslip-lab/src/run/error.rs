//! Why a run could not be made or kept.

use crate::table::TableError;
use std::io;
use std::path::PathBuf;

/// What can go wrong around a run; how the run itself ended is no error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what each field is")]
pub enum RunError {
    #[error(transparent)]
    Simulation(#[from] stickslip::Error),
    #[error("{0}")]
    Duration(String),
    #[error("{}: is not a folder; choose another place with --out", folder.display())]
    NotAFolder { folder: PathBuf },
    #[error(
        "{}: there is something that is not a run; choose an empty or a new folder with --out",
        folder.display()
    )]
    NotARun { folder: PathBuf },
    #[error(
        "{}: there is a run of {found:?}, and this is {scene:?}; choose another folder with --out, or remove it",
        folder.display()
    )]
    OtherScene {
        folder: PathBuf,
        found: String,
        scene: String,
    },
    #[error("{}: cannot be written ({source})", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Table(#[from] TableError),
}

impl RunError {
    /// Whether other input would help: nothing was computed.
    pub fn is_input(&self) -> bool {
        !matches!(self, Self::Write { .. } | Self::Table(_))
    }
}
