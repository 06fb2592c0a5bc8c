//! Anderson acceleration of the sweeps: the next iterate is the mixture of the last few that would change least, judged as if
//! sweeps were linear. Impulses and what they do are mixed together, so they stay consistent but for the rounding of differences, which are
//! kept in single precision: they are no more than directions, and there is memory for as many as were needed.

use super::bodies::SIX;
use super::island::Island;
use super::sweep::Motion;
use super::wide;
use crate::room::{copy, make_room};

/// Differences remembered.
const DEPTH: usize = 5;

/// One number of each difference.
type Past = [f64; DEPTH];

#[derive(Debug, Default)]
pub(super) struct Anderson {
    /// The impulses before the sweep.
    before: Vec<f64>,
    /// The change of the last sweep, weighted, and its result.
    change: Vec<f32>,
    swept: Vec<f64>,
    swept_w: Vec<[f64; SIX]>,
    /// Differences of changes, and of results.
    differences: [Difference; DEPTH],
    /// How many differences there are, and which comes next.
    known: usize,
    next: usize,
    weights: Vec<f32>,
    /// Products of the differences of changes with each other.
    products: [Past; DEPTH],
    /// A result is there to take a difference from.
    ready: bool,
    /// Sweeps that may still be made before a mixture; 0 if none is expected.
    patience: usize,
}

/// What one sweep did otherwise than the one before it.
#[derive(Debug, Default)]
struct Difference {
    /// In its change, weighted.
    change: Vec<f32>,
    /// In its result.
    result: Vec<f32>,
    result_w: Vec<[f32; SIX]>,
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
        make_room(&mut self.weights, island.rows.len() + island.links.len());
        for node in &island.nodes {
            let weight = node.stiff.sqrt() as f32;
            self.weights.extend((0..=node.own.rows).map(|_| weight));
        }
        let links = island
            .links
            .iter()
            .map(|l| (l.own + l.softness).max(0.0).sqrt() as f32);
        self.weights.extend(links);
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
            copy(&mut self.before, &motion.c);
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
            make_room(&mut self.change, motion.c.len());
            let changes = motion.c.iter().zip(&self.before).zip(&self.weights);
            self.change
                .extend(changes.map(|((now, old), w)| w * (now - old) as f32));
            copy(&mut self.swept, &motion.c);
            copy(&mut self.swept_w, &motion.w);
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
        let difference = &mut self.differences[next];
        fit(&mut difference.change, motion.c.len());
        fit(&mut difference.result, motion.c.len());
        fit(&mut difference.result_w, motion.w.len());
        let old = self.before.iter().zip(&mut self.swept).zip(&self.weights);
        let new = difference.change.iter_mut().zip(&mut difference.result);
        let numbers = motion.c.iter().zip(&mut self.change).zip(old).zip(new);
        for (((&c, change), ((before, swept), weight)), (of_change, of_result)) in numbers {
            let now = weight * (c - before) as f32;
            *of_change = now - *change;
            *change = now;
            *of_result = (c - *swept) as f32;
            *swept = c;
        }
        let bodies = motion.w.iter().zip(&mut self.swept_w);
        for ((now, swept), of_result) in bodies.zip(&mut difference.result_w) {
            (0..SIX).for_each(|d| of_result[d] = (now[d] - swept[d]) as f32);
            *swept = *now;
        }
        self.known = (self.known + 1).min(DEPTH);
        self.next = (next + 1) % DEPTH;
        let mut with_change = [0.0; DEPTH];
        let newest = &self.differences[next].change;
        for (k, difference) in self.differences[..self.known].iter().enumerate() {
            let (product, change) = products(&difference.change, newest, &self.change);
            self.products[k][next] = product;
            self.products[next][k] = product;
            with_change[k] = change;
        }
        with_change
    }

    #[inline(always)]
    fn apply(&self, motion: &mut Motion, shares: &Past) {
        for (difference, share) in self.differences[..self.known].iter().zip(shares) {
            for (c, result) in motion.c.iter_mut().zip(&difference.result) {
                *c -= share * f64::from(*result);
            }
            for (w, result) in motion.w.iter_mut().zip(&difference.result_w) {
                (0..SIX).for_each(|d| w[d] -= share * f64::from(result[d]));
            }
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

/// Makes a list as long as this, whatever is in it.
fn fit<T: Clone + Default>(list: &mut Vec<T>, len: usize) {
    make_room(list, len.saturating_sub(list.len()));
    list.resize(len, T::default());
}

/// Numbers that are taken together, so that the order of sums is that of every machine.
const LANES: usize = 8;

/// a·b and a·c.
#[inline(always)]
fn products(a: &[f32], b: &[f32], c: &[f32]) -> (f64, f64) {
    let mut sums = [[0.0; LANES]; 2];
    let ((a, a_rest), (b, b_rest), (c, c_rest)) = (a.as_chunks(), b.as_chunks(), c.as_chunks());
    for ((a, b), c) in a.iter().zip(b).zip(c) {
        add_products(a, b, c, &mut sums);
    }
    let mut last = [[0.0; LANES]; 3];
    for (last, rest) in last.iter_mut().zip([a_rest, b_rest, c_rest]) {
        last[..rest.len()].copy_from_slice(rest);
    }
    add_products(&last[0], &last[1], &last[2], &mut sums);
    let [b, c] = sums.map(|sums| sums.iter().sum());
    (b, c)
}

#[inline(always)]
fn add_products(
    a: &[f32; LANES],
    b: &[f32; LANES],
    c: &[f32; LANES],
    sums: &mut [[f64; LANES]; 2],
) {
    for i in 0..LANES {
        let a = f64::from(a[i]);
        sums[0][i] += a * f64::from(b[i]);
        sums[1][i] += a * f64::from(c[i]);
    }
}
