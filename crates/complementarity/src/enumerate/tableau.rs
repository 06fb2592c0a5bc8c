//! The tableau of a partly decided problem: every variable as an affine function of the z still free.

use super::scaling::Scaled;

/// A coefficient below this part of its row's size is zero; see [`zero`].
const COEFFICIENT: f64 = 1e-12;
/// A constant below this part of its row's size is zero; see [`zero`].
pub(super) const CONSTANT: f64 = 1e-10;
/// Part of the above that is kept for what a row has grown beyond 1, the size of the scaled data.
const GROWN: f64 = 1e-2;
/// Entries of q below `CONSTANT * Q_FLOOR` of the largest one are rounding noise of whoever built q.
const Q_FLOOR: f64 = 1e-4;
/// Smallest relative pivot while the search may still meet a better one.
const EARLY_PIVOT: f64 = 1e-5;
/// Smallest relative pivot at a leaf; what is smaller counts as singular.
const LAST_PIVOT: f64 = 1e-11;
/// A number must exceed the bound on its rounding error by this factor to be a pivot at the second try.
const FAINT: f64 = 1e2;
/// Smallest relative entry by which a degenerate row (constant zero) is allowed to force a z to zero.
const STRONG: f64 = 1e-2;

/// What counts as zero in a row of a given size.
///
/// Up to size 1 the margin covers the inexactness of the data. A row grows beyond only through small
/// pivots, in nearly singular bases, and there the margin covers no more than rounding errors:
/// a wider one would swallow numbers of the size of the solution.
pub(super) fn zero(relative: f64, size: f64) -> f64 {
    relative * size.min(1.0).max(GROWN * size)
}

/// What has been decided about a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// Nothing: z ≥ 0, w ≥ 0.
    Open,
    /// z = 0, w ≥ 0.
    Zero,
    /// w = 0, z ≥ 0.
    Positive,
}

/// What to do at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// No completion of the decisions can be a solution.
    Dead,
    /// Every pair is decided.
    Leaf,
    /// Only this choice need be followed.
    Forced(usize, Choice),
    /// Follow both choices, the named one first.
    Branch(usize, Choice),
}

/// Row r reads basic_r = constant_r + Σ_k entry_rk z_k over the columns k.
///
/// At first basic_r = w_r. Deciding w_i = 0 makes row i an *equation*; equations are used to eliminate
/// columns of pairs so decided, in any pairing: a pivot need not be on the diagonal. Equations that
/// cannot be used yet (their entries in those columns are zero) wait. At a leaf the waiting equations
/// are pure constants, and the columns left over parametrise the piece; their number is the corank of
/// the basis matrix.
#[derive(Debug, Default)]
pub(super) struct Tableau {
    n: usize,
    /// Row-major n × n; only `columns` are meaningful.
    entries: Vec<f64>,
    pub(super) constant: Vec<f64>,
    /// Largest magnitude that went into the entries of a row, and into its constant: what rounding
    /// errors, and therefore all zero tests, are relative to.
    pub(super) entry_size: Vec<f64>,
    pub(super) constant_size: Vec<f64>,
    /// Bounds on the errors of a row's entries and of its constant, added up from the rounding errors that
    /// were really made: 0 as long as all arithmetic was exact.
    entry_error: Vec<f64>,
    constant_error: Vec<f64>,
    /// What is smaller is exactly zero.
    grain: f64,
    /// The z a row stands for; none while it is still w_r.
    pub(super) holds: Vec<Option<usize>>,
    pub(super) equation: Vec<bool>,
    /// The z that are free (not basic, not zero), ascending.
    pub(super) columns: Vec<usize>,
    pub(super) choice: Vec<Choice>,
}

impl Tableau {
    /// w = M z + q, nothing decided.
    pub(super) fn new(problem: &Scaled) -> Self {
        let n = problem.q.len();
        let row_size = |i: usize| (0..n).fold(0.0_f64, |s, j| s.max(problem.m[(i, j)].abs()));
        Self {
            n,
            entries: (0..n * n).map(|k| problem.m[(k / n, k % n)]).collect(),
            constant: problem.q.clone(),
            entry_size: (0..n)
                .map(|i| if row_size(i) > 0.0 { row_size(i) } else { 1.0 })
                .collect(),
            constant_size: problem.q.iter().map(|q| q.abs().max(Q_FLOOR)).collect(),
            entry_error: vec![0.0; n],
            constant_error: vec![0.0; n],
            grain: problem.grain,
            holds: vec![None; n],
            equation: vec![false; n],
            columns: (0..n).collect(),
            choice: vec![Choice::Open; n],
        }
    }

