//! Joints of planar bodies: pins, sliders, locked angles [APS98 15].

use super::super::parameters::{expect, finite};
use super::Anchor;
use crate::error::Error;
use crate::rows::Row;
use crate::vector::{dot2, minus, unit};

/// How planar bodies are joined.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum PlanarJoint {
    /// Two points stay together: two rows.
    Pin {
        /// A name for reports.
        name: String,
        /// What the first point belongs to.
        a: Anchor,
        /// Number of the body of the second point.
        b: usize,
        /// The first point in the axes of a (m).
        point_a: [f64; 2],
        /// The second point in the axes of b (m).
        point_b: [f64; 2],
    },
    /// A point of a body stays on a line of the world: one row. With an [`Angle`](Self::Angle) it is a prismatic joint.
    Slider {
        /// A name for reports.
        name: String,
        /// Number of the body.
        body: usize,
        /// The point in the body's axes (m).
        point: [f64; 2],
        /// A point of the line (m).
        line_point: [f64; 2],
        /// Direction of the line; any length.
        line_direction: [f64; 2],
    },
    /// A body keeps its angle to the ground or to another body: one row.
    Angle {
        /// A name for reports.
        name: String,
        /// Relative to what.
        a: Anchor,
        /// Number of the body.
        b: usize,
        /// θ_b − θ_a (rad), with θ = 0 for the ground.
        angle: f64,
    },
}

impl PlanarJoint {
    /// Checks the parameters; makes the direction a unit vector.
    pub(super) fn prepare(&mut self, field: &str, count: usize) -> Result<(), Error> {
        let of = |part| format!("{field}.{part}");
        match self {
            Self::Pin {
                a,
                b,
                point_a,
                point_b,
                ..
            } => {
                Anchor::check_two(*a, *b, field, count)?;
                finite(&of("point_a"), point_a)?;
                finite(&of("point_b"), point_b)
            }
            Self::Slider {
                body,
                point,
                line_point,
                line_direction,
                ..
            } => {
                Anchor::Body(*body).check(&of("body"), count)?;
                finite(&of("point"), point)?;
                finite(&of("line_point"), line_point)?;
                finite(&of("line_direction"), line_direction)?;
                let direction = unit(*line_direction);
                *line_direction = direction.unwrap_or(*line_direction);
                let field = of("line_direction");
                expect(direction.is_some(), &field, "zero", "a direction")
            }
            Self::Angle { a, b, angle, .. } => {
                Anchor::check_two(*a, *b, field, count)?;
                finite(&of("angle"), &[*angle])
            }
        }
    }

    /// A name for each row.
    pub(super) fn row_names(&self) -> Vec<String> {
        match self {
            Self::Pin { name, .. } => ["x", "y"].map(|axis| format!("{name}, {axis}")).to_vec(),
            Self::Slider { name, .. } | Self::Angle { name, .. } => vec![name.clone()],
        }
    }

    /// The error g (m, rad) of one of its rows, and the row.
    pub(super) fn row(&self, which: usize, q: &[f64], row: &mut Row) -> f64 {
        match self {
            Self::Pin {
                a,
                b,
                point_a,
                point_b,
                ..
            } => {
                let b = Anchor::Body(*b);
                let (at_a, arm_a) = a.locate(*point_a, q);
                let (at_b, arm_b) = b.locate(*point_b, q);
                let axis = [[1.0, 0.0], [0.0, 1.0]][which];
                a.push(-1.0, axis, arm_a, row);
                b.push(1.0, axis, arm_b, row);
                at_b[which] - at_a[which]
            }
            Self::Slider {
                body,
                point,
                line_point,
                line_direction,
                ..
            } => {
                let (at, arm) = Anchor::Body(*body).locate(*point, q);
                let across = [-line_direction[1], line_direction[0]];
                Anchor::Body(*body).push(1.0, across, arm, row);
                dot2(across, minus(at, *line_point))
            }
            Self::Angle { a, b, angle, .. } => {
                let mut error = q[3 * b + 2] - angle;
                if let Anchor::Body(a) = a {
                    row.push(3 * a + 2, -1.0);
                    error -= q[3 * a + 2];
                }
                row.push(3 * b + 2, 1.0);
                error
            }
        }
    }
}
