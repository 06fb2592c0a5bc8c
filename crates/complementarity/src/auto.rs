//! The policy for someone who just wants the answer: the fastest method first, the most patient last, and
//! a proof where there is no answer.
//!
//! Every stage is judged by the certificate; the next one runs only if nothing conclusive came out.
//!
//! 1. Lemke, block by block: solves almost everything, and on semidefinite problems its ray is a proof.
//! 2. Enumeration, if the block is tiny: finds a solution, or proves that there is none, or says that rounding
//!    leaves it in doubt.
//! 3. Newton, then interior point: they find solutions that Lemke's path misses.
//! 4. Feasibility: a Farkas vector, if there is one, ends the search.
//! 5. Lemke again with other covering vectors, then homotopy.
//! 6. Enumeration of a block of moderate size, or Newton from many more starts for a larger one: both may take
//!    a second or two, and find solutions of indefinite problems that nothing before has found.

use crate::blocks::Blocks;
use crate::certificate::Judge;
use crate::enumerate;
use crate::farkas;
use crate::homotopy;
use crate::interior;
use crate::lemke::{self, Start};
use crate::linear::max_abs;
use crate::method::Workspace;
use crate::newton;
use crate::outcome::{Attempt, Outcome, Ray, Status};
use crate::problem::Lcp;
use crate::{Certificate, Matrix, TOLERANCE};

/// Up to this size enumeration is tried right after Lemke: it takes less than a millisecond.
const TINY: usize = 10;
/// Up to this size it is tried as the last resort.
const MODERATE: usize = 20;
/// Arithmetic that an iterative stage may spend, in n³ for each step: a second or so.
const PATIENCE: f64 = 4e9;
/// Steps it may take in any case.
const LEAST_STEPS: usize = 50;
/// Up to this size infeasibility is looked for by a linear programme of twice the size.
const PROVABLE: usize = 400;

/// Memory for taking a problem apart.
#[derive(Debug, Default)]
pub(crate) struct Split {
    blocks: Blocks,
    /// One block as a problem of its own, where it starts, and how it ended.
    part: Lcp,
    basis: Vec<bool>,
    point: Vec<f64>,
    outcome: Outcome,
    judge: Judge,
}

/// Solves block by block.
pub(crate) fn solve_into(lcp: &Lcp, start: Start<'_>, ws: &mut Workspace, out: &mut Outcome) {
    if !ws.split.blocks.split(lcp.m()) {
        return solve_block(lcp, start, &mut ws.lemke, out);
    }
    let n = lcp.len();
    let Split {
        blocks,
        part,
        basis,
        point,
        outcome,
        judge,
    } = &mut ws.split;
    let mut status = Status::Solved;
    let mut iterations = 0;
    out.attempts.clear();
    out.z.clear();
    out.z.resize(n, 0.0);
    out.basis.clear();
    out.basis.resize(n, false);
    let noise = 1e-14 * max_abs(lcp.q());
    for block in blocks.sets() {
        // z = 0 solves a block with q ≥ 0 up to rounding errors of the whole, unless another start is asked for
        if start == Start::Zero && block.iter().all(|&i| lcp.q()[i] >= -noise) {
            continue;
        }
        part.restrict(lcp, block);
        let start = match start {
            Start::Zero => Start::Zero,
            Start::Basis(whole) => {
                basis.clear();
                basis.extend(block.iter().map(|&i| whole.get(i) == Some(&true)));
                Start::Basis(basis)
            }
            Start::Point(whole) => {
                point.clear();
                point.extend(block.iter().map(|&i| whole.get(i).unwrap_or(&0.0)));
                Start::Point(point)
            }
        };
        solve_block(part, start, &mut ws.lemke, outcome);
        for (k, &i) in block.iter().enumerate() {
            out.z[i] = outcome.z[k];
            // a block solved without pivoting has no basis but its positive entries
            out.basis[i] = outcome.basis.get(k).copied().unwrap_or(out.z[i] > 0.0);
        }
        iterations += outcome.iterations;
        record(&mut out.attempts, &outcome.attempts);
        // the first block without a solution speaks for the whole; a proof speaks louder
        if status.is_solved() || (outcome.status.proves_unsolvable() && !status.proves_unsolvable())
        {
            status = widen(&outcome.status, block, n);
        }
    }
    let attempts = std::mem::take(&mut out.attempts);
    out.judge_here(status, judge.certificate(lcp, &out.z), TOLERANCE);
    (out.iterations, out.attempts) = (iterations, attempts);
}

