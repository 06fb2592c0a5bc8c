//! A particle among planes, which may move: pucks, bouncing points, wedges [APS98 3.1].

use super::parameters::{expect, finite, materials, positive};
use super::vector::{cross, dot, tangent, unit};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::restitution::Restitution;
use crate::state::State;
use crate::system::{ContactSpec, Frame, System};

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

    fn contacts(&self) -> &[ContactSpec] {
        &self.contacts
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
