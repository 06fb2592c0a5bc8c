//! Where something is and how it is turned.

use crate::vector::{cross, minus, scale, unit};

/// A place and a turn: from a body's frame to the world, or from a part's frame to its body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where the origin is (m).
    pub position: [f64; 3],
    /// How the axes are turned: a unit quaternion w, x, y, z.
    pub quat_wxyz: [f64; 4],
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// Neither moved nor turned.
    pub const IDENTITY: Self = Self {
        position: [0.0; 3],
        quat_wxyz: [1.0, 0.0, 0.0, 0.0],
    };

    /// At a place (m), unturned.
    pub fn at(position: [f64; 3]) -> Self {
        Self {
            position,
            ..Self::IDENTITY
        }
    }

    /// At a place (m), turned by a rotation vector: its direction is the axis, its length the angle (rad).
    pub fn turned(position: [f64; 3], rotation: [f64; 3]) -> Self {
        let angle = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
        let axis = unit(rotation).unwrap_or([0.0; 3]);
        let (sin, cos) = (0.5 * angle).sin_cos();
        let [x, y, z] = scale(sin, axis);
        Self {
            position,
            quat_wxyz: [cos, x, y, z],
        }
    }

    /// A direction, turned.
    pub fn direction(&self, a: [f64; 3]) -> [f64; 3] {
        // a + 2 w (u × a) + 2 u × (u × a) for the quaternion (w, u)
        let [w, x, y, z] = self.quat_wxyz;
        let u = [x, y, z];
        let once = cross(u, a);
        let twice = cross(u, once);
        std::array::from_fn(|i| a[i] + 2.0 * (w * once[i] + twice[i]))
    }

    /// A direction, turned back.
    pub fn direction_back(&self, a: [f64; 3]) -> [f64; 3] {
        self.inverse_turn().direction(a)
    }

    /// A point, from the inner frame to the outer one.
    pub fn point(&self, a: [f64; 3]) -> [f64; 3] {
        // the centre of a ball
        if a == [0.0; 3] {
            return self.position;
        }
        let turned = self.direction(a);
        std::array::from_fn(|i| self.position[i] + turned[i])
    }

    /// A point, from the outer frame to the inner one.
    pub fn point_back(&self, a: [f64; 3]) -> [f64; 3] {
        self.direction_back(minus(a, self.position))
    }

    /// This pose after an inner one: a part of a part.
    pub fn then(&self, inner: &Self) -> Self {
        Self {
            position: self.point(inner.position),
            quat_wxyz: product(self.quat_wxyz, inner.quat_wxyz),
        }
    }

    /// The pose that undoes this one.
    pub fn inverse(&self) -> Self {
        let turn = self.inverse_turn();
        Self {
            position: scale(-1.0, turn.direction(self.position)),
            quat_wxyz: turn.quat_wxyz,
        }
    }

    /// The three axes, as directions of the outer frame.
    pub fn axes(&self) -> [[f64; 3]; 3] {
        crate::vector::columns(crate::Coordinate::Quaternion, &self.quat_wxyz)
    }

    fn inverse_turn(&self) -> Self {
        let [w, x, y, z] = self.quat_wxyz;
        Self {
            position: [0.0; 3],
            quat_wxyz: [w, -x, -y, -z],
        }
    }
}

/// The product of quaternions: first b, then a.
fn product(a: [f64; 4], b: [f64; 4]) -> [f64; 4] {
    [
        a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
        a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
        a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
        a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: [f64; 3], b: [f64; 3]) -> bool {
        (0..3).all(|i| (a[i] - b[i]).abs() < 1e-15)
    }

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y_and_back() {
        let pose = Pose::turned([1.0, 2.0, 3.0], [0.0, 0.0, std::f64::consts::FRAC_PI_2]);
        assert!(near(pose.direction([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]));
        assert!(near(pose.point([1.0, 0.0, 0.0]), [1.0, 3.0, 3.0]));
        assert!(near(pose.point_back([1.0, 3.0, 3.0]), [1.0, 0.0, 0.0]));
        assert!(near(pose.axes()[0], [0.0, 1.0, 0.0]));
    }

    #[test]
    fn a_pose_and_its_inverse_cancel_and_poses_chain() {
        let a = Pose::turned([0.3, -0.2, 0.9], [0.4, 1.1, -0.7]);
        let b = Pose::turned([-1.0, 0.5, 0.1], [-0.2, 0.3, 2.0]);
        let p = [0.7, -0.4, 0.2];
        let chained = a.then(&b).point(p);
        let stepwise = a.point(b.point(p));
        assert!((0..3).all(|i| (chained[i] - stepwise[i]).abs() < 1e-15));
        let back = a.inverse().point(a.point(p));
        assert!((0..3).all(|i| (back[i] - p[i]).abs() < 1e-15));
    }
}
