//! The nonlinear conjugate gradients of sweeps, for islands that lead the mixture of Anderson astray: the last direction is kept as
//! far as sweeps change less and less, and dropped when they change more.

use super::bodies::SIX;
use super::sweep::Motion;

#[derive(Debug, Default)]
pub(super) struct Gradients {
    before: Motion,
    direction: Motion,
    last: f64,
}

impl Gradients {
    /// Forgets the direction. Few islands need one: what an earlier one left is given back, and must not count, not even with a share of
    /// zero.
    pub(super) fn begin(&mut self) {
        *self = Self {
            last: f64::INFINITY,
            ..Self::default()
        };
    }

    /// Remembers the iterate a sweep begins with.
    pub(super) fn before(&mut self, motion: &Motion) {
        self.before.c.clone_from(&motion.c);
        self.before.w.clone_from(&motion.w);
    }

    /// After a sweep that changed so much (J): goes on along the last direction.
    pub(super) fn push(&mut self, motion: &mut Motion, changed: f64) {
        let share = changed / self.last;
        self.last = changed;
        let Self {
            before, direction, ..
        } = self;
        direction.c.resize(motion.c.len(), 0.0);
        direction.w.resize(motion.w.len(), [0.0; SIX]);
        // the first sweep, and one that changes more than the last, begin a new direction
        let share = if share < 1.0 { share } else { 0.0 };
        let numbers = motion.c.iter_mut().zip(&before.c).zip(&mut direction.c);
        for ((c, old), p) in numbers {
            let step = *c - old;
            *c += share * *p;
            *p = share * *p + step;
        }
        let bodies = motion.w.iter_mut().zip(&before.w).zip(&mut direction.w);
        for ((w, old), p) in bodies {
            for d in 0..SIX {
                let step = w[d] - old[d];
                w[d] += share * p[d];
                p[d] = share * p[d] + step;
            }
        }
    }
}
