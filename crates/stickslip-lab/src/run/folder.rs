//! The folder of a run: whose it is, and what is in it.

use super::error::RunError;
use super::summary::Summary;
use crate::scene::StoredFile;
use serde::Deserialize;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The file that says what a run was and how it ended. It is there from the first moment and marks the folder.
pub(super) const SUMMARY: &str = "summary.json";
/// The format of [`SUMMARY`].
pub(super) const FORMAT: &str = "stickslip-run-0";
/// A copy of the scene.
pub(super) const SCENE: &str = "scene.toml";
/// q and v, a row for each time.
pub(super) const TRAJECTORY: &str = "trajectory.csv";
/// A row for each step and contact.
pub(super) const CONTACTS: &str = "contacts.csv";
/// The energy ledger, a row for each step.
pub(super) const ENERGY: &str = "energy.csv";
/// Everything again, for numpy.
pub(super) const ARRAYS: &str = "run.npz";

/// Residual, audit and errors, a row for each step.
pub(super) const CERTIFICATE: &str = "certificate.csv";
/// How the run was made.
pub(super) const RUN: &str = "run.toml";
/// The page of the run, which is made from the other files.
pub const REPORT: &str = "report.html";
/// Where to go on; gone when the run is finished.
pub(super) const CHECKPOINT: &str = "checkpoint.json";

/// The files of a run, in the order of a listing.
pub const FILES: [&str; 8] = [
    SUMMARY,
    TRAJECTORY,
    CONTACTS,
    ENERGY,
    CERTIFICATE,
    ARRAYS,
    SCENE,
    RUN,
];

/// As much of a summary as tells whose folder it is.
#[derive(Deserialize)]
struct Owner {
    format: String,
    scene: OwnerScene,
}

#[derive(Deserialize)]
struct OwnerScene {
    name: String,
}

/// Makes the folder ready for a run of the scene: creates it, or clears an old run of the same scene out of it.
/// Only the files of a run and the folders of its branches are removed; what others have put beside them stays.
pub(super) fn claim(folder: &Path, scene: &str) -> Result<(), RunError> {
    if folder.exists() {
        if !folder.is_dir() {
            let folder = folder.to_owned();
            return Err(RunError::NotAFolder { folder });
        }
        if !is_empty(folder) {
            check(folder, scene)?;
        }
    }
    fs::create_dir_all(folder).map_err(|source| failed(folder, source))?;
    for name in branches(folder) {
        if check(&folder.join(&name), scene).is_ok() {
            remove_branch(folder, &name)?;
        }
    }
    remove(folder, REPORT)?;
    // the checkpoint goes first and the summary last: a folder that is half cleared still says what it is
    remove(folder, CHECKPOINT)?;
    remove_parts(folder)?;
    for name in failed_steps(folder) {
        remove(folder, &name)?;
    }
    for name in FILES.iter().rev() {
        remove(folder, name)?;
    }
    Ok(())
}

/// Makes a folder that nobody else has: this one, or the first of `NAME-2`, `NAME-3`, … that is not there yet.
pub(crate) fn free_folder(folder: &Path) -> Result<PathBuf, RunError> {
    let around = folder.parent().unwrap_or(folder);
    fs::create_dir_all(around).map_err(|source| failed(around, source))?;
    let mut next = folder.to_owned();
    for number in 2_usize.. {
        // two who look at the same time do not get the same
        match fs::create_dir(&next) {
            Ok(()) => break,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(source) => return Err(failed(&next, source)),
        }
        let mut name = folder.as_os_str().to_owned();
        name.push(format!("-{number}"));
        next = PathBuf::from(name);
    }
    Ok(next)
}

/// The folder of a branch, in that of the first run.
pub(super) fn branch(number: usize) -> String {
    format!("branch-{number}")
}

/// Such folders in a folder.
fn branches(folder: &Path) -> Vec<String> {
    let number = |name: &str| name.strip_prefix("branch-")?.parse::<usize>().ok();
    names(folder)
        .filter(|name| number(name).is_some())
        .collect()
}

