//! Viscous friction of contacts [ST00 §2].

use crate::{G, body, floor, model, rough, run, simulate, slab};
use stickslip::Friction;
use stickslip::world::{Body, Pose, Shape, Surface};

#[test]
fn a_block_on_oil_slows_down_exponentially() {
    // four corners, each with its own oil
    let (eta, h, v) = (0.5, 1e-3, 2.0);
    let block = Body {
        velocity: [v, 0.0, 0.0],
        ..body(
            "block",
            Shape::Box {
                half: [0.1, 0.1, 0.05],
            },
            Pose::at([0.0, 0.0, 0.05]),
        )
    };
    let mass = 4.0;
    let surface = Surface {
        viscosity: eta,
        ..Surface::new(Friction::none())
    };
    // the forward edge carries more: the oil acts below the centre
    let mut simulation = simulate(model(surface, [0.0, 0.0, -G], vec![slab(), block]), h);
    run(&mut simulation, 1);
    let start = simulation.state().v[0];
    let n = 2000;
    run(&mut simulation, n);
    let expected = start * (1.0 + h * 4.0 * eta / mass).powi(-(n as i32));
    let found = simulation.state().v[0];
    assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
    assert!(simulation.report().energy.joint_work < 0.0);
}

#[test]
fn a_block_on_a_wet_slope_reaches_the_speed_at_which_oil_carries_its_weight() {
    let (eta, lean) = (80.0, 0.2_f64);
    let surface = Surface {
        viscosity: eta,
        ..rough(0.05)
    };
    let block = body(
        "block",
        Shape::Box { half: [0.1; 3] },
        Pose::at([0.0, 0.0, 0.1]),
    );
    let gravity = [G * lean.sin(), 0.0, -G * lean.cos()];
    let mut simulation = simulate(model(surface, gravity, vec![floor(), block]), 1e-3);
    run(&mut simulation, 1000);
    let weight = 8.0 * G;
    let expected = weight * (lean.sin() - 0.05 * lean.cos()) / (4.0 * eta);
    let found = simulation.state().v[0];
    assert!((found / expected - 1.0).abs() < 1e-9, "{found} {expected}");
}
