//! Why a page could not be made.

use crate::export::ExportError;
use crate::plot::PlotError;
use crate::run::RunError;
use crate::table::TableError;
use std::io;
use std::path::PathBuf;

/// What can go wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what each field is")]
pub enum ReportError {
    #[error(transparent)]
    Run(#[from] PlotError),
    #[error(transparent)]
    Contacts(#[from] RunError),
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Shapes(#[from] ExportError),
    #[error("{}: cannot be read ({source})", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("the numbers of the page could not be compressed ({0})")]
    Compress(io::Error),
}
