//! Experiments with stickslip: problem files, shipped problems, and solving many of them.

pub mod problem_file;

pub use complementarity;
