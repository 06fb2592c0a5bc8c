//! Lemke's method [CPS92 4.4] on a factorised basis: the dense LCP solver of [ST00 §4].
//!
//! An artificial variable z₀ ≥ 0 with covering vector d > 0 makes w = q + M z + d z₀ feasible; complementary
//! pivots then follow a path of bases in which only one pair is not complementary, until z₀ leaves (a
//! solution) or nothing stops the entering variable (a secondary ray). The velocity-level contact problem is
//! copositive, and the path then ends in a solution [ST00 3.1].
//!
//! Three things set this implementation apart from the textbook tableau: the basis is held as the inverse of
//! its small coupled part (`kernel.rs`), every entering column is checked against the problem data at no
//! cost and the basis recomputed when it drifted (`path.rs`), and ties are broken lexicographically
//! (`ratio.rs`). What the certificate does not accept is tried again with other scaling, pivots and covering
//! vectors before it is given up.

mod kernel;
mod path;
mod ratio;

pub use path::Workspace;

use crate::farkas;
use crate::outcome::{Outcome, Ray, Status};
use crate::problem::Lcp;
pub use crate::scaling::Balance;
use crate::sequence::spread;
use path::{Broken, Path, Var};

/// Settings of Lemke's method.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(default)
)]
pub struct Settings {
    /// Bound on the relative residual for an answer to count as solved.
    pub tolerance: f64,
    /// Smallest pivot accepted in the scaled matrix. Nominal 1e-9; at 1e-11 nearly parallel friction columns
    /// have led to wrong bases.
    pub pivot: f64,
    /// Pivots allowed in one run; 0 means 50 n + 1000.
    pub max_pivots: usize,
    /// How the problem is scaled first.
    pub balance: Balance,
    /// Covering vector d > 0 in w = q + M z + d z₀; empty means all ones in the scaled problem, and so does
    /// one of the wrong length or with an entry that is not positive and finite.
    pub cover: Vec<f64>,
    /// Further runs (other pivots, then other scaling, then other covering vectors) when one ends neither solved
    /// nor with a proof.
    pub retries: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            tolerance: crate::TOLERANCE,
            pivot: 1e-9,
            max_pivots: 0,
            balance: Balance::default(),
            cover: Vec::new(),
            retries: 8,
        }
    }
}

/// Where the path starts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Start<'a> {
    /// At z = 0.
    #[default]
    Zero,
    /// At the basis whose z_i with `true` are basic.
    Basis(&'a [bool]),
    /// At the basis of a previous answer: its positive entries. Where that answer was degenerate they may not
    /// make a basis; [`Outcome::basis`] always does.
    Point(&'a [f64]),
}

impl Start<'_> {
    /// The start as a point for iterative methods: a basis says which z_i are positive, not how large.
    pub(crate) fn point(&self, n: usize) -> Vec<f64> {
        match self {
            Self::Zero => vec![0.0; n],
            Self::Basis(basic) => (0..n)
                .map(|i| f64::from(u8::from(basic.get(i) == Some(&true))))
                .collect(),
            Self::Point(z) => z.to_vec(),
        }
    }
}

/// A relative residual that leaves nothing to be desired. A solved problem above it, where a pivot just below the
/// threshold was passed over, is tried again with other thresholds a few times, and the best answer kept.
const FINE: f64 = 1e-12;
const PRECISION_RETRIES: usize = 3;

/// Attempts of the ladder before it turns to other covering vectors.
const FIRST_COVER: usize = 4;

/// Pivots between recomputations of the basic values from the problem data.
const RECOMPUTE: usize = 40;

/// How a path ended.
enum End {
    Solved,
    Ray(Vec<f64>),
    Limit,
}

/// Solves, with the ladder of retries.
pub fn solve(lcp: &Lcp, start: Start<'_>, settings: &Settings, ws: &mut Workspace) -> Outcome {
    let mut outcome = Outcome::empty();
    solve_into(lcp, start, settings, ws, &mut outcome);
    outcome
}

/// The same in the memory of an earlier outcome.
pub(crate) fn solve_into(
    lcp: &Lcp,
    start: Start<'_>,
    settings: &Settings,
    ws: &mut Workspace,
    out: &mut Outcome,
) {
    run(lcp, start, (settings, "lemke"), ws, out);
    let warm = start != Start::Zero;
    for attempt in 0..settings.retries + usize::from(warm) {
        let imprecise = out.status.is_solved()
            && out.certificate.relative > FINE
            && attempt < PRECISION_RETRIES;
        if out.is_conclusive() && !imprecise {
            break;
        }
        let (variant, name) = ladder(lcp.len(), settings, attempt, warm);
        *out = std::mem::take(out).then(retry(lcp, (&variant, name), ws));
    }
}