    /// Becomes a copy of another tableau without allocating.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.n = other.n;
        self.entries.clone_from(&other.entries);
        self.constant.clone_from(&other.constant);
        self.entry_size.clone_from(&other.entry_size);
        self.constant_size.clone_from(&other.constant_size);
        self.entry_error.clone_from(&other.entry_error);
        self.constant_error.clone_from(&other.constant_error);
        self.grain = other.grain;
        self.holds.clone_from(&other.holds);
        self.equation.clone_from(&other.equation);
        self.columns.clone_from(&other.columns);
        self.choice.clone_from(&other.choice);
    }

    /// The coefficients of a row, all columns; read those of `columns`.
    pub(super) fn row(&self, r: usize) -> &[f64] {
        &self.entries[r * self.n..(r + 1) * self.n]
    }

    /// −1, 0 or 1: the sign of a row's constant.
    pub(super) fn sign(&self, r: usize) -> i8 {
        sign(self.constant[r], zero(CONSTANT, self.constant_size[r]))
    }

    /// The same, where rounding errors cannot have decided it: `None` for a number that counts as zero and
    /// may be another one, or that is no larger than its error.
    pub(super) fn sure_sign(&self, r: usize) -> Option<i8> {
        self.sure_constant(r).filter(|&sure| sure == self.sign(r))
    }

    /// The sign of a constant whatever its size, if sure.
    pub(super) fn sure_constant(&self, r: usize) -> Option<i8> {
        self.sure(self.constant[r], self.constant_error[r])
    }

    /// The sign of a coefficient, if sure.
    pub(super) fn sure_entry(&self, r: usize, k: usize) -> Option<i8> {
        self.sure(self.row(r)[k], self.entry_error[r])
    }

    /// The sign of a number known up to an error.
    fn sure(&self, x: f64, error: f64) -> Option<i8> {
        // the bound is itself rounded
        let error = error * (1.0 + 1e-9);
        if x.abs() > error {
            Some(sign(x, 0.0))
        } else {
            (x.abs() + error < self.grain || error == 0.0).then_some(0)
        }
    }

    /// Whether an equation is left with an entry that may be a pivot in truth.
    pub(super) fn hides_pivots(&self) -> bool {
        (0..self.n).filter(|&r| self.equation[r]).any(|r| {
            self.columns
                .iter()
                .any(|&k| self.sure_entry(r, k) != Some(0))
        })
    }

    /// Decides an open pair.
    pub(super) fn decide(&mut self, pair: usize, choice: Choice) {
        self.choice[pair] = choice;
        if choice == Choice::Zero {
            self.columns.retain(|&c| c != pair);
        } else {
            self.equation[pair] = true;
            self.eliminate(EARLY_PIVOT);
        }
    }

    /// Uses up all waiting equations that have a pivot at all.
    pub(super) fn finish(&mut self) {
        self.eliminate(LAST_PIVOT);
    }

    /// Uses also pivots that are too small for [`Self::finish`], as far as they are no rounding errors.
    pub(super) fn finish_faint(&mut self) {
        self.eliminate(0.0);
    }

    /// Pivots equations against decided columns, largest relative entry first.
    fn eliminate(&mut self, threshold: f64) {
        loop {
            let mut best = (threshold, 0, 0);
            for r in (0..self.n).filter(|&r| self.equation[r]) {
                let row = self.row(r);
                for &c in self
                    .columns
                    .iter()
                    .filter(|&&c| self.choice[c] == Choice::Positive)
                {
                    let relative = row[c].abs() / self.entry_size[r];
                    let faint =
                        relative <= LAST_PIVOT && row[c].abs() <= FAINT * self.entry_error[r];
                    if relative > best.0 && !faint {
                        best = (relative, r, c);
                    }
                }
            }
            if best.0 <= threshold {
                return;
            }
            self.pivot(best.1, best.2);
        }
    }

    /// Solves equation r for column c and substitutes.
    fn pivot(&mut self, r: usize, c: usize) {
        let n = self.n;
        let pivot = self.entries[r * n + c];
        self.columns.retain(|&k| k != c);
        // largest quotient, largest error made in a division
        let (mut large, mut slip) = (0.0_f64, 0.0_f64);
        for &k in &self.columns {
            let x = self.entries[r * n + k];
            let quotient = -x / pivot;
            self.entries[r * n + k] = quotient;
            large = large.max(quotient.abs());
            slip = slip.max(quotient.mul_add(pivot, x).abs());
        }
        let x = self.constant[r];
        let value = -x / pivot;
        self.constant[r] = value;
        // the true pivot may be smaller by its error
        let (error, safe) = (
            self.entry_error[r],
            (pivot.abs() - self.entry_error[r]).max(0.0),
        );
        let value_slip = value.mul_add(pivot, x).abs() + self.constant_error[r];
        self.constant_error[r] = bound(value_slip + error * value.abs(), safe);
        self.entry_error[r] = bound(slip + error + error * large, safe);
        self.entry_size[r] /= pivot.abs();
        self.constant_size[r] /= pivot.abs();
        self.holds[r] = Some(c);
        self.equation[r] = false;
        for i in (0..n).filter(|&i| i != r) {
            let (factor, error) = (self.entries[i * n + c], self.entry_error[i]);
            // what can be no more than an error is left out, for what it is worth
            if factor.abs() <= zero(COEFFICIENT, self.entry_size[i])
                && self.sure(factor, error).is_none_or(|s| s == 0)
            {
                if self.sure(factor, error) != Some(0) {
                    let most = factor.abs() + error;
                    self.entry_error[i] += most * (large + self.entry_error[r]);
                    self.constant_error[i] += most * (value.abs() + self.constant_error[r]);
                }
                continue;
            }
            let mut slip = 0.0_f64;
            for &k in &self.columns {
                let (a, b) = (self.entries[i * n + k], self.entries[r * n + k]);
                let sum = a + factor * b;
                self.entries[i * n + k] = sum;
                slip = slip.max(rounding(a, factor, b, sum));
            }
            let (a, b) = (self.constant[i], value);
            let sum = a + factor * b;
            self.constant[i] = sum;
            self.constant_error[i] += rounding(a, factor, b, sum)
                + factor.abs() * self.constant_error[r]
                + error * (value.abs() + self.constant_error[r]);
            self.entry_error[i] +=
                slip + factor.abs() * self.entry_error[r] + error * (large + self.entry_error[r]);
            self.entry_size[i] = self.entry_size[i].max(factor.abs() * self.entry_size[r]);
            self.constant_size[i] = self.constant_size[i].max(factor.abs() * self.constant_size[r]);
        }
    }

    /// Looks at the signs of all rows and says how to go on.
    ///
    /// A row with a negative constant needs a positive column with a positive entry; with none the node
    /// is dead, with a single one that is still open its z must be positive. For an equation the mirror
    /// image holds too. An open w_r that is surely positive forces z_r = 0; one that vanishes
    /// identically makes w_r = 0 the weaker demand, so z_r = 0 need not be followed. A degenerate row
    /// that nothing can lift forces the z that would lower it to zero.
    ///
    /// Only signs that are sure count here; what rounding errors may have decided is left to the leaves.
    pub(super) fn step(&self) -> Step {
        let mut forced = None;
        let mut branch: Option<(usize, usize)> = None;
        for r in 0..self.n {
            let Some(sign) = self.sure_sign(r) else {
                continue;
            };
            let needs = if sign < 0 {
                1.0
            } else if sign > 0 && self.equation[r] {
                -1.0
            } else {
                forced = forced
                    .or_else(|| self.open_row(r, sign))
                    .or_else(|| self.degenerate(r, sign));
                continue;
            };
            let (count, best) = self.helpers(r, needs);
            match (count, best) {
                (0, _) => return Step::Dead,
                (1, Some(pair)) => forced = forced.or(Some((pair, Choice::Positive))),
                (_, Some(pair)) if branch.is_none_or(|b| count < b.0) => {
                    branch = Some((count, pair))
                }
                _ => {}
            }
        }
        let open = || self.choice.iter().position(|&c| c == Choice::Open);
        match (forced, branch, open()) {
            (Some((pair, choice)), ..) => Step::Forced(pair, choice),
            (None, Some((_, pair)), _) => Step::Branch(pair, Choice::Positive),
            (None, None, Some(pair)) => Step::Branch(pair, Choice::Zero),
            (None, None, None) => Step::Leaf,
        }
    }

    /// What the row of an open w_r with constant ≥ 0 forces.
    fn open_row(&self, r: usize, sign: i8) -> Option<(usize, Choice)> {
        if self.choice[r] != Choice::Open {
            return None;
        }
        let all = |good: fn(i8) -> bool| {
            (self.columns.iter()).all(|&k| self.sure_entry(r, k).is_some_and(good))
        };
        if sign > 0 && all(|s| s >= 0) {
            Some((r, Choice::Zero))
        } else if sign == 0 && all(|s| s == 0) {
            Some((r, Choice::Positive))
        } else {
            None
        }
    }

    /// A row with constant 0 and no entry > 0 (or, for an equation, none < 0) lets no z with an entry ≠ 0
    /// be positive: the first such pair still open may be decided.
    fn degenerate(&self, r: usize, sign: i8) -> Option<(usize, Choice)> {
        if sign != 0 {
            return None;
        }
        let (row, size) = (self.row(r), self.entry_size[r]);
        let none = |way: i8| {
            self.columns
                .iter()
                .all(|&k| self.sure_entry(r, k).is_some_and(|s| s != way))
        };
        if !(none(1) || self.equation[r] && none(-1)) {
            return None;
        }
        let strong = |k: usize| self.choice[k] == Choice::Open && row[k].abs() > STRONG * size;
        self.columns
            .iter()
            .copied()
            .find(|&k| strong(k))
            .map(|k| (k, Choice::Zero))
    }

    /// How many columns can push row r in direction `needs`, and the strongest one still open.
    fn helpers(&self, r: usize, needs: f64) -> (usize, Option<usize>) {
        let row = self.row(r);
        let (mut count, mut best) = (0, (0.0, None));
        for &k in &self.columns {
            let push = needs * row[k];
            if self
                .sure_entry(r, k)
                .is_none_or(|s| needs * f64::from(s) > 0.0)
            {
                count += 1;
                if self.choice[k] == Choice::Open && push > best.0 {
                    best = (push, Some(k));
                }
            }
        }
        (count, best.1)
    }
}

