//! What happens if every contact sticks: the acceleration, which is unique, and what the contacts and joints must then bear.
//!
//! Contacts keep the accelerations of their surfaces along all rows. Rigid joints keep their targets, joints with bounds do while their
//! force is not known: one of low = high has that force, one that is asked to move pushes with its bound, one that gives way pushes by how
//! far it is from its target.

use super::basis::{Basis, Whitening};
use super::error::Error;
use super::forces::Unknowns;
use complementarity::linear::{dot, norm2};
use stickslip::Joint;

/// Targets that rows must meet together, relative to the free motion and the targets.
const CONSISTENT: f64 = 1e-8;

/// The motion at full stick.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// v̇ (m/s², rad/s²).
    pub(super) acceleration: Vec<f64>,
    /// The force of each joint, where it is known (N, N·m).
    pub(super) known: Vec<Option<f64>>,
    /// What the other unknowns must give, M v̇ − f − known forces, in whitened coordinates.
    pub(super) need: Vec<f64>,
    /// The push of each unknown in whitened coordinates.
    pub(super) pushes: Vec<Vec<f64>>,
    /// What the unknown forces can reach.
    pub(super) basis: Basis,
    /// From forces to whitened coordinates and back.
    pub(super) white: Whitening,
    /// The size of forces here (N).
    pub(super) scale: f64,
    /// Whether nothing moves.
    pub(super) still: bool,
}

/// How a joint takes part.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Part {
    /// It keeps its target.
    Holds,
    /// It pushes with a bound.
    Pushes(f64),
    /// It gives way.
    Gives,
}

impl Held {
    /// The motion; nothing if the surfaces and targets contradict each other.
    pub(super) fn of(unknowns: &Unknowns) -> Result<Option<Self>, Error> {
        let joints = &unknowns.problem.data().joints;
        let mut parts: Vec<Part> = joints.iter().map(first_guess).collect();
        // a joint that was guessed wrongly changes its part, hardly ever more than once
        for _ in 0..=2 * joints.len() {
            let Some(held) = Self::with(unknowns, &parts) else {
                return Ok(None);
            };
            let mut settled = true;
            for (joint, part) in joints.iter().zip(&mut parts) {
                let speed = (unknowns.problem.data().rows).dot(joint.row, &held.acceleration);
                let next = revised(joint, *part, speed);
                settled &= next == *part;
                *part = next;
            }
            if settled {
                return Ok(Some(held));
            }
        }
        Err(Error::Undecided {
            question: "which joints hold where every contact sticks",
            status: "no end of changes".into(),
        })
    }

    fn with(unknowns: &Unknowns, parts: &[Part]) -> Option<Self> {
        let problem = unknowns.problem;
        let data = problem.data();
        // soft joints add to the mass, known forces to the load
        let mut soft = Vec::new();
        let mut load = problem.force();
        for (joint, part) in data.joints.iter().zip(parts) {
            match part {
                Part::Holds => {}
                Part::Pushes(force) => data.rows.scatter(joint.row, *force, &mut load),
                Part::Gives => {
                    let stiffness = 1.0 / joint.softness;
                    soft.push((data.rows.row(joint.row), stiffness));
                    data.rows
                        .scatter(joint.row, stiffness * joint.target, &mut load);
                }
            }
        }
        let white = Whitening::of(&data.mass, &soft);
        let pushes: Vec<Vec<f64>> = unknowns.pushes().iter().map(|p| white.force(p)).collect();
        let asked = unknowns.asked();
        let holds = |k: &usize| {
            *k < unknowns.first_joint || parts[*k - unknowns.first_joint] == Part::Holds
        };
        let rows: Vec<usize> = (0..pushes.len()).filter(holds).collect();
        let held: Vec<&Vec<f64>> = rows.iter().map(|k| &pushes[*k]).collect();
        let basis = Basis::of(&held);

        // the nearest motion to the free one that meets the rows of the pivots, one after the other
        let free = white.force(&load);
        let mut x = free.clone();
        for (k, q) in basis.vectors.iter().enumerate() {
            let row = held[basis.pivots[k]];
            let step = (asked[rows[basis.pivots[k]]] - dot(row, &x)) / dot(row, q);
            x.iter_mut().zip(q).for_each(|(x, q)| *x += step * q);
        }
        let sizes: Vec<f64> = held.iter().map(|row| norm2(row)).collect();
        let motion =
            (rows.iter().zip(&sizes)).fold(norm2(&free), |m, (k, size)| match *size > 0.0 {
                true => m.max(asked[*k].abs() / size),
                false => m,
            });
        let meets = |(k, (row, size)): (&usize, (&&Vec<f64>, &f64))| {
            (dot(row, &x) - asked[*k]).abs() <= CONSISTENT * size * motion
                || *size == 0.0 && asked[*k] == 0.0
        };
        if !rows.iter().zip(held.iter().zip(&sizes)).all(meets) {
            return None;
        }

        let still = norm2(&x) <= CONSISTENT * motion;
        let need: Vec<f64> = x.iter().zip(&free).map(|(x, f)| x - f).collect();
        let acceleration = white.velocity(&x);
        let known = (data.joints.iter().zip(parts))
            .map(|(joint, part)| match part {
                Part::Holds => None,
                Part::Pushes(force) => Some(*force),
                Part::Gives => {
                    let speed = data.rows.dot(joint.row, &acceleration);
                    Some((joint.target - speed) / joint.softness)
                }
            })
            .collect();
        // forces are as large as what they must give, by the mean length of the normals
        let square = |i: &usize| pushes[*i].iter().map(|x| x * x).sum::<f64>();
        let normals: f64 = unknowns.normals.iter().map(square).sum();
        let mean = (normals / unknowns.normals.len().max(1) as f64).sqrt();
        let given = norm2(&need);
        let scale = match mean > 0.0 {
            true => (if given > 0.0 { given } else { 1.0 }) / mean,
            false => 1.0,
        };
        Some(Self {
            acceleration,
            known,
            need,
            pushes,
            basis,
            white,
            scale,
            still,
        })
    }