/// Adds a block's attempts to the record: one line for each method and end, not one for each block.
fn record(all: &mut Vec<Attempt>, block: &[Attempt]) {
    for attempt in block {
        match all
            .iter_mut()
            .find(|a| (a.method, a.status) == (attempt.method, attempt.status))
        {
            Some(known) => known.iterations += attempt.iterations,
            None => all.push(attempt.clone()),
        }
    }
}

/// A block's status in the indices of the whole problem.
fn widen(status: &Status, block: &[usize], n: usize) -> Status {
    let spread = |part: &[f64]| {
        let mut whole = vec![0.0; n];
        block.iter().zip(part).for_each(|(&i, x)| whole[i] = *x);
        whole
    };
    match status {
        Status::Ray(Ray {
            direction,
            infeasible,
        }) => Status::Ray(Ray {
            direction: spread(direction),
            infeasible: infeasible.as_deref().map(spread),
        }),
        other => other.clone(),
    }
}

/// Solves one block: by Lemke, as a rule.
fn solve_block(lcp: &Lcp, start: Start<'_>, ws: &mut lemke::Workspace, out: &mut Outcome) {
    let quick = lemke::Settings {
        retries: 4,
        ..Default::default()
    };
    lemke::solve_into(lcp, start, &quick, ws, out);
    if !out.is_conclusive() {
        *out = go_on(lcp, std::mem::take(out), ws);
    }
}

/// What Lemke left open, stage after stage.
fn go_on(lcp: &Lcp, first: Outcome, ws: &mut lemke::Workspace) -> Outcome {
    let n = lcp.len();
    let steps = affordable_steps(n);
    let mut newton = newton::Settings::default();
    newton.max_iterations = newton.max_iterations.min(steps);
    let mut interior = interior::Settings::default();
    interior.max_iterations = interior.max_iterations.min(steps);
    let mut homotopy = homotopy::Settings::default();
    homotopy.max_iterations = homotopy.max_iterations.min(steps);
    let patient_newton = newton::Settings {
        restarts: 500,
        max_iterations: steps,
        ..Default::default()
    };
    first
        .or_try(n <= TINY, |_| enumerate::solve(lcp, &Default::default()))
        .or_try(true, |z| newton::solve(lcp, z, &newton))
        .or_try(true, |_| interior::solve(lcp, &vec![1.0; n], &interior))
        .or_try(n <= PROVABLE, |_| feasibility(lcp, ws))
        .or_try(true, |_| lemke::other_covers(lcp, &Default::default(), ws))
        .or_try(true, |_| homotopy::solve(lcp, &vec![0.0; n], &homotopy))
        .or_try(TINY < n && n <= MODERATE, |_| {
            enumerate::solve(lcp, &Default::default())
        })
        .or_try(n > MODERATE, |_| {
            newton::solve(lcp, &vec![0.0; n], &patient_newton)
        })
}

/// Steps with one factorisation each that fit into [`PATIENCE`].
fn affordable_steps(n: usize) -> usize {
    ((PATIENCE / (n as f64).powi(3)) as usize).max(LEAST_STEPS)
}

/// Looks for a proof of infeasibility: the linear programme "min 0, M z + q ≥ 0, z ≥ 0" as the problem with
/// matrix [0 −Mᵀ; M 0], which Lemke solves or ends on a ray that is a Farkas vector.
fn feasibility(lcp: &Lcp, ws: &mut lemke::Workspace) -> Outcome {
    let n = lcp.len();
    let m = lcp.m();
    let programme = Matrix::from_fn(2 * n, 2 * n, |i, j| match (i < n, j < n) {
        (true, false) => -m[(j - n, i)],
        (false, true) => m[(i - n, j)],
        _ => 0.0,
    });
    let mut rhs = vec![0.0; n];
    rhs.extend_from_slice(lcp.q());
    let zero = vec![0.0; n];
    let certificate = Certificate::of(lcp, &zero);
    let mut claim = Status::Stalled;
    let mut pivots = 0;
    if let Ok(programme) = Lcp::new(programme, rhs) {
        let outcome = lemke::solve(&programme, Start::Zero, &lemke::Settings::default(), ws);
        pivots = outcome.iterations;
        if let Status::Ray(ray) = outcome.status {
            let (direction, dual) = ray.direction.split_at(n);
            if let Some(y) = farkas::proof(lcp, dual) {
                claim = Status::Ray(Ray {
                    direction: direction.to_vec(),
                    infeasible: Some(y),
                });
            }
        }
    }
    Outcome::judge(zero, claim, certificate, TOLERANCE).by("feasibility", pivots)
}
