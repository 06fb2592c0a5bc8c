//! Whether it is worth going on: how fast the residual of sweeps falls, and how long that is waited for.

use super::USEFUL;
use super::sweep::Residual;

/// A residual that seems so many times too large to be useful is too large (1).
const SURELY: f64 = 1.3;

/// Sweeps between two looks at the progress, how many times the budget they may promise to need, and every which of them is mixed with those
/// before it.
pub(super) struct Patience {
    pub(super) window: usize,
    pub(super) times: f64,
    pub(super) mixed: usize,
}

/// How fast the residual falls.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Sweeps that are left.
    pub(super) left: usize,
    /// How far away the goal was when it was looked at last, and the sweeps that were left; 0 if it was not.
    pub(super) then: f64,
    pub(super) at: usize,
    /// Whether the goal will not be met within the sweeps that are left.
    pub(super) hopeless: bool,
    /// The residual that was found last over what a sweep had changed (J^−½); 0 if none was.
    pub(super) measure: f64,
}

impl Progress {
    /// For a new island.
    pub(super) fn begin(sweeps: usize) -> Self {
        Self {
            left: sweeps,
            ..Self::default()
        }
    }

    /// After a window: whether it is worth going on like that, with the goal so far `away`; if it is near, it is.
    pub(super) fn look(&mut self, away: f64, near: bool, patience: &Patience) {
        let fell = (self.then / away).ln();
        let first = self.then == 0.0;
        let sweeps = self.at.saturating_sub(self.left);
        self.then = away;
        self.at = self.left;
        if first {
            return;
        }
        let needed = match fell > 0.0 {
            true => away.ln() / fell * sweeps as f64,
            false => f64::INFINITY,
        };
        self.hopeless = !near && needed > patience.times * self.left as f64;
    }

    /// Whether an answer before which a sweep still changed so much (J) is not yet useful. To look at the residual takes as long as a sweep; from what
    /// sweeps change it is known well enough to tell that.
    pub(super) fn is_far(&self, changed: f64) -> bool {
        self.measure * changed.sqrt() > SURELY * USEFUL
    }

    /// Whether an answer that is useful is all that can be had.
    pub(super) fn is_over(&self, least: &Residual) -> bool {
        self.hopeless && least.relative <= USEFUL
    }
}
