//! What does not change while a world moves, made ready from its model.

use super::constraint::Constraint;
use super::mass_properties::MassProperties;
use super::material::Surface;
use super::placement::Placement;
use super::pose::Pose;
use super::{Model, Motion, Shape};
use crate::collide::again::Grid;
use crate::coordinates::{Coordinate, Coordinates};
use crate::error::Error;
use crate::friction::Friction;
use crate::state::State;
use crate::system::{ContactSpec, JointSpec};
use crate::vector::{length, minus};

/// From so many free bodies on a world is searched as a crowd.
const CROWD: usize = 64;

/// A model, checked, with everything that follows from it.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) model: Model,
    pub(super) bodies: Vec<ReadyBody>,
    /// Masses of free bodies: neighbours that are alike share theirs. The first are nothing, for all others.
    masses: Vec<MassProperties>,
    pub(super) coordinates: Coordinates,
    /// What happens between each two materials that can meet, row by row; and whether its axis belongs to the second.
    pub(super) surfaces: Vec<Option<(Surface, bool)>>,
    /// The same as contacts have it; of pairs that cannot meet nothing is asked.
    pub(super) kinds: Vec<ContactSpec>,
    pub(super) constraints: Vec<Constraint>,
    pub(super) joints: Vec<JointSpec>,
    pub(super) has_constant_mass: bool,
    /// Whether no surface is a belt, and no friction has an axis.
    pub(super) is_plain: bool,
    /// A quarter of the thinnest collider (m): what moves less in a step passes through nothing.
    pub(super) thinnest: f64,
}

/// A body made ready.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadyBody {
    /// Where q and v of a free body begin.
    pub(super) free: Option<[usize; 2]>,
    /// Which of the masses is its own.
    mass: u32,
    /// How far its surface is from its centre at most (m); infinite for half-spaces.
    pub(super) radius: f64,
    /// Whether its inertia is the same about all axes.
    pub(super) is_round: bool,
}

impl Ready {
    pub(super) fn new(model: Model) -> Result<Self, Error> {
        check_names(model.bodies.iter().map(|b| &b.name), "body")?;
        check_names(model.joints.iter().map(|j| &j.name), "joint")?;
        Error::check_vector(&model.gravity, 3, || "gravity".into())?;
        let mut coordinates = Coordinates::default();
        let mut bodies = Vec::with_capacity(model.bodies.len());
        let mut masses = vec![MassProperties::default()];
        for body in &model.bodies {
            check_body(&model, body)?;
            let mut ready = ReadyBody {
                free: None,
                mass: 0,
                radius: 0.0,
                is_round: true,
            };
            if body.motion == Motion::Free {
                ready.free = Some([coordinates.positions(), coordinates.velocities()]);
                let name = &body.name;
                for axis in ["x", "y", "z"] {
                    coordinates = coordinates.with(format!("{name}.{axis}"), Coordinate::Length);
                }
                coordinates = coordinates.with(name.clone(), Coordinate::Quaternion);
                let mass = MassProperties::of_body(body)?;
                if !(1e-50..1e50).contains(&mass.mass) {
                    return Err(Error::BadParameter {
                        field: format!("body {name:?}: mass"),
                        value: format!("{:e}", mass.mass),
                        expected: "between 1e-50 and 1e50 kg",
                    });
                }
                let i = &mass.inertia;
                ready.is_round = i[0][0] == i[1][1]
                    && i[1][1] == i[2][2]
                    && [i[0][1], i[0][2], i[1][2]] == [0.0; 3];
                if masses.len() == 1 || masses.last() != Some(&mass) {
                    masses.push(mass);
                }
                ready.mass = masses.len() as u32 - 1;
            }
            let radii = body.colliders.iter().map(|c| {
                let centre = minus(c.pose.position, masses[ready.mass as usize].centre);
                length(centre) + radius(&c.shape)
            });
            ready.radius = radii.fold(0.0, f64::max);
            bodies.push(ready);
        }
        coordinates.shrink_to_fit();
        let surfaces = surfaces(&model)?;
        for (i, load) in model.loads.iter().enumerate() {
            let field = |part: &str| format!("forces[{i}].{part}");
            let free = bodies.get(load.body).is_some_and(|b| b.free.is_some());
            if !free {
                return Err(Error::BadParameter {
                    field: field("body"),
                    value: (model.bodies.get(load.body))
                        .map_or(load.body.to_string(), |b| b.name.clone()),
                    expected: "a body that moves freely",
                });
            }
            Error::check_vector(&load.at, 3, || field("at"))?;
            for k in 0..3 {
                load.force[k].check(&field(&format!("force[{k}]")))?;
                load.torque[k].check(&field(&format!("torque[{k}]")))?;
            }
        }
        let (constraints, joints) = Constraint::all(&model)?.into_iter().unzip();
        let mut colliders = model.bodies.iter().flat_map(|body| &body.colliders);
        let belts = colliders.any(|collider| collider.belt != [0.0; 3]);
        let smooth = || ContactSpec::new("", Friction::none());
        let kinds = (surfaces.iter())
            .map(|known| {
                known
                    .as_ref()
                    .map_or_else(smooth, |(surface, _)| spec(surface))
            })
            .collect();
        let axes = surfaces
            .iter()
            .flatten()
            .any(|(surface, _): &(Surface, bool)| surface.axis.is_some());
        Ok(Self {
            is_plain: !belts && !axes,
            thinnest: 0.25
                * (model.bodies.iter())
                    .flat_map(|body| &body.colliders)
                    .map(|collider| thickness(&collider.shape))
                    .fold(f64::INFINITY, f64::min),
            has_constant_mass: bodies.iter().all(|b| b.is_round),
            model,
            bodies,
            masses,
            coordinates,
            surfaces,
            kinds,
            constraints,
            joints,
        })
    }

