//! The one place where corners become the library's solids.

use stickslip::Error;
use stickslip::world::{Hull, Mesh};

/// The convex hull of points.
pub(super) fn hull(points: Vec<[f64; 3]>) -> Result<Hull, Error> {
    Ok(Hull {
        points,
        triangles: Vec::new(),
    })
}

/// A surface of triangles.
pub(super) fn mesh(points: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Mesh, Error> {
    Ok(Mesh { points, triangles })
}

/// Convex pieces that make up a mesh.
pub(super) fn convex_parts(mesh: &Mesh) -> Result<Vec<Hull>, Error> {
    hull(mesh.points.clone()).map(|hull| vec![hull])
}
