//! Once warm, a step takes no memory from the heap: buffers grow to the largest step and stay.

use allocation_counter::measure;
use stickslip::systems::{
    Anchor, Balls, BallsParameters, Brick, BrickParameters, Cradle, CradleParameters, PlanarBodies,
    PlanarBodiesParameters, PlanarBody, PlanarContact, PlanarJoint, Rod, RodParameters,
};
use stickslip::world::{
    Body, Collider, Inertia, Material, Materials, Model, Motion, Pose, Shape, Surface, World,
};
use stickslip::{
    Friction, Large, Part, Restitution, Scheme, Settings, Simulation, State, StepReport, Stepper,
    System,
};

/// Allocations of a second run from the same state, after a first one has warmed all memory.
fn allocations<S: System>(system: &S, start: &State, settings: &Settings, steps: usize) -> u64 {
    let (mut stepper, mut report) = (Stepper::default(), StepReport::default());
    let mut state = start.clone();
    let mut contacts = 0;
    let mut run = |contacts: &mut usize| {
        state.clone_from(start);
        for _ in 0..steps {
            stepper
                .step(system, settings, &mut state, &mut report)
                .expect("the scene is sound");
            *contacts = (*contacts).max(report.contacts.len());
        }
    };
    // cold it does take memory, or nothing is counted
    assert!(measure(|| run(&mut contacts)).count_total > 0);
    assert!(contacts > 0, "a run without contact shows little");
    measure(|| run(&mut contacts)).count_total
}

fn each_scheme<S: System>(system: &S, start: &State, steps: usize) {
    for scheme in [
        Scheme::AnitescuPotra,
        Scheme::STEWART_TRINKLE,
        Scheme::FIXED_POINT,
    ] {
        let settings = Settings {
            step: 0.005,
            scheme,
            ..Settings::default()
        };
        let count = allocations(system, start, &settings, steps);
        assert_eq!(count, 0, "{scheme:?}");
    }
}

#[test]
fn four_balls_step_without_allocating() {
    let balls = Balls::new(BallsParameters::default()).unwrap();
    let (gap, d) = (1e-5, 0.2);
    let places = [
        [0.0, 0.0, 1.0],
        [1.0, 0.0, 0.1],
        [1.0 + d + gap, 0.0, 0.1],
        [1.0 + 2.0 * (d + gap), 0.0, 0.1],
    ];
    let throw = [[1.5, 0.1, 0.0], [0.0; 3], [0.0; 3], [0.0; 3]];
    let state = balls.state(&places, &throw);
    each_scheme(&balls, &state, 200);
}

#[test]
fn a_falling_rod_and_a_brick_step_without_allocating() {
    let rod = Rod::new(RodParameters::default()).unwrap();
    let state = rod.state(0.0, 1.0, 30.0_f64.to_radians(), [0.0, 0.0, 4.0]);
    each_scheme(&rod, &state, 140);
    let brick = Brick::new(BrickParameters::default()).unwrap();
    let state = brick.state([0.0, 0.0, 0.2], [1.0, 0.0, 0.0], [3.0, 2.0, 1.0]);
    each_scheme(&brick, &state, 150);
}

#[test]
fn round_cones_with_torsion_step_without_allocating() {
    let axes = [1.0, 0.5, 0.02];
    for friction in [
        Friction::round(0.3),
        Friction::ellipsoid(0.3, axes).unwrap(),
        Friction::mixed(0.3, axes).unwrap(),
    ] {
        let brick = Brick::new(BrickParameters {
            friction,
            ..BrickParameters::default()
        })
        .unwrap();
        let state = brick.state([0.0, 0.0, 0.2], [1.0, 0.0, 0.0], [3.0, 2.0, 1.0]);
        each_scheme(&brick, &state, 150);
    }
}

#[test]
fn newtons_restitution_steps_without_allocating() {
    // it is part of the step's own problem
    let cradle = Cradle::new(CradleParameters::default()).unwrap();
    let state = cradle.state(&[-0.15, 0.0, 0.1], &[1.0, 0.0, 0.0]);
    each_scheme(&cradle, &state, 40);
}

