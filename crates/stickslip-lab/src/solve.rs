//! Solves many problems, one record each, in the order of the input.
//!
//! Problems are independent, so they are solved on all cores, a batch at a time; records are handed out
//! in input order and do not depend on the number of threads. Timing runs alone, one problem after another.

use crate::problem_file::{ContactData, Data, Problem};
use crate::record::{ContactFinding, Finding, LcpFinding, Record};
use complementarity::enumerate::{Piece, Solutions};
use complementarity::{Method, Workspace, classify, enumerate};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use stickslip::{GlobalMap, GlobalProblem, Refinement, Solver};

/// What to do with each problem.
#[derive(Debug, Default)]
pub struct Task {
    /// How to solve it.
    pub method: Method,
    /// Find all solutions as well; only for problems in the format `lcp-1`.
    pub all_solutions: bool,
    /// Limits of the search for all solutions.
    pub search: enumerate::Settings,
    /// Say what the class of the matrix guarantees; only for problems in the format `lcp-1`.
    pub classify: bool,
    /// Solve this many times, after once to warm up, and report the median time.
    pub repeat: Option<NonZeroUsize>,
}

/// Solves the problems and hands each record to `emit`, with the index of its problem; returns how many
/// were handed out.
///
/// Stops early, between two problems, when `stop` is set or `emit` breaks.
pub fn each(
    problems: &[Problem],
    task: &Task,
    stop: &AtomicBool,
    mut emit: impl FnMut(usize, Record) -> ControlFlow<()>,
) -> usize {
    let mut done = 0;
    let mut pool = Pool::new(task);
    for start in (0..problems.len()).step_by(pool.batch) {
        let batch = &problems[start..problems.len().min(start + pool.batch)];
        let records = pool.solve(batch, task, stop);
        for (i, record) in records.into_iter().enumerate() {
            let Some(record) = record else { continue };
            done += 1;
            if emit(start + i, record).is_break() {
                return done;
            }
        }
        if stop.load(Ordering::Relaxed) {
            return done;
        }
    }
    done
}

/// What solving reuses from problem to problem. It never influences a result.
#[derive(Debug, Default)]
pub struct Memory {
    workspace: Workspace,
    solver: Solver,
    impulses: Vec<f64>,
}

/// Solves one problem. `stop` ends its repetitions early; the median is then that of those done.
pub fn one(problem: &Problem, task: &Task, stop: &AtomicBool, memory: &mut Memory) -> Record {
    let (finding, seconds) = match task.repeat {
        None => (solve(problem, task, memory), None),
        Some(times) => {
            let (finding, seconds) = timed(times, stop, || solve(problem, task, memory));
            (finding, Some(seconds))
        }
    };
    let finding = match (finding, &problem.data) {
        (Finding::Lcp(mut finding), Data::Lcp(lcp)) => {
            if task.all_solutions {
                finding.solutions = Some(distinct(enumerate::all(lcp, &task.search)));
            }
            if task.classify {
                let classes = classify::classify(lcp.m(), &classify::Settings::default());
                let sentences = classes.guarantees();
                finding.guarantees = sentences.iter().map(ToString::to_string).collect();
            }
            Finding::Lcp(finding)
        }
        (Finding::Contact(mut finding), data) => {
            finding.count_modes(data);
            Finding::Contact(finding)
        }
        (finding, _) => finding,
    };
    Record {
        name: problem.name.clone(),
        line: problem.line,
        seconds,
        finding,
    }
}

/// Vertices that are the same up to this part of their largest entry are one: they come from bases that rounding tells apart.
const SAME: f64 = 1e-9;
/// Lists longer than this are not looked through for that, which takes time with the square of their length.
const COMPARED: usize = 4096;

/// The same solutions, each once.
fn distinct(mut all: Solutions) -> Solutions {
    for piece in &mut all.pieces {
        let vertices = std::mem::take(&mut piece.vertices);
        piece.vertices = once(vertices, |v| v);
    }
    let (points, others): (Vec<Piece>, Vec<Piece>) =
        all.pieces.into_iter().partition(Piece::is_point);
    // points first or last is no matter: they are told by what they are
    let mut pieces = once(points, |piece| &piece.vertices[0]);
    pieces.extend(others);
    all.pieces = pieces;
    all
}

/// A list without what is the same as something before.
fn once<T>(list: Vec<T>, vector: impl Fn(&T) -> &Vec<f64>) -> Vec<T> {
    if list.len() > COMPARED {
        return list;
    }
    let mut kept: Vec<T> = Vec::with_capacity(list.len());
    for item in list {
        if !kept
            .iter()
            .any(|known| is_same(vector(known), vector(&item)))
        {
            kept.push(item);
        }
    }
    kept
}

