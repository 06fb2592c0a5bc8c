//! `run.toml`: how a run was made, and all that is needed to make it again.
//!
//! The scene itself is `scene.toml` beside it, and is not repeated. The settings are, although `summary.json` has them too:
//! they are what a later version of the program must arrive at for the run to be the same.

use super::checkpoint::fingerprint;
use super::error::RunError;
use super::folder::{self, RUN, SCENE};
use super::options::OnFailure;
use super::settings::SettingsSummary;
use crate::scene::{self, Changes, Scene};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use stickslip::{ImpactLaw, Scheme};

/// The format of the file.
const FORMAT: &str = "stickslip-origin-1";

const HEAD: &str =
    "# How this run was made. `stickslip run` with this file as its scene makes it again.\n\n";

/// Where a run comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The words of the command.
    pub command: Vec<String>,
    /// The scene as it was named: a path, a shipped scene, `-`.
    pub source: String,
    /// What the command changed about the scene.
    pub changes: Changes,
    /// Parameters that the command set, as it was typed: `name=value`. They are part of `scene.toml` already.
    pub set: Vec<String>,
    /// Which branch of another run it is, if it is one.
    pub branch: Option<String>,
}

/// The file.
#[derive(Debug, Deserialize, Serialize)]
struct File {
    format: String,
    version: String,
    command: Vec<String>,
    source: String,
    scene: String,
    fingerprint: String,
    on_failure: OnFailure,
    branch: Option<String>,
    #[serde(default)]
    set: Vec<String>,
    #[serde(default)]
    changes: FileChanges,
    settings: toml::Table,
}

/// What the command changed; what is not there stayed.
#[derive(Debug, Default, Deserialize, Serialize)]
struct FileChanges {
    scheme: Option<String>,
    impact: Option<String>,
    h: Option<f64>,
    duration: Option<f64>,
    record_every: Option<usize>,
}

/// A run to be made again.
#[derive(Debug)]
pub struct Repeat {
    /// The folder of the run.
    pub folder: PathBuf,
    /// The scene, with the changes of then.
    pub scene: Scene,
    /// What to do with steps that fail.
    pub on_failure: OnFailure,
    /// Where it came from.
    pub origin: Origin,
    /// Why the numbers may come out different, if there is a reason.
    pub doubts: Vec<String>,
}

/// Writes the file. `scene` has its changes.
pub(super) fn write(
    folder: &Path,
    scene: &Scene,
    on_failure: OnFailure,
    origin: &Origin,
) -> Result<(), RunError> {
    let path = folder.join(RUN);
    let bad = |error: toml::ser::Error| folder::failed(&path, std::io::Error::other(error));
    let settings = SettingsSummary::new(scene);
    let file = File {
        format: FORMAT.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        command: origin.command.clone(),
        source: origin.source.clone(),
        scene: SCENE.into(),
        fingerprint: fingerprint(scene),
        on_failure,
        branch: origin.branch.clone(),
        set: origin.set.clone(),
        changes: FileChanges {
            scheme: origin.changes.scheme.map(|s| s.name().into()),
            impact: origin.changes.impact.map(|law| law.name().into()),
            h: origin.changes.step,
            duration: origin.changes.duration,
            record_every: origin.changes.record_every,
        },
        settings: toml::Table::try_from(settings).map_err(bad)?,
    };
    let text = toml::to_string(&file).map_err(bad)?;
    folder::write(&path, format!("{HEAD}{text}").as_bytes())
}

/// Whether a path is such a file, or a folder with one; the folder then.
pub fn run_folder(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        return path.join(RUN).is_file().then(|| path.to_owned());
    }
    let named = path.file_name().is_some_and(|name| name == RUN);
    let is_origin = || {
        let text = std::fs::read_to_string(path).ok()?;
        let table: toml::Table = text.parse().ok()?;
        Some(table.get("format")?.as_str()? == FORMAT)
    };
    let parent = path.parent().unwrap_or(Path::new(""));
    (named && is_origin() == Some(true)).then(|| match parent.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => parent.to_owned(),
    })
}

/// Reads what is needed to make the run in a folder again.
pub fn repeat(folder: &Path) -> Result<Repeat, RunError> {
    repeat_with(folder, &[])
}

/// The same with settings like `mu=0.4` or `run.duration=2`, which come after all that the run was made with.
pub fn repeat_with(folder: &Path, set: &[String]) -> Result<Repeat, RunError> {
    let path = folder.join(RUN);
    let bad = |problem: String| RunError::BadOrigin {
        path: path.clone(),
        problem,
    };
    let text = std::fs::read_to_string(&path).map_err(|error| bad(error.to_string()))?;
    let file: File = toml::from_str(&text).map_err(|error| bad(error.message().to_owned()))?;
    if file.format != FORMAT {
        return Err(bad(format!(
            "its format is {:?}, and this program reads {FORMAT}",
            file.format
        )));
    }
    if let Some(branch) = &file.branch {
        return Err(bad(format!(
            "it is {branch}: run the scene with --watch-uniqueness and --branch, which makes all branches again"
        )));
    }
    let mut scene = scene::read_path(&folder.join(SCENE)).map_err(|e| bad(e.to_string()))?;
    let word = |name: &Option<String>, known: bool| match (name, known) {
        (Some(name), false) => Err(bad(format!("{name:?} is not known"))),
        _ => Ok(()),
    };
    let scheme = file.changes.scheme.as_deref().and_then(Scheme::parse);
    let impact = file.changes.impact.as_deref().and_then(ImpactLaw::parse);
    word(&file.changes.scheme, scheme.is_some())?;
    word(&file.changes.impact, impact.is_some())?;
    let mut changes = Changes {
        scheme,
        impact,
        step: file.changes.h,
        duration: file.changes.duration,
        record_every: file.changes.record_every,
    };
    scene.change(&changes).map_err(bad)?;
    // of the run as it was: what is set now is meant to change it
    let doubts = doubts(&file, &scene);
    if !set.is_empty() {
        scene = scene::read_path_with(&folder.join(SCENE), set)
            .map_err(|error| RunError::Scene(Box::new(error)))?;
        changes = without(changes, set);
        scene.change(&changes).map_err(bad)?;
    }
    Ok(Repeat {
        folder: folder.to_owned(),
        scene,
        on_failure: file.on_failure,
        origin: Origin {
            command: file.command,
            source: file.source,
            changes,
            set: file.set.iter().chain(set).cloned().collect(),
            branch: None,
        },
        doubts,
    })
}

