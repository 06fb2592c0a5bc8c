//! Planar bodies in absolute coordinates, joined by pins and sliders, driven, sprung, and in contact: slider-crank,
//! four-bar, block on a belt, ladder.

mod contact;
mod joint;
mod load;

pub use contact::PlanarContact;
pub use joint::PlanarJoint;
pub use load::{Drive, Spring, TimeLaw};

use super::parameters::{expect, finite, materials, positive};
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::mass::Mass;
use crate::rows::Row;
use crate::state::State;
use crate::system::{ContactSpec, Contacts, Frame, JointSpec, System};
use crate::vector::cross2;

/// A rigid body of the plane.
#[derive(Clone, Debug)]
pub struct PlanarBody {
    /// A name for coordinates and reports, like `crank`.
    pub name: String,
    /// Mass (kg).
    pub mass: f64,
    /// Moment of inertia about the centre of mass (kg·m²).
    pub inertia: f64,
}

impl PlanarBody {
    /// A body.
    pub fn new(name: impl Into<String>, mass: f64, inertia: f64) -> Self {
        Self {
            name: name.into(),
            mass,
            inertia,
        }
    }
}

/// What a joint, spring or contact holds on to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The world at rest; points are in world coordinates.
    Ground,
    /// A body by its number; points are in its own axes, from its centre of mass.
    Body(usize),
}

/// What [`PlanarBodies`] are made of. The default is empty space with gravity along −y.
#[derive(Clone, Debug)]
pub struct PlanarBodiesParameters {
    /// The bodies; their numbers are their places here.
    pub bodies: Vec<PlanarBody>,
    /// Acceleration of gravity (m/s²).
    pub gravity: [f64; 2],
    /// Where bodies may touch.
    pub contacts: Vec<PlanarContact>,
    /// How bodies are joined.
    pub joints: Vec<PlanarJoint>,
    /// Torques and forces given as functions of time.
    pub drives: Vec<Drive>,
    /// Springs and dampers.
    pub springs: Vec<Spring>,
}

impl Default for PlanarBodiesParameters {
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            gravity: [0.0, -9.81],
            contacts: Vec::new(),
            joints: Vec::new(),
            drives: Vec::new(),
            springs: Vec::new(),
        }
    }
}

/// Bodies of the plane with q = (x, y, θ) each, x and y of the centre of mass.
///
/// A slider-crank, its crank turned by a constant torque:
///
/// ```
/// use stickslip::System;
/// use stickslip::systems::{Anchor, Drive, PlanarBodies, PlanarBodiesParameters, PlanarBody, PlanarJoint, TimeLaw};
///
/// let pin = |name: &str, a, b, point_a, point_b| {
///     PlanarJoint::Pin { name: name.into(), a, b, point_a, point_b }
/// };
/// let mechanism = PlanarBodies::new(PlanarBodiesParameters {
///     bodies: vec![PlanarBody::new("crank", 1.0, 0.01), PlanarBody::new("rod", 1.0, 0.1)],
///     joints: vec![
///         pin("main bearing", Anchor::Ground, 0, [0.0, 0.0], [-0.1, 0.0]),
///         pin("crank pin", Anchor::Body(0), 1, [0.1, 0.0], [-0.3, 0.0]),
///         PlanarJoint::Slider {
///             name: "piston".into(),
///             body: 1,
///             point: [0.3, 0.0],
///             line_point: [0.0, 0.0],
///             line_direction: [1.0, 0.0],
///         },
///     ],
///     drives: vec![Drive::Torque { body: 0, torque: TimeLaw::Constant(0.5) }],
///     ..Default::default()
/// })?;
/// assert_eq!(mechanism.joints().len(), 5);
/// // stretched out, all joints are closed
/// let state = mechanism.state(&[[0.1, 0.0, 0.0], [0.5, 0.0, 0.0]], &[[0.0; 3]; 2]);
/// for joint in 0..5 {
///     assert!(mechanism.joint(joint, 0.0, &state.q, &mut Default::default()).abs() < 1e-15);
/// }
/// # Ok::<(), stickslip::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlanarBodies {
    parameters: PlanarBodiesParameters,
    coordinates: Coordinates,
    contacts: Vec<ContactSpec>,
    joints: Vec<JointSpec>,
    /// For each joint row: which joint, and which of its rows.
    rows: Vec<(usize, usize)>,
}

impl PlanarBodies {
    /// Checks the parameters; makes normals and directions of lines unit vectors.
    pub fn new(mut parameters: PlanarBodiesParameters) -> Result<Self, Error> {
        let count = parameters.bodies.len();
        expect(count > 0, "bodies", "empty", "a list of at least one body")?;
        for (i, body) in parameters.bodies.iter().enumerate() {
            positive(&format!("bodies[{i}].mass"), body.mass)?;
            positive(&format!("bodies[{i}].inertia"), body.inertia)?;
        }
        finite("gravity", &parameters.gravity)?;
        for (i, contact) in parameters.contacts.iter_mut().enumerate() {
            contact.prepare(&format!("contacts[{i}]"), count)?;
        }
        for (i, joint) in parameters.joints.iter_mut().enumerate() {
            joint.prepare(&format!("joints[{i}]"), count)?;
        }
        for (i, drive) in parameters.drives.iter().enumerate() {
            drive.check(&format!("drives[{i}]"), count)?;
        }
        for (i, spring) in parameters.springs.iter().enumerate() {
            spring.check(&format!("springs[{i}]"), count)?;
        }
        let contacts: Vec<_> = parameters
            .contacts
            .iter()
            .map(PlanarContact::spec)
            .collect();
        materials(&contacts)?;
        let (mut joints, mut rows) = (Vec::new(), Vec::new());
        for (i, joint) in parameters.joints.iter().enumerate() {
            for (row, name) in joint.row_names().into_iter().enumerate() {
                joints.push(JointSpec::new(name));
                rows.push((i, row));
            }
        }
        let mut coordinates = Coordinates::default();
        for body in &parameters.bodies {
            coordinates = coordinates
                .with(format!("{}.x", body.name), Coordinate::Length)
                .with(format!("{}.y", body.name), Coordinate::Length)
                .with(format!("{}.theta", body.name), Coordinate::Angle);
        }
        Ok(Self {
            parameters,
            coordinates,
            contacts,
            joints,
            rows,
        })
    }