    /// The bounds of each joint's force where it is not known, the force itself where it is.
    pub(super) fn bounds(&self, joints: &[Joint]) -> Vec<[f64; 2]> {
        let bound = |(joint, known): (&Joint, &Option<f64>)| match known {
            Some(force) => [*force; 2],
            None => [joint.low, joint.high],
        };
        joints.iter().zip(&self.known).map(bound).collect()
    }

    /// The velocities of the rows of all unknowns in a motion y.
    pub(super) fn rates(unknowns: &Unknowns, y: &[f64]) -> Vec<f64> {
        unknowns.pushes().iter().map(|p| dot(p, y)).collect()
    }
}

fn first_guess(joint: &Joint) -> Part {
    let push = match joint.target {
        _ if joint.low == joint.high => joint.low,
        _ if joint.softness > 0.0 => return Part::Gives,
        target if target > 0.0 => joint.high,
        target if target < 0.0 => joint.low,
        _ => return Part::Holds,
    };
    match push.is_finite() {
        true => Part::Pushes(push),
        false => Part::Holds,
    }
}

/// What a joint does if its row moves at a speed: u > 0 only at low, u < 0 only at high.
fn revised(joint: &Joint, part: Part, speed: f64) -> Part {
    let noise = CONSISTENT * (joint.target.abs() + speed.abs());
    match part {
        Part::Holds => Part::Holds,
        Part::Pushes(_) if joint.low == joint.high => part,
        Part::Pushes(force) => {
            let beyond = speed + joint.softness * force - joint.target;
            let agrees = match force == joint.high {
                true => beyond <= noise,
                false => beyond >= -noise,
            };
            match agrees {
                true => part,
                false if joint.softness > 0.0 => Part::Gives,
                false => Part::Holds,
            }
        }
        Part::Gives => {
            let force = (joint.target - speed) / joint.softness;
            match force {
                _ if force > joint.high => Part::Pushes(joint.high),
                _ if force < joint.low => Part::Pushes(joint.low),
                _ => Part::Gives,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{add, planar, planar_frame};
    use super::*;
    use stickslip::{Drive, Friction};

    const FLOOR: [([f64; 2], [f64; 2]); 2] =
        [([1.0, -1.0], [0.0, 1.0]), ([-1.0, -1.0], [0.0, 1.0])];

    /// A spring-like drive of softness s asked for a speed w on a free unit mass beside a floor: λ = (w − v)/s, v = λ.
    #[test]
    fn soft_joints_push_by_how_far_they_are_from_their_target() {
        let mut problem = planar([1.0, 1.0, 1.0], [0.0, -10.0, 0.0], 0.0, &FLOOR);
        let drive = Drive {
            target: 3.0,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            softness: 0.5,
        };
        problem.add_joint([(0, 1.0)], drive).unwrap();
        let unknowns = Unknowns::of(&problem).unwrap();
        let held = Held::of(&unknowns).unwrap().unwrap();
        assert!(
            (held.acceleration[0] - 2.0).abs() < 1e-12,
            "{:?}",
            held.acceleration
        );
        assert!((held.known[0].unwrap() - 2.0).abs() < 1e-12);
        // with a bound it pushes with that
        let mut problem = planar([1.0, 1.0, 1.0], [0.0, -10.0, 0.0], 0.0, &FLOOR);
        problem
            .add_joint([(0, 1.0)], Drive { high: 0.5, ..drive })
            .unwrap();
        let held = Held::of(&Unknowns::of(&problem).unwrap()).unwrap().unwrap();
        assert!((held.acceleration[0] - 0.5).abs() < 1e-12);
    }

    #[test]
    fn motors_push_with_their_bound_and_limits_out_of_reach_do_not_push() {
        let mut problem = planar([1.0, 1.0, 1.0], [0.0, -10.0, 0.0], 0.5, &FLOOR);
        let motor = Drive {
            target: 1.0,
            low: -2.0,
            high: 2.0,
            softness: 0.0,
        };
        problem.add_joint([(0, 1.0)], motor).unwrap();
        let limit = Drive {
            target: -1.0,
            low: 0.0,
            high: f64::INFINITY,
            softness: 0.0,
        };
        problem.add_joint([(1, 1.0)], limit).unwrap();
        let held = Held::of(&Unknowns::of(&problem).unwrap()).unwrap().unwrap();
        assert!(held.still);
        assert_eq!(held.known, [Some(2.0), Some(0.0)]);
    }

    #[test]
    fn surfaces_that_part_contradict_each_other() {
        let mut problem = planar([1.0, 1.0, 1.0], [0.0, -10.0, 0.0], 0.5, &FLOOR);
        let frame = planar_frame([0.0, -1.0], [0.0, 1.0]);
        add(
            &mut problem,
            &frame,
            Friction::planar(0.5),
            [0.0, 1.0, 0.0, 0.0],
        );
        assert!(
            Held::of(&Unknowns::of(&problem).unwrap())
                .unwrap()
                .is_none()
        );
    }
}
