//! Tests of the planar bodies.

use super::super::check::*;
use super::*;
use crate::friction::Friction;
use crate::restitution::Restitution;
use crate::vector::minus;

fn point_on_line() -> PlanarContact {
    PlanarContact::PointOnLine {
        name: "foot – slope".into(),
        body: 0,
        point: [0.4, -0.2],
        line_point: [0.1, -0.3],
        line_normal: [-1.0, 2.0],
        velocity: 0.7,
        friction: Friction::planar(0.3),
        restitution: Restitution::NONE,
    }
}

fn disc_on_line() -> PlanarContact {
    PlanarContact::DiscOnLine {
        name: "wheel – floor".into(),
        body: 1,
        centre: [0.2, 0.1],
        radius: 0.25,
        line_point: [0.0, 0.0],
        line_normal: [0.0, 3.0],
        velocity: -0.4,
        friction: Friction::planar(0.3),
        restitution: Restitution::NONE,
    }
}

fn discs(a: Anchor) -> PlanarContact {
    PlanarContact::Discs {
        name: "disc – disc".into(),
        a,
        centre_a: [0.3, 0.2],
        radius_a: 0.15,
        b: 1,
        centre_b: [-0.1, 0.6],
        radius_b: 0.2,
        friction: Friction::planar(0.3),
        restitution: Restitution::NONE,
    }
}

fn pin(a: Anchor) -> PlanarJoint {
    PlanarJoint::Pin {
        name: "pin".into(),
        a,
        b: 1,
        point_a: [0.5, 0.1],
        point_b: [-0.4, 0.2],
    }
}

fn slider() -> PlanarJoint {
    PlanarJoint::Slider {
        name: "slider".into(),
        body: 0,
        point: [0.3, -0.1],
        line_point: [0.0, 0.2],
        line_direction: [2.0, 1.0],
    }
}

fn angle(a: Anchor) -> PlanarJoint {
    PlanarJoint::Angle {
        name: "angle".into(),
        a,
        b: 1,
        angle: 0.4,
    }
}

fn spring(a: Anchor, length: f64) -> Spring {
    Spring {
        a,
        b: 1,
        point_a: [0.5, 3.0],
        point_b: [-0.3, 0.2],
        stiffness: 20.0,
        damping: 0.0,
        length,
    }
}

fn everything() -> PlanarBodiesParameters {
    PlanarBodiesParameters {
        bodies: vec![
            PlanarBody::new("left", 1.0, 0.2),
            PlanarBody::new("right", 2.5, 0.7),
        ],
        gravity: [0.5, -9.81],
        contacts: vec![
            point_on_line(),
            disc_on_line(),
            discs(Anchor::Ground),
            discs(Anchor::Body(0)),
        ],
        joints: vec![
            pin(Anchor::Ground),
            pin(Anchor::Body(0)),
            slider(),
            angle(Anchor::Ground),
            angle(Anchor::Body(0)),
        ],
        drives: Vec::new(),
        springs: vec![spring(Anchor::Ground, 0.7), spring(Anchor::Body(0), 0.0)],
    }
}

#[test]
fn rows_forces_and_mass_belong_together() {
    let bodies = PlanarBodies::new(everything()).unwrap();
    assert_consistent(&bodies, 1);
    assert_conservative(&bodies, 2);
    assert_keeps_energy(&bodies, 3);
    assert_eq!(bodies.joints().len(), 7);
    assert_eq!(bodies.joints()[1].name, "pin, y");
    assert_eq!(bodies.body("right"), Some(1));
}

/// Where a material point is, which at q is at a place of the world.
fn carried(body: Anchor, q: &[f64], place: [f64; 2], moved: &[f64]) -> [f64; 2] {
    let Anchor::Body(i) = body else {
        return place;
    };
    let (sin, cos) = q[3 * i + 2].sin_cos();
    let arm = minus(place, [q[3 * i], q[3 * i + 1]]);
    let local = [cos * arm[0] + sin * arm[1], cos * arm[1] - sin * arm[0]];
    body.locate(local, moved).0
}

