//! What moves planar bodies besides gravity: drives and springs.

use super::super::parameters::{finite, not_negative};
use super::Anchor;
use crate::error::Error;
use crate::vector::{dot2, minus, scale};

/// A torque (N·m) or force (N) as a function of time.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TimeLaw {
    /// The same at all times.
    Constant(f64),
    /// amplitude · sin(frequency · t + phase).
    Sine {
        /// Largest value (N·m or N).
        amplitude: f64,
        /// Angular frequency (rad/s).
        frequency: f64,
        /// Phase at t = 0 (rad).
        phase: f64,
    },
}

impl TimeLaw {
    /// The value at a time (s).
    pub fn at(self, t: f64) -> f64 {
        match self {
            Self::Constant(value) => value,
            Self::Sine {
                amplitude,
                frequency,
                phase,
            } => amplitude * (frequency * t + phase).sin(),
        }
    }

    fn check(self, field: &str) -> Result<(), Error> {
        match self {
            Self::Constant(value) => finite(field, &[value]),
            Self::Sine {
                amplitude,
                frequency,
                phase,
            } => finite(field, &[amplitude, frequency, phase]),
        }
    }
}

/// A given torque or force on a body; the ground takes the reaction.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Drive {
    /// A torque.
    Torque {
        /// Number of the body.
        body: usize,
        /// The torque (N·m).
        torque: TimeLaw,
    },
    /// A force that keeps its direction in the world.
    Force {
        /// Number of the body.
        body: usize,
        /// Where it acts, in the body's axes (m).
        point: [f64; 2],
        /// Its direction in the world; a length other than 1 multiplies the force.
        direction: [f64; 2],
        /// The force (N).
        force: TimeLaw,
    },
}

impl Drive {
    pub(super) fn check(&self, field: &str, count: usize) -> Result<(), Error> {
        let of = |part| format!("{field}.{part}");
        match self {
            Self::Torque { body, torque } => {
                Anchor::Body(*body).check(&of("body"), count)?;
                torque.check(&of("torque"))
            }
            Self::Force {
                body,
                point,
                direction,
                force,
            } => {
                Anchor::Body(*body).check(&of("body"), count)?;
                finite(&of("point"), point)?;
                finite(&of("direction"), direction)?;
                force.check(&of("force"))
            }
        }
    }

    /// Adds it to the generalised force.
    pub(super) fn add(&self, t: f64, q: &[f64], out: &mut [f64]) {
        match self {
            Self::Torque { body, torque } => out[3 * body + 2] += torque.at(t),
            Self::Force {
                body,
                point,
                direction,
                force,
            } => {
                let (_, arm) = Anchor::Body(*body).locate(*point, q);
                Anchor::Body(*body).pull(scale(force.at(t), *direction), arm, out);
            }
        }
    }
}

/// A spring with a damper beside it, between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// What the first point belongs to.
    pub a: Anchor,
    /// Number of the body of the second point.
    pub b: usize,
    /// The first point in the axes of a (m).
    pub point_a: [f64; 2],
    /// The second point in the axes of b (m).
    pub point_b: [f64; 2],
    /// Stiffness k (N/m).
    pub stiffness: f64,
    /// Damping c (N·s/m).
    pub damping: f64,
    /// Length L without force (m).
    pub length: f64,
}

impl Spring {
    pub(super) fn check(&self, field: &str, count: usize) -> Result<(), Error> {
        let of = |part| format!("{field}.{part}");
        Anchor::check_two(self.a, self.b, field, count)?;
        finite(&of("point_a"), &self.point_a)?;
        finite(&of("point_b"), &self.point_b)?;
        not_negative(&of("stiffness"), self.stiffness)?;
        not_negative(&of("damping"), self.damping)?;
        not_negative(&of("length"), self.length)
    }

    /// Adds its pull k (d − L) + c ḋ along the line of the two points, d their distance.
    pub(super) fn add(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        let b = Anchor::Body(self.b);
        let (at_a, arm_a) = self.a.locate(self.point_a, q);
        let (at_b, arm_b) = b.locate(self.point_b, q);
        let between = minus(at_b, at_a);
        let distance = between[0].hypot(between[1]);
        // points that coincide have no line; a spring without length pulls with zero there anyway
        if distance == 0.0 {
            return;
        }
        let line = scale(1.0 / distance, between);
        let speed = minus(b.velocity(arm_b, v), self.a.velocity(arm_a, v));
        let pull = self.stiffness * (distance - self.length) + self.damping * dot2(line, speed);
        self.a.pull(scale(pull, line), arm_a, out);
        b.pull(scale(-pull, line), arm_b, out);
    }

    /// ½ k (d − L)² (J).
    pub(super) fn energy(&self, q: &[f64]) -> f64 {
        let (at_a, _) = self.a.locate(self.point_a, q);
        let (at_b, _) = Anchor::Body(self.b).locate(self.point_b, q);
        let stretch = (at_b[0] - at_a[0]).hypot(at_b[1] - at_a[1]) - self.length;
        0.5 * self.stiffness * stretch * stretch
    }
}
