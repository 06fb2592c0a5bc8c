//! Why a run could not be made or kept.

use crate::scene::SceneError;
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
    #[error(transparent)]
    Scene(Box<SceneError>),
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
    #[error(
        "{}: there is an unfinished run, of which {steps} steps are done; give --resume to go on with it, --overwrite to begin again \
         without it, or choose another folder with --out",
        folder.display()
    )]
    Unfinished { folder: PathBuf, steps: usize },
    #[error("{}: there is another run: {why}; give --overwrite instead of --resume to replace it, or choose another folder with --out", folder.display())]
    OtherRun { folder: PathBuf, why: String },
    #[error(
        "{}: the run ended after {steps} steps because a step failed ({error}), and going on would fail again; change the \
         scene or its settings and run without --resume",
        folder.display()
    )]
    EndedFailed {
        folder: PathBuf,
        steps: u64,
        error: String,
    },
    #[error("{}: cannot be used to go on ({problem}); give --overwrite instead of --resume to begin again", path.display())]
    Damaged { path: PathBuf, problem: String },
    #[error("branches cannot be followed: {why}")]
    CannotBranch { why: String },
    #[error("{}: cannot be repeated ({problem}); run the scene itself", path.display())]
    BadOrigin { path: PathBuf, problem: String },
    #[error("{}: cannot be written ({source})", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Table(#[from] TableError),
}

impl RunError {
    /// Whether other input would help: nothing was computed.
    pub fn is_input(&self) -> bool {
        !matches!(
            self,
            Self::Write { .. } | Self::Table(_) | Self::EndedFailed { .. }
        )
    }
}
