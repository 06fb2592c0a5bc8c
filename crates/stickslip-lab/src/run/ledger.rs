//! The energy ledger as a row of numbers with names.

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
