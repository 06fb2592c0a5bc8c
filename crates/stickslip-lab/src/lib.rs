//! Experiments with stickslip: problem files, shipped problems, and solving many of them.
//!
//! [`problem_file`] reads and writes the formats `lcp-1` and `mlcp-1`, [`catalogue`] holds the shipped
//! problems, [`solve`] turns a list of problems into [`Record`]s. What a run leaves behind: [`table`] writes
//! numbers (CSV, NPZ), [`figure`] draws them (SVG); both know nothing of mechanics.

pub mod catalogue;
pub mod converge;
pub mod figure;
mod near;
mod place;
pub mod problem_file;
mod record;
pub mod scene;
pub mod solve;
pub mod table;
pub mod verify;

pub use complementarity;
pub use record::Record;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
