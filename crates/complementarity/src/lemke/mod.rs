//! Lemke's method [CPS92 4.4], [ST00 4] on a factorised basis.

mod kernel;
mod path;
mod ratio;

pub use path::Workspace;

use crate::certificate::Certificate;
use crate::outcome::{Outcome, Ray, Status};
use crate::problem::{Lcp, Ncp};
use kernel::ABSENT;
use path::{Basic, Broken, Path, Var};

/// Settings of Lemke's method.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Settings {
    /// Bound on the relative residual for an answer to count as solved.
    pub tolerance: f64,
    /// Smallest pivot accepted, relative to the scaled matrix. Nominal 1e-9; at 1e-11 nearly parallel
    /// friction columns have produced wrong bases.
    pub pivot: f64,
    /// Pivots allowed; 0 means 50 n + 1000.
    pub max_pivots: usize,
    /// Rounds of equilibration; 0 leaves the problem as it is.
    pub equilibrate: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { tolerance: crate::TOLERANCE, pivot: 1e-9, max_pivots: 0, equilibrate: 3 }
    }
}

/// Pivots between recomputations of the basic values from the problem data.
const RECOMPUTE: usize = 40;

enum End {
    Solved,
    Ray,
    Limit,
    Broken,
}

/// One run.
pub fn run(lcp: &Lcp, settings: &Settings, ws: &mut Workspace) -> Outcome {
    let n = lcp.len();
    let scale = lcp.scale();
    let mut path = Path::new(lcp, settings.equilibrate, ws);
    let (end, pivots) = follow(&mut path, settings);
    let z = path.solution();
    let claim = match end {
        End::Solved => Status::Solved,
        End::Ray => Status::Ray(Ray { direction: Vec::new(), infeasible: None }),
        End::Limit => Status::IterationLimit,
        End::Broken => Status::Singular,
    };
    let mut w = vec![0.0; n];
    lcp.w(&z, &mut w);
    Outcome::judge(z.clone(), claim, Certificate::measure(&z, &w, |_| false, scale), settings.tolerance)
        .by("lemke", pivots)
}

fn follow(path: &mut Path<'_>, settings: &Settings) -> (End, usize) {
    let n = path.n;
    let max = if settings.max_pivots == 0 { 50 * n + 1000 } else { settings.max_pivots };
    let Some(leaving) = first_leaving(path) else { return (End::Solved, 0) };
    let mut entering = start(path, leaving);
    for pivots in 1..max {
        if path.direction(entering).is_err() {
            return (End::Broken, pivots);
        }
        let Some((leaving, step)) = path.ratio_test(settings.pivot) else {
            return (End::Ray, pivots);
        };
        let leaving_var = match leaving {
            Basic::Slack(i) => Var::W(i),
            Basic::Kernel(p) => Var::Z(path.ws.kernel.vars[p]),
        };
        path.exchange(entering, leaving, step);
        match leaving_var {
            Var::Z(v) if v == n => {
                return match path.recompute().or_else(|Broken| path.refresh()) {
                    Ok(()) => (End::Solved, pivots),
                    Err(Broken) => (End::Broken, pivots),
                };
            }
            Var::Z(v) => entering = Var::W(v),
            Var::W(i) => entering = Var::Z(i),
        }
        if pivots % RECOMPUTE == 0
            && path.recompute().or_else(|Broken| path.refresh()).is_err()
        {
            return (End::Broken, pivots);
        }
    }
    (End::Limit, max)
}

/// The basic variable that is furthest below zero, or `None` if none is.
fn first_leaving(path: &mut Path<'_>) -> Option<Basic> {
    let mut worst = -1e-14;
    for &x in path.ws.slack.iter().chain(&path.ws.value) {
        worst = f64::min(worst, x);
    }
    if worst == -1e-14 {
        return None;
    }
    path.ws.ties.clear();
    for i in 0..path.n {
        if path.ws.kernel.row_at[i] == ABSENT && path.ws.slack[i] <= worst + 1e-14 {
            path.ws.ties.push(Basic::Slack(i));
        }
    }
    for p in 0..path.ws.value.len() {
        if path.ws.value[p] <= worst + 1e-14 {
            path.ws.ties.push(Basic::Kernel(p));
        }
    }
    // lex-min of (b, e_i)/d_i: the largest index for identity columns
    path.ws.ties.last().copied()
}

fn start(path: &mut Path<'_>, leaving: Basic) -> Var {
    let n = path.n;
    let _ = path.direction(Var::Z(n));
    let (value, pivot) = path.value_and_pivot(leaving);
    let var = match leaving {
        Basic::Slack(i) => Var::Z(i),
        Basic::Kernel(p) => Var::W(path.ws.kernel.vars[p]),
    };
    path.exchange(Var::Z(n), leaving, value / pivot);
    var
}
