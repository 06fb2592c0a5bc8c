//! Drops, collisions and spins.

use super::*;
use stickslip::{Locate, Restitution};

#[test]
fn a_frictionless_elastic_collision_keeps_energy_and_momentum() {
    let ball = |name: &str, at: [f64; 3], velocity: [f64; 3]| Body {
        velocity,
        ..body(name, Shape::Sphere { radius: 0.1 }, Pose::at(at))
    };
    let mut surface = rough(0.0);
    surface.restitution = Restitution::Constant(1.0);
    let bodies = vec![
        ball("first", [-0.5, 0.05, 1.0], [1.0, 0.0, 0.0]),
        ball("second", [0.0, 0.0, 1.0], [0.0; 3]),
    ];
    let mut simulation = simulate(model(surface, [0.0; 3], bodies), 1e-3);
    run(&mut simulation, 1000);
    let v = &simulation.state().v;
    let energy = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>();
    assert!((energy(v) - 1.0).abs() < 1e-12, "{:e}", energy(v) - 1.0);
    assert!((v[0] + v[6] - 1.0).abs() < 1e-14 && (v[1] + v[7]).abs() < 1e-14);
    // the second ball leaves along the line of centres
    assert!((v[7] / v[6] + 0.05 / (0.04_f64 - 0.0025).sqrt()).abs() < 0.02);
}

#[test]
fn a_thrown_box_keeps_its_angular_momentum_and_does_not_gain_energy() {
    let half = [0.1, 0.05, 0.02];
    let mut brick = body("box", Shape::Box { half }, Pose::at([0.0, 0.0, 5.0]));
    brick.spin = [0.3, 50.0, 0.1];
    let mut simulation = simulate(model(rough(0.5), [0.0; 3], vec![brick]), 1.0 / 240.0);
    let mut first = None;
    for _ in 0..480 {
        let energy = simulation.step().unwrap().energy.kinetic;
        assert!(energy < 1.5 * *first.get_or_insert(energy), "{energy}");
    }
}

#[test]
fn every_shape_comes_to_rest_on_the_floor() {
    let shapes = [
        Shape::Sphere { radius: 0.1 },
        Shape::Box {
            half: [0.1, 0.07, 0.04],
        },
        Shape::Capsule {
            half_length: 0.1,
            radius: 0.05,
        },
        Shape::Cylinder {
            half_length: 0.08,
            radius: 0.06,
        },
        Shape::Ellipsoid {
            half: [0.1, 0.07, 0.04],
        },
    ];
    for shape in shapes {
        let pose = Pose::turned([0.0, 0.0, 0.3], [0.4, 0.9, -0.2]);
        let word = shape.word();
        let bodies = vec![body(word, shape, pose), floor()];
        let mut simulation = simulate(model(rough(0.5), [0.0, 0.0, -G], bodies), 1.0 / 240.0);
        let mut energy = f64::INFINITY;
        for _ in 0..960 {
            run(&mut simulation, 1);
            let report = simulation.report();
            assert!(report.penetration < 1e-3, "{word} {:e}", report.penetration);
            assert!(
                report.energy.total() <= energy + 1e-9,
                "{word}: energy rises"
            );
            energy = report.energy.total();
        }
        let height = simulation.state().q[2];
        assert!(height > 0.035 && height < 0.11, "{word} {height}");
    }
}