    /// What they are made of.
    pub fn parameters(&self) -> &PlanarBodiesParameters {
        &self.parameters
    }

    /// The state with poses (m, m, rad) and velocities (m/s, m/s, rad/s) of the bodies.
    pub fn state(&self, poses: &[[f64; 3]], velocities: &[[f64; 3]]) -> State {
        State::new(poses.concat(), velocities.concat())
    }

    /// The number of the body of that name.
    pub fn body(&self, name: &str) -> Option<usize> {
        self.parameters.bodies.iter().position(|b| b.name == name)
    }
}

impl System for PlanarBodies {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn mass(&self, _q: &[f64], mass: &mut Mass) {
        for body in &self.parameters.bodies {
            mass.push_diagonal(&[body.mass, body.mass, body.inertia]);
        }
    }

    fn force(&self, t: f64, q: &[f64], v: &[f64], force: &mut [f64]) {
        let p = &self.parameters;
        for (i, body) in p.bodies.iter().enumerate() {
            force[3 * i] += body.mass * p.gravity[0];
            force[3 * i + 1] += body.mass * p.gravity[1];
        }
        p.drives.iter().for_each(|drive| drive.add(t, q, force));
        p.springs.iter().for_each(|spring| spring.add(q, v, force));
    }

    /// Of weights and springs; drives and dampers have none.
    fn potential(&self, q: &[f64]) -> f64 {
        let p = &self.parameters;
        let weights =
            p.bodies.iter().enumerate().map(|(i, body)| {
                -body.mass * (p.gravity[0] * q[3 * i] + p.gravity[1] * q[3 * i + 1])
            });
        weights.sum::<f64>() + p.springs.iter().map(|s| s.energy(q)).sum::<f64>()
    }

    fn has_constant_mass(&self) -> bool {
        true
    }

    fn contacts(&self) -> Contacts<'_> {
        (&self.contacts).into()
    }

    fn gap(&self, contact: usize, _t: f64, q: &[f64]) -> f64 {
        self.parameters.contacts[contact].gap(q)
    }

    fn frame(&self, contact: usize, _t: f64, q: &[f64], frame: &mut Frame) {
        self.parameters.contacts[contact].frame(q, frame);
    }

    fn joints(&self) -> &[JointSpec] {
        &self.joints
    }

    fn joint(&self, joint: usize, _t: f64, q: &[f64], row: &mut Row) -> f64 {
        let (at, which) = self.rows[joint];
        self.parameters.joints[at].row(which, q, row)
    }
}

impl Anchor {
    /// A point of it in the world (m), and the arm to it from the centre of mass (zero for the ground).
    fn locate(self, point: [f64; 2], q: &[f64]) -> ([f64; 2], [f64; 2]) {
        match self {
            Self::Ground => (point, [0.0; 2]),
            Self::Body(i) => {
                let (sin, cos) = q[3 * i + 2].sin_cos();
                let arm = [
                    cos * point[0] - sin * point[1],
                    sin * point[0] + cos * point[1],
                ];
                ([q[3 * i] + arm[0], q[3 * i + 1] + arm[1]], arm)
            }
        }
    }

    /// Velocity (m/s) of the point at the end of an arm.
    fn velocity(self, arm: [f64; 2], v: &[f64]) -> [f64; 2] {
        match self {
            Self::Ground => [0.0; 2],
            Self::Body(i) => {
                let spin = v[3 * i + 2];
                [v[3 * i] - spin * arm[1], v[3 * i + 1] + spin * arm[0]]
            }
        }
    }

    /// Adds the row of the velocity, along `axis`, of the point at the end of an arm: (axis, arm × axis).
    fn push(self, sign: f64, axis: [f64; 2], arm: [f64; 2], row: &mut Row) {
        if let Self::Body(i) = self {
            let lever = cross2(arm, axis);
            row.extend(3 * i, &[sign * axis[0], sign * axis[1], sign * lever]);
        }
    }

    /// Adds a force (N) at the end of an arm.
    fn pull(self, force: [f64; 2], arm: [f64; 2], out: &mut [f64]) {
        if let Self::Body(i) = self {
            out[3 * i] += force[0];
            out[3 * i + 1] += force[1];
            out[3 * i + 2] += cross2(arm, force);
        }
    }

    /// Checks the number.
    fn check(self, field: &str, count: usize) -> Result<(), Error> {
        match self {
            Self::Ground => Ok(()),
            Self::Body(i) => expect(i < count, field, i, "the number of a body, from 0"),
        }
    }

    /// Checks the numbers of two, which must differ.
    fn check_two(a: Self, b: usize, field: &str, count: usize) -> Result<(), Error> {
        a.check(&format!("{field}.a"), count)?;
        Self::Body(b).check(&format!("{field}.b"), count)?;
        let other = a != Self::Body(b);
        expect(other, &format!("{field}.b"), b, "another body than a")
    }
}

#[cfg(test)]
mod tests;
