//! All solutions of a contact problem, as far as they can be found.
//!
//! Small problems with polyhedral friction are enumerated, and if that is complete there are no others. Curved friction is searched from
//! many starts: what is found is proven, that there is nothing else is not. Solutions are told apart by their accelerations.

mod choice;
mod clusters;
mod enumerate;
mod judge;
mod methods;
mod modes;
mod planar;
mod polyhedra;
#[cfg(test)]
mod polyhedra_tests;
mod programmes;
#[cfg(test)]
pub(crate) mod samples;
mod settings;
mod solution;
mod span;
mod starts;
#[cfg(test)]
mod tests;

pub use clusters::{Clusters, place};
pub use judge::Judge;
pub use methods::{MethodAnswer, agreement};
pub use settings::Settings;
pub use solution::{ContactMode, Finder, Solution};

use enumerate::Enumerated;
use starts::Starts;
use stickslip::{Error, InstantProblem, Motion, NaturalMap};

/// Continua are looked for between the first so many solutions.
const PAIRS: usize = 12;

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The motions, from the slowest acceleration to the fastest.
    pub solutions: Vec<Solution>,
    /// Whether it is proven that there are no others: none at all, if there is none here.
    pub complete: bool,
    /// Whether the search was stopped before its end.
    pub interrupted: bool,
    /// How many starts were made.
    pub starts: usize,
    /// How many of them ended at a solution.
    pub converged: usize,
    /// Whether some of the solutions are ends of a continuum of motions.
    pub continuum: bool,
}

/// All solutions that enumeration, the seeds and random starts find. `progress` is told how many of how many starts are done, and stops the search
/// by `false`: what was found is kept.
pub fn all(
    problem: &InstantProblem,
    settings: &Settings,
    seeds: &[Vec<f64>],
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Found, Error> {
    let judge = Judge::new(problem, settings)?;
    search(&judge, seeds, progress)
}

/// Motions other than the known one, by a quick search from a few starts: for a look at each step of a run. Finding none proves nothing.
pub fn others(
    problem: &InstantProblem,
    known: &Motion,
    settings: &Settings,
) -> Result<Vec<Solution>, Error> {
    let judge = Judge::new(problem, settings)?;
    let mut found = search(&judge, &[], &mut |_, _| true)?.solutions;
    let apart = |s: &Solution| judge.distance(&s.motion.acceleration, &known.acceleration);
    found.retain(|solution| apart(solution) > settings.distance);
    Ok(found)
}

fn search(
    judge: &Judge,
    seeds: &[Vec<f64>],
    progress: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Found, Error> {
    let (mut out, mut clusters) = (Found::default(), Clusters::default());

    // without unknowns there is nothing to decide
    if judge.reduced().is_empty() {
        let only = judge.solution(&[], Finder::Zero)?;
        out.solutions.extend(only);
        out.complete = true;
        return Ok(out);
    }

    // everything at once, where that is possible
    let listed = everything(judge)?;
    if let Some(found) = listed {
        (out.complete, out.continuum) = (found.complete, found.continuum);
        for solution in found.solutions {
            clusters.add(judge, solution);
        }
        if out.complete {
            out.solutions = clusters.into_ordered(judge);
            return Ok(out);
        }
    }

    // from no force, from the seeds, from random forces
    let mut starts = Starts::new(judge)?;
    let total = 1 + seeds.len() + judge.settings().starts;
    for index in 0..total {
        if !progress(index, total) {
            out.interrupted = true;
            break;
        }
        let found = match index {
            0 => starts.solve_from(Vec::new(), Finder::Zero)?,
            i if i <= seeds.len() => {
                let seed = seeds[i - 1].clone();
                // a seed may be a solution as it stands
                match judge.solution(&seed, Finder::Seed)? {
                    Some(solution) => Some(solution),
                    None => starts.solve_from(seed, Finder::Seed)?,
                }
            }
            i => starts.random(i - 1 - seeds.len())?,
        };
        out.starts += 1;
        if let Some(solution) = found {
            out.converged += 1;
            clusters.add(judge, solution);
        }
    }
    out.solutions = clusters.into_ordered(judge);
    out.continuum |= is_continuum(judge, &out.solutions);
    Ok(out)
}

/// All solutions by the first enumeration that is complete, or by the last.
fn everything(judge: &Judge) -> Result<Option<Enumerated>, Error> {
    let mut last = None;
    for enumeration in [modes::all, polyhedra::all, enumerate::all] {
        let found = enumeration(judge)?;
        if found.as_ref().is_some_and(|found| found.complete) {
            return Ok(found);
        }
        last = found.or(last);
    }
    Ok(last)
}

/// Whether half way between two motions there is another one.
fn is_continuum(judge: &Judge, solutions: &[Solution]) -> bool {
    let first = &solutions[..solutions.len().min(PAIRS)];
    let solves = |a: &Solution, b: &Solution| {
        let both = a.unknowns.iter().zip(&b.unknowns);
        let middle: Vec<f64> = both.map(|(a, b)| 0.5 * (a + b)).collect();
        NaturalMap::of(judge.reduced(), &middle).relative <= judge.settings().tolerance
    };
    (first.iter().enumerate()).any(|(i, a)| first[..i].iter().any(|b| solves(a, b)))
}
