//! A run that is watched: are there other motions than the one that each step took?
//!
//! Rigid bodies with friction may have several motions for the same state, and a solver returns one of them. After a step its problem is searched
//! quickly for others [`search`]. What is found is proven, that there is nothing else is not. Forces that are not unique where the motion is
//! are no matter here: motions are told apart by velocities alone.

mod marks;

pub use marks::{Mark, OtherMotion, Uniqueness};

use super::Steps;
use crate::analyze::search::{self, Finder, Judge, Solution};
use crate::scene::BuiltIn;
use std::sync::atomic::{AtomicBool, Ordering};
use stickslip::{Answer, Error, InstantProblem, Note, Simulation, Taken};

/// Problems of more contacts are not searched: that would take longer than the run.
pub const CONTACTS_LIMIT: usize = 40;
/// Velocities this close, relative to the data, are the same where the answer of a step is less accurate than the search.
const COARSE: f64 = 1e-3;

/// Another motion for a part of a step.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    /// Which part of the step.
    pub(super) part: usize,
    /// Its impulses and end velocity.
    pub(super) answer: Answer,
    /// The contacts of its problem.
    pub(super) contacts: Vec<String>,
    /// What is told of it.
    pub(super) told: OtherMotion,
}

/// What a look at one problem found.
struct Seen {
    /// What the contacts do in the motion that was taken, if that is a solution.
    own: Vec<search::ContactMode>,
    others: Vec<Solution>,
    continuum: bool,
}

/// Looks at the step that was just taken, number `step`, and writes down what is found. The other motions.
pub(super) fn look(
    log: &mut Uniqueness,
    step: usize,
    moved: &Simulation<BuiltIn>,
    stop: &AtomicBool,
) -> Result<Vec<Alternative>, Error> {
    let report = Simulation::report(moved);
    let mut alternatives = Vec::new();
    let solved = report.solution.solved;
    let is_large = |taken: &Taken| taken.problem.contacts.len() > CONTACTS_LIMIT;
    match moved.taken().iter().any(is_large) {
        _ if !solved => log.steps_unsolved += 1,
        true => log.steps_too_large += 1,
        false => log.steps_looked_at += 1,
    }
    if !solved {
        return Ok(alternatives);
    }
    // numbers of contacts are those of the last search for them
    let renumbered = (report.notes.iter()).any(|note| matches!(note, Note::Parts { .. }));
    let name = |id: usize| match renumbered {
        true => format!("contact {id}"),
        false => moved.contact_name(id),
    };
    for (part, taken) in moved.taken().iter().enumerate() {
        if is_large(taken) || is_plainly_unique(taken) {
            continue;
        }
        let problem = InstantProblem::of_step(taken.problem.clone());
        let seen = others(&problem, taken, stop)?;
        if seen.others.is_empty() {
            continue;
        }
        let told: Vec<OtherMotion> = (seen.others.iter())
            .map(|other| OtherMotion::new(&problem, &taken.answer.velocity, other))
            .collect();
        let contacts: Vec<String> = (taken.problem.contacts.iter())
            .map(|contact| name(contact.id))
            .collect();
        log.mark(Mark {
            step,
            t: report.t,
            part,
            contacts: contacts.clone(),
            taken: seen.own,
            others: told.clone(),
            continuum: seen.continuum,
        });
        for (other, told) in seen.others.into_iter().zip(told) {
            let answer = Answer {
                impulses: other.motion.forces,
                joints: other.motion.joints,
                velocity: other.motion.acceleration,
            };
            alternatives.push(Alternative {
                part,
                answer,
                contacts: contacts.clone(),
                told,
            });
        }
    }
    log.steps_marked += usize::from(!alternatives.is_empty());
    Ok(alternatives)
}

/// Without friction impulses are the multipliers of a convex problem in the velocities, which has one solution.
fn is_plainly_unique(taken: &Taken) -> bool {
    let mut contacts = taken.problem.contacts.iter();
    contacts.all(|contact| contact.friction.rows() == 0)
}

fn others(problem: &InstantProblem, taken: &Taken, stop: &AtomicBool) -> Result<Seen, Error> {
    let settings = search::Settings::quick();
    let judge = Judge::new(problem, &settings)?;
    let mut c = Vec::with_capacity(judge.reduced().len());
    for (contact, impulse) in taken.problem.contacts.iter().zip(&taken.answer.impulses) {
        c.extend_from_slice(&impulse.parts()[..=contact.friction.rows()]);
    }
    c.extend_from_slice(&taken.answer.joints);
    let own = judge.solution(&c, Finder::Seed)?;
    let near = match own {
        Some(_) => settings.distance,
        None => COARSE,
    };
    let go_on = &mut |_, _| !stop.load(Ordering::Relaxed);
    let found = search::all(problem, &settings, &[c], go_on)?;
    let is_other =
        |s: &Solution| judge.distance(&s.motion.acceleration, &taken.answer.velocity) > near;
    let (others, same): (Vec<_>, Vec<_>) = found.solutions.into_iter().partition(is_other);
    let own = own.or_else(|| same.into_iter().next());
    Ok(Seen {
        own: own.map(|own| own.modes).unwrap_or_default(),
        others,
        continuum: found.continuum,
    })
}

#[cfg(test)]
mod tests;
