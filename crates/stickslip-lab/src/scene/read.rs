//! From the text of a scene to a [`Scene`].

use super::built_in::BuiltIn;
use super::error::{Misfit, SceneError, alternatives};
use super::kinds::{self, Refusal};
use super::settings::RunKeys;
use super::text::files::{self, Folder};
use super::text::include::Texts;
use super::text::sources::Sources;
use super::text::tree::{Tree, Value};
use super::text::{flatten, numbers, overrides};
use super::value::Table;
use super::world::meshes::StoredFile;
use super::world::{self, MeshFiles, WorldKeys, WorldTable};
use super::{Scene, check_name, explain, version};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::Read;
use std::path::Path;
use stickslip::world::World;
use stickslip::{Settings, Simulation, State};
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

/// The keys of the top level; what a system needs depends on its kind and is read after.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    #[serde(rename = "schema_version")]
    _schema_version: u32,
    name: String,
    about: String,
    #[serde(rename = "parameters")]
    _parameters: Option<IgnoredAny>,
    run: Table<RunKeys>,
    system: Option<IgnoredAny>,
    initial: Option<IgnoredAny>,
    world: Option<Table<WorldTable>>,
    #[serde(default)]
    materials: BTreeMap<String, Table<world::MaterialKeys>>,
    #[serde(default)]
    pairs: Vec<Table<world::PairKeys>>,
    #[serde(default)]
    bodies: Vec<Table<world::BodyKeys>>,
    #[serde(default)]
    joints: Vec<Table<world::JointKeys>>,
    #[serde(default)]
    forces: Vec<Table<world::ForceKeys>>,
}

/// Reads a scene file; `-` is standard input.
pub fn read_path(path: &Path) -> Result<Scene, SceneError> {
    read_path_with(path, &[])
}

/// Reads a scene file with settings like `mu=0.4` for a parameter or `run.duration=2` for a key.
pub fn read_path_with(path: &Path, settings: &[String]) -> Result<Scene, SceneError> {
    let file = path.to_string_lossy();
    let fault = |fault: String| SceneError {
        file: file.to_string(),
        place: None,
        fault,
    };
    if path.is_dir() {
        return Err(fault(match path.join("run.toml").is_file() {
            true => "is the folder of a run; the scene is the scene.toml in it".into(),
            false => "is a folder, and holds no run (run.toml is missing); name a scene file, or a folder that `stickslip run` wrote".into(),
        }));
    }
    let bytes = match &*file {
        "-" => {
            let mut bytes = Vec::new();
            let stdin = std::io::stdin().take(files::LARGEST_TEXT);
            { stdin }.read_to_end(&mut bytes).map(|_| bytes)
        }
        _ => std::fs::read(path),
    };
    let bytes = bytes.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => fault("there is no such file; check the path".into()),
        _ => fault(format!("cannot be read; check its permissions ({error})")),
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| fault("is not UTF-8 text; save it as UTF-8 TOML".into()))?;
    read_with(&text, &file, settings)
}

/// Reads a scene from its text. `file` is what error messages call it; files that the scene names are looked for beside it.
///
/// ```
/// use stickslip_lab::scene;
///
/// let text = scene::catalogue::text("falling-rod").expect("shipped");
/// assert_eq!(scene::read(text, "here").expect("valid").steps(), Ok(320));
///
/// let wrong = text.replace("mass = 1.0", "mass = -1.0");
/// let error = scene::read(&wrong, "here").expect_err("a negative mass");
/// assert!(error.to_string().contains("mass is -1; it must be positive"));
/// ```
pub fn read(text: &str, file: &str) -> Result<Scene, SceneError> {
    read_with(text, file, &[])
}

/// Reads a scene from its text with settings like `mu=0.4` for a parameter or `run.duration=2` for a key.
///
/// ```
/// use stickslip_lab::scene;
///
/// let text = scene::catalogue::text("falling-rod").expect("shipped");
/// let settings = ["run.duration=0.4".to_owned()];
/// assert_eq!(scene::read_with(text, "here", &settings).expect("valid").steps(), Ok(160));
/// ```
pub fn read_with(text: &str, file: &str, settings: &[String]) -> Result<Scene, SceneError> {
    read_from(text, file, Folder::of(Path::new(file)), settings)
}

