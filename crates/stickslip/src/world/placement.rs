//! A body at one instant: where it is, which velocities are its own, and how a point of it moves.

use super::pose::Pose;
use crate::rows::Row;
use crate::vector::{cross, dot, minus};

/// A body at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placement {
    /// The body's frame.
    pub(crate) pose: Pose,
    /// The point whose velocity is `velocity`: the centre of mass of a free body, the origin of others (m).
    pub(crate) centre: [f64; 3],
    /// Where the six velocities of a free body begin in v.
    pub(crate) dof: Option<usize>,
    /// Velocity (m/s) of `centre` and angular velocity (rad/s), given in advance; zero for a free body.
    pub(crate) velocity: ([f64; 3], [f64; 3]),
}

impl Placement {
    /// Of something that is not there.
    pub(crate) const NOWHERE: Self = Self {
        pose: Pose::IDENTITY,
        centre: [0.0; 3],
        dof: None,
        velocity: ([0.0; 3], [0.0; 3]),
    };

    /// Adds to a row what makes it `sign` times the velocity, along a direction, of the body at a point of the world. The part
    /// that is given in advance is returned: the row's velocity is row·v plus that.
    pub(crate) fn push_point(
        &self,
        row: &mut Row,
        point: [f64; 3],
        direction: [f64; 3],
        sign: f64,
    ) -> f64 {
        self.push_arm(row, minus(point, self.centre), direction, sign)
    }

    /// The same for a point given by the arm from the centre to it.
    fn push_arm(&self, row: &mut Row, arm: [f64; 3], direction: [f64; 3], sign: f64) -> f64 {
        // d·(v + ω × r) = d·v + ω·(r × d)
        let moment = cross(arm, direction);
        match self.dof {
            Some(dof) => {
                let [x, y, z] = direction.map(|x| sign * x);
                match moment == [0.0; 3] {
                    true => row.extend(dof, &[x, y, z]),
                    false => {
                        let [a, b, c] = moment.map(|x| sign * x);
                        row.extend(dof, &[x, y, z, a, b, c]);
                    }
                }
                0.0
            }
            None => sign * (dot(direction, self.velocity.0) + dot(moment, self.velocity.1)),
        }
    }

    /// Makes an empty row the velocity, along a direction, of a second body at a point relative to a first; what of it is given in
    /// advance is returned. The arms lead from the centres to the point.
    #[inline]
    pub(crate) fn push_pair(
        first: (&Self, [f64; 3]),
        second: (&Self, [f64; 3]),
        row: &mut Row,
        direction: [f64; 3],
    ) -> f64 {
        if let (Some(a), Some(b)) = (first.0.dof, second.0.dof) {
            let [x, y, z] = direction;
            let [p, q, r] = cross(second.1, direction);
            let [u, v, w] = cross(first.1, direction);
            // a turn that does nothing must not tie anything
            let turns = |[x, y, z]: [f64; 3]| x != 0.0 || y != 0.0 || z != 0.0;
            if turns([p, q, r]) && turns([u, v, w]) && a != b {
                row.set_pair([b, a], &[x, y, z, p, q, r, -x, -y, -z, -u, -v, -w]);
                return 0.0;
            }
        }
        second.0.push_arm(row, second.1, direction, 1.0)
            + first.0.push_arm(row, first.1, direction, -1.0)
    }

    /// The same for the angular velocity along a direction.
    pub(crate) fn push_turn(&self, row: &mut Row, direction: [f64; 3], sign: f64) -> f64 {
        match self.dof {
            Some(dof) => {
                row.extend(dof + 3, &direction.map(|x| sign * x));
                0.0
            }
            None => sign * dot(direction, self.velocity.1),
        }
    }
}
