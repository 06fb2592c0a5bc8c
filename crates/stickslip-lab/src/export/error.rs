//! Why a run could not be exported.

use crate::table::TableError;
use std::io;
use std::path::PathBuf;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what each field is")]
pub enum ExportError {
    #[error("there is nothing to draw: the run has no body with a shape")]
    Nothing,
    #[error("{}: cannot be read ({source})", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{}: cannot be written; check the folder and its permissions ({source})", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error(transparent)]
    Table(#[from] TableError),
}