/// The same, with the folder that files are looked for in.
pub(super) fn read_from(
    text: &str,
    file: &str,
    folder: Folder,
    settings: &[String],
) -> Result<Scene, SceneError> {
    let mut texts = Texts::load(text, file, folder)?;
    let settings = texts.add_settings(settings);
    let sources = &texts.sources;
    let mut written = texts.tree()?;
    // a later version may have other keys: say that first
    if let Some(value) = written.section("schema_version") {
        version(value).map_err(|fault| sources.error(value.span(), fault))?;
    }
    overrides::apply(sources, &settings, &mut written)?;
    if let Some(bytes) = written.not_finite() {
        let fault = explain::not_finite(sources, &written, &bytes);
        return Err(sources.error(bytes, fault));
    }
    let (numbers, parameters) = numbers::evaluate(sources, &written)?;
    let mut tree = written.clone();
    numbers::replace(&mut tree.0, &numbers);

    let reading = Reading {
        sources,
        tree: &tree,
    };
    let root = ValueDeserializer::from(tree.0.clone());
    let head = Head::deserialize(root).map_err(|e| reading.data(e))?;
    check_name(&head.name).map_err(|m| reading.misfit(m))?;
    let (settings, duration) = head
        .run
        .build(head.world.is_some())
        .map_err(|m| reading.misfit(m))?;
    let record_every = (head.run.record_every()).map_err(|m| reading.misfit(m))?;
    let apart = Apart {
        settings: &settings,
        resolve: head.run.resolve_overlap,
    };
    let (name, about) = (head.name.clone(), head.about.clone());
    let (system, initial, files) = reading.system(head, &apart)?;
    let (files, paths) = files;
    let text = match sources.len() == 1 && files.is_empty() {
        true => text.to_owned(),
        false => self_contained(&written, sources, &paths),
    };
    Ok(Scene {
        name,
        about,
        system,
        initial,
        settings,
        duration,
        record_every,
        parameters,
        text,
        files,
    })
}

/// The scene as one text, with the paths of mesh files beside it.
fn self_contained(tree: &Tree<'_>, sources: &Sources, paths: &[(String, String)]) -> String {
    let mut tree = tree.clone();
    for (key, path) in paths {
        if let Some(value) = tree.get_mut(key) {
            *value = Spanned::new(value.span(), DeValue::String(Cow::Owned(path.clone())));
        }
    }
    let mut heading = String::from("Put together from");
    for i in 0..sources.len() {
        let source = sources.get(i);
        let said = if source.name == overrides::NAME {
            source.text.trim()
        } else {
            ""
        };
        heading.push_str(&format!("\n  {} {said}", source.name));
    }
    flatten::write(&tree.0, &heading)
}

/// What is needed to make something of the tree, and to say where it fails.
struct Reading<'t> {
    sources: &'t Sources,
    tree: &'t Tree<'t>,
}

/// What is done about bodies that overlap at t = 0.
struct Apart<'t> {
    settings: &'t Settings,
    /// Move them apart.
    resolve: bool,
}

/// An overlap up to this (m) is rounding of the numbers in a scene; steps remove it.
const OVERLAP: f64 = 1e-6;

type Files = (Vec<StoredFile>, Vec<(String, String)>);

