//! What is kept of a live run: an ordinary run of the scene, as far as nobody interfered.
//!
//! Every beginning that differs from the one that is kept is recorded anew. A pull is no part of a scene, so the record ends before it, as if
//! the run had been interrupted there; it can be resumed like any other.

use super::Folder;
use crate::run::{End, Options, Recorder, RunError, Steps, Summary, free_folder, keep_unfinished};
use crate::scene::Scene;
use std::path::{Path, PathBuf};

/// The record.
pub(super) struct Record {
    wanted: Folder,
    /// The folder, as soon as it is claimed.
    folder: PathBuf,
    options: Options,
    recorder: Option<Recorder>,
    /// The settings of the record, and whether it has all steps.
    of: Option<(Vec<String>, bool)>,
    /// The account of what was written last.
    pub(super) summary: Option<Summary>,
}

impl Record {
    /// A record that is not begun.
    pub(super) fn new(wanted: Folder, options: Options) -> Self {
        Self {
            wanted,
            folder: PathBuf::new(),
            options,
            recorder: None,
            of: None,
            summary: None,
        }
    }

    /// Finds the folder, once and before it begins: what others keep there, or are writing now, stays as it is.
    pub(super) fn claim(&mut self, scene: &str) -> Result<(), RunError> {
        self.folder = match &self.wanted {
            Folder::This(folder) => {
                keep_unfinished(folder, scene)?;
                folder.clone()
            }
            Folder::Free(folder) => free_folder(folder)?,
        };
        Ok(())
    }

    /// Where it is.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Begins, unless the very same run is kept already: it would have the same numbers.
    pub(super) fn begin(
        &mut self,
        scene: &Scene,
        steps: usize,
        set: &[String],
        command: Vec<String>,
    ) -> Result<(), RunError> {
        self.end(&End::Interrupted)?;
        if self
            .of
            .as_ref()
            .is_some_and(|(known, whole)| known == set && *whole)
        {
            return Ok(());
        }
        self.options.origin.set = set.to_vec();
        self.options.origin.command = command;
        self.recorder = Some(Recorder::create(&self.folder, scene, steps, &self.options)?);
        self.of = Some((set.to_vec(), false));
        Ok(())
    }

    /// Whether steps are recorded.
    pub(super) fn is_on(&self) -> bool {
        self.recorder.is_some()
    }

    /// Takes a step.
    pub(super) fn step(&mut self, moved: &impl Steps) -> Result<(), RunError> {
        match &mut self.recorder {
            Some(recorder) => recorder.step(moved),
            None => Ok(()),
        }
    }

    /// Ends what is being recorded.
    pub(super) fn end(&mut self, end: &End) -> Result<(), RunError> {
        if let Some(recorder) = self.recorder.take() {
            let summary = recorder.finish(end)?;
            if let Some((_, whole)) = &mut self.of {
                *whole = *end != End::Interrupted;
            }
            self.summary = Some(summary);
        }
        Ok(())
    }
}
