//! Bodies: what they consist of and what moves them.

use super::pose::Pose;
use super::shape::Shape;
use super::signal::Signal;

/// A rigid body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name, unique in its world.
    pub name: String,
    /// What moves it.
    pub motion: Motion,
    /// Where its frame is at t = 0.
    pub pose: Pose,
    /// Velocity of the centre of mass at t = 0, for a body that moves freely (m/s, world frame).
    pub velocity: [f64; 3],
    /// Angular velocity at t = 0, for a body that moves freely (rad/s, world frame).
    pub spin: [f64; 3],
    /// What it collides with others by, and where its mass is.
    pub colliders: Vec<Collider>,
    /// Where its mass comes from.
    pub inertia: Inertia,
}

/// What moves a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// Forces, contacts and joints.
    Free,
    /// Nothing.
    Fixed,
    /// A motion given in advance, whatever forces it takes.
    Driven(Path),
}

/// A motion given in advance, added to the pose at t = 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Displacement of the body's origin along the axes of the world (m).
    pub shift: [Signal; 3],
    /// The axis about which it turns, through its origin; a direction of the world.
    pub axis: [f64; 3],
    /// The angle about it (rad).
    pub angle: Signal,
}

/// Where the mass of a free body comes from.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Inertia {
    /// From the shapes and densities of its colliders.
    #[default]
    FromShapes,
    /// The same, scaled to a mass (kg).
    Mass(f64),
    /// Given.
    Given {
        /// (kg)
        mass: f64,
        /// The centre of mass, in the body's frame (m).
        centre: [f64; 3],
        /// The inertia about the centre of mass, along the axes of the body's frame (kg·m²), symmetric.
        inertia: [[f64; 3]; 3],
    },
}

/// A part of a body's surface.
#[derive(Clone, Debug)]
pub struct Collider {
    /// Its shape.
    pub shape: Shape,
    /// Where it is in the body's frame.
    pub pose: Pose,
    /// Index of its material.
    pub material: usize,
    /// (kg/m³)
    pub density: f64,
    /// Whom it collides with.
    pub groups: Groups,
    /// Velocity of the surface relative to the body (m/s, in the body's frame): a conveyor belt.
    pub belt: [f64; 3],
}

impl Collider {
    /// A shape at the origin of its body, of material 0 with the density of water.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            pose: Pose::IDENTITY,
            material: 0,
            density: 1000.0,
            groups: Groups::default(),
            belt: [0.0; 3],
        }
    }
}

/// Two colliders can touch if each is a member of a group that the other minds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The groups it is a member of, a bit each.
    pub member: u32,
    /// The groups it minds, a bit each.
    pub minds: u32,
}

impl Default for Groups {
    fn default() -> Self {
        Self {
            member: 1,
            minds: u32::MAX,
        }
    }
}

impl Groups {
    /// Whether two colliders can touch.
    pub fn meet(&self, other: &Self) -> bool {
        self.member & other.minds != 0 && other.member & self.minds != 0
    }
}

impl Path {
    /// The pose at a time (s) of a body that begins at `start`.
    pub fn pose(&self, start: &Pose, t: f64) -> Pose {
        let axis = crate::vector::unit(self.axis).unwrap_or([0.0; 3]);
        let angle = self.angle.at(t);
        let turn = Pose::turned([0.0; 3], axis.map(|a| a * angle));
        let mut pose = turn.then(&Pose {
            position: [0.0; 3],
            ..*start
        });
        pose.position = std::array::from_fn(|i| start.position[i] + self.shift[i].at(t));
        pose
    }

    /// The velocity of the origin (m/s) and the angular velocity (rad/s) at a time (s).
    pub fn velocity(&self, t: f64) -> ([f64; 3], [f64; 3]) {
        let axis = crate::vector::unit(self.axis).unwrap_or([0.0; 3]);
        let rate = self.angle.rate(t);
        let shift = std::array::from_fn(|i| self.shift[i].rate(t));
        (shift, axis.map(|a| a * rate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_velocity_of_a_path_is_its_derivative() {
        let path = Path {
            shift: [
                Signal::Sine {
                    offset: 0.0,
                    amplitude: 0.3,
                    frequency: 2.0,
                    phase: 0.0,
                },
                Signal::ZERO,
                Signal::Ramp {
                    offset: 0.1,
                    slope: 2.0,
                },
            ],
            axis: [0.0, 2.0, 1.0],
            angle: Signal::Ramp {
                offset: 0.2,
                slope: -3.0,
            },
        };
        let start = Pose::turned([1.0, 2.0, 3.0], [0.3, 0.1, -0.4]);
        let (t, d, local) = (0.37, 1e-6, [0.2, -0.5, 0.4]);
        let at = |t: f64| path.pose(&start, t).point(local);
        let (late, early) = (at(t + d), at(t - d));
        let (v, w) = path.velocity(t);
        let arm = path.pose(&start, t).direction(local);
        let turn = crate::vector::cross(w, arm);
        for i in 0..3 {
            let slope = (late[i] - early[i]) / (2.0 * d);
            assert!((slope - v[i] - turn[i]).abs() < 1e-8);
        }
    }

    #[test]
    fn groups_must_agree_on_both_sides() {
        let a = Groups {
            member: 1,
            minds: 2,
        };
        let b = Groups {
            member: 2,
            minds: 1,
        };
        let deaf = Groups {
            member: 2,
            minds: 0,
        };
        assert!(a.meet(&b) && b.meet(&a) && !a.meet(&deaf) && !a.meet(&a));
    }
}
