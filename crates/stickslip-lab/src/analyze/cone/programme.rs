//! A cone programme: minimise a linear cost over x while linear expressions vanish, are not negative, or lie in second-order cones. The only
//! file that knows the solver.

use super::error::Error;
use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettings, DefaultSolution, DefaultSolver, IPSolver, SolverStatus, SupportedConeT as Cone,
};

/// What solutions are asked for, relative to data of size 1, and how much of a step towards the edge of the cones is taken. Near rounding
/// the solver may break down just before what is enough: it is then asked for less, and goes slower.
const ATTEMPTS: [(f64, f64); 3] = [(1e-12, 0.99), (1e-10, 0.99), (1e-9, 0.9)];
/// What they must reach.
const ENOUGH: f64 = 1e-8;

/// Σ a x + constant.
#[derive(Clone, Debug, Default)]
pub(crate) struct Linear {
    /// Pairs of a variable and its coefficient.
    pub(crate) terms: Vec<(usize, f64)>,
    /// The constant.
    pub(crate) constant: f64,
}

impl Linear {
    /// Terms and a constant.
    pub(crate) fn new(terms: impl IntoIterator<Item = (usize, f64)>, constant: f64) -> Self {
        Self {
            terms: terms.into_iter().collect(),
            constant,
        }
    }
}

/// A programme under construction.
#[derive(Debug, Default)]
pub(crate) struct Programme {
    cost: Vec<f64>,
    rows: Vec<Linear>,
    cones: Vec<Cone<f64>>,
}

/// How a programme ended. Multipliers z of the rows lie in the dual cones.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Solved: cost = Σ z a.
    Solved {
        /// The variables.
        x: Vec<f64>,
        /// A multiplier for each row.
        z: Vec<f64>,
    },
    /// Proven to have no point: Σ z a = 0 and Σ z constant < 0.
    Infeasible {
        /// A multiplier for each row.
        z: Vec<f64>,
    },
    /// Proven to have no bound.
    Unbounded,
}

impl Programme {
    /// Adds variables; the first of them.
    pub(crate) fn variables(&mut self, count: usize) -> usize {
        let first = self.cost.len();
        self.cost.resize(first + count, 0.0);
        first
    }

    /// The cost of a variable.
    pub(crate) fn set_cost(&mut self, variable: usize, cost: f64) {
        self.cost[variable] = cost;
    }

    /// An expression that vanishes; its row.
    pub(crate) fn zero(&mut self, expression: Linear) -> usize {
        match self.cones.last_mut() {
            Some(Cone::ZeroConeT(n)) => *n += 1,
            _ => self.cones.push(Cone::ZeroConeT(1)),
        }
        self.push(expression)
    }

    /// An expression that is not negative; its row.
    pub(crate) fn nonnegative(&mut self, expression: Linear) -> usize {
        match self.cones.last_mut() {
            Some(Cone::NonnegativeConeT(n)) => *n += 1,
            _ => self.cones.push(Cone::NonnegativeConeT(1)),
        }
        self.push(expression)
    }

    /// A first expression that is at least the length of the others.
    pub(crate) fn second_order(&mut self, expressions: Vec<Linear>) {
        self.cones.push(Cone::SecondOrderConeT(expressions.len()));
        expressions.into_iter().for_each(|e| {
            self.push(e);
        });
    }

    fn push(&mut self, expression: Linear) -> usize {
        self.rows.push(expression);
        self.rows.len() - 1
    }

    /// Minimises the cost. The solver's form is A x + s = b with s in the cones, so A = −a and b = constant.
    pub(crate) fn solve(&self, question: &'static str) -> Result<Outcome, Error> {
        let undecided = |status: String| Error::Undecided { question, status };
        let n = self.cost.len();
        let (mut i, mut j, mut v) = (Vec::new(), Vec::new(), Vec::new());
        for (row, expression) in self.rows.iter().enumerate() {
            for &(variable, a) in expression.terms.iter().filter(|t| t.1 != 0.0) {
                i.push(row);
                j.push(variable);
                v.push(-a);
            }
        }
        let a = CscMatrix::new_from_triplets(self.rows.len(), n, i, j, v);
        let b: Vec<f64> = self.rows.iter().map(|row| row.constant).collect();
        let nothing = CscMatrix::zeros((n, n));
        let mut last = Err(undecided("not tried".into()));
        for (tolerance, step) in ATTEMPTS {
            let how = settings(tolerance, step);
            let mut solver = DefaultSolver::new(&nothing, &self.cost, &a, &b, &self.cones, how)
                .map_err(|e| undecided(e.to_string()))?;
            solver.solve();
            last = outcome(solver.solution).map_err(undecided);
            if last.is_ok() {
                break;
            }
        }
        last
    }
}

