//! `shape` and `shapes` of a body.

use super::super::error::Misfit;
use super::super::explain::choose;
use super::super::value::{Counts, Numbers};
use super::frames;
use super::geometry;
use super::kinds::{self, Kind, need};
use super::meshes::{MeshFiles, ScaleKeys};
use schemars::JsonSchema;
use serde::Deserialize;
use std::sync::Arc;
use stickslip::world::{Pose, Shape};

/// The kinds of shapes, with their own keys.
pub(in crate::scene) const KINDS: [Kind; 8] = [
    ("sphere", &["radius"]),
    ("box", &["size", "half_extents"]),
    ("ellipsoid", &["size", "half_extents"]),
    ("capsule", &["radius", "length", "half_length"]),
    ("cylinder", &["radius", "length", "half_length"]),
    ("half-space", &[]),
    ("convex", &["file", "scale", "points"]),
    ("mesh", &["file", "scale", "points", "triangles", "parts"]),
];

/// A shape, where it is in its body, and what is different there from the rest of the body.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "shape")]
pub(in crate::scene) struct ShapeKeys {
    /// What it is.
    kind: String,
    /// Of a sphere, a capsule or a cylinder (m).
    radius: Option<f64>,
    /// The edges of a box, or the diameters of an ellipsoid along x, y, z (m).
    size: Option<Numbers<3>>,
    /// Half the edges of a box, or the semi-axes of an ellipsoid along x, y, z (m).
    half_extents: Option<Numbers<3>>,
    /// Of a cylinder along z; of a capsule between the centres of its ends (m).
    length: Option<f64>,
    /// Half of that (m).
    half_length: Option<f64>,
    /// A mesh file (STL or OBJ), relative to the file that names it.
    file: Option<String>,
    /// What the numbers of the file are multiplied by: 0.001 for millimetres. One number, or three along x, y, z.
    scale: Option<ScaleKeys>,
    /// Corners (m).
    points: Option<Vec<Numbers<3>>>,
    /// Triangles of a mesh: three numbers of corners each, from 0, counter-clockwise as seen from outside.
    triangles: Option<Vec<Counts<3>>>,
    /// Of a mesh: "convex-decomposition" takes it apart into convex pieces, as a body that moves freely needs it.
    #[schemars(extend("enum" = ["convex-decomposition"]))]
    parts: Option<String>,
    /// Where it is in the body's frame (m).
    position: Option<Numbers<3>>,
    /// How it is turned in the body's frame: a unit quaternion w, x, y, z.
    quat_wxyz: Option<Numbers<4>>,
    /// How it is turned in the body's frame: axis times angle (rad).
    rotation_vector: Option<Numbers<3>>,
    /// How it is turned in the body's frame: axis times angle (degrees).
    rotation_vector_deg: Option<Numbers<3>>,
    /// Its material, if it is not the body's.
    pub(super) material: Option<String>,
    /// Its density (kg/m³), if it is not the body's.
    pub(super) density: Option<f64>,
    /// The velocity of its surface relative to the body (m/s, in the body's frame), if it is not the body's.
    pub(super) belt: Option<Numbers<3>>,
    /// The groups it is a member of, if they are not the body's.
    pub(super) groups: Option<Vec<String>>,
    /// The groups it can touch, if they are not the body's.
    pub(super) collides_with: Option<Vec<String>>,
}

impl ShapeKeys {
    /// Where it is in its body.
    pub(super) fn pose(&self, key: &str) -> Result<Pose, Misfit> {
        frames::pose(
            key,
            self.position,
            self.quat_wxyz,
            self.rotation_vector,
            self.rotation_vector_deg,
        )
    }

    /// The solids that it consists of; a mesh may have several parts, and is then given as a whole beside them. `free` is whether
    /// the body moves freely.
    pub(super) fn build(
        &self,
        key: &str,
        free: bool,
        files: &mut MeshFiles<'_>,
    ) -> Result<(Vec<Shape>, Option<Shape>), Misfit> {
        let given = [
            ("radius", self.radius.is_some()),
            ("size", self.size.is_some()),
            ("half_extents", self.half_extents.is_some()),
            ("length", self.length.is_some()),
            ("half_length", self.half_length.is_some()),
            ("file", self.file.is_some()),
            ("scale", self.scale.is_some()),
            ("points", self.points.is_some()),
            ("triangles", self.triangles.is_some()),
            ("parts", self.parts.is_some()),
        ];
        kinds::check(key, "shape", &self.kind, &KINDS, &given)?;
        let fixed_only = |what: &str, advice: &str| {
            let fault = format_args!("{what} is for bodies that are fixed or driven; {advice}");
            Err(Misfit::new(format!("{key}.kind"), fault))
        };
        let shape = match self.kind.as_str() {
            "sphere" => Shape::Sphere {
                radius: self.length(key, "radius", self.radius)?,
            },
            "box" => Shape::Box {
                half: self.half_edges(key)?,
            },
            "ellipsoid" => Shape::Ellipsoid {
                half: self.half_edges(key)?,
            },
            "capsule" => Shape::Capsule {
                half_length: self.half_length(key)?,
                radius: self.length(key, "radius", self.radius)?,
            },
            "cylinder" => Shape::Cylinder {
                half_length: self.half_length(key)?,
                radius: self.length(key, "radius", self.radius)?,
            },
            "half-space" if free => {
                return fixed_only(
                    "a half-space",
                    "write `fixed = true`, or choose another shape",
                );
            }
            "half-space" => Shape::HalfSpace,
            "convex" => {
                let (points, _) = self.points(key, files)?;
                let hull = geometry::hull(&points).map_err(|e| self.refused(key, e))?;
                Shape::Convex(Arc::new(hull))
            }
            // "mesh", for the kinds are checked
            _ => {
                let (points, triangles) = self.points(key, files)?;
                let mesh = geometry::mesh(points, triangles).map_err(|e| self.refused(key, e))?;
                match self.parts.as_deref() {
                    None if free => {
                        return fixed_only(
                            "a mesh",
                            "write `fixed = true`, or `parts = \"convex-decomposition\"`, or give convex parts as several `shapes`",
                        );
                    }
                    None => Shape::Mesh(Arc::new(mesh)),
                    Some("convex-decomposition") => {
                        let parts = geometry::convex_parts(&mesh);
                        let parts = parts.map_err(|e| self.refused(key, e))?;
                        let parts = parts.into_iter();
                        let parts = parts.map(|part| Shape::Convex(Arc::new(part)));
                        return Ok((parts.collect(), Some(Shape::Mesh(Arc::new(mesh)))));
                    }
                    Some(other) => {
                        let choice = choose(other, &["convex-decomposition"]);
                        let fault = format_args!("`parts` is {other:?}; {choice}");
                        return Err(Misfit::new(format!("{key}.parts"), fault));
                    }
                }
            }
        };
        Ok((vec![shape], None))
    }

