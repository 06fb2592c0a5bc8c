//! Where the motion of a run is indeterminate, its other motions followed, each as a run of its own.
//!
//! The first run is what the solver chose. A branch is that run, or another branch, up to a step in which it takes another motion; it is run again from
//! the beginning, so that its folder is whole and needs no other. The earliest points are followed first, at one step those of the earlier
//! branch; so a tree is the same however often it is made.

mod tree;

pub use tree::{Apart, Branch, Parting, Tree};

use super::course::{Came, Choice, Course, Point};
use super::{Options, Origin, Progress, RunError, Summary, folder};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip::{Scheme, Settings};

/// Whether branches can be followed under these settings.
pub(super) fn check(options: &Options, settings: &Settings) -> Result<(), RunError> {
    let refuse = |why: String| Err(RunError::CannotBranch { why });
    if options.branches <= 1 {
        return Ok(());
    }
    if options.resume {
        return refuse(
            "where a run that is resumed could have gone elsewhere before is not known".into(),
        );
    }
    match settings.scheme {
        Scheme::StewartTrinkle { .. } | Scheme::AnitescuPotra => Ok(()),
        other => refuse(format!(
            "the scheme {} solves a step in several rounds, each at another position, and a solution of the last is none of the first; \
             take stewart-trinkle or anitescu-potra",
            other.name()
        )),
    }
}

/// A branch that could be followed.
struct Planned {
    /// The choices of its parent, and its own.
    choices: Vec<Choice>,
    parent: usize,
    point: Point,
}

/// By step and part, then by parent, then in the order in which they were found.
type Queue = BTreeMap<(usize, usize, usize, usize), Planned>;

/// Follows the points of the first run and those of its branches, until there are as many runs as asked for or nothing is left. The tree is written
/// into the summary of the first run after each of them.
pub(super) fn follow(
    first: &Course<'_>,
    summary: &mut Summary,
    (points, count): (Vec<Point>, usize),
    stop: &AtomicBool,
    progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<(), RunError> {
    let mut queue = Queue::new();
    add(&mut queue, 1, &[], points);
    let mut summaries = vec![summary.clone()];
    let mut tree = Tree::new(first.options.branches, summary, count);
    loop {
        summary.branches = Some(tree.clone());
        folder::write_summary(first.folder, summary)?;
        if tree.branches.len() >= first.options.branches || stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let Some((_, planned)) = queue.pop_first() else {
            return Ok(());
        };
        tree.left -= 1;
        let number = tree.branches.len() + 1;
        let name = folder::branch(number);
        let Planned {
            choices,
            parent,
            point,
        } = planned;
        let options = Options {
            origin: Origin {
                branch: Some(format!(
                    "branch {number}, from {parent} at step {}",
                    point.step
                )),
                ..first.options.origin.clone()
            },
            ..first.options.clone()
        };
        let inside = first.folder.join(&name);
        let course = Course {
            folder: &inside,
            options: &options,
            choices: &choices,
            branch: number,
            ..*first
        };
        match course.run(stop, progress)? {
            Came::Now {
                summary: own,
                points,
                count,
                ..
            } => {
                tree.left += count;
                let other = (parent, &summaries[parent - 1]);
                tree.add(Branch::new(number, name, &point, other, &own));
                add(&mut queue, number, &choices, points);
                summaries.push(*own);
            }
            Came::Astray => {
                folder::remove_branch(first.folder, &name)?;
                tree.astray += 1;
            }
            Came::Before(_) => unreachable!("branches are not resumed"),
        }
    }
}

fn add(queue: &mut Queue, parent: usize, choices: &[Choice], points: Vec<Point>) {
    for (index, point) in points.into_iter().enumerate() {
        let key = (point.step, point.other.part, parent, index);
        let own = Choice {
            step: point.step,
            part: point.other.part,
            answer: point.other.answer.clone(),
        };
        let planned = Planned {
            choices: choices.iter().cloned().chain([own]).collect(),
            parent,
            point,
        };
        queue.insert(key, planned);
    }
}
