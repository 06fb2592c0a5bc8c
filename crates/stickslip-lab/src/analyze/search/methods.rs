//! The solvers side by side: what each of them finds from no force, and whether they agree.
//!
//! Agreement is of accelerations. Where there are several solutions different methods may rightly find different ones.

use super::clusters::place;
use super::judge::Judge;
use super::settings::Settings;
use super::solution::{Finder, Solution};
use complementarity::Method;
use serde::Serialize;
use stickslip::{Error, InstantProblem, NaturalMap, Refinement, Solver};

/// The methods, by the names of [`Method::parse`]; Lemke's works on pyramids that are refined, the interior point is the paper's [TP97].
const METHODS: [&str; 5] = ["auto", "newton", "interior", "lemke", "homotopy"];

/// What one method found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MethodAnswer {
    /// Its name.
    pub method: &'static str,
    /// Whether the natural map and the audit of each law confirm its answer.
    pub solved: bool,
    /// The natural map of its answer, relative to the data.
    pub residual: f64,
    /// Iterations or pivots in all.
    pub iterations: usize,
    /// Which of the known solutions it found; none if it found no solution, or a new one.
    pub solution: Option<usize>,
}

/// What each method finds, beside the solutions that are known.
pub fn agreement(
    problem: &InstantProblem,
    known: &[Solution],
    settings: &Settings,
) -> Result<Vec<MethodAnswer>, Error> {
    let judge = Judge::new(problem, settings)?;
    let mut solver = Solver::default();
    let mut answers = Vec::new();
    if judge.reduced().is_empty() {
        return Ok(answers);
    }
    for method in METHODS.into_iter().filter_map(Method::parse) {
        let mut c = Vec::new();
        let refinement = Refinement::default();
        let end = solver.solve_reduced(judge.reduced(), &method, &refinement, &mut c)?;
        let solution = judge.solution(&c, Finder::Zero)?;
        let at = (solution.as_ref()).and_then(|s| place(&judge, known, &s.motion.acceleration));
        answers.push(MethodAnswer {
            method: method.name(),
            solved: solution.is_some(),
            residual: NaturalMap::of(judge.reduced(), &c).relative,
            iterations: end.iterations,
            solution: at,
        });
    }
    Ok(answers)
}
