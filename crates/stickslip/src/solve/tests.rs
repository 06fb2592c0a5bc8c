//! Tests of `solve.rs`.

mod beside;
mod bounded;

use super::*;
use crate::audit::Audit;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::problem::NormalLaw;
use crate::samples::{G, block_on_floor, box_on_four_corners, close, painleve_rod};
use crate::system::Frame;

fn solve_with(
    problem: &ContactProblem,
    method: &Method,
    refinement: Refinement,
) -> (Answer, Ending) {
    let (mut answer, mut ending) = (Answer::default(), Ending::default());
    let mut solver = Solver::default();
    let solved = solver.solve(
        problem,
        &Ways::exact(method, &refinement),
        &mut answer,
        &mut ending,
    );
    solved.unwrap();
    assert!(ending.solution.solved, "{ending:?}");
    (answer, ending)
}

fn solve(problem: &ContactProblem) -> (Answer, Ending) {
    let (answer, ending) = solve_with(problem, &Method::Auto, Refinement::default());
    let audit = Audit::of(problem, &answer).unwrap();
    assert!(audit.passes(1e-9), "{audit:?}");
    (answer, ending)
}

/// A unit mass in space on the table z = 0 whose surface moves.
fn puck(velocity: [f64; 3], friction: Friction, surface: [f64; 4], h: f64) -> ContactProblem {
    let mass = Mass::diagonal(&[1.0; 3]).unwrap();
    let mut problem = ContactProblem::new(mass, &velocity, &[0.0, 0.0, -G], h).unwrap();
    let mut frame = Frame::default();
    frame.normal.push(2, 1.0);
    frame.tangent.push(0, 1.0);
    frame.binormal.push(1, 1.0);
    frame.surface = surface;
    let added = problem.add_contact(0, &frame, friction, NormalLaw::Velocity);
    added.unwrap();
    problem
}

/// The angle between friction and the opposite of a slip (rad).
fn angle_between(impulse: Impulse, slip: [f64; 2]) -> f64 {
    let along = -(slip[0] * impulse.tangent + slip[1] * impulse.binormal);
    let across = slip[0] * impulse.binormal - slip[1] * impulse.tangent;
    across.abs().atan2(along)
}

/// A particle on a rod of length 1 at an angle from the downward vertical, with copies of its only joint.
fn pendulum(angle: f64, rate: f64, copies: usize, h: f64) -> ContactProblem {
    let (sin, cos) = angle.sin_cos();
    let mass = Mass::diagonal(&[2.0; 2]).unwrap();
    let velocity = [rate * cos, rate * sin];
    let mut problem = ContactProblem::new(mass, &velocity, &[0.0, -2.0 * G], h).unwrap();
    for id in 0..copies {
        problem.add_joint(id, [(0, sin), (1, -cos)], 0.0).unwrap();
    }
    problem
}

#[test]
fn a_pendulum_is_a_mixed_problem_of_one_joint() {
    let (angle, h) = (0.3_f64, 0.01);
    let (answer, ending) = solve(&pendulum(angle, 1.0, 1, h));
    // along the path gravity acts alone, across it the joint takes all
    let rate = 1.0 - G * h * angle.sin();
    let expected = [rate * angle.cos(), rate * angle.sin()];
    close(&answer.velocity, &expected, 1e-14);
    // the row points out along the rod, gravity pulls that way
    close(&answer.joints, &[-2.0 * G * h * angle.cos()], 1e-14);
    assert!(ending.dependent.is_empty());
    assert_eq!((ending.solution.islands, ending.solution.largest), (1, 1));
}

#[test]
fn a_joint_given_twice_is_reported_and_changes_no_motion() {
    let h = 0.01;
    let (once, _) = solve(&pendulum(0.3, 1.0, 1, h));
    for copies in [2, 3] {
        let (more, ending) = solve(&pendulum(0.3, 1.0, copies, h));
        close(&more.velocity, &once.velocity, 1e-13);
        close(&[more.joints.iter().sum()], &once.joints, 1e-13);
        assert_eq!(ending.dependent.len(), copies - 1, "{ending:?}");
    }
}

