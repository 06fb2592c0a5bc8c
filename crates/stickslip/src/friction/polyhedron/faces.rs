//! From directions to faces: the hull of given points and the origin.

use super::SAME;
use crate::vector::{cross, dot, length, minus};

/// a·x ≤ b with b = 1 (a face seen from the origin) or 0 (a face through it, |a| = 1).
pub(super) type Face = ([f64; 3], f64);

/// The faces of the hull of the directions and the origin, in the first `dimensions` axes; what lies outside these
/// axes or outside the span of the directions is fenced off by pairs of faces through the origin.
pub(super) fn faces(directions: &[[f64; 3]], dimensions: usize) -> Vec<Face> {
    let size = directions.iter().map(|d| length(*d)).fold(0.0, f64::max);
    let mut faces: Vec<Face> = Vec::new();
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
            let known =
                |f: &Face| f.1 == face.1 && length(minus(f.0, face.0)) <= 1e-7 * length(face.0);
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
pub(super) fn across(along: [f64; 3], dimensions: usize) -> Vec<[f64; 3]> {
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
