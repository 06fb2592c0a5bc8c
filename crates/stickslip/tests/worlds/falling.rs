//! Drops, collisions and spins.

use super::*;
use stickslip::Restitution;

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
