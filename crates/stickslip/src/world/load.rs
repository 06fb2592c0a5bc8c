//! Forces and torques on bodies, as functions of time.

use super::signal::Signal;

/// A force and a torque on a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Load {
    /// Index of the body.
    pub body: usize,
    /// Where the force acts, in the body's frame (m).
    pub at: [f64; 3],
    /// The force (N).
    pub force: [Signal; 3],
    /// The torque (N·m).
    pub torque: [Signal; 3],
    /// Whether force and torque turn with the body; if not, their axes are those of the world.
    pub follows: bool,
}
