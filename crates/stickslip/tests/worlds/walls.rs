//! Walls of many bricks: islands that are swept instead of factored.

use crate::{G, body, floor, model, rough};
use stickslip::world::{Body, Pose, Shape, Surface, World};
use stickslip::{
    Frame, Friction, Large, Mode, Part, Settings, Simulation, SlipLaw, StepReport, System,
};

/// Rows of bricks, every other one shorter by a brick.
fn wall(bricks: usize, rows: usize) -> Vec<Body> {
    let (length, height) = (0.2, 0.1);
    let half = [length, height, height];
    let mut bodies = vec![floor()];
    for row in 0..rows {
        for i in 0..bricks - row % 2 {
            let x = (i as f64 + 0.5 * (row % 2) as f64) * (2.0 * length + 0.01);
            let z = height * (1 + 2 * row) as f64;
            bodies.push(body(
                &format!("brick {row}.{i}"),
                Shape::Box { half },
                Pose::at([x, 0.0, z]),
            ));
        }
    }
    bodies
}

fn start(bodies: Vec<Body>, large: Large) -> Simulation<World> {
    let world = World::new(model(rough(0.6), [0.0, 0.0, -G], bodies)).unwrap();
    let state = world.initial();
    let settings = Settings {
        large,
        ..Settings::default()
    };
    Simulation::new(world, state, settings).unwrap()
}

const PATIENT: Large = Large {
    contacts: 64,
    relative: 1e-6,
    violation: 1e-5,
    sweeps: 300,
    rounds: 0,
    leaps: 0,
    proximal: 0.0,
};

fn certified(report: &StepReport) -> bool {
    let solution = &report.solution;
    solution.solved && solution.residual <= 1e-6 && solution.violation <= 1e-5
}

/// Contacts that give way to what is new in their impulses hold a wall up. What they make of a blow is another law, and is told to be none of ours.
#[test]
fn proximal_contacts_are_judged_by_the_rigid_law() {
    let soft = Large {
        proximal: 0.01,
        ..PATIENT
    };
    let mut standing = start(wall(6, 6), soft);
    let begin = standing.state().q.clone();
    let mut good = 0;
    for _ in 0..24 {
        good += usize::from(certified(standing.step().unwrap()));
    }
    assert!(good >= 20, "{good} of 24 steps certified");
    let drift = (standing.state().q.iter().zip(&begin)).map(|(a, b)| (a - b).abs());
    assert!(drift.fold(0.0, f64::max) < 1e-5);

    // a gust that strikes all bricks: impulses are new, contacts give way, and the step is not certified
    let struck = |large: Large| {
        let mut simulation = start(wall(6, 6), large);
        for _ in 0..4 {
            simulation.step().unwrap();
        }
        let mut state = simulation.state().clone();
        state
            .v
            .iter_mut()
            .skip(2)
            .step_by(6)
            .for_each(|v| *v -= 1.0);
        let world = simulation.system().clone();
        let settings = simulation.settings().clone();
        let mut simulation = Simulation::new(world, state, settings).unwrap();
        simulation.step().unwrap().solution.residual
    };
    let rigid = Large {
        rounds: 10,
        ..PATIENT
    };
    let (rigid, soft) = (struck(rigid), struck(soft));
    assert!(rigid < 1e-6, "{rigid:e}");
    assert!(soft > 1e-4, "{soft:e}");
}

#[test]
fn a_wall_that_is_swept_stands_like_one_that_is_factored() {
    let mut swept = start(wall(6, 6), PATIENT);
    let exact = Large {
        contacts: usize::MAX,
        ..PATIENT
    };
    let mut factored = start(wall(6, 6), exact);
    let begin = swept.state().q.clone();
    for _ in 0..24 {
        let report = swept.step().unwrap();
        assert!(certified(report), "{:?}", report.solution);
        assert_eq!(report.solution.swept, 1);
        assert!(report.penetration < 1e-6);
    }
    let report = factored.step().unwrap();
    assert!(report.solution.solved && report.solution.swept == 0 && report.audit < 1e-9);
    // loads on the floor: the same weight, however it is shared
    let on_floor = |simulation: &Simulation<World>| -> f64 {
        let world = simulation.system();
        let contacts = simulation.report().contacts.iter();
        let low = contacts.filter(|c| world.bodies_of(c.id).contains(&0));
        low.map(|c| c.impulse.normal / simulation.report().h).sum()
    };
    let (a, b) = (on_floor(&swept), on_floor(&factored));
    let weight = 33.0 * 16.0 * G;
    assert!((a / weight - 1.0).abs() < 1e-5, "{a} {weight}");
    assert!((b / weight - 1.0).abs() < 1e-9, "{b} {weight}");
    for (now, then) in swept.state().q.iter().zip(&begin) {
        assert!((now - then).abs() < 1e-5);
    }
}

#[test]
fn sweeps_that_run_out_are_told() {
    let hasty = Large {
        relative: 1e-16,
        sweeps: 3,
        ..PATIENT
    };
    let mut simulation = start(wall(6, 6), hasty);
    let report = simulation.step().unwrap();
    assert!(!report.solution.solved && report.solution.residual > 1e-16);
    let notes: Vec<String> = report.notes.iter().map(|n| n.to_string()).collect();
    assert!(notes[0].contains("budget exhausted"), "{notes:?}");
}

