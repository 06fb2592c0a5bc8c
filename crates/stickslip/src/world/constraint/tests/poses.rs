//! Poses that satisfy a joint, and the motions that it lets free.

use super::*;

/// All bodies at t = 0 without velocity.
fn start(model: &Model) -> Vec<Placement> {
    (0..model.bodies.len())
        .map(|body| at_start(model, body))
        .collect()
}

#[test]
fn each_kind_has_its_number_of_equations_and_they_hold_in_satisfied_poses() {
    let mut random = Random(3);
    for _ in 0..20 {
        for (kind, equations) in kinds(&mut random) {
            let (model, x) = model(kind.clone(), &mut random);
            let rows = Constraint::all(&model).unwrap();
            assert_eq!(rows.len(), equations, "{kind:?}");
            for (row, spec) in &rows {
                let (g, _, _) = evaluate(row, &start(&model));
                assert!(g.abs() < 1e-14, "{}: {g}", spec.name);
                assert_eq!(spec.law, JointLaw::Equation);
            }
            // and the coordinates are those that the pose was made of
            let free = kind.free();
            assert_eq!(free.len(), kind.coordinates());
            for (coordinate, (_, measure)) in free.iter().enumerate() {
                let row = Constraint::between(&model.joints[0], *measure);
                let (found, _, _) = evaluate(&row, &start(&model));
                let expected = match kind {
                    JointKind::Link => x[coordinate].abs(),
                    _ => x[coordinate],
                };
                assert!((found - expected).abs() < 1e-14, "{kind:?} {coordinate}");
            }
        }
    }
}

#[test]
fn free_motions_leave_the_equations_alone() {
    // two frames anywhere on the manifold of free motions, all in one go
    let mut random = Random(4);
    for (kind, _) in kinds(&mut random) {
        let (model, _) = model(kind.clone(), &mut random);
        let rows = Constraint::all(&model).unwrap();
        for _ in 0..20 {
            let x: Vec<f64> = (0..3).map(|_| 3.0 * random.next()).collect();
            let mut all = start(&model);
            match kind {
                JointKind::Gear {
                    teeth, internal, ..
                } => {
                    // the second wheel follows the first by the ratio
                    let ratio = f64::from(teeth[0]) / f64::from(teeth[1]);
                    let sign = if internal { 1.0 } else { -1.0 };
                    for (wheel, turn) in [(0, 7.0 * x[0]), (1, sign * 7.0 * x[0] * ratio)] {
                        let inner = &model.joints[0].frames[wheel];
                        let turn = Pose::turned([0.0; 3], [0.0, 0.0, turn]);
                        let frame = all[wheel].pose.then(inner).then(&turn);
                        all[wheel].pose = frame.then(&inner.inverse());
                    }
                }
                _ => {
                    let [a, b] = model.joints[0].frames;
                    let second = satisfied(&kind, &x, &mut random);
                    all[1].pose = all[0].pose.then(&a).then(&second).then(&b.inverse());
                }
            }
            for (row, spec) in &rows {
                let (g, _, _) = evaluate(row, &all);
                assert!(g.abs() < 1e-14, "{}: {g}", spec.name);
            }
        }
    }
}

#[test]
fn equations_are_independent_wherever_the_joint_can_go() {
    // the determinant of R Rᵀ, by elimination, for the rows over the velocities of the free body
    let mut random = Random(5);
    for _ in 0..20 {
        for (kind, equations) in kinds(&mut random) {
            let (model, _) = model(kind.clone(), &mut random);
            let rows = Constraint::all(&model).unwrap();
            let mut all = start(&model);
            let mut dof = 0;
            for (body, placement) in model.bodies.iter().zip(&mut all) {
                if body.motion == Motion::Free {
                    // the anchor as centre: no lever arms, so that the rows have length 1
                    let anchor = model.joints[0].frames[1].position;
                    placement.centre = placement.pose.point(anchor);
                    placement.dof = Some(dof);
                    dof += 6;
                }
            }
            let dense: Vec<Vec<f64>> = (rows.iter())
                .map(|(row, _)| {
                    let mut v = vec![0.0; dof];
                    let (_, _, entries) = evaluate(row, &all);
                    entries.entries().for_each(|e| v[e.0] += e.1);
                    v
                })
                .collect();
            let mut gram = vec![vec![0.0; equations]; equations];
            for i in 0..equations {
                for j in 0..equations {
                    gram[i][j] = dense[i].iter().zip(&dense[j]).map(|(a, b)| a * b).sum();
                }
            }
            for k in 0..equations {
                assert!(gram[k][k] > 0.1, "{kind:?}: {}", gram[k][k]);
                for i in k + 1..equations {
                    let factor = gram[i][k] / gram[k][k];
                    for j in k..equations {
                        gram[i][j] -= factor * gram[k][j];
                    }
                }
            }
        }
    }
}

