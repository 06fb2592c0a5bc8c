//! Lemke's path: the almost complementary bases of w = q + M z + d z₀ and the step from one to the next.
//!
//! All quantities here are those of the scaled problem (R M C, σ R q). The state of the path is the kernel
//! (which z's are basic, in which rows) and the values of the basic variables.

use super::Settings;
use super::kernel::{ABSENT, Kernel};
use crate::certificate::Judge;
use crate::kernels::{combine, size};
use crate::linear::max_abs;
use crate::problem::Lcp;
use crate::scaling::{Scaling, inverse_size};
use pulp::Arch;

/// A variable of the problem; `Z(n)` is z₀.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Var {
    W(usize),
    Z(usize),
}

/// A basic variable: the slack of a row, or the kernel variable at a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Basic {
    Slack(usize),
    Kernel(usize),
}

/// Everything a path needs; kept between solves so that nothing is allocated per pivot.
#[derive(Default)]
pub struct Workspace {
    pub(super) scaling: Scaling,
    pub(super) kernel: Kernel,
    /// σ R q.
    pub(super) q: Vec<f64>,
    pub(super) sigma: f64,
    /// Covering vector d, scaled.
    pub(super) cover: Vec<f64>,
    /// Whether z_i was basic at the start (which columns order the lexicographic comparison).
    pub(super) started_in: Vec<bool>,
    /// Values of the slacks (0 where not basic) and their rates along the entering direction.
    pub(super) slack: Vec<f64>,
    pub(super) slack_rate: Vec<f64>,
    /// Values of the kernel variables and their rates.
    pub(super) value: Vec<f64>,
    pub(super) rate: Vec<f64>,
    /// Scratch of kernel size.
    pub(super) gather: Vec<f64>,
    pub(super) left: Vec<f64>,
    pub(super) ties: Vec<Basic>,
    pub(super) orders: Vec<f64>,
    pub(super) judge: Judge,
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace").finish_non_exhaustive()
    }
}

