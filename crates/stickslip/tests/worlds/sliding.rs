//! A flat box on a plane.

use super::*;

/// A box on a plane whose slope is made by tilting gravity: tan of its angle is `slope`, steepest towards an azimuth (rad).
fn on_slope(ground: Body, mu: f64, slope: f64, azimuth: f64) -> Simulation<World> {
    let angle = slope.atan();
    let gravity = [
        G * angle.sin() * azimuth.cos(),
        G * angle.sin() * azimuth.sin(),
        -G * angle.cos(),
    ];
    let half = [0.2, 0.2, 0.05];
    let block = body("block", Shape::Box { half }, Pose::at([0.0, 0.0, 0.05]));
    simulate(model(rough(mu), gravity, vec![block, ground]), 1.0 / 240.0)
}

#[test]
fn a_box_below_its_friction_limit_does_not_creep() {
    for ground in [floor(), slab()] {
        for azimuth in [0.0, 0.5, 1.2, 2.9] {
            let mut simulation = on_slope(ground.clone(), 0.5, 0.99 * 0.5, azimuth);
            run(&mut simulation, 480);
            let q = &simulation.state().q;
            let creep = q[0].hypot(q[1]) / 2.0;
            assert!(creep <= 1e-12, "{} {azimuth}: {creep:e}", ground.name);
        }
    }
}

#[test]
fn a_box_above_its_friction_limit_accelerates_as_it_must() {
    for ground in [floor(), slab()] {
        for azimuth in [0.0, 0.5, 1.2] {
            let mut simulation = on_slope(ground.clone(), 0.5, 1.01 * 0.5, azimuth);
            run(&mut simulation, 240);
            let early = simulation.state().v.clone();
            run(&mut simulation, 240);
            let late = simulation.state().v.clone();
            let angle = (1.01_f64 * 0.5).atan();
            let exact = G * (angle.sin() - 0.5 * angle.cos());
            let along = |v: &[f64]| v[0] * azimuth.cos() + v[1] * azimuth.sin();
            let across = |v: &[f64]| v[1] * azimuth.cos() - v[0] * azimuth.sin();
            let found = along(&late) - along(&early);
            assert!((found / exact - 1.0).abs() < 1e-9, "{found} {exact}");
            assert!(across(&late).abs() < 1e-12, "{:e}", across(&late));
        }
    }
}

#[test]
fn a_sliding_box_stops_where_it_must_without_lifting_or_veering() {
    let (mu, speed, h) = (0.5, 5.0, 1.0 / 240.0);
    for ground in [floor(), slab()] {
        for azimuth in [0.0_f64, 0.55] {
            let half = [0.2, 0.2, 0.05];
            let mut block = body("block", Shape::Box { half }, Pose::at([0.0, 0.0, 0.05]));
            block.velocity = [speed * azimuth.cos(), speed * azimuth.sin(), 0.0];
            let bodies = vec![block, ground.clone()];
            let mut simulation = simulate(model(rough(mu), [0.0, 0.0, -G], bodies), h);
            for _ in 0..480 {
                run(&mut simulation, 1);
                let height = simulation.state().q[2] - 0.05;
                assert!(height.abs() <= 1e-9, "{height:e}");
            }
            let q = &simulation.state().q;
            let along = q[0] * azimuth.cos() + q[1] * azimuth.sin();
            let across = q[1] * azimuth.cos() - q[0] * azimuth.sin();
            // the velocity at the end of each step moves the box: v²/2μg − v h/2
            let exact = speed * speed / (2.0 * mu * G) - 0.5 * speed * h;
            assert!((along / exact - 1.0).abs() < 1e-3, "{along} {exact}");
            assert!(across.abs() <= 1e-9, "{across:e}");
        }
    }
}
