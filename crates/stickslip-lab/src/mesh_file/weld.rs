//! Corners that are written several times become one.

use super::{Fault, Triangles};
use std::collections::BTreeMap;

/// Collects triangles; corners with the same coordinates become one, triangles without area are left out.
#[derive(Default)]
pub(super) struct Weld {
    mesh: Triangles,
    known: BTreeMap<[u64; 3], u32>,
}

impl Weld {
    /// Adds a triangle by its corners.
    pub(super) fn add(&mut self, corners: [[f64; 3]; 3]) {
        let triangle = corners.map(|corner| self.number(corner));
        let [a, b, c] = triangle;
        if a != b && b != c && c != a {
            self.mesh.triangles.push(triangle);
        }
    }

    fn number(&mut self, corner: [f64; 3]) -> u32 {
        // −0 and 0 are the same place
        let corner = corner.map(|x| x + 0.0);
        let points = &mut self.mesh.points;
        *self
            .known
            .entry(corner.map(f64::to_bits))
            .or_insert_with(|| {
                points.push(corner);
                // the size of a file bounds the number of its corners far below 2³²
                (points.len() - 1) as u32
            })
    }

    /// The mesh, if there is one.
    pub(super) fn finish(self) -> Result<Triangles, Fault> {
        match self.mesh.triangles.is_empty() {
            false => Ok(self.mesh),
            true => Err((
                None,
                "there is no triangle with an area in it; save the mesh again from the program that made it".into(),
            )),
        }
    }
}
