//! The ratio test: which basic variable stops the entering one.
//!
//! Degeneracy is the rule in contact problems (tied friction directions, zero velocities), so ties are broken
//! lexicographically [CPS92 4.9]: as if q were q + (ε, ε², …), for the basis the path started from. That
//! excludes cycling. z₀ leaves whenever it may.

use super::kernel::ABSENT;
use super::path::{Basic, Broken, Path, Var};
use crate::kernels::step_bound;
use crate::linear::max_abs;

/// Values closer than this to the bound count as tied (in units of the scaled right-hand side).
const TIE: f64 = 1e-12;

/// Values above minus this count as nonnegative: q of rounding size must not start a path. A warm basis has
/// rounding errors of its own.
const ZERO: f64 = 1e-14;
const WARM_ZERO: f64 = 1e-12;

impl Path<'_> {
    /// The leaving variable and the step to it; `None` if nothing stops the entering variable: a ray.
    pub(super) fn ratio_test(&mut self, pivot: f64) -> Result<Option<(Basic, f64)>, Broken> {
        if !self.find_ties(pivot) {
            return Ok(None);
        }
        let z0 = self.ws.kernel.var_at[self.n];
        let leaving = if self.ws.ties.contains(&Basic::Kernel(z0)) {
            Basic::Kernel(z0)
        } else {
            // no tie at all means that a value is not a number any more
            self.lexicographic_least().ok_or(Broken)?
        };
        let (value, pivot) = self.value_and_pivot(leaving);
        Ok(Some((leaving, (value / pivot).max(0.0))))
    }

    /// Whether no basic variable is negative.
    pub(super) fn is_feasible(&self) -> bool {
        let zero = match self.ws.value.is_empty() {
            true => ZERO,
            false => WARM_ZERO * (1.0 + max_abs(&self.ws.value)),
        };
        let values = self.ws.slack.iter().chain(&self.ws.value);
        values.copied().all(|x| x >= -zero)
    }

    /// The basic variable that z₀ must lift furthest, and how far z₀ grows for it.
    ///
    /// The rates of z₀ are the covering vector as seen from the starting basis. Ties go to the last pair: the
    /// perturbation (ε, ε², …) lifts the others more.
    pub(super) fn most_negative(&self) -> Option<(Basic, f64)> {
        let slacks = (0..self.n).map(Basic::Slack);
        let kernel = (0..self.ws.value.len()).map(Basic::Kernel);
        let lifts = slacks.chain(kernel).map(|basic| {
            // pivot = −rate, and every rate of z₀ is positive
            let (value, pivot) = self.value_and_pivot(basic);
            (basic, if value < 0.0 { value / pivot } else { 0.0 })
        });
        let furthest = lifts.reduce(|a, b| if b.1 >= a.1 { b } else { a });
        furthest.filter(|(_, lift)| *lift > 0.0 && lift.is_finite())
    }

    /// Value of a basic variable and how fast it falls.
    pub(super) fn value_and_pivot(&self, basic: Basic) -> (f64, f64) {
        match basic {
            Basic::Slack(i) => (self.ws.slack[i], -self.ws.slack_rate[i]),
            Basic::Kernel(p) => (self.ws.value[p], -self.ws.rate[p]),
        }
    }

    /// Collects all variables that reach zero first, up to the tie tolerance (Harris' two passes); false if none
    /// ever does.
    fn find_ties(&mut self, pivot_tolerance: f64) -> bool {
        let ws = &mut *self.ws;
        let bound = step_bound(self.arch, &ws.slack, &ws.slack_rate, pivot_tolerance, TIE);
        let bound = bound.min(step_bound(
            self.arch,
            &ws.value,
            &ws.rate,
            pivot_tolerance,
            TIE,
        ));
        if bound == f64::INFINITY {
            return false;
        }
        let tied = |value: f64, rate: f64| rate < -pivot_tolerance && value / -rate <= bound;
        ws.ties.clear();
        for i in 0..self.n {
            if tied(ws.slack[i], ws.slack_rate[i]) {
                ws.ties.push(Basic::Slack(i));
            }
        }
        for p in 0..ws.value.len() {
            if tied(ws.value[p], ws.rate[p]) {
                ws.ties.push(Basic::Kernel(p));
            }
        }
        true
    }

    /// Among the ties, the row of [b, B⁻¹]/pivot that is lexicographically least.
    pub(super) fn lexicographic_least(&mut self) -> Option<Basic> {
        let mut ties = std::mem::take(&mut self.ws.ties);
        let mut orders = std::mem::take(&mut self.ws.orders);
        for c in 0..self.n {
            if ties.len() <= 1 {
                break;
            }
            if !self.order_column(c, &ties, &mut orders) {
                continue;
            }
            let least = orders.iter().copied().fold(f64::INFINITY, f64::min);
            if !least.is_finite() {
                continue;
            }
            let limit = least + 1e-9 * (1.0 + least.abs());
            let mut k = 0;
            ties.retain(|_| {
                k += 1;
                orders[k - 1] <= limit
            });
        }
        let least = ties.first().copied();
        self.ws.ties = ties;
        self.ws.orders = orders;
        least
    }

    /// Entries of the tied rows in the column of the variable that was basic in pair c at the start, over
    /// their pivots; false if all of them are zero.
    fn order_column(&mut self, c: usize, ties: &[Basic], out: &mut Vec<f64>) -> bool {
        out.clear();
        let ws = &mut *self.ws;
        let initial = if ws.started_in[c] {
            Var::Z(c)
        } else {
            Var::W(c)
        };
        let basic = match initial {
            Var::W(i) if ws.kernel.row_at[i] == ABSENT => Some(Basic::Slack(i)),
            Var::Z(v) if ws.kernel.var_at[v] != ABSENT => Some(Basic::Kernel(ws.kernel.var_at[v])),
            _ => None,
        };
        if let Some(own) = basic {
            // a basic variable's column is a unit vector: it matters only to its own row
            if !ties.contains(&own) {
                return false;
            }
            out.extend(ties.iter().map(|&t| {
                let pivot = self.value_and_pivot(t).1;
                if t == own { 1.0 / pivot } else { 0.0 }
            }));
            return true;
        }
        // a nonbasic variable's column is minus the rates it would cause by entering
        let mut rates = std::mem::take(&mut self.ws.left);
        self.kernel_rates(initial, &mut rates);
        self.ws.left = rates;
        for &t in ties {
            let rate = match t {
                Basic::Kernel(p) => self.ws.left[p],
                Basic::Slack(i) => {
                    let own = if let Var::Z(v) = initial {
                        self.entry(i, v)
                    } else {
                        0.0
                    };
                    let kernel = self.ws.kernel.vars.iter().zip(&self.ws.left);
                    own + kernel.map(|(&v, x)| self.entry(i, v) * x).sum::<f64>()
                }
            };
            out.push(-rate / self.value_and_pivot(t).1);
        }
        true
    }
}
