//! Surfaces of triangles: checked, and cut into convex parts.

use super::check_shape::surface;
use super::mass_properties::is_closed;
use super::shape::{Hull, Mesh};
use crate::collide::parry;
use crate::error::Error;
use crate::vector::{cross, dot, minus};

/// A mesh whose hull adds no more than this part of the volume is convex: single precision, as in STL files, adds less.
const CONVEX: f64 = 1e-5;

impl Mesh {
    /// A surface of triangles, with corners (m) counter-clockwise as seen from outside. Points at the same place become one, so
    /// that triangles that meet there know each other.
    pub fn new(points: Vec<[f64; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, Error> {
        surface(&points, &triangles)?;
        let mut order: Vec<u32> = (0..points.len() as u32).collect();
        // −0 and 0 are the same place
        let key = |i: u32| points[i as usize].map(|x| x + 0.0);
        order.sort_by(|&i, &j| {
            let (a, b) = (key(i), key(j));
            a.partial_cmp(&b)
                .unwrap_or(std::cmp::Ordering::Equal)
                .then(i.cmp(&j))
        });
        // the first of each place stands for it
        let mut stands_for: Vec<u32> = (0..points.len() as u32).collect();
        for pair in order.windows(2) {
            if key(pair[0]) == key(pair[1]) {
                stands_for[pair[1] as usize] = stands_for[pair[0] as usize];
            }
        }
        let mut number = vec![u32::MAX; points.len()];
        let mut kept = Vec::new();
        for (i, point) in points.iter().enumerate() {
            if stands_for[i] as usize == i {
                number[i] = kept.len() as u32;
                kept.push(*point);
            }
        }
        let triangles = triangles
            .into_iter()
            .map(|t| t.map(|i| number[stands_for[i as usize] as usize]))
            .collect();
        Ok(Self {
            points: kept,
            triangles,
        })
    }

    /// Convex parts that together are nearly the solid inside a closed surface, so that it can be a free body: a body with a
    /// `Convex` collider for each. The solid is cut where a grid of `resolution` cells along its longest side tells it to
    /// (64 is a good beginning), until what a part's hull adds is less than `concavity` of the whole volume (0.01: a per cent).
    /// Corners of the parts lie on the surface, or on cuts between cells. A mesh that is convex, but for rounding, is one part.
    pub fn convex_parts(&self, resolution: u32, concavity: f64) -> Result<Vec<Hull>, Error> {
        let wrong = |field: &str, value: String, expected| Error::BadParameter {
            field: field.into(),
            value,
            expected,
        };
        if !(4..=1024).contains(&resolution) {
            let value = resolution.to_string();
            return Err(wrong("resolution", value, "from 4 to 1024 cells"));
        }
        if !(concavity > 0.0 && concavity < 1.0) {
            let value = concavity.to_string();
            return Err(wrong("concavity", value, "between 0 and 1"));
        }
        surface(&self.points, &self.triangles)?;
        if let Some(whole) = self.as_convex() {
            return Ok(vec![whole]);
        }
        // slivers of less than a cell have no hull and are left out
        let parts = parry::convex_parts(&self.points, &self.triangles, resolution, concavity)
            .iter()
            .filter_map(|points| Hull::new(points).ok())
            .collect::<Vec<_>>();
        if parts.is_empty() {
            let value = "without parts".into();
            return Err(wrong("mesh", value, "a closed surface with a volume"));
        }
        Ok(parts)
    }

    /// Whether the surface is closed and its triangles are clockwise as seen from outside: bodies meet it from within only, as
    /// if it were the wall of a room.
    pub fn is_inside_out(&self) -> bool {
        is_closed(&self.triangles) && self.enclosed() < 0.0
    }

    /// The convex hull, if the surface is closed and the hull adds nothing to what it encloses.
    fn as_convex(&self) -> Option<Hull> {
        if !is_closed(&self.triangles) {
            return None;
        }
        let hull = Hull::new(&self.points).ok()?;
        let whole = volume(&hull.points, &hull.triangles);
        ((self.enclosed().abs() - whole).abs() <= CONVEX * whole).then_some(hull)
    }

    fn enclosed(&self) -> f64 {
        volume(&self.points, &self.triangles)
    }
}

/// What a closed surface encloses (m³), negative if its triangles are clockwise as seen from outside.
fn volume(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> f64 {
    let from = points.first().copied().unwrap_or_default();
    let six = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|i| minus(points[i as usize], from));
        dot(a, cross(b, c))
    };
    triangles.iter().map(six).sum::<f64>() / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Body, Collider, Inertia, MassProperties, Motion, Pose, Shape};
    use std::sync::Arc;