    /// How poses are rounded in the search for contacts; not at all where there are few bodies, or some are thinner than anything.
    pub(super) fn grid(&self) -> Option<Grid> {
        let free = self.bodies.iter().filter(|body| body.free.is_some());
        let least = 4.0 * self.thinnest;
        if free.count() < CROWD || !least.is_normal() {
            return None;
        }
        let bodies = self.bodies.iter().zip(&self.model.bodies);
        let radii = bodies.map(|(ready, body)| {
            // from the origin of its frame, about which a rounded pose turns it
            let lever = ready.radius + length(self.mass(ready).centre);
            Some(lever).filter(|r| r.is_finite() && body.motion != Motion::Fixed)
        });
        Some(Grid::new(least, radii))
    }

    /// Mass, centre and inertia of a body; zero unless it is free.
    #[inline]
    pub(super) fn mass(&self, body: &ReadyBody) -> &MassProperties {
        &self.masses[body.mass as usize]
    }

    /// A body at a time and coordinates.
    pub(super) fn placement(&self, body: usize, t: f64, q: &[f64]) -> Placement {
        let (ready, body) = (&self.bodies[body], &self.model.bodies[body]);
        match (ready.free, &body.motion) {
            (Some([at, dof]), _) => {
                let centre = [q[at], q[at + 1], q[at + 2]];
                let mut pose = Pose {
                    position: centre,
                    quat_wxyz: [q[at + 3], q[at + 4], q[at + 5], q[at + 6]],
                };
                let own = self.mass(ready).centre;
                if own != [0.0; 3] {
                    pose.position = minus(centre, pose.direction(own));
                }
                Placement {
                    pose,
                    centre,
                    dof: Some(dof),
                    velocity: ([0.0; 3], [0.0; 3]),
                }
            }
            (None, Motion::Driven(path)) => {
                let pose = path.pose(&body.pose, t);
                Placement {
                    pose,
                    centre: pose.position,
                    dof: None,
                    velocity: path.velocity(t),
                }
            }
            (None, _) => Placement {
                pose: body.pose,
                centre: body.pose.position,
                dof: None,
                velocity: ([0.0; 3], [0.0; 3]),
            },
        }
    }

    /// Where the bodies are at t = 0.
    pub(super) fn initial(&self) -> State {
        let (positions, velocities) = (self.coordinates.positions(), self.coordinates.velocities());
        let (mut q, mut v) = (
            Vec::with_capacity(positions),
            Vec::with_capacity(velocities),
        );
        for (body, ready) in self.model.bodies.iter().zip(&self.bodies) {
            if ready.free.is_some() {
                q.extend(body.pose.point(self.mass(ready).centre));
                q.extend(body.pose.quat_wxyz);
                v.extend(body.velocity);
                v.extend(body.spin);
            }
        }
        State::new(q, v)
    }
}

/// How far a shape reaches from its origin (m).
fn radius(shape: &Shape) -> f64 {
    let farthest = |points: &[[f64; 3]]| points.iter().map(|p| length(*p)).fold(0.0, f64::max);
    match shape {
        Shape::Sphere { radius } => *radius,
        Shape::Box { half } => length(*half),
        Shape::Ellipsoid { half } => half.iter().fold(0.0, |m, x| x.max(m)),
        Shape::Capsule {
            half_length,
            radius,
        } => half_length + radius,
        Shape::Cylinder {
            half_length,
            radius,
        } => half_length.hypot(*radius),
        Shape::Convex(hull) => farthest(&hull.points),
        Shape::Mesh(mesh) => farthest(&mesh.points),
        Shape::HalfSpace => f64::INFINITY,
    }
}

/// The least extent of a shape (m); a surface has none.
fn thickness(shape: &Shape) -> f64 {
    match shape {
        Shape::Sphere { radius } | Shape::Capsule { radius, .. } => 2.0 * radius,
        Shape::Box { half } | Shape::Ellipsoid { half } => {
            2.0 * half.iter().fold(f64::INFINITY, |m, x| m.min(*x))
        }
        Shape::Cylinder {
            half_length,
            radius,
        } => 2.0 * half_length.min(*radius),
        // no less than what is looked at more closely where something is fast
        Shape::Convex(_) | Shape::Mesh(_) => 0.0,
        Shape::HalfSpace => f64::INFINITY,
    }
}

