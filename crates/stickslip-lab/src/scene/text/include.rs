//! `include = ["materials.toml"]`: other files whose tables become part of the scene.

use super::super::error::SceneError;
use super::super::explain;
use super::files::{self, Folder};
use super::sources::Sources;
use super::tree::{Tree, Value};
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};
use toml::{Spanned, map::Entry};

/// More files than this are a slip of the pen.
const MOST_FILES: usize = 200;

/// The texts of a scene, and the order in which their keys are merged: what is included comes before what includes it.
pub(in crate::scene) struct Texts {
    pub(in crate::scene) sources: Sources,
    pub(in crate::scene) order: Vec<usize>,
}

impl Texts {
    /// Loads all files that a text includes, and those that they include.
    pub(in crate::scene) fn load(
        text: &str,
        name: &str,
        folder: Folder,
    ) -> Result<Self, SceneError> {
        let mut sources = Sources::default();
        sources.add(name, folder, text.to_owned());
        let start = std::fs::canonicalize(name).unwrap_or_else(|_| PathBuf::from(name));
        let mut loader = Loader {
            sources,
            order: Vec::new(),
            done: Vec::new(),
            open: vec![start],
        };
        loader.visit(0)?;
        Ok(Self {
            sources: loader.sources,
            order: loader.order,
        })
    }

    /// One tree of all texts.
    pub(in crate::scene) fn tree(&self) -> Result<Tree<'_>, SceneError> {
        let mut all = DeTable::new();
        for &index in &self.order {
            let mut tree = parse(&self.sources, index)?;
            if let DeValue::Table(table) = tree.0.get_mut() {
                table.remove("include");
                if index != 0 {
                    check_version(&self.sources, table)?;
                }
                let table = std::mem::take(table);
                merge(&self.sources, &mut all, table, "")?;
            }
        }
        let own = self.sources.get(0).text.len();
        Ok(Tree(Spanned::new(0..own, DeValue::Table(all))))
    }
}

struct Loader {
    sources: Sources,
    order: Vec<usize>,
    /// Files whose keys are taken.
    done: Vec<PathBuf>,
    /// The file that is being read, and those that led to it.
    open: Vec<PathBuf>,
}

impl Loader {
    fn visit(&mut self, index: usize) -> Result<(), SceneError> {
        for (bytes, name) in includes(&self.sources, index)? {
            let fail = |fault: String| self.sources.error(bytes.clone(), fault);
            let path = self.sources.get(index).folder.path(&name).map_err(fail)?;
            let real = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
            if let Some(first) = self.open.iter().position(|p| *p == real) {
                let through = self.open[first..].iter().chain([&real]);
                let circle: Vec<String> = through.map(|p| short(p)).collect();
                let circle = circle.join(" → ");
                return Err(fail(format!(
                    "the files include each other in a circle ({circle}); take one of the includes out"
                )));
            }
            if self.done.contains(&real) {
                continue;
            }
            if self.sources.len() >= MOST_FILES {
                return Err(fail(format!("more than {MOST_FILES} files are included")));
            }
            let text = files::read(&path, files::LARGEST_TEXT).map_err(fail)?;
            let text = String::from_utf8(text)
                .map_err(|_| fail(format!("{name:?} is not UTF-8 text; save it as UTF-8 TOML")))?;
            let folder = Folder::of(&path);
            let inner = self.sources.add(&path.to_string_lossy(), folder, text);
            self.open.push(real);
            self.visit(inner)?;
            self.done.extend(self.open.pop());
        }
        self.order.push(index);
        Ok(())
    }
}

/// The end of a path, which is enough to know it by.
fn short(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// Reads one text as TOML, its places counted on.
fn parse(sources: &Sources, index: usize) -> Result<Tree<'_>, SceneError> {
    let source = sources.get(index);
    Tree::parse(&source.text, source.base).map_err(|error| {
        let bytes = error.span().unwrap_or(0..0);
        let fault = explain::syntax(&source.text, &error);
        sources.error(bytes.start + source.base..bytes.end + source.base, fault)
    })
}

/// The names under `include`, with their places.
fn includes(sources: &Sources, index: usize) -> Result<Vec<(Range<usize>, String)>, SceneError> {
    let tree = parse(sources, index)?;
    let Some(list) = tree.section("include") else {
        return Ok(Vec::new());
    };
    let refuse = |value: &Value<'_>| {
        let fault = "`include` must be a list of files, like [\"materials.toml\"]";
        sources.error(value.span(), fault.into())
    };
    let items = list.get_ref().as_array().ok_or_else(|| refuse(list))?;
    (items.iter())
        .map(|item| match item.get_ref().as_str() {
            Some(name) if !name.is_empty() => Ok((item.span(), name.to_owned())),
            _ => Err(refuse(item)),
        })
        .collect()
}

/// An included file may say which version it is written in; it must be the scene's.
fn check_version(sources: &Sources, table: &mut DeTable<'_>) -> Result<(), SceneError> {
    let Some(value) = table.remove("schema_version") else {
        return Ok(());
    };
    super::super::version(&value).map_err(|fault| sources.error(value.span(), fault))
}

/// Takes the keys of one table into another. Tables are merged, lists of tables are joined; anything else must be unique.
fn merge<'t>(
    sources: &Sources,
    into: &mut DeTable<'t>,
    from: DeTable<'t>,
    path: &str,
) -> Result<(), SceneError> {
    for (key, value) in from {
        let name = match path {
            "" => key.get_ref().to_string(),
            _ => format!("{path}.{}", key.get_ref()),
        };
        let place = key.span();
        match into.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(value);
            }
            Entry::Occupied(mut entry) => {
                let first = entry.key().span();
                match (entry.get_mut().get_mut(), value.into_inner()) {
                    (DeValue::Table(old), DeValue::Table(new)) => merge(sources, old, new, &name)?,
                    (DeValue::Array(old), DeValue::Array(new))
                        if [&*old, &new].iter().all(|list| of_tables(list)) =>
                    {
                        for item in new {
                            old.push(item);
                        }
                    }
                    _ => {
                        let fault = format!(
                            "`{name}` is given here and at {}; keep one",
                            sources.spot(&first)
                        );
                        return Err(sources.error(place, fault));
                    }
                }
            }
        }
    }
    Ok(())
}

fn of_tables(list: &[Value<'_>]) -> bool {
    list.iter().all(|item| item.get_ref().is_table())
}
