//! How a scene is run: when to keep checkpoints, whether to go on with an old run, what to do when a step is not solved.

use super::origin::Origin;
use crate::scene::Scene;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How often a step that is not solved is halved: down to 1/64.
const HALVINGS: usize = 6;

/// How to run a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// When to write checkpoints.
    pub checkpoints: Checkpoints,
    /// Whether to go on with the run in the folder, if there is one.
    pub resume: bool,
    /// Whether an unfinished run in the folder, which could be resumed, may be replaced.
    pub overwrite: bool,
    /// What to do when a step is not certified.
    pub on_failure: OnFailure,
    /// Look for other motions than the one that was taken after every so many steps; not at all if nothing is said.
    pub watch: Option<usize>,
    /// Follow them, each as a run of its own, until there are so many runs; 0 and 1 follow none.
    pub branches: usize,
    /// Where the run comes from, for `run.toml`.
    pub origin: Origin,
}

/// When to write checkpoints. An interrupt always writes one, and the end of a run removes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checkpoints {
    /// After every so many steps.
    Steps(usize),
    /// When so much time has passed since the last.
    Time(Duration),
}

impl Default for Checkpoints {
    /// Every half minute: rare enough to cost nothing, often enough to lose little.
    fn default() -> Self {
        Self::Time(Duration::from_secs(30))
    }
}

/// What to do when a step is not certified: its problems are not solved, or the audit fails.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OnFailure {
    /// End the run before it; the problem is kept.
    Stop,
    /// Take it again as two half steps, and these as quarters, down to 1/64.
    Halve,
    /// Use the best answer and say so.
    #[default]
    Continue,
}

impl Options {
    /// The same with every step watched, unless it is said how many.
    pub(super) fn watching(&self) -> Self {
        Self {
            watch: self.watch.or(Some(1)),
            ..self.clone()
        }
    }
}

impl OnFailure {
    /// The names that [`parse`](Self::parse) knows.
    pub const NAMES: [&'static str; 3] = ["stop", "halve", "continue"];

    /// The choice of that name.
    pub fn parse(name: &str) -> Option<Self> {
        [Self::Stop, Self::Halve, Self::Continue]
            .into_iter()
            .find(|choice| choice.word() == name)
    }

    /// The scene as it is run under this choice.
    pub(super) fn applied_to(self, scene: &Scene) -> Scene {
        let mut scene = scene.clone();
        if self == Self::Halve {
            scene.settings.halvings = scene.settings.halvings.max(HALVINGS);
        }
        scene
    }

    /// Its name.
    pub fn word(self) -> &'static str {
        match self {
            Self::Stop => "stop",
            Self::Halve => "halve",
            Self::Continue => "continue",
        }
    }
}
