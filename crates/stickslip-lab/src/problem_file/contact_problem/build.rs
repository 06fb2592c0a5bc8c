//! From the fields of a file to a posed problem, each number checked where it stands.

use super::parameters::Parameters;
use super::parts::{contact, joint, place};
use super::tree::{Node, Tree, Wrong};
use super::{FORMAT, PosedFile};
use crate::analyze::{FrictionLaw, Posed};
use stickslip::{ContactProblem, Error, InstantProblem, Mass};

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
const NEEDS: &str = "a contact-problem-1 needs mass, and force or free";
/// What a vector over the velocities needs.
pub(super) const ONE_EACH: &str = "give one entry per velocity (row of mass)";

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
