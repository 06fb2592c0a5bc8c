//! Curved friction cones, solved exactly: sweeps to find the modes, Newton's method for all digits.

mod newton;
mod sweep;

use super::ReducedEnd;
use crate::formulate::{ReducedProblem, Scaled};
use complementarity::Matrix;
use complementarity::linear::norm2;
use newton::Newton;
use sweep::sweep;

/// Residuals below this, relative to the data, count as solved: the limit of all certificates. Bodies that rest on more points
/// than they need may have no answer that is better by much, because the gaps of a step do not fit each other exactly.
const TOLERANCE: f64 = complementarity::TOLERANCE;
/// Rounds that a solved problem may take for more digits.
const POLISH: usize = 3;

/// Where impulses are large beside velocities, residuals are also pressed below this, as impulses in N·s beside the
/// velocities of the data in m/s: the natural map at ρ = 1 compares them so.
const FINE: f64 = 1e-11;
/// Relative size of one rounding error.
const UNIT: f64 = f64::EPSILON / 2.0;
/// Newton steps in a round.
const LIMIT: usize = 60;
/// Sweeps and proximal term of each round: more sweeps where fewer did not find the modes, and a larger term where
/// impulses that are not unique swing to and fro.
const ROUNDS: [(usize, f64); 8] = [
    (5, 1e-7),
    (10, 1e-5),
    (30, 1e-6),
    (100, 1e-4),
    (300, 1e-7),
    (1000, 1e-5),
    (1000, 1e-3),
    (1000, 1e-6),
];

/// What is left to try from the answer of another method.
const FINISH: [(usize, f64); 3] = [(0, 1e-7), (3, 1e-5), (30, 1e-6)];
/// Residuals below this, relative to the data, are close to an answer.
const NEAR: f64 = 1e-6;

/// Memory of the cone solver.
#[derive(Debug, Default)]
pub(super) struct Cone {
    problem: Scaled,
    rows: Matrix,
    newton: Newton,
    x: Vec<f64>,
}

impl Cone {
    /// Solves a problem from the impulses in `c`. The best answer found is left there.
    pub(super) fn solve(&mut self, reduced: &ReducedProblem, c: &mut Vec<f64>) -> ReducedEnd {
        self.run(reduced, &ROUNDS, c)
    }

    /// The same with few sweeps, for impulses that should be close.
    pub(super) fn finish(&mut self, reduced: &ReducedProblem, c: &mut Vec<f64>) -> ReducedEnd {
        self.run(reduced, &FINISH, c)
    }

    /// ‖F‖₂ of impulses, relative to ‖q‖₂ in scaled units.
    pub(super) fn judge(&mut self, reduced: &ReducedProblem, c: &[f64]) -> f64 {
        self.problem.take(reduced);
        self.problem.scale(c, &mut self.x);
        let size = self.newton.residual(&self.problem, &self.x);
        let size = size.max(UNIT * norm2(&self.x));
        if size == 0.0 {
            0.0
        } else {
            size / self.problem.size
        }
    }

    fn run(
        &mut self,
        reduced: &ReducedProblem,
        rounds: &[(usize, f64)],
        c: &mut Vec<f64>,
    ) -> ReducedEnd {
        self.problem.take(reduced);
        let problem = &self.problem;
        if problem.size == 0.0 {
            // nothing moves and nothing pushes
            c.fill(0.0);
        }
        problem.scale(c, &mut self.x);
        let enough = TOLERANCE * problem.size;
        self.newton.forget();
        let start = self.newton.residual(problem, &self.x);
        self.newton.offer(&self.x, start);
        let mut iterations = 0;
        let mut have_rows = false;
        let mut polished = 0;
        for &(sweeps, proximal) in rounds {
            // an answer that is close already needs few sweeps, and at first none
            let close = self.newton.least <= NEAR * problem.size;
            let sweeps = if close { sweeps / 10 } else { sweeps };
            if sweeps > 0 {
                if !have_rows {
                    transpose(&problem.w, &mut self.rows);
                    have_rows = true;
                }
                (0..sweeps).for_each(|_| sweep(problem, &self.rows, &mut self.x));
            }
            iterations += self.newton.run(problem, &mut self.x, proximal, LIMIT);
            if self.newton.least <= enough {
                self.newton.snap(problem, &mut self.x);
                let fine = problem.impulse_size(&self.newton.residual) <= FINE * norm2(reduced.q());
                if fine || polished == POLISH {
                    break;
                }
                polished += 1;
            }
            self.x.clone_from(&self.newton.best);
        }
        problem.unscale(&self.newton.best, c);
        // impulses so large that their own rounding hides the velocities prove nothing
        let least = self.newton.least.max(UNIT * norm2(&self.newton.best));
        let solved = least <= enough;
        ReducedEnd {
            solved,
            status: if solved { "solved" } else { "stalled" },
            method: "cone newton",
            residual: if least == 0.0 {
                0.0
            } else {
                least / problem.size
            },
            violation: None,
            unknowns: problem.len(),
            solves: 1,
            iterations,
            refined: 0,
            angle: 0.0,
        }
    }
}

fn transpose(w: &Matrix, out: &mut Matrix) {
    out.reset(w.cols(), w.rows());
    for j in 0..w.cols() {
        for (i, value) in w.col(j).iter().enumerate() {
            out[(j, i)] = *value;
        }
    }
}
