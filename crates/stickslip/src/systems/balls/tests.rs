use super::super::check::*;
use super::*;
use crate::systems::ttp01::{IN_SEAM, sphere_in_seam};
use crate::vector::columns;

fn mixed(orientation: Coordinate) -> Balls {
    Balls::new(BallsParameters {
        radii: vec![0.1, 0.2, 0.05],
        masses: vec![1.0, 3.0, 0.5],
        table_velocity: [0.3, -0.2],
        table_spin: 1.5,
        table_azimuth: 0.3,
        obstacles: vec![
            Obstacle {
                centre: [0.0, 3.0, -1.0],
                radius: 2.0,
            },
            Obstacle {
                centre: [4.0, 0.0, 0.0],
                radius: 1.0,
            },
        ],
        force: [0.4, -0.3, 0.2],
        orientation,
        ..Default::default()
    })
    .unwrap()
}

#[test]
fn rows_forces_and_mass_belong_together() {
    for orientation in [Coordinate::Quaternion, Coordinate::Rotation] {
        let balls = mixed(orientation);
        assert_consistent(&balls, 1);
        assert_conservative(&balls, 2);
        assert_keeps_energy(&balls, 3);
    }
}

/// Where a material point of a ball is, which at q is at `arm` from the centre.
fn point(balls: &Balls, ball: usize, q: &[f64], arm: [f64; 3], moved: &[f64]) -> [f64; 3] {
    let turn = |q: &[f64]| columns(balls.parameters.orientation, &q[balls.stride * ball + 3..]);
    let (old, new) = (turn(q), turn(moved));
    let local: [f64; 3] = std::array::from_fn(|k| dot(old[k], arm));
    let centre = balls.centre(ball, moved);
    std::array::from_fn(|i| centre[i] + (0..3).map(|k| new[k][i] * local[k]).sum::<f64>())
}

#[test]
fn rows_follow_the_touching_points() {
    for orientation in [Coordinate::Quaternion, Coordinate::Rotation] {
        let balls = mixed(orientation);
        let radii = &balls.parameters.radii;
        let mut dice = Dice(4);
        for _ in 0..20 {
            let q = dice.state(&balls).q;
            let (sin, cos) = 0.3_f64.sin_cos();
            let t = [cos, sin, 0.0];
            for ball in 0..3 {
                let frame = frame(&balls, ball, 0.0, &q);
                let axes = [[0.0, 0.0, 1.0], t, cross([0.0, 0.0, 1.0], t)];
                let arm = [0.0, 0.0, -radii[ball]];
                assert_follows(&balls, &q, &frame, axes, |moved| {
                    point(&balls, ball, &q, arm, moved)
                });
            }
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                let frame = frame(&balls, balls.pair(i, j).unwrap(), 0.0, &q);
                let axes = [0, 1, 2].map(|k| {
                    let row = dense(frame.row(k), 18);
                    [row[6 * j], row[6 * j + 1], row[6 * j + 2]]
                });
                assert!(axes[1][2].abs() < 1e-15, "t is horizontal");
                let n = axes[0];
                let (from, to) = (scale(radii[i], n), scale(-radii[j], n));
                assert_follows(&balls, &q, &frame, axes, |moved| {
                    minus(
                        point(&balls, j, &q, to, moved),
                        point(&balls, i, &q, from, moved),
                    )
                });
                // r·v = n·(ω_j − ω_i)
                let spin = dense(&frame.torsion, 18);
                assert_eq!(spin[6 * j + 3..6 * j + 6], n);
                assert_eq!(spin[6 * i + 3..6 * i + 6], scale(-1.0, n));
            }
        }
    }
}

#[test]
fn rows_follow_the_point_that_touches_an_obstacle() {
    let balls = mixed(Coordinate::Quaternion);
    let radii = &balls.parameters.radii;
    let mut dice = Dice(6);
    for _ in 0..20 {
        let q = dice.state(&balls).q;
        for (ball, obstacle) in [(0, 0), (1, 0), (2, 1)] {
            let contact = balls.at_obstacle(ball, obstacle).unwrap();
            let frame = frame(&balls, contact, 0.0, &q);
            let axes = [0, 1, 2].map(|k| {
                let row = dense(frame.row(k), 18);
                [row[6 * ball], row[6 * ball + 1], row[6 * ball + 2]]
            });
            let [n, t, o] = axes;
            let arm = scale(-radii[ball], n);
            assert_follows(&balls, &q, &frame, axes, |moved| {
                point(&balls, ball, &q, arm, moved)
            });
            // away from the obstacle, and t as near to x as it gets: nothing of x is left along o
            let from = balls.parameters.obstacles[obstacle].centre;
            assert!(dot(n, minus(balls.centre(ball, &q), from)) > 0.0);
            assert!(t[0] >= 0.0 && o[0].abs() < 1e-12, "{t:?} {o:?}");
            let spin = dense(&frame.torsion, 18);
            assert_eq!(spin[6 * ball + 3..6 * ball + 6], n);
            assert_eq!(frame.surface, [0.0; 4]);
        }
    }
}

/// The data of [TTP01 §4.3]: the sphere touches both others.
#[test]
fn a_sphere_lies_in_the_seam_of_two_others() {
    let balls = Balls::new(sphere_in_seam(Friction::none())).unwrap();
    assert_eq!(balls.contacts().len(), 2);
    assert_eq!(balls.contacts()[1].name, "ball 1 – obstacle 2");
    let state = balls.state(&[IN_SEAM], &[[0.0; 3]]);
    for contact in 0..2 {
        assert!(balls.gap(contact, 0.0, &state.q).abs() < 1e-13);
    }
}

