//! Convex hulls of points.

use super::shape::Hull;
use super::symmetric::principal_values;
use crate::collide::parry::convex_hull;
use crate::collide::polytope::{Polytope, extent};
use crate::error::Error;
use crate::vector::{minus, plus, scale};

impl Hull {
    /// The convex hull of points (m). Points inside, on a face or on an edge, and points given twice, are left out.
    pub fn new(points: &[[f64; 3]]) -> Result<Self, Error> {
        for (i, point) in points.iter().enumerate() {
            Error::check_vector(point, 3, || format!("points[{i}]"))?;
        }
        let wrong = |value: String| Error::BadParameter {
            field: "points of a convex shape".into(),
            value,
            expected: "at least 4 points that are not in one plane",
        };
        let mut points = points.to_vec();
        points.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        points.dedup();
        if points.len() < 4 {
            return Err(wrong(format!("{} different points", points.len())));
        }
        if is_flat(&points) {
            return Err(wrong("all in one plane".into()));
        }
        let raw = convex_hull(&points).ok_or_else(|| wrong("without a hull".into()))?;
        let hull = Self::cleaned(&Polytope::from_triangles(&raw.points, &raw.triangles));
        if hull.points.len() < 4 {
            return Err(wrong("all but in one plane".into()));
        }
        Ok(hull)
    }

    /// Only corners where at least three faces meet; what lies on an edge or in a face is none.
    fn cleaned(polytope: &Polytope) -> Self {
        let mut faces_at = vec![0; polytope.points.len()];
        for &corner in &polytope.loops {
            faces_at[corner as usize] += 1;
        }
        let mut number = vec![u32::MAX; polytope.points.len()];
        let mut points = Vec::new();
        for (i, count) in faces_at.iter().enumerate() {
            if *count >= 3 {
                number[i] = points.len() as u32;
                points.push(polytope.points[i]);
            }
        }
        let mut triangles = Vec::new();
        for face in 0..polytope.faces.len() {
            let corners: Vec<u32> = polytope
                .corners(face)
                .iter()
                .map(|&i| number[i as usize])
                .filter(|&i| i != u32::MAX)
                .collect();
            for k in 1..corners.len().saturating_sub(1) {
                triangles.push([corners[0], corners[k], corners[k + 1]]);
            }
        }
        Self { points, triangles }
    }
}

/// Whether all points are in one plane, to nine digits of their extent.
fn is_flat(points: &[[f64; 3]]) -> bool {
    let size = extent(points);
    let sum = points.iter().fold([0.0; 3], |s, p| plus(s, *p));
    let mean = scale(1.0 / points.len() as f64, sum);
    let mut scatter = [[0.0; 3]; 3];
    for point in points {
        // in units of the extent, so that squares neither overflow nor vanish
        let d = scale(1.0 / size, minus(*point, mean));
        for i in 0..3 {
            for j in 0..3 {
                scatter[i][j] += d[i] * d[j];
            }
        }
    }
    let [least, _, most] = principal_values(scatter);
    // the eigenvalue itself is known to rounding of the largest, hence not (1e-9)²
    least <= 1e-15 * most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hull_of_a_grid_is_its_eight_corners() {
        let mut points = Vec::new();
        for i in 0..5 {
            for j in 0..4 {
                for k in 0..3 {
                    points.push([0.1 * i as f64, 0.2 * j as f64, 0.3 * k as f64]);
                }
            }
        }
        points.push(points[7]);
        let hull = Hull::new(&points).unwrap();
        assert_eq!((hull.points.len(), hull.triangles.len()), (8, 12));
        let it = Polytope::from_triangles(&hull.points, &hull.triangles);
        assert_eq!((it.faces.len(), it.edges.len()), (6, 12));
    }

    #[test]
    fn points_without_a_hull_are_refused() {
        let corner = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        assert!(Hull::new(&corner).is_err());
        let mut square = corner.to_vec();
        square.extend([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.3, 0.4, 0.0]]);
        let told = Hull::new(&square).unwrap_err().to_string();
        assert!(told.contains("plane"), "{told}");
        let line: Vec<[f64; 3]> = (0..9).map(|i| [i as f64, 2.0 * i as f64, 0.0]).collect();
        assert!(Hull::new(&line).is_err());
        assert!(Hull::new(&[[f64::NAN, 0.0, 0.0]; 6]).is_err());
    }

    #[test]
    fn a_cloud_lies_inside_its_hull() {
        let mut r = crate::collide::random::Random(11);
        let points: Vec<[f64; 3]> = (0..200).map(|_| r.vector()).collect();
        let hull = Hull::new(&points).unwrap();
        let it = Polytope::from_triangles(&hull.points, &hull.triangles);
        // Euler's formula: nothing is left open
        assert_eq!(it.points.len() + it.faces.len(), it.edges.len() + 2);
        for face in &it.faces {
            for p in &points {
                assert!(crate::vector::dot(face.normal, *p) - face.offset < 1e-13);
            }
        }
    }
}
