//! What is told about a study, line by line, before it becomes text or a table of a page.

use std::fmt;

/// Blanks before a line without a label.
const INDENT: &str = "               ";

/// What was found, for people.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Account {
    /// What was looked at.
    pub title: String,
    /// What there is to say.
    pub lines: Vec<Told>,
}

/// A line of an account.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Told {
    /// What it is about; empty where it goes on from the line before.
    pub label: String,
    /// The text.
    pub text: String,
    /// Whether it is welcome.
    pub tone: Tone,
}

/// How welcome a finding is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// Neither way.
    #[default]
    Plain,
    /// Welcome, and proven.
    Good,
    /// Welcome as far as it goes, but not proven.
    Fair,
    /// Trouble.
    Bad,
}

impl Account {
    pub(in crate::analyze) fn field(&mut self, label: &str, text: impl Into<String>) {
        self.judged(label, text, Tone::Plain);
    }

    pub(super) fn judged(&mut self, label: &str, text: impl Into<String>, tone: Tone) {
        self.lines.push(Told {
            label: label.to_owned(),
            text: text.into(),
            tone,
        });
    }

    /// Goes on from the last line.
    pub(super) fn more(&mut self, text: impl Into<String>) {
        self.field("", text);
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        for Told { label, text, .. } in &self.lines {
            match label.is_empty() {
                true => writeln!(f, "{INDENT}{text}")?,
                false => writeln!(f, "  {label:<12} {text}")?,
            }
        }
        Ok(())
    }
}
