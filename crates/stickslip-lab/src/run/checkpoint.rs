//! Checkpoints: all that is needed to go on with a run as if it had never stopped.
//!
//! The tables on disk are the record of what was computed, so a checkpoint only says how many bytes of each belong to it. It
//! is written after them and appears whole or not at all: whatever moment a run is killed at, the last checkpoint and the
//! rows it counts agree, and later rows are cut off.

use super::error::RunError;
use super::folder::{self, CHECKPOINT, SCENE, SUMMARY};
use super::options::{OnFailure, Options};
use super::saved::{SavedState, SavedTally};
use super::settings::SettingsSummary;
use crate::scene::{BuiltIn, Scene};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::Path;

/// The format of the file.
const FORMAT: &str = "stickslip-checkpoint-1";

/// A checkpoint.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Checkpoint {
    format: String,
    /// What the run is, to refuse going on with another.
    pub(super) identity: Identity,
    /// Steps that were taken.
    pub(super) step: usize,
    /// Bytes of the tables.
    pub(super) bytes: Bytes,
    /// Time it took so far (s).
    pub(super) wall_seconds: f64,
    pub(super) state: SavedState,
    pub(super) tally: SavedTally,
}

/// Bytes of each table.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct Bytes {
    pub(super) trajectory: u64,
    pub(super) contacts: u64,
    pub(super) energy: u64,
    pub(super) certificate: u64,
}

/// What makes a run the same run: program, settings, and the scene as it was built.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(super) struct Identity {
    version: String,
    steps: usize,
    on_failure: OnFailure,
    settings: Value,
    fingerprint: String,
    /// Every how many steps the motion is watched.
    #[serde(default)]
    watch: Option<usize>,
    /// Which branch it is.
    #[serde(default)]
    branch: Option<String>,
}

impl Identity {
    pub(super) fn new(scene: &Scene, steps: usize, on_failure: OnFailure) -> Self {
        let settings = SettingsSummary::new(scene);
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            steps,
            on_failure,
            settings: serde_json::to_value(settings).unwrap_or_default(),
            fingerprint: fingerprint(scene),
            watch: None,
            branch: None,
        }
    }

    /// The same with what the options add.
    pub(super) fn with(mut self, options: &Options) -> Self {
        self.watch = options.watch;
        self.branch.clone_from(&options.origin.branch);
        self
    }

    /// What is different, in words; nothing if the runs are the same.
    fn difference(&self, now: &Self) -> Option<String> {
        if self.version != now.version {
            return Some(format!(
                "it was begun by version {} of this program, and this is {}",
                self.version, now.version
            ));
        }
        if self.on_failure != now.on_failure {
            return Some(format!(
                "it was begun with --on-failure {}, and now it is {}",
                self.on_failure.word(),
                now.on_failure.word()
            ));
        }
        if self.branch != now.branch {
            let told = self.branch.as_deref().unwrap_or("no branch");
            return Some(format!("it is {told}"));
        }
        if self.watch != now.watch {
            let told = |watch: Option<usize>| match watch {
                None => "without --watch-uniqueness".to_owned(),
                Some(every) => format!("with --watch-uniqueness={every}"),
            };
            return Some(format!(
                "it was begun {}, and now it is {}",
                told(self.watch),
                told(now.watch)
            ));
        }
        if let (Value::Object(then), Value::Object(here)) = (&self.settings, &now.settings) {
            let keys = then.keys().chain(here.keys());
            for key in keys {
                let [a, b] = [then, here].map(|map| map.get(key).unwrap_or(&Value::Null));
                if a != b {
                    return Some(format!(
                        "it was begun with {key} = {a}, and now {key} is {b}"
                    ));
                }
            }
        }
        (self != now).then(|| "the scene or its parameters have changed".into())
    }
}

