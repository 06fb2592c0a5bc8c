//! What stops a problem from being posed.

use crate::problem_file::ReadError;
use crate::scene::SceneError;
use thiserror::Error;

/// Why there is no problem to analyze.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SubjectError {
    /// The scene.
    #[error(transparent)]
    Scene(Box<SceneError>),
    /// The problem file.
    #[error(transparent)]
    File(Box<ReadError>),
    /// Neither a file nor a shipped scene or problem.
    #[error("{name}: there is no such file, and no shipped scene or problem of that name")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest name there is.
        near: Option<&'static str>,
    },
    /// The time to look at.
    #[error("--at is {at}; it must be a number of seconds from 0 on")]
    Time {
        /// What was given.
        at: f64,
    },
    /// What belongs to scenes only.
    #[error("{option} is for scenes: a problem file has no time; leave it out")]
    NoScene {
        /// The option.
        option: &'static str,
    },
    /// A parameter that is to be varied along both axes of a map.
    #[error("--sweep {name} is given twice; a map has two different parameters")]
    SweptTwice {
        /// Its name.
        name: String,
    },
    /// A parameter that cannot be varied.
    #[error("--sweep {name}={low}:{high}: {why}", low = range[0], high = range[1])]
    CannotSweep {
        /// Its name.
        name: String,
        /// The range that was asked for.
        range: [f64; 2],
        /// What is wrong with it.
        why: String,
    },
    /// Friction of all contacts that is no friction.
    #[error("mu is {value}; friction is 0 or more")]
    Friction {
        /// What was given.
        value: f64,
    },
    /// More contacts than an analysis can look at.
    #[error(
        "{contacts} contacts touch; an analysis looks at up to {limit}: analyze a part of it, or run it with --watch-uniqueness"
    )]
    TooLarge {
        /// How many there are.
        contacts: usize,
        /// How many there may be.
        limit: usize,
    },
    /// Ctrl-C before there was a problem.
    #[error("interrupted while the scene was run to the time of --at; there is nothing to keep")]
    Interrupted,
    /// Posing the problem, or running the scene before.
    #[error(transparent)]
    Library(#[from] stickslip::Error),
}

impl From<SceneError> for SubjectError {
    fn from(error: SceneError) -> Self {
        Self::Scene(Box::new(error))
    }
}

impl From<Box<ReadError>> for SubjectError {
    fn from(error: Box<ReadError>) -> Self {
        Self::File(error)
    }
}
