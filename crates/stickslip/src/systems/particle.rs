//! A particle among planes, which may move: pucks, bouncing points, wedges [APS98 3.1].

use super::parameters::{expect, finite, materials, positive};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::state::State;
use crate::system::{ContactSpec, Contacts, Frame, System};
use crate::vector::{cross, dot, tangent, unit};

/// A plane with the side on which the particle may be.
#[derive(Clone, Debug)]
pub struct Plane {
    /// A name for reports, like `left wall`.
    pub name: String,
    /// Normal, pointing to the free side; any length, [`Particle::new`] makes it a unit vector.
    pub normal: [f64; 3],
    /// n · x for the points x of the plane at t = 0 (m), with the unit normal n.
    pub offset: f64,
    /// Where t shall point; [`Particle::new`] makes it orthogonal to n. `None`: near x, or near y if n is near x.
    pub tangent: Option<[f64; 3]>,
    /// Friction.
    pub friction: Friction,
    /// Restitution.
    pub restitution: Restitution,
    /// Velocity of the surface (m/s). Its normal part moves the plane, the rest is a belt.
    pub velocity: [f64; 3],
}

impl Default for Plane {
    /// The table z = 0, smooth, inelastic and at rest.
    fn default() -> Self {
        Self {
            name: "table".into(),
            normal: [0.0, 0.0, 1.0],
            offset: 0.0,
            tangent: None,
            friction: Friction::none(),
            restitution: Restitution::NONE,
            velocity: [0.0; 3],
        }
    }
}

/// What a [`Particle`] and its world are made of. The default is one kilogram over a smooth table.
#[derive(Clone, Debug)]
pub struct ParticleParameters {
    /// Mass (kg).
    pub mass: f64,
    /// Acceleration of gravity (m/s²).
    pub gravity: [f64; 3],
    /// What it may meet.
    pub planes: Vec<Plane>,
}

impl Default for ParticleParameters {
    fn default() -> Self {
        Self {
            mass: 1.0,
            gravity: [0.0, 0.0, -9.81],
            planes: vec![Plane::default()],
        }
    }
}

/// A particle, q = (x, y, z), with a contact for each plane.
#[derive(Clone, Debug)]
pub struct Particle {
    parameters: ParticleParameters,
    coordinates: Coordinates,
    contacts: Vec<ContactSpec>,
}

impl Particle {
    /// Checks the parameters; makes normals and tangents orthonormal.
    pub fn new(mut parameters: ParticleParameters) -> Result<Self, Error> {
        positive("mass", parameters.mass)?;
        finite("gravity", &parameters.gravity)?;
        for (i, plane) in parameters.planes.iter_mut().enumerate() {
            let of = |field| format!("planes[{i}].{field}");
            finite(&of("normal"), &plane.normal)?;
            finite(&of("offset"), &[plane.offset])?;
            finite(&of("velocity"), &plane.velocity)?;
            let direction = unit(plane.normal);
            expect(direction.is_some(), &of("normal"), "zero", "a direction")?;
            plane.normal = direction.unwrap_or(plane.normal);
            if let Some(wish) = plane.tangent {
                finite(&of("tangent"), &wish)?;
                let across = unit(wish).map(|t| cross(plane.normal, t));
                expect(
                    across.is_some_and(|a| dot(a, a) > 1e-18),
                    &of("tangent"),
                    format!("{wish:?}"),
                    "a direction other than the normal",
                )?;
            }
            let wish = plane.tangent.unwrap_or([0.0; 3]);
            plane.tangent = Some(tangent(plane.normal, wish));
        }
        let contacts: Vec<_> = (parameters.planes.iter())
            .map(|plane| {
                ContactSpec::new(plane.name.clone(), plane.friction.clone())
                    .with_restitution(plane.restitution.clone())
            })
            .collect();
        materials(&contacts)?;
        let coordinates = ["x", "y", "z"]
            .into_iter()
            .fold(Coordinates::default(), |c, axis| {
                c.with(axis, Coordinate::Length)
            });
        Ok(Self {
            parameters,
            coordinates,
            contacts,
        })
    }

    /// What it is made of; planes have unit normals and tangents.
    pub fn parameters(&self) -> &ParticleParameters {
        &self.parameters
    }

    /// The state with a position (m) and a velocity (m/s).
    pub fn state(&self, position: [f64; 3], velocity: [f64; 3]) -> State {
        State::new(position.to_vec(), velocity.to_vec())
    }
}

