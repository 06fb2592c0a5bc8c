//! Joints taken apart into scalar equations, limits and drives.
//!
//! Every row speaks of one quantity x of the placements of two bodies (three for gears): g = ± (x − zero). What x is and how it
//! changes is in `measure`, which of them a kind of joint keeps or lets free in `kind`, what acts along them in `act`.

mod act;
mod check;
mod gear;
mod kind;
mod measure;
#[cfg(test)]
mod tests;

use super::joint::{Axis, Joint, JointKind, Motor};
use super::placement::Placement;
use super::{Model, Pose};
use crate::error::Error;
use crate::rows::Row;
use crate::system::{Drive, JointLaw, JointSpec};
use act::Act;
use gear::Gear;
use measure::{Frames, Measure, wrap};

/// One scalar row of a joint.
#[derive(Clone, Debug)]
pub(crate) struct Constraint {
    /// The bodies its row can touch; the third is the carrier of a gear, else the same as the first.
    pub(crate) bodies: [usize; 3],
    quantity: Quantity,
    /// g = sign · (x − zero).
    sign: f64,
    zero: f64,
    /// The middle of the range of an angle with limits: x is the turn nearest to it.
    middle: Option<f64>,
    /// What acts along x, for a drive.
    act: Option<Act>,
}

/// What a row speaks of.
#[derive(Clone, Debug)]
enum Quantity {
    /// A measure of the second frame as seen from the first.
    Between { frames: [Pose; 2], measure: Measure },
    /// The phase error of two wheels.
    Gear(Gear),
}

impl Constraint {
    /// Takes all joints of a model apart; checks them first.
    pub(crate) fn all(model: &Model) -> Result<Vec<(Self, JointSpec)>, Error> {
        let mut rows = Vec::new();
        for joint in &model.joints {
            check::data(model, joint)?;
            let first = rows.len();
            Self::equations(model, joint, &mut rows);
            check::start(model, joint, &rows[first..])?;
            for (number, axis) in joint.axes.iter().enumerate() {
                let first = rows.len();
                Self::limits(joint, axis, &mut rows);
                check::limits(model, joint, number, &rows[first..])?;
                Self::drives(joint, axis, &mut rows);
            }
        }
        Ok(rows)
    }

    /// g at the placements of `bodies`; its row is added, and ∂g/∂t, the part of ġ that is given in advance, comes second.
    pub(crate) fn evaluate(&self, placements: &[Placement; 3], row: &mut Row) -> (f64, f64) {
        let (x, rate) = match &self.quantity {
            Quantity::Between { frames, measure } => {
                let [a, b, _] = placements;
                let seen = Frames::new([&a.pose, &b.pose], frames);
                let (x, slope) = measure.of(&seen);
                (x, slope.add(&seen, [a, b], self.sign, row))
            }
            Quantity::Gear(gear) => gear.evaluate(placements, row),
        };
        let x = match self.middle {
            Some(middle) => middle + wrap(x - middle),
            None => x,
        };
        (self.sign * (x - self.zero), rate)
    }

    /// What a drive does in a step of length h that ends at t, from its coordinate at the beginning.
    pub(crate) fn drive(&self, t: f64, along: f64, h: f64) -> Drive {
        match &self.act {
            Some(act) => act.drive(t, along, h),
            None => Drive::NONE,
        }
    }

    /// The energy (J) stored in springs along this row, at a value of its coordinate.
    pub(crate) fn stored(&self, along: f64) -> f64 {
        self.act.as_ref().map_or(0.0, |act| act.stored(along))
    }

    /// A row that is its own quantity, between the two bodies of a joint.
    fn between(joint: &Joint, measure: Measure) -> Self {
        let [a, b] = joint.bodies;
        Self {
            bodies: [a, b, a],
            quantity: Quantity::Between {
                frames: joint.frames.map(normalised),
                measure,
            },
            sign: 1.0,
            zero: 0.0,
            middle: None,
            act: None,
        }
    }

    fn equations(model: &Model, joint: &Joint, rows: &mut Vec<(Self, JointSpec)>) {
        if let JointKind::Gear {
            teeth,
            internal,
            carrier,
            axles,
        } = joint.kind
        {
            let [a, b] = joint.bodies;
            let bodies = [a, b, carrier];
            let start = bodies.map(|body| at_start(model, body));
            let (frames, axles) = (joint.frames.map(normalised), axles.map(normalised));
            let gear = Gear::new(teeth, internal, frames, axles, &start);
            let row = Self {
                bodies,
                quantity: Quantity::Gear(gear),
                ..Self::between(joint, Measure::Distance)
            };
            rows.push((row, JointSpec::new(format!("{}, teeth", joint.name))));
            return;
        }
        for &(word, measure) in joint.kind.kept() {
            let mut row = Self::between(joint, measure);
            if let JointKind::Distance { length } = joint.kind {
                row.zero = length;
            }
            rows.push((row, JointSpec::new(format!("{}, {word}", joint.name))));
        }
    }

    fn limits(joint: &Joint, axis: &Axis, rows: &mut Vec<(Self, JointSpec)>) {
        let measure = joint.kind.free()[axis.coordinate].1;
        let middle = match (axis.lower, axis.upper) {
            (Some(lower), Some(upper)) if measure.is_angle() => Some(0.5 * (lower + upper)),
            _ => None,
        };
        let limits = [
            (axis.lower, 1.0, "lower limit"),
            (axis.upper, -1.0, "upper limit"),
        ];
        for (limit, sign, word) in limits {
            let Some(zero) = limit else { continue };
            let row = Self {
                sign,
                zero,
                middle,
                ..Self::between(joint, measure)
            };
            let restitution = axis.restitution;
            let spec = JointSpec::new(row_name(joint, axis, word));
            rows.push((row, spec.with_law(JointLaw::Limit { restitution })));
        }
    }

    fn drives(joint: &Joint, axis: &Axis, rows: &mut Vec<(Self, JointSpec)>) {
        let measure = joint.kind.free()[axis.coordinate].1;
        for (word, act) in Act::all(axis, measure.is_angle()) {
            let row = Self {
                act: Some(act),
                ..Self::between(joint, measure)
            };
            let spec = JointSpec::new(row_name(joint, axis, word));
            rows.push((row, spec.with_law(JointLaw::Drive)));
        }
    }
}

/// The name of a row along a coordinate: `crank pin, motor`, or `sleeve, slide motor` where there are several coordinates.
fn row_name(joint: &Joint, axis: &Axis, word: &str) -> String {
    match joint.kind.free() {
        [_] => format!("{}, {word}", joint.name),
        several => format!("{}, {} {word}", joint.name, several[axis.coordinate].0),
    }
}

/// A body at t = 0, as if it had no velocity of its own.
fn at_start(model: &Model, body: usize) -> Placement {
    let body = &model.bodies[body];
    let pose = match &body.motion {
        super::Motion::Driven(path) => path.pose(&body.pose, 0.0),
        _ => body.pose,
    };
    Placement {
        pose,
        centre: pose.position,
        dof: None,
        velocity: ([0.0; 3], [0.0; 3]),
    }
}

/// The pose with a quaternion whose length is 1 to the last digit.
fn normalised(pose: Pose) -> Pose {
    Pose {
        quat_wxyz: crate::vector::unit(pose.quat_wxyz).unwrap_or(pose.quat_wxyz),
        ..pose
    }
}
