//! Mixed problems by elimination: solve the equations for as many free unknowns as they determine, hand the
//! rest to an LCP solver, and go back [APS98 15].
//!
//! Free rows are joints in contact problems. Redundant joints make some rows depend on others: such a row is
//! dropped if it is consistent, reported, and its multiplier set to zero. A free row that cannot be used to
//! eliminate a free unknown but still binds the restricted ones stays in the problem as two opposite
//! inequalities, with its unknown as a difference of two.

use crate::certificate::Judge;
use crate::farkas;
use crate::linear::{Lu, Matrix};
use crate::outcome::{Outcome, Ray, Status};
use crate::problem::{Lcp, Mlcp};
use crate::scaling::{Balance, Scaling};

/// Pivots and rows below this, in the balanced matrix, count as zero.
const ZERO: f64 = 1e-10;

/// Which free rows to eliminate before pivoting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elimination {
    /// All that can be: the smaller problem.
    Full,
    /// None: every free row becomes two inequalities. Larger, but safe from ill-conditioned equations.
    Direct,
}

/// A mixed problem taken apart.
#[derive(Debug, Default)]
struct Parts {
    /// Equations I used to eliminate, and the unknowns J they determine.
    used_rows: Vec<usize>,
    used_cols: Vec<usize>,
    /// Restricted pairs.
    restricted: Vec<usize>,
    /// Free rows and columns that stay, as split pairs.
    split_rows: Vec<usize>,
    split_cols: Vec<usize>,
    /// Free rows that depend on others, and whether all of them are consistent.
    dependent: Vec<usize>,
    consistent: bool,
    /// Free unknowns that nothing depends on.
    idle: Vec<usize>,
    /// Whether elimination cancelled an entry to a small remainder, neither clearly zero nor clearly not.
    cancelled: bool,
    /// The problem after elimination, over all n rows and columns (only the remaining ones matter).
    m: Matrix,
    q: Vec<f64>,
    balance: Scaling,
    /// For the way back: A_IJ, its factors, w and −w_I.
    block: Matrix,
    lu: Lu,
    w: Vec<f64>,
    step: Vec<f64>,
}

/// Memory that serves one mixed problem after another.
#[derive(Debug, Default)]
pub(crate) struct Workspace {
    parts: Parts,
    /// The remaining LCP, and how it ended.
    reduced: Lcp,
    inner: Outcome,
    judge: Judge,
}

/// Solves by elimination, to the given tolerance; `solve` is whatever solves the remaining LCP.
pub(crate) fn solve(
    mlcp: &Mlcp,
    (elimination, tolerance): (Elimination, f64),
    ws: &mut Workspace,
    out: &mut Outcome,
    solve: impl FnOnce(&Lcp, &mut Outcome),
) {
    let Workspace {
        parts,
        reduced,
        inner,
        judge,
    } = ws;
    let lcp = mlcp.lcp();
    out.basis.clear();
    parts.take_apart(mlcp, elimination);
    // contradicting equations, or an overflow in eliminating them, leave nothing to solve
    if parts.reduce(reduced).is_err() || !parts.consistent {
        out.z.clear();
        out.z.resize(lcp.len(), 0.0);
        out.judge_here(Status::Singular, judge.certificate(mlcp, &out.z), tolerance);
        out.record("elimination", 0);
    } else {
        solve(reduced, inner);
        parts.recover(lcp, &inner.z, true, &mut out.z);
        let claim = match &inner.status {
            Status::Ray(ray) => parts.recover_ray(mlcp, ray),
            // a search of the remaining problem proves nothing if elimination has lost the digits it turned on
            Status::NoSolution if parts.cancelled => Status::Stalled,
            other => other.clone(),
        };
        out.judge_here(claim, judge.certificate(mlcp, &out.z), tolerance);
        out.iterations = inner.iterations;
        out.attempts.clone_from(&inner.attempts);
    }
    out.dependent.clone_from(&parts.dependent);
}