/// A run from zero, apart from what was found before.
fn retry(lcp: &Lcp, variant: (&Settings, &'static str), ws: &mut Workspace) -> Outcome {
    let mut outcome = Outcome::empty();
    run(lcp, Start::Zero, variant, ws, &mut outcome);
    outcome
}

/// Only the last part of the ladder: other covering vectors.
pub(crate) fn other_covers(lcp: &Lcp, settings: &Settings, ws: &mut Workspace) -> Outcome {
    let mut cover = |attempt| {
        let (variant, name) = ladder(lcp.len(), settings, attempt, false);
        retry(lcp, (&variant, name), ws)
    };
    let first = cover(FIRST_COVER);
    (FIRST_COVER + 1..settings.retries).fold(first, |outcome, attempt| {
        outcome.or_try(true, |_| cover(attempt))
    })
}

/// What to change in the given attempt after the first.
fn ladder(n: usize, base: &Settings, attempt: usize, warm: bool) -> (Settings, &'static str) {
    let variant = base.clone();
    match if warm { attempt } else { attempt + 1 } {
        0 => (variant, "lemke (from zero)"),
        1 => (
            Settings {
                pivot: 1e2 * base.pivot,
                ..variant
            },
            "lemke (larger pivots)",
        ),
        2 => (
            Settings {
                pivot: 1e-2 * base.pivot,
                ..variant
            },
            "lemke (smaller pivots)",
        ),
        3 => (
            Settings {
                balance: Balance::RowsAndColumns,
                ..variant
            },
            "lemke (rows and columns scaled)",
        ),
        4 => (
            Settings {
                balance: Balance::Off,
                ..variant
            },
            "lemke (unscaled)",
        ),
        k => {
            // covers spread evenly over three octaves
            let cover = (0..n).map(|i| (3.0 * spread(k, i)).exp2()).collect();
            (Settings { cover, ..variant }, "lemke (other cover)")
        }
    }
}

/// One run: the path, and the certificate of where it ended.
fn run(
    lcp: &Lcp,
    start: Start<'_>,
    variant: (&Settings, &'static str),
    ws: &mut Workspace,
    out: &mut Outcome,
) {
    let (settings, name) = variant;
    if start == Start::Zero && lcp.q().iter().all(|q| *q >= 0.0) {
        // z = 0 is a solution: nothing to scale, nothing to follow
        out.z.clear();
        out.z.resize(lcp.len(), 0.0);
        out.basis.clear();
        out.basis.resize(lcp.len(), false);
        let certificate = ws.judge.certificate(lcp, &out.z);
        out.judge_here(Status::Solved, certificate, settings.tolerance);
        out.record(name, 0);
        return;
    }
    let mut path = Path::new(lcp, settings, ws);
    let ready = match start {
        Start::Zero => true,
        Start::Basis(basic) => path.start_at(|i| basic.get(i) == Some(&true)),
        Start::Point(z) => path.start_at(|i| z.get(i).is_some_and(|z| *z > 0.0)),
    };
    let mut pivots = 0;
    let end = if ready {
        follow(&mut path, settings, &mut pivots)
    } else {
        Err(Broken)
    };
    let claim = match end {
        Ok(End::Solved) => Status::Solved,
        Ok(End::Ray(direction)) => {
            let infeasible = farkas::proof(lcp, &direction);
            Status::Ray(Ray {
                direction,
                infeasible,
            })
        }
        Ok(End::Limit) => Status::IterationLimit,
        Err(Broken) => Status::Singular,
    };
    path.solution(&mut out.z);
    path.basis(&mut out.basis);
    let certificate = ws.judge.certificate(lcp, &out.z);
    out.judge_here(claim, certificate, settings.tolerance);
    out.record(name, pivots);
}

/// The path itself: pivot by pivot until z₀ leaves.
fn follow(path: &mut Path<'_>, settings: &Settings, pivots: &mut usize) -> Result<End, Broken> {
    let z0 = Var::Z(path.n);
    let max = match settings.max_pivots {
        0 => 50 * path.n + 1000,
        given => given,
    };
    if path.is_feasible() {
        return Ok(End::Solved);
    }

    // z₀ enters just far enough to make every basic variable nonnegative; the one it lifts to zero leaves
    path.direction(z0)?;
    let (leaving, step) = path.most_negative().ok_or(Broken)?;
    let mut entering = path.exchange(z0, leaving, step).complement();

    let mut confirming = false;
    while *pivots < max {
        *pivots += 1;
        path.direction(entering)?;
        let Some((leaving, step)) = path.ratio_test(settings.pivot)? else {
            // a ray counts only on a freshly computed basis
            if confirming {
                return Ok(End::Ray(path.ray(entering)));
            }
            confirming = true;
            path.refresh()?;
            continue;
        };
        confirming = false;
        let left = path.exchange(entering, leaving, step);
        if left == z0 || pivots.is_multiple_of(RECOMPUTE) {
            path.recompute().or_else(|Broken| path.refresh())?;
        }
        if left == z0 {
            return Ok(End::Solved);
        }
        // the complement of what left enters next
        entering = left.complement();
    }
    Ok(End::Limit)
}

impl Var {
    fn complement(self) -> Self {
        match self {
            Self::W(i) => Self::Z(i),
            Self::Z(i) => Self::W(i),
        }
    }
}
