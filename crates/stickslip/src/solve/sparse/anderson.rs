//! Anderson acceleration of the sweeps: the next iterate is the mixture of the last few that would change least, judged as if
//! sweeps were linear. Impulses and velocities are mixed together, so they stay consistent.

use super::island::{Island, SIX};
use super::sweep::Motion;

/// Differences remembered.
const DEPTH: usize = 5;

#[derive(Debug, Default)]
pub(super) struct Anderson {
    /// The iterate before the sweep.
    before: Motion,
    /// The change of the last sweep, and the result of the one before.
    change: Vec<f64>,
    swept: Motion,
    /// Differences of changes, and of results.
    changes: Vec<Vec<f64>>,
    results: Vec<Motion>,
    /// How many differences there are, and which comes next.
    known: usize,
    next: usize,
    weights: Vec<f64>,
    /// A result is there to take a difference from.
    ready: bool,
}

impl Anderson {
    /// Forgets everything, for a new island.
    pub(super) fn begin(&mut self, island: &Island) {
        self.forget();
        self.changes.resize_with(DEPTH, Vec::new);
        self.results.resize_with(DEPTH, Motion::default);
        // weighted by the response, a change is an energy
        self.weights.clear();
        for node in &island.nodes {
            self.weights
                .extend((0..=node.own.rows).map(|_| node.stiff.sqrt()));
        }
        let links = island
            .links
            .iter()
            .map(|l| (l.own + l.softness).max(0.0).sqrt());
        self.weights.extend(links);
    }

    /// Begins anew from the next sweep.
    pub(super) fn forget(&mut self) {
        self.known = 0;
        self.next = 0;
        self.ready = false;
    }

    /// Remembers the iterate a sweep begins with.
    pub(super) fn before(&mut self, motion: &Motion) {
        self.before.c.clone_from(&motion.c);
    }

    /// After a sweep: replaces its result by the mixture.
    pub(super) fn mix(&mut self, motion: &mut Motion) {
        let n = motion.c.len();
        if self.ready {
            let (change, result) = (&mut self.changes[self.next], &mut self.results[self.next]);
            change.resize(n, 0.0);
            result.c.resize(n, 0.0);
            result.v.resize(motion.v.len(), [0.0; SIX]);
            for i in 0..n {
                let now = self.weights[i] * (motion.c[i] - self.before.c[i]);
                change[i] = now - self.change[i];
                self.change[i] = now;
                result.c[i] = motion.c[i] - self.swept.c[i];
            }
            for (out, (now, old)) in result.v.iter_mut().zip(motion.v.iter().zip(&self.swept.v)) {
                *out = std::array::from_fn(|d| now[d] - old[d]);
            }
            self.next = (self.next + 1) % DEPTH;
            self.known = (self.known + 1).min(DEPTH);
        } else {
            self.change.clear();
            let changes = motion.c.iter().zip(&self.before.c).zip(&self.weights);
            self.change
                .extend(changes.map(|((now, old), w)| w * (now - old)));
            self.ready = true;
        }
        self.swept.c.clone_from(&motion.c);
        self.swept.v.clone_from(&motion.v);
        let Some(mixture) = self.mixture() else {
            return;
        };
        for (result, &share) in self.results.iter().zip(&mixture[..self.known]) {
            for (c, d) in motion.c.iter_mut().zip(&result.c) {
                *c -= share * d;
            }
            for (v, d) in motion.v.iter_mut().zip(&result.v) {
                (0..SIX).for_each(|k| v[k] -= share * d[k]);
            }
        }
    }

    /// The shares θ that make |f − ΔF θ| least, by normal equations.
    fn mixture(&self) -> Option<[f64; DEPTH]> {
        let m = self.known;
        if m == 0 {
            return None;
        }
        let mut a = [[0.0; DEPTH]; DEPTH];
        let mut b = [0.0; DEPTH];
        for i in 0..m {
            for j in 0..=i {
                a[i][j] = inner(&self.changes[i], &self.changes[j]);
                a[j][i] = a[i][j];
            }
            b[i] = inner(&self.changes[i], &self.change);
        }
        let most = (0..m).map(|i| a[i][i]).fold(0.0, f64::max);
        (0..m).for_each(|i| a[i][i] += 1e-10 * most);
        // elimination without exchanges: the matrix is positive definite
        for k in 0..m {
            if a[k][k].is_nan() || a[k][k] <= 0.0 {
                return None;
            }
            for i in k + 1..m {
                let f = a[i][k] / a[k][k];
                (k..m).for_each(|j| a[i][j] -= f * a[k][j]);
                b[i] -= f * b[k];
            }
        }
        for k in (0..m).rev() {
            let known: f64 = (k + 1..m).map(|j| a[k][j] * b[j]).sum();
            b[k] = (b[k] - known) / a[k][k];
        }
        b[..m].iter().all(|x| x.is_finite()).then_some(b)
    }
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