impl Parts {
    /// Gaussian elimination of the free block with complete pivoting, on the balanced matrix.
    fn take_apart(&mut self, mlcp: &Mlcp, elimination: Elimination) {
        let lcp = mlcp.lcp();
        let n = lcp.len();
        self.balance.set(lcp.m(), Balance::RowsAndColumns);
        let Self { m, q, balance, .. } = self;
        let (rows, cols) = (&mut self.split_rows, &mut self.split_cols);
        let restricted = &mut self.restricted;
        m.clone_from(lcp.m());
        lcp.q().clone_into(q);
        let size =
            |m: &Matrix, i: usize, j: usize| (balance.row[i] * m[(i, j)] * balance.col[j]).abs();

        for set in [&mut *rows, &mut *cols, &mut *restricted] {
            set.clear();
        }
        rows.extend((0..n).filter(|&i| mlcp.free()[i]));
        cols.extend_from_slice(rows);
        restricted.extend((0..n).filter(|&i| !mlcp.free()[i]));
        self.used_rows.clear();
        self.used_cols.clear();
        self.cancelled = false;
        while elimination == Elimination::Full && !rows.is_empty() {
            let candidates = rows.iter().flat_map(|&i| cols.iter().map(move |&j| (i, j)));
            let largest =
                candidates.max_by(|&a, &b| size(m, a.0, a.1).total_cmp(&size(m, b.0, b.1)));
            let Some((i, j)) = largest.filter(|&(i, j)| size(m, i, j) > ZERO) else {
                break;
            };
            rows.retain(|&r| r != i);
            cols.retain(|&c| c != j);
            for &r in rows.iter().chain(&*restricted) {
                let factor = m[(r, j)] / m[(i, j)];
                if factor != 0.0 {
                    for &c in cols.iter().chain(&*restricted) {
                        let taken = factor * m[(i, c)];
                        self.cancelled |= blurs(m[(r, c)], taken);
                        m[(r, c)] -= taken;
                    }
                    self.cancelled |= blurs(q[r], factor * q[i]);
                    q[r] -= factor * q[i];
                }
            }
            self.used_rows.push(i);
            self.used_cols.push(j);
        }

        // what is left of the free rows binds the restricted unknowns, or depends on the rows used
        let (dependent, idle) = (&mut self.dependent, &mut self.idle);
        dependent.clear();
        idle.clear();
        self.consistent = true;
        if elimination == Elimination::Full {
            let q_unit = lcp
                .q()
                .iter()
                .zip(&balance.row)
                .fold(0.0, |s: f64, (q, r)| s.max((q * r).abs()));
            let empty_row = |i: &usize| restricted.iter().all(|&j| size(m, *i, j) <= ZERO);
            let empty_col = |j: &usize| restricted.iter().all(|&i| size(m, i, *j) <= ZERO);
            dependent.extend(rows.iter().copied().filter(empty_row));
            self.consistent = dependent
                .iter()
                .all(|&i| (balance.row[i] * q[i]).abs() <= ZERO * q_unit);
            // a free unknown that nothing depends on may take the place of a row that says nothing
            idle.extend(cols.iter().copied().filter(empty_col));
            idle.truncate(dependent.len());
            if idle.len() == dependent.len() {
                rows.retain(|i| !dependent.contains(i));
                cols.retain(|j| !idle.contains(j));
            }
        }
    }

    /// The remaining LCP in (z_P, z⁺, z⁻), with rows (w_P, s, −s).
    fn reduce(&self, reduced: &mut Lcp) -> Result<(), crate::ProblemError> {
        let size = self.restricted.len() + 2 * self.split_rows.len();
        reduced.refill(size, |m, q| {
            for l in 0..size {
                let (j, sj) = self.part(l, &self.split_cols);
                for (k, x) in m.col_mut(l).iter_mut().enumerate() {
                    let (i, si) = self.part(k, &self.split_rows);
                    *x = si * sj * self.m[(i, j)];
                }
            }
            for (k, x) in q.iter_mut().enumerate() {
                let (i, sign) = self.part(k, &self.split_rows);
                *x = sign * self.q[i];
            }
        })
    }