#[test]
fn joints_and_their_projection_step_without_allocating() {
    // a rod on a pin falls onto a line
    let bodies = PlanarBodies::new(PlanarBodiesParameters {
        bodies: vec![PlanarBody::new("rod", 1.0, 1.0 / 12.0)],
        joints: vec![PlanarJoint::Pin {
            name: "pin".into(),
            a: Anchor::Ground,
            b: 0,
            point_a: [0.0, 0.5],
            point_b: [-0.5, 0.0],
        }],
        contacts: vec![PlanarContact::PointOnLine {
            name: "end".into(),
            body: 0,
            point: [0.5, 0.0],
            line_point: [0.0; 2],
            line_normal: [0.0, 1.0],
            velocity: 0.3,
            friction: Friction::planar(0.5),
            restitution: Restitution::NONE,
        }],
        ..PlanarBodiesParameters::default()
    })
    .unwrap();
    let state = bodies.state(&[[0.5, 0.5, 0.0]], &[[0.0; 3]]);
    each_scheme(&bodies, &state, 150);
}

/// A wall of bricks in rows, every other one shorter by a brick, on a floor.
fn wall() -> World {
    let body = |name: String, motion: Motion, shape: Shape, place: [f64; 3]| Body {
        name,
        motion,
        pose: Pose::at(place),
        velocity: [0.0; 3],
        spin: [0.0; 3],
        colliders: vec![Collider::new(shape)],
        inertia: Inertia::FromShapes,
    };
    let half = [0.2, 0.1, 0.1];
    let mut bodies = vec![body(
        "floor".into(),
        Motion::Fixed,
        Shape::HalfSpace,
        [0.0; 3],
    )];
    for row in 0..6 {
        for i in 0..6 - row % 2 {
            let x = 0.41 * (i as f64 + 0.5 * (row % 2) as f64);
            let place = [x, 0.0, 0.1 + 0.2 * row as f64];
            let name = format!("brick {row}.{i}");
            bodies.push(body(name, Motion::Free, Shape::Box { half }, place));
        }
    }
    World::new(Model {
        gravity: [0.0, 0.0, -9.81],
        materials: Materials {
            materials: vec![Material {
                name: "stuff".into(),
                surface: Surface::new(Friction::round(0.6)),
            }],
            ..Materials::default()
        },
        bodies,
        ..Model::default()
    })
    .expect("the wall is sound")
}

/// A wall that begins without impulses is factored once. Later steps do not need that memory, whether or not contacts give way.
#[test]
fn what_only_the_first_step_of_a_wall_needs_is_given_back() {
    for proximal in [0.0, 0.01] {
        let world = wall();
        let settings = Settings {
            large: Large {
                contacts: 64,
                proximal,
                ..Large::default()
            },
            ..Settings::default()
        };
        let mut simulation = Simulation::new(world.clone(), world.initial(), settings).unwrap();
        let mut take = |steps: usize| {
            let taken = measure(|| {
                for _ in 0..steps {
                    assert_eq!(simulation.step().unwrap().solution.swept, 1);
                }
            });
            taken.bytes_current
        };
        let (first, later) = (take(1), take(30));
        assert!(later < 0, "{proximal}: {first} {later}");
    }
}

/// A wall of more contacts than are solved at once, at rest; and its state with every brick of the top row so much too deep (m).
fn standing(deep: f64) -> (World, State) {
    let world = wall();
    let mut simulation = Simulation::new(world.clone(), world.initial(), Settings::default())
        .expect("the wall is sound");
    for _ in 0..60 {
        simulation.step().expect("the wall is sound");
    }
    assert!(simulation.report().contacts.len() > 200);
    let mut state = simulation.state().clone();
    let bricks = state.q.len() / 7;
    (bricks - 5..bricks).for_each(|brick| state.q[7 * brick + 2] -= deep);
    (world, state)
}

/// Also where penetration is removed.
#[test]
fn a_swept_wall_steps_without_allocating() {
    // what is deep moves later, and needs a factorisation
    for (deep, steps) in [(0.0, 40), (3e-4, 4)] {
        let (mut world, start) = standing(deep);
        let (mut stepper, mut report) = (Stepper::default(), StepReport::default());
        let mut state = start.clone();
        let settings = Settings::default();
        let mut depths = [0.0; 40];
        let depths = &mut depths[..steps];
        let mut run = || {
            state.clone_from(&start);
            for depth in depths.iter_mut() {
                world.prepare(&state, settings.step, Part::First).unwrap();
                let taken = stepper.step(&world, &settings, &mut state, &mut report);
                taken.expect("the wall is sound");
                assert_eq!(report.solution.swept, 1);
                *depth = report.penetration;
            }
        };
        assert!(measure(&mut run).count_total > 0);
        let count = measure(&mut run).count_total;
        assert_eq!(count, 0, "{deep}");
        // and each step removes some
        assert!(deep == 0.0 || depths[0] < deep && depths.is_sorted_by(|a, b| a > b));
    }
}
