//! Where a system is and how it moves: a small value, cheap to clone, all a step needs besides the system.

use crate::answer::Impulse;
use crate::error::Error;
use crate::system::System;

/// Time, coordinates, velocities, and which contacts were closed.
#[derive(Debug, Default, PartialEq)]
pub struct State {
    /// Time t (s).
    pub t: f64,
    /// Generalised coordinates q (m, rad, or entries of an orientation).
    pub q: Vec<f64>,
    /// Generalised velocities v (m/s, rad/s).
    pub v: Vec<f64>,
    /// The contacts that carried an impulse in the last step, ascending. They are in the next problem from the start
    /// [ST00 §4], so a run continued from a stored state repeats the original to the bit.
    pub active: Vec<usize>,
    /// Their impulses in that step (N·s), one each: where the next solve begins. May be empty.
    pub impulses: Vec<Impulse>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            t: self.t,
            q: self.q.clone(),
            v: self.v.clone(),
            active: self.active.clone(),
            impulses: self.impulses.clone(),
        }
    }

    /// Into memory that is there: every step keeps a copy of the state before it.
    fn clone_from(&mut self, source: &Self) {
        self.t = source.t;
        self.q.clone_from(&source.q);
        self.v.clone_from(&source.v);
        self.active.clone_from(&source.active);
        self.impulses.clone_from(&source.impulses);
    }
}

impl State {
    /// At t = 0, no contact known to be closed.
    pub fn new(q: Vec<f64>, v: Vec<f64>) -> Self {
        Self {
            t: 0.0,
            q,
            v,
            active: Vec::new(),
            impulses: Vec::new(),
        }
    }

    /// Checks lengths and numbers against a system.
    pub fn check(&self, system: &(impl System + ?Sized)) -> Result<(), Error> {
        let coordinates = system.coordinates();
        Error::check_finite(self.t, || "time".into())?;
        Error::check_vector(&self.q, coordinates.positions(), || "position".into())?;
        Error::check_vector(&self.v, coordinates.velocities(), || "velocity".into())?;
        let contacts = system.contacts().len();
        match self.active.iter().find(|&&c| c >= contacts) {
            None => Ok(()),
            Some(&contact) => Err(Error::NoSuchContact { contact, contacts }),
        }
    }
}
