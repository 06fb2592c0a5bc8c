//! What can be wrong with a joint.

use super::measure::Frames;
use super::{Axis, Constraint, Joint, JointKind, Model, Placement, Pose, Quantity, at_start};
use crate::error::Error;
use crate::rows::Row;
use crate::system::JointSpec;
use crate::vector::length;
use crate::world::body::Motion;
use crate::world::joint::Goal;
use std::f64::consts::TAU;
use std::fmt::Display;

/// How far frames may be apart at t = 0 (m, rad): what a file with seven digits can say.
const APART: f64 = 1e-6;

/// Checks the numbers of a joint.
pub(super) fn data(model: &Model, joint: &Joint) -> Result<(), Error> {
    let of = |part: &str| format!("joint {:?}: {part}", joint.name);
    bodies(model, joint)?;
    for (i, frame) in joint.frames.iter().enumerate() {
        pose(frame, &of(&format!("frames[{i}]")))?;
    }
    match &joint.kind {
        JointKind::Distance { length } => positive(*length, || of("length"))?,
        JointKind::Gear { teeth, axles, .. } => {
            for (i, teeth) in teeth.iter().enumerate() {
                let field = || of(&format!("teeth[{i}]"));
                expect(*teeth > 0, field, teeth, "at least 1")?;
            }
            for (i, axle) in axles.iter().enumerate() {
                pose(axle, &of(&format!("axles[{i}]")))?;
            }
        }
        _ => {}
    }
    for (i, axis) in joint.axes.iter().enumerate() {
        check_axis(joint, axis, |part| of(&format!("axes[{i}].{part}")))?;
    }
    Ok(())
}

fn bodies(model: &Model, joint: &Joint) -> Result<(), Error> {
    let of = |part: &str| format!("joint {:?}: {part}", joint.name);
    let mut bodies = vec![
        (joint.bodies[0], of("bodies[0]")),
        (joint.bodies[1], of("bodies[1]")),
    ];
    if let JointKind::Gear { carrier, .. } = joint.kind {
        bodies.push((carrier, of("carrier")));
    }
    for (i, (body, field)) in bodies.iter().enumerate() {
        let known = *body < model.bodies.len();
        expect(
            known,
            || field.clone(),
            body,
            "the index of a body of the model",
        )?;
        let other = bodies[..i].iter().all(|(before, _)| before != body);
        expect(
            other,
            || field.clone(),
            body,
            "another body than the one before: a joint is between different bodies",
        )?;
    }
    let free = |body: usize| model.bodies[body].motion == Motion::Free;
    expect(
        bodies.iter().any(|(body, _)| free(*body)),
        || of("bodies"),
        "all fixed or driven",
        "bodies of which at least one moves freely",
    )
}

fn pose(pose: &Pose, field: &str) -> Result<(), Error> {
    for (i, x) in pose.position.iter().enumerate() {
        finite(*x, || format!("{field}.position[{i}]"))?;
    }
    let length = pose.quat_wxyz.iter().map(|x| x * x).sum::<f64>().sqrt();
    expect(
        (length - 1.0).abs() <= 1e-6,
        || format!("{field}.quat_wxyz"),
        format!("{:?} of length {length}", pose.quat_wxyz),
        "a unit quaternion w, x, y, z (length 1 within 1e-6)",
    )
}

fn check_axis(joint: &Joint, axis: &Axis, of: impl Fn(&str) -> String) -> Result<(), Error> {
    let free = joint.kind.free();
    let Some((_, measure)) = free.get(axis.coordinate) else {
        let expected = match free.len() {
            0 => "left out: this kind of joint has no coordinate to act along",
            1 => "0: this kind of joint has one coordinate",
            2 => "0 or 1: this kind of joint has two coordinates",
            _ => "0, 1 or 2: this kind of joint has three coordinates",
        };
        return expect(false, || of("coordinate"), axis.coordinate, expected);
    };
    for (limit, part) in [(axis.lower, "lower"), (axis.upper, "upper")] {
        limit.map_or(Ok(()), |limit| finite(limit, || of(part)))?;
    }
    match (axis.lower, axis.upper) {
        (Some(lower), Some(upper)) => {
            let field = || of("upper");
            expect(upper > lower, field, upper, "above the lower limit")?;
            expect(
                !measure.is_angle() || upper - lower < TAU,
                field,
                format!("{} rad above the lower limit", upper - lower),
                "less than a turn above it: angles are known up to whole turns",
            )?;
        }
        (Some(_), None) | (None, Some(_)) if measure.is_angle() => {
            let missing = if axis.lower.is_none() {
                "lower"
            } else {
                "upper"
            };
            let expected =
                "there too: angles are known up to whole turns, and one limit alone has no inside";
            expect(false, || of(missing), "missing", expected)?;
        }
        (None, Some(upper)) if joint.kind == JointKind::Link => {
            expect(
                upper > 0.0,
                || of("upper"),
                upper,
                "positive: it is a distance",
            )?;
        }
        _ => {}
    }
    expect(
        (0.0..=1.0).contains(&axis.restitution),
        || of("restitution"),
        axis.restitution,
        "in [0, 1]",
    )?;
    not_negative(axis.friction, || of("friction"))?;
    not_negative(axis.viscosity, || of("viscosity"))?;
    if let Some(spring) = &axis.spring {
        positive(spring.stiffness, || of("spring.stiffness"))?;
        finite(spring.rest, || of("spring.rest"))?;
    }
    let Some(motor) = &axis.motor else {
        return Ok(());
    };
    expect(
        motor.force >= 0.0,
        || of("motor.force"),
        motor.force,
        "a largest force ≥ 0; infinite for a motor that always gets its will",
    )?;
    match &motor.goal {
        Goal::Velocity(goal) => goal.check(&of("motor.goal.velocity")),
        Goal::Position {
            place,
            stiffness,
            damping,
        } => {
            place.check(&of("motor.goal.place"))?;
            expect(
                *stiffness > 0.0,
                || of("motor.goal.stiffness"),
                stiffness,
                "positive; infinite to be there at the end of each step",
            )?;
            not_negative(*damping, || of("motor.goal.damping"))
        }
    }
}

