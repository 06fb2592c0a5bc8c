//! Contacts and joints of a file, each added to the problem with what it says.

use super::build::ONE_EACH;
use super::parameters::Parameters;
use super::tree::{Node, Wrong};
use super::{ContactPlace, friction};
use stickslip::{ContactProblem, Drive, Frame, NormalLaw, Row, Slip};

const CONTACT: [&str; 13] = [
    "name", "n", "t", "o", "r", "friction", "slip", "drift", "target", "reserve", "point",
    "normal", "tangent",
];
const JOINT: [&str; 6] = ["name", "row", "target", "low", "high", "softness"];

/// Adds a contact and says how it moves.
pub(super) fn contact(
    node: &Node<'_>,
    problem: &mut ContactProblem,
    is_step: bool,
    parameters: &Parameters,
) -> Result<Slip, Wrong> {
    node.object(&CONTACT)?;
    let n = problem.mass.len();
    let friction = friction::read(node.get("friction").as_ref(), parameters)?;
    let mut frame = Frame::default();
    let rows = [
        ("n", "the normal row", &mut frame.normal),
        ("t", "a row of the friction set", &mut frame.tangent),
        ("o", "a row of the friction set", &mut frame.binormal),
        ("r", "a row of the friction set", &mut frame.torsion),
    ];
    for (i, (key, needs, row)) in rows.into_iter().enumerate() {
        match node.get(key) {
            Some(values) => fill(row, &values.exactly(n, parameters, ONE_EACH)?),
            None if i <= friction.rows() => return Err(node.missing(key, needs)),
            None => {}
        }
    }
    if frame.normal.view().is_empty() {
        let at = node.need("n", "the normal row")?;
        return Err(at.refuse("zero", "the normal row must have an entry that is not 0"));
    }
    let padded = |key: &str, most: usize| -> Result<Vec<f64>, Wrong> {
        let Some(at) = node.get(key) else {
            return Ok(vec![0.0; most]);
        };
        let mut values = at.numbers(parameters)?;
        if values.len() > most {
            return Err(at.length(
                values.len(),
                most,
                "give no more than the rows of a contact",
            ));
        }
        values.resize(most, 0.0);
        Ok(values)
    };
    let drift = padded("drift", 4)?;
    frame.surface = std::array::from_fn(|i| 0.0 - drift[i]);
    let slip = padded("slip", 3)?;
    if let Some(at) = node.get("slip")
        && is_step
    {
        let advice = "in a step the slip is what is asked for; leave it out, or use \"level\": \"acceleration\"";
        return Err(at.refuse(at.tree, advice));
    }
    let id = problem.contacts.len();
    let added = problem.add_contact(id, &frame, friction, NormalLaw::Velocity);
    added.map_err(|error| node.library(error))?;
    let contact = problem.contacts.last_mut().expect("just added");
    if let Some(target) = node.get("target") {
        contact.target = target.number(parameters)?;
    }
    if let Some(reserve) = node.get("reserve") {
        contact.reserve = reserve.number(parameters)?;
        if contact.reserve < 0.0 {
            return Err(reserve.refuse(contact.reserve, "a friction bound is not negative"));
        }
    }
    Ok(match slip.iter().all(|x| *x == 0.0) {
        true => Slip::Rolling,
        false => Slip::Sliding([slip[0], slip[1], slip[2]]),
    })
}

/// Zeros are left out, so that they tie no bodies together.
fn fill(row: &mut Row, values: &[f64]) {
    for (dof, value) in values.iter().enumerate() {
        row.push(dof, *value);
    }
}

/// Where it is in space, for pictures.
pub(super) fn place(
    node: &Node<'_>,
    parameters: &Parameters,
) -> Result<Option<ContactPlace>, Wrong> {
    let vector = |key: &str| {
        let at = node.get(key);
        at.map(|at| at.array(parameters, "give x, y and z"))
            .transpose()
    };
    let (point, normal, tangent) = (vector("point")?, vector("normal")?, vector("tangent")?);
    match (point, normal) {
        (Some(point), Some(normal)) => Ok(Some(ContactPlace {
            point,
            normal,
            tangent,
        })),
        (None, None) if tangent.is_none() => Ok(None),
        _ => {
            let needs = "a place in space is a point and a normal, and a tangent if you like";
            let key = if point.is_none() { "point" } else { "normal" };
            Err(node.missing(key, needs))
        }
    }
}

/// Adds a joint.
pub(super) fn joint(
    node: &Node<'_>,
    problem: &mut ContactProblem,
    parameters: &Parameters,
) -> Result<(), Wrong> {
    node.object(&JOINT)?;
    let at = node.need("row", "a joint is a row over the velocities")?;
    let row = at.exactly(problem.mass.len(), parameters, ONE_EACH)?;
    let number = |key: &str, default: f64| match node.get(key) {
        Some(at) => at.number(parameters),
        None => Ok(default),
    };
    let drive = Drive {
        target: number("target", 0.0)?,
        low: number("low", f64::NEG_INFINITY)?,
        high: number("high", f64::INFINITY)?,
        softness: number("softness", 0.0)?,
    };
    if row.iter().all(|x| *x == 0.0) {
        return Err(at.refuse(
            "zero",
            "the row of a joint must have an entry that is not 0",
        ));
    }
    let id = problem.joints.len();
    let entries = row.into_iter().enumerate().filter(|(_, x)| *x != 0.0);
    (problem.add_drive(id, entries, drive)).map_err(|error| node.library(error))
}
