//! Islands shared out among threads. Each island is solved on its own, and answers are put together in the order of the islands,
//! so the number of threads changes nothing.

use super::rest::Rest;
use super::sparse::{Bodies, Goal, Members};
use super::{Effort, Ending, ReducedEnd, Ways, Worker};
use crate::answer::Answer;
use crate::error::Error;
use crate::islands::Islands;
use crate::problem::ContactProblem;
use complementarity::Method;
use std::ops::Range;

/// Below this many contacts and joints for each thread, sharing costs more than it gains.
#[cfg(feature = "parallel")]
const WORTH: usize = 32;

/// What is to be solved, and how.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) problem: &'a ContactProblem,
    pub(super) islands: &'a Islands,
    pub(super) rest: &'a Rest,
    pub(super) bodies: &'a Bodies,
    pub(super) ways: &'a Ways<'a>,
}

/// From so many contacts on it is worth to look whether the impulses of the last step still hold, before a dense matrix is built.
const WORTH_A_LOOK: usize = 8;
/// Islands of no more contacts than this get a dense matrix where sweeps do not solve them, even if they are to be swept.
const DENSE: usize = 32;
/// The same where there are joints; and where more than sweeps is asked for: a dense matrix of so many takes seconds.
const JOINTED: usize = 64;
const JOINTED_EXACT: usize = 200;
/// To what they must hold, relative (1), at first or after a few sweeps.
const STILL_HOLDS: f64 = 1e-10;
/// The same for each contact and joint on its own, relative to the speeds of its own bodies: a light body must not vanish beside heavy ones.
const STILL_HOLDS_EACH: f64 = 1e-9;

impl Task<'_> {
    /// Whether an island of so many contacts is to be swept.
    fn sweeps(&self, contacts: usize) -> bool {
        *self.ways.method == Method::Auto && contacts > self.ways.large.contacts
    }

    /// What sweeps are to reach for an island that they are to solve.
    fn good(&self) -> Goal {
        let large = &self.ways.large;
        Goal {
            relative: large.relative,
            violation: large.violation,
            each: f64::INFINITY,
            sweeps: large.sweeps,
            rounds: large.rounds,
            leaps: large.leaps,
            proximal: large.proximal,
        }
    }

    /// What they are to reach where a dense matrix would do better.
    fn exact(&self, contacts: usize) -> Option<Goal> {
        let worth =
            self.sweeps(contacts) || *self.ways.method == Method::Auto && contacts >= WORTH_A_LOOK;
        worth.then_some(Goal {
            relative: STILL_HOLDS,
            violation: f64::INFINITY,
            each: STILL_HOLDS_EACH,
            // a factorisation takes as long as many sweeps, the more so the more contacts there are
            sweeps: contacts.max(4),
            rounds: 0,
            leaps: 0,
            proximal: 0.0,
        })
    }
}

/// Neighbouring islands for one worker, and their ends.
#[derive(Debug, Default)]
pub(super) struct Share {
    islands: Range<usize>,
    ends: Vec<ReducedEnd>,
    /// Impulses of its contacts and joints, island by island.
    answer: Answer,
    dependent: Vec<usize>,
}

/// Solves all islands; impulses are written into `answer`, which holds those to begin with.
pub(super) fn solve(
    task: &Task,
    workers: &mut Vec<Worker>,
    answer: &mut Answer,
    ending: &mut Ending,
) -> Result<(), Error> {
    let count = task.islands.len();
    let shares = threads(task).clamp(1, count.max(1));
    workers.resize_with(workers.len().max(shares), Worker::default);
    share_out(task, &mut workers[..shares]);
    work(task, &mut workers[..shares], answer)?;
    for worker in &workers[..shares] {
        let share = &worker.share;
        let (mut contacts, mut joints) = (share.answer.impulses.iter(), share.answer.joints.iter());
        for (island, end) in share.islands.clone().zip(&share.ends) {
            for (&at, c) in task.islands.contacts(island).iter().zip(&mut contacts) {
                answer.impulses[at] = *c;
            }
            for (&at, c) in task.islands.joints(island).iter().zip(&mut joints) {
                answer.joints[at] = *c;
            }
            ending.see(end);
        }
        ending.dependent.extend_from_slice(&share.dependent);
    }
    Ok(())
}