/// A short name for a scene as it was built, settings included: FNV-1a of everything that its parts tell of themselves.
pub(super) fn fingerprint(scene: &Scene) -> String {
    // of a world its data; what it has made ready for collisions is another matter
    let system = match &scene.system {
        BuiltIn::World(world) => format!("{:?}", world.model()),
        other => format!("{other:?}"),
    };
    let rest = (&scene.initial, &scene.settings, scene.duration);
    let text = format!("{system}{rest:?}");
    let hash = (text.bytes().chain(scene.text.bytes())).fold(0xcbf2_9ce4_8422_2325_u64, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

impl Checkpoint {
    pub(super) fn new(
        identity: Identity,
        step: usize,
        bytes: Bytes,
        wall_seconds: f64,
        state: SavedState,
        tally: SavedTally,
    ) -> Self {
        Self {
            format: FORMAT.into(),
            identity,
            step,
            bytes,
            wall_seconds,
            state,
            tally,
        }
    }

    /// Writes it into a folder, whole or not at all.
    pub(super) fn write(&self, folder: &Path) -> Result<(), RunError> {
        let path = folder.join(CHECKPOINT);
        let mut text =
            serde_json::to_vec(self).map_err(|error| folder::failed(&path, error.into()))?;
        text.push(b'\n');
        folder::write(&path, &text)
    }
}

/// What there is to go on with.
#[derive(Debug)]
pub(super) enum Found {
    /// Nothing, or nothing that was kept: the run begins anew.
    Nothing,
    /// The run is finished: its summary.
    Finished(Value),
    /// A checkpoint of this run.
    Here(Box<Checkpoint>),
}

/// How many steps a run has done that is not finished and can be resumed; nothing if there is none in the folder.
fn unfinished(folder: &Path) -> Option<usize> {
    let read = |name: &str| -> Option<Value> {
        let text = std::fs::read(folder.join(name)).ok()?;
        Some(serde_json::from_slice(&text).unwrap_or_default())
    };
    let (summary, checkpoint) = (read(SUMMARY)?, read(CHECKPOINT)?);
    let ended = ["finished", "failed"]
        .map(Value::from)
        .contains(&summary["end"]);
    // how far one that is damaged was, nobody knows
    let steps = checkpoint["step"].as_u64().unwrap_or(0);
    (!ended).then_some(usize::try_from(steps).unwrap_or(usize::MAX))
}

/// Refuses a folder with a run of the scene that can be resumed.
pub(crate) fn keep_unfinished(folder: &Path, scene: &str) -> Result<(), RunError> {
    let Some(steps) = unfinished(folder) else {
        return Ok(());
    };
    // whose folder it is comes first
    folder::check(folder, scene)?;
    let folder = folder.to_owned();
    Err(RunError::Unfinished { folder, steps })
}

/// Looks into a folder for a run of this scene.
pub(super) fn find(folder: &Path, scene: &Scene, now: &Identity) -> Result<Found, RunError> {
    if !folder.exists() || folder::is_empty(folder) {
        return Ok(Found::Nothing);
    }
    folder::check(folder, &scene.name)?;
    let refuse = |why: String| RunError::OtherRun {
        folder: folder.to_owned(),
        why,
    };
    let kept = std::fs::read(folder.join(SCENE)).unwrap_or_default();
    if !kept.is_empty() && kept != scene.text.as_bytes() {
        let why = "its scene.toml is not the scene that was named now".into();
        return Err(refuse(why));
    }
    let path = folder.join(SUMMARY);
    let damaged = |path: &Path, problem: String| RunError::Damaged {
        path: path.to_owned(),
        problem,
    };
    let text = std::fs::read(&path).map_err(|error| damaged(&path, error.to_string()))?;
    let summary: Value =
        serde_json::from_slice(&text).map_err(|error| damaged(&path, error.to_string()))?;
    if summary["end"] == "finished" {
        if summary["settings"] != now.settings {
            let before = Identity {
                settings: summary["settings"].clone(),
                ..now.clone()
            };
            return Err(refuse(before.difference(now).unwrap_or_default()));
        }
        return Ok(Found::Finished(summary));
    }
    if summary["end"] == "failed" {
        let error = summary["error"].as_str().unwrap_or("a step failed");
        return Err(RunError::EndedFailed {
            folder: folder.to_owned(),
            steps: summary["steps"].as_u64().unwrap_or(0),
            error: error.to_owned(),
        });
    }
    let path = folder.join(CHECKPOINT);
    let text = match std::fs::read(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Found::Nothing),
        Err(error) => return Err(damaged(&path, error.to_string())),
    };
    let found: Checkpoint =
        serde_json::from_slice(&text).map_err(|error| damaged(&path, error.to_string()))?;
    if found.format != FORMAT {
        let problem = format!(
            "its format is {:?}, and this program reads {FORMAT}",
            found.format
        );
        return Err(damaged(&path, problem));
    }
    match found.identity.difference(now) {
        Some(why) => Err(refuse(why)),
        None => Ok(Found::Here(Box::new(found))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::catalogue;

    #[test]
    fn a_scene_is_known_by_everything_that_moves_it() {
        let scene = catalogue::find("falling-rod").unwrap();
        let same = fingerprint(&scene);
        assert_eq!(fingerprint(&catalogue::find("falling-rod").unwrap()), same);
        let mut thrown = scene.clone();
        thrown.initial.v[0] = f64::MIN_POSITIVE;
        assert_ne!(fingerprint(&thrown), same);
        let mut finer = scene.clone();
        finer.settings.touch = 2e-10;
        assert_ne!(fingerprint(&finer), same);
    }

    #[test]
    fn a_run_that_can_be_resumed_is_unfinished() {
        let name = format!("stickslip-unfinished-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let put = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
        assert_eq!(unfinished(&folder), None);
        put(SUMMARY, r#"{"end": "interrupted"}"#);
        assert_eq!(unfinished(&folder), None);
        put(CHECKPOINT, r#"{"step": 100}"#);
        assert_eq!(unfinished(&folder), Some(100));
        put(SUMMARY, r#"{"end": "failed"}"#);
        assert_eq!(unfinished(&folder), None);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_difference_is_named() {
        let mut scene = catalogue::find("falling-rod").unwrap();
        let then = Identity::new(&scene, 320, OnFailure::Continue);
        assert_eq!(then.difference(&then), None);
        let stop = Identity::new(&scene, 320, OnFailure::Stop);
        assert!(
            then.difference(&stop)
                .unwrap()
                .contains("--on-failure continue")
        );
        scene.settings.step = 0.001;
        let now = Identity::new(&scene, 800, OnFailure::Continue);
        assert_eq!(
            then.difference(&now).unwrap(),
            "it was begun with h = 0.0025, and now h is 0.001"
        );
    }
}
