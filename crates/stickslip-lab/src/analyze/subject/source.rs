//! The text of a scene or of a problem, and from it the problem.

use super::error::SubjectError;
use super::of_scene;
use super::{Parameter, Sight, View, Wanted};
use crate::near;
use crate::problem_file::contact_problem::{self, PosedFile};
use crate::scene::{self, SceneError};
use std::io::Read;
use std::path::Path;

/// More bytes than this are no scene and no problem that could be analyzed (64 MiB).
const LARGEST: u64 = 1 << 26;

/// Where problems come from.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// A shipped scene.
    Shipped(String),
    /// The text of a scene, and what its file is called.
    Scene { text: String, file: String },
    /// The text of a problem, and what its file is called.
    Problem { text: String, file: String },
}

impl Source {
    /// A file, standard input, or what is shipped under that name; scenes before problems.
    pub(super) fn find(path: &Path) -> Result<Self, SubjectError> {
        let name = path.to_string_lossy().into_owned();
        if name != "-" && !path.is_file() {
            if scene::catalogue::text(&name).is_some() {
                return Ok(Self::Shipped(name));
            }
            if let Some(text) = contact_problem::catalogue::text(&name) {
                let text = text.to_owned();
                return Ok(Self::Problem { text, file: name });
            }
            if !path.exists() {
                let known = scene::catalogue::names().chain(contact_problem::catalogue::names());
                let near = near::nearest(&name, known);
                return Err(SubjectError::Unknown { name, near });
            }
        }
        let fault = |fault: String| {
            SubjectError::Scene(Box::new(SceneError {
                file: name.clone(),
                place: None,
                fault,
            }))
        };
        if path.is_dir() {
            return Err(fault("is a directory; name a file in it".into()));
        }
        let mut bytes = Vec::new();
        let read = match name.as_str() {
            "-" => std::io::stdin().take(LARGEST).read_to_end(&mut bytes),
            _ => std::fs::File::open(path).and_then(|f| f.take(LARGEST).read_to_end(&mut bytes)),
        };
        read.map_err(|error| fault(format!("cannot be read; check its permissions ({error})")))?;
        let text = String::from_utf8(bytes).map_err(|_| {
            fault("is not UTF-8 text; give a scene (TOML) or a contact problem (JSON)".into())
        })?;
        // no scene begins with a brace, and every problem does
        match text.trim_start().starts_with('{') || path.extension().is_some_and(|e| e == "json") {
            true => Ok(Self::Problem { text, file: name }),
            false => Ok(Self::Scene { text, file: name }),
        }
    }

    /// Whether there is a parameter of that name, as far as the text can be read.
    pub(super) fn has_parameter(&self, parameter: &str, settings: &[String]) -> bool {
        let known = self.pose(settings, View::default(), &mut |_, _| true);
        known.is_ok_and(|sight| sight.parameters.iter().any(|p| p.name == parameter))
    }

    /// The problem with settings.
    pub(super) fn pose(
        &self,
        settings: &[String],
        view: View,
        go_on: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Sight, SubjectError> {
        let scene = match self {
            Self::Problem { text, file } => {
                let read = contact_problem::read_posed_text(text, file, settings)?;
                return of_problem(read, view);
            }
            Self::Shipped(name) => {
                scene::catalogue::find_with(name, settings).ok_or_else(|| {
                    SubjectError::Unknown {
                        name: name.clone(),
                        near: None,
                    }
                })?
            }
            Self::Scene { text, file } => scene::read_with(text, file, settings),
        };
        of_scene::pose(scene?, view, go_on)
    }
}

fn of_problem(file: PosedFile, view: View) -> Result<Sight, SubjectError> {
    let refuse = |option: &'static str| Err(SubjectError::NoScene { option });
    match view {
        View { at, .. } if at != 0.0 => refuse("--at"),
        View { wanted, .. } if wanted != Wanted::Auto => refuse("--level"),
        _ => Ok(Sight {
            posed: file.posed,
            about: file.about,
            parameters: (file.parameters.into_iter())
                .map(|p| Parameter {
                    derived: p.expression.is_some(),
                    name: p.name,
                    value: p.value,
                })
                .collect(),
            places: file.places,
            reversed: Vec::new(),
            notes: Vec::new(),
            scene: None,
        }),
    }
}
