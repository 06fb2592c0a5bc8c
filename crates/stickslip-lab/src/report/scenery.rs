//! The bodies, joints and directions of a scene as a page draws them.

use super::columns::Columns;
use super::description::{PageBody, PageJoint, PageMesh, PagePart, PageShape};
use crate::export::{Drawable, Part};
use crate::scene::{BuiltIn, Scene};
use std::collections::BTreeMap;
use std::sync::Arc;
use stickslip::systems::{Anchor, PlanarJoint};
use stickslip::world::{JointKind, MassProperties, Pose, Shape};

/// With more bodies than this only their masses are told.
const MANY: usize = 2000;

/// What stands and moves in a scene.
#[derive(Clone, Debug, Default)]
pub struct Scenery {
    /// The bodies; those that move are numbered by `track` in their order.
    pub bodies: Vec<PageBody>,
    /// The meshes of their parts.
    pub meshes: Vec<PageMesh>,
    /// The joints.
    pub joints: Vec<PageJoint>,
    /// Acceleration of gravity (m/s²).
    pub gravity: Option<[f64; 3]>,
}

impl Scenery {
    /// Of bodies of a scene, whose first poses are where they begin; the triangles of meshes go to the columns, or into the
    /// description where there are none. A body that has one pose only stands still.
    pub fn new(
        scene: &Scene,
        bodies: &[Drawable],
        still: impl Fn(usize) -> bool,
        mut columns: Option<&mut Columns>,
    ) -> Self {
        let mut meshes = Meshes::default();
        let mut tracks = 0;
        // of very many bodies velocities are not kept, so inertia is of no use
        let few = bodies.len() <= MANY;
        let mut page = |(i, body): (usize, &Drawable)| {
            let still = still(i);
            let track = (!still).then(|| {
                tracks += 1;
                tracks - 1
            });
            let mass = mass(&scene.system, i);
            let known = mass.filter(|_| few && !still);
            PageBody {
                name: body.name.clone(),
                still,
                colour: body.colour,
                mass: mass.map(|found| found.mass),
                inertia: known.map(|found| six(found.inertia)),
                centre: known.map(|found| found.centre).filter(|c| *c != [0.0; 3]),
                track,
                pose: seven(body.poses.first().unwrap_or(&Pose::IDENTITY)),
                parts: (body.parts.iter())
                    .filter_map(|part| meshes.part(part, columns.as_deref_mut()))
                    .collect(),
            }
        };
        Self {
            bodies: bodies.iter().enumerate().map(&mut page).collect(),
            meshes: meshes.pages,
            joints: joints(&scene.system),
            gravity: gravity(&scene.system),
        }
    }

    /// The numbers of bodies by their names.
    pub fn numbers(&self) -> BTreeMap<&str, usize> {
        (self.bodies.iter().enumerate())
            .map(|(i, body)| (body.name.as_str(), i))
            .collect()
    }
}

/// Position, then quaternion w, x, y, z.
pub fn seven(pose: &Pose) -> [f64; 7] {
    let ([x, y, z], [w, a, b, c]) = (pose.position, pose.quat_wxyz);
    [x, y, z, w, a, b, c]
}

/// Meshes, each once however many parts share it.
#[derive(Default)]
struct Meshes {
    pages: Vec<PageMesh>,
    known: BTreeMap<usize, usize>,
}

impl Meshes {
    fn part(&mut self, part: &Part, columns: Option<&mut Columns>) -> Option<PagePart> {
        let shape = match &part.shape {
            Shape::Sphere { radius } => PageShape::Sphere { radius: *radius },
            Shape::Ellipsoid { half } => PageShape::Ellipsoid { half: *half },
            Shape::Box { half } => PageShape::Box { half: *half },
            Shape::Capsule {
                half_length,
                radius,
            } => PageShape::Capsule {
                half_length: *half_length,
                radius: *radius,
            },
            Shape::Cylinder {
                half_length,
                radius,
            } => PageShape::Cylinder {
                half_length: *half_length,
                radius: *radius,
            },
            Shape::HalfSpace => PageShape::Halfspace,
            Shape::Convex(hull) => {
                let at = Arc::as_ptr(hull) as usize;
                self.mesh(at, &hull.points, &hull.triangles, columns)
            }
            Shape::Mesh(mesh) => {
                let at = Arc::as_ptr(mesh) as usize;
                self.mesh(at, &mesh.points, &mesh.triangles, columns)
            }
            // shapes to come are not drawn
            _ => return None,
        };
        Some(PagePart {
            shape,
            pose: seven(&part.pose),
        })
    }

