//! Islands at rest: exact, awake as soon as anything changes.

use crate::{G, body, floor, model, rough, slab};
use stickslip::world::{Body, Load, Model, Motion, Path, Pose, Shape, Signal, World};
use stickslip::{Settings, Simulation};

fn cube(name: &str, at: [f64; 3]) -> Body {
    body(name, Shape::Box { half: [0.1; 3] }, Pose::at(at))
}

/// Two towers of two cubes.
fn towers() -> Vec<Body> {
    let mut bodies = vec![floor()];
    for (i, x) in [0.0, 1.0].into_iter().enumerate() {
        bodies.push(cube(&format!("low {i}"), [x, 0.0, 0.1]));
        bodies.push(cube(&format!("high {i}"), [x, 0.02, 0.3]));
    }
    bodies
}

fn start(model: Model, sleep: bool) -> Simulation<World> {
    let world = World::new(model).unwrap();
    let state = world.initial();
    let settings = Settings {
        sleep,
        ..Settings::default()
    };
    Simulation::new(world, state, settings).unwrap()
}

fn step(simulation: &mut Simulation<World>) -> usize {
    let report = simulation.step().unwrap();
    assert!(report.solution.solved && report.audit < 1e-9, "{report:?}");
    report.solution.resting
}

const DOWN: [f64; 3] = [0.0, 0.0, -G];

#[test]
fn towers_fall_asleep_and_still_tell_their_forces() {
    let mut simulation = start(model(rough(0.5), DOWN, towers()), true);
    for _ in 0..10 {
        step(&mut simulation);
    }
    let before = simulation.state().clone();
    for _ in 0..100 {
        assert_eq!(step(&mut simulation), 2);
    }
    assert_eq!(
        (&simulation.state().q, &simulation.state().v),
        (&before.q, &before.v)
    );
    assert!(before.v.iter().all(|v| *v == 0.0));
    // four cubes of 8 kg stand on the floor
    let report = simulation.report();
    let world = simulation.system();
    let on_floor = |c: &&stickslip::ContactReport| world.bodies_of(c.id).contains(&0);
    let impulse: f64 = (report.contacts.iter().filter(on_floor))
        .map(|c| c.impulse.normal)
        .sum();
    let weight = 4.0 * 8.0 * G;
    assert!((impulse / report.h / weight - 1.0).abs() < 1e-12);
}

#[test]
fn switched_off_nothing_sleeps() {
    let mut simulation = start(model(rough(0.5), DOWN, towers()), false);
    for _ in 0..50 {
        assert_eq!(step(&mut simulation), 0);
    }
}

#[test]
fn a_hit_wakes_the_tower_that_is_hit() {
    let mut bodies = towers();
    let ball = Shape::Sphere { radius: 0.05 };
    bodies.push(Body {
        velocity: [10.0, 0.0, 1.0],
        ..body("ball", ball, Pose::at([-1.0, 0.0, 0.32]))
    });
    let mut simulation = start(model(rough(0.5), DOWN, bodies), true);
    let mut awake = false;
    for _ in 0..240 {
        step(&mut simulation);
        let v = &simulation.state().v;
        awake |= v[6..12].iter().any(|v| v.abs() > 0.01);
        assert!(
            v[12..24].iter().all(|v| *v == 0.0),
            "the other tower sleeps on"
        );
    }
    assert!(awake);
}

/// Where the first cube is after a time, with and without sleep.
fn both(model: &Model, steps: usize) -> [Vec<f64>; 2] {
    [true, false].map(|sleep| {
        let mut simulation = start(model.clone(), sleep);
        let mut rested = 0;
        for _ in 0..steps {
            rested += step(&mut simulation);
        }
        assert_eq!(rested > 50, sleep);
        simulation.state().q.clone()
    })
}

fn same(model: &Model, steps: usize) {
    let [asleep, awake] = both(model, steps);
    let moved = (asleep[0] - 0.5).hypot(asleep[1]);
    assert!(moved > 0.02, "{moved}");
    for (a, b) in asleep.iter().zip(&awake) {
        assert!((a - b).abs() < 1e-9, "{a} {b}");
    }
}

#[test]
fn a_force_that_grows_wakes() {
    let mut model = model(
        rough(0.5),
        DOWN,
        vec![slab(), cube("cube", [0.5, 0.0, 0.1])],
    );
    let push = Signal::Table(vec![(0.0, 0.0), (1.0, 0.0), (2.0, 8.0 * G)]);
    model.loads.push(Load {
        body: 1,
        force: [push, Signal::ZERO, Signal::ZERO],
        ..Load::default()
    });
    same(&model, 480);
}

#[test]
fn a_floor_that_begins_to_move_wakes() {
    let along = Signal::Table(vec![(0.0, 0.0), (1.0, 0.0), (2.0, 0.3)]);
    let mut tray = slab();
    tray.motion = Motion::Driven(Path {
        shift: [along, Signal::ZERO, Signal::ZERO],
        ..Path::default()
    });
    same(
        &model(rough(0.5), DOWN, vec![tray, cube("cube", [0.5, 0.0, 0.1])]),
        480,
    );
}

#[test]
fn a_light_ball_on_a_heavy_block_is_not_held_asleep() {
    // tilted by so little that its acceleration is lost in the weight of the block
    let lean = 2e-5;
    let block = body(
        "block",
        Shape::Box {
            half: [5.0, 5.0, 5.0],
        },
        Pose::at([0.0, 0.0, 5.0]),
    );
    let ball = body(
        "ball",
        Shape::Sphere { radius: 0.007 },
        Pose::at([0.0, 0.0, 10.007]),
    );
    let gravity = [G * lean, 0.0, -G];
    let mut simulation = start(model(rough(0.5), gravity, vec![floor(), block, ball]), true);
    for _ in 0..480 {
        step(&mut simulation);
    }
    // rolling: 5/7 of the slope
    let (t, x) = (2.0, simulation.state().q[7]);
    let expected = 0.5 * 5.0 / 7.0 * G * lean * t * t;
    assert!((x / expected - 1.0).abs() < 0.01, "{x} {expected}");
}

#[test]
fn a_light_ball_that_falls_on_heavy_blocks_is_seen() {
    // two blocks have eight contacts, whose impulses of the last step still hold to all digits but those of the ball
    let half = [5.0, 5.0, 5.0];
    let mut bodies = vec![floor()];
    bodies.push(body("low", Shape::Box { half }, Pose::at([0.0, 0.0, 5.0])));
    bodies.push(body(
        "high",
        Shape::Box { half },
        Pose::at([0.1, 0.0, 15.0]),
    ));
    bodies.push(body(
        "ball",
        Shape::Sphere { radius: 5e-4 },
        Pose::at([0.0, 0.0, 20.002]),
    ));
    let mut simulation = start(model(rough(0.5), DOWN, bodies), false);
    for _ in 0..60 {
        step(&mut simulation);
        assert!(simulation.report().penetration < 1e-9);
    }
}