#[test]
fn stacked_balls_have_a_frame_too() {
    let balls = mixed(Coordinate::Quaternion);
    let above = [[0.0, 0.0, 0.1], [0.0, 0.0, 0.4], [1e-12, 0.0, 0.7]];
    let state = balls.state(&above, &[[0.0; 3]; 3]);
    for (i, j) in [(0, 1), (1, 2)] {
        let frame = frame(&balls, balls.pair(i, j).unwrap(), 0.0, &state.q);
        let [n, t, o] = [0, 1, 2].map(|k| {
            let row = dense(frame.row(k), 18);
            [row[6 * j], row[6 * j + 1], row[6 * j + 2]]
        });
        assert_close(&t, &[1.0, 0.0, 0.0], 1e-9, "t = x");
        assert!(dot(n, t).abs() < 1e-15);
        assert_close(&o, &[0.0, 1.0, 0.0], 1e-9, "o = n × t");
    }
    // even for centres that coincide
    let same = balls.state(&[[0.0; 3]; 3], &[[0.0; 3]; 3]);
    assert_eq!(balls.gap(3, 0.0, &same.q), -0.1 - 0.2);
    assert_eq!(frame(&balls, 3, 0.0, &same.q).normal.entries().count(), 2);
}

#[test]
fn the_turntable_moves_under_the_ball() {
    let balls = mixed(Coordinate::Quaternion);
    let places = [[2.0, 1.0, 0.1], [0.0; 3], [1.0; 3]];
    let state = balls.state(&places, &[[0.0; 3]; 3]);
    let surface = frame(&balls, 0, 0.0, &state.q).surface;
    // the surface moves with (−1.2, 2.8) there, and t is turned by 0.3 rad
    let (sin, cos) = 0.3_f64.sin_cos();
    let (x, y) = (0.3 - 1.5, -0.2 + 3.0);
    let expected = [0.0, x * cos + y * sin, y * cos - x * sin, 1.5];
    assert_close(&surface, &expected, 1e-15, "surface");
}

/// The four balls of [ST00 4.2]: ten contacts, and gaps of 10⁻⁵ between the balls at rest.
#[test]
fn the_four_balls_are_the_default() {
    let balls = Balls::new(BallsParameters::default()).unwrap();
    assert_eq!(balls.contacts().len(), 10);
    assert_eq!(balls.contacts()[0].name, "ball 1 – table");
    assert_eq!(balls.contacts()[9].name, "ball 3 – ball 4");
    let places = [
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.1],
        [1.2 + 1e-5, 0.0, 0.1],
        [1.4 + 2e-5, 0.0, 0.1],
    ];
    let mut velocities = [[0.0; 3]; 4];
    velocities[0] = [1.5, 0.1, 0.0];
    let state = balls.state(&places, &velocities);
    state.check(&balls).unwrap();
    assert!((balls.gap(9, 0.0, &state.q) - 1e-5).abs() < 1e-15);
    assert_eq!(balls.gap(1, 0.0, &state.q), 0.0);
    let mut momentum = [0.0; 24];
    mass(&balls, &state.q).momentum(&[1.0; 24], &mut momentum);
    assert_close(
        &momentum[..6],
        &[1.0, 1.0, 1.0, 4e-3, 4e-3, 4e-3],
        1e-15,
        "M",
    );
}

#[test]
fn without_a_table_only_pairs_are_left() {
    let parameters = BallsParameters {
        table: false,
        ..Default::default()
    };
    let balls = Balls::new(parameters).unwrap();
    assert_eq!(balls.contacts().len(), 6);
    assert_eq!(balls.pair(0, 1), Some(0));
    assert_eq!(balls.pair(1, 0), None);
    assert_consistent(&balls, 5);
}

#[test]
fn bad_parameters_are_named() {
    let with = |change: fn(&mut BallsParameters)| {
        let mut parameters = BallsParameters::default();
        change(&mut parameters);
        Balls::new(parameters)
    };
    assert_names(with(|p| p.radii.clear()), "radii");
    assert_names(with(|p| p.radii[2] = 0.0), "radii[2]");
    assert_names(with(|p| p.masses[3] = -1.0), "masses[3]");
    assert_names(with(|p| p.masses.push(1.0)), "masses");
    assert_names(with(|p| p.gravity = f64::NAN), "gravity");
    assert_names(
        with(|p| p.table_velocity[1] = f64::NAN),
        "table_velocity[1]",
    );
    assert_names(with(|p| p.table_spin = f64::NAN), "table_spin");
    assert_names(with(|p| p.table_azimuth = f64::NAN), "table_azimuth");
    assert_names(with(|p| p.force[2] = f64::INFINITY), "force[2]");
    let obstacle = |p: &mut BallsParameters, centre: [f64; 3], radius: f64| {
        p.obstacles = vec![Obstacle { centre, radius }];
    };
    let mut flat = BallsParameters::default();
    obstacle(&mut flat, [0.0; 3], 0.0);
    assert_names(Balls::new(flat), "obstacles[0].radius");
    let mut lost = BallsParameters::default();
    obstacle(&mut lost, [0.0, f64::NAN, 0.0], 1.0);
    assert_names(Balls::new(lost), "obstacles[0].centre[1]");
    assert_names(
        with(|p| p.table_friction.coefficient = -1.0),
        "ball 1 – table",
    );
    assert_names(
        with(|p| p.ball_friction.coefficient = -1.0),
        "ball 1 – ball 2",
    );
    assert_names(
        with(|p| p.table_restitution = Restitution::Constant(-0.1)),
        "restitution",
    );
    assert_names(
        with(|p| p.ball_restitution = Restitution::Constant(1.1)),
        "ball 1 – ball 2",
    );
    assert_names(with(|p| p.orientation = Coordinate::Angle), "orientation");
}
