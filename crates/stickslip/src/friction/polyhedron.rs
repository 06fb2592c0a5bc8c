//! Polyhedral friction: all mixtures Σβ_i d_i with β ≥ 0, Σβ ≤ 1, of directions d_i = (t, o, r).
//!
//! Solvers work with the directions; the audit needs the other description, by faces a·x ≤ b, which is computed once
//! when the set is made.

use super::shape::{Constraint, Projection, Shape};
use crate::error::Error;
use crate::vector::{cross, dot, length, minus};
use std::f64::consts::PI;

/// Directions and faces of a friction set.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    directions: Vec<[f64; 3]>,
    /// a·x ≤ b with b = 1 (a face seen from the origin) or 0 (a face through it, |a| = 1).
    faces: Vec<([f64; 3], f64)>,
    dimensions: usize,
    warnings: Vec<String>,
}

/// Directions closer than this (relative) count as equal or opposite.
const SAME: f64 = 1e-9;

/// More faces than this are not worth searching for: the number of candidates grows with the cube.
const LIMIT: usize = 200;

impl Polyhedron {
    /// ±t.
    pub fn segment() -> Self {
        Self {
            directions: vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]],
            faces: vec![([1.0, 0.0, 0.0], 1.0), ([-1.0, 0.0, 0.0], 1.0)],
            dimensions: 1,
            warnings: Vec::new(),
        }
    }

    /// k unit directions at equal angles, the first along t; k = 2 is the segment ±t.
    ///
    /// Opposite directions are exact negatives and right angles exact: what is equal in the model is equal in the
    /// numbers, and ties are seen as ties.
    pub fn polygon(k: usize) -> Result<Self, Error> {
        if k < 2 || k % 2 == 1 || k > 1000 {
            return Err(Error::BadDirections { value: k });
        }
        if k == 2 {
            return Ok(Self::segment());
        }
        let mut directions: Vec<[f64; 3]> = (0..k / 2)
            .map(|i| match i {
                0 => [1.0, 0.0, 0.0],
                _ if 4 * i == k => [0.0, 1.0, 0.0],
                _ => {
                    let (s, c) = (2.0 * PI * i as f64 / k as f64).sin_cos();
                    [c, s, 0.0]
                }
            })
            .collect();
        directions.extend_from_within(..);
        for d in &mut directions[k / 2..] {
            *d = d.map(|x| -x);
        }
        let half = PI / k as f64;
        let faces = (0..k)
            .map(|i| {
                let (s, c) = ((2 * i + 1) as f64 * half).sin_cos();
                ([c / half.cos(), s / half.cos(), 0.0], 1.0)
            })
            .collect();
        Ok(Self {
            directions,
            faces,
            dimensions: 2,
            warnings: Vec::new(),
        })
    }

    /// Any directions [TTP01 5]. At most 200, finite, none zero.
    pub fn new(directions: Vec<[f64; 3]>) -> Result<Self, Error> {
        let k = directions.len();
        if k == 0 || k > LIMIT {
            return Err(Error::BadDirectionSet {
                problem: format!("{k} directions; give 1 to {LIMIT}"),
            });
        }
        for (i, d) in directions.iter().enumerate() {
            let size = length(*d);
            if !size.is_finite() || size == 0.0 {
                return Err(Error::BadDirectionSet {
                    problem: format!(
                        "direction {i} is [{}, {}, {}]; give finite numbers, not all zero",
                        d[0], d[1], d[2]
                    ),
                });
            }
        }
        let dimensions = 1
            + (0..3)
                .rev()
                .find(|&axis| directions.iter().any(|d| d[axis] != 0.0))
                .unwrap_or(0);
        let faces = faces(&directions, dimensions);
        let mut set = Self {
            directions,
            faces,
            dimensions,
            warnings: Vec::new(),
        };
        set.warnings = set.find_warnings();
        Ok(set)
    }

    /// The directions d_i.
    pub fn directions(&self) -> &[[f64; 3]] {
        &self.directions
    }

    /// What is unusual: unbalanced sets (a direction without its opposite), partial ones (slip that nothing resists).
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    fn find_warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let lonely = self.directions.iter().position(|d| {
            let opposite = d.map(|x| -x);
            !self
                .directions
                .iter()
                .any(|e| length(minus(*e, opposite)) <= SAME * length(*d))
        });
        if let Some(i) = lonely {
            warnings.push(format!(
                "the friction directions are not balanced: direction {i} has no opposite, so friction resists \
                 slip one way more than the other"
            ));
        }
        if self.faces.iter().any(|(_, b)| *b == 0.0) {
            warnings.push(
                "the friction directions are partial: there is slip that no direction opposes, and it goes \
                 unresisted"
                    .into(),
            );
        }
        warnings
    }
}

