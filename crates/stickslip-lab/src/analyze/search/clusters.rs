//! Solutions that are the same motion, counted once. Forces need not be unique where the motion is, so accelerations decide alone.

use super::judge::Judge;
use super::solution::Solution;
use std::cmp::Ordering;

/// Solutions by acceleration.
#[derive(Debug, Default)]
pub struct Clusters {
    found: Vec<Solution>,
}

impl Clusters {
    /// Adds a solution: a new one, or another hit of one that is known. Of forces for the same motion those with the smaller residual
    /// are kept.
    pub fn add(&mut self, judge: &Judge, solution: Solution) {
        match self.place(judge, &solution.motion.acceleration) {
            None => self.found.push(solution),
            Some(at) => {
                let known = &mut self.found[at];
                known.hits += solution.hits;
                if solution.residual < known.residual {
                    *known = Solution {
                        hits: known.hits,
                        found_by: known.found_by,
                        ..solution
                    };
                }
            }
        }
    }

    /// The solution with this acceleration: the nearest, if it is near enough.
    pub fn place(&self, judge: &Judge, acceleration: &[f64]) -> Option<usize> {
        place(judge, &self.found, acceleration)
    }

    /// How many motions there are.
    pub fn len(&self) -> usize {
        self.found.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// All of them, from the slowest acceleration to the fastest; those of one size in the order of their entries.
    pub fn into_ordered(mut self, judge: &Judge) -> Vec<Solution> {
        // sizes that differ by rounding alone must not decide
        let step = judge.settings().distance;
        let size = |s: &Solution| (judge.size(&s.motion.acceleration) / step).round();
        self.found.sort_by(|a, b| {
            let by_entry = entries(&a.motion.acceleration, &b.motion.acceleration);
            size(a).total_cmp(&size(b)).then(by_entry)
        });
        self.found
    }
}

/// The solution of a list with this acceleration, if there is one.
pub fn place(judge: &Judge, found: &[Solution], acceleration: &[f64]) -> Option<usize> {
    let apart = |s: &Solution| judge.distance(&s.motion.acceleration, acceleration);
    let near = found.iter().enumerate().map(|(i, s)| (i, apart(s)));
    let nearest = near.min_by(|a, b| a.1.total_cmp(&b.1));
    nearest
        .filter(|(_, apart)| *apart <= judge.settings().distance)
        .map(|(i, _)| i)
}

fn entries(a: &[f64], b: &[f64]) -> Ordering {
    let differing = a.iter().zip(b).map(|(a, b)| a.total_cmp(b));
    differing.fold(Ordering::Equal, Ordering::then)
}
