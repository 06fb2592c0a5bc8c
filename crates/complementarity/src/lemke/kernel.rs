//! The inverse of the basis kernel, kept up to date through exchanges.
//!
//! A basis of w = q + M z + d z₀ holds, for most rows i, the slack w_i itself; only the rows R whose slack is
//! *not* basic couple to the basic z's. The kernel K = [M d]_{R, Z} is square, of the size of the current
//! support, and everything a pivot needs follows from K⁻¹. Contact problems have supports of a fifth of
//! n or less, which is where the speed over a full tableau comes from.

use crate::kernels::{rank_one, rows_times, times_rows};
use crate::linear::{Lu, Matrix};
use pulp::Arch;

/// Marks a variable or row that is not in the kernel.
pub(super) const ABSENT: usize = usize::MAX;

/// K⁻¹ with the variables and rows it stands for.
pub(super) struct Kernel {
    arch: Arch,
    stride: usize,
    /// Row p belongs to variable `vars[p]`, column r to row `rows[r]`; row-major with `stride`.
    inverse: Vec<f64>,
    /// Position → variable (n stands for z₀).
    pub(super) vars: Vec<usize>,
    /// Position → row.
    pub(super) rows: Vec<usize>,
    /// Variable → position, or `ABSENT`.
    pub(super) var_at: Vec<usize>,
    /// Row → position, or `ABSENT`.
    pub(super) row_at: Vec<usize>,
    scratch: Vec<f64>,
    /// For factorising anew: K, its factors and K⁻¹.
    entries: Matrix,
    lu: Lu,
    fresh: Matrix,
}

impl Default for Kernel {
    fn default() -> Self {
        Self {
            arch: Arch::new(),
            stride: 0,
            inverse: Vec::new(),
            vars: Vec::new(),
            rows: Vec::new(),
            var_at: Vec::new(),
            row_at: Vec::new(),
            scratch: Vec::new(),
            entries: Matrix::default(),
            lu: Lu::default(),
            fresh: Matrix::default(),
        }
    }
}

impl Kernel {
    /// Empties the kernel for a problem of n rows (variables 0..n, and n for z₀).
    pub(super) fn reset(&mut self, n: usize) {
        self.vars.clear();
        self.rows.clear();
        self.var_at.clear();
        self.var_at.resize(n + 1, ABSENT);
        self.row_at.clear();
        self.row_at.resize(n, ABSENT);
    }

    pub(super) fn len(&self) -> usize {
        self.vars.len()
    }

    /// out ← K⁻¹ a.
    pub(super) fn solve(&self, a: &[f64], out: &mut [f64]) {
        rows_times(self.arch, &self.inverse, self.stride, a, out);
    }

    /// out ← bᵀ K⁻¹.
    pub(super) fn solve_left(&self, b: &[f64], out: &mut [f64]) {
        times_rows(self.arch, b, &self.inverse, self.stride, out);
    }

    /// out ← column of K⁻¹ for the row at position r.
    pub(super) fn column(&self, r: usize, out: &mut [f64]) {
        for (p, o) in out.iter_mut().enumerate() {
            *o = self.inverse[p * self.stride + r];
        }
    }

    /// Adds variable `var` and row `row`: u = K⁻¹a, v = bᵀK⁻¹ for the new column a and row b, and the
    /// Schur complement s of the new corner.
    pub(super) fn border(&mut self, (var, row): (usize, usize), u: &[f64], v: &[f64], s: f64) {
        let k = self.len();
        self.reserve(k + 1);
        // [K a; bᵀ c]⁻¹ = [K⁻¹ + u vᵀ/s, −u/s; −vᵀ/s, 1/s]
        self.scratch.clear();
        self.scratch.extend(v.iter().map(|x| x / s));
        rank_one(self.arch, &mut self.inverse, self.stride, u, &self.scratch);
        for (p, up) in u.iter().enumerate() {
            self.inverse[p * self.stride + k] = -up / s;
        }
        let last = &mut self.inverse[k * self.stride..k * self.stride + k + 1];
        for (l, x) in last.iter_mut().zip(&self.scratch) {
            *l = -x;
        }
        last[k] = 1.0 / s;
        self.var_at[var] = k;
        self.row_at[row] = k;
        self.vars.push(var);
        self.rows.push(row);
    }