impl Shape for Polyhedron {
    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn lengths(&self) -> [f64; 3] {
        unimplemented!()
    }

    fn gauge(&self, c: [f64; 3]) -> f64 {
        let mut gauge = 0.0_f64;
        for (a, b) in &self.faces {
            let reach = dot(*a, c);
            if *b > 0.0 {
                gauge = gauge.max(reach);
            } else if reach > SAME * length(c) {
                return f64::INFINITY;
            }
        }
        gauge
    }

    /// min over the faces of b·bound − a·c (N·s).
    fn slack(&self, c: [f64; 3], bound: f64) -> f64 {
        self.faces
            .iter()
            .map(|(a, b)| b * bound - dot(*a, c))
            .fold(f64::INFINITY, f64::min)
    }

    fn argmax(&self, slip: [f64; 3]) -> [f64; 3] {
        let mut best = ([0.0; 3], 0.0);
        for d in &self.directions {
            let power = -dot(*d, slip);
            if power > best.1 {
                best = (*d, power);
            }
        }
        best.0
    }

    fn project(&self, _x: [f64; 3], _bound: f64) -> Projection {
        unimplemented!()
    }

    fn constraints(&self) -> usize {
        self.faces.len()
    }

    fn constraint(&self, _index: usize, _c: [f64; 3]) -> Constraint {
        unimplemented!()
    }

    fn facets(&self, _: usize) -> Vec<[f64; 3]> {
        self.directions.clone()
    }
}

/// The faces of the hull of the directions and the origin, in the first `dimensions` axes; what lies outside these
/// axes or outside the span of the directions is fenced off by pairs of faces through the origin.
fn faces(directions: &[[f64; 3]], dimensions: usize) -> Vec<([f64; 3], f64)> {
    let size = directions.iter().map(|d| length(*d)).fold(0.0, f64::max);
    let mut faces: Vec<([f64; 3], f64)> = Vec::new();
    let mut add = |normal: [f64; 3], point: [f64; 3]| {
        let norm = length(normal);
        if norm <= SAME * size {
            return;
        }
        let unit = normal.map(|x| x / norm);
        for a in [unit, unit.map(|x| -x)] {
            let reach = dot(a, point);
            let tolerance = SAME * size;
            let outside = directions.iter().any(|d| dot(a, *d) > reach + tolerance);
            if outside || reach < -tolerance {
                continue;
            }
            let face = match reach > tolerance {
                true => (a.map(|x| x / reach), 1.0),
                false => (a, 0.0),
            };
            let known = |f: &([f64; 3], f64)| {
                f.1 == face.1 && length(minus(f.0, face.0)) <= 1e-7 * length(face.0)
            };
            if !faces.iter().any(known) {
                faces.push(face);
            }
        }
    };
    // the corners that span a face: points of the hull, the origin among them
    let mut corners = directions.to_vec();
    corners.push([0.0; 3]);
    if let Some(along) = line(directions) {
        // a segment: it ends at its corners, and is fenced off across
        corners.iter().for_each(|&p| add(along, p));
        across(along, dimensions)
            .into_iter()
            .for_each(|a| add(a, [0.0; 3]));
        return faces;
    }
    match dimensions {
        2 => {
            for (i, &p) in corners.iter().enumerate() {
                for &q in &corners[..i] {
                    let edge = minus(q, p);
                    add([edge[1], -edge[0], 0.0], p);
                }
            }
        }
        _ => {
            for (i, &p) in corners.iter().enumerate() {
                for (j, &q) in corners[..i].iter().enumerate() {
                    for &r in &corners[..j] {
                        add(cross(minus(q, p), minus(r, p)), p);
                    }
                }
            }
            // a flat set: the loop above found its plane, and its edges stand upright on it
            if let Some(normal) = flat(directions, size) {
                for (i, &p) in corners.iter().enumerate() {
                    for &q in &corners[..i] {
                        add(cross(minus(q, p), normal), p);
                    }
                }
                add(normal, [0.0; 3]);
            }
        }
    }
    faces
}

