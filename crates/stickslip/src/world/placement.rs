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
    /// Adds to a row what makes it `sign` times the velocity, along a direction, of the body at a point of the world. The part
    /// that is given in advance is returned: the row's velocity is row·v plus that.
    pub(crate) fn push_point(
        &self,
        row: &mut Row,
        point: [f64; 3],
        direction: [f64; 3],
        sign: f64,
    ) -> f64 {
        let arm = minus(point, self.centre);
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
    /// advance is returned.
    pub(crate) fn push_pair(
        first: &Self,
        second: &Self,
        row: &mut Row,
        point: [f64; 3],
        direction: [f64; 3],
    ) -> f64 {
        if let (Some(a), Some(b)) = (first.dof, second.dof) {
            let [x, y, z] = direction;
            let [p, q, r] = cross(minus(point, second.centre), direction);
            let [u, v, w] = cross(minus(point, first.centre), direction);
            // a turn that does nothing must not tie anything
            if [p, q, r] != [0.0; 3] && [u, v, w] != [0.0; 3] && a != b {
                row.set_pair([b, a], &[x, y, z, p, q, r, -x, -y, -z, -u, -v, -w]);
                return 0.0;
            }
        }
        second.push_point(row, point, direction, 1.0)
            + first.push_point(row, point, direction, -1.0)
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
