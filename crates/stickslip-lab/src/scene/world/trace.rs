//! Back from what the library says about a model to the line of the scene.

use super::super::error::Misfit;

/// Which keys the parts of a model come from, by the names that the library uses.
#[derive(Clone, Debug, Default)]
pub(in crate::scene) struct Trace {
    bodies: Vec<TracedBody>,
    /// Names of joints and their keys.
    joints: Vec<(String, String)>,
    /// Where the limits of each axis of a joint are written, by the joint's name.
    limits: Vec<(String, Vec<LimitPlace>)>,
}

/// Where the limits of one axis of a joint are written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LimitPlace {
    /// The key below the joint's, like `limits` or `coordinates.angle.limits`.
    pub(super) below: String,
    /// Whether the lower and the upper are in degrees.
    pub(super) in_degrees: [bool; 2],
}

#[derive(Clone, Debug)]
struct TracedBody {
    name: String,
    key: String,
    /// The key of the shape that each collider comes from, below the body's.
    shapes: Vec<String>,
}

impl Trace {
    /// A body of that name under a key, with a key for each of its colliders.
    pub(super) fn add_body(&mut self, name: &str, key: &str, shapes: &[String]) {
        self.bodies.push(TracedBody {
            name: name.to_owned(),
            key: key.to_owned(),
            shapes: shapes.to_vec(),
        });
    }

    /// A joint of that name under a key.
    pub(super) fn add_joint(&mut self, name: &str, key: &str) {
        self.joints.push((name.to_owned(), key.to_owned()));
    }

    /// Where the limits of the axes of a joint are written, axis by axis.
    pub(super) fn add_limits(&mut self, name: &str, places: Vec<LimitPlace>) {
        self.limits.push((name.to_owned(), places));
    }

    /// What the library says, at the key it means as far as that can be told.
    pub(in crate::scene) fn misfit(&self, error: &stickslip::Error) -> Misfit {
        use stickslip::Error as E;
        if let E::BadParameter {
            field,
            value,
            expected,
        } = error
            && let Some(misfit) = self.limit(field, value, expected)
        {
            return misfit;
        }
        let key = match error {
            E::BadParameter { field, value, .. } if field == "the pair of materials" => {
                let first = value.split(" – ").next().unwrap_or("");
                format!("materials.{first}")
            }
            E::WrongLength { field, .. }
            | E::NotFinite { field, .. }
            | E::BadParameter { field, .. } => self.key(field),
            _ => String::new(),
        };
        Misfit::new(key, error)
    }

    /// A limit that does not hold at t = 0, in the words and the unit in which it is written.
    fn limit(&self, field: &str, value: &str, expected: &str) -> Option<Misfit> {
        let (name, rest) = named(field, "joint ")?;
        let (number, end) = rest.strip_prefix("axes[")?.split_once("].")?;
        let upper = ["lower", "upper"].iter().position(|known| *known == end)?;
        let (limit, now) = value.split_once(" while the coordinate at t = 0 is ")?;
        let (_, key) = self.joints.iter().find(|(known, _)| known == name)?;
        let (_, places) = self.limits.iter().find(|(known, _)| known == name)?;
        let place = places.get(number.parse::<usize>().ok()?)?;
        let (below, degrees) = (&place.below, place.in_degrees[upper]);
        let tell = |text: &str| match text.parse::<f64>() {
            // typed as 10, not as 10.000000000000002
            Ok(x) if degrees => format!("{}°", (x.to_degrees() * 1e9).round() / 1e9),
            _ => text.to_owned(),
        };
        let unit = if degrees { "_deg" } else { "" };
        let fault = format_args!(
            "`{below}.{end}{unit}` of joint {name:?} is {} while the coordinate at t = 0 is {}; it must be {expected}",
            tell(limit),
            tell(now)
        );
        Some(Misfit::new(format!("{key}.{below}.{end}{unit}"), fault))
    }

    /// The key of a body; empty for one that the scene does not name.
    pub(in crate::scene) fn body(&self, name: &str) -> String {
        let found = self.bodies.iter().find(|body| body.name == name);
        found.map_or(String::new(), |body| body.key.clone())
    }

    /// `body "brick": shapes[0].radius` → `bodies[2].shape.radius`.
    fn key(&self, field: &str) -> String {
        if let Some((name, rest)) = named(field, "body ") {
            let found = self.bodies.iter().find(|body| body.name == name);
            if let Some(body) = found {
                return format!("{}.{}", body.key, body.below(rest));
            }
        }
        if let Some((name, rest)) = named(field, "joint ") {
            let found = self.joints.iter().find(|(known, _)| known == name);
            if let Some((_, key)) = found {
                return format!("{key}.{}", joint_key(rest));
            }
        }
        match field.starts_with("gravity") {
            true => format!("world.{field}"),
            false => field.to_owned(),
        }
    }
}

impl TracedBody {
    /// A field of a body as scenes call it.
    fn below(&self, field: &str) -> String {
        let of_part = |rest: &str, end: char| {
            let (number, rest) = rest.split_once(end)?;
            let shape = self.shapes.get(number.trim().parse::<usize>().ok()?)?;
            Some(format!("{shape}.{}", rest.trim_start_matches(['.', ' '])))
        };
        let part = match (
            field.strip_prefix("shapes["),
            field.strip_prefix("collider"),
        ) {
            (Some(rest), _) => of_part(rest, ']'),
            (None, Some(rest)) => of_part(rest, ':'),
            (None, None) => None,
        };
        let field = part.unwrap_or_else(|| field.to_owned());
        for (library, scene) in [
            ("angular velocity", "angular_velocity"),
            ("pose", "quat_wxyz"),
            ("shift[0]", "motion.shift_x"),
            ("shift[1]", "motion.shift_y"),
            ("shift[2]", "motion.shift_z"),
            ("axis", "motion.axis"),
            ("angle", "motion.angle"),
        ] {
            if let Some(rest) = field.strip_prefix(library) {
                return format!("{scene}{rest}");
            }
        }
        field
    }
}

/// The name in quotes after a word, and what follows the colon.
fn named<'f>(field: &'f str, word: &str) -> Option<(&'f str, &'f str)> {
    let rest = field.strip_prefix(word)?.strip_prefix('"')?;
    let end = rest.find('"')?;
    let after = rest[end + 1..].trim_start_matches([':', ' ', '.']);
    Some((&rest[..end], after))
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
        let mut trace = Trace::default();
        let keys = |keys: &[&str]| keys.iter().map(|k| (*k).to_owned()).collect::<Vec<_>>();
        trace.add_body("a", "bodies[0]", &keys(&["shape"]));
        trace.add_body(
            "b[0][0][1]",
            "bodies[1]",
            &keys(&["shapes[0]", "shapes[0]", "shapes[1]"]),
        );
        trace.add_joint("pin", "joints[0]");
        for (field, key) in [
            ("body \"a\": shapes[0].belt[1]", "bodies[0].shape.belt[1]"),
            (
                "body \"b[0][0][1]\": collider 2: radius",
                "bodies[1].shapes[1].radius",
            ),
            (
                "body \"a\": angular velocity[1]",
                "bodies[0].angular_velocity[1]",
            ),
            (
                "body \"a\": shift[2].amplitude",
                "bodies[0].motion.shift_z.amplitude",
            ),
            ("joint \"pin\": axes[0].lower", "joints[0].limits.lower"),
            ("joint \"pin\": frames[1]", "joints[0].frames[1]"),
            ("gravity[2]", "world.gravity[2]"),
            ("forces[3].force[0]", "forces[3].force[0]"),
        ] {
            assert_eq!(trace.key(field), key);
        }
    }
}
