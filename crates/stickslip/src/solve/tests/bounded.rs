//! Joints with bounds: motors, limits, dry friction, springs.

use super::{close, solve};
use crate::answer::Answer;
use crate::audit::Audit;
use crate::friction::Friction;
use crate::mass::Mass;
use crate::problem::{ContactProblem, NormalLaw};
use crate::samples::{G, block_frame};
use crate::solve::{Ending, Solver, Ways};
use crate::step::Refinement;
use crate::system::{Drive, Frame};
use complementarity::Method;
use complementarity::generate::Random;

const FREE: Drive = Drive {
    target: 0.0,
    low: f64::NEG_INFINITY,
    high: f64::INFINITY,
    softness: 0.0,
};

/// A particle of 2 kg on a line at a speed, with one drive.
fn particle(speed: f64, drive: Drive) -> (f64, f64) {
    let mass = Mass::diagonal(&[2.0]).unwrap();
    let mut problem = ContactProblem::new(mass, &[speed], &[0.0], 0.1).unwrap();
    problem.add_drive(0, [(0, 1.0)], drive).unwrap();
    let (answer, ending) = solve(&problem);
    assert!(ending.solution.solved);
    assert!(Audit::of(&problem, &answer).unwrap().passes(1e-14));
    (answer.velocity[0], answer.joints[0])
}

#[test]
fn a_motor_reaches_its_speed_or_its_limit() {
    let motor = |target: f64| Drive {
        target,
        low: -1.0,
        high: 1.0,
        softness: 0.0,
    };
    for (speed, target, end, impulse) in [
        (0.0, 0.3, 0.3, 0.6),
        (0.0, 3.0, 0.5, 1.0),
        (2.0, 0.0, 1.5, -1.0),
    ] {
        let (v, c) = particle(speed, motor(target));
        close(&[v, c], &[end, impulse], 1e-15);
    }
}

#[test]
fn a_limit_only_pushes() {
    let limit = |target: f64| Drive {
        target,
        low: 0.0,
        ..FREE
    };
    assert_eq!(particle(-1.0, limit(-0.25)), (-0.25, 1.5));
    assert_eq!(particle(1.0, limit(-0.25)), (1.0, 0.0));
    // the same from the other side
    let ceiling = Drive {
        target: 0.25,
        high: 0.0,
        ..FREE
    };
    assert_eq!(particle(1.0, ceiling), (0.25, -1.5));
    assert_eq!(particle(0.0, ceiling), (0.0, 0.0));
}

#[test]
fn a_soft_joint_is_a_damper() {
    // m (v⁺ − v) = −h d v⁺ with softness 1/(h d)
    let (h, d) = (0.1, 30.0);
    let damper = Drive {
        softness: 1.0 / (h * d),
        ..FREE
    };
    let (v, c) = particle(1.0, damper);
    assert!((v - 2.0 / (2.0 + h * d)).abs() < 1e-15);
    assert!((c + h * d * v).abs() < 1e-15);
}

#[test]
fn a_block_on_the_floor_is_driven_against_friction() {
    // the motor gives all it has, friction takes its part of it
    let h = 0.01;
    let mass = Mass::diagonal(&[1.0; 2]).unwrap();
    let mut problem = ContactProblem::new(mass, &[0.0; 2], &[0.0, -G], h).unwrap();
    let added = problem.add_contact(
        0,
        &block_frame(),
        Friction::planar(0.5),
        NormalLaw::Velocity,
    );
    added.unwrap();
    let motor = Drive {
        target: 1.0,
        low: -8.0 * h,
        high: 8.0 * h,
        softness: 0.0,
    };
    problem.add_drive(0, [(0, 1.0)], motor).unwrap();
    let (answer, _) = solve(&problem);
    close(&answer.velocity, &[(8.0 - 0.5 * G) * h, 0.0], 1e-15);
    close(&answer.joints, &[8.0 * h], 1e-15);
}

