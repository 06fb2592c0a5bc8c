//! The figures of a step that `certificate.csv` and `run.npz` have: how good it is, who solved it, and what its contacts do.

use super::summary::index;
use super::{Verdict, verdict};
use stickslip::{IslandMethod, StepReport};

/// The columns of `certificate.csv` besides t. `method` is 0 for a step without a problem, else one more than the place of the method
/// in [`IslandMethod::ALL`]; `verdict` is 0 for certified, 1 for useful, 2 for failed; the last four count contacts by mode.
pub const COLUMNS: [&str; 11] = [
    "residual",
    "audit",
    "penetration",
    "joint_error",
    "iterations",
    "method",
    "verdict",
    "separating",
    "sticking",
    "sliding",
    "impact",
];

/// How many of them count contacts.
pub(super) const MODES: usize = 4;

/// The figures of a step, in that order.
pub fn of(report: &StepReport) -> [f64; COLUMNS.len()] {
    let mut modes = [0.0; MODES];
    for contact in &report.contacts {
        modes[index(contact.mode)] += 1.0;
    }
    [
        report.solution.residual,
        report.audit,
        report.penetration,
        report.joint_error,
        report.solution.iterations as f64,
        method(report) as f64,
        verdict_number(verdict(report)),
        modes[0],
        modes[1],
        modes[2],
        modes[3],
    ]
}

/// The number of a verdict.
fn verdict_number(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Certified => 0.0,
        Verdict::Useful => 1.0,
        Verdict::Failed => 2.0,
    }
}

/// Who solved most of the islands; what only rests counts if there is nothing else.
pub fn method(report: &StepReport) -> usize {
    let methods = &report.solution.methods;
    let weight = |method: &IslandMethod| match method {
        IslandMethod::Rest => methods.by(*method).min(1),
        _ => 2 * methods.by(*method),
    };
    let most = (IslandMethod::ALL.iter().enumerate()).max_by_key(|(_, m)| weight(m));
    most.filter(|(_, m)| weight(m) > 0)
        .map_or(0, |(place, _)| place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_method_is_that_of_most_islands_and_rest_comes_last() {
        let with = |counts: [usize; 7]| {
            let mut report = StepReport::default();
            report.solution.methods.0 = counts;
            method(&report)
        };
        assert_eq!(with([0; 7]), 0);
        assert_eq!(with([9, 0, 0, 0, 0, 0, 0]), 1);
        assert_eq!(with([9, 0, 0, 1, 0, 0, 0]), 4);
        assert_eq!(with([0, 2, 0, 1, 5, 0, 0]), 5);
    }

    #[test]
    fn a_step_without_contacts_is_certified() {
        let figures = of(&StepReport::default());
        assert_eq!(figures, [0.0; COLUMNS.len()]);
    }
}
