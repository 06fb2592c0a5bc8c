//! Gears and universal joints.

use super::*;

#[test]
fn a_hundred_turns_lose_no_tooth() {
    for internal in [false, true] {
        let (teeth, h) = ([20, 33], 2e-3);
        let axles = [Pose::IDENTITY, Pose::at([0.3, 0.0, 0.0])];
        let driven = Axis {
            motor: speed_motor(TAU * 4.0, f64::INFINITY),
            ..Axis::default()
        };
        // the second wheel works against friction
        let braked = Axis {
            friction: 0.5,
            ..Axis::default()
        };
        let mut mesh = joint(
            "mesh",
            JointKind::Gear {
                teeth,
                internal,
                carrier: 0,
                axles,
            },
            (1, Pose::IDENTITY),
            (2, Pose::IDENTITY),
            None,
        );
        mesh.collide = false;
        let model = Model {
            bodies: vec![
                ground(),
                lump("one", 1.0, 0.02, Pose::IDENTITY),
                lump("two", 2.0, 0.06, axles[1]),
            ],
            joints: vec![
                pin("axle one", (0, [0.0; 3]), (1, [0.0; 3]), Some(driven)),
                pin(
                    "axle two",
                    (0, [0.3, 0.0, 0.0]),
                    (2, [0.0; 3]),
                    Some(braked),
                ),
                mesh,
            ],
            ..Model::default()
        };
        let mut run = Run::new(model, h);
        let (mut turned, mut old) = ([0.0; 2], [0.0; 2]);
        while turned[0] < 100.0 * TAU {
            run.step();
            for wheel in 0..2 {
                let angle = run.angle(wheel + 1);
                let change = angle - old[wheel];
                turned[wheel] += wrap(change);
                old[wheel] = angle;
            }
            let sign = if internal { 1.0 } else { -1.0 };
            let expected = sign * turned[0] * f64::from(teeth[0]) / f64::from(teeth[1]);
            near(turned[1], expected, 1e-8);
        }
        assert!(run.t() > 24.0 && run.t() < 26.0);
    }
}

#[test]
fn a_planet_rolls_round_a_fixed_sun() {
    // arm, planet; the sun is part of the ground. The planet turns (1 + 30/15) times as fast as the arm.
    let reach = [0.3, 0.0, 0.0];
    let sun = joint(
        "mesh",
        JointKind::Gear {
            teeth: [30, 15],
            internal: false,
            carrier: 1,
            axles: [Pose::IDENTITY, Pose::at(reach)],
        },
        (0, Pose::IDENTITY),
        (2, Pose::IDENTITY),
        None,
    );
    let turning = Axis {
        motor: speed_motor(2.0, f64::INFINITY),
        ..Axis::default()
    };
    let model = Model {
        bodies: vec![
            ground(),
            rod("arm", 0.5, 0.3, Pose::IDENTITY),
            lump("planet", 1.0, 0.02, Pose::at(reach)),
        ],
        joints: vec![
            pin("pivot", (0, [0.0; 3]), (1, [0.0; 3]), Some(turning)),
            pin("axle", (1, reach), (2, [0.0; 3]), None),
            sun,
        ],
        ..Model::default()
    };
    let mut run = Run::new(model, 1e-3);
    while run.t() < 4.0 {
        run.step();
        let ahead = run.angle(2) - 3.0 * run.angle(1);
        near(wrap(ahead), 0.0, 1e-8);
    }
}

#[test]
fn a_universal_joint_turns_unevenly_as_cardan_says() {
    let (bend, speed, h) = (0.6_f64, 3.0, 1e-3);
    // the second shaft is bent in the plane x, z; at the start the first yoke lies in that plane
    let bent = Pose::turned([0.0; 3], [0.0, bend, 0.0]);
    let turning = Axis {
        motor: speed_motor(speed, f64::INFINITY),
        ..Axis::default()
    };
    let model = Model {
        bodies: vec![
            ground(),
            lump("first", 1.0, 0.02, Pose::IDENTITY),
            lump("second", 1.0, 0.02, bent),
        ],
        joints: vec![
            pin("bearing one", (0, [0.0; 3]), (1, [0.0; 3]), Some(turning)),
            joint(
                "cross",
                JointKind::Universal,
                (1, Pose::IDENTITY),
                (2, Pose::IDENTITY),
                None,
            ),
            // the second bearing must leave the place free that the cross keeps already
            joint(
                "bearing two",
                JointKind::Revolute,
                (0, bent),
                (2, Pose::IDENTITY),
                None,
            ),
        ],
        ..Model::default()
    };
    let mut run = Run::new(model, h);
    let axis = bent.direction([0.0, 0.0, 1.0]);
    while run.t() < 3.0 {
        run.step();
        let theta = run.angle(1);
        let yoke = bent.direction_back(run.pose(2).direction([1.0, 0.0, 0.0]));
        let found = yoke[1].atan2(yoke[0]);
        let expected = theta.sin().atan2(theta.cos() * bend.cos());
        let ahead = found - expected;
        near(wrap(ahead), 0.0, 1e-8);
        let v = run.velocity(1);
        let ratio = (v[3] * axis[0] + v[4] * axis[1] + v[5] * axis[2]) / run.velocity(0)[5];
        let cardan = bend.cos() / (1.0 - (bend.sin() * theta.cos()).powi(2));
        near(ratio, cardan, 3.0 * h);
    }
}
