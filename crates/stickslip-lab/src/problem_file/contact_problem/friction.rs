//! Friction as `contact-problem-1` writes it: a coefficient and the name of a set, or a set with its numbers.

use super::parameters::Parameters;
use super::tree::{Node, Tree, Wrong};
use serde_json::{Value, json};
use stickslip::{Friction, FrictionSet, Polyhedron, SlipLaw};

const FRICTION: &str =
    "an object like { \"coefficient\": 0.5, \"set\": \"disc\" }, or a coefficient alone";
const NAMES: &str = "\"disc\", \"planar\", \"none\", or an object with one of ellipse, ellipsoid, mixed, polygon, directions, faces";
const SETS: [&str; 6] = [
    "ellipse",
    "ellipsoid",
    "mixed",
    "polygon",
    "directions",
    "faces",
];

/// The friction of a contact; nothing is none.
pub(super) fn read(node: Option<&Node<'_>>, parameters: &Parameters) -> Result<Friction, Wrong> {
    let Some(node) = node else {
        return Ok(Friction::none());
    };
    // a coefficient alone is that of the round cone
    if matches!(node.tree, Tree::Number(_) | Tree::Text(_)) {
        let friction = Friction::round(node.number(parameters)?);
        return check(friction, node);
    }
    if !matches!(node.tree, Tree::Object(_)) {
        return Err(node.wrong(FRICTION));
    }
    node.object(&["coefficient", "set"])?;
    let set = node.get("set");
    if let Some(set) = &set
        && *set.tree == Tree::Text("none".into())
    {
        return Ok(Friction::none());
    }
    let coefficient = node.need("coefficient", "friction has a coefficient, ≥ 0")?;
    let mu = coefficient.number(parameters)?;
    let friction = match &set {
        None => Friction::round(mu),
        Some(set) => shape(set, mu, parameters)?,
    };
    check(friction, &coefficient)
}

fn check(friction: Friction, coefficient: &Node<'_>) -> Result<Friction, Wrong> {
    match friction.coefficient >= 0.0 {
        true => Ok(friction),
        false => Err(coefficient.refuse(
            friction.coefficient,
            "a coefficient of friction is not negative, 0 is none",
        )),
    }
}

fn shape(set: &Node<'_>, mu: f64, parameters: &Parameters) -> Result<Friction, Wrong> {
    if let Tree::Text(name) = set.tree {
        return match name.as_str() {
            "disc" => Ok(Friction::round(mu)),
            "planar" => Ok(Friction::planar(mu)),
            _ => Err(set.wrong(NAMES)),
        };
    }
    if !matches!(set.tree, Tree::Object(_)) {
        return Err(set.wrong(NAMES));
    }
    set.object(&SETS)?;
    let mut given = SETS.iter().filter_map(|name| Some((*name, set.get(name)?)));
    let (Some((name, node)), None) = (given.next(), given.next()) else {
        return Err(set.wrong(NAMES));
    };
    let rows = |what: &'static str| -> Result<Vec<[f64; 3]>, Wrong> {
        let items = node.items("a list of lists of three numbers")?;
        items
            .iter()
            .map(|item| item.array(parameters, what))
            .collect()
    };
    let made = match name {
        "ellipse" => Friction::elliptic(mu, node.array(parameters, "give e_t and e_o")?),
        "ellipsoid" => Friction::ellipsoid(mu, node.array(parameters, "give e_t, e_o and e_r")?),
        "mixed" => Friction::mixed(mu, node.array(parameters, "give e_t, e_o and e_r")?),
        "directions" => Friction::directions(mu, rows("a direction is t, o, r")?),
        "faces" => Friction::faces(mu, rows("a face is α, β, γ")?),
        _ => {
            let k = node.number(parameters)?;
            if k.fract() != 0.0 || !(0.0..=1000.0).contains(&k) {
                return Err(node.refuse(k, "a polygon has an even number of directions, like 8"));
            }
            Friction::polygon(mu, k as usize)
        }
    };
    made.map_err(|error| node.library(error))
}

/// Friction back to JSON; nothing for what the format has no words for.
pub(super) fn write(friction: &Friction) -> Option<Value> {
    if friction.slip_law != SlipLaw::Constant {
        return None;
    }
    let axes = friction.set.shape().map(|shape| shape.lengths());
    let [e_t, e_o, e_r] = axes.unwrap_or([1.0; 3]);
    let set = match &friction.set {
        FrictionSet::None => return Some(json!({ "set": "none" })),
        FrictionSet::Planar(_) => json!("planar"),
        FrictionSet::Ellipse(_) if [e_t, e_o] == [1.0; 2] => json!("disc"),
        FrictionSet::Ellipse(_) => json!({ "ellipse": [e_t, e_o] }),
        FrictionSet::Ellipsoid(_) => json!({ "ellipsoid": [e_t, e_o, e_r] }),
        FrictionSet::Mixed(_) => json!({ "mixed": [e_t, e_o, e_r] }),
        FrictionSet::Polyhedral(set) => match set.regular_facets() {
            Some(k) => json!({ "polygon": k }),
            None => polyhedral(set),
        },
        _ => return None,
    };
    Some(json!({ "coefficient": friction.coefficient, "set": set }))
}

/// By directions or by faces, whichever gives the same set to the bit. Faces that were given but touch nothing are gone: then by directions.
fn polyhedral(set: &Polyhedron) -> Value {
    let faces = || {
        let faces = set.face_normals()?;
        let again = Polyhedron::from_faces(faces.clone()).ok()?;
        (again == *set).then(|| json!({ "faces": faces }))
    };
    let directions = set.directions();
    let by_directions = json!({ "directions": directions });
    match Polyhedron::new(directions.to_vec()) {
        Ok(again) if again == *set => by_directions,
        _ => faces().unwrap_or(by_directions),
    }
}
