//! The energy ledger as a row of numbers with names.

use crate::scene::BuiltIn;
use stickslip::Ledger;

/// The names of the entries (J), in the order of the columns of `energy.csv`.
pub const LEDGER: [&str; 14] = [
    "kinetic_before",
    "kinetic",
    "potential_before",
    "potential",
    "normal_work",
    "friction_work",
    "surface_work",
    "joint_work",
    "external_work",
    "impact_loss",
    "numerical_loss",
    "projection",
    "inertia",
    "imbalance",
];

/// The entries in that order.
pub(super) fn row(ledger: &Ledger) -> [f64; LEDGER.len()] {
    [
        ledger.kinetic_before,
        ledger.kinetic,
        ledger.potential_before,
        ledger.potential,
        ledger.normal_work,
        ledger.friction_work,
        ledger.surface_work,
        ledger.joint_work,
        ledger.external_work,
        ledger.impact_loss,
        ledger.numerical_loss,
        ledger.projection,
        ledger.inertia,
        ledger.imbalance,
    ]
}

/// The ledger of such a row.
pub(super) fn from_row(row: [f64; LEDGER.len()]) -> Ledger {
    let mut ledger = Ledger::default();
    [
        ledger.kinetic_before,
        ledger.kinetic,
        ledger.potential_before,
        ledger.potential,
        ledger.normal_work,
        ledger.friction_work,
        ledger.surface_work,
        ledger.joint_work,
        ledger.external_work,
        ledger.impact_loss,
        ledger.numerical_loss,
        ledger.projection,
        ledger.inertia,
        ledger.imbalance,
    ] = row;
    ledger
}

/// A term of the balance: its name, and the columns it is the sum of, each with its sign.
pub type Term = (&'static str, Vec<(&'static str, f64)>);

/// The terms that add up to the change of the kinetic and potential energy. The difference between the work of all forces
/// and the loss of potential energy is the work of applied forces, drives and dampers if the system has some, and else an error of the
/// time stepping like the numerical loss.
pub fn balance(system: &BuiltIn) -> Vec<Term> {
    let beyond_potential = [
        ("external_work", 1.0),
        ("inertia", 1.0),
        ("potential", 1.0),
        ("potential_before", -1.0),
        ("projection", -1.0),
    ];
    let mut numerical = vec![("numerical_loss", -1.0)];
    let mut applied = Vec::new();
    match is_driven(system) {
        true => applied.extend(beyond_potential),
        false => numerical.extend(beyond_potential),
    }
    vec![
        ("friction", vec![("friction_work", 1.0)]),
        // an impact takes (impact loss) and gives back (normal work): what it costs is the sum; where gaps are closed or
        // penetrations pushed out without impact there is normal work alone
        (
            "impacts and push-out",
            vec![("impact_loss", -1.0), ("normal_work", 1.0)],
        ),
        ("moving surfaces", vec![("surface_work", 1.0)]),
        ("applied forces", applied),
        ("joints", vec![("joint_work", 1.0)]),
        ("numerical", numerical),
        ("projection", vec![("projection", 1.0)]),
        ("imbalance", vec![("imbalance", 1.0)]),
    ]
}

/// Whether forces act that have no potential.
fn is_driven(system: &BuiltIn) -> bool {
    match system {
        BuiltIn::Planar(bodies) => {
            let parameters = bodies.parameters();
            !parameters.drives.is_empty() || parameters.springs.iter().any(|s| s.damping > 0.0)
        }
        BuiltIn::World(world) => !world.model().loads.is_empty(),
        _ => false,
    }
}