    /// The number of a mesh that lives at an address; parts that share it share the columns.
    fn mesh(
        &mut self,
        address: usize,
        points: &[[f64; 3]],
        triangles: &[[u32; 3]],
        columns: Option<&mut Columns>,
    ) -> PageShape {
        let pages = &mut self.pages;
        let mesh = *self.known.entry(address).or_insert_with(|| {
            let number = pages.len();
            let (flat, corners) = (points.as_flattened(), triangles.as_flattened());
            pages.push(match columns {
                Some(columns) => {
                    let points = format!("mesh.{number}.points");
                    let triangles = format!("mesh.{number}.triangles");
                    columns.exact(points.as_str(), 3, flat);
                    columns.indices(triangles.as_str(), 3, corners);
                    PageMesh::Named { points, triangles }
                }
                None => PageMesh::Plain {
                    points: flat.to_vec(),
                    triangles: corners.to_vec(),
                },
            });
            number
        });
        PageShape::Mesh { mesh }
    }
}

/// The mass of a body by its place among those that are drawn, its centre and its inertia, in its frame; of planar systems only that about
/// the axis that they turn about, and none of what does not turn.
fn mass(system: &BuiltIn, body: usize) -> Option<MassProperties> {
    let about = |mass: f64, inertia: [f64; 3]| {
        let [x, y, z] = inertia;
        MassProperties {
            mass,
            centre: [0.0; 3],
            inertia: [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]],
        }
    };
    match system {
        BuiltIn::World(world) => Some(world.mass_of(body)).filter(|found| found.mass > 0.0),
        BuiltIn::Balls(balls) => {
            let p = balls.parameters();
            let (mass, radius) = (*p.masses.get(body)?, *p.radii.get(body)?);
            Some(about(mass, [0.4 * mass * radius * radius; 3]))
        }
        BuiltIn::Cradle(cradle) => {
            let mass = *cradle.parameters().masses.get(body)?;
            Some(about(mass, [0.0; 3]))
        }
        BuiltIn::Planar(bodies) => {
            let body = bodies.parameters().bodies.get(body)?;
            Some(about(body.mass, [0.0, body.inertia, 0.0]))
        }
        BuiltIn::DoublePendulum(pendulum) => {
            let p = pendulum.parameters();
            let (mass, length) = (*p.masses.get(body)?, *p.lengths.get(body)?);
            Some(about(mass, [0.0, mass * length * length / 12.0, 0.0]))
        }
        BuiltIn::Rod(rod) => {
            let p = rod.parameters();
            (body == 0).then(|| about(p.mass, [0.0, p.inertia, 0.0]))
        }
        BuiltIn::Particle(particle) => {
            (body == 0).then(|| about(particle.parameters().mass, [0.0; 3]))
        }
        BuiltIn::Brick(brick) => {
            let p = brick.parameters();
            let [a, b, c] = p.half.map(|half| half * half);
            let solid = [b + c, c + a, a + b].map(|sum| p.mass * sum / 3.0);
            (body == 0).then(|| about(p.mass, p.inertia.unwrap_or(solid)))
        }
        BuiltIn::Puck(puck) => {
            let p = puck.parameters();
            (body == 0).then(|| about(p.mass, [0.0, 0.0, p.inertia]))
        }
    }
}

/// About the centre: xx, yy, zz, xy, xz, yz, in the seven digits that are shown at most.
fn six(inertia: [[f64; 3]; 3]) -> [f32; 6] {
    let [[xx, xy, xz], [_, yy, yz], [_, _, zz]] = inertia;
    [xx, yy, zz, xy, xz, yz].map(|x| x as f32)
}

