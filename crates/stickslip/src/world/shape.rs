//! Shapes that bodies are made of. A compound is a body with several colliders.

use std::sync::Arc;

/// A solid, in a frame of its own.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A ball about the origin.
    Sphere {
        /// (m)
        radius: f64,
    },
    /// A box about the origin.
    Box {
        /// Half its edges (m).
        half: [f64; 3],
    },
    /// An ellipsoid about the origin.
    Ellipsoid {
        /// Its semi-axes, along x, y and z (m).
        half: [f64; 3],
    },
    /// All points within `radius` of a line along z, from −half_length to half_length.
    Capsule {
        /// (m)
        half_length: f64,
        /// (m)
        radius: f64,
    },
    /// A cylinder along z, from −half_length to half_length.
    Cylinder {
        /// (m)
        half_length: f64,
        /// (m)
        radius: f64,
    },
    /// The convex hull of points.
    Convex(Arc<Hull>),
    /// A closed or open surface of triangles, for bodies that are fixed or driven.
    Mesh(Arc<Mesh>),
    /// Everything at z ≤ 0: a floor or a wall without end, for bodies that are fixed or driven.
    HalfSpace,
}

/// A convex polyhedron.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// Its corners (m), each once, none inside.
    pub points: Vec<[f64; 3]>,
    /// Its faces as triangles: corners counter-clockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

/// A surface of triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// Corners (m).
    pub points: Vec<[f64; 3]>,
    /// Corners of each triangle, counter-clockwise as seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Shape {
    /// Its kind in a word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "sphere",
            Self::Box { .. } => "box",
            Self::Ellipsoid { .. } => "ellipsoid",
            Self::Capsule { .. } => "capsule",
            Self::Cylinder { .. } => "cylinder",
            Self::Convex(_) => "convex",
            Self::Mesh(_) => "mesh",
            Self::HalfSpace => "half-space",
        }
    }
}
