//! Where a system is and how it moves: a small value, cheap to clone, all a step needs besides the system.

use crate::answer::Impulse;
use crate::error::{Error, are_finite};
use crate::room::copy;
use crate::system::{ContactId, System};

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
    pub active: Vec<ContactId>,
    /// Their impulses in that step (N·s), one each: where the next solve begins. May be empty.
    pub impulses: Vec<Impulse>,
    /// The impulses of the joints in that step (N·s, N·m·s). May be empty.
    pub joints: Vec<f64>,
    /// How long that step was (s); 0 if there was none.
    pub span: f64,
    /// Which contacts did not slip at its end, ascending: friction with two coefficients goes by it [Ste00 5.1].
    pub sticking: Vec<ContactId>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            t: self.t,
            q: self.q.clone(),
            v: self.v.clone(),
            active: self.active.clone(),
            impulses: self.impulses.clone(),
            joints: self.joints.clone(),
            span: self.span,
            sticking: self.sticking.clone(),
        }
    }

    /// Into memory that is there: every step keeps a copy of the state before it.
    fn clone_from(&mut self, source: &Self) {
        self.t = source.t;
        copy(&mut self.q, &source.q);
        copy(&mut self.v, &source.v);
        copy(&mut self.active, &source.active);
        copy(&mut self.impulses, &source.impulses);
        copy(&mut self.joints, &source.joints);
        self.span = source.span;
        copy(&mut self.sticking, &source.sticking);
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
            joints: Vec::new(),
            span: 0.0,
            sticking: Vec::new(),
        }
    }

    /// Checks lengths and numbers against a system.
    pub fn check(&self, system: &(impl System + ?Sized)) -> Result<(), Error> {
        let coordinates = system.coordinates();
        Error::check_finite(self.t, || "time".into())?;
        Error::check_vector(&self.q, coordinates.positions(), || "position".into())?;
        Error::check_vector(&self.v, coordinates.velocities(), || "velocity".into())?;
        self.check_impulses()?;
        if system.has_changing_contacts() {
            return Ok(());
        }
        let contacts = system.contacts().len();
        let gone = |id: &&ContactId| system.find_contact(**id).is_none();
        match self.active.iter().find(gone) {
            Some(&contact) => Err(Error::NoSuchContact { contact, contacts }),
            None => Ok(()),
        }
    }

    fn check_impulses(&self) -> Result<(), Error> {
        for (i, impulse) in self.impulses.iter().enumerate() {
            let parts = impulse.parts();
            if !are_finite(&parts) {
                for value in parts {
                    Error::check_finite(value, || format!("impulse of active contact {i}"))?;
                }
            }
        }
        for (i, &value) in self.joints.iter().enumerate() {
            Error::check_finite(value, || format!("impulse of joint {i}"))?;
        }
        Error::check_finite(self.span, || "span of the last step".into())?;
        if self.span < 0.0 {
            return Err(Error::BadParameter {
                field: "span of the last step".into(),
                value: self.span.to_string(),
                expected: "not negative",
            });
        }
        let (expected, found) = (self.active.len(), self.impulses.len());
        if found != 0 && found != expected {
            return Err(Error::WrongLength {
                field: "the state's impulses".into(),
                expected,
                found,
            });
        }
        match self.active.windows(2).find(|w| w[0] >= w[1]) {
            None => Ok(()),
            Some(w) => Err(Error::UnorderedContacts {
                before: w[0],
                after: w[1],
            }),
        }
    }
}