/// Acceleration of gravity (m/s²); planar systems stand in the plane x, z.
pub fn gravity(system: &BuiltIn) -> Option<[f64; 3]> {
    match system {
        BuiltIn::World(world) => Some(world.model().gravity),
        BuiltIn::Balls(balls) => Some([0.0, 0.0, -balls.parameters().gravity]),
        BuiltIn::Rod(rod) => Some([0.0, 0.0, -rod.parameters().gravity]),
        BuiltIn::DoublePendulum(p) => Some([0.0, 0.0, -p.parameters().gravity]),
        BuiltIn::Particle(particle) => Some(particle.parameters().gravity),
        BuiltIn::Brick(brick) => Some(brick.parameters().gravity),
        BuiltIn::Puck(puck) => Some(puck.parameters().gravity),
        BuiltIn::Planar(bodies) => {
            let [x, y] = bodies.parameters().gravity;
            Some([x, 0.0, y])
        }
        BuiltIn::Cradle(_) => None,
    }
}

fn joints(system: &BuiltIn) -> Vec<PageJoint> {
    match system {
        BuiltIn::World(world) => (world.model().joints.iter())
            .map(|joint| {
                let axis = match joint.kind {
                    JointKind::Fixed
                    | JointKind::Spherical
                    | JointKind::Distance { .. }
                    | JointKind::Link => None,
                    // it turns about an axis of each
                    JointKind::Universal => Some([
                        joint.frames[0].direction([1.0, 0.0, 0.0]),
                        joint.frames[1].direction([0.0, 1.0, 0.0]),
                    ]),
                    _ => Some(joint.frames.map(|frame| frame.direction([0.0, 0.0, 1.0]))),
                };
                PageJoint {
                    name: joint.name.clone(),
                    kind: word(&joint.kind),
                    bodies: joint.bodies.map(Some),
                    places: joint.frames.map(|frame| frame.position),
                    axis,
                }
            })
            .collect(),
        BuiltIn::Planar(bodies) => (bodies.parameters().joints.iter())
            .filter_map(planar)
            .collect(),
        BuiltIn::DoublePendulum(pendulum) => {
            let p = pendulum.parameters();
            let across = Some([[0.0, 1.0, 0.0]; 2]);
            let pin = |name: &str, bodies, places| PageJoint {
                name: name.into(),
                kind: "revolute",
                bodies,
                places,
                axis: across,
            };
            let [l1, l2] = p.lengths;
            // the frame of a rod is in its middle, its z along it and upwards when it hangs
            vec![
                pin(
                    "pin",
                    [None, Some(0)],
                    [[0.0, 0.0, p.pivot_height], [0.0, 0.0, 0.5 * l1]],
                ),
                pin(
                    "knee",
                    [Some(0), Some(1)],
                    [[0.0, 0.0, -0.5 * l1], [0.0, 0.0, 0.5 * l2]],
                ),
            ]
        }
        _ => Vec::new(),
    }
}

fn planar(joint: &PlanarJoint) -> Option<PageJoint> {
    let upright = |p: [f64; 2]| [p[0], 0.0, p[1]];
    let body = |anchor: Anchor| match anchor {
        Anchor::Ground => None,
        Anchor::Body(i) => Some(i),
    };
    match joint {
        PlanarJoint::Pin {
            name,
            a,
            b,
            point_a,
            point_b,
        } => Some(PageJoint {
            name: name.clone(),
            kind: "revolute",
            bodies: [body(*a), Some(*b)],
            places: [upright(*point_a), upright(*point_b)],
            axis: Some([[0.0, 1.0, 0.0]; 2]),
        }),
        PlanarJoint::Slider {
            name,
            body,
            point,
            line_point,
            line_direction,
        } => Some(PageJoint {
            name: name.clone(),
            kind: "prismatic",
            bodies: [None, Some(*body)],
            places: [upright(*line_point), upright(*point)],
            axis: Some([upright(*line_direction); 2]),
        }),
        // an angle that is kept has no place
        _ => None,
    }
}

/// The kind of a joint in a word.
fn word(kind: &JointKind) -> &'static str {
    match kind {
        JointKind::Fixed => "fixed",
        JointKind::Revolute => "revolute",
        JointKind::Prismatic => "prismatic",
        JointKind::Spherical => "spherical",
        JointKind::Universal => "universal",
        JointKind::Cylindrical => "cylindrical",
        JointKind::Planar => "planar",
        JointKind::Distance { .. } => "distance",
        JointKind::Link => "link",
        JointKind::Gear { .. } => "gear",
        // kinds to come
        _ => "other",
    }
}