/// Neighbouring islands to each worker, about as many contacts and joints each.
fn share_out(task: &Task, workers: &mut [Worker]) {
    let size = |i: usize| match task.rest.of(i) {
        Some(_) => 0,
        None => task.islands.contacts(i).len() + task.islands.joints(i).len(),
    };
    let total: usize = (0..task.islands.len()).map(size).sum();
    let (mut first, mut done) = (0, 0);
    let shares = workers.len();
    for (i, worker) in workers.iter_mut().enumerate() {
        let mut end = first;
        while end < task.islands.len() && (i + 1 == shares || done * shares < (i + 1) * total) {
            done += size(end);
            end += 1;
        }
        worker.share.islands = first..end;
        first = end;
    }
}

#[cfg(feature = "parallel")]
fn threads(task: &Task) -> usize {
    let work = task.problem.contacts.len() + task.problem.joints.len();
    match work < 2 * WORTH || task.islands.len() < 2 {
        true => 1,
        false => (work / WORTH).min(rayon::current_num_threads()),
    }
}

#[cfg(not(feature = "parallel"))]
fn threads(_task: &Task) -> usize {
    1
}

fn work(task: &Task, workers: &mut [Worker], start: &Answer) -> Result<(), Error> {
    #[cfg(feature = "parallel")]
    if workers.len() > 1 {
        use rayon::prelude::*;
        // the first error in the order of the islands, whoever met it first
        let ends: Vec<Result<(), Error>> = (workers.par_iter_mut())
            .map(|worker| worker.work(task, start))
            .collect();
        return ends.into_iter().collect();
    }
    workers.iter_mut().try_for_each(|w| w.work(task, start))
}

impl Worker {
    fn work(&mut self, task: &Task, start: &Answer) -> Result<(), Error> {
        let Self {
            methods,
            reduced,
            impulses,
            share,
            sparse,
        } = self;
        share.ends.clear();
        share.answer.impulses.clear();
        share.answer.joints.clear();
        share.dependent.clear();
        for island in share.islands.clone() {
            let (contacts, joints) = (task.islands.contacts(island), task.islands.joints(island));
            if let Some(residual) = task.rest.of(island) {
                let answer = &mut share.answer;
                (answer.impulses).extend(contacts.iter().map(|&c| start.impulses[c]));
                (answer.joints).extend(joints.iter().map(|&j| start.joints[j]));
                share.ends.push(ReducedEnd::at_rest(residual));
                continue;
            }
            let swept = task.sweeps(contacts.len());
            // joints carry load along chains, which sweeps do link by link
            let most = match joints.is_empty() {
                true => DENSE,
                false if task.ways.large.rounds > 0 => JOINTED_EXACT,
                false => JOINTED,
            };
            let sweep = swept && contacts.len() > most;
            let members = Members { contacts, joints };
            let mut taken = false;
            if let Some(exact) = task.exact(contacts.len())
                && sparse.take(task.problem, task.bodies, members, (start, !sweep))
            {
                taken = true;
                let answer = &mut share.answer;
                let good = task.good();
                let end = match sweep {
                    true => Some(sparse.solve(task.problem, task.bodies, &good, answer)),
                    false => sparse.look(&exact, Some(&good).filter(|_| swept), answer),
                };
                if let Some(end) = end {
                    share.ends.push(end);
                    continue;
                }
            }
            reduced.reduce(task.problem, contacts, joints);
            reduced.gather(start, impulses);
            let effort = match swept && taken {
                true => Effort::Quick,
                false => Effort::Full,
            };
            let end = methods.solve_island(reduced, task.ways, effort, impulses)?;
            if swept && taken && !end.solved {
                // what neither a few sweeps nor the method that fits could do, all of them may
                let (good, answer) = (task.good(), &mut share.answer);
                let end = sparse.solve(task.problem, task.bodies, &good, answer);
                share.ends.push(end);
                continue;
            }
            reduced.append(impulses, &mut share.answer);
            reduced.dependent_joints(&mut share.dependent);
            share.ends.push(end);
        }
        Ok(())
    }
}