/// One run of Lemke's method on one problem.
pub(super) struct Path<'a> {
    pub(super) lcp: &'a Lcp,
    pub(super) n: usize,
    pub(super) arch: Arch,
    pub(super) ws: &'a mut Workspace,
    /// Scratch: columns of M and their factors, to be combined.
    terms: [(f64, &'a [f64]); 32],
}

/// The kernel's numbers can no longer be trusted, even freshly computed.
pub(super) struct Broken;

impl<'a> Path<'a> {
    /// Prepares the scaled problem with an empty kernel (z = 0).
    pub(super) fn new(lcp: &'a Lcp, settings: &Settings, ws: &'a mut Workspace) -> Self {
        let n = lcp.len();
        ws.scaling.set(lcp.m(), settings.balance);
        ws.q.clear();
        ws.q.extend(lcp.q().iter().zip(&ws.scaling.row).map(|(q, r)| q * r));
        ws.sigma = inverse_size(max_abs(&ws.q));
        let sigma = ws.sigma;
        ws.q.iter_mut().for_each(|q| *q *= sigma);
        ws.cover.clear();
        let usable = |d: &f64| *d > 0.0 && d.is_finite();
        if settings.cover.len() == n && settings.cover.iter().all(usable) {
            ws.cover.extend(
                settings
                    .cover
                    .iter()
                    .zip(&ws.scaling.row)
                    .map(|(d, r)| d * r),
            );
            let unit = inverse_size(max_abs(&ws.cover));
            ws.cover.iter_mut().for_each(|d| *d *= unit);
        } else {
            ws.cover.resize(n, 1.0);
        }
        ws.started_in.clear();
        ws.started_in.resize(n, false);
        ws.kernel.reset(n);
        ws.slack.clear();
        ws.slack.extend_from_slice(&ws.q);
        ws.slack_rate.clear();
        ws.slack_rate.resize(n, 0.0);
        ws.value.clear();
        ws.rate.clear();
        Self {
            lcp,
            n,
            arch: Arch::new(),
            ws,
            terms: [(0.0, &[]); 32],
        }
    }

    /// Entry of the scaled matrix [M d].
    pub(super) fn entry(&self, row: usize, var: usize) -> f64 {
        entry(self.lcp, &self.ws.scaling, &self.ws.cover, (row, var))
    }

    /// Starts from the basis of the z_i that `is_basic` picks. The covering vector becomes the one that is e as
    /// seen from this basis. False if the basis is singular.
    pub(super) fn start_at(&mut self, is_basic: impl Fn(usize) -> bool) -> bool {
        let ws = &mut *self.ws;
        let support = (0..self.n).filter(|&i| is_basic(i));
        let (lcp, scaling, cover) = (self.lcp, &ws.scaling, &ws.cover);
        if !ws
            .kernel
            .load(support, |i, v| entry(lcp, scaling, cover, (i, v)))
        {
            return false;
        }
        for &i in &ws.kernel.vars {
            ws.started_in[i] = true;
        }
        if self.recompute().is_err() {
            return false;
        }
        // x_B = b + z₀ e  ⇔  d = (slack rows: e, else 0) − M_{·Z} e
        let ws = &mut *self.ws;
        ws.rate.clear();
        ws.rate.resize(ws.kernel.len(), 1.0);
        self.accumulate_rates(None);
        let ws = &mut *self.ws;
        for i in 0..self.n {
            let own = if ws.kernel.row_at[i] == ABSENT {
                1.0
            } else {
                0.0
            };
            ws.cover[i] = own - ws.slack_rate[i];
        }
        true
    }

    /// Rates of all basic variables when `entering` grows; checks them against the kernel's equations and, if
    /// they do not hold, recomputes the kernel once.
    pub(super) fn direction(&mut self, entering: Var) -> Result<(), Broken> {
        for fresh in [false, true] {
            if fresh {
                self.refresh()?;
            }
            let mut rate = std::mem::take(&mut self.ws.rate);
            self.kernel_rates(entering, &mut rate);
            self.ws.rate = rate;
            self.accumulate_rates(Some(entering));
            let size = size(self.arch, &self.ws.rate) + size(self.arch, &self.ws.slack_rate);
            if size.is_finite() && self.equation_error(entering) <= 1e-10 * (1.0 + size) {
                for &i in &self.ws.kernel.rows {
                    self.ws.slack_rate[i] = 0.0;
                }
                return Ok(());
            }
        }
        Err(Broken)
    }

    /// rates ← rates of the kernel variables: −K⁻¹a for an entering column a, K⁻¹e_i for an entering slack w_i.
    pub(super) fn kernel_rates(&mut self, entering: Var, rates: &mut Vec<f64>) {
        let ws = &mut *self.ws;
        rates.resize(ws.kernel.len(), 0.0);
        match entering {
            Var::W(i) => ws.kernel.column(ws.kernel.row_at[i], rates),
            Var::Z(v) => {
                ws.gather.clear();
                for &i in &ws.kernel.rows {
                    ws.gather
                        .push(-entry(self.lcp, &ws.scaling, &ws.cover, (i, v)));
                }
                ws.kernel.solve(&ws.gather, rates);
            }
        }
    }

    /// slack_rate ← R M C ż + d ż₀ for the current rates, over *all* rows: on the kernel's rows it must
    /// come out as zero (or as the entering slack's own 1), a check that costs nothing.
    fn accumulate_rates(&mut self, entering: Option<Var>) {
        let ws = &mut *self.ws;
        let (n, m, terms) = (self.n, self.lcp.m(), &mut self.terms);
        let own = match entering {
            Some(Var::Z(v)) => Some((v, 1.0)),
            _ => None,
        };
        ws.slack_rate.fill(0.0);
        let mut cover_rate = 0.0;
        let mut count = 0;
        let kernel = ws.kernel.vars.iter().copied().zip(ws.rate.iter().copied());
        for (v, rate) in kernel.chain(own) {
            if v == n {
                cover_rate = rate;
                continue;
            }
            let factor = rate * ws.scaling.col[v];
            let (from, to) = ws.scaling.span[v];
            if factor == 0.0 {
                continue;
            }
            if 2 * (to - from) < n {
                combine(
                    self.arch,
                    &mut ws.slack_rate[from..to],
                    &[(factor, &m.col(v)[from..to])],
                );
                continue;
            }
            terms[count] = (factor, m.col(v));
            count += 1;
            if count == terms.len() {
                combine(self.arch, &mut ws.slack_rate, &terms[..]);
                count = 0;
            }
        }
        combine(self.arch, &mut ws.slack_rate, &terms[..count]);
        let factors = ws.scaling.row.iter().zip(&ws.cover);
        for (x, (r, d)) in ws.slack_rate.iter_mut().zip(factors) {
            *x = *x * r + d * cover_rate;
        }
    }

    /// By how much the rates miss the kernel's equations.
    fn equation_error(&self, entering: Var) -> f64 {
        let expected = |i: usize| f64::from(u8::from(entering == Var::W(i)));
        let miss = |&i: &usize| (self.ws.slack_rate[i] - expected(i)).abs();
        self.ws
            .kernel
            .rows
            .iter()
            .map(miss)
            .fold(0.0, |m, x| if x > m || x.is_nan() { x } else { m })
    }

    /// Recomputes kernel inverse and values from the problem data.
    pub(super) fn refresh(&mut self) -> Result<(), Broken> {
        let ws = &mut *self.ws;
        let (lcp, scaling, cover) = (self.lcp, &ws.scaling, &ws.cover);
        if !ws
            .kernel
            .refactor(|i, v| entry(lcp, scaling, cover, (i, v)))
        {
            return Err(Broken);
        }
        self.recompute()
    }

    /// Recomputes the values of all basic variables from K⁻¹ and q, with one step of iterative refinement.
    pub(super) fn recompute(&mut self) -> Result<(), Broken> {
        let k = self.ws.kernel.len();
        self.ws.value.clear();
        self.ws.value.resize(k, 0.0);
        // the slack values at z = value are q + M z; on the kernel's rows they are what is left to remove
        std::mem::swap(&mut self.ws.rate, &mut self.ws.value);
        self.ws.slack_rate.fill(0.0);
        for refining in [false, true] {
            if refining {
                self.accumulate_rates(None);
            }
            let ws = &mut *self.ws;
            ws.gather.clear();
            ws.gather.extend(
                ws.kernel
                    .rows
                    .iter()
                    .map(|&i| -(ws.q[i] + ws.slack_rate[i])),
            );
            ws.left.resize(k, 0.0);
            ws.kernel.solve(&ws.gather, &mut ws.left);
            ws.rate
                .iter_mut()
                .zip(&ws.left)
                .for_each(|(x, dx)| *x += dx);
        }
        self.accumulate_rates(None);
        let ws = &mut *self.ws;
        std::mem::swap(&mut ws.rate, &mut ws.value);
        let mut error: f64 = 0.0;
        for i in 0..self.n {
            let w = ws.q[i] + ws.slack_rate[i];
            let basic = ws.kernel.row_at[i] == ABSENT;
            ws.slack[i] = if basic { w } else { 0.0 };
            error = if basic { error } else { error.max(w.abs()) };
        }
        if error <= 1e-8 * (1.0 + max_abs(&ws.value)) {
            Ok(())
        } else {
            Err(Broken)
        }
    }

    /// Exchanges `entering` for `leaving` after a step of length `step` along the current rates; returns the
    /// variable that left.
    pub(super) fn exchange(&mut self, entering: Var, leaving: Basic, step: f64) -> Var {
        let ws = &mut *self.ws;
        let left = match leaving {
            Basic::Slack(i) => Var::W(i),
            Basic::Kernel(p) => Var::Z(ws.kernel.vars[p]),
        };
        for (x, rate) in ws.slack.iter_mut().zip(&ws.slack_rate) {
            *x += step * rate;
        }
        for (x, rate) in ws.value.iter_mut().zip(&ws.rate) {
            *x += step * rate;
        }
        let k = ws.kernel.len();
        if let Basic::Slack(i) = leaving {
            // v = bᵀK⁻¹ for the row b that joins the kernel
            ws.gather.clear();
            for &v in &ws.kernel.vars {
                ws.gather
                    .push(entry(self.lcp, &ws.scaling, &ws.cover, (i, v)));
            }
            ws.left.resize(k, 0.0);
            ws.kernel.solve_left(&ws.gather, &mut ws.left);
            ws.slack[i] = 0.0;
        }
        match (entering, leaving) {
            (Var::Z(v), Basic::Slack(i)) => {
                ws.rate.iter_mut().for_each(|x| *x = -*x);
                ws.kernel
                    .border((v, i), &ws.rate, &ws.left, ws.slack_rate[i]);
                ws.value.push(step);
            }
            (Var::Z(v), Basic::Kernel(p)) => {
                ws.rate.iter_mut().for_each(|x| *x = -*x);
                ws.kernel.replace_var(p, v, &ws.rate);
                ws.value[p] = step;
            }
            (Var::W(j), Basic::Slack(i)) => {
                ws.kernel.replace_row(ws.kernel.row_at[j], i, &ws.left);
                ws.slack[j] = step;
            }
            (Var::W(j), Basic::Kernel(p)) => {
                ws.kernel.shrink(p, ws.kernel.row_at[j]);
                ws.value.swap_remove(p);
                ws.slack[j] = step;
            }
        }
        left
    }

    /// Direction of z, in the original units, along which the entering variable may grow for ever.
    pub(super) fn ray(&self, entering: Var) -> Vec<f64> {
        let ws = &*self.ws;
        let mut direction = vec![0.0; self.n];
        let own = if let Var::Z(v) = entering {
            Some((v, 1.0))
        } else {
            None
        };
        for (v, rate) in ws
            .kernel
            .vars
            .iter()
            .copied()
            .zip(ws.rate.iter().copied())
            .chain(own)
        {
            if v < self.n {
                direction[v] = (rate * ws.scaling.col[v]).max(0.0);
            }
        }
        direction
    }

    /// basis ← which z_i are basic.
    pub(super) fn basis(&self, basis: &mut Vec<bool>) {
        let positions = &self.ws.kernel.var_at[..self.n];
        basis.clear();
        basis.extend(positions.iter().map(|&p| p != ABSENT));
    }

    /// z of the original problem, negatives of rounding size set to zero and overflows to the largest number.
    pub(super) fn solution(&self, z: &mut Vec<f64>) {
        z.clear();
        z.resize(self.n, 0.0);
        for (&v, x) in self.ws.kernel.vars.iter().zip(&self.ws.value) {
            if v < self.n {
                let x = x * self.ws.scaling.col[v] / self.ws.sigma;
                z[v] = if x > 0.0 { x.min(f64::MAX) } else { 0.0 };
            }
        }
    }
}

/// Entry (row, variable) of the scaled matrix [R M C, d].
pub(super) fn entry(lcp: &Lcp, scaling: &Scaling, cover: &[f64], at: (usize, usize)) -> f64 {
    let (i, v) = at;
    if v == cover.len() {
        cover[i]
    } else {
        scaling.row[i] * lcp.m()[(i, v)] * scaling.col[v]
    }
}
