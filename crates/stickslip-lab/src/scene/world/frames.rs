//! Frames from directions.

use super::super::error::Misfit;
use super::super::value::{Numbers, turn};
use schemars::JsonSchema;
use serde::Deserialize;
use stickslip::world::Pose;

/// A frame: where it is and how it is turned.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "frame")]
pub(super) struct FrameKeys {
    /// Where its origin is (m).
    position: Option<Numbers<3>>,
    /// How it is turned: a unit quaternion w, x, y, z.
    quat_wxyz: Option<Numbers<4>>,
    /// How it is turned: axis times angle (rad).
    rotation_vector: Option<Numbers<3>>,
    /// How it is turned: axis times angle (degrees).
    rotation_vector_deg: Option<Numbers<3>>,
}

impl FrameKeys {
    pub(super) fn pose(&self, key: &str) -> Result<Pose, Misfit> {
        pose(
            key,
            self.position,
            self.quat_wxyz,
            self.rotation_vector,
            self.rotation_vector_deg,
        )
    }
}

/// A pose from its four keys under `key`.
pub(super) fn pose(
    key: &str,
    position: Option<Numbers<3>>,
    quat_wxyz: Option<Numbers<4>>,
    rotation_vector: Option<Numbers<3>>,
    rotation_vector_deg: Option<Numbers<3>>,
) -> Result<Pose, Misfit> {
    let turn = turn(key, quat_wxyz, rotation_vector, rotation_vector_deg)?;
    Ok(Pose {
        position: position.map_or([0.0; 3], |p| p.0),
        quat_wxyz: turn.unwrap_or(Pose::IDENTITY.quat_wxyz),
    })
}

/// A direction of length 1, or a complaint about the key that it stands under.
pub(super) fn direction(key: &str, given: Numbers<3>) -> Result<[f64; 3], Misfit> {
    unit(given.0).ok_or_else(|| {
        let name = key.rsplit_once('.').map_or(key, |(_, name)| name);
        let fault = format_args!("`{name}` is a direction; it must not be zero");
        Misfit::new(key, fault)
    })
}

/// A frame at a place whose z is along `z` (of length 1), and whose x is the direction at right angles to it nearest to `x`.
pub(super) fn upright(place: [f64; 3], z: [f64; 3], x: [f64; 3]) -> Pose {
    let off = |a: [f64; 3]| {
        let along = dot(a, z);
        unit(std::array::from_fn(|i| a[i] - along * z[i]))
    };
    // where x is along z, the next axis will do
    let near = |a: &[f64; 3]| dot(*a, z).abs() > 0.999 * dot(*a, *a).sqrt();
    let x = Some(x).filter(|x| !near(x)).and_then(off);
    let x = x.or_else(|| off([1.0, 0.0, 0.0]).filter(|_| z[0].abs() < 0.9));
    let x = x
        .or_else(|| off([0.0, 1.0, 0.0]))
        .unwrap_or([1.0, 0.0, 0.0]);
    let y = cross(z, x);
    Pose {
        position: place,
        quat_wxyz: quaternion([x, y, z]),
    }
}

/// The unit quaternion w, x, y, z that turns the axes into three directions at right angles.
fn quaternion(axes: [[f64; 3]; 3]) -> [f64; 4] {
    // the entry of the matrix in row i and column j is axes[j][i]
    let m = |i: usize, j: usize| axes[j][i];
    // four times the square of each entry; the largest is divided by
    let squares = [
        1.0 + m(0, 0) + m(1, 1) + m(2, 2),
        1.0 + m(0, 0) - m(1, 1) - m(2, 2),
        1.0 - m(0, 0) + m(1, 1) - m(2, 2),
        1.0 - m(0, 0) - m(1, 1) + m(2, 2),
    ];
    let largest = (0..4).fold(0, |a, b| if squares[b] > squares[a] { b } else { a });
    let (a, b, c) = (m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1));
    let (d, e, f) = (m(1, 0) + m(0, 1), m(0, 2) + m(2, 0), m(2, 1) + m(1, 2));
    let row = match largest {
        0 => [squares[0], a, b, c],
        1 => [a, squares[1], d, e],
        2 => [b, d, squares[2], f],
        _ => [c, e, f, squares[3]],
    };
    let norm = row.iter().map(|x| x * x).sum::<f64>().sqrt();
    row.map(|x| x / norm)
}

/// A vector made as long as 1, unless it is zero.
pub(super) fn unit(a: [f64; 3]) -> Option<[f64; 3]> {
    let largest = a.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return None;
    }
    let a = a.map(|x| x / largest);
    let norm = dot(a, a).sqrt();
    Some(a.map(|x| x / norm))
}

pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_upright_frame_has_its_z_where_it_should_be() {
        for z in [
            [0.0, 0.0, 1.0],
            [0.0, 0.0, -1.0],
            [0.0, -1.0, 0.0],
            [1.0, 0.0, 0.0],
            [-1.0, 0.0, 0.0],
            [0.6, -0.48, 0.64],
        ] {
            for x in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.3], [0.0; 3], z] {
                let pose = upright([1.0, 2.0, 3.0], z, x);
                let axes = pose.axes();
                for i in 0..3 {
                    assert!((axes[2][i] - z[i]).abs() < 1e-15, "{z:?} {x:?}: {axes:?}");
                }
                for (a, b) in [(0, 1), (1, 2), (0, 2)] {
                    assert!(dot(axes[a], axes[b]).abs() < 1e-15);
                }
                assert!(dot(axes[0], x) > -1e-15);
            }
        }
    }
}
