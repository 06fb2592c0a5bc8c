//! Depth-first search over the decisions, in independent subtrees that may run side by side.

use super::leaf::{Leaf, Nothing, Support};
use super::scaling::Scaled;
use super::tableau::{Choice, Step, Tableau};
use super::{Piece, Settings};
use crate::problem::Lcp;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Subtrees the search is cut into: enough to keep many cores busy, few enough to cost nothing.
const SUBTREES: usize = 64;
/// Pieces listed at most.
const MAX_PIECES: usize = 1 << 16;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task<'a> {
    pub(super) lcp: &'a Lcp,
    pub(super) scaled: &'a Scaled,
    pub(super) settings: &'a Settings,
    /// Stop at the first solution.
    pub(super) first: bool,
}

/// A piece and when it was found.
#[derive(Debug)]
pub(super) struct Found {
    /// Nodes visited before, counted within the subtree.
    node: usize,
    pub(super) support: Support,
    pub(super) piece: Piece,
}

/// The end of a search.
#[derive(Debug, Default)]
pub(super) struct Report {
    pub(super) found: Vec<Found>,
    pub(super) nodes: usize,
    /// Whether the node limit, or the one on pieces, ended the search.
    pub(super) exhausted: bool,
    /// The node at which rounding errors first may have decided something (a corner failed its certificate,
    /// a leaf was empty by numbers near zero) or a piece was too large to list.
    pub(super) doubt: Option<usize>,
}

impl Report {
    /// Forgets what came after a node.
    fn cut(&mut self, node: usize) {
        self.found.retain(|f| f.node <= node);
        self.doubt = self.doubt.filter(|&d| d <= node);
        self.nodes = node;
        self.exhausted = true;
    }
}

/// Searches the whole tree.
///
/// Subtrees run in waves. Each may use up all nodes left at the start of its wave, and the reports are
/// then read in order and cut off where one search after the other would have ended: the answer does
/// not depend on the size of the waves.
pub(super) fn search(task: Task) -> Report {
    let mut total = Report::default();
    let subtrees = split(task, &mut total.nodes);
    let limit = task.settings.max_nodes;
    for wave in subtrees.chunks(wave_size()) {
        let budget = limit.saturating_sub(total.nodes);
        for mut report in explore_wave(task, wave, budget) {
            let left = limit.saturating_sub(total.nodes);
            if report.nodes > left {
                report.cut(left);
            }
            let room = MAX_PIECES - total.found.len();
            if let Some(node) = report.found.get(room).map(|f| f.node) {
                report.cut(node);
                report.found.truncate(room);
            }
            total.doubt = total.doubt.or(report.doubt.map(|d| total.nodes + d));
            total.nodes += report.nodes;
            total.exhausted |= report.exhausted;
            total.found.append(&mut report.found);
            let done = task.first && !total.found.is_empty();
            if done || total.exhausted {
                return total;
            }
        }
    }
    total
}

/// Expands the root level by level, keeping the order, until there are enough subtrees.
fn split(task: Task, nodes: &mut usize) -> Vec<Tableau> {
    let mut front = vec![Tableau::new(task.scaled)];
    for _ in 0..task.lcp.len() {
        if front.len() >= SUBTREES {
            break;
        }
        let mut next = Vec::new();
        for tableau in front {
            *nodes += 1;
            let (pair, choices) = match tableau.step() {
                Step::Dead => continue,
                Step::Leaf => {
                    next.push(tableau);
                    continue;
                }
                Step::Forced(pair, choice) => (pair, vec![choice]),
                Step::Branch(pair, choice) => (pair, vec![choice, other(choice)]),
            };
            for choice in choices {
                let mut child = Tableau::default();
                child.copy_from(&tableau);
                child.decide(pair, choice);
                next.push(child);
            }
        }
        front = next;
    }
    front
}

/// The opposite decision.
fn other(choice: Choice) -> Choice {
    if choice == Choice::Zero {
        Choice::Positive
    } else {
        Choice::Zero
    }
}

