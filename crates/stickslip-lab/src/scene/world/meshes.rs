//! Mesh files that a scene names.

use super::super::error::Misfit;
use super::super::text::files;
use super::super::text::sources::Sources;
use super::super::text::tree::Tree;
use super::super::value::Numbers;
use super::shapes::positive;
use crate::mesh_file::{self, Triangles};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserializer, SeqAccess, Visitor};
use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};

/// Points (m) and triangles between them.
pub(super) type Facets = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// `scale = 0.001` or `[1, 1, 2]`.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScaleKeys(Numbers<3>);

impl ScaleKeys {
    pub(super) fn build(&self, key: &str) -> Result<[f64; 3], Misfit> {
        for scale in self.0.0 {
            positive(key, "scale", scale)?;
        }
        Ok(self.0.0)
    }
}

/// A mesh file as it was read, to be stored with the run.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredFile {
    /// Its path beside the scene, like `meshes/bowl.stl`.
    pub path: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Reads mesh files and remembers them.
pub(in crate::scene) struct MeshFiles<'a> {
    sources: &'a Sources,
    tree: &'a Tree<'a>,
    read: Vec<(PathBuf, StoredFile, Triangles)>,
    /// Keys of the scene that name a file, and the number of the file.
    named: Vec<(String, usize)>,
}

impl<'a> MeshFiles<'a> {
    pub(in crate::scene) fn new(sources: &'a Sources, tree: &'a Tree<'a>) -> Self {
        Self {
            sources,
            tree,
            read: Vec::new(),
            named: Vec::new(),
        }
    }

    /// Corners (m) and triangles of the file that is named under a key.
    pub(super) fn read(
        &mut self,
        key: &str,
        name: &str,
        scale: [f64; 3],
    ) -> Result<Facets, Misfit> {
        let fail = |fault: String| Misfit::new(key, fault);
        let source = self.sources.holding(self.tree.find(key).start);
        let path = source.folder.path(name).map_err(fail)?;
        let known = self.read.iter().position(|(known, ..)| *known == path);
        let number = match known {
            Some(number) => number,
            None => {
                let bytes = files::read(&path, files::LARGEST_MESH).map_err(fail)?;
                let mesh = mesh_file::read(&bytes, &path.to_string_lossy())
                    .map_err(|error| fail(error.to_string()))?;
                let stored = StoredFile {
                    path: self.free_name(&path),
                    bytes,
                };
                self.read.push((path, stored, mesh));
                self.read.len() - 1
            }
        };
        self.named.push((key.to_owned(), number));
        let mesh = &self.read[number].2;
        let points = mesh.points.iter();
        let points = points.map(|p| std::array::from_fn(|i| p[i] * scale[i]));
        Ok((points.collect(), mesh.triangles.clone()))
    }

    /// A name beside the scene that no other file has.
    fn free_name(&self, path: &Path) -> String {
        let file = path
            .file_name()
            .unwrap_or(path.as_os_str())
            .to_string_lossy();
        let taken = |name: &String| self.read.iter().any(|(_, stored, _)| stored.path == *name);
        let plain = format!("meshes/{file}");
        let mut others = (2..).map(|i| format!("meshes/{i}-{file}"));
        match taken(&plain) {
            false => plain,
            true => others.find(|name| !taken(name)).unwrap_or(plain),
        }
    }

    /// The files, and the keys of the scene under which their new paths belong.
    pub(in crate::scene) fn into_stored(self) -> (Vec<StoredFile>, Vec<(String, String)>) {
        let named = (self.named.iter())
            .map(|(key, number)| (key.clone(), self.read[*number].1.path.clone()))
            .collect();
        let files = self.read.into_iter().map(|(_, stored, _)| stored);
        (files.collect(), named)
    }
}

impl<'de> Deserialize<'de> for ScaleKeys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = ScaleKeys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or a list of 3 numbers")
            }

            fn visit_f64<E: serde::de::Error>(self, scale: f64) -> Result<Self::Value, E> {
                Ok(ScaleKeys(Numbers([scale; 3])))
            }

            fn visit_i64<E: serde::de::Error>(self, scale: i64) -> Result<Self::Value, E> {
                self.visit_f64(scale as f64)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
                Numbers::deserialize(SeqAccessDeserializer::new(list)).map(ScaleKeys)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl JsonSchema for ScaleKeys {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "scale".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let three = generator.subschema_for::<Numbers<3>>();
        json_schema!({ "anyOf": [{ "type": "number" }, three] })
    }
}
