//! The one place where corners become the library's solids.

use stickslip::Error;
use stickslip::world::{Hull, Mesh};

/// Cells along the longest side of a mesh that is taken apart.
const RESOLUTION: u32 = 64;
/// What the hull of a part may add to it, as a part of the whole volume.
const CONCAVITY: f64 = 0.01;

/// The convex hull of points.
pub(super) fn hull(points: &[[f64; 3]]) -> Result<Hull, Error> {
    Hull::new(points)
}

/// A surface of triangles.
pub(super) fn mesh(points: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Mesh, Error> {
    Mesh::new(points, triangles)
}

/// Convex pieces that nearly make up a mesh.
pub(super) fn convex_parts(mesh: &Mesh) -> Result<Vec<Hull>, Error> {
    mesh.convex_parts(RESOLUTION, CONCAVITY)
}
