//! From the fields of a file to a posed problem, each number checked where it stands.

use super::parameters::Parameters;
use super::tree::{Node, Tree, Wrong};
use super::{ContactPlace, FORMAT, PosedFile, friction};
use crate::analyze::{FrictionLaw, Posed};
use stickslip::{ContactProblem, Drive, Error, Frame, InstantProblem, Mass, NormalLaw, Row, Slip};

const FIELDS: [&str; 13] = [
    "format",
    "name",
    "about",
    "parameters",
    "level",
    "law",
    "mass",
    "force",
    "free",
    "velocities",
    "contacts",
    "joints",
    "note",
];
const CONTACT: [&str; 13] = [
    "name", "n", "t", "o", "r", "friction", "slip", "drift", "target", "reserve", "point",
    "normal", "tangent",
];
const JOINT: [&str; 6] = ["name", "row", "target", "low", "high", "softness"];
const NEEDS: &str = "a contact-problem-1 needs mass, and force or free";
const ONE_EACH: &str = "give one entry per velocity (row of mass)";

/// One time step: its length (s) and the velocities at its start.
struct Step {
    length: f64,
    start: Vec<f64>,
}

/// Reads the whole file; `stem` is its name if it gives none.
pub(super) fn posed(root: &Node<'_>, stem: &str) -> Result<PosedFile, Wrong> {
    // another format has other fields: that is told first
    if root.get("format").is_some() {
        format(root)?;
    }
    root.object(&FIELDS)?;
    format(root)?;
    let parameters = Parameters::read(root.get("parameters").as_ref())?;
    let optional = |key: &str| root.get(key).map(|node| node.text("a string")).transpose();
    let name = optional("name")?.unwrap_or(stem).to_owned();
    let about = optional("about")?.unwrap_or_default().to_owned();
    let law = law(root)?;
    let mass = mass(&root.need("mass", NEEDS)?, &parameters)?;
    let velocities = mass.len();
    let step = level(root, velocities, &parameters)?;
    let mut problem = motion(root, mass, step.as_ref(), &parameters)?;
    let (mut slips, mut places) = (Vec::new(), Vec::new());
    let list = |key: &str| match root.get(key) {
        Some(node) => node.items("a list of objects"),
        None => Ok(Vec::new()),
    };
    let (contacts, joints) = (list("contacts")?, list("joints")?);
    for node in &contacts {
        let slip = contact(node, &mut problem, step.is_some(), &parameters)?;
        slips.push(slip);
        places.push(place(node, &parameters)?);
    }
    for node in &joints {
        joint(node, &mut problem, &parameters)?;
    }
    let problem = match step {
        Some(_) => InstantProblem::of_step(problem),
        None => InstantProblem::of_instant(problem, slips).map_err(|error| root.library(error))?,
    };
    let mut posed = Posed::new(name, problem);
    posed.law = law;
    if let Some(node) = root.get("velocities") {
        let names = node.items("a list of names")?;
        if names.len() != velocities {
            let advice = "give one name per velocity (row of mass)";
            return Err(node.length(names.len(), velocities, advice));
        }
        give_names(&mut posed.velocities, names.into_iter().map(Some))?;
    }
    give_names(&mut posed.contacts, contacts.iter().map(|c| c.get("name")))?;
    give_names(&mut posed.joints, joints.iter().map(|j| j.get("name")))?;
    Ok(PosedFile {
        posed,
        about,
        parameters: parameters.list(),
        places,
    })
}

fn format(root: &Node<'_>) -> Result<(), Wrong> {
    let node = root.need("format", "write \"format\": \"contact-problem-1\"")?;
    match node.tree {
        Tree::Text(format) if format == FORMAT => Ok(()),
        found => {
            let advice = "`stickslip analyze` reads \"contact-problem-1\", `stickslip solve` \"lcp-1\", \"mlcp-1\", \
                          \"fc-local-1\" and \"fc-global-1\"";
            Err(node.refuse(found, advice))
        }
    }
}

fn law(root: &Node<'_>) -> Result<FrictionLaw, Wrong> {
    let Some(node) = root.get("law") else {
        return Ok(FrictionLaw::MaximalDissipation);
    };
    match node.tree {
        Tree::Text(law) if law == "maximal-dissipation" => Ok(FrictionLaw::MaximalDissipation),
        Tree::Text(law) if law == "collinear" => Ok(FrictionLaw::Collinear),
        _ => Err(node.wrong("\"maximal-dissipation\" or \"collinear\"")),
    }
}