#[test]
fn tangent_rows_follow_the_touching_points() {
    let bodies = PlanarBodies::new(everything()).unwrap();
    let mut dice = Dice(4);
    for _ in 0..20 {
        let q = dice.state(&bodies).q;
        for (contact, kind) in bodies.parameters.contacts.iter().enumerate() {
            // the other side, this side, n, and where they touch
            let (a, b, n, from, to) = match kind {
                PlanarContact::PointOnLine {
                    point, line_normal, ..
                } => {
                    let b = Anchor::Body(0);
                    let at = b.locate(*point, &q).0;
                    (Anchor::Ground, b, *line_normal, at, at)
                }
                PlanarContact::DiscOnLine {
                    centre,
                    radius,
                    line_normal,
                    ..
                } => {
                    let b = Anchor::Body(1);
                    let at = b.locate(*centre, &q).0;
                    let at = [0, 1].map(|k| at[k] - radius * line_normal[k]);
                    (Anchor::Ground, b, *line_normal, at, at)
                }
                PlanarContact::Discs {
                    a,
                    centre_a,
                    radius_a,
                    centre_b,
                    radius_b,
                    ..
                } => {
                    let b = Anchor::Body(1);
                    let (from, to) = (a.locate(*centre_a, &q).0, b.locate(*centre_b, &q).0);
                    let line = minus(to, from);
                    let n = line.map(|x| x / line[0].hypot(line[1]));
                    (
                        *a,
                        b,
                        n,
                        [0, 1].map(|k| from[k] + radius_a * n[k]),
                        [0, 1].map(|k| to[k] - radius_b * n[k]),
                    )
                }
            };
            let t = [n[1], -n[0]];
            let slope = gradient(&bodies, &q, |moved| {
                let slip = minus(carried(b, &q, to, moved), carried(a, &q, from, moved));
                t[0] * slip[0] + t[1] * slip[1]
            });
            let row = dense(&frame(&bodies, contact, 0.0, &q).tangent, 6);
            assert_close(&row, &slope, 1e-6, "tangent");
        }
    }
}

#[test]
fn a_wheel_on_a_floor_has_the_rows_of_the_rods_end() {
    let bodies = PlanarBodies::new(everything()).unwrap();
    let state = bodies.state(&[[0.0; 3], [1.0, 2.0, 0.0]], &[[0.0; 3]; 2]);
    state.check(&bodies).unwrap();
    let frame = frame(&bodies, 1, 0.0, &state.q);
    assert!((bodies.gap(1, 0.0, &state.q) - (2.1 - 0.25)).abs() < 1e-15);
    assert_close(&dense(&frame.normal, 6)[3..], &[0.0, 1.0, 0.2], 1e-15, "n");
    assert_close(
        &dense(&frame.tangent, 6)[3..],
        &[1.0, 0.0, 0.25 - 0.1],
        1e-15,
        "t",
    );
    assert_eq!(frame.surface, [0.0, -0.4, 0.0, 0.0]);
}

/// The error of a row of a joint, by the number of the row.
fn error(bodies: &PlanarBodies, row: usize, q: &[f64]) -> f64 {
    bodies.joint(row, 0.0, q, &mut Row::default())
}

#[test]
fn joints_measure_distances_and_angles() {
    let bodies = PlanarBodies::new(everything()).unwrap();
    // the point (0.3, −0.1) of an unturned body, put on the line through (0, 0.2) along (2, 1), then 0.5 m to its left
    let on_line = |s: f64, off: f64| {
        let root = 5.0_f64.sqrt();
        let point = [(2.0 * s - off) / root, 0.2 + (s + 2.0 * off) / root];
        [point[0] - 0.3, point[1] + 0.1, 0.0, 0.0, 0.0, 0.0]
    };
    for s in [-1.0, 0.0, 2.0] {
        assert!(error(&bodies, 4, &on_line(s, 0.0)).abs() < 1e-15);
        assert!((error(&bodies, 4, &on_line(s, 0.5)) - 0.5).abs() < 1e-15);
    }
    // pins: the second point less the first
    let q = [1.0, 2.0, 0.0, 3.0, 5.0, 0.9];
    let (sin, cos) = 0.9_f64.sin_cos();
    let second = [3.0 - 0.4 * cos - 0.2 * sin, 5.0 - 0.4 * sin + 0.2 * cos];
    for (row, expected) in [
        (0, second[0] - 0.5),
        (1, second[1] - 0.1),
        (2, second[0] - 1.5),
        (3, second[1] - 2.1),
        (5, 0.9 - 0.4),
    ] {
        assert!((error(&bodies, row, &q) - expected).abs() < 1e-14);
    }
    let turned = [1.0, 2.0, 0.3, 3.0, 5.0, 0.9];
    assert!((error(&bodies, 6, &turned) - 0.2).abs() < 1e-15);
}

