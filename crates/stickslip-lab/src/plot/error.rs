//! What can be wrong with a run's folder.

use crate::scene::SceneError;
use crate::table::TableError;
use std::path::PathBuf;

/// Why there are no figures.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlotError {
    /// There is no run in the folder.
    #[error("{}: this is no folder of a run ({file} is missing); name a folder that `stickslip run` wrote", folder.display())]
    NoRun {
        /// The folder.
        folder: PathBuf,
        /// The file that is not there.
        file: &'static str,
    },
    /// The copy of the scene cannot be read.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// An array is missing or broken.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The arrays do not fit the scene or each other.
    #[error("{}: {problem}; run the scene again", folder.display())]
    Misfit {
        /// The folder.
        folder: PathBuf,
        /// What does not fit.
        problem: String,
    },
    /// Runs of different bodies cannot share a figure.
    #[error("{}: a run of {name}, but the first folder is a run of {expected}, which has other bodies or contacts; give runs of the same bodies", folder.display())]
    OtherScene {
        /// The folder.
        folder: PathBuf,
        /// Its scene.
        name: String,
        /// The scene of the first run.
        expected: String,
    },
}