#[test]
fn ellipsoids_fall_into_a_tray_among_other_shapes() {
    let half = [0.06, 0.04, 0.03];
    let (half_length, radius) = (0.04, 0.03);
    let others = [
        Shape::Box { half },
        Shape::Sphere { radius },
        Shape::Capsule {
            half_length,
            radius,
        },
        Shape::Cylinder {
            half_length,
            radius,
        },
        Shape::Ellipsoid {
            half: [0.05, 0.05, 0.02],
        },
    ];
    let walls = [
        ([0.3, 0.0, 0.1], [0.1, 0.4, 0.2]),
        ([-0.3, 0.0, 0.1], [0.1, 0.4, 0.2]),
        ([0.0, 0.3, 0.1], [0.2, 0.1, 0.2]),
        ([0.0, -0.3, 0.1], [0.2, 0.1, 0.2]),
    ];
    let mut bodies = vec![slab()];
    for (i, (at, half)) in walls.into_iter().enumerate() {
        bodies.push(Body {
            motion: Motion::Fixed,
            ..body(&format!("wall {i}"), Shape::Box { half }, Pose::at(at))
        });
    }
    for (i, other) in others.into_iter().enumerate() {
        let layer = 0.15 * i as f64;
        let turn = [0.3 * i as f64, 0.5, -0.4];
        let stone = Shape::Ellipsoid { half };
        let places = [[0.02, 0.05, 0.1 + layer], [-0.01, -0.06, 0.15 + layer]];
        let [here, there] = places.map(|at| Pose::turned(at, turn));
        bodies.push(body(&format!("stone {i}"), stone, here));
        bodies.push(body(&format!("other {i}"), other, there));
    }
    let free = bodies.len() - 5;
    let mut simulation = simulate(model(rough(0.5), [0.0, 0.0, -G], bodies), 1.0 / 480.0);
    for _ in 0..960 {
        run(&mut simulation, 1);
        let report = simulation.report();
        assert!(report.penetration < 2e-3, "{:e}", report.penetration);
    }
    for i in 0..free {
        let [x, y, z] = [0, 1, 2].map(|k| simulation.state().q[7 * i + k]);
        assert!(x.abs() < 0.2 && y.abs() < 0.2 && z > 0.015 && z < 0.4);
    }
}

/// What is left of a step before an impact may be next to nothing. A ball that lies a little too deep in the floor is not thrown out of it then.
#[test]
fn a_ball_at_rest_stays_there_when_another_is_about_to_land() {
    let (radius, deep, near) = (0.1, 1e-8, 2e-10);
    let ball = |name: &str, x: f64, height: f64| {
        let place = Pose::at([x, 0.0, radius + height]);
        body(name, Shape::Sphere { radius }, place)
    };
    let mut bodies = vec![
        floor(),
        ball("at rest", 0.0, -deep),
        ball("lands", 1.0, near),
    ];
    bodies[2].velocity = [0.0, 0.0, -1.0];
    let world = World::new(model(rough(0.5), [0.0, 0.0, -G], bodies)).unwrap();
    let state = world.initial();
    let settings = Settings {
        step: 1.0 / 240.0,
        locate: Some(Locate::default()),
        ..Settings::default()
    };
    let mut simulation = Simulation::new(world, state, settings).unwrap();
    let report = simulation.step().unwrap();
    assert_eq!(report.impacts.len(), 1);
    let speed = simulation.state().v[2];
    assert!(speed.abs() < 1e-3, "{speed}");
}

/// What a tower carries goes on while something small lands on it, and is not lost.
#[test]
fn the_weight_of_what_is_hit_is_not_booked_as_a_loss() {
    let half = [0.5; 3];
    let block = |name: &str, z: f64| body(name, Shape::Box { half }, Pose::at([0.0, 0.0, z]));
    let (radius, height) = (0.05, 0.02);
    let place = Pose::at([0.1, 0.0, 2.0 + radius + height]);
    let bodies = vec![
        floor(),
        block("below", 0.5),
        block("above", 1.5),
        body("ball", Shape::Sphere { radius }, place),
    ];
    let mass = 1000.0 * 4.0 / 3.0 * std::f64::consts::PI * radius * radius * radius;
    let falls = mass * G * height;
    let mut simulation = simulate(model(rough(0.5), [0.0, 0.0, -G], bodies), 0.01);
    let (mut lost, mut numerical) = (0.0, 0.0);
    for _ in 0..20 {
        let energy = simulation.step().unwrap().energy;
        assert!(energy.numerical_loss >= -1e-9 * falls, "{energy:?}");
        lost += energy.impact_loss;
        numerical += energy.numerical_loss;
    }
    // the weight of the blocks alone would be ½ m g²h², 10 J
    assert!(lost > 0.0 && lost < 1.1 * falls, "{lost} {falls}");
    assert!(numerical < 1.1 * falls, "{numerical} {falls}");
}
