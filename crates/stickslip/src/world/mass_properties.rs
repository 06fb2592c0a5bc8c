//! Mass, centre and inertia of shapes.

use super::body::{Body, Collider, Inertia};
use super::pose::Pose;
use super::shape::Shape;
use super::symmetric::principal_values;
use crate::error::Error;
use crate::vector::{cross, dot, minus, plus, scale};
use std::f64::consts::PI;

/// Mass, centre of mass and inertia about it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MassProperties {
    /// (kg)
    pub mass: f64,
    /// Centre of mass (m).
    pub centre: [f64; 3],
    /// Inertia about the centre, along the axes of the frame (kg·m²).
    pub inertia: [[f64; 3]; 3],
}

impl MassProperties {
    /// Of a collider, in the frame of its body. Half-spaces and surfaces that enclose no volume have none.
    pub fn of_collider(collider: &Collider) -> Result<Self, Error> {
        let density = collider.density;
        if !(density >= 0.0 && density.is_finite()) {
            return Err(bad("density", density, "finite and not negative (kg/m³)"));
        }
        collider.shape.check()?;
        let unit = Self::of_shape(&collider.shape)?;
        Ok(unit.scaled(density).placed(&collider.pose))
    }

    /// Of a free body, in its frame.
    pub fn of_body(body: &Body) -> Result<Self, Error> {
        let named =
            |error: Error, part: String| error.within(&format!("body {:?}: {part}", body.name));
        let properties = match &body.inertia {
            Inertia::Given {
                mass,
                centre,
                inertia,
            } => Self {
                mass: *mass,
                centre: *centre,
                inertia: *inertia,
            },
            from_shapes => {
                let mut parts = Vec::with_capacity(body.colliders.len());
                for (i, collider) in body.colliders.iter().enumerate() {
                    let part = Self::of_collider(collider)
                        .map_err(|e| named(e, format!("collider {i}: ")))?;
                    parts.push(part);
                }
                let sum = Self::sum(&parts);
                match *from_shapes {
                    Inertia::Mass(mass) if sum.mass > 0.0 => sum.scaled(mass / sum.mass),
                    _ => sum,
                }
            }
        };
        properties.check().map_err(|e| named(e, String::new()))?;
        Ok(properties)
    }

    /// Of a shape of density 1, in its own frame.
    fn of_shape(shape: &Shape) -> Result<Self, Error> {
        let along_axes = |mass: f64, moments: [f64; 3]| Self {
            mass,
            centre: [0.0; 3],
            inertia: diagonal(moments),
        };
        Ok(match shape {
            Shape::Sphere { radius } => {
                let mass = 4.0 / 3.0 * PI * radius.powi(3);
                along_axes(mass, [0.4 * mass * radius * radius; 3])
            }
            Shape::Box { half: [x, y, z] } => {
                let mass = 8.0 * x * y * z;
                let about = |a: &f64, b: &f64| mass / 3.0 * (a * a + b * b);
                along_axes(mass, [about(y, z), about(x, z), about(x, y)])
            }
            Shape::Ellipsoid { half: [x, y, z] } => {
                let mass = 4.0 / 3.0 * PI * x * y * z;
                let about = |a: &f64, b: &f64| mass / 5.0 * (a * a + b * b);
                along_axes(mass, [about(y, z), about(x, z), about(x, y)])
            }
            Shape::Cylinder {
                half_length: l,
                radius: r,
            } => {
                let mass = 2.0 * PI * r * r * l;
                let across = mass * (0.25 * r * r + l * l / 3.0);
                along_axes(mass, [across, across, 0.5 * mass * r * r])
            }
            Shape::Capsule {
                half_length: l,
                radius: r,
            } => {
                let (middle, ends) = (2.0 * PI * r * r * l, 4.0 / 3.0 * PI * r.powi(3));
                // half a ball has its centre 3r/8 from its flat side
                let across = middle * (0.25 * r * r + l * l / 3.0)
                    + ends * (0.4 * r * r + l * l + 0.75 * l * r);
                let about = middle * 0.5 * r * r + ends * 0.4 * r * r;
                along_axes(middle + ends, [across, across, about])
            }
            Shape::Convex(hull) => Self::enclosed(&hull.points, &hull.triangles)?,
            Shape::Mesh(mesh) => Self::enclosed(&mesh.points, &mesh.triangles)?,
            Shape::HalfSpace => {
                return Err(Error::BadParameter {
                    field: "shape".into(),
                    value: shape.word().into(),
                    expected: "a bounded solid, because a half-space has no finite mass",
                });
            }
        })
    }