/// What a solution says, or why it says nothing.
fn outcome(solution: DefaultSolution<f64>) -> Result<Outcome, String> {
    let gap = (solution.obj_val - solution.obj_val_dual).abs();
    let error = solution.r_prim.max(solution.r_dual).max(gap);
    match solution.status {
        SolverStatus::PrimalInfeasible | SolverStatus::AlmostPrimalInfeasible => {
            Ok(Outcome::Infeasible { z: solution.z })
        }
        SolverStatus::DualInfeasible | SolverStatus::AlmostDualInfeasible => Ok(Outcome::Unbounded),
        // tolerances near rounding are often missed by a little
        _ if error <= ENOUGH * (1.0 + solution.obj_val.abs()) => Ok(Outcome::Solved {
            x: solution.x,
            z: solution.z,
        }),
        status => Err(format!("{status:?}, error {error:.1e}")),
    }
}

fn settings(tolerance: f64, step: f64) -> DefaultSettings<f64> {
    DefaultSettings {
        verbose: false,
        max_step_fraction: step,
        tol_gap_abs: tolerance,
        tol_gap_rel: tolerance,
        tol_feas: tolerance,
        tol_infeas_abs: tolerance,
        tol_infeas_rel: tolerance,
        reduced_tol_gap_abs: 0.1 * ENOUGH,
        reduced_tol_gap_rel: 0.1 * ENOUGH,
        reduced_tol_feas: 0.1 * ENOUGH,
        reduced_tol_infeas_rel: 0.1 * ENOUGH,
        ..DefaultSettings::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lowest point of the circle of radius 2 about (1, 3) is (1, 1); of a slope 3 x + 4 y it is 5 · 2 below the centre.
    #[test]
    fn the_lowest_point_of_a_disc() {
        let mut programme = Programme::default();
        let x = programme.variables(2);
        programme.set_cost(x, 3.0);
        programme.set_cost(x + 1, 4.0);
        programme.second_order(vec![
            Linear::new([], 2.0),
            Linear::new([(x, 1.0)], -1.0),
            Linear::new([(x + 1, 1.0)], -3.0),
        ]);
        let Outcome::Solved { x, z } = programme.solve("disc").unwrap() else {
            panic!("a disc has a lowest point");
        };
        assert!((x[0] - (1.0 - 1.2)).abs() < 1e-9 && (x[1] - (3.0 - 1.6)).abs() < 1e-9);
        assert!((z[1] - 3.0).abs() < 1e-9 && (z[2] - 4.0).abs() < 1e-9);
    }

    #[test]
    fn without_points_there_are_multipliers_and_without_bound_it_is_said() {
        let mut programme = Programme::default();
        let x = programme.variables(1);
        programme.set_cost(x, 1.0);
        programme.zero(Linear::new([(x, 1.0)], 1.0));
        programme.nonnegative(Linear::new([(x, 1.0)], 0.0));
        let Outcome::Infeasible { z } = programme.solve("x = −1, x ≥ 0").unwrap() else {
            panic!("nothing is both");
        };
        // Σ z a = 0, Σ z constant < 0
        assert!((z[0] + z[1]).abs() < 1e-8 * z[1] && z[0] < 0.0);
        let mut programme = Programme::default();
        let x = programme.variables(1);
        programme.set_cost(x, -1.0);
        programme.nonnegative(Linear::new([(x, 1.0)], 0.0));
        assert!(matches!(
            programme.solve("x → ∞").unwrap(),
            Outcome::Unbounded
        ));
    }
}
