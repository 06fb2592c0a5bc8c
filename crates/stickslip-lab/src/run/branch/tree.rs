//! The tree of branches, as the summary of the first run tells it.

use crate::analyze::search::ContactMode;
use crate::run::course::Point;
use crate::run::summary::{Entry, Reason, Summary};
use serde::Serialize;

/// Runs that part where the motion is indeterminate.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Tree {
    /// How many runs there may be.
    pub most: usize,
    /// The runs; the first is the one that the solver chose.
    pub branches: Vec<Branch>,
    /// Motions that were tried and could not be taken: they would violate a contact that the step did not have in its problem.
    pub astray: usize,
    /// Other motions that were found and not followed.
    pub left: usize,
}

/// A run of the tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Branch {
    /// Its number, from 1.
    pub number: usize,
    /// Its folder, seen from that of the first run.
    pub folder: String,
    /// Where it comes from; nothing for the first run.
    pub from: Option<Parting>,
    /// How it ended.
    pub end: Reason,
    /// Steps taken.
    pub steps: usize,
    /// Time at the end (s).
    pub t: f64,
    /// Whether it is finished and all its steps are certified.
    pub certified: bool,
    /// Whether it is finished and no step failed.
    pub useful: bool,
    /// The largest speed at the end (m/s, rad/s): none if it is at rest.
    pub largest_speed: f64,
}

/// Where a branch leaves another.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Parting {
    /// The number of the other.
    pub parent: usize,
    /// In which step.
    pub step: usize,
    /// The time at its start (s).
    pub t: f64,
    /// In which of its parts, from 0.
    pub part: usize,
    /// The largest difference of a relative velocity at a contact there (m/s).
    pub distance: f64,
    /// The contacts of the step.
    pub contacts: Vec<String>,
    /// What they do in it.
    pub modes: Vec<ContactMode>,
    /// How far they are apart at the end, if they end at the same time.
    pub at_end: Option<Apart>,
}

/// How far two states are from each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Apart {
    /// The largest difference of a position (m, rad; 1 for entries of orientations).
    pub position: f64,
    /// The largest difference of a velocity (m/s, rad/s).
    pub velocity: f64,
}

impl Tree {
    pub(super) fn new(most: usize, first: &Summary, left: usize) -> Self {
        Self {
            most,
            branches: vec![Branch::of(1, ".".into(), None, first)],
            astray: 0,
            left,
        }
    }

    pub(super) fn add(&mut self, branch: Branch) {
        self.branches.push(branch);
    }
}

impl Branch {
    pub(super) fn new(
        number: usize,
        folder: String,
        point: &Point,
        (parent, other): (usize, &Summary),
        own: &Summary,
    ) -> Self {
        let told = &point.other.told;
        let parting = Parting {
            parent,
            step: point.step,
            t: point.t,
            part: point.other.part,
            distance: told.distance,
            contacts: point.other.contacts.clone(),
            modes: told.modes.clone(),
            at_end: (own.steps == other.steps).then(|| Apart {
                position: largest(&own.positions, &other.positions),
                velocity: largest(&own.velocities, &other.velocities),
            }),
        };
        Self::of(number, folder, Some(parting), own)
    }

    fn of(number: usize, folder: String, from: Option<Parting>, summary: &Summary) -> Self {
        let speeds = summary.velocities.iter().map(|v| v.value.abs());
        Self {
            number,
            folder,
            from,
            end: summary.end,
            steps: summary.steps,
            t: summary.t,
            certified: summary.is_fine(),
            useful: summary.is_useful(),
            largest_speed: speeds.fold(0.0, f64::max),
        }
    }
}

/// The largest difference of entries.
fn largest(a: &[Entry], b: &[Entry]) -> f64 {
    let apart = a.iter().zip(b).map(|(a, b)| (a.value - b.value).abs());
    apart.fold(0.0, f64::max)
}