fn level(
    root: &Node<'_>,
    velocities: usize,
    parameters: &Parameters,
) -> Result<Option<Step>, Wrong> {
    const LEVELS: &str =
        "\"acceleration\", or { \"velocity\": { \"step\": h, \"start\": [v, …] } }";
    let Some(node) = root.get("level") else {
        return Ok(None);
    };
    if *node.tree == Tree::Text("acceleration".into()) {
        return Ok(None);
    }
    if !matches!(node.tree, Tree::Object(_)) {
        return Err(node.wrong(LEVELS));
    }
    node.object(&["velocity"])?;
    let step = node.need("velocity", LEVELS)?;
    step.object(&["step", "start"])?;
    let h = step.need("step", "the length of the step (s)")?;
    let length = h.number(parameters)?;
    if length < 0.0 {
        return Err(h.refuse(length, "a step is positive, or 0 for an impact"));
    }
    let start = step.need("start", "the velocities at the start of the step")?;
    let start = start.exactly(velocities, parameters, ONE_EACH)?;
    Ok(Some(Step { length, start }))
}

/// One block, or an object with several.
fn mass(node: &Node<'_>, parameters: &Parameters) -> Result<Mass, Wrong> {
    let mut mass = Mass::default();
    if !matches!(node.tree, Tree::Object(_)) {
        block(node, &mut mass, parameters)?;
        return Ok(mass);
    }
    node.object(&["blocks"])?;
    let blocks = node.need("blocks", "a list of blocks, each a diagonal or rows")?;
    for part in blocks.items("a list of blocks")? {
        block(&part, &mut mass, parameters)?;
    }
    Ok(mass)
}

/// The diagonal, or the rows of the whole block.
fn block(node: &Node<'_>, mass: &mut Mass, parameters: &Parameters) -> Result<(), Wrong> {
    const BLOCK: &str = "a list of masses (the diagonal), or a list of rows";
    let items = node.items(BLOCK)?;
    let rows = items
        .iter()
        .filter(|item| matches!(item.tree, Tree::List(_)));
    if items.is_empty() || (rows.clone().count() != 0 && rows.count() != items.len()) {
        return Err(node.wrong(BLOCK));
    }
    if matches!(items[0].tree, Tree::List(_)) {
        let square = "a mass matrix is square";
        let rows = items
            .iter()
            .map(|row| row.exactly(items.len(), parameters, square));
        let rows = rows.collect::<Result<Vec<_>, _>>()?;
        mass.push_full(rows.len(), |row, col| rows[row][col]);
        return mass.check().map_err(|error| match error {
            Error::MassNotSymmetric { row, .. } | Error::MassNotPositive { index: row, .. } => {
                // the library counts from the first velocity of all
                let first = mass.len() - rows.len();
                items[row.saturating_sub(first).min(items.len() - 1)].library(error)
            }
            _ => node.library(error),
        });
    }
    let masses = node.numbers(parameters)?;
    if let Some(i) = masses.iter().position(|m| *m <= 0.0) {
        let advice = "a mass is positive; leave out what cannot move";
        return Err(items[i].refuse(masses[i], advice));
    }
    mass.push_diagonal(&masses);
    mass.check().map_err(|error| node.library(error))
}

/// What moves without contacts, from forces or as it is.
fn motion(
    root: &Node<'_>,
    mass: Mass,
    step: Option<&Step>,
    parameters: &Parameters,
) -> Result<ContactProblem, Wrong> {
    let n = mass.len();
    let vector = |node: &Node<'_>| node.exactly(n, parameters, ONE_EACH);
    let still = vec![0.0; n];
    // a second after rest, velocities are what accelerations are
    let (start, length) = step.map_or((&still, 1.0), |step| (&step.start, step.length));
    let (node, force, free) = match (root.get("force"), root.get("free")) {
        (Some(force), None) => (force.clone(), vector(&force)?, None),
        (None, Some(free)) => (free.clone(), still.clone(), Some(vector(&free)?)),
        (Some(_), Some(free)) => {
            let advice = "`force` says the same; keep one of the two";
            return Err(free.refuse(free.tree, advice));
        }
        (None, None) => return Err(root.missing("force", NEEDS)),
    };
    let problem = ContactProblem::new(mass, start, &force, length);
    let mut problem = problem.map_err(|error| node.library(error))?;
    if let Some(free) = free {
        problem.free = free;
    }
    Ok(problem)
}

/// Adds a contact and says how it moves.
fn contact(
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
fn place(node: &Node<'_>, parameters: &Parameters) -> Result<Option<ContactPlace>, Wrong> {
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

fn joint(
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

/// Puts given names in the place of numbered ones; each is used once.
fn give_names<'t>(
    names: &mut [String],
    given: impl Iterator<Item = Option<Node<'t>>>,
) -> Result<(), Wrong> {
    for (i, node) in given.enumerate() {
        let Some(node) = node else { continue };
        let name = node.text("a string")?;
        if name.is_empty() {
            return Err(node.refuse("\"\"", "a name has letters; give one, or leave it out"));
        }
        if names[..i].iter().any(|other| other == name) {
            return Err(node.refuse(node.tree, "another has the same name; give each its own"));
        }
        name.clone_into(&mut names[i]);
    }
    Ok(())
}
