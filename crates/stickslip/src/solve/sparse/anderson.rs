//! Anderson acceleration of the sweeps: the next iterate is the mixture of the last few that would change least, judged as if
//! sweeps were linear. Impulses and what they do are mixed together, so they stay consistent. Differences that are forgotten are still
//! there, with a share of zero.

use super::bodies::SIX;
use super::island::Island;
use super::sweep::Motion;
use super::wide;
use crate::room::make_room;

/// Differences remembered.
const DEPTH: usize = 5;

/// One number of each difference.
type Past = [f64; DEPTH];

#[derive(Debug, Default)]
pub(super) struct Anderson {
    /// The impulses before the sweep.
    before: Vec<f64>,
    /// The change of the last sweep, and its result.
    change: Vec<f64>,
    swept: Vec<f64>,
    swept_w: Vec<[f64; SIX]>,
    /// Differences of changes, and of results, those of one number side by side.
    changes: Vec<Past>,
    results: Vec<Past>,
    results_w: Vec<[Past; SIX]>,
    /// How many differences there are, and which comes next.
    known: usize,
    next: usize,
    weights: Vec<f64>,
    /// Products of the differences of changes with each other.
    products: [Past; DEPTH],
    /// A result is there to take a difference from.
    ready: bool,
    /// Sweeps that may still be made before a mixture; 0 if none is expected.
    patience: usize,
}

/// After so many sweeps that were enough by themselves the memory of mixtures is given back.
const PATIENCE: usize = 50;

impl Anderson {
    /// Forgets everything, for a new island.
    pub(super) fn begin(&mut self, island: &Island) {
        self.forget();
        self.patience = PATIENCE;
        // weighted by the response, a change is an energy
        self.weights.clear();
        for node in &island.nodes {
            let weight = node.stiff.sqrt();
            self.weights.extend((0..=node.own.rows).map(|_| weight));
        }
        let links = island
            .links
            .iter()
            .map(|l| (l.own + l.softness).max(0.0).sqrt());
        self.weights.extend(links);
        // what an earlier island left must not count, not even with a share of zero
        self.changes.clear();
        make_room(&mut self.changes, self.weights.len());
        self.changes.resize(self.weights.len(), [0.0; DEPTH]);
        self.results.clear();
        make_room(&mut self.results, self.weights.len());
        self.results.resize(self.weights.len(), [0.0; DEPTH]);
        self.results_w.clear();
        (self.results_w).resize(island.bodies + 1, [[0.0; DEPTH]; SIX]);
    }

    /// Begins anew from the next sweep.
    pub(super) fn forget(&mut self) {
        self.known = 0;
        self.next = 0;
        self.ready = false;
    }

    /// Remembers the iterate a sweep begins with; nothing where mixtures were not needed for long, until an island is begun.
    pub(super) fn before(&mut self, motion: &Motion) {
        if self.patience > 0 {
            self.before.clone_from(&motion.c);
            self.patience -= 1;
        } else if self.before.capacity() > 0 {
            *self = Self::default();
        }
    }

    /// After a sweep: replaces its result by the mixture.
    pub(super) fn mix(&mut self, motion: &mut Motion) {
        self.patience = PATIENCE;
        wide(
            #[inline(always)]
            || self.mix_wide(motion),
        );
    }

    #[inline(always)]
    fn mix_wide(&mut self, motion: &mut Motion) {
        if !self.ready {
            self.change.clear();
            let changes = motion.c.iter().zip(&self.before).zip(&self.weights);
            self.change
                .extend(changes.map(|((now, old), w)| w * (now - old)));
            self.swept.clone_from(&motion.c);
            self.swept_w.clone_from(&motion.w);
            self.ready = true;
            return;
        }
        let with_change = self.remember(motion);
        if let Some(shares) = self.mixture(with_change) {
            self.apply(motion, &shares);
        }
    }

    /// Takes the differences to the last sweep; the products of all differences with the change of this one.
    #[inline(always)]
    fn remember(&mut self, motion: &Motion) -> Past {
        let next = self.next;
        let (mut products, mut with_change) = ([0.0; DEPTH], [0.0; DEPTH]);
        let old = self.before.iter().zip(&mut self.swept).zip(&self.weights);
        let past = self.changes.iter_mut().zip(&mut self.results);
        let numbers = motion.c.iter().zip(&mut self.change).zip(old).zip(past);
        for (((&c, change), ((before, swept), weight)), (changes, results)) in numbers {
            let now = weight * (c - before);
            let difference = now - *change;
            *change = now;
            changes[next] = difference;
            results[next] = c - *swept;
            *swept = c;
            for k in 0..DEPTH {
                products[k] += changes[k] * difference;
                with_change[k] += changes[k] * now;
            }
        }
        let bodies = motion.w.iter().zip(&mut self.swept_w);
        for ((now, swept), results) in bodies.zip(&mut self.results_w) {
            for d in 0..SIX {
                results[d][next] = now[d] - swept[d];
            }
            *swept = *now;
        }
        for (k, product) in products.iter().enumerate() {
            self.products[k][next] = *product;
            self.products[next][k] = *product;
        }
        self.known = (self.known + 1).min(DEPTH);
        self.next = (next + 1) % DEPTH;
        with_change
    }

    #[inline(always)]
    fn apply(&self, motion: &mut Motion, shares: &Past) {
        let share = |past: &Past| -> f64 { (0..DEPTH).map(|k| shares[k] * past[k]).sum() };
        for (c, past) in motion.c.iter_mut().zip(&self.results) {
            *c -= share(past);
        }
        for (w, past) in motion.w.iter_mut().zip(&self.results_w) {
            (0..SIX).for_each(|d| w[d] -= share(&past[d]));
        }
    }

    /// The shares θ that make |f − ΔF θ| least, by normal equations; those that are not there get none.
    fn mixture(&self, mut b: Past) -> Option<Past> {
        let m = self.known;
        let mut a = self.products;
        b[m..].fill(0.0);
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
