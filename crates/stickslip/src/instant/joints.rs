//! What joints do at an instant: equations hold, limits that touch push, soft drives are forces, hard ones bounds.
//!
//! Drives speak of steps: u + softness · c = target with an impulse low ≤ c ≤ high. Here the step is let go to nothing. A soft drive
//! becomes the force (target − u)/(h · softness), a hard one at its target a joint whose force is between low/h and high/h.

use super::drift;
use super::look::{Apart, Closing, Look, Touching};
use crate::error::Error;
use crate::rows::{Row, check_row};
use crate::state::State;
use crate::system::{Drive, JointLaw, System};

/// The step (s) that stands for a very short one.
const SHORT: f64 = 1e-8;
/// Places nearer than this are the same (m, rad), however sharply one looks.
const NEAR: f64 = 1e-12;

/// The joints of an instant.
#[derive(Default)]
pub(super) struct Joints {
    /// Those that are unknown forces: number, row, and the acceleration they ask for with the bounds of their force.
    pub(super) inside: Vec<(usize, Row, Drive)>,
    pub(super) leaving: Vec<Apart>,
    pub(super) approaching: Vec<Apart>,
    /// The largest |ġ| of an equation.
    pub(super) error: f64,
}

/// A joint at the state.
struct Seen {
    joint: usize,
    row: Row,
    /// Its coordinate g and velocity ġ.
    along: f64,
    speed: f64,
}

impl Joints {
    /// Looks at all joints of a system; known forces are added to `force`.
    pub(super) fn look(
        system: &dyn System,
        state: &State,
        look: &Look,
        force: &mut [f64],
    ) -> Result<Self, Error> {
        let mut joints = Self::default();
        for (joint, spec) in system.joints().iter().enumerate() {
            let mut row = Row::default();
            let along = system.joint(joint, state.t, &state.q, &mut row);
            check_row(row.view(), state.v.len(), || format!("joint {joint}: row"))?;
            let speed = row.dot(&state.v) + system.joint_rate(joint, state.t, &state.q);
            let seen = Seen {
                joint,
                row,
                along,
                speed,
            };
            match spec.law {
                JointLaw::Equation => {
                    joints.error = joints.error.max(speed.abs());
                    let any = [f64::NEG_INFINITY, f64::INFINITY];
                    joints.add(system, state, seen, any, 0.0);
                }
                JointLaw::Limit { .. } if along > look.touch => {}
                JointLaw::Limit { .. } => {
                    let what = Touching::Limit(joint);
                    match look.closing(speed) {
                        Closing::Leaving => joints.leaving.push(Apart { what, speed }),
                        Closing::Approaching => joints.approaching.push(Apart { what, speed }),
                        Closing::Resting => {
                            joints.add(system, state, seen, [0.0, f64::INFINITY], 0.0);
                        }
                    }
                }
                JointLaw::Drive => match Acts::of(system, state, look, &seen)? {
                    Acts::Force(f) => seen.row.view().scatter(f, force),
                    Acts::Holds { bounds, change } => {
                        joints.add(system, state, seen, bounds, change);
                    }
                },
            }
        }
        Ok(joints)
    }

    /// A joint whose ġ is to change at a given rate: row·v̇ = rate − (J̇v + ∂ġ/∂t).
    fn add(
        &mut self,
        system: &dyn System,
        state: &State,
        seen: Seen,
        [low, high]: [f64; 2],
        rate: f64,
    ) {
        let drive = Drive {
            target: rate - drift::of_joint(system, state, seen.joint),
            low,
            high,
            softness: 0.0,
        };
        self.inside.push((seen.joint, seen.row, drive));
    }
}

/// What a drive does at an instant.
enum Acts {
    /// It pushes with a force that is known (N, N·m).
    Force(f64),
    /// It holds its target, whose velocity changes at a rate (m/s², rad/s²), with a force between bounds (N, N·m).
    Holds { bounds: [f64; 2], change: f64 },
}

impl Acts {
    fn of(system: &dyn System, state: &State, look: &Look, seen: &Seen) -> Result<Self, Error> {
        let joint = seen.joint;
        let within = |h: f64| system.drive(joint, state.t + h, seen.along, h);
        let short = within(SHORT);
        let bounds = [short.low / SHORT, short.high / SHORT];
        if bounds == [0.0; 2] {
            return Ok(Self::Force(0.0));
        }
        if short.softness > 0.0 {
            // springs give way by k h u: linear in h, so the limit is found from two steps
            let force = |h: f64| {
                let drive = within(h);
                (drive.target - seen.speed) / (h * drive.softness)
            };
            let limit = 2.0 * force(0.5 * SHORT) - force(SHORT);
            return Ok(Self::Force(limit.clamp(bounds[0], bounds[1])));
        }
        // what wants a place wants to be there within the step; the velocity behind that is what it would want in no time
        let target = |t: f64| match system.drive(joint, t, seen.along, 0.0) {
            Drive::NONE => system.drive(joint, t, seen.along, SHORT).target,
            drive => drive.target,
        };
        let now = target(state.t);
        let error = (short.target - now) * SHORT;
        let strongest = bounds[0].abs().max(bounds[1]);
        let (off, tolerance) = match error.abs() > look.touch.max(NEAR) {
            true => (error, 0.0),
            false if strongest.is_infinite() => (now - seen.speed, look.rest_speed),
            false => (now - seen.speed, look.rest_slip),
        };
        let bound = if off > 0.0 { bounds[1] } else { bounds[0] };
        if off.abs() <= tolerance {
            let [change] = drift::ahead(state.t, |t| [target(t)]);
            return Ok(Self::Holds { bounds, change });
        }
        match bound.is_finite() {
            true => Ok(Self::Force(bound)),
            false => Err(Error::MotorOff {
                joint: system.joints()[joint].name.clone(),
                off: off.abs(),
            }),
        }
    }
}