fn is_same(a: &[f64], b: &[f64]) -> bool {
    let size = a
        .iter()
        .chain(b)
        .fold(0.0, |size: f64, x| size.max(x.abs()));
    a.iter().zip(b).all(|(x, y)| (x - y).abs() <= SAME * size)
}

/// From the problem's data to an answer with its certificate: this is what is timed.
fn solve(problem: &Problem, task: &Task, memory: &mut Memory) -> Finding {
    let outcome = match &problem.data {
        Data::Lcp(lcp) => task.method.solve(lcp, &mut memory.workspace),
        Data::Mlcp(mlcp) => task.method.solve_mixed(mlcp, &mut memory.workspace),
        Data::Contact(contact) => {
            return Finding::Contact(Box::new(contacts(contact, task, memory)));
        }
        Data::Global(global) => {
            return Finding::Contact(Box::new(bodies(global, task, memory)));
        }
    };
    Finding::Lcp(Box::new(LcpFinding {
        mixed: problem.is_mixed(),
        outcome,
        solutions: None,
        guarantees: Vec::new(),
    }))
}

fn contacts(contact: &ContactData, task: &Task, memory: &mut Memory) -> ContactFinding {
    let (problem, r) = (contact.problem(), &mut memory.impulses);
    // impulses of the right length would be a start, and every solve is to begin from nothing
    r.clear();
    let (method, refinement) = (&task.method, Refinement::default());
    let end = match method {
        Method::Auto => (memory.solver).solve_blocks(contact.blocks(), method, &refinement, r),
        _ => memory.solver.solve_reduced(problem, method, &refinement, r),
    };
    if end.is_err() {
        r.clear();
        r.resize(problem.len(), 0.0);
    }
    ContactFinding::judge(contact, r, end)
}

/// The velocities are eliminated, and found again from the impulses.
fn bodies(global: &GlobalProblem, task: &Task, memory: &mut Memory) -> ContactFinding {
    let Some(mut reduction) = global.reduce() else {
        return ContactFinding::singular(global);
    };
    let (problem, r) = (reduction.problem(), &mut memory.impulses);
    r.clear();
    let (method, refinement) = (&task.method, Refinement::default());
    let end = (memory.solver).solve_blocks(problem, method, &refinement, r);
    if end.is_err() {
        r.clear();
        r.resize(problem.len(), 0.0);
    }
    let v = reduction.velocity(r);
    let map = GlobalMap::of(global, [&v, reduction.free()], r);
    ContactFinding::of_bodies(global, map, v, r, end)
}

/// The last result and the median time of one run. Only the run itself is on the clock, and a first one before it
/// is not: it pays for memory and caches that all later ones share.
fn timed<T>(times: NonZeroUsize, stop: &AtomicBool, mut run: impl FnMut() -> T) -> (T, f64) {
    let mut clock = || {
        let start = Instant::now();
        let result = run();
        (result, start.elapsed().as_secs_f64())
    };
    clock();
    let (mut result, first) = clock();
    let mut seconds = vec![first];
    for _ in 1..times.get() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let (next, time) = clock();
        result = next;
        seconds.push(time);
    }
    (result, median(&mut seconds))
}

/// The middle value, or the mean of the two middle values.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let n = values.len();
    0.5 * (values[(n - 1) / 2] + values[n / 2])
}

/// The memories, kept from batch to batch.
struct Pool {
    batch: usize,
    memories: Vec<Memory>,
}

impl Pool {
    fn new(task: &Task) -> Self {
        let threads = if task.repeat.is_some() { 1 } else { threads() };
        // a few problems per thread even out unequal ones; a lone thread hands out each at once
        let batch = if threads == 1 { 1 } else { 4 * threads };
        Self {
            batch,
            memories: (0..threads).map(|_| Memory::default()).collect(),
        }
    }

    /// The records of a batch; `None` where `stop` came first.
    fn solve(&mut self, batch: &[Problem], task: &Task, stop: &AtomicBool) -> Vec<Option<Record>> {
        let run = |problem: &Problem, memory: &mut Memory| {
            (!stop.load(Ordering::Relaxed)).then(|| one(problem, task, stop, memory))
        };
        match &mut self.memories[..] {
            [memory] => batch.iter().map(|problem| run(problem, memory)).collect(),
            memories => in_parallel(batch, memories, run),
        }
    }
}

#[cfg(feature = "parallel")]
fn threads() -> usize {
    rayon::current_num_threads()
}

#[cfg(not(feature = "parallel"))]
fn threads() -> usize {
    1
}