#[test]
fn what_penetrates_is_moved_apart_without_speed() {
    let mut bodies = wall(6, 6);
    // the second row begins 2 mm inside the first
    for brick in bodies.iter_mut().filter(|b| b.name.starts_with("brick 1.")) {
        brick.pose.position[2] -= 0.002;
    }
    let all = Large {
        contacts: 8,
        ..PATIENT
    };
    let mut simulation = start(bodies, all);
    let mut depth = 0.002;
    for step in 0..60 {
        let report = simulation.step().unwrap();
        assert!(report.penetration < depth + 1e-4, "{step}");
        depth = report.penetration;
        // what is above falls by as much; nothing is thrown up
        let fastest = simulation.state().v.iter().fold(0.0_f64, |m, v| m.max(*v));
        assert!(fastest < 0.25, "{fastest}");
    }
    assert!(depth < 3e-4, "{depth}");
}

#[test]
fn noise_of_sweeps_is_neither_slip_nor_impact() {
    // as steep as only the coefficient of rest can hold
    let (lean, friction) = (0.44_f64.atan(), Friction::round(0.6));
    let friction = Friction {
        slip_law: SlipLaw::TwoCoefficients { sliding: 0.3 },
        ..friction
    };
    let gravity = [0.0, G * lean.sin(), -G * lean.cos()];
    let world = World::new(model(Surface::new(friction), gravity, wall(8, 2))).unwrap();
    let state = world.initial();
    let settings = Settings {
        large: PATIENT,
        ..Settings::default()
    };
    let mut simulation = Simulation::new(world, state, settings).unwrap();
    let begin = simulation.state().q.clone();
    for step in 0..40 {
        let report = simulation.step().unwrap();
        assert!(certified(report), "{step} {:?}", report.solution);
        let quiet =
            |c: &stickslip::ContactReport| matches!(c.mode, Mode::Sticking | Mode::Separating);
        assert!(report.contacts.iter().all(quiet), "{step}");
        assert_eq!(report.energy.impact_loss, 0.0);
    }
    for (now, then) in simulation.state().q.iter().zip(&begin) {
        assert!((now - then).abs() < 1e-5, "{now} {then}");
    }
}

#[test]
fn smooth_bodies_with_open_contacts_are_solved() {
    // bricks side by side, a hair apart: many contacts that carry nothing
    let mut bodies = vec![floor()];
    let half = [0.1, 0.1, 0.1];
    for i in 0..20 {
        let x = 0.2000001 * f64::from(i);
        bodies.push(body(
            &format!("brick {i}"),
            Shape::Box { half },
            Pose::at([x, 0.0, 0.1]),
        ));
    }
    let world = World::new(model(
        Surface::new(Friction::none()),
        [0.0, 0.0, -G],
        bodies,
    ))
    .unwrap();
    let state = world.initial();
    let settings = Settings {
        large: Large {
            contacts: 8,
            ..PATIENT
        },
        ..Settings::default()
    };
    let mut simulation = Simulation::new(world, state, settings).unwrap();
    for _ in 0..5 {
        let report = simulation.step().unwrap();
        assert!(certified(report), "{:?}", report.solution);
        assert!(report.solution.swept > 0);
    }
}

#[test]
fn contacts_looked_at_together_are_those_looked_at_one_by_one() {
    // on a belt, so that rows of one body and surfaces that move occur too
    let mut bodies = wall(3, 2);
    bodies[0].colliders[0].belt = [0.3, 0.1, 0.0];
    let mut world = World::new(model(rough(0.6), [0.0, 0.0, -G], bodies)).unwrap();
    let state = world.initial();
    world.prepare(&state, 0.01, Part::First).unwrap();
    let many = world.contacts().len();
    assert!(many > 20, "{many}");
    let wanted: Vec<bool> = (0..many).map(|contact| contact % 3 != 1).collect();
    let (mut frame, mut one) = (Frame::default(), Frame::default());
    let mut seen = Vec::new();
    let shown = world.touch_each(
        &wanted,
        (0.02, &state.q),
        &mut frame,
        &mut |contact, frame, gap| {
            one.clear();
            assert_eq!(gap, world.touch(contact, 0.02, &state.q, &mut one));
            for row in 0..3 {
                assert_eq!(frame.row(row), one.row(row), "{contact} {row}");
                assert_eq!(frame.surface[row], one.surface[row], "{contact} {row}");
            }
            seen.push(contact);
            Ok(())
        },
    );
    shown.unwrap();
    let asked: Vec<usize> = (0..many).filter(|&contact| wanted[contact]).collect();
    assert_eq!(seen, asked);
    let mut gaps = Vec::new();
    world.gaps(0.02, &state.q, &mut gaps);
    let apart: Vec<f64> = (0..many).map(|c| world.gap(c, 0.02, &state.q)).collect();
    assert_eq!(gaps, apart);
}
