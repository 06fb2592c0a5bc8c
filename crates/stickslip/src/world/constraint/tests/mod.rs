//! Rows against differences, poses against what joints keep, drives against their formulas, and bad data.

mod data;
mod drives;
mod poses;
mod slopes;

use super::*;
use crate::world::{Body, Goal, Inertia, Motion, Path, Signal, Spring};

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    /// Uniform in [−1, 1).
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector(&mut self, size: f64) -> [f64; 3] {
        [0; 3].map(|_| size * self.next())
    }

    fn pose(&mut self) -> Pose {
        Pose::turned(self.vector(1.0), self.vector(1.8))
    }
}

fn body(name: &str, motion: Motion, pose: Pose) -> Body {
    Body {
        name: name.into(),
        motion,
        pose,
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders: Vec::new(),
        inertia: Inertia::default(),
    }
}

/// Every kind of joint, with the number of its equations.
fn kinds(random: &mut Random) -> Vec<(JointKind, usize)> {
    let gear = |internal, axles| JointKind::Gear {
        teeth: [17, 40],
        internal,
        carrier: 2,
        axles,
    };
    vec![
        (JointKind::Fixed, 6),
        (JointKind::Revolute, 5),
        (JointKind::Prismatic, 5),
        (JointKind::Spherical, 3),
        (JointKind::Universal, 4),
        (JointKind::Cylindrical, 4),
        (JointKind::Planar, 3),
        (JointKind::Distance { length: 0.7 }, 1),
        (JointKind::Link, 0),
        (gear(false, [random.pose(), random.pose()]), 1),
        (gear(true, [random.pose(), random.pose()]), 1),
    ]
}

/// Where the second frame is as seen from the first, at given coordinates: a pose that satisfies the joint. The rest of its freedom,
/// without coordinates, is random.
fn satisfied(kind: &JointKind, x: &[f64], random: &mut Random) -> Pose {
    let turn = |angle: f64| Pose::turned([0.0; 3], [0.0, 0.0, angle]);
    match kind {
        JointKind::Fixed => Pose::IDENTITY,
        JointKind::Revolute | JointKind::Gear { .. } => turn(x[0]),
        JointKind::Prismatic => Pose::at([0.0, 0.0, x[0]]),
        JointKind::Spherical => Pose::turned([0.0; 3], random.vector(1.8)),
        JointKind::Universal => {
            let bend = Pose::turned([0.0; 3], [x[0], 0.0, 0.0]);
            bend.then(&Pose::turned([0.0; 3], [0.0, x[1], 0.0]))
        }
        JointKind::Cylindrical => Pose::at([0.0, 0.0, x[0]]).then(&turn(x[1])),
        JointKind::Planar => Pose::at([x[0], x[1], 0.0]).then(&turn(x[2])),
        JointKind::Distance { length } => {
            let away = crate::vector::unit(random.vector(1.0)).unwrap();
            Pose::turned(away.map(|e| length * e), random.vector(1.8))
        }
        JointKind::Link => {
            let away = crate::vector::unit(random.vector(1.0)).unwrap();
            Pose::turned(away.map(|e| x[0].abs() * e), random.vector(1.8))
        }
    }
}

