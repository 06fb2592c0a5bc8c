//! Polyhedral friction: all mixtures Σβ_i d_i with β ≥ 0, Σβ ≤ 1, of directions d_i = (t, o, r).
//!
//! Solvers work with the directions; the audit needs the other description, by faces a·x ≤ b. Whichever is given, the
//! other is computed once when the set is made.

mod faces;
mod nearest;
#[cfg(test)]
mod tests;

use super::shape::{Constraint, Projection, Shape};
use crate::error::Error;
use crate::vector::{dot, length, minus};
use faces::{Face, faces};
use nearest::Scaled;
use std::f64::consts::PI;

/// Directions and faces of a friction set.
#[derive(Clone, Debug, PartialEq)]
pub struct Polyhedron {
    directions: Vec<[f64; 3]>,
    faces: Vec<Face>,
    dimensions: usize,
    /// The same set in scaled impulses, where nearest points are searched.
    scaled: Scaled,
    /// How many facets a regular pyramid has.
    regular: Option<usize>,
    warnings: Vec<String>,
}

/// Directions closer than this (relative) count as equal or opposite.
const SAME: f64 = 1e-9;

/// More faces than this are not worth searching for: the number of candidates grows with the cube.
const LIMIT: usize = 200;

impl Polyhedron {
    /// ±t.
    pub fn segment() -> Self {
        Self::assemble(
            vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]],
            vec![([1.0, 0.0, 0.0], 1.0), ([-1.0, 0.0, 0.0], 1.0)],
            1,
        )
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
            regular: Some(k),
            ..Self::assemble(directions, faces, 2)
        })
    }

    /// Any directions [TTP01 5]. At most 200, finite, none zero.
    pub fn new(directions: Vec<[f64; 3]>) -> Result<Self, Error> {
        check(&directions, "direction").map_err(|problem| Error::BadDirectionSet { problem })?;
        let dimensions = dimensions(&directions);
        let faces = faces(&directions, dimensions);
        Ok(Self::assemble(directions, faces, dimensions))
    }

    /// The set of all impulses with a·c ≤ σ for every given face a = (α, β, γ), in 1, 1 and 1/m [TTP01 §2 (b)]. At most
    /// 200, finite, none zero, and bounded together. Axes that no face mentions are not used.
    pub fn from_faces(normals: Vec<[f64; 3]>) -> Result<Self, Error> {
        let bad = |problem| Error::BadFaces { problem };
        check(&normals, "face").map_err(bad)?;
        let dimensions = dimensions(&normals);
        // By polarity: the corners of {a·c ≤ 1 for all a} are the faces of the hull of the a's. Where the origin lies on
        // the border of that hull, the face through it is a direction in which the set goes on for ever.
        let polar = faces(&normals, dimensions);
        if let Some((d, _)) = polar.iter().find(|(_, b)| *b == 0.0) {
            return Err(bad(format!(
                "no face bounds the set along [{}, {}, {}]; add one",
                d[0], d[1], d[2]
            )));
        }
        let corners: Vec<[f64; 3]> = polar.into_iter().map(|(a, _)| a).collect();
        if corners.len() > LIMIT {
            return Err(bad(format!(
                "they meet in {} corners; give faces that meet in at most {LIMIT}",
                corners.len()
            )));
        }
        let mut kept: Vec<Face> = Vec::new();
        for a in normals {
            // a face that only touches the set adds nothing to its neighbours
            let touched = corners.iter().filter(|c| dot(a, **c) > 1.0 - 1e-7).count();
            let known = |f: &Face| length(minus(f.0, a)) <= 1e-7 * length(a);
            if touched >= dimensions && !kept.iter().any(known) {
                kept.push((a, 1.0));
            }
        }
        Ok(Self::assemble(corners, kept, dimensions))
    }

    fn assemble(directions: Vec<[f64; 3]>, faces: Vec<Face>, dimensions: usize) -> Self {
        let scaled = Scaled::new(&directions, &faces);
        let mut set = Self {
            directions,
            faces,
            dimensions,
            scaled,
            regular: None,
            warnings: Vec::new(),
        };
        set.warnings = set.find_warnings();
        set
    }

    /// How many facets it has, if it is a regular pyramid over the unit circle.
    pub fn regular_facets(&self) -> Option<usize> {
        self.regular
    }

    /// The directions d_i.
    pub fn directions(&self) -> &[[f64; 3]] {
        &self.directions
    }

    /// The faces a with a·c ≤ μ c_n; nothing if one of them passes through the origin, and is none of these.
    pub fn face_normals(&self) -> Option<Vec<[f64; 3]>> {
        let normal = |(a, b): &Face| (*b == 1.0).then_some(*a);
        self.faces.iter().map(normal).collect()
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
        self.scaled.lengths
    }

    fn gauge(&self, c: [f64; 3]) -> f64 {
        if c[self.dimensions..].iter().any(|&x| x != 0.0) {
            return f64::INFINITY;
        }
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
        let stray = |slack: f64, x: &f64| slack.min(-x.abs());
        let idle = &c[self.dimensions..];
        let off = match idle.iter().any(|&x| x != 0.0) {
            true => idle.iter().fold(0.0, stray),
            false => f64::INFINITY,
        };
        self.faces
            .iter()
            .map(|(a, b)| b * bound - dot(*a, c))
            .fold(off, f64::min)
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

    fn project(&self, x: [f64; 3], bound: f64) -> Projection {
        self.scaled.project(x, bound)
    }

    fn constraints(&self) -> usize {
        self.faces.len()
    }

    /// a·c ≤ b·bound, of degree 1; a face through the origin has 0 on its right side, whatever the bound.
    fn constraint(&self, index: usize, c: [f64; 3]) -> Constraint {
        let (a, b) = self.faces[index];
        let e = self.scaled.lengths;
        let gradient = std::array::from_fn(|i| a[i] * e[i]);
        Constraint {
            degree: 1,
            right: b,
            value: dot(gradient, c),
            gradient,
            hessian: [[0.0; 3]; 3],
        }
    }

    fn facets(&self, _: usize) -> Vec<[f64; 3]> {
        self.directions.clone()
    }
}

/// Directions or normals must be some, not too many, finite and not zero.
fn check(vectors: &[[f64; 3]], what: &str) -> Result<(), String> {
    let k = vectors.len();
    if k == 0 || k > LIMIT {
        return Err(format!("{k} {what}s; give 1 to {LIMIT}"));
    }
    let bad = |d: &[f64; 3]| !(length(*d).is_finite() && length(*d) > 0.0);
    match vectors.iter().position(bad) {
        None => Ok(()),
        Some(i) => Err(format!(
            "{what} {i} is [{}, {}, {}]; give finite numbers, not all zero",
            vectors[i][0], vectors[i][1], vectors[i][2]
        )),
    }
}

/// How many of (t, o, r) are used: up to the last axis that any vector mentions.
fn dimensions(vectors: &[[f64; 3]]) -> usize {
    let used = |&axis: &usize| vectors.iter().any(|d| d[axis] != 0.0);
    1 + (0..3).rev().find(used).unwrap_or(0)
}
