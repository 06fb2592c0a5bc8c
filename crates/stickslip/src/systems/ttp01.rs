//! The two problems of [TTP01 §4]: a sphere that spins in place, and a sphere in the seam of two others.

use super::{BallsParameters, Obstacle};
use crate::friction::Friction;
use std::f64::consts::{FRAC_PI_4, PI, TAU};

/// The unit sphere on a table of [TTP01 §4.1]: t and o are turned by 45° from x and y, and A = diag(1, 3.5, 3.5, 2.5).
pub fn spinning_sphere(friction: Friction) -> BallsParameters {
    BallsParameters {
        radii: vec![1.0],
        masses: vec![1.0],
        table_friction: friction,
        table_azimuth: FRAC_PI_4,
        ..BallsParameters::default()
    }
}

/// The unit sphere between fixed spheres of radius 10 and 9 that [TTP01 §4.3] drives along their seam.
pub fn sphere_in_seam(friction: Friction) -> BallsParameters {
    let obstacle = |centre, radius| Obstacle { centre, radius };
    BallsParameters {
        radii: vec![1.0],
        masses: vec![1.0],
        gravity: 0.0,
        force: [1.0, 2.6, -9.81],
        table: false,
        obstacles: vec![obstacle([0.0; 3], 10.0), obstacle([0.0, 11.4, 0.0], 9.0)],
        obstacle_friction: friction,
        ..BallsParameters::default()
    }
}

/// Where the sphere in the seam begins, touching both others (m) [TTP01 7].
pub const IN_SEAM: [f64; 3] = [0.0, 150.96 / 22.8, 8.784_171_107_729_03];

/// The 20 directions of [TTP01 5] on the ellipsoid (1, 1, e_r): eight without torsion, two rings of five at elevation
/// ±0.5 rad, and the poles.
pub fn twenty_directions(e_r: f64) -> Vec<[f64; 3]> {
    ring(8, 0.0, e_r)
        .chain(ring(5, 0.5, e_r))
        .chain(ring(5, -0.5, e_r))
        .chain([[0.0, 0.0, e_r], [0.0, 0.0, -e_r]])
        .collect()
}

/// The 6 directions of [TTP01 6] on the ellipsoid (1, 1, e_r): two rings of three at elevation ±π/5, none along the spin.
pub fn six_directions(e_r: f64) -> Vec<[f64; 3]> {
    ring(3, PI / 5.0, e_r)
        .chain(ring(3, -PI / 5.0, e_r))
        .collect()
}

/// k directions (t, o, r) on the ellipsoid (1, 1, e_r) at an elevation (rad), the first along t.
fn ring(k: usize, elevation: f64, e_r: f64) -> impl Iterator<Item = [f64; 3]> {
    let (up, out) = elevation.sin_cos();
    let reach = 1.0 / out.hypot(up / e_r);
    (0..k).map(move |i| {
        let (sin, cos) = (TAU * i as f64 / k as f64).sin_cos();
        [reach * out * cos, reach * out * sin, reach * up]
    })
}