/// Checks that the frames of a joint meet at t = 0, by its equations.
pub(super) fn start(
    model: &Model,
    joint: &Joint,
    rows: &[(Constraint, JointSpec)],
) -> Result<(), Error> {
    let Some((first, _)) = rows.first() else {
        return Ok(());
    };
    let placements = first.bodies.map(|body| at_start(model, body));
    let seen = Frames::new([&placements[0].pose, &placements[1].pose], &joint.frames);
    let facing = match &first.quantity {
        Quantity::Between { .. } => turned_away(&seen, joint.kind.facing()),
        Quantity::Gear(gear) => (0..2).find_map(|wheel| {
            let along = gear.wheel(wheel, &placements);
            let error = angle(&along, 2);
            (error > APART).then(|| format!("{error:.3e} rad between wheel {wheel} and its axle"))
        }),
    };
    let Some(what) = facing.or_else(|| largest_error(rows, &placements)) else {
        return Ok(());
    };
    let place = |i: usize| {
        let [x, y, z] = seen.anchors[i];
        let name = &model.bodies[joint.bodies[i]].name;
        format!("anchor {i} on {name:?} is at [{x}, {y}, {z}] m")
    };
    expect(
        false,
        || format!("joint {:?}: error of its frames at t = 0", joint.name),
        format!("{what}; {} and {}", place(0), place(1)),
        "at most 1e-6 (m, rad): move a body, or one of the two frames",
    )
}

/// The largest error of several equations and its name, if it is too large.
fn largest_error(rows: &[(Constraint, JointSpec)], placements: &[Placement; 3]) -> Option<String> {
    let error = |row: &Constraint| row.evaluate(placements, &mut Row::default()).0.abs();
    let errors = rows.iter().map(|(row, spec)| (error(row), row, spec));
    // what is not a number counts as largest
    let (error, row, spec) = errors.max_by(|a, b| a.0.total_cmp(&b.0))?;
    if error <= APART {
        return None;
    }
    let unit = match &row.quantity {
        Quantity::Between { measure, .. } if measure.is_length() => "m",
        _ => "rad",
    };
    let word = spec.name.rsplit(", ").next().unwrap_or_default();
    Some(format!("{error:.3e} {unit} ({word})"))
}

/// What to say about axes that point away from each other, if any do. Equations would not notice.
fn turned_away(seen: &Frames, facing: &[usize]) -> Option<String> {
    let axis = *facing.iter().find(|&&i| seen.product([i, i]).0 < 0.0)?;
    let name = ["x", "y", "z"][axis];
    Some(format!(
        "{:.3} rad between {name} and {name}",
        angle(seen, axis)
    ))
}

/// The angle between the same axis of both frames (rad).
fn angle(seen: &Frames, axis: usize) -> f64 {
    let (cosine, normal) = seen.product([axis, axis]);
    length(normal).atan2(cosine)
}

/// Checks that the limits of an axis hold at t = 0.
pub(super) fn limits(
    model: &Model,
    joint: &Joint,
    number: usize,
    rows: &[(Constraint, JointSpec)],
) -> Result<(), Error> {
    for (row, _) in rows {
        let placements = row.bodies.map(|body| at_start(model, body));
        let (left, _) = row.evaluate(&placements, &mut Row::default());
        let part = if row.sign > 0.0 { "lower" } else { "upper" };
        expect(
            left >= -APART,
            || format!("joint {:?}: axes[{number}].{part}", joint.name),
            format!(
                "{} while the coordinate at t = 0 is {}",
                row.zero,
                row.zero + row.sign * left
            ),
            "kept by the poses at t = 0: move the limit or a body",
        )?;
    }
    Ok(())
}

fn expect(
    good: bool,
    field: impl FnOnce() -> String,
    value: impl Display,
    expected: &'static str,
) -> Result<(), Error> {
    match good {
        true => Ok(()),
        false => Err(Error::BadParameter {
            field: field(),
            value: value.to_string(),
            expected,
        }),
    }
}

fn finite(value: f64, field: impl FnOnce() -> String) -> Result<(), Error> {
    expect(value.is_finite(), field, value, "finite")
}

fn positive(value: f64, field: impl FnOnce() -> String) -> Result<(), Error> {
    let good = value > 0.0 && value.is_finite();
    expect(good, field, value, "positive and finite")
}

fn not_negative(value: f64, field: impl FnOnce() -> String) -> Result<(), Error> {
    let good = value >= 0.0 && value.is_finite();
    expect(good, field, value, "finite and ≥ 0")
}