#[test]
fn a_joint_and_a_contact_with_friction_share_a_body() {
    // a block on the floor held back by a string along x: the string takes what friction does not
    let (h, pull) = (0.01, 8.0);
    let mass = Mass::diagonal(&[1.0; 2]).unwrap();
    let mut problem = ContactProblem::new(mass, &[0.0; 2], &[pull, -G], h).unwrap();
    let frame = crate::samples::block_frame();
    let added = problem.add_contact(0, &frame, Friction::planar(0.5), NormalLaw::Velocity);
    added.unwrap();
    problem.add_joint(0, [(0, 1.0)], 0.2).unwrap();
    let (answer, _) = solve(&problem);
    // the joint pulls the block along at 0.2 m/s, so friction is at its limit against it
    close(&answer.velocity, &[0.2, 0.0], 1e-14);
    close(&[answer.impulses[0].tangent], &[-0.5 * G * h], 1e-14);
    close(&answer.joints, &[0.2 - (pull - 0.5 * G) * h], 1e-14);
}

#[test]
fn separate_systems_together_move_as_alone_to_the_bit() {
    // a box on four corners, Painlevé's rod, and a pendulum, in one problem and in three
    let parts = [
        box_on_four_corners(1e-3),
        painleve_rod(1e-3),
        pendulum(0.3, 1.0, 1, 1e-3),
    ];
    let mut mass = Mass::default();
    mass.push_diagonal(&[3.0, 3.0, 3.0, 0.5, 0.5, 1.0 / 1.5]);
    mass.push_diagonal(&[1.0, 1.0, 1.0 / 12.0]);
    mass.push_diagonal(&[2.0; 2]);
    let joined = |of: fn(&ContactProblem) -> &Vec<f64>| -> Vec<f64> {
        parts.iter().flat_map(|p| of(p).clone()).collect()
    };
    let start = joined(|p| &p.start);
    let mut all = ContactProblem::new(mass, &start, &[0.0; 11], 1e-3).unwrap();
    all.free = joined(|p| &p.free);
    let mut first = 0;
    for part in &parts {
        let shifted = |row: usize| -> Vec<(usize, f64)> {
            part.rows
                .row(row)
                .entries()
                .map(|(dof, a)| (dof + first, a))
                .collect()
        };
        for contact in &part.contacts {
            let mut frame = Frame::default();
            let rows = [&mut frame.normal, &mut frame.tangent, &mut frame.binormal];
            for (i, row) in rows
                .into_iter()
                .enumerate()
                .take(contact.friction.rows() + 1)
            {
                for (dof, a) in shifted(contact.row + i) {
                    row.push(dof, a);
                }
            }
            let id = all.contacts.len();
            let friction = contact.friction.clone();
            let added = all.add_contact(id, &frame, friction, NormalLaw::Velocity);
            added.unwrap();
        }
        for joint in &part.joints {
            all.add_joint(0, shifted(joint.row), joint.target).unwrap();
        }
        first += part.mass.len();
    }
    let (together, ending) = solve(&all);
    assert_eq!(ending.solution.islands, 3);
    let (mut velocity, mut impulses, mut joints) = (vec![], vec![], vec![]);
    for part in &parts {
        let (answer, _) = solve(part);
        velocity.extend(answer.velocity);
        impulses.extend(answer.impulses);
        joints.extend(answer.joints);
    }
    assert_eq!(together.velocity, velocity);
    assert_eq!(together.impulses, impulses);
    assert_eq!(together.joints, joints);
}

