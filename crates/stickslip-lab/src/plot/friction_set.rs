//! The friction sets with torsion: surfaces in the space of (c_t, c_o, c_r) [TTP01 Figure 3], [TTP01 Figure 6].

use super::RunData;
use super::label::label;
use crate::figure::{Axis, Solid, Spot, Theme, Wires};
use std::f64::consts::{PI, TAU};
use stickslip::{Friction, FrictionSet, Polyhedron, Shape, System};

/// The normal force for which sets are drawn, that of the paper (N).
const NORMAL_FORCE: f64 = 5.0;
/// Meridians and parallels of a curved set, and the pieces of a half meridian.
const MERIDIANS: usize = 24;
const PARALLELS: usize = 11;
const PIECES: usize = 36;
/// Colours: curved surfaces are quiet, polyhedra and what happened are not.
const QUIET: usize = 7;

/// The sets of the first contact with torsion of each run, in one picture, if there are any.
pub(super) fn sets(runs: &[RunData], theme: Theme) -> Option<String> {
    let mut drawn: Vec<(&Friction, String)> = Vec::new();
    for run in runs {
        let spec = (run.scene.system.contacts().iter()).find(|c| c.friction.rows() == 3);
        if let Some(spec) = spec
            && !drawn.iter().any(|(other, _)| **other == spec.friction)
        {
            drawn.push((&spec.friction, label(run, runs)));
        }
    }
    // curved surfaces first: polyhedra and their corners lie on them or inside
    drawn.sort_by_key(|(friction, _)| friction.set.is_polyhedral());
    let several = drawn.len() > 1;
    let mut wires = Vec::new();
    for (friction, run) in &drawn {
        let bound = friction.coefficient * NORMAL_FORCE;
        let name = |what: &str| match several && !run.is_empty() {
            true => format!("{what} ({run})"),
            false => what.to_owned(),
        };
        match (&friction.set, friction.shape()) {
            (FrictionSet::Polyhedral(set), _) => {
                let what = format!("{} directions and their hull", set.directions().len());
                wires.push(polyhedron(set, bound, name(&what), wires.len() % QUIET));
            }
            (set, Some(shape)) => wires.push(curved(shape, bound, name(word(set)))),
            _ => {}
        }
    }
    let first = runs.first()?;
    (!wires.is_empty()).then(|| {
        Solid {
            title: format!("{}: friction set", first.scene.name),
            subtitle: format!(
                "the friction force that is possible for a normal force of {NORMAL_FORCE} N, μ = {}",
                drawn[0].0.coefficient
            ),
            axes: [
                Axis::new("c_t", "N"),
                Axis::new("c_o", "N"),
                Axis::new("c_r", "N·m"),
            ],
            wires,
            ..Solid::default()
        }
        .to_svg(theme)
    })
}

fn word(set: &FrictionSet) -> &'static str {
    match set {
        FrictionSet::Ellipsoid(_) => "ellipsoid",
        FrictionSet::Mixed(_) => "ellipse and torsion apart",
        _ => "convex set",
    }
}

/// Meridians and parallels of a set with a curved surface, by its gauge.
fn curved(shape: &dyn Shape, bound: f64, name: String) -> Wires {
    let spot = |longitude: f64, latitude: f64| {
        let e = shape.lengths();
        let ((sin, cos), (up, level)) = (longitude.sin_cos(), latitude.sin_cos());
        let ray = [level * cos * e[0], level * sin * e[1], up * e[2]];
        let gauge = shape.gauge(ray);
        let at = ray.map(|x| x * bound / gauge);
        Spot {
            at,
            normals: vec![slope(shape, at, e.map(|e| e * bound))],
        }
    };
    let half = PI / 2.0;
    let part = |k: usize, of: usize| k as f64 / of as f64;
    let meridian = |k: usize| -> Vec<Spot> {
        (0..=PIECES)
            .map(|i| spot(TAU * part(k, MERIDIANS), PI * part(i, PIECES) - half))
            .collect()
    };
    let parallel = |k: usize| -> Vec<Spot> {
        let latitude = PI * part(k + 1, PARALLELS + 1) - half;
        (0..=2 * PIECES)
            .map(|i| spot(TAU * part(i, 2 * PIECES), latitude))
            .collect()
    };
    Wires {
        name,
        lines: (0..MERIDIANS)
            .map(meridian)
            .chain((0..PARALLELS).map(parallel))
            .collect(),
        dots: Vec::new(),
        colour: Some(QUIET),
    }
}

