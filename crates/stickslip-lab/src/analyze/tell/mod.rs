//! An analysis for people (text) and for programs (JSON).

mod account;
mod json;
mod text;
mod words;

pub(in crate::analyze) use words::figure;

pub use account::{Account, Told, Tone};
pub use json::json;
pub use text::{account, text};
