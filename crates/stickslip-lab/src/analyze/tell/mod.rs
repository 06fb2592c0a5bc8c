//! An analysis for people (text) and for programs (JSON).

mod json;
mod text;
mod words;

pub(in crate::analyze) use words::figure;

pub use json::json;
pub use text::text;
