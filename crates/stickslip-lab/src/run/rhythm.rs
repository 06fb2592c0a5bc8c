//! Which steps are recorded: every so many, and the last.

use crate::scene::Scene;

/// After which steps state and contacts are recorded. The initial state always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rhythm {
    every: usize,
    last: usize,
}

impl Rhythm {
    /// Of a scene that takes so many steps.
    pub(super) fn new(scene: &Scene, steps: usize) -> Self {
        Self {
            every: scene.record_every.max(1),
            last: steps,
        }
    }

    /// Whether the state after so many steps is recorded.
    pub(super) fn records_step(self, steps: usize) -> bool {
        steps.is_multiple_of(self.every) || steps == self.last
    }

    /// How many records there are after so many steps.
    pub(super) fn records(self, steps: usize) -> usize {
        let odd_end = steps == self.last && !steps.is_multiple_of(self.every);
        1 + steps / self.every + usize::from(odd_end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_counted_as_they_are_made() {
        for (every, last) in [(1, 7), (3, 7), (3, 9), (7, 7), (20, 7)] {
            let rhythm = Rhythm { every, last };
            let mut made = 0;
            for steps in 0..=last {
                made += usize::from(rhythm.records_step(steps));
                assert_eq!(rhythm.records(steps), made, "{rhythm:?} after {steps}");
            }
            assert!(rhythm.records_step(0) && rhythm.records_step(last));
        }
    }
}