#[test]
fn a_round_cone_decelerates_exactly_against_the_slip() {
    let (mu, h, speed) = (0.4, 0.01, 1.5);
    for i in 0..50 {
        let (sin, cos) = (0.1257 * f64::from(i)).sin_cos();
        let start = [speed * cos, speed * sin, 0.0];
        let round = Friction::round(mu);
        let problem = puck(start, round, [0.0; 4], h);
        let (answer, ending) = solve(&problem);
        assert_eq!(ending.angle, 0.0);
        let v = &answer.velocity;
        let error = angle_between(answer.impulses[0], [v[0], v[1]]);
        assert!(error <= Refinement::default().tolerance, "{i}: {error}");
        // the speed lost is μ g h, to second order in the angle
        let lost = speed - v[0].hypot(v[1]);
        assert!((lost - mu * G * h).abs() < 1e-12, "{i}: {lost}");

        // the plain octagon misses by at most half the angle between directions
        let octagon = Friction::polygon(mu, 8).unwrap();
        let (answer, _) = solve(&puck(start, octagon, [0.0; 4], h));
        let v = &answer.velocity;
        let error = angle_between(answer.impulses[0], [v[0], v[1]]);
        let most = std::f64::consts::PI / 8.0;
        assert!(error <= most + 1e-12, "{i}: {error}");
        let c = answer.impulses[0];
        let dissipated = -(c.tangent * v[0] + c.binormal * v[1]);
        let full = mu * G * h * v[0].hypot(v[1]);
        assert!(dissipated <= full * (1.0 + 1e-12));
        assert!(dissipated >= full * most.cos() * (1.0 - 1e-12), "{i}");
    }
}

#[test]
fn a_round_cone_holds_what_the_octagon_lets_slip() {
    // pulled between two directions at 0.97 of the limit: outside the octagon (0.924), inside the disc
    let (mu, h) = (0.4, 0.01);
    let (sin, cos) = (std::f64::consts::PI / 8.0).sin_cos();
    let pull = 0.97 * mu * G * h;
    let start = [pull * cos, pull * sin, 0.0];
    let speed = |friction: Friction| {
        let (answer, ending) = solve(&puck(start, friction, [0.0; 4], h));
        assert_eq!(ending.angle, 0.0);
        answer.velocity[0].hypot(answer.velocity[1])
    };
    assert!(speed(Friction::polygon(mu, 8).unwrap()) > 0.04 * mu * G * h);
    assert!(speed(Friction::round(mu)) < 1e-9 * mu * G * h);
}

#[test]
fn refinement_that_runs_out_of_rounds_says_so() {
    let round = Friction::round(0.4);
    // heavy coupling: the slip turns as friction changes, so one round is not enough
    let mass = Mass::diagonal(&[1.0, 7.0, 1.0]).unwrap();
    let mut problem = ContactProblem::new(mass, &[1.0, 0.2, -2.0], &[0.0; 3], 0.0).unwrap();
    let mut frame = Frame::default();
    frame.normal.push(2, 1.0);
    frame.tangent.push(0, 1.0);
    frame.binormal.push(1, 1.0);
    let added = problem.add_contact(0, &frame, round, NormalLaw::Velocity);
    added.unwrap();
    let once = Refinement {
        tolerance: 1e-9,
        rounds: 1,
    };
    let lemke = Method::parse("lemke").unwrap();
    let (_, ending) = solve_with(&problem, &lemke, once);
    assert!(ending.angle > 1e-9, "{ending:?}");
    let enough = Refinement {
        tolerance: 1e-9,
        rounds: 40,
    };
    let (answer, ending) = solve_with(&problem, &lemke, enough);
    assert_eq!(ending.angle, 0.0);
    let slip = [answer.velocity[0], answer.velocity[1]];
    assert!(angle_between(answer.impulses[0], slip) <= 1e-9);
}

/// The 20 directions of TTP01, experiment 1: eight around the equator, two rings of five, and the poles.
fn twenty_directions() -> Vec<[f64; 3]> {
    let torsion = 0.4;
    let ring = |count: usize, elevation: f64| {
        (0..count).map(move |i| {
            let turn = 2.0 * std::f64::consts::PI * i as f64 / count as f64;
            let azimuth = std::f64::consts::FRAC_PI_4 + turn;
            [
                elevation.cos() * azimuth.cos(),
                elevation.cos() * azimuth.sin(),
                torsion * elevation.sin(),
            ]
        })
    };
    let mut all: Vec<_> = ring(8, 0.0)
        .chain(ring(5, 0.5))
        .chain(ring(5, -0.5))
        .collect();
    all.extend([[0.0, 0.0, torsion], [0.0, 0.0, -torsion]]);
    all
}