    /// An outline of the x-y plane, convex or not, as a prism; `ears` are triangles that fill it.
    fn prism(outline: &[[f64; 2]], ears: &[[u32; 3]], height: f64) -> Mesh {
        let n = outline.len() as u32;
        let mut points: Vec<[f64; 3]> = outline.iter().map(|p| [p[0], p[1], 0.0]).collect();
        points.extend(outline.iter().map(|p| [p[0], p[1], height]));
        let mut triangles = Vec::new();
        for &[a, b, c] in ears {
            triangles.push([a, c, b]);
            triangles.push([a + n, b + n, c + n]);
        }
        for i in 0..n {
            let j = (i + 1) % n;
            triangles.push([i, j, j + n]);
            triangles.push([i, j + n, i + n]);
        }
        Mesh::new(points, triangles).unwrap()
    }

    fn volume(shape: Shape) -> f64 {
        let mut collider = Collider::new(shape);
        collider.density = 1.0;
        MassProperties::of_collider(&collider).unwrap().mass
    }

    #[test]
    fn an_l_is_cut_into_convex_parts_of_the_same_volume() {
        let outline = [
            [0.0, 0.0],
            [3.0, 0.0],
            [3.0, 1.0],
            [1.0, 1.0],
            [1.0, 2.0],
            [0.0, 2.0],
        ];
        let ears = [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]];
        let mesh = prism(&outline, &ears, 0.5);
        let whole = volume(Shape::Mesh(Arc::new(mesh.clone())));
        assert!((whole - 2.0).abs() < 1e-14, "{whole}");
        let parts = mesh.convex_parts(64, 0.01).unwrap();
        assert!(parts.len() >= 2);
        let sum: f64 = parts
            .into_iter()
            .map(|part| volume(Shape::Convex(Arc::new(part))))
            .sum();
        assert!((sum - whole).abs() < 0.05 * whole, "{sum} for {whole}");
    }

    #[test]
    fn what_is_convex_stays_whole_and_what_is_inside_out_says_so() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let mut block = prism(&square, &[[0, 1, 2], [0, 2, 3]], 0.5);
        let parts = block.convex_parts(64, 0.01).unwrap();
        assert_eq!((parts.len(), parts[0].points.len()), (1, 8));
        // a square pyramid, which the grid would cut into slices
        let points = vec![
            [-0.5, -0.5, 0.0],
            [0.5, -0.5, 0.0],
            [0.5, 0.5, 0.0],
            [-0.5, 0.5, 0.0],
            [0.0, 0.0, 0.8],
        ];
        let sides = vec![
            [0, 2, 1],
            [0, 3, 2],
            [0, 1, 4],
            [1, 2, 4],
            [2, 3, 4],
            [3, 0, 4],
        ];
        let pyramid = Mesh::new(points, sides).unwrap();
        assert_eq!(pyramid.convex_parts(64, 0.01).unwrap().len(), 1);
        assert!(!block.is_inside_out() && !pyramid.is_inside_out());
        block.triangles.iter_mut().for_each(|t| t.swap(0, 1));
        assert!(block.is_inside_out());
        assert_eq!(block.convex_parts(64, 0.01).unwrap().len(), 1);
        // a sheet has no inside
        block.triangles.pop();
        assert!(!block.is_inside_out());
    }

    #[test]
    fn points_at_one_place_become_one() {
        let points = vec![
            [0.0, 0.0, 0.0],
            [1.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [-0.0, 0.0, 0.0],
            [1.0, 1.0, 0.0],
            [0.0, 1.0, 0.0],
        ];
        let mesh = Mesh::new(points, vec![[0, 1, 2], [3, 4, 5]]).unwrap();
        assert_eq!(mesh.points.len(), 4);
        assert_eq!(mesh.triangles, vec![[0, 1, 2], [0, 2, 3]]);
    }

    #[test]
    fn bad_triangles_are_named() {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let told = |triangles: Vec<[u32; 3]>| {
            Mesh::new(points.clone(), triangles)
                .unwrap_err()
                .to_string()
        };
        assert!(told(vec![[0, 1, 3], [0, 1, 4]]).contains("triangles[1]"));
        assert!(told(vec![[0, 1, 2]]).contains("on one line"));
        assert!(told(vec![]).contains("none"));
    }

    #[test]
    fn an_open_mesh_has_no_mass() {
        let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let mesh = Mesh::new(points, vec![[0, 1, 2]]).unwrap();
        let body = Body {
            name: "sheet".into(),
            motion: Motion::Free,
            pose: Pose::IDENTITY,
            velocity: [0.0; 3],
            spin: [0.0; 3],
            colliders: vec![Collider::new(Shape::Mesh(Arc::new(mesh)))],
            inertia: Inertia::FromShapes,
        };
        let told = MassProperties::of_body(&body).unwrap_err().to_string();
        assert!(told.contains("sheet") && told.contains("closed"), "{told}");
    }
}
