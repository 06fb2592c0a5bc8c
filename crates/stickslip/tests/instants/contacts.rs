//! Contacts of worlds and balls: slopes, moving surfaces, rows that turn.

use super::*;
use stickslip::systems::{Balls, BallsParameters, Obstacle};
use stickslip::world::{
    Body, Collider, Inertia, Material, Materials, Motion as Moves, Path, Pose, Shape, Signal,
    Surface,
};
use stickslip::{Friction, Slip};

const MU: f64 = 0.5;

fn body(name: &str, moves: Moves, half: [f64; 3], z: f64) -> Body {
    Body {
        name: name.into(),
        motion: moves,
        pose: Pose::at([0.0, 0.0, z]),
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders: vec![Collider::new(Shape::Box { half })],
        inertia: Inertia::FromShapes,
    }
}

/// A flat box on a table that moves as told, under a gravity that leans towards x.
fn on_table(table: Moves, lean: f64, velocity: [f64; 3], surface: Surface) -> Model {
    let mut block = body("block", Moves::Free, [0.2, 0.2, 0.02], 0.02);
    block.velocity = velocity;
    Model {
        gravity: [G * lean.sin(), 0.0, -G * lean.cos()],
        materials: Materials {
            materials: vec![Material {
                name: "stuff".into(),
                surface,
            }],
            ..Materials::default()
        },
        bodies: vec![block, body("table", table, [5.0, 5.0, 0.5], -0.5)],
        ..Model::default()
    }
}

fn rough() -> Surface {
    Surface::new(Friction::round(MU))
}

#[test]
fn a_box_on_a_slope_stays_or_slides_as_statics_says() {
    for (slope, speed) in [(0.9 * MU, 0.0), (1.2 * MU, 0.0), (0.9 * MU, 0.7)] {
        let lean = f64::atan(slope);
        let (world, state) = world(on_table(Moves::Fixed, lean, [speed, 0.0, 0.0], rough()));
        let found = instant(&world, &state);
        assert_eq!(found.contacts.len(), 4);
        let slides = |slip: &Slip| matches!(slip, Slip::Sliding(_));
        let sliding = found.problem.slips().iter().filter(|s| slides(s)).count();
        assert_eq!(sliding, if speed > 0.0 { 4 } else { 0 });
        let motion = solve(&found.problem);
        let a = match speed == 0.0 && slope < MU {
            true => 0.0,
            false => G * (lean.sin() - MU * lean.cos()),
        };
        close(&motion.acceleration, &[a, 0.0, 0.0, 0.0, 0.0, 0.0], 1e-9);
        let carried: f64 = motion.forces.iter().map(|c| c.normal).sum();
        let weight = found.problem.force()[2];
        close(&[carried / -weight], &[1.0], 1e-9);
    }
}

#[test]
fn a_box_is_taken_along_by_a_table_until_friction_is_not_enough() {
    // the table starts from rest, and looks back on nothing
    for acceleration in [0.8 * MU * G, 1.5 * MU * G] {
        let frequency = 3.0;
        let amplitude = -acceleration / (std::f64::consts::TAU * frequency).powi(2);
        let shift = Signal::Sine {
            offset: 0.0,
            amplitude,
            frequency,
            phase: std::f64::consts::FRAC_PI_2,
        };
        let path = Path {
            shift: [shift, Signal::ZERO, Signal::ZERO],
            ..Path::default()
        };
        let (world, state) = world(on_table(Moves::Driven(path), 0.0, [0.0; 3], rough()));
        let motion = solve(&instant(&world, &state).problem);
        let expected = acceleration.min(MU * G);
        close(&motion.acceleration[..1], &[expected], 1e-6);
    }
}

#[test]
fn oil_is_a_known_force() {
    let eta = 0.7;
    let surface = Surface {
        viscosity: eta,
        ..Surface::new(Friction::none())
    };
    let (world, state) = world(on_table(Moves::Fixed, 0.0, [2.0, 0.0, 0.0], surface));
    let found = instant(&world, &state);
    assert!(found.joints.is_empty());
    close(&found.problem.force()[..2], &[-4.0 * eta * 2.0, 0.0], 1e-9);
}

/// On a turntable of rate Ω a ball rolls in a circle at (2/7) Ω: a = (2/7) Ω z × v. All of J̇v is in the surface: −Ω z × v.
#[test]
fn a_ball_on_a_turntable_turns_at_two_sevenths_of_its_rate() {
    let (rate, speed) = (2.0, 0.3);
    let balls = Balls::new(BallsParameters {
        radii: vec![0.1],
        masses: vec![1.0],
        table_spin: rate,
        table_friction: Friction::round(2.0),
        ..BallsParameters::default()
    })
    .unwrap();
    let spin = [(rate - speed) / 0.1, 0.0, 0.0];
    let state = balls.spinning(&[[1.0, 0.0, 0.1]], &[[0.0, speed, 0.0]], &[spin]);
    let found = instant(&balls, &state);
    assert_eq!(found.problem.slips(), [Slip::Rolling]);
    let drift = found.problem.data().contacts[0].surface.map(|x| -x);
    close(&drift[..3], &[0.0, rate * speed, 0.0], 1e-10);
    let motion = solve(&found.problem);
    let a = -2.0 / 7.0 * rate * speed;
    close(&motion.acceleration[..3], &[a, 0.0, 0.0], 1e-10);
}

/// Over a fixed sphere the normal turns: ṅ·v = v²/(R + r), so that it presses with g − v²/(R + r). A ball that spins about its own
/// normal besides slips by torsion alone.
#[test]
fn a_ball_that_rolls_over_the_top_of_a_sphere_is_lighter() {
    let (radius, r, speed) = (1.5, 0.25, 1.1);
    let balls = Balls::new(BallsParameters {
        radii: vec![r],
        masses: vec![2.0],
        table: false,
        obstacles: vec![Obstacle {
            centre: [0.0; 3],
            radius,
        }],
        obstacle_friction: Friction::ellipsoid(0.4, [1.0, 1.0, 0.1]).unwrap(),
        ..BallsParameters::default()
    })
    .unwrap();
    for about in [0.0, 3.0] {
        let spin = [0.0, speed / r, about];
        let state = balls.spinning(&[[0.0, 0.0, radius + r]], &[[speed, 0.0, 0.0]], &[spin]);
        let found = instant(&balls, &state);
        let slips = match about == 0.0 {
            true => matches!(found.problem.slips()[0], Slip::Rolling),
            false => matches!(found.problem.slips()[0], Slip::Sliding([_, _, r]) if r == about),
        };
        assert!(slips, "{:?}", found.problem.slips());
        let lift = speed * speed / (radius + r);
        let drift = -found.problem.data().contacts[0].surface[0];
        close(&[drift], &[lift], 1e-10);
        let motion = solve(&found.problem);
        close(&[motion.forces[0].normal], &[2.0 * (G - lift)], 1e-8);
    }
}
