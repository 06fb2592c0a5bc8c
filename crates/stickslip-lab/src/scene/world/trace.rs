//! Back from what the library says about a model to the line of the scene.

use super::super::error::Misfit;
use stickslip::world::Body;

/// Which keys the parts of a model come from, by the names that the library uses.
#[derive(Clone, Debug, Default)]
pub(in crate::scene) struct Trace {
    /// Names of bodies, their keys, and whether they have several shapes.
    bodies: Vec<(String, String, bool)>,
    /// Names of joints and their keys.
    joints: Vec<(String, String)>,
}

impl Trace {
    pub(super) fn add_body(&mut self, body: &Body, key: &str, several: bool) {
        self.bodies.push((body.name.clone(), key.to_owned(), several));
    }

    pub(super) fn add_joint(&mut self, name: &str, key: &str) {
        self.joints.push((name.to_owned(), key.to_owned()));
    }

    /// What the library says, at the key it means as far as that can be told.
    pub(in crate::scene) fn misfit(&self, error: &stickslip::Error) -> Misfit {
        use stickslip::Error as E;
        let field = match error {
            E::WrongLength { field, .. }
            | E::NotFinite { field, .. }
            | E::BadParameter { field, .. } => field.as_str(),
            _ => "",
        };
        Misfit::new(self.key(field), error)
    }

    /// `body "brick": colliders[0].radius` → `bodies[2].shape.radius`.
    fn key(&self, field: &str) -> String {
        if let Some((name, rest)) = named(field, "body ") {
            let found = self.bodies.iter().find(|(known, ..)| known == name);
            if let Some((_, key, several)) = found {
                return format!("{key}.{}", body_key(rest, *several));
            }
        }
        if let Some((name, rest)) = named(field, "joint ") {
            let found = self.joints.iter().find(|(known, _)| known == name);
            if let Some((_, key)) = found {
                return format!("{key}.{}", joint_key(rest));
            }
        }
        if let Some((name, rest)) = named(field, "material ") {
            return format!("materials.{name}.{rest}");
        }
        if field.starts_with("gravity") {
            return format!("world.{field}");
        }
        match field.strip_prefix("loads[") {
            Some(rest) => format!("forces[{rest}"),
            None => field.to_owned(),
        }
    }
}

/// The name in quotes after a word, and what follows the colon.
fn named<'f>(field: &'f str, word: &str) -> Option<(&'f str, &'f str)> {
    let rest = field.strip_prefix(word)?.strip_prefix('"')?;
    let end = rest.find('"')?;
    let after = rest[end + 1..].trim_start_matches([':', ' ', '.']);
    Some((&rest[..end], after))
}

/// A field of a body as scenes call it.
fn body_key(field: &str, several: bool) -> String {
    let field = field
        .replace("spin", "angular_velocity")
        .replace("pose.quat_wxyz", "quat_wxyz")
        .replace("pose.position", "position")
        .replace("inertia.mass", "mass");
    if several {
        return field.replace("colliders", "shapes");
    }
    // one shape, or the parts that one mesh was taken apart into
    match field.strip_prefix("colliders[").and_then(|r| r.split_once(']')) {
        Some((_, rest)) => format!("shape{rest}"),
        None => field,
    }
}

/// A field of a joint as scenes call it.
fn joint_key(field: &str) -> String {
    let field = match field.strip_prefix("axes[").and_then(|r| r.split_once(']')) {
        Some((_, rest)) => rest.trim_start_matches('.').to_owned(),
        None => field.to_owned(),
    };
    match field.as_str() {
        "lower" | "upper" | "restitution" => format!("limits.{field}"),
        "viscosity" => "damping".into(),
        _ => field,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_the_library_are_found_in_the_scene() {
        let trace = Trace {
            bodies: vec![
                ("a".into(), "bodies[0]".into(), false),
                ("b[0,0,1]".into(), "bodies[1]".into(), true),
            ],
            joints: vec![("pin".into(), "joints[0]".into())],
        };
        for (field, key) in [
            ("body \"a\": colliders[0].radius", "bodies[0].shape.radius"),
            ("body \"b[0,0,1]\": colliders[2].density", "bodies[1].shapes[2].density"),
            ("body \"a\": spin[1]", "bodies[0].angular_velocity[1]"),
            ("joint \"pin\": axes[0].lower", "joints[0].limits.lower"),
            ("joint \"pin\": frames[1]", "joints[0].frames[1]"),
            ("material \"steel\": friction", "materials.steel.friction"),
            ("gravity[2]", "world.gravity[2]"),
            ("loads[3].force[0]", "forces[3].force[0]"),
        ] {
            assert_eq!(trace.key(field), key);
        }
    }
}
