//! A posed problem back to text, every number exact to the last bit.

use super::{ContactPlace, FORMAT, PosedFile, friction};
use crate::analyze::FrictionLaw;
use serde_json::{Map, Value, json};
use std::io::{self, Write};
use stickslip::{Contact, ContactProblem, Joint, Level, Slip};

/// Writes a problem as one object over several lines, with numbers in the place of parameters.
///
/// Friction sets that only a program can describe ([`stickslip::FrictionSet::Convex`]) have no name in the format, nor have coefficients that
/// depend on the slip speed: that is an error of the kind `Unsupported`.
pub fn write_posed(file: &PosedFile, mut out: impl Write) -> io::Result<()> {
    let posed = &file.posed;
    let data = posed.problem.data();
    let mut fields: Vec<(&str, Value)> =
        vec![("format", json!(FORMAT)), ("name", json!(posed.name))];
    if !file.about.is_empty() {
        fields.push(("about", json!(file.about)));
    }
    if posed.law == FrictionLaw::Collinear {
        fields.push(("law", json!("collinear")));
    }
    let n = data.mass.len();
    if posed.problem.level() == Level::Velocity {
        let step = json!({ "step": data.step, "start": data.start });
        fields.push(("level", json!({ "velocity": step })));
    }
    fields.push(("velocities", json!(posed.velocities)));
    fields.push(("mass", mass(data)));
    fields.push(match force(data) {
        Some(force) => ("force", json!(force)),
        None => ("free", json!(data.free)),
    });
    let mut contacts = Vec::with_capacity(data.contacts.len());
    for (i, contact) in data.contacts.iter().enumerate() {
        let slip = posed.problem.slips()[i];
        let place = file.places.get(i).copied().flatten();
        let object = contact_object(data, contact, slip, place);
        let mut object = object.ok_or_else(|| {
            let name = &posed.contacts[i];
            let message = format!(
                "{FORMAT} has no words for the friction of {name:?}, a convex set of a program or a coefficient that depends on \
                 the slip speed; use one of its sets, and the coefficient at this slip"
            );
            io::Error::new(io::ErrorKind::Unsupported, message)
        })?;
        object.insert("name".into(), json!(posed.contacts[i]));
        contacts.push(Value::Object(object));
    }
    fields.push(("contacts", Value::Array(contacts)));
    let joint = |(joint, name): (&Joint, &String)| {
        let mut object = Map::new();
        object.insert("name".into(), json!(name));
        object.insert("row".into(), json!(dense(data, joint.row, n)));
        object.insert("target".into(), json!(joint.target));
        // JSON has no infinity: what is left out is none
        if joint.low.is_finite() {
            object.insert("low".into(), json!(joint.low));
        }
        if joint.high.is_finite() {
            object.insert("high".into(), json!(joint.high));
        }
        object.insert("softness".into(), json!(joint.softness));
        Value::Object(object)
    };
    if !data.joints.is_empty() {
        let joints: Vec<Value> = data.joints.iter().zip(&posed.joints).map(joint).collect();
        fields.push(("joints", Value::Array(joints)));
    }
    // one field a line, one contact or joint a line
    writeln!(out, "{{")?;
    let last = fields.len() - 1;
    for (i, (key, value)) in fields.iter().enumerate() {
        let comma = if i == last { "" } else { "," };
        match value {
            Value::Array(items) if items.iter().any(Value::is_object) => {
                writeln!(out, "  {key:?}: [")?;
                for (k, item) in items.iter().enumerate() {
                    let comma = if k + 1 == items.len() { "" } else { "," };
                    writeln!(out, "    {item}{comma}")?;
                }
                writeln!(out, "  ]{comma}")?;
            }
            value => writeln!(out, "  {key:?}: {value}{comma}")?,
        }
    }
    writeln!(out, "}}")
}

/// M block by block; a single block stands alone.
fn mass(data: &ContactProblem) -> Value {
    let n = data.mass.len();
    let (mut unit, mut column) = (vec![0.0; n], vec![0.0; n]);
    let mut entries = vec![vec![0.0; n]; n];
    for col in 0..n {
        unit[col] = 1.0;
        data.mass.momentum(&unit, &mut column);
        unit[col] = 0.0;
        (0..n).for_each(|row| entries[row][col] = column[row]);
    }
    let mut blocks = (0..data.mass.blocks()).map(|i| {
        let range = data.mass.block(i);
        match data.mass.is_full(i) {
            true => json!(
                range
                    .clone()
                    .map(|row| &entries[row][range.clone()])
                    .collect::<Vec<_>>()
            ),
            false => json!(range.map(|i| entries[i][i]).collect::<Vec<_>>()),
        }
    });
    match data.mass.blocks() {
        1 => blocks.next().unwrap_or_default(),
        _ => json!({ "blocks": blocks.collect::<Vec<_>>() }),
    }
}

/// The forces that give exactly this motion without contacts, if rounding lets there be any.
fn force(data: &ContactProblem) -> Option<Vec<f64>> {
    let n = data.mass.len();
    let rate = |i: usize| match data.step {
        0.0 => 0.0,
        h => (data.free[i] - data.start[i]) / h,
    };
    let rates: Vec<f64> = (0..n).map(rate).collect();
    let mut force = vec![0.0; n];
    data.mass.momentum(&rates, &mut force);
    let again = ContactProblem::new(data.mass.clone(), &data.start, &force, data.step).ok()?;
    (again.free == data.free).then_some(force)
}

fn dense(data: &ContactProblem, row: usize, n: usize) -> Vec<f64> {
    let mut values = vec![0.0; n];
    data.rows.scatter(row, 1.0, &mut values);
    values
}

fn contact_object(
    data: &ContactProblem,
    contact: &Contact,
    slip: Slip,
    place: Option<ContactPlace>,
) -> Option<Map<String, Value>> {
    let mut object = Map::new();
    for (i, key) in ["n", "t", "o", "r"]
        .iter()
        .enumerate()
        .take(1 + contact.friction.rows())
    {
        let row = dense(data, contact.row + i, data.mass.len());
        object.insert((*key).into(), json!(row));
    }
    object.insert("friction".into(), friction::write(&contact.friction)?);
    if let Slip::Sliding(slip) = slip {
        object.insert("slip".into(), json!(slip));
    }
    if contact.surface.iter().any(|w| *w != 0.0) {
        object.insert("drift".into(), json!(contact.surface.map(|w| 0.0 - w)));
    }
    if contact.target != contact.surface[0] {
        object.insert("target".into(), json!(contact.target));
    }
    if contact.reserve != 0.0 {
        object.insert("reserve".into(), json!(contact.reserve));
    }
    if let Some(place) = place {
        object.insert("point".into(), json!(place.point));
        object.insert("normal".into(), json!(place.normal));
        if let Some(tangent) = place.tangent {
            object.insert("tangent".into(), json!(tangent));
        }
    }
    Some(object)
}