impl System for Particle {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        mass.push_diagonal(&[self.parameters.mass; 3]);
    }

    fn force(&self, _t: f64, _q: &[f64], _v: &[f64], force: &mut [f64]) {
        let p = &self.parameters;
        force
            .iter_mut()
            .zip(p.gravity)
            .for_each(|(f, g)| *f += p.mass * g);
    }

    fn potential(&self, q: &[f64]) -> f64 {
        -self.parameters.mass * dot(self.parameters.gravity, [q[0], q[1], q[2]])
    }

    fn has_constant_mass(&self) -> bool {
        true
    }

    fn contacts(&self) -> Contacts<'_> {
        (&self.contacts).into()
    }

    /// n·x − offset − (n·velocity) t.
    fn gap(&self, contact: usize, t: f64, q: &[f64]) -> f64 {
        let plane = &self.parameters.planes[contact];
        dot(plane.normal, [q[0], q[1], q[2]]) - plane.offset - dot(plane.normal, plane.velocity) * t
    }

    fn frame(&self, contact: usize, _t: f64, _q: &[f64], frame: &mut Frame) {
        let plane = &self.parameters.planes[contact];
        let n = plane.normal;
        let t = plane.tangent.unwrap_or([0.0; 3]);
        let o = cross(n, t);
        frame.normal.extend(0, &n);
        frame.tangent.extend(0, &t);
        frame.binormal.extend(0, &o);
        let along = [n, t, o].map(|axis| dot(axis, plane.velocity));
        frame.surface[..3].copy_from_slice(&along);
    }
}

#[cfg(test)]
mod tests {
    use super::super::check::*;
    use super::*;

    fn wedge() -> Particle {
        let wall = |normal, tangent, velocity| Plane {
            normal,
            tangent,
            velocity,
            offset: 0.3,
            ..Default::default()
        };
        let planes = vec![
            Plane::default(),
            wall([0.0, -1.0, 1.0], Some([1.0, 5.0, 0.0]), [0.5, 0.2, -0.1]),
            wall([3.0, 0.1, 0.0], None, [0.0, 0.0, 1.0]),
        ];
        let gravity = [0.3, 0.0, -9.81];
        Particle::new(ParticleParameters {
            mass: 2.0,
            gravity,
            planes,
        })
        .unwrap()
    }

    #[test]
    fn rows_forces_and_mass_belong_together() {
        assert_consistent(&wedge(), 1);
        assert_conservative(&wedge(), 2);
        assert_keeps_energy(&wedge(), 3);
    }

    #[test]
    fn frames_are_orthonormal_and_right_handed() {
        let particle = wedge();
        let q = [0.1, 0.2, 0.3];
        for contact in 0..3 {
            let frame = frame(&particle, contact, 0.0, &q);
            let axes = [0, 1, 2].map(|k| {
                let row = dense(frame.row(k), 3);
                [row[0], row[1], row[2]]
            });
            assert!(dot(axes[0], axes[1]).abs() < 1e-15);
            assert_follows(&particle, &q, &frame, axes, |q| [q[0], q[1], q[2]]);
        }
        // a table's tangent is x, and a wish is followed as far as it can be
        assert_eq!(
            dense(&frame(&particle, 0, 0.0, &q).tangent, 3),
            [1.0, 0.0, 0.0]
        );
        let t = dense(&frame(&particle, 1, 0.0, &q).tangent, 3);
        let expected = [1.0, 2.5, 2.5].map(|x| x / 13.5_f64.sqrt());
        assert_close(&t, &expected, 1e-15, "t");
    }

    #[test]
    fn a_plane_moves_with_the_normal_part_of_its_velocity() {
        let particle = wedge();
        let normal = -0.3 / 2.0_f64.sqrt();
        let (now, later) = (
            particle.gap(1, 0.0, &[0.0; 3]),
            particle.gap(1, 2.0, &[0.0; 3]),
        );
        assert!((later - now + 2.0 * normal).abs() < 1e-15);
        let surface = frame(&particle, 1, 0.0, &[0.0; 3]).surface;
        assert!((surface[0] - normal).abs() < 1e-15);
        // nothing is lost: the components make up the velocity
        let size: f64 = surface.iter().map(|x| x * x).sum();
        assert!((size - (0.25 + 0.04 + 0.01)).abs() < 1e-15);
    }

    #[test]
    fn bad_parameters_are_named() {
        let with = |change: fn(&mut ParticleParameters)| {
            let mut parameters = ParticleParameters::default();
            change(&mut parameters);
            Particle::new(parameters)
        };
        assert_names(with(|p| p.mass = 0.0), "mass");
        assert_names(with(|p| p.gravity[2] = f64::NAN), "gravity[2]");
        assert_names(with(|p| p.planes[0].normal = [0.0; 3]), "planes[0].normal");
        assert_names(with(|p| p.planes[0].offset = f64::NAN), "planes[0].offset");
        assert_names(
            with(|p| p.planes[0].velocity[0] = f64::NAN),
            "planes[0].velocity[0]",
        );
        assert_names(
            with(|p| p.planes[0].tangent = Some([0.0, 0.0, 2.0])),
            "planes[0].tangent",
        );
        assert_names(with(|p| p.planes[0].friction.coefficient = -1.0), "table");
        assert_names(
            with(|p| p.planes[0].restitution = Restitution::Constant(2.0)),
            "restitution",
        );
    }
}
