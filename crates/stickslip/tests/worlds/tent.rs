//! Two cards that lean on each other.

use super::*;

/// Cards at half angle atan(2 μ ratio): thin cards stand if and only if that is no more than atan(2 μ).
fn height_left(ratio: f64) -> f64 {
    let (mu, length, thickness) = (0.3, 0.5, 0.002);
    let angle = (2.0_f64 * mu * ratio).atan();
    let half = [thickness, 0.3, length];
    let card = |name: &str, side: f64| {
        let turn = Pose::turned([0.0; 3], [0.0, side * angle, 0.0]);
        let corners =
            [-1.0, 1.0].map(|x| [-1.0, 1.0].map(|z| turn.point([x * thickness, 0.0, z * length])));
        let corners = corners.concat();
        let low = corners.iter().map(|c| c[2]).fold(f64::INFINITY, f64::min);
        let inner = corners
            .iter()
            .map(|c| side * c[0])
            .fold(f64::NEG_INFINITY, f64::max);
        let pose = Pose {
            position: [-side * inner, 0.0, -low],
            ..turn
        };
        body(name, Shape::Box { half }, pose)
    };
    let bodies = vec![card("left", 1.0), card("right", -1.0), slab()];
    let mut simulation = simulate(model(rough(mu), [0.0, 0.0, -G], bodies), 1.0 / 240.0);
    let before = simulation.state().q[2];
    run(&mut simulation, 480);
    simulation.state().q[2] / before
}

#[test]
fn a_tent_of_cards_stands_below_its_limit_and_falls_above() {
    let stands = height_left(0.9);
    assert!((stands - 1.0).abs() < 1e-9, "{stands}");
    assert!(height_left(1.1) < 0.5);
}