/// The direction in which the gauge grows fastest, by central differences: for a picture they are exact enough.
fn slope(shape: &dyn Shape, at: [f64; 3], size: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| {
        let d = 1e-5 * size[i];
        let moved = |by: f64| {
            let mut c = at;
            c[i] += by;
            shape.gauge(c)
        };
        (moved(d) - moved(-d)) / (2.0 * d)
    })
}

/// The corners and edges of a polyhedron. Two corners make an edge if they share two faces or more.
fn polyhedron(set: &Polyhedron, bound: f64, name: String, colour: usize) -> Wires {
    let e = set.lengths();
    let directions = set.directions();
    // faces as (normal, numbers of the directions on it)
    let faces: Vec<([f64; 3], Vec<usize>)> = (0..set.constraints())
        .map(|index| {
            let on = |d: &[f64; 3]| {
                let face = set.constraint(index, [0, 1, 2].map(|i| d[i] / e[i]));
                (face.value - face.right).abs() < 1e-9
            };
            let gradient = set.constraint(index, [0.0; 3]).gradient;
            let normal = [0, 1, 2].map(|i| gradient[i] / e[i]);
            let corners = (0..directions.len()).filter(|&k| on(&directions[k]));
            (normal, corners.collect())
        })
        .collect();
    let at = |k: usize| directions[k].map(|x| x * bound);
    let normals = |shared: &[usize]| shared.iter().map(|&f| faces[f].0).collect::<Vec<_>>();
    let shared = |corners: &[usize]| -> Vec<usize> {
        (0..faces.len())
            .filter(|&f| corners.iter().all(|k| faces[f].1.contains(k)))
            .collect()
    };
    let mut lines = Vec::new();
    for a in 0..directions.len() {
        for b in a + 1..directions.len() {
            let faces = shared(&[a, b]);
            if faces.len() >= 2 {
                let spot = |k| Spot {
                    at: at(k),
                    normals: normals(&faces),
                };
                lines.push([a, b].map(spot).to_vec());
            }
        }
    }
    let dots = (0..directions.len()).map(|k| Spot {
        at: at(k),
        normals: normals(&shared(&[k])),
    });
    Wires {
        name,
        lines,
        dots: dots.collect(),
        colour: Some(colour),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stickslip::{Ellipsoid, Mixed};

    #[test]
    fn an_octahedron_has_twelve_edges_and_six_corners() {
        let mut directions = Vec::new();
        for (axis, length) in [1.0, 2.0, 0.4].into_iter().enumerate() {
            for sign in [1.0, -1.0] {
                let mut d = [0.0; 3];
                d[axis] = sign * length;
                directions.push(d);
            }
        }
        let set = Polyhedron::new(directions).unwrap();
        let wires = polyhedron(&set, 0.5, String::new(), 0);
        assert_eq!((wires.lines.len(), wires.dots.len()), (12, 6));
        for dot in &wires.dots {
            // four faces meet in a corner, with normals that point outwards
            assert_eq!(dot.normals.len(), 4);
            for normal in &dot.normals {
                let outward: f64 = (0..3).map(|i| dot.at[i] * normal[i]).sum();
                assert!((outward - 0.5).abs() < 1e-12, "{dot:?}");
            }
        }
    }

    #[test]
    fn wires_lie_on_the_surface() {
        let sets: [&dyn Shape; 2] = [
            &Ellipsoid::new([1.0, 2.0, 0.4]).unwrap(),
            &Mixed::new([1.0, 2.0, 0.4]).unwrap(),
        ];
        for shape in sets {
            for spot in curved(shape, 3.0, String::new()).lines.iter().flatten() {
                assert!((shape.gauge(spot.at) - 3.0).abs() < 1e-12, "{spot:?}");
                let outward: f64 = (0..3).map(|i| spot.at[i] * spot.normals[0][i]).sum();
                // Euler: the gauge is homogeneous of degree one
                assert!((outward - 3.0).abs() < 1e-3, "{spot:?}");
            }
        }
    }
}
