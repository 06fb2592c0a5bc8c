//! The table of sets, with gauges of the user's own.

use super::super::*;
use crate::vector::length;

/// Numbers in (−1, 1) that repeat.
fn number(seed: &mut u64) -> f64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

pub(super) fn point(shape: &dyn Shape, size: f64, seed: &mut u64) -> [f64; 3] {
    std::array::from_fn(|i| match i < shape.dimensions() {
        true => size * number(seed),
        false => 0.0,
    })
}

/// (Σ|c/e|⁴)^¼ and its gradient.
pub(super) fn fourth_norm(e: [f64; 3]) -> impl Fn([f64; 3]) -> (f64, [f64; 3]) {
    move |c| {
        let s: [f64; 3] = std::array::from_fn(|i| c[i] / e[i]);
        let psi = s.iter().map(|x| x.powi(4)).sum::<f64>().powf(0.25);
        (psi, std::array::from_fn(|i| (s[i] / psi).powi(3) / e[i]))
    }
}

/// |c/e| and its gradient.
pub(super) fn second_norm(e: [f64; 3]) -> impl Fn([f64; 3]) -> (f64, [f64; 3]) {
    move |c| {
        let s: [f64; 3] = std::array::from_fn(|i| c[i] / e[i]);
        let psi = length(s);
        (psi, std::array::from_fn(|i| s[i] / psi / e[i]))
    }
}

/// The disc of radius 1 around (−0.3, 0), whose gauge is |c|-like but not even.
fn off_centre(c: [f64; 3]) -> (f64, [f64; 3]) {
    // |c/ψ + m| = 1, m = (0.3, 0): (1 − m²) ψ² − 2 m·c ψ − c² = 0
    let (m, rest) = (0.3, 1.0 - 0.3 * 0.3);
    let root = (m * m * c[0] * c[0] + rest * (c[0] * c[0] + c[1] * c[1])).sqrt();
    let psi = (m * c[0] + root) / rest;
    let by_t = (m + (m * m + rest) * c[0] / root) / rest;
    (psi, [by_t, c[1] / root, 0.0])
}

pub(super) struct Entry {
    pub(super) name: &'static str,
    pub(super) set: Box<dyn Shape>,
    pub(super) balanced: bool,
    /// Whether the border has no corners and no flat parts.
    pub(super) curved: bool,
}

pub(super) fn sets() -> Vec<Entry> {
    let entry = |name, set: Box<dyn Shape>, balanced, curved| Entry {
        name,
        set,
        balanced,
        curved,
    };
    let polygon = |k| Box::new(Polyhedron::polygon(k).unwrap());
    let directions = |d: &[[f64; 3]]| Box::new(Polyhedron::new(d.to_vec()).unwrap());
    let faces = |a: &[[f64; 3]]| Box::new(Polyhedron::from_faces(a.to_vec()).unwrap());
    let both =
        |d: &[[f64; 3]]| -> Vec<[f64; 3]> { d.iter().flat_map(|d| [*d, d.map(|x| -x)]).collect() };
    let e = [1.0, 2.0, 0.4];
    let octahedron = both(&[[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 0.4]]);
    let cube = both(&[[1.0, 0.0, 0.0], [0.0, 0.5, 0.0], [0.0, 0.0, 50.0]]);
    vec![
        entry("planar", Box::new(Planar), true, false),
        entry("disc", Box::new(Ellipse::DISC), true, true),
        entry(
            "ellipse",
            Box::new(Ellipse::new([1.0, 0.3]).unwrap()),
            true,
            true,
        ),
        entry(
            "ellipsoid",
            Box::new(Ellipsoid::new(e).unwrap()),
            true,
            true,
        ),
        entry(
            "mixed",
            Box::new(Mixed::new([1.0, 0.5, 0.02]).unwrap()),
            true,
            false,
        ),
        entry("segment", Box::new(Polyhedron::segment()), true, false),
        entry("square", polygon(4), true, false),
        entry("hexagon", polygon(6), true, false),
        entry("octagon", polygon(8), true, false),
        entry("octahedron", directions(&octahedron), true, false),
        entry(
            "triangle",
            directions(&[[1.0, 0.0, 0.0], [-1.0, 1.0, 0.0], [-1.0, -1.0, 0.0]]),
            false,
            false,
        ),
        entry(
            "half",
            directions(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, -1.0, 0.0]]),
            false,
            false,
        ),
        entry("one way", directions(&[[1.0, 0.0, 0.0]]), false, false),
        entry(
            "skew",
            directions(&[[0.6, 0.0, 0.8], [-0.3, 0.0, -0.4]]),
            false,
            false,
        ),
        entry(
            "flat",
            directions(&both(&[[0.0, 1.0, 0.0], [0.0, 0.0, 0.1]])),
            true,
            false,
        ),
        entry(
            "tilted",
            directions(&both(&[[1.0, 0.0, 0.02], [0.0, 1.0, 0.01]])),
            true,
            false,
        ),
        entry(
            "corner",
            directions(&[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
            false,
            false,
        ),
        entry(
            "wedge",
            directions(&[[1.0, 1.0, 0.0], [1.0, -1.0, 0.0]]),
            false,
            false,
        ),
        entry("cube", faces(&cube), true, false),
        entry(
            "strip",
            faces(&[[2.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]),
            false,
            false,
        ),
        entry(
            "pentagon",
            faces(&[
                [1.0, 0.0, 0.0],
                [0.3, 1.0, 0.0],
                [-0.8, 0.6, 0.0],
                [-0.8, -0.6, 0.0],
                [0.3, -1.0, 0.0],
            ]),
            false,
            false,
        ),
        entry(
            "fourth norm",
            Box::new(Convex::new(2, fourth_norm([1.0, 0.5, 1.0])).unwrap()),
            true,
            false,
        ),
        entry(
            "fourth norm with torsion",
            Box::new(Convex::new(3, fourth_norm([1.0, 0.7, 0.02])).unwrap()),
            true,
            false,
        ),
        entry(
            "own ellipsoid",
            Box::new(Convex::new(3, second_norm([1.0, 2.0, 0.03])).unwrap()),
            true,
            true,
        ),
        entry(
            "own segment",
            Box::new(Convex::new(1, second_norm([0.8, 1.0, 1.0])).unwrap()),
            true,
            false,
        ),
        entry(
            "off centre",
            Box::new(Convex::new(2, off_centre).unwrap()),
            false,
            true,
        ),
    ]
}