    /// What the library says about corners, at the key that they come from.
    fn refused(&self, key: &str, error: impl std::fmt::Display) -> Misfit {
        match &self.file {
            Some(file) => Misfit::new(format!("{key}.file"), format_args!("{file}: {error}")),
            None => Misfit::new(format!("{key}.points"), error),
        }
    }

    /// A length that must be given, and positive.
    fn length(&self, key: &str, name: &str, length: Option<f64>) -> Result<f64, Misfit> {
        positive(&format!("{key}.{name}"), name, need(key, name, &length)?)
    }

    /// The one of two keys that is given.
    fn one_of<T: Copy>(
        key: &str,
        a: (&str, Option<T>),
        b: (&str, Option<T>),
    ) -> Result<(bool, T), Misfit> {
        match (a.1, b.1) {
            (Some(value), None) => Ok((true, value)),
            (None, Some(value)) => Ok((false, value)),
            (None, None) => {
                let fault = format_args!("there is no `{}` in `{key}`; add it, or `{}`", a.0, b.0);
                Err(Misfit::new(key, fault))
            }
            (Some(_), Some(_)) => {
                let fault = format_args!("`{}` and `{}` are both given; keep one", a.0, b.0);
                Err(Misfit::new(format!("{key}.{}", b.0), fault))
            }
        }
    }

    fn half_edges(&self, key: &str) -> Result<[f64; 3], Misfit> {
        let (whole, edges) = Self::one_of(
            key,
            ("size", self.size),
            ("half_extents", self.half_extents),
        )?;
        let name = if whole { "size" } else { "half_extents" };
        for (i, edge) in edges.0.into_iter().enumerate() {
            positive(&format!("{key}.{name}[{i}]"), &format!("{name}[{i}]"), edge)?;
        }
        Ok(edges.0.map(|edge| if whole { 0.5 * edge } else { edge }))
    }

    fn half_length(&self, key: &str) -> Result<f64, Misfit> {
        let (whole, length) = Self::one_of(
            key,
            ("length", self.length),
            ("half_length", self.half_length),
        )?;
        let name = if whole { "length" } else { "half_length" };
        let length = positive(&format!("{key}.{name}"), name, length)?;
        Ok(if whole { 0.5 * length } else { length })
    }

    /// Corners and triangles, from the file or from the scene itself.
    fn points(
        &self,
        key: &str,
        files: &mut MeshFiles<'_>,
    ) -> Result<super::meshes::Facets, Misfit> {
        match (&self.file, &self.points) {
            (Some(_), Some(_)) => {
                let fault = "`file` and `points` are both given; keep one";
                Err(Misfit::new(format!("{key}.points"), fault))
            }
            (None, None) => {
                let fault = format_args!(
                    "there is neither `file` nor `points` of the {}; add one",
                    self.kind
                );
                Err(Misfit::new(key, fault))
            }
            (Some(file), None) => {
                if self.triangles.is_some() {
                    let fault = "`triangles` belong to `points`, and this mesh has a `file`; leave them out";
                    return Err(Misfit::new(format!("{key}.triangles"), fault));
                }
                let scale = match &self.scale {
                    Some(scale) => scale.build(&format!("{key}.scale"))?,
                    None => [1.0; 3],
                };
                files.read(&format!("{key}.file"), file, scale)
            }
            (None, Some(points)) => {
                if self.scale.is_some() {
                    let fault = "`scale` belongs to `file`; write the points in m and leave it out";
                    return Err(Misfit::new(format!("{key}.scale"), fault));
                }
                if self.kind == "mesh" && self.triangles.is_none() {
                    let fault = "a mesh of `points` needs `triangles` as well; add them";
                    return Err(Misfit::new(key, fault));
                }
                let triangles = self.triangles.iter().flatten().map(|t| t.0).collect();
                Ok((points.iter().map(|p| p.0).collect(), triangles))
            }
        }
    }
}

/// A number that must be positive.
pub(super) fn positive(key: &str, name: &str, value: f64) -> Result<f64, Misfit> {
    match value > 0.0 {
        true => Ok(value),
        false => {
            let fault = format_args!("`{name}` is {value}; it must be positive");
            Err(Misfit::new(key, fault))
        }
    }
}