/// Thread k takes the problems k, k + threads, …, so that every memory has one owner.
#[cfg(feature = "parallel")]
fn in_parallel(
    batch: &[Problem],
    memories: &mut [Memory],
    run: impl Fn(&Problem, &mut Memory) -> Option<Record> + Sync,
) -> Vec<Option<Record>> {
    use rayon::prelude::*;
    let threads = memories.len();
    let mut shares: Vec<std::vec::IntoIter<Option<Record>>> = memories
        .par_iter_mut()
        .enumerate()
        .map(|(k, memory)| {
            let share = batch.iter().skip(k).step_by(threads);
            share
                .map(|problem| run(problem, memory))
                .collect::<Vec<_>>()
                .into_iter()
        })
        .collect();
    (0..batch.len())
        .map(|i| shares[i % threads].next().flatten())
        .collect()
}

#[cfg(not(feature = "parallel"))]
fn in_parallel(
    batch: &[Problem],
    memories: &mut [Memory],
    run: impl Fn(&Problem, &mut Memory) -> Option<Record>,
) -> Vec<Option<Record>> {
    let pairs = batch.iter().zip((0..memories.len()).cycle());
    pairs
        .map(|(problem, k)| run(problem, &mut memories[k]))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem_file::read;

    /// n copies of 0 ≤ z ⊥ 2 z − k ≥ 0, whose solution k / 2 tells which one it is.
    fn many(n: usize) -> Vec<Problem> {
        let line = |k| format!("{{\"name\": \"p{k}\", \"M\": [[2]], \"q\": [-{k}]}}\n");
        read((0..n).map(line).collect::<String>().as_bytes(), "many").unwrap()
    }

    fn run(n: usize, task: &Task, stop_after: usize) -> (usize, Vec<(usize, f64)>) {
        let stop = AtomicBool::new(false);
        let mut seen = Vec::new();
        let done = each(&many(n), task, &stop, |i, record| {
            seen.push((i, record.answer()[0]));
            if seen.len() == stop_after {
                stop.store(true, Ordering::Relaxed);
            }
            ControlFlow::Continue(())
        });
        (done, seen)
    }

    #[test]
    fn records_come_in_input_order() {
        let (done, seen) = run(100, &Task::default(), usize::MAX);
        assert_eq!(done, 100);
        for (k, (i, z)) in seen.into_iter().enumerate() {
            assert_eq!((k, k as f64 / 2.0), (i, z));
        }
    }

    #[test]
    fn a_stop_ends_the_work_between_problems() {
        let (done, seen) = run(10_000, &Task::default(), 5);
        assert!((5..1000).contains(&done) && seen.len() == done, "{done}");
        let timing = Task {
            repeat: NonZeroUsize::new(2),
            ..Task::default()
        };
        assert_eq!(run(100, &timing, 5).0, 5);
    }

    #[test]
    fn solutions_that_rounding_tells_apart_are_one() {
        let near = |x: f64| vec![x, 1.0];
        let list = vec![near(0.5), near(0.5 + 1e-11), near(0.6), near(0.5 - 1e-11)];
        assert_eq!(once(list, |v| v), [near(0.5), near(0.6)]);
        // a segment stays one, and a point that is found twice is one
        let text = br#"{"name": "s", "M": [[1, 1], [1, 1]], "q": [-1, -1]}"#;
        let task = Task {
            all_solutions: true,
            ..Task::default()
        };
        let stop = AtomicBool::new(false);
        let problem = &read(&text[..], "here").unwrap()[0];
        let record = one(problem, &task, &stop, &mut Memory::default());
        let Finding::Lcp(finding) = record.finding else {
            panic!("an LCP")
        };
        let mut found = finding.solutions.unwrap();
        assert_eq!((found.pieces.len(), found.pieces[0].vertices.len()), (1, 2));
        let mut point = found.pieces[0].clone();
        point.vertices.truncate(1);
        found.pieces.extend([point.clone(), point]);
        let found = distinct(found);
        assert_eq!(found.pieces.len(), 2);
    }

    #[test]
    fn emit_can_break() {
        let done = each(
            &many(50),
            &Task::default(),
            &AtomicBool::new(false),
            |i, _| {
                if i == 2 {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        assert_eq!(done, 3);
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 100.0]), 3.0);
        let mut runs = 0;
        let (last, seconds) = timed(
            NonZeroUsize::new(3).unwrap(),
            &AtomicBool::new(false),
            || {
                runs += 1;
                runs
            },
        );
        assert!(last == 4 && seconds >= 0.0);
    }

    #[test]
    fn a_stop_ends_repetitions() {
        let stop = AtomicBool::new(false);
        let mut runs = 0;
        timed(NonZeroUsize::MAX, &stop, || {
            runs += 1;
            stop.store(runs == 7, Ordering::Relaxed);
        });
        assert_eq!(runs, 7);
    }
}