impl Reading<'_> {
    fn data(&self, error: toml::de::Error) -> SceneError {
        let bytes = error.span().unwrap_or(0..0);
        let fault = explain::data(self.sources, self.tree, &error);
        self.sources.error(bytes, fault)
    }

    fn misfit(&self, misfit: Misfit) -> SceneError {
        self.sources
            .error(self.tree.find(&misfit.key), misfit.fault)
    }

    /// What moves and where it begins: a built-in system or a world.
    fn system(&self, head: Head, apart: &Apart) -> Result<(BuiltIn, State, Files), SceneError> {
        let lists = [
            ("materials", !head.materials.is_empty()),
            ("pairs", !head.pairs.is_empty()),
            ("bodies", !head.bodies.is_empty()),
            ("joints", !head.joints.is_empty()),
            ("forces", !head.forces.is_empty()),
        ];
        let refuse = |key: &str, fault: &dyn Display| Err(self.misfit(Misfit::new(key, fault)));
        match (head.world, head.system.is_some(), head.initial.is_some()) {
            (Some(_), true, _) => refuse(
                "system",
                &"a scene has a [world] or a [system], and this has both; keep one",
            ),
            (Some(_), false, true) => refuse(
                "initial",
                &"in a world, each of the [[bodies]] says where it begins; leave [initial] out",
            ),
            (Some(world), false, false) => {
                let keys = WorldKeys {
                    world,
                    materials: head.materials,
                    pairs: head.pairs,
                    bodies: head.bodies,
                    joints: head.joints,
                    forces: head.forces,
                };
                self.world(keys, apart)
            }
            (None, true, _) => {
                if let Some((key, _)) = lists.iter().find(|(_, given)| *given) {
                    let fault =
                        format_args!("`{key}` belongs to a [world]; leave it or [system] out");
                    return refuse(key, &fault);
                }
                let built = self.built_in()?;
                Ok((built.0, built.1, Files::default()))
            }
            (None, false, _) => match lists.iter().any(|(_, given)| *given) {
                true => refuse(
                    "world",
                    &"there is no [world]; add it with `gravity`, like gravity = [0, 0, -9.81]",
                ),
                false => refuse(
                    "system",
                    &"there is no [world] and no [system]; add one of them (docs/scene-format.md lists their keys)",
                ),
            },
        }
    }

    fn world(&self, keys: WorldKeys, apart: &Apart) -> Result<(BuiltIn, State, Files), SceneError> {
        let mut files = MeshFiles::new(self.sources, self.tree);
        let (model, trace) = world::model(&keys, &mut files).map_err(|m| self.misfit(m))?;
        let mut world = World::new(model).map_err(|error| self.misfit(trace.misfit(&error)))?;
        let mut state = world.initial();
        if apart.resolve && !world.overlaps(&state, OVERLAP).is_empty() {
            let fail = |error| self.misfit(trace.misfit(&error));
            let settings = apart.settings.clone();
            let mut simulation = Simulation::new(world.clone(), state, settings).map_err(fail)?;
            simulation.resolve_overlaps().map_err(fail)?;
            state = simulation.state().clone();
        }
        if let Some(([a, b], depth)) = world.overlaps(&state, OVERLAP).first() {
            let [a, b] = [a, b].map(|i| world.model().bodies[*i].name.as_str());
            let what_to_do = match apart.resolve {
                true => "and they could not be moved apart",
                false => "or give --resolve-overlap to have them moved apart",
            };
            let fault = format_args!(
                "{a:?} and {b:?} overlap by {depth:.3e} m at t = 0; move one of them, {what_to_do}"
            );
            return Err(self.misfit(Misfit::new(trace.body(a).max(trace.body(b)), fault)));
        }
        let checked = state.check(&world);
        checked.map_err(|error| self.misfit(trace.misfit(&error)))?;
        Ok((BuiltIn::World(Box::new(world)), state, files.into_stored()))
    }

    /// `[system]` and `[initial]`, whose keys depend on the kind.
    fn built_in(&self) -> Result<(BuiltIn, State), SceneError> {
        let misfit = |m: Misfit| self.misfit(m);
        let (kind, system) = kind(self.tree).map_err(misfit)?;
        let initial = section(self.tree, "initial").map_err(misfit)?;
        let built = kinds::build(&kind, system, initial).unwrap_or_else(|| {
            let fault = format_args!(
                "`kind` is {kind:?}; {}",
                explain::choose(&kind, &kinds::KINDS)
            );
            Err(Refusal::Misfit(Misfit::new("system.kind", fault)))
        });
        built.map_err(|refusal| match refusal {
            Refusal::Data(error) => self.data(error),
            Refusal::Misfit(m) => self.misfit(m),
        })
    }
}

/// A table of the top level.
fn section<'t>(tree: &Tree<'t>, key: &str) -> Result<Value<'t>, Misfit> {
    match tree.section(key) {
        Some(value) if value.get_ref().is_table() => Ok(value.clone()),
        Some(_) => Err(Misfit::new(
            key,
            format_args!("`{key}` must be a table; write [{key}]"),
        )),
        None => Err(Misfit::new(
            key,
            format_args!(
                "there is no [{key}]; add that table (docs/scene-format.md lists its keys)"
            ),
        )),
    }
}

/// The kind of the system, and its table without it.
fn kind<'t>(tree: &Tree<'t>) -> Result<(String, Value<'t>), Misfit> {
    let mut system = section(tree, "system")?;
    let kinds = alternatives(kinds::KINDS);
    let at = |key: &str, fault: &dyn Display| Err(Misfit::new(key, fault));
    let DeValue::Table(table) = system.get_mut() else {
        return at("system", &"`system` must be a table; write [system]");
    };
    let Some(kind) = table.remove("kind") else {
        return at(
            "system",
            &format_args!("there is no `kind` in [system]; add it, one of {kinds}"),
        );
    };
    match kind.get_ref().as_str() {
        Some(kind) => Ok((kind.to_owned(), system)),
        None => at(
            "system.kind",
            &format_args!("`kind` must be a word in quotes, one of {kinds}"),
        ),
    }
}