/// The unit vector along which all directions point, one way or the other, if there is one.
fn line(directions: &[[f64; 3]]) -> Option<[f64; 3]> {
    let first = directions[0];
    let unit = first.map(|x| x / length(first));
    directions
        .iter()
        .all(|d| length(cross(unit, *d)) <= SAME * length(*d))
        .then_some(unit)
}

/// Unit vectors at right angles to a unit vector and to each other, within the first `dimensions` axes.
fn across(along: [f64; 3], dimensions: usize) -> Vec<[f64; 3]> {
    match dimensions {
        1 => vec![],
        2 => vec![[along[1], -along[0], 0.0]],
        _ => {
            // the axis farthest from it gives the first
            let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
            let sides = axes.map(|axis| cross(along, axis));
            let longest = sides
                .into_iter()
                .max_by(|a, b| length(*a).total_cmp(&length(*b)))
                .unwrap_or_default();
            let first = longest.map(|x| x / length(longest));
            vec![first, cross(along, first)]
        }
    }
}

/// The unit normal of the plane through the origin that holds all directions, if there is one and only one.
fn flat(directions: &[[f64; 3]], size: f64) -> Option<[f64; 3]> {
    let first = directions[0];
    let normal = directions
        .iter()
        .map(|d| cross(first, *d))
        .max_by(|a, b| length(*a).total_cmp(&length(*b)))?;
    let norm = length(normal);
    if norm <= SAME * size * size {
        return None;
    }
    let unit = normal.map(|x| x / norm);
    directions
        .iter()
        .all(|d| dot(unit, *d).abs() <= SAME * size)
        .then_some(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_balanced_and_right_angles_exact() {
        for k in [2, 4, 6, 8, 10, 20] {
            let set = Polyhedron::polygon(k).unwrap();
            for i in 0..k / 2 {
                let (d, e) = (set.directions()[i], set.directions()[i + k / 2]);
                assert_eq!(d, e.map(|x| -x));
                assert!((length(d) - 1.0).abs() < 1e-15);
            }
        }
        assert_eq!(
            Polyhedron::polygon(8).unwrap().directions()[2],
            [0.0, 1.0, 0.0]
        );
        for k in [0, 1, 3, 7] {
            assert!(Polyhedron::polygon(k).is_err());
        }
    }

    #[test]
    fn the_gauge_is_one_on_vertices_and_face_centres() {
        for k in [4, 6, 8, 20] {
            let set = Polyhedron::polygon(k).unwrap();
            assert!((set.gauge(set.directions()[1]) - 1.0).abs() < 1e-14);
            let half = PI / k as f64;
            let inradius = half.cos();
            let centre = [inradius * half.cos(), inradius * half.sin(), 0.0];
            assert!((set.gauge(centre) - 1.0).abs() < 1e-14);
            assert!(set.slack(centre, 1.0).abs() < 1e-14);
            assert!((set.slack(centre, 2.0) - 1.0).abs() < 1e-14);
        }
    }

    #[test]
    fn searched_faces_are_those_of_the_regular_polygon() {
        let regular = Polyhedron::polygon(6).unwrap();
        let searched = Polyhedron::new(regular.directions().to_vec()).unwrap();
        assert_eq!(searched.faces.len(), 6);
        assert!(searched.warnings().is_empty());
        for i in 0..20 {
            let (s, c) = f64::from(i).sin_cos();
            let point = [0.7 * c, 1.3 * s, 0.0];
            assert!((regular.gauge(point) - searched.gauge(point)).abs() < 1e-12);
        }
    }

    #[test]
    fn an_octahedron_with_torsion() {
        let e = [1.0, 2.0, 0.4];
        let mut directions = Vec::new();
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let mut d = [0.0; 3];
                d[axis] = sign * e[axis];
                directions.push(d);
            }
        }
        let set = Polyhedron::new(directions).unwrap();
        assert_eq!((set.dimensions(), set.faces.len()), (3, 8));
        let gauge = |x: [f64; 3]| (0..3).map(|i| (x[i] / e[i]).abs()).sum::<f64>();
        for x in [[0.1, 0.2, -0.3], [1.0, 0.0, 0.0], [-0.3, 1.0, 0.1]] {
            assert!((set.gauge(x) - gauge(x)).abs() < 1e-12);
        }
        assert_eq!(set.support([1.0, -3.0, 2.0]), 6.0);
    }

    #[test]
    fn unbalanced_and_partial_sets_are_told() {
        // friction along +t only
        let one = Polyhedron::new(vec![[1.0, 0.0, 0.0]]).unwrap();
        assert_eq!(one.warnings().len(), 2);
        assert_eq!(one.slack([0.5, 0.0, 0.0], 1.0), 0.5);
        assert_eq!(one.slack([-0.5, 0.0, 0.0], 1.0), -0.5);
        assert_eq!(one.gauge([-0.5, 0.0, 0.0]), f64::INFINITY);
        // a triangle: unbalanced, but it resists every slip
        let triangle = Polyhedron::new(vec![[1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0]]);
        assert_eq!(triangle.unwrap().warnings().len(), 1);
        // balanced, but nothing resists slip along o
        let skate = Polyhedron::new(vec![[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]).unwrap();
        assert!(
            skate.warnings()[0].contains("partial"),
            "{:?}",
            skate.warnings()
        );
        assert_eq!(skate.slack([0.25, 0.0, 0.0], 1.0), -0.25);
        // a flat star in the plane o, r
        let flat = Polyhedron::new(vec![
            [0.0, 1.0, 0.0],
            [0.0, -1.0, 0.0],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, -1.0],
        ])
        .unwrap();
        assert!((flat.gauge([0.0, 0.5, 0.5]) - 1.0).abs() < 1e-12);
        assert_eq!(flat.gauge([0.5, 0.0, 0.0]), f64::INFINITY);
    }

    #[test]
    fn a_segment_ends_wherever_it_points() {
        let s = std::f64::consts::FRAC_1_SQRT_2;
        for along in [
            [1.0, 0.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, 0.0, 1.0],
            [s, -s, 0.0],
            [0.6, 0.0, 0.8],
        ] {
            let back = along.map(|x| -0.2 * x);
            let set = Polyhedron::new(vec![along, back]).unwrap();
            let at = |size: f64| along.map(|x| size * x);
            assert!((set.gauge(at(3.0)) - 3.0).abs() < 1e-12, "{along:?}");
            assert!((set.gauge(at(-3.0)) - 15.0).abs() < 1e-12, "{along:?}");
            assert!((set.slack(at(3.0), 1.0) + 2.0).abs() < 1e-12, "{along:?}");
            assert!(set.slack(at(-0.1), 1.0) > -1e-15, "{along:?}");
            for beside in across(along, set.dimensions()) {
                assert_eq!(set.gauge(beside), f64::INFINITY);
                assert!((set.slack(beside, 1.0) + 1.0).abs() < 1e-12);
            }
            let partial = set.warnings().iter().any(|w| w.contains("partial"));
            assert_eq!(partial, set.dimensions() > 1, "{along:?}");
        }
    }

    #[test]
    fn bad_directions_are_named() {
        for bad in [
            vec![],
            vec![[0.0; 3]],
            vec![[1.0, f64::NAN, 0.0]],
            vec![[1.0; 3]; 201],
        ] {
            assert!(Polyhedron::new(bad).is_err());
        }
    }
}