/// Removes the folder of a branch with all that is in it.
pub(super) fn remove_branch(folder: &Path, name: &str) -> Result<(), RunError> {
    let path = folder.join(name);
    match fs::remove_dir_all(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&path, error)),
        _ => Ok(()),
    }
}

/// The names of what is in a folder.
fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}

/// The file with the problem of a step that failed.
pub(super) fn failed_step(step: usize) -> String {
    format!("failed-step-{step}.json")
}

/// Such files in a folder.
fn failed_steps(folder: &Path) -> Vec<String> {
    let number = |name: &str| {
        let step = name.strip_prefix("failed-step-")?.strip_suffix(".json")?;
        step.parse::<usize>().ok()
    };
    names(folder)
        .filter(|name| number(name).is_some())
        .collect()
}

/// Removes what a run that was killed had half written: files that had no name yet, and numbers that waited for [`ARRAYS`].
pub(super) fn remove_parts(folder: &Path) -> Result<(), RunError> {
    let arrays = format!("{ARRAYS}.");
    let parts = [SUMMARY, SCENE, RUN, CHECKPOINT].map(part_of);
    let is_part = |name: &String| match name.starts_with(&arrays) {
        true => name.ends_with(".part"),
        false => parts.iter().any(|part| part.as_os_str() == name.as_str()),
    };
    names(folder)
        .filter(is_part)
        .try_for_each(|name| remove(folder, &name))
}

/// Where a file is written before it takes its name.
fn part_of(path: impl AsRef<Path>) -> PathBuf {
    path.as_ref().with_extension("part")
}

/// Removes a file; that it is not there is as good.
pub(super) fn remove(folder: &Path, name: &str) -> Result<(), RunError> {
    let path = folder.join(name);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(&path, error)),
        _ => Ok(()),
    }
}

/// Whether a folder holds nothing; one that cannot be read is not empty.
pub(super) fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

/// Whether there is a run of the scene in the folder.
pub(super) fn check(folder: &Path, scene: &str) -> Result<(), RunError> {
    if !folder.is_dir() {
        let folder = folder.to_owned();
        return Err(RunError::NotAFolder { folder });
    }
    let owner = fs::read(folder.join(SUMMARY))
        .ok()
        .and_then(|text| serde_json::from_slice::<Owner>(&text).ok())
        .filter(|owner| owner.format == FORMAT);
    let folder = folder.to_owned();
    match owner {
        None => Err(RunError::NotARun { folder }),
        Some(owner) if owner.scene.name != scene => Err(RunError::OtherScene {
            folder,
            found: owner.scene.name,
            scene: scene.into(),
        }),
        Some(_) => Ok(()),
    }
}

/// Writes a file that appears whole or not at all.
pub(super) fn write(path: &Path, content: &[u8]) -> Result<(), RunError> {
    let part = part_of(path);
    let whole = || -> io::Result<()> {
        let mut file = fs::File::create(&part)?;
        file.write_all(content)?;
        // a name must not become known before its content is safe
        file.sync_data()?;
        fs::rename(&part, path)
    };
    whole().map_err(|source| failed(path, source))
}

/// Writes the files that the scene names.
pub(super) fn write_beside(folder: &Path, files: &[StoredFile]) -> Result<(), RunError> {
    for file in files {
        let path = folder.join(&file.path);
        let around = path.parent().unwrap_or(folder);
        fs::create_dir_all(around).map_err(|source| failed(around, source))?;
        write(&path, &file.bytes)?;
    }
    Ok(())
}

/// Writes the summary.
pub(super) fn write_summary(folder: &Path, summary: &Summary) -> Result<(), RunError> {
    let path = folder.join(SUMMARY);
    let mut text =
        serde_json::to_vec_pretty(summary).map_err(|error| failed(&path, error.into()))?;
    text.push(b'\n');
    write(&path, &text)
}

/// A failed write.
pub(super) fn failed(path: &Path, source: io::Error) -> RunError {
    let path: PathBuf = path.to_owned();
    RunError::Write { path, source }
}