    /// Index and sign in the mixed problem of entry k of the remaining one.
    fn part(&self, k: usize, split: &[usize]) -> (usize, f64) {
        let (p, d) = (self.restricted.len(), split.len());
        match k {
            _ if k < p => (self.restricted[k], 1.0),
            _ if k < p + d => (split[k - p], 1.0),
            _ => (split[k - p - d], -1.0),
        }
    }

    /// z of the mixed problem from that of the remaining one; without `offset`, a direction instead of a point.
    fn recover(&mut self, lcp: &Lcp, reduced: &[f64], offset: bool, z: &mut Vec<f64>) {
        z.clear();
        z.resize(lcp.len(), 0.0);
        for (k, x) in reduced.iter().enumerate() {
            let (j, sign) = self.part(k, &self.split_cols);
            z[j] += sign * x;
        }
        // A_IJ z_J = −(q_I + A_I· z), twice more for the digits the factorisation loses
        let (rows, cols) = (&self.used_rows, &self.used_cols);
        lcp.m().select_into(rows, cols, &mut self.block);
        self.lu.factor(&self.block);
        let (w, step) = (&mut self.w, &mut self.step);
        for _ in 0..3 {
            lcp.q().clone_into(w);
            if !offset {
                w.fill(0.0);
            }
            lcp.m().mul_add(z, w);
            step.clear();
            step.extend(rows.iter().map(|&i| -w[i]));
            if !self.lu.solve(step) {
                break;
            }
            cols.iter()
                .zip(&*step)
                .for_each(|(&j, dz)| z[j] = (z[j] + dz).clamp(f64::MIN, f64::MAX));
        }
    }

    /// The ray of the mixed problem from that of the remaining one.
    fn recover_ray(&mut self, mlcp: &Mlcp, ray: &Ray) -> Status {
        let mut direction = Vec::new();
        self.recover(mlcp.lcp(), &ray.direction, false, &mut direction);
        // a proof for the remaining problem is one for the whole only if it holds there
        let proof = ray.infeasible.as_deref();
        let recovered = proof.map(|y| self.recover_proof(mlcp.lcp(), y));
        Status::Ray(Ray {
            direction,
            infeasible: recovered.and_then(|y| farkas::mixed_proof(mlcp, &y)),
        })
    }

    /// The Farkas vector of the mixed problem: y_I from (Mᵀy)_J = 0.
    fn recover_proof(&self, lcp: &Lcp, reduced: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; lcp.len()];
        for (k, x) in reduced.iter().enumerate() {
            let (i, sign) = self.part(k, &self.split_rows);
            y[i] += sign * x;
        }
        let lu = Lu::new(&lcp.m().select(&self.used_rows, &self.used_cols).transpose());
        let pull = lcp.m().transpose_mul(&y);
        let mut used: Vec<f64> = self.used_cols.iter().map(|&j| -pull[j]).collect();
        if lu.solve(&mut used) {
            self.used_rows
                .iter()
                .zip(&used)
                .for_each(|(&i, yi)| y[i] = *yi);
        }
        y
    }
}

/// Whether a − b leaves a remainder of doubtful size. Exact zeros and ordinary differences do not.
fn blurs(a: f64, b: f64) -> bool {
    let rest = (a - b).abs();
    rest > 0.0 && rest < 1e-4 * a.abs().max(b.abs())
}