#[cfg(feature = "parallel")]
fn wave_size() -> usize {
    2 * rayon::current_num_threads()
}

#[cfg(feature = "parallel")]
fn explore_wave(task: Task, wave: &[Tableau], budget: usize) -> Vec<Report> {
    use rayon::prelude::*;
    wave.par_iter()
        .map(|root| Explorer::run(task, root, budget))
        .collect()
}

#[cfg(not(feature = "parallel"))]
fn wave_size() -> usize {
    1
}

#[cfg(not(feature = "parallel"))]
fn explore_wave(task: Task, wave: &[Tableau], budget: usize) -> Vec<Report> {
    wave.iter()
        .map(|root| Explorer::run(task, root, budget))
        .collect()
}

/// The search of one subtree.
#[derive(Debug)]
struct Explorer<'a> {
    task: Task<'a>,
    budget: usize,
    /// One tableau per depth, reused.
    levels: Vec<Tableau>,
    seen: BTreeSet<Support>,
    report: Report,
}

impl<'a> Explorer<'a> {
    fn run(task: Task<'a>, root: &Tableau, budget: usize) -> Report {
        let depth = root.choice.iter().filter(|&&c| c == Choice::Open).count();
        let levels = (0..=depth).map(|_| Tableau::default()).collect();
        let (seen, report) = (BTreeSet::new(), Report::default());
        let mut explorer = Self {
            task,
            budget,
            levels,
            seen,
            report,
        };
        explorer.levels[0].copy_from(root);
        // the break only says that the search ended early; the report knows why
        let _ = explorer.visit(0);
        explorer.report
    }

    fn visit(&mut self, depth: usize) -> ControlFlow<()> {
        if self.report.nodes == self.budget {
            self.report.exhausted = true;
            return ControlFlow::Break(());
        }
        self.report.nodes += 1;
        match self.levels[depth].step() {
            Step::Dead => ControlFlow::Continue(()),
            Step::Leaf => self.leaf(depth),
            Step::Forced(pair, choice) => self.descend(depth, pair, choice),
            Step::Branch(pair, choice) => {
                self.descend(depth, pair, choice)?;
                self.descend(depth, pair, other(choice))
            }
        }
    }

    fn descend(&mut self, depth: usize, pair: usize, choice: Choice) -> ControlFlow<()> {
        let (parents, children) = self.levels.split_at_mut(depth + 1);
        children[0].copy_from(&parents[depth]);
        children[0].decide(pair, choice);
        self.visit(depth + 1)
    }

    fn leaf(&mut self, depth: usize) -> ControlFlow<()> {
        let node = self.report.nodes;
        // a piece that is known already; one of every pair is allowed, so no larger support can be
        if (self.seen).contains(&Support::allowed(&self.levels[depth])) {
            return ControlFlow::Continue(());
        }
        let leaf = match Leaf::new(&mut self.levels[depth]) {
            Ok(leaf) => leaf,
            Err(Nothing::Empty) => return ControlFlow::Continue(()),
            Err(Nothing::Unclear | Nothing::TooLarge) => {
                self.report.doubt.get_or_insert(node);
                return ControlFlow::Continue(());
            }
        };
        if leaf.doubtful {
            self.report.doubt.get_or_insert(node);
        }
        // the same solutions reached through another degenerate basis
        if !self.seen.insert(leaf.support.clone()) {
            return ControlFlow::Continue(());
        }
        let mut piece = Piece::default();
        for generator in &leaf.generators {
            let (z, certificate) = generator.unscale(self.task.lcp, self.task.scaled);
            if generator.is_ray() {
                piece.rays.push(z);
            } else if certificate.passes(self.task.settings.tolerance) {
                piece.vertices.push(z);
            } else {
                self.report.doubt.get_or_insert(node);
            }
        }
        if piece.vertices.is_empty() {
            return ControlFlow::Continue(());
        }
        self.report.found.push(Found {
            node,
            support: leaf.support,
            piece,
        });
        if self.report.found.len() > MAX_PIECES || self.task.first {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