/// The rounding error of sum = a + factor · b, evaluated with two roundings, without a bit to spare.
fn rounding(a: f64, factor: f64, b: f64, sum: f64) -> f64 {
    let product = factor * b;
    let lost = factor.mul_add(b, -product);
    // what the sum lacks of a + product, exactly
    let part = sum - a;
    let rest = (a - (sum - part)) + (product - part);
    lost.abs() + rest.abs()
}

/// error / size, where nothing is known if there is an error and no size.
fn bound(error: f64, size: f64) -> f64 {
    if error == 0.0 { 0.0 } else { error / size }
}

/// −1, 0 or 1.
fn sign(x: f64, zero: f64) -> i8 {
    i8::from(x > zero) - i8::from(x < -zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lcp, Matrix};

    fn tableau(rows: &[&[f64]], q: &[f64]) -> Tableau {
        let m = Matrix::from_rows(rows).expect("rows of equal length");
        Tableau::new(&Scaled::new(&Lcp::new(m, q.to_vec()).expect("valid")))
    }

    #[test]
    fn signs_decide_without_search() {
        // w0 = z0 − 1 can only be helped by z0
        assert_eq!(
            tableau(&[&[1.0]], &[-1.0]).step(),
            Step::Forced(0, Choice::Positive)
        );
        assert_eq!(
            tableau(&[&[1.0]], &[1.0]).step(),
            Step::Forced(0, Choice::Zero)
        );
        assert_eq!(tableau(&[&[-1.0]], &[-1.0]).step(), Step::Dead);
        assert_eq!(
            tableau(&[&[-1.0]], &[1.0]).step(),
            Step::Branch(0, Choice::Zero)
        );
        assert_eq!(
            tableau(&[&[0.0]], &[0.0]).step(),
            Step::Forced(0, Choice::Positive)
        );
    }

    #[test]
    fn a_cyclic_basis_is_eliminated_off_the_diagonal() {
        // all principal minors of order 1 and 2 vanish, the determinant is 1
        let mut t = tableau(
            &[&[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0], &[1.0, 0.0, 0.0]],
            &[-1.0, -2.0, -4.0],
        );
        for i in 0..3 {
            t.decide(i, Choice::Positive);
        }
        assert!(t.columns.is_empty());
        assert_eq!(t.holds, [Some(1), Some(2), Some(0)]);
        assert_eq!(t.step(), Step::Leaf);
    }
}