/// The free rows that depend on others, whether or not they contradict them.
pub(crate) fn dependent_rows(mlcp: &Mlcp) -> Vec<usize> {
    let mut parts = Parts::default();
    parts.take_apart(mlcp, Elimination::Full);
    parts.dependent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lemke;

    fn lemke(mlcp: &Mlcp, elimination: Elimination) -> Outcome {
        let mut outcome = Outcome::empty();
        let ws = &mut Workspace::default();
        solve(mlcp, (elimination, 1e-9), ws, &mut outcome, |lcp, inner| {
            let settings = lemke::Settings::default();
            *inner = lemke::solve(
                lcp,
                lemke::Start::Zero,
                &settings,
                &mut lemke::Workspace::default(),
            );
        });
        outcome
    }

    fn mlcp(rows: &[[f64; 3]; 3], q: [f64; 3], free: [bool; 3]) -> Mlcp {
        let lcp = Lcp::new(Matrix::from_rows(rows).expect("square"), q.to_vec()).expect("finite");
        Mlcp::new(lcp, free.to_vec()).expect("lengths match")
    }

    #[test]
    fn a_joint_and_a_contact() {
        // z₀ free: 2 z₀ + z₁ − 4 = 0; w₁ = z₀ + 2 z₁ − 1 ⊥ z₁; w₂ = z₂ + 3 ⊥ z₂  ⇒  z = (2, 0, 0)
        let problem = mlcp(
            &[[2.0, 1.0, 0.0], [1.0, 2.0, 0.0], [0.0, 0.0, 1.0]],
            [-4.0, -1.0, 3.0],
            [true, false, false],
        );
        for elimination in [Elimination::Full, Elimination::Direct] {
            let outcome = lemke(&problem, elimination);
            assert!(outcome.status.is_solved(), "{elimination:?}: {outcome:?}");
            assert!(
                (outcome.z[0] - 2.0).abs() < 1e-12 && outcome.z[1] == 0.0,
                "{:?}",
                outcome.z
            );
            assert!(dependent_rows(&problem).is_empty());
        }
    }

    #[test]
    fn free_unknowns_may_be_negative() {
        let problem = mlcp(
            &[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [5.0, -1.0, 1.0],
            [true, false, false],
        );
        let outcome = lemke(&problem, Elimination::Full);
        assert!(outcome.status.is_solved());
        assert_eq!(outcome.z, [-5.0, 1.0, 0.0]);
    }

    #[test]
    fn a_redundant_joint_is_dropped_and_reported() {
        let problem = mlcp(
            &[[1.0, 1.0, 0.5], [1.0, 1.0, 0.5], [0.5, 0.5, 2.0]],
            [-1.0, -1.0, -3.0],
            [true, true, false],
        );
        let outcome = lemke(&problem, Elimination::Full);
        assert!(outcome.status.is_solved(), "{outcome:?}");
        assert_eq!(dependent_rows(&problem).len(), 1);
    }

    #[test]
    fn contradicting_joints_are_singular_and_never_solved() {
        let problem = mlcp(
            &[[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 2.0]],
            [-1.0, -2.0, -3.0],
            [true, true, false],
        );
        let outcome = lemke(&problem, Elimination::Full);
        assert_eq!(outcome.status, Status::Singular);
        assert_eq!(dependent_rows(&problem).len(), 1);
    }

    #[test]
    fn an_equation_among_restricted_unknowns_stays() {
        // 0·z₀ + z₁ − 1 = 0 cannot determine z₀; w₁ = −z₀ + z₁ ⊥ z₁ makes z₀ its multiplier: z = (1, 1, 0)
        let problem = mlcp(
            &[[0.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [-1.0, 0.0, 1.0],
            [true, false, false],
        );
        let outcome = lemke(&problem, Elimination::Full);
        assert!(outcome.status.is_solved(), "{outcome:?}");
        assert!((outcome.z[0] - 1.0).abs() < 1e-12 && (outcome.z[1] - 1.0).abs() < 1e-12);
    }

    #[test]
    fn an_infeasible_mixed_problem_keeps_its_proof() {
        // z₀ = 1 − z₁ free; w₁ = −z₁ + z₀ − 3 = −2 z₁ − 2 < 0
        let problem = mlcp(
            &[[1.0, 1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 0.0, 1.0]],
            [-1.0, -3.0, 1.0],
            [true, false, false],
        );
        let Status::Ray(Ray {
            infeasible: Some(y),
            ..
        }) = lemke(&problem, Elimination::Full).status
        else {
            panic!("not proven infeasible");
        };
        let pull = problem.lcp().m().transpose_mul(&y);
        assert!(pull[0].abs() < 1e-12 && pull[1] <= 1e-12 && pull[2] <= 1e-12);
        assert!(crate::linear::dot(problem.lcp().q(), &y) < 0.0);
    }
}
