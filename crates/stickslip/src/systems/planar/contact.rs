//! Contacts of planar bodies: a point or a disc against a line, and disc against disc.

use super::super::parameters::{expect, finite, not_negative, positive};
use super::Anchor;
use crate::error::Error;
use crate::friction::Friction;
use crate::restitution::Restitution;
use crate::system::{ContactSpec, Frame};
use crate::vector::{dot2, minus, scale, unit};

/// Where planar bodies may touch. With the normal n, the tangent is t = (n_y, −n_x): along x over a floor.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum PlanarContact {
    /// A point of a body against a line fixed in the world.
    PointOnLine {
        /// A name for reports.
        name: String,
        /// Number of the body.
        body: usize,
        /// The point in the body's axes, from its centre of mass (m).
        point: [f64; 2],
        /// A point of the line (m).
        line_point: [f64; 2],
        /// Normal of the line, to the free side; any length.
        line_normal: [f64; 2],
        /// Velocity of the line's surface along t (m/s): a belt.
        velocity: f64,
        /// Friction.
        friction: Friction,
        /// Restitution.
        restitution: Restitution,
    },
    /// A disc fixed to a body against a line fixed in the world.
    DiscOnLine {
        /// A name for reports.
        name: String,
        /// Number of the body.
        body: usize,
        /// The disc's centre in the body's axes, from its centre of mass (m).
        centre: [f64; 2],
        /// The disc's radius (m).
        radius: f64,
        /// A point of the line (m).
        line_point: [f64; 2],
        /// Normal of the line, to the free side; any length.
        line_normal: [f64; 2],
        /// Velocity of the line's surface along t (m/s): a belt.
        velocity: f64,
        /// Friction.
        friction: Friction,
        /// Restitution.
        restitution: Restitution,
    },
    /// Two discs from outside; the normal goes from a to b. A disc of radius 0 is a point.
    Discs {
        /// A name for reports.
        name: String,
        /// What carries the first disc.
        a: Anchor,
        /// Its centre in the axes of a (m).
        centre_a: [f64; 2],
        /// Its radius (m).
        radius_a: f64,
        /// Number of the body that carries the second disc.
        b: usize,
        /// Its centre in the axes of b (m).
        centre_b: [f64; 2],
        /// Its radius (m).
        radius_b: f64,
        /// Friction.
        friction: Friction,
        /// Restitution.
        restitution: Restitution,
    },
}

impl PlanarContact {
    /// Checks all but the materials; makes the normal a unit vector.
    pub(super) fn prepare(&mut self, field: &str, count: usize) -> Result<(), Error> {
        let of = |part| format!("{field}.{part}");
        match self {
            Self::PointOnLine { body, point, .. } => {
                Anchor::Body(*body).check(&of("body"), count)?;
                finite(&of("point"), point)?;
            }
            Self::DiscOnLine {
                body,
                centre,
                radius,
                ..
            } => {
                Anchor::Body(*body).check(&of("body"), count)?;
                finite(&of("centre"), centre)?;
                positive(&of("radius"), *radius)?;
            }
            Self::Discs {
                a,
                centre_a,
                radius_a,
                b,
                centre_b,
                radius_b,
                ..
            } => {
                Anchor::check_two(*a, *b, field, count)?;
                finite(&of("centre_a"), centre_a)?;
                finite(&of("centre_b"), centre_b)?;
                not_negative(&of("radius_a"), *radius_a)?;
                not_negative(&of("radius_b"), *radius_b)?;
                let sum = *radius_a + *radius_b;
                positive(&of("radius_a + radius_b"), sum)?;
            }
        }
        if let Self::PointOnLine {
            line_point,
            line_normal,
            velocity,
            ..
        }
        | Self::DiscOnLine {
            line_point,
            line_normal,
            velocity,
            ..
        } = self
        {
            finite(&of("line_point"), line_point)?;
            finite(&of("line_normal"), line_normal)?;
            finite(&of("velocity"), &[*velocity])?;
            let direction = unit(*line_normal);
            expect(
                direction.is_some(),
                &of("line_normal"),
                "zero",
                "a direction",
            )?;
            *line_normal = direction.unwrap_or(*line_normal);
        }
        Ok(())
    }

    /// Name and materials.
    pub(super) fn spec(&self) -> ContactSpec {
        let (Self::PointOnLine {
            name,
            friction,
            restitution,
            ..
        }
        | Self::DiscOnLine {
            name,
            friction,
            restitution,
            ..
        }
        | Self::Discs {
            name,
            friction,
            restitution,
            ..
        }) = self;
        ContactSpec::new(name.clone(), friction.clone()).with_restitution(restitution.clone())
    }

    /// The gap (m).
    pub(super) fn gap(&self, q: &[f64]) -> f64 {
        match self {
            Self::PointOnLine {
                body,
                point,
                line_point,
                line_normal,
                ..
            } => {
                let (at, _) = Anchor::Body(*body).locate(*point, q);
                dot2(*line_normal, minus(at, *line_point))
            }
            Self::DiscOnLine {
                body,
                centre,
                radius,
                line_point,
                line_normal,
                ..
            } => {
                let (at, _) = Anchor::Body(*body).locate(*centre, q);
                dot2(*line_normal, minus(at, *line_point)) - radius
            }
            Self::Discs {
                a,
                centre_a,
                radius_a,
                b,
                centre_b,
                radius_b,
                ..
            } => {
                let (from, _) = a.locate(*centre_a, q);
                let (to, _) = Anchor::Body(*b).locate(*centre_b, q);
                (to[0] - from[0]).hypot(to[1] - from[1]) - radius_a - radius_b
            }
        }
    }

    /// The rows: of the material points that touch.
    pub(super) fn frame(&self, q: &[f64], frame: &mut Frame) {
        match self {
            Self::PointOnLine {
                body,
                point,
                line_normal,
                velocity,
                ..
            } => {
                let (_, arm) = Anchor::Body(*body).locate(*point, q);
                push(Anchor::Body(*body), 1.0, *line_normal, arm, frame);
                frame.surface[1] = *velocity;
            }
            Self::DiscOnLine {
                body,
                centre,
                radius,
                line_normal,
                velocity,
                ..
            } => {
                let (_, arm) = Anchor::Body(*body).locate(*centre, q);
                let arm = minus(arm, scale(*radius, *line_normal));
                push(Anchor::Body(*body), 1.0, *line_normal, arm, frame);
                frame.surface[1] = *velocity;
            }
            Self::Discs {
                a,
                centre_a,
                radius_a,
                b,
                centre_b,
                radius_b,
                ..
            } => {
                let (from, arm_a) = a.locate(*centre_a, q);
                let (to, arm_b) = Anchor::Body(*b).locate(*centre_b, q);
                // one centre on the other: any way out will do
                let n = unit(minus(to, from)).unwrap_or([0.0, 1.0]);
                push(*a, -1.0, n, minus(arm_a, scale(-radius_a, n)), frame);
                push(
                    Anchor::Body(*b),
                    1.0,
                    n,
                    minus(arm_b, scale(*radius_b, n)),
                    frame,
                );
            }
        }
    }
}

/// Adds the normal and tangent velocity of the point at the end of an arm.
fn push(body: Anchor, sign: f64, n: [f64; 2], arm: [f64; 2], frame: &mut Frame) {
    body.push(sign, n, arm, &mut frame.normal);
    body.push(sign, [n[1], -n[0]], arm, &mut frame.tangent);
}