/// A free, a driven and another free body with a joint between them that is satisfied at t = 0, and its coordinates there. A gear's
/// carrier is the driven body.
fn model(kind: JointKind, random: &mut Random) -> (Model, Vec<f64>) {
    let x: Vec<f64> = (0..3).map(|_| 1.4 * random.next()).collect();
    let path = Path {
        shift: [0; 3].map(|_| Signal::Sine {
            offset: 0.0,
            amplitude: 0.4 * random.next(),
            frequency: 0.3,
            phase: 0.0,
        }),
        axis: random.vector(1.0),
        angle: Signal::Ramp {
            offset: 0.0,
            slope: random.next(),
        },
    };
    let driven = body("driven", Motion::Driven(path), random.pose());
    let frames = [random.pose(), random.pose()];
    let (first, second) = match kind {
        JointKind::Gear { axles, .. } => {
            let place = |i: usize, x: f64| {
                let axle = driven.pose.then(&axles[i]);
                let turned = axle.then(&Pose::turned([0.0; 3], [0.0, 0.0, x]));
                turned.then(&frames[i].inverse())
            };
            (place(0, x[0]), place(1, x[1]))
        }
        _ => {
            let second = satisfied(&kind, &x, random);
            let from = driven.pose.then(&frames[0]).then(&second);
            (driven.pose, from.then(&frames[1].inverse()))
        }
    };
    let (bodies, ids) = match kind {
        JointKind::Gear { .. } => (
            vec![
                body("one", Motion::Free, first),
                body("two", Motion::Free, second),
                driven,
            ],
            [0, 1],
        ),
        _ => (vec![driven, body("free", Motion::Free, second)], [0, 1]),
    };
    let joint = Joint {
        name: "knee".into(),
        bodies: ids,
        frames,
        axes: Vec::new(),
        kind,
        collide: false,
    };
    let model = Model {
        bodies,
        joints: vec![joint],
        ..Model::default()
    };
    (model, x)
}

/// Everything that can act along each coordinate of the joint.
fn with_axes(mut model: Model) -> Model {
    let joint = &mut model.joints[0];
    joint.axes = (0..joint.kind.coordinates())
        .map(|coordinate| Axis {
            coordinate,
            lower: Some(-2.5),
            upper: Some(2.5),
            restitution: 0.5,
            friction: 3.0,
            viscosity: 2.0,
            spring: Some(Spring {
                stiffness: 5.0,
                rest: 0.2,
            }),
            motor: Some(Motor {
                goal: Goal::Velocity(Signal::Constant(1.0)),
                force: 4.0,
            }),
        })
        .collect();
    model
}

/// A body at a time, moved from its start with a constant velocity of a point of it and a constant spin.
#[derive(Clone, Copy)]
struct Flight {
    start: Pose,
    local_centre: [f64; 3],
    velocity: [f64; 3],
    spin: [f64; 3],
}

impl Flight {
    fn random(start: Pose, random: &mut Random) -> Self {
        Self {
            start,
            local_centre: random.vector(0.5),
            velocity: random.vector(1.0),
            spin: random.vector(1.0),
        }
    }

    fn at(&self, t: f64, dof: usize) -> Placement {
        let turn = Pose::turned([0.0; 3], self.spin.map(|w| w * t));
        let from = self.start.point(self.local_centre);
        let centre = std::array::from_fn(|i| from[i] + t * self.velocity[i]);
        let mut pose = turn.then(&Pose {
            position: [0.0; 3],
            ..self.start
        });
        let arm = pose.direction(self.local_centre);
        pose.position = crate::vector::minus(centre, arm);
        Placement {
            pose,
            centre,
            dof: Some(dof),
            velocity: ([0.0; 3], [0.0; 3]),
        }
    }
}

/// All bodies of a model at a time: driven ones on their paths, free ones in flight, `dof` six by six.
fn placements(model: &Model, flights: &[Flight], t: f64) -> Vec<Placement> {
    let mut dof = 0;
    (model.bodies.iter().zip(flights))
        .map(|(body, flight)| match &body.motion {
            Motion::Driven(path) => {
                let pose = path.pose(&body.pose, t);
                Placement {
                    pose,
                    centre: pose.position,
                    dof: None,
                    velocity: path.velocity(t),
                }
            }
            _ => {
                dof += 6;
                flight.at(t, dof - 6)
            }
        })
        .collect()
}

/// g, ∂g/∂t and the row of a constraint.
fn evaluate(row: &Constraint, all: &[Placement]) -> (f64, f64, Row) {
    let mut entries = Row::default();
    let (g, rate) = row.evaluate(&row.bodies.map(|b| all[b]), &mut entries);
    (g, rate, entries)
}
