//! Directions spread over a segment, a circle or a sphere, each with its exact opposite.

use super::polyhedron::Polyhedron;
use std::f64::consts::PI;

/// About k unit directions around each great circle of the sphere in the first `dimensions` axes.
///
/// On the sphere these are rings of latitude as far apart as the directions on the equator, and the poles: k²/2
/// directions in all.
pub(super) fn around(dimensions: usize, k: usize) -> Vec<[f64; 3]> {
    let k = (k + k % 2).clamp(4, 1000);
    let ring = match dimensions {
        1 => Polyhedron::segment(),
        _ => Polyhedron::polygon(k).expect("an even number of directions"),
    };
    let ring = ring.directions();
    if dimensions < 3 {
        return ring.to_vec();
    }
    let mut all = ring.to_vec();
    let spacing = 2.0 * PI / k as f64;
    for i in (1..).take_while(|i| 4 * i < k) {
        let (up, out) = (i as f64 * spacing).sin_cos();
        for up in [up, -up] {
            all.extend(ring.iter().map(|d| [out * d[0], out * d[1], up]));
        }
    }
    all.extend([[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]);
    all
}