/// The changes without those of keys that are set now.
fn without(changes: Changes, set: &[String]) -> Changes {
    let is_set = |keys: &[&str]| {
        let mut names = set.iter().filter_map(|s| s.split('=').next());
        names.any(|name| keys.contains(&name.trim()))
    };
    fn kept<T>(change: Option<T>, is_set: bool) -> Option<T> {
        change.filter(|_| !is_set)
    }
    Changes {
        scheme: kept(changes.scheme, is_set(&["run.scheme"])),
        impact: kept(changes.impact, is_set(&["run.impact"])),
        step: kept(changes.step, is_set(&["run.step", "run.h"])),
        duration: kept(changes.duration, is_set(&["run.duration"])),
        record_every: kept(changes.record_every, is_set(&["run.record_every"])),
    }
}

/// Why the run may come out different.
fn doubts(file: &File, scene: &Scene) -> Vec<String> {
    let mut doubts = Vec::new();
    let version = env!("CARGO_PKG_VERSION");
    if file.version != version {
        doubts.push(format!(
            "the run was made by version {} of this program, and this is {version}",
            file.version
        ));
    }
    let run_as = file.on_failure.applied_to(scene);
    let now = SettingsSummary::new(&run_as);
    let now = toml::Table::try_from(now).unwrap_or_default();
    for (key, then) in &file.settings {
        match now.get(key) {
            Some(value) if value == then => {}
            Some(value) => doubts.push(format!("{key} was {then}, and is {value} now")),
            None => doubts.push(format!("{key} was {then}, and is not there any more")),
        }
    }
    if doubts.is_empty() && fingerprint(&run_as) != file.fingerprint {
        doubts.push("scene.toml, or a file that it names, is not what was run".into());
    }
    doubts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::catalogue;

    #[test]
    fn what_is_written_is_read_back_and_doubts_are_told() {
        let folder = std::env::temp_dir().join(format!("stickslip-origin-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut scene = catalogue::find("falling-rod").unwrap();
        let changes = Changes {
            scheme: Some(Scheme::AnitescuPotra),
            step: Some(0.001),
            ..Changes::default()
        };
        scene.change(&changes).unwrap();
        let origin = Origin {
            command: vec!["stickslip".into(), "run".into(), "a \"b\"\n".into()],
            source: "falling-rod".into(),
            changes,
            set: vec!["speed=2".into()],
            branch: None,
        };
        std::fs::write(folder.join(SCENE), &scene.text).unwrap();
        write(&folder, &scene, OnFailure::Continue, &origin).unwrap();
        assert_eq!(run_folder(&folder), Some(folder.clone()));
        assert_eq!(run_folder(&folder.join(RUN)), Some(folder.clone()));
        assert_eq!(run_folder(&folder.join(SCENE)), None);
        let again = repeat(&folder).unwrap();
        assert_eq!((&again.origin, again.doubts.len()), (&origin, 0));
        assert_eq!(fingerprint(&again.scene), fingerprint(&scene));
        // what is set now comes last, and is no doubt
        let set = ["run.h=0.002".to_owned(), "run.duration=0.4".to_owned()];
        let other = repeat_with(&folder, &set).unwrap();
        assert!(other.doubts.is_empty(), "{:?}", other.doubts);
        assert_eq!(other.scene.steps(), Ok(200));
        assert_eq!(other.scene.settings.scheme, Scheme::AnitescuPotra);
        assert_eq!(other.origin.changes.step, None);
        assert_eq!(other.origin.set.len(), 3);
        let told = repeat_with(&folder, &["run.stpe=1".to_owned()]).unwrap_err();
        assert!(told.to_string().contains("did you mean"), "{told}");
        // the scene is touched
        let text = scene.text.replace("mass = 1.0", "mass = 2.0");
        std::fs::write(folder.join(SCENE), text).unwrap();
        let doubts = repeat(&folder).unwrap().doubts;
        assert!(
            doubts.len() == 1 && doubts[0].contains("scene.toml"),
            "{doubts:?}"
        );
        // a default is not what it was
        let path = folder.join(RUN);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replace("enlarge = true", "enlarge = false")).unwrap();
        let doubts = repeat(&folder).unwrap().doubts;
        assert!(doubts[0].contains("enlarge was false"), "{doubts:?}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