fn check_names<'a>(names: impl Iterator<Item = &'a String>, kind: &str) -> Result<(), Error> {
    let mut names: Vec<&String> = names.collect();
    names.sort();
    match names.windows(2).find(|w| w[0] == w[1]) {
        None => Ok(()),
        Some(w) => Err(Error::BadParameter {
            field: format!("{kind} name"),
            value: format!("{:?}", w[0]),
            expected: "used once only",
        }),
    }
}

fn check_body(model: &Model, body: &super::Body) -> Result<(), Error> {
    let field = |part: &str| format!("body {:?}: {part}", body.name);
    Error::check_vector(&body.velocity, 3, || field("velocity"))?;
    Error::check_vector(&body.spin, 3, || field("angular velocity"))?;
    check_pose(&body.pose, || field("pose"))?;
    for (name, values) in [
        ("position", &body.pose.position),
        ("velocity", &body.velocity),
        ("angular velocity", &body.spin),
    ] {
        // squares and their products with masses must be numbers
        if let Some(value) = values.iter().find(|v| v.abs() > 1e50) {
            return Err(Error::BadParameter {
                field: field(name),
                value: format!("{value:e}"),
                expected: "at most 1e50",
            });
        }
    }
    if let Motion::Driven(path) = &body.motion {
        for k in 0..3 {
            path.shift[k].check(&field(&format!("shift[{k}]")))?;
        }
        path.angle.check(&field("angle"))?;
        Error::check_vector(&path.axis, 3, || field("axis"))?;
        if !path.angle.is_zero() && path.axis == [0.0; 3] {
            return Err(Error::BadParameter {
                field: field("axis"),
                value: "[0, 0, 0]".into(),
                expected: "a direction, because the body turns",
            });
        }
    }
    for (i, collider) in body.colliders.iter().enumerate() {
        let part = |name: &str| field(&format!("shapes[{i}].{name}"));
        check_pose(&collider.pose, || part("pose"))?;
        Error::check_vector(&collider.belt, 3, || part("belt"))?;
        if collider.material >= model.materials.materials.len() {
            return Err(Error::BadParameter {
                field: part("material"),
                value: collider.material.to_string(),
                expected: "the number of a material that is there",
            });
        }
    }
    Ok(())
}

fn check_pose(pose: &Pose, field: impl Fn() -> String) -> Result<(), Error> {
    Error::check_vector(&pose.position, 3, &field)?;
    Error::check_vector(&pose.quat_wxyz, 4, &field)?;
    let norm = pose.quat_wxyz.iter().map(|x| x * x).sum::<f64>().sqrt();
    match (norm - 1.0).abs() <= 1e-6 {
        true => Ok(()),
        false => Err(Error::BadParameter {
            field: field(),
            value: format!("a quaternion of length {norm}"),
            expected: "a quaternion w, x, y, z of length 1",
        }),
    }
}

/// The surfaces of all pairs of materials that can meet: some two colliders of different bodies, of which one is free.
fn surfaces(model: &Model) -> Result<Vec<Option<(Surface, bool)>>, Error> {
    let n = model.materials.materials.len();
    // which materials are on free bodies, and which on any
    let (mut on_free, mut on_any) = (vec![false; n], vec![false; n]);
    for body in &model.bodies {
        for collider in &body.colliders {
            on_any[collider.material] = true;
            on_free[collider.material] |= body.motion == Motion::Free;
        }
    }
    let mut out = Vec::with_capacity(n * n);
    for a in 0..n {
        for b in 0..n {
            let meet = (on_free[a] && on_any[b]) || (on_any[a] && on_free[b]);
            out.push(match meet {
                false => None,
                true => {
                    let (surface, swapped) = model.materials.between(a, b)?;
                    check_surface(&surface).map_err(|source| Error::AtContact {
                        contact: 0,
                        name: format!(
                            "{} – {}",
                            model.materials.materials[a].name, model.materials.materials[b].name
                        ),
                        source: Box::new(source),
                    })?;
                    Some((surface, swapped))
                }
            });
        }
    }
    Ok(out)
}

/// What a contact of two surfaces is made of.
fn spec(surface: &Surface) -> ContactSpec {
    ContactSpec {
        name: String::new(),
        friction: surface.friction.clone(),
        restitution: surface.restitution.clone(),
        tangential_restitution: surface.tangential_restitution,
    }
}

fn check_surface(surface: &Surface) -> Result<(), Error> {
    spec(surface).check()?;
    if !(surface.viscosity.is_finite() && surface.viscosity >= 0.0) {
        return Err(Error::BadParameter {
            field: "viscosity".into(),
            value: surface.viscosity.to_string(),
            expected: "finite and ≥ 0 (N·s/m)",
        });
    }
    surface.axis.map_or(Ok(()), |axis| {
        Error::check_vector(&axis, 3, || "axis".into())
    })
}