#[test]
fn signs_are_those_of_the_second_frame_seen_from_the_first() {
    let joint = |kind: JointKind, pose: Pose| {
        let x = |i: usize| {
            let frames = Frames::new([&Pose::IDENTITY, &pose], &[Pose::IDENTITY; 2]);
            kind.free()[i].1.of(&frames).0
        };
        (0..kind.coordinates()).map(x).collect::<Vec<f64>>()
    };
    let near = |found: Vec<f64>, expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-15, "{found:?} {expected:?}");
        }
    };
    let turned = |rotation| Pose::turned([0.1, 0.2, 0.3], rotation);
    near(joint(JointKind::Revolute, turned([0.0, 0.0, 0.4])), &[0.4]);
    near(joint(JointKind::Prismatic, turned([0.0; 3])), &[0.3]);
    near(
        joint(JointKind::Universal, turned([0.4, 0.0, 0.0])),
        &[0.4, 0.0],
    );
    near(
        joint(JointKind::Universal, turned([0.0, 0.4, 0.0])),
        &[0.0, 0.4],
    );
    near(
        joint(JointKind::Cylindrical, turned([0.0, 0.0, -0.4])),
        &[0.3, -0.4],
    );
    near(
        joint(JointKind::Planar, turned([0.0, 0.0, 3.0])),
        &[0.1, 0.2, 3.0],
    );
    near(joint(JointKind::Link, Pose::at([3.0, 0.0, -4.0])), &[5.0]);
}

#[test]
fn angles_with_limits_are_taken_within_the_turn_of_their_range() {
    // from 0 to 4 rad, at 3.5 rad, which atan2 calls 3.5 − 2π
    let mut random = Random(6);
    let (mut model, x) = model(JointKind::Revolute, &mut random);
    let joint = &mut model.joints[0];
    joint.axes = vec![Axis {
        lower: Some(x[0] - 1.0),
        upper: Some(x[0] + 4.0),
        ..Axis::default()
    }];
    let turn = Pose::turned([0.0; 3], [0.0, 0.0, 3.5]);
    joint.frames[1] = joint.frames[1].then(&turn);
    let rows = Constraint::all(&model).unwrap();
    let left: Vec<f64> = (rows[5..].iter())
        .map(|(row, _)| evaluate(row, &start(&model)).0)
        .collect();
    assert!((left[0] - 4.5).abs() < 1e-14 && (left[1] - 0.5).abs() < 1e-14);
}

#[test]
fn no_tooth_is_lost_in_many_turns() {
    let kind = JointKind::Gear {
        teeth: [17, 40],
        internal: false,
        carrier: 2,
        axles: [Pose::IDENTITY, Pose::at([1.0, 0.0, 0.0])],
    };
    let (model, _) = model(kind, &mut Random(7));
    let rows = Constraint::all(&model).unwrap();
    let error = |turns: [f64; 2]| {
        let mut all = start(&model);
        for wheel in 0..2 {
            let turn = [0.0, 0.0, std::f64::consts::TAU * turns[wheel]];
            let inner = &model.joints[0].frames[wheel];
            let frame = all[wheel]
                .pose
                .then(inner)
                .then(&Pose::turned([0.0; 3], turn));
            all[wheel].pose = frame.then(&inner.inverse());
        }
        evaluate(&rows[0].0, &all).0
    };
    for turns in [1.0, 40.0, 100.3, 1234.5] {
        assert!(
            error([turns, -turns * 17.0 / 40.0]).abs() < 1e-11,
            "{turns}"
        );
    }
    // a third of a tooth is seen, a whole one cannot be told
    let third = 1.0 / (3.0 * 17.0);
    assert!((error([third, 0.0]) - std::f64::consts::TAU * third).abs() < 1e-13);
    assert!(error([1.0 / 17.0, 0.0]).abs() < 1e-13);
}
