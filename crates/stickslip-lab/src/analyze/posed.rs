//! A problem to analyze, with the names that reports use.

use stickslip::{InstantProblem, Motion, Slip};

/// Contacts of one instant or of one step, with names.
#[derive(Clone, Debug, PartialEq)]
pub struct Posed {
    /// What the problem is called.
    pub name: String,
    /// Masses, forces, contacts and joints.
    pub problem: InstantProblem,
    /// The direction of friction where a contact slides.
    pub law: FrictionLaw,
    /// A name for each velocity.
    pub velocities: Vec<String>,
    /// A name for each contact.
    pub contacts: Vec<String>,
    /// A name for each joint.
    pub joints: Vec<String>,
    /// Whether bodies move at the instant, so that what does not accelerate is not at rest.
    pub moving: bool,
}

/// Which friction of the set a sliding contact has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrictionLaw {
    /// The one that takes out the most power [TP97 iv].
    #[default]
    MaximalDissipation,
    /// The one straight against the acceleration, scaled onto the set: what the paper's Table 1 was computed with. Not what its text says.
    Collinear,
}

impl Posed {
    /// A problem with names made up of numbers.
    pub fn new(name: impl Into<String>, problem: InstantProblem) -> Self {
        let numbered = |what: &str, count: usize| -> Vec<String> {
            (1..=count).map(|i| format!("{what} {i}")).collect()
        };
        let data = problem.data();
        Self {
            name: name.into(),
            law: FrictionLaw::default(),
            velocities: numbered("velocity", data.mass.len()),
            contacts: numbered("contact", data.contacts.len()),
            joints: numbered("joint", data.joints.len()),
            moving: false,
            problem,
        }
    }
}

/// The unknowns of the reduced problem, from the forces of all contacts and joints.
pub(super) fn unknowns_of(problem: &InstantProblem, motion: &Motion) -> Vec<f64> {
    let mut unknowns = Vec::new();
    let contacts = &problem.data().contacts;
    for (i, (contact, force)) in contacts.iter().zip(&motion.forces).enumerate() {
        let rows = match problem.slips()[i] {
            Slip::Rolling => contact.friction.rows(),
            Slip::Sliding(_) => 0,
        };
        unknowns.extend_from_slice(&force.parts()[..=rows]);
    }
    unknowns.extend_from_slice(&motion.joints);
    unknowns
}