#[test]
fn drives_act_as_functions_of_time() {
    let sine = TimeLaw::Sine {
        amplitude: 2.0,
        frequency: 3.0,
        phase: 0.5,
    };
    let parameters = PlanarBodiesParameters {
        gravity: [0.0; 2],
        drives: vec![
            Drive::Torque {
                body: 0,
                torque: TimeLaw::Constant(4.0),
            },
            Drive::Force {
                body: 1,
                point: [1.0, 0.0],
                direction: [0.0, 1.0],
                force: sine,
            },
        ],
        springs: Vec::new(),
        ..everything()
    };
    let bodies = PlanarBodies::new(parameters).unwrap();
    let mut force = [0.0; 6];
    // the arm is turned by 60°: its lever is half
    let q = [0.0, 0.0, 0.0, 0.0, 0.0, std::f64::consts::FRAC_PI_3];
    bodies.force(0.7, &q, &[0.0; 6], &mut force);
    let pull = 2.0 * (2.6_f64).sin();
    assert_close(
        &force,
        &[0.0, 0.0, 4.0, 0.0, pull, 0.5 * pull],
        1e-14,
        "force",
    );
}

#[test]
fn a_damper_takes_energy_along_its_line() {
    let damper = Spring {
        stiffness: 0.0,
        damping: 3.0,
        point_a: [0.0, 0.0],
        point_b: [0.0, 0.0],
        ..spring(Anchor::Body(0), 1.0)
    };
    let parameters = PlanarBodiesParameters {
        gravity: [0.0; 2],
        springs: vec![damper],
        ..everything()
    };
    let bodies = PlanarBodies::new(parameters).unwrap();
    let state = bodies.state(&[[0.0; 3], [2.0, 0.0, 0.0]], &[[0.0; 3], [0.5, 7.0, 1.0]]);
    let mut force = [0.0; 6];
    bodies.force(0.0, &state.q, &state.v, &mut force);
    assert_close(&force, &[1.5, 0.0, 0.0, -1.5, 0.0, 0.0], 1e-14, "force");
}

#[test]
fn bad_parameters_are_named() {
    let with = |change: fn(&mut PlanarBodiesParameters)| {
        let mut parameters = everything();
        change(&mut parameters);
        PlanarBodies::new(parameters)
    };
    assert_names(with(|p| p.bodies.clear()), "bodies");
    assert_names(with(|p| p.bodies[1].mass = 0.0), "bodies[1].mass");
    assert_names(with(|p| p.bodies[0].inertia = -1.0), "bodies[0].inertia");
    assert_names(with(|p| p.gravity[1] = f64::NAN), "gravity[1]");
    assert_names(
        with(|p| {
            if let PlanarContact::PointOnLine { line_normal, .. } = &mut p.contacts[0] {
                *line_normal = [0.0; 2];
            }
        }),
        "contacts[0].line_normal",
    );
    assert_names(
        with(|p| {
            if let PlanarContact::PointOnLine { body, .. } = &mut p.contacts[0] {
                *body = 2;
            }
        }),
        "contacts[0].body",
    );
    assert_names(
        with(|p| {
            if let PlanarContact::DiscOnLine { radius, .. } = &mut p.contacts[1] {
                *radius = 0.0;
            }
        }),
        "contacts[1].radius",
    );
    assert_names(
        with(|p| {
            if let PlanarContact::DiscOnLine { velocity, .. } = &mut p.contacts[1] {
                *velocity = f64::NAN;
            }
        }),
        "contacts[1].velocity",
    );
    assert_names(
        with(|p| {
            if let PlanarContact::DiscOnLine { friction, .. } = &mut p.contacts[1] {
                friction.coefficient = -0.5;
            }
        }),
        "wheel – floor",
    );
    assert_names(
        with(|p| p.contacts[3] = discs(Anchor::Body(1))),
        "contacts[3].b",
    );
    assert_names(with(|p| p.joints[1] = pin(Anchor::Body(1))), "joints[1].b");
    assert_names(with(|p| p.joints[1] = pin(Anchor::Body(7))), "joints[1].a");
    assert_names(
        with(|p| {
            if let PlanarJoint::Slider { line_direction, .. } = &mut p.joints[2] {
                *line_direction = [0.0; 2];
            }
        }),
        "joints[2].line_direction",
    );
    assert_names(
        with(|p| {
            if let PlanarJoint::Angle { angle, .. } = &mut p.joints[3] {
                *angle = f64::NAN;
            }
        }),
        "joints[3].angle",
    );
    assert_names(
        with(|p| p.springs[0].stiffness = -1.0),
        "springs[0].stiffness",
    );
    assert_names(with(|p| p.springs[1].damping = -1.0), "springs[1].damping");
    assert_names(with(|p| p.springs[1].length = -1.0), "springs[1].length");
    assert_names(
        with(|p| {
            p.drives.push(Drive::Torque {
                body: 0,
                torque: TimeLaw::Constant(f64::NAN),
            });
        }),
        "drives[0].torque",
    );
    assert_names(
        with(|p| {
            p.drives.push(Drive::Force {
                body: 5,
                point: [0.0; 2],
                direction: [1.0, 0.0],
                force: TimeLaw::Constant(1.0),
            });
        }),
        "drives[0].body",
    );
}
