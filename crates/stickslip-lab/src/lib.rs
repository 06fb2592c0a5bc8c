//! Experiments with stickslip: scenes and their runs, problem files, shipped problems, and solving many of them.
//!
//! [`scene`] reads scene files and holds the shipped ones, [`run`] steps them and writes the folder of a run.
//! [`problem_file`] reads and writes the formats `lcp-1`, `mlcp-1`, `fc-local-1` and `fc-global-1`, [`catalogue`] holds the
//! shipped problems, [`solve`] turns a list of problems into [`Record`]s. What a run leaves behind: [`table`] writes
//! numbers (CSV, NPZ), [`figure`] draws them (SVG); both know nothing of mechanics.

pub mod analyze;
mod base64;
pub mod browser;
pub mod catalogue;
pub mod compare;
pub mod converge;
pub mod export;
pub mod figure;
mod hull;
pub mod info;
pub mod live;
pub mod mesh_file;
pub mod near;
mod palette;
mod place;
pub mod plot;
pub mod problem_file;
mod record;
pub mod report;
pub mod run;
pub mod scene;
pub mod solve;
pub mod table;
pub mod verify;

pub use complementarity;
pub use record::{Bodies, ContactFinding, Finding, LcpFinding, Modes, Record};
pub use stickslip;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