    /// Replaces the variable at position p by `var`, whose column a has u = K⁻¹a.
    pub(super) fn replace_var(&mut self, p: usize, var: usize, u: &[f64]) {
        let (k, stride) = (self.len(), self.stride);
        self.scratch.clear();
        self.scratch.extend(
            self.inverse[p * stride..p * stride + k]
                .iter()
                .map(|x| x / u[p]),
        );
        for (i, &ui) in u.iter().enumerate() {
            let row = &mut self.inverse[i * stride..i * stride + k];
            if i == p {
                row.copy_from_slice(&self.scratch);
            } else if ui != 0.0 {
                for (x, s) in row.iter_mut().zip(&self.scratch) {
                    *x -= ui * s;
                }
            }
        }
        self.var_at[self.vars[p]] = ABSENT;
        self.var_at[var] = p;
        self.vars[p] = var;
    }

    /// Replaces the row at position r by `row`, whose entries b have v = bᵀK⁻¹.
    pub(super) fn replace_row(&mut self, r: usize, row: usize, v: &[f64]) {
        // K′⁻¹ = K⁻¹ − h (v − e_r)ᵀ/v_r with h the column r of K⁻¹
        self.scratch.clear();
        self.scratch.extend(v.iter().map(|x| -x / v[r]));
        self.scratch[r] = 1.0 / v[r] - 1.0;
        let (k, stride) = (self.len(), self.stride);
        for p in 0..k {
            let inverse_row = &mut self.inverse[p * stride..p * stride + k];
            let h = inverse_row[r];
            if h != 0.0 {
                for (x, s) in inverse_row.iter_mut().zip(&self.scratch) {
                    *x += h * s;
                }
                // the general formula loses digits here when v_r is large
                inverse_row[r] = h / v[r];
            }
        }
        self.row_at[self.rows[r]] = ABSENT;
        self.row_at[row] = r;
        self.rows[r] = row;
    }

    /// Removes the variable at position p and the row at position r.
    pub(super) fn shrink(&mut self, p: usize, r: usize) {
        let (last, stride) = (self.len() - 1, self.stride);
        let pivot = self.inverse[p * stride + r];
        // move the doomed row and column to the end, then take the Schur complement
        if p != last {
            for c in 0..=last {
                self.inverse.swap(p * stride + c, last * stride + c);
            }
            self.vars.swap(p, last);
            self.var_at[self.vars[p]] = p;
        }
        if r != last {
            for i in 0..=last {
                self.inverse.swap(i * stride + r, i * stride + last);
            }
            self.rows.swap(r, last);
            self.row_at[self.rows[r]] = r;
        }
        let (head, tail) = self.inverse.split_at_mut(last * stride);
        for i in 0..last {
            let factor = head[i * stride + last] / pivot;
            if factor != 0.0 {
                for (x, t) in head[i * stride..i * stride + last]
                    .iter_mut()
                    .zip(tail.iter())
                {
                    *x -= factor * t;
                }
            }
        }
        if let Some(v) = self.vars.pop() {
            self.var_at[v] = ABSENT;
        }
        if let Some(i) = self.rows.pop() {
            self.row_at[i] = ABSENT;
        }
    }

    /// Recomputes the inverse from the kernel's entries; false if they are singular.
    pub(super) fn refactor(&mut self, entry: impl Fn(usize, usize) -> f64) -> bool {
        let k = self.len();
        self.entries.reset(k, k);
        for (p, &v) in self.vars.iter().enumerate() {
            let col = self.entries.col_mut(p).iter_mut();
            col.zip(&self.rows).for_each(|(x, &i)| *x = entry(i, v));
        }
        self.lu.factor(&self.entries);
        if !self.lu.inverse_into(&mut self.fresh) {
            return false;
        }
        for r in 0..k {
            for (p, x) in self.fresh.col(r).iter().enumerate() {
                self.inverse[p * self.stride + r] = *x;
            }
        }
        true
    }

    /// Fills the kernel with the given pairs; false if singular.
    pub(super) fn load(
        &mut self,
        pairs: impl Iterator<Item = usize>,
        entry: impl Fn(usize, usize) -> f64,
    ) -> bool {
        for (k, i) in pairs.enumerate() {
            self.reserve(k + 1);
            self.var_at[i] = k;
            self.row_at[i] = k;
            self.vars.push(i);
            self.rows.push(i);
        }
        self.refactor(entry)
    }

    /// Makes room for a kernel of size k; the stride only grows, so nothing is allocated per pivot.
    fn reserve(&mut self, k: usize) {
        if k > self.stride {
            let (old, used) = (self.stride, self.len());
            self.stride = (2 * k).next_multiple_of(8);
            self.inverse.resize(self.stride * self.stride, 0.0);
            for p in (0..used).rev() {
                self.inverse
                    .copy_within(p * old..p * old + used, p * self.stride);
            }
        }
    }
}
