//! Whether the numbers of a shape make one.

use super::shape::Shape;
use crate::error::Error;

impl Shape {
    /// Checks sizes and indices. Errors name the field of the shape.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self {
            Self::Sphere { radius } => positive("radius", *radius),
            Self::Box { half } | Self::Ellipsoid { half } => {
                for (i, x) in half.iter().enumerate() {
                    positive(&format!("half[{i}]"), *x)?;
                }
                Ok(())
            }
            Self::Capsule {
                half_length,
                radius,
            }
            | Self::Cylinder {
                half_length,
                radius,
            } => {
                positive("half_length", *half_length)?;
                positive("radius", *radius)
            }
            Self::Convex(hull) => {
                if hull.points.len() < 4 || hull.triangles.len() < 4 {
                    return Err(Error::BadParameter {
                        field: "convex".into(),
                        value: format!("{} points", hull.points.len()),
                        expected: "at least 4 points that are not in one plane; make it with Hull::new",
                    });
                }
                surface(&hull.points, &hull.triangles)
            }
            Self::Mesh(mesh) => surface(&mesh.points, &mesh.triangles),
            Self::HalfSpace => Ok(()),
        }
    }
}

/// Checks the points and indices of a surface.
pub(crate) fn surface(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<(), Error> {
    if triangles.is_empty() {
        return Err(Error::BadParameter {
            field: "triangles".into(),
            value: "none".into(),
            expected: "a list of at least one triangle",
        });
    }
    for (i, point) in points.iter().enumerate() {
        Error::check_vector(point, 3, || format!("points[{i}]"))?;
    }
    for (i, triangle) in triangles.iter().enumerate() {
        let wrong = |expected| Error::BadParameter {
            field: format!("triangles[{i}]"),
            value: format!("{triangle:?}"),
            expected,
        };
        if triangle.iter().any(|&j| j as usize >= points.len()) {
            return Err(wrong("three indices of points, counted from 0"));
        }
        let [a, b, c] = triangle.map(|j| points[j as usize]);
        let across = crate::vector::cross(crate::vector::minus(b, a), crate::vector::minus(c, a));
        if crate::vector::unit(across).is_none() {
            return Err(wrong(
                "three points that are not on one line; leave such triangles out",
            ));
        }
    }
    Ok(())
}

fn positive(field: &str, value: f64) -> Result<(), Error> {
    if value > 0.0 && value.is_finite() {
        // volumes and inertias take the fifth power
        return match (1e-40..1e40).contains(&value) {
            true => Ok(()),
            false => Err(Error::BadParameter {
                field: field.into(),
                value: format!("{value:e}"),
                expected: "between 1e-40 and 1e40 m",
            }),
        };
    }
    Err(Error::BadParameter {
        field: field.into(),
        value: value.to_string(),
        expected: "positive and finite (m)",
    })
}
