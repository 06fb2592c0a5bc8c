//! Pages: one HTML file with the motion, the forces, the plots and the certificates of a run. `docs/page-format.md` says what a page
//! is made of.
//!
//! Data flow one way: a run folder (`recorded`) → what is worth showing (`frames`, `events`, `facts`) → numbers (`motion`, `touches`,
//! `steps` into `columns`) and words (`description`, with the bodies of `scenery`) → one file (`page`).

mod branches;
mod columns;
#[cfg(test)]
mod contrast;
mod description;
mod error;
mod events;
mod facts;
mod floating;
mod frames;
mod frictions;
mod motion;
mod of_run;
mod of_tables;
mod page;
mod recorded;
mod scenery;
mod steps;
mod touches;

pub use branches::folders as branch_folders;
pub use columns::{Against, Columns, Scale};
pub use description::*;
pub use error::ReportError;
pub use facts::{of_scene as scene_facts, parameters};
pub use frames::Choice;
pub use frictions::Frictions;
pub use of_run::{Page, command_line, of_run};
pub use of_tables::{of_analysis, of_checks, of_convergence};
pub use page::{Connect, html};
pub use scenery::{Scenery, gravity, seven};
pub use steps::solvers;