#[test]
fn a_spinning_sphere_stops_by_torsion_as_in_the_paper() {
    // TTP01, problem 1, experiment 1: h = 0.07, μ = 0.2, e = (1, 1, 0.4), ω_z = 1.962
    let (h, friction) = (
        0.07,
        Friction::directions(0.2, twenty_directions()).unwrap(),
    );
    let mass = Mass::diagonal(&[1.0, 1.0, 1.0, 0.4, 0.4, 0.4]).unwrap();
    let mut frame = Frame::default();
    frame.normal.push(2, 1.0);
    frame.tangent.extend(0, &[1.0, 0.0, 0.0, 0.0, -1.0, 0.0]);
    frame.binormal.extend(0, &[0.0, 1.0, 0.0, 1.0, 0.0, 0.0]);
    frame.torsion.push(5, 1.0);
    let mut v = vec![0.0, 0.0, 0.0, 0.0, 0.0, 1.962];
    let mut total = 0.0;
    for step in 1..=20 {
        let force = [0.0, 0.0, -G, 0.0, 0.0, 0.0];
        let mut problem = ContactProblem::new(mass.clone(), &v, &force, h).unwrap();
        let law = NormalLaw::Velocity;
        let added = problem.add_contact(0, &frame, friction.clone(), law);
        added.unwrap();
        let (answer, ending) = solve(&problem);
        assert_eq!(ending.solution.largest, 22);
        v = answer.velocity;
        let spin = (1.962 - 0.137_34 * f64::from(step)).max(0.0);
        close(&v, &[0.0, 0.0, 0.0, 0.0, 0.0, spin], 1e-12);
        let torque = answer.impulses[0].torsion / h;
        let expected = match step {
            1..=14 => -0.7848,
            15 => -0.224_228_571_428_571,
            _ => 0.0,
        };
        close(&[torque], &[expected], 1e-11);
        total += answer.impulses[0].torsion;
    }
    close(&[total], &[-0.7848], 1e-12);
}

#[test]
fn a_block_on_a_belt_is_dragged_to_its_speed() {
    let (mu, h, belt) = (0.3, 0.01, [0.0_f64, 0.5, -0.2, 0.0]);
    let round = || Friction::round(mu);
    let mut v = [0.0_f64; 3];
    let target = belt[1].hypot(belt[2]);
    let mut steps = 0;
    while (v[0] - belt[1]).hypot(v[1] - belt[2]) > 1e-9 {
        let problem = puck(v, round(), belt, h);
        let (answer, _) = solve(&problem);
        let books = Audit::of(&problem, &answer).unwrap().energy;
        // the belt does all the work, friction turns part of it into heat
        assert!(books.surface_work > 0.0 && books.friction_work <= 1e-15);
        v.copy_from_slice(&answer.velocity);
        steps += 1;
        assert!(steps < 100);
    }
    assert_eq!(steps, (target / (mu * G * h)).ceil() as usize);
    // and stays there without a force
    let (answer, _) = solve(&puck(v, round(), belt, h));
    close(&answer.velocity, &[belt[1], belt[2], 0.0], 1e-9);
}

#[test]
fn a_wall_that_comes_closer_pushes() {
    let problem = puck([0.0; 3], Friction::none(), [0.7, 0.0, 0.0, 0.0], 0.0);
    let (answer, _) = solve(&problem);
    close(&answer.velocity, &[0.0, 0.0, 0.7], 1e-15);
    let books = Audit::of(&problem, &answer).unwrap().energy;
    close(
        &[books.surface_work, books.normal_work],
        &[0.49, 0.0],
        1e-14,
    );
}