/// Bodies with contacts and joints of all kinds between them.
fn anything(seed: u64, curved: bool) -> ContactProblem {
    let mut random = Random::new(seed);
    // more freedoms than rows, or there need be no answer
    let n = 14 + random.below(4);
    let masses: Vec<f64> = (0..n).map(|_| random.uniform(0.5, 3.0)).collect();
    let v: Vec<f64> = (0..n).map(|_| random.normal()).collect();
    let f: Vec<f64> = (0..n).map(|_| 10.0 * random.normal()).collect();
    let mass = Mass::diagonal(&masses).unwrap();
    let mut problem = ContactProblem::new(mass, &v, &f, 0.1).unwrap();
    let row = |random: &mut Random| -> Vec<(usize, f64)> {
        (0..n).map(|i| (i, random.normal())).collect()
    };
    for id in 0..1 + random.below(3) {
        let mut frame = Frame::default();
        for (i, value) in row(&mut random) {
            frame.normal.push(i, value);
        }
        for part in [&mut frame.tangent, &mut frame.binormal] {
            for (i, value) in row(&mut random) {
                part.push(i, value);
            }
        }
        let friction = match curved {
            true => Friction::round(random.uniform(0.1, 0.8)),
            false => Friction::planar(random.uniform(0.1, 0.8)),
        };
        let added = problem.add_contact(id, &frame, friction, NormalLaw::Velocity);
        added.unwrap();
    }
    for id in 0..1 + random.below(5) {
        let (target, size) = (random.normal(), random.uniform(0.01, 1.0));
        let drive = match random.below(5) {
            0 => Drive { target, ..FREE },
            1 => Drive {
                target: -target.abs(),
                low: 0.0,
                ..FREE
            },
            2 => Drive {
                target,
                low: -size,
                high: size,
                softness: 0.0,
            },
            3 => Drive {
                target,
                high: 0.3 * size,
                low: -size,
                softness: size,
            },
            _ => Drive {
                target,
                softness: size,
                ..FREE
            },
        };
        let row = row(&mut random);
        problem.add_drive(id, row, drive).unwrap();
    }
    problem
}

#[test]
fn every_method_finds_the_same_motion() {
    for (curved, methods) in [
        (false, &["auto", "lemke", "newton", "interior"][..]),
        (true, &["auto", "newton", "lemke"][..]),
    ] {
        let mut solved = [0; 4];
        for seed in 0..60 {
            let problem = anything(seed, curved);
            let mut first: Option<Answer> = None;
            for (i, name) in methods.iter().enumerate() {
                let method = Method::parse(name).unwrap();
                let (mut answer, mut ending) = (Answer::default(), Ending::default());
                let refinement = Refinement {
                    tolerance: 1e-9,
                    rounds: 200,
                };
                Solver::default()
                    .solve(
                        &problem,
                        &Ways::exact(&method, &refinement),
                        &mut answer,
                        &mut ending,
                    )
                    .unwrap();
                let audit = Audit::of(&problem, &answer).unwrap();
                if *name == "auto" {
                    assert!(audit.passes(1e-9), "{seed} {curved} {:e}", audit.relative);
                    first = Some(answer);
                    solved[i] += 1;
                } else if ending.solution.solved && audit.passes(1e-9) {
                    let first = first.as_ref().unwrap();
                    close(&answer.velocity, &first.velocity, 1e-6);
                    solved[i] += 1;
                }
            }
        }
        // a single method may fail now and then, but not often
        for (count, name) in solved.iter().zip(methods) {
            assert!(*count >= 54, "{name} solved {count} of 60 ({curved})");
        }
    }
}

#[test]
fn the_audit_notices_every_broken_bound() {
    let mass = Mass::diagonal(&[2.0]).unwrap();
    let mut problem = ContactProblem::new(mass, &[2.0], &[0.0], 0.1).unwrap();
    let brake = Drive {
        target: 0.0,
        low: -1.0,
        high: 1.0,
        softness: 0.0,
    };
    problem.add_drive(0, [(0, 1.0)], brake).unwrap();
    let audit = |c: f64| {
        let answer = Answer {
            impulses: vec![],
            joints: vec![c],
            velocity: vec![2.0 + 0.5 * c],
        };
        Audit::of(&problem, &answer).unwrap()
    };
    assert!(audit(-1.0).passes(1e-15));
    // more than it has, less than it should, and the wrong way
    for (c, error) in [(-1.5, 0.25), (-0.6, 0.2), (0.4, 0.7)] {
        assert!(
            (audit(c).joints - error).abs() < 1e-15,
            "{}",
            audit(c).joints
        );
        assert!(!audit(c).passes(1e-3));
    }
}

#[test]
fn bounds_that_make_no_sense_are_refused() {
    let mass = Mass::diagonal(&[2.0]).unwrap();
    let mut problem = ContactProblem::new(mass, &[2.0], &[0.0], 0.1).unwrap();
    for (low, high, softness) in [(1.0, -1.0, 0.0), (f64::NAN, 1.0, 0.0), (-1.0, 1.0, -0.1)] {
        let drive = Drive {
            target: 0.0,
            low,
            high,
            softness,
        };
        assert!(problem.add_drive(3, [(0, 1.0)], drive).is_err());
    }
}
