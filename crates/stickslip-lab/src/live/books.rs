//! The energy books since the beginning, as the plots of the live view show them (J).

use stickslip::Ledger;

/// Sums over all steps.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Books {
    stored: [f64; 2],
    moved: [f64; 6],
}

impl Books {
    /// What there is.
    pub(super) const STORED: [&str; 2] = ["kinetic", "potential"];
    /// What came in, and what went out.
    pub(super) const MOVED: [&str; 6] = [
        "friction",
        "impacts",
        "moving_surfaces",
        "applied_forces",
        "joints",
        "numerical",
    ];

    /// Takes a step in. What the forces of a step do beyond the loss of potential energy is applied: loads, drives, and pulls.
    pub(super) fn add(&mut self, step: &Ledger) {
        self.stored = [step.kinetic, step.potential];
        let gained = step.potential - step.potential_before - step.projection;
        let moved = [
            step.friction_work,
            step.normal_work - step.impact_loss,
            step.surface_work,
            step.external_work + step.inertia + gained,
            step.joint_work,
            step.projection - step.numerical_loss + step.imbalance,
        ];
        let sums = self.moved.iter_mut().zip(moved);
        sums.for_each(|(sum, x)| *sum += x);
    }

    /// What there is, then what was moved.
    pub(super) fn columns(&self) -> impl ExactSizeIterator<Item = f64> + use<> {
        let [kinetic, potential] = self.stored;
        let [a, b, c, d, e, f] = self.moved;
        [kinetic, potential, a, b, c, d, e, f].into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::catalogue;
    use stickslip::Simulation;

    #[test]
    fn what_was_moved_is_the_change_of_what_there_is() {
        let scene = catalogue::find("four-balls").unwrap();
        let (system, state) = (scene.system.clone(), scene.initial.clone());
        let mut simulation = Simulation::new(system, state, scene.settings.clone()).unwrap();
        let mut books = Books::default();
        let mut first = None;
        for _ in 0..60 {
            let energy = simulation.step().unwrap().energy;
            first.get_or_insert(energy.kinetic_before + energy.potential_before);
            books.add(&energy);
        }
        let columns: Vec<f64> = books.columns().collect();
        assert_eq!(columns.len(), Books::STORED.len() + Books::MOVED.len());
        let stored = columns[0] + columns[1] - first.unwrap();
        let moved: f64 = columns[2..].iter().sum();
        assert!(
            (stored - moved).abs() < 1e-9 * columns[0].abs().max(1.0),
            "{columns:?}"
        );
    }
}