#[test]
fn an_unbalanced_set_resists_one_way_more_than_the_other() {
    // a skate: hard to push back (−t), easy to push on (t), nothing across
    let skate = || Friction::directions(0.5, vec![[1.0, 0.0, 0.0], [-0.2, 0.0, 0.0]]).unwrap();
    let h = 0.01;
    let after = |speed: f64| {
        let (answer, _) = solve(&puck([speed, 1.0, 0.0], skate(), [0.0; 4], h));
        answer.velocity
    };
    close(&after(-1.0), &[-1.0 + 0.5 * G * h, 1.0, 0.0], 1e-14);
    close(&after(1.0), &[1.0 - 0.1 * G * h, 1.0, 0.0], 1e-14);
}

#[test]
fn a_partial_set_leaves_slip_that_nothing_opposes() {
    let ratchet = Friction::directions(0.5, vec![[1.0, 0.0, 0.0]]).unwrap();
    let (answer, _) = solve(&puck([1.0, 0.0, 0.0], ratchet.clone(), [0.0; 4], 0.01));
    close(&answer.velocity, &[1.0, 0.0, 0.0], 1e-15);
    let (answer, _) = solve(&puck([-1.0, 0.0, 0.0], ratchet, [0.0; 4], 0.01));
    close(&answer.velocity, &[-1.0 + 0.5 * G * 0.01, 0.0, 0.0], 1e-14);
}

#[test]
fn memory_of_other_problems_does_not_show() {
    let problems = [
        box_on_four_corners(1e-3),
        pendulum(0.3, 1.0, 2, 1e-3),
        puck([1.0, 0.3, 0.0], Friction::round(0.4), [0.0; 4], 1e-3),
        painleve_rod(1e-3),
        block_on_floor(1.0, 0.5, 0.1),
    ];
    let mut solver = Solver::default();
    let (mut answer, mut ending) = (Answer::default(), Ending::default());
    for _ in 0..2 {
        for problem in &problems {
            let refinement = Refinement::default();
            let method = Method::Auto;
            answer.impulses.clear();
            let again = solver.solve(
                problem,
                &Ways::exact(&method, &refinement),
                &mut answer,
                &mut ending,
            );
            again.unwrap();
            assert_eq!((&answer, &ending), (&solve(problem).0, &solve(problem).1));
        }
    }
}

/// Eight contacts of a body that leaves them all: what they began with must go, friction without normal impulse too.
#[test]
fn friction_of_open_contacts_is_taken_away() {
    let mass = Mass::diagonal(&[1.0; 6]).unwrap();
    let up = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0];
    let mut problem = ContactProblem::new(mass, &up, &[0.0; 6], 1e-2).unwrap();
    for id in 0..8 {
        let arm = 0.1 * (1 + id) as f64;
        let mut frame = Frame::default();
        frame.normal.extend(0, &[0.0, 0.0, 1.0, arm, 0.0, 0.0]);
        frame.tangent.extend(0, &[1.0, 0.0, 0.0, 0.0, arm, 0.0]);
        frame.binormal.extend(0, &[0.0, 1.0, 0.0, 0.0, 0.0, arm]);
        let friction = Friction::round(0.5);
        let added = problem.add_contact(id, &frame, friction, NormalLaw::Velocity);
        added.unwrap();
    }
    let pulled = Impulse {
        tangent: 5.0,
        ..Impulse::default()
    };
    let mut answer = Answer {
        impulses: vec![pulled; 8],
        ..Answer::default()
    };
    let (mut solver, mut ending) = (Solver::default(), Ending::default());
    let (method, refinement) = (Method::Auto, Refinement::default());
    let ways = Ways::exact(&method, &refinement);
    let solved = solver.solve(&problem, &ways, &mut answer, &mut ending);
    solved.unwrap();
    assert!(ending.solution.solved);
    assert_eq!(answer.impulses, [Impulse::default(); 8]);
    assert_eq!(answer.velocity, up);
}