    /// Of what a closed surface of triangles encloses, at density 1: the sum over tetrahedra from one point to each triangle.
    fn enclosed(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Result<Self, Error> {
        if !is_closed(triangles) {
            return Err(Error::BadParameter {
                field: "mesh".into(),
                value: "open".into(),
                expected: "a closed surface (each edge shared by two triangles, in opposite directions); close the holes, or \
                           give mass and inertia",
            });
        }
        let mean = scale(
            1.0 / points.len().max(1) as f64,
            points.iter().fold([0.0; 3], |sum, p| plus(sum, *p)),
        );
        let (mut volume, mut first, mut second) = (0.0, [0.0; 3], [[0.0; 3]; 3]);
        for triangle in triangles {
            let [a, b, c] = triangle.map(|i| minus(points[i as usize], mean));
            let six = dot(a, cross(b, c));
            let sum = plus(plus(a, b), c);
            volume += six / 6.0;
            for i in 0..3 {
                first[i] += six / 24.0 * sum[i];
                for j in 0..3 {
                    second[i][j] +=
                        six / 120.0 * (sum[i] * sum[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
                }
            }
        }
        if !(volume > 0.0 && volume.is_finite()) {
            return Err(bad(
                "enclosed volume",
                volume,
                "positive (m³); list the corners of each triangle counter-clockwise as seen from outside",
            ));
        }
        let centre = scale(1.0 / volume, first);
        for i in 0..3 {
            for j in 0..3 {
                second[i][j] -= volume * centre[i] * centre[j];
            }
        }
        let trace = second[0][0] + second[1][1] + second[2][2];
        let inertia = std::array::from_fn(|i| {
            std::array::from_fn(|j| if i == j { trace } else { 0.0 } - second[i][j])
        });
        Ok(Self {
            mass: volume,
            centre: plus(mean, centre),
            inertia,
        })
    }

    /// The same shape with another density.
    fn scaled(&self, factor: f64) -> Self {
        Self {
            mass: factor * self.mass,
            centre: self.centre,
            inertia: self.inertia.map(|row| scale(factor, row)),
        }
    }

    /// In the frame around a part's frame.
    fn placed(&self, pose: &Pose) -> Self {
        let axes = pose.axes();
        let inertia = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let mut sum = 0.0;
                for k in 0..3 {
                    for l in 0..3 {
                        sum += axes[k][i] * self.inertia[k][l] * axes[l][j];
                    }
                }
                sum
            })
        });
        Self {
            mass: self.mass,
            centre: pose.point(self.centre),
            inertia: symmetrised(inertia),
        }
    }

    /// Of several parts together (parallel axes).
    fn sum(parts: &[Self]) -> Self {
        let mass: f64 = parts.iter().map(|p| p.mass).sum();
        if mass.is_nan() || mass <= 0.0 {
            return Self::default();
        }
        let centre = parts
            .iter()
            .fold([0.0; 3], |sum, p| plus(sum, scale(p.mass / mass, p.centre)));
        let mut inertia = [[0.0; 3]; 3];
        for part in parts {
            let d = minus(part.centre, centre);
            let square = dot(d, d);
            for i in 0..3 {
                for j in 0..3 {
                    let shift = if i == j { square } else { 0.0 } - d[i] * d[j];
                    inertia[i][j] += part.inertia[i][j] + part.mass * shift;
                }
            }
        }
        Self {
            mass,
            centre,
            inertia,
        }
    }

    /// Whether a solid can have these.
    fn check(&self) -> Result<(), Error> {
        if !(self.mass > 0.0 && self.mass.is_finite()) {
            return Err(bad(
                "mass",
                self.mass,
                "positive and finite (kg); give the body colliders with a density, or a mass and an inertia",
            ));
        }
        if let Some(x) = self.centre.iter().find(|x| !x.is_finite()) {
            return Err(bad("centre of mass", x, "finite (m)"));
        }
        let m = &self.inertia;
        let size = m.iter().flatten().fold(0.0_f64, |s, x| s.max(x.abs()));
        let told = format!("{m:?}");
        let wrong = |expected| Error::BadParameter {
            field: "inertia".into(),
            value: told.clone(),
            expected,
        };
        if m.iter().flatten().any(|x| !x.is_finite()) {
            return Err(wrong("finite (kg·m²)"));
        }
        let skew = [(0, 1), (0, 2), (1, 2)]
            .iter()
            .any(|&(i, j)| (m[i][j] - m[j][i]).abs() > 1e-12 * size);
        if skew {
            return Err(wrong(
                "symmetric; give (I + Iᵀ)/2 if the difference is rounding",
            ));
        }
        let [a, b, c] = principal_values(*m);
        // rounding of the eigenvalues, and of numbers typed with nine digits
        let rounding = 1e-9 * size;
        if a <= 1e-12 * size {
            return Err(wrong(
                "positive definite: a principal moment is zero or negative; a body without extent about an axis needs a small \
                 moment about it",
            ));
        }
        if a + b < c - rounding {
            return Err(wrong(
                "that of a body: the sum of any two principal moments is at least the third; look for a wrong unit or a wrong sign",
            ));
        }
        Ok(())
    }
}

/// Whether each edge belongs to two triangles that run through it in opposite directions.
pub(super) fn is_closed(triangles: &[[u32; 3]]) -> bool {
    let mut edges: Vec<(u32, u32)> = triangles
        .iter()
        .flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)])
        .collect();
    edges.sort_unstable();
    let each_once = edges.windows(2).all(|pair| pair[0] != pair[1]);
    let backwards = |&(a, b): &(u32, u32)| edges.binary_search(&(b, a)).is_ok();
    each_once && !edges.is_empty() && edges.iter().all(backwards)
}

fn diagonal(moments: [f64; 3]) -> [[f64; 3]; 3] {
    std::array::from_fn(|i| std::array::from_fn(|j| if i == j { moments[i] } else { 0.0 }))
}

fn symmetrised(m: [[f64; 3]; 3]) -> [[f64; 3]; 3] {
    std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (m[i][j] + m[j][i])))
}

fn bad(field: &str, value: impl ToString, expected: &'static str) -> Error {
    Error::BadParameter {
        field: field.into(),
        value: value.to_string(),
        expected,
    }
}

#[cfg(test)]
mod tests;
